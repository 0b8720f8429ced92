import { raiseEpochs } from '../epochs.js';
import { checkObjectIds, checkReferences } from './check-references.js';
import { problemList } from './problems.js';
import { lockUnnamed, removeUnnamedEntries, removeUnnamedSections } from './remove-unnamed.js';
import { loadStored } from './stored.js';
import { surveyCatalogue } from './survey.js';
import { emptyTally } from './tally.js';
import { writeEntries } from './write-entries.js';
import { freeChangingCodes } from './write-hotels.js';
import { lockInventory, removeUnstagedNights, stagedNights, stageInventory, writeInventory, } from './write-inventory.js';
import { writeSmallSections } from './write-sections.js';
const SIX_HOURS_MS = 6 * 3_600_000;
/** Taken by every import for the time of its transaction. */
const IMPORT_LOCK = 7_205_759_403_792;
/** Ends the transaction without its changes. */
class TakenBack extends Error {
    name = 'TakenBack';
}
/** Imports a catalogue. */
export async function importCatalogue(request) {
    const { database, source, onProgress } = request;
    const problems = problemList();
    const { facts, complete } = await surveyCatalogue(source, {
        problems,
        onRead: (position) => onProgress?.({ phase: 'checking', ...position }),
    });
    if (!complete)
        return { ok: false, problems: problems.listed() };
    const work = { ...request, facts, problems, tally: emptyTally(), kept: {} };
    try {
        await database.prisma.$transaction((tx) => runImport(tx, work), { maxWait: 60_000, timeout: SIX_HOURS_MS });
    }
    catch (error) {
        if (!(error instanceof TakenBack))
            throw error;
    }
    if (problems.count > 0)
        return { ok: false, problems: problems.listed() };
    const { tally, kept } = work;
    const changed = tally.catalogueChanged() || capacityChanged(tally);
    return { ok: true, changed, counts: tally.counts, kept };
}
function capacityChanged({ counts: { inventoryNights } }) {
    return inventoryNights.created + inventoryNights.updated + inventoryNights.removed > 0;
}
async function runImport(tx, work) {
    const { facts, problems, tally, replace = false, dryRun = false, onProgress } = work;
    await tx.$executeRaw `SELECT pg_advisory_xact_lock(${IMPORT_LOCK}::bigint)`;
    // The tables grow under the same few statements: a plan made for an empty table would be kept for a full one.
    await tx.$executeRaw `SET LOCAL plan_cache_mode = force_custom_plan`;
    const { length: total } = facts.inventory;
    const staged = await stageInventory(tx, facts.inventory, (done) => onProgress?.({ phase: 'checking capacity', done, total }));
    await lockInventory(tx, { replace, problems });
    if (replace)
        await lockUnnamed(tx, facts);
    const stored = await loadStored(tx);
    checkReferences(facts, { stored, replace, problems });
    await checkObjectIds(tx, { facts, problems });
    if (replace && problems.count === 0)
        await removeUnnamedEntries(tx, work);
    if (problems.count === 0) {
        await freeChangingCodes(tx, changingCodes(facts, stored));
        await writeSmallSections(tx, { facts, stored, replace, tally });
    }
    const onRead = (position) => onProgress?.({ phase: 'writing', ...position });
    if (problems.count === 0 || !replace)
        await writeEntries(tx, { ...work, replace, onRead });
    if (problems.count > 0)
        throw new TakenBack();
    const scopes = await writeCapacity(tx, staged, work);
    if (replace && (await removeUnnamedSections(tx, work)).keysChanged)
        scopes.push('keys');
    if (dryRun)
        throw new TakenBack();
    if (tally.catalogueChanged())
        scopes.push('catalogue');
    if (scopes.length > 0)
        await raiseEpochs(tx, scopes);
}
async function writeCapacity(tx, staged, { tally, kept, replace, onProgress }) {
    const scopes = new Set();
    const { inventoryNights: counts } = tally.counts;
    for (const [index, batch] of staged.entries()) {
        for (const { hotelNumber, created, updated } of await writeInventory(tx, batch)) {
            counts.created += created;
            counts.updated += updated;
            scopes.add(`inventory:${hotelNumber}`);
        }
        onProgress?.({ phase: 'writing capacity', done: index + 1, total: staged.length });
    }
    counts.unchanged = (await stagedNights(tx)) - counts.created - counts.updated;
    if (!replace)
        return [...scopes];
    const unstaged = await removeUnstagedNights(tx);
    for (const { hotelNumber, nights } of unstaged.removed) {
        counts.removed += nights;
        scopes.add(`inventory:${hotelNumber}`);
    }
    if (unstaged.kept.length > 0) {
        kept.inventoryNights = unstaged.kept.map(({ roomTypeNumber, nights }) => {
            return `${nights} nights of room type ${roomTypeNumber}`;
        });
    }
    return [...scopes];
}
/** Hotels to which the file gives another code than they have. */
function changingCodes(facts, stored) {
    return [...facts.hotels]
        .filter(([number, { code }]) => stored.hotels.has(number) && stored.hotels.get(number)?.code !== code)
        .map(([number]) => number);
}
//# sourceMappingURL=import.js.map