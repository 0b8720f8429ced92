/**
 * Demo mode: a first start without any configuration has something to sell and a key to ask with. It never touches a
 * catalogue that somebody else loaded or changed: the demo goes into an empty database, and is brought forward to today's
 * seasons later only while the catalogue is still exactly what the demo's own import left (its epoch tells).
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKey, isActiveKey } from '../data/api-keys.js';
import { dayInTimeZone, formatDay } from '../domain/civil-date.js';
import { dataFolderOf } from './data-folder.js';
const KEY_FILE = 'demo-key';
const MARK_FILE = 'demo-catalogue.json';
/**
 * Enters demo mode where configuration and database ask for it.
 * @returns the demo key, or null outside of demo mode
 */
export async function enterDemoMode(place) {
    const { config, database } = place;
    const wanted = config.demo ?? database.kind === 'embedded';
    if (!wanted)
        return null;
    const mark = readMark(config);
    if ((await isEmpty(database)) || mark?.loaded === null)
        return loadDemo(place);
    const key = await demoKeyOf(place);
    if (key === null || !mark?.loaded)
        return key;
    const isUntouched = mark.loaded.catalogueEpoch === (await catalogueEpochOf(database));
    if (isUntouched && mark.loaded.month < monthOf(place))
        writeMark(config, await importDemo(place));
    return key;
}
async function isEmpty({ prisma }) {
    return (await prisma.channel.findFirst()) === null && (await prisma.destination.findFirst()) === null;
}
async function loadDemo(place) {
    // Said first, so that a start cut short in between is made up for by the next.
    writeMark(place.config, null);
    const loaded = await importDemo(place);
    const key = (await demoKeyOf(place)) ?? (await makeDemoKey(place));
    writeMark(place.config, loaded);
    return key;
}
async function importDemo(place) {
    const { database, onProgress } = place;
    const [{ demoCatalogue }, { importCatalogue }] = await Promise.all([
        import('../data/demo/catalogue.js'),
        import('../data/catalogue/import.js'),
    ]);
    const result = await importCatalogue({ database, source: demoCatalogue(todayOf(place)), onProgress });
    if (!result.ok) {
        const [first] = result.problems;
        throw new Error(`the demo catalogue cannot be loaded: ${first?.path}: ${first?.message}`);
    }
    return { month: monthOf(place), catalogueEpoch: await catalogueEpochOf(database) };
}
async function catalogueEpochOf({ prisma }) {
    return String((await prisma.epoch.findUnique({ where: { scope: 'catalogue' } }))?.value ?? 0);
}
/** Today where the business is (T2). */
function todayOf({ config, clock }) {
    return dayInTimeZone(clock.now(), config.businessTimeZone);
}
/** `YYYY-MM` of today. */
function monthOf(place) {
    return formatDay(todayOf(place)).slice(0, 7);
}
/** The kept demo key while it may still be used: one that was revoked ends demo mode for good. */
async function demoKeyOf({ config, database, pepper, clock }) {
    const key = readText(join(config.dataDir, KEY_FILE))?.trim();
    return key && (await isActiveKey({ database, pepper, key, clock })) ? key : null;
}
async function makeDemoKey({ config, database, pepper, clock }) {
    const { key } = await createKey({
        database,
        pepper,
        name: 'demo',
        channelCode: 'public',
        destinationNumbers: null,
        scopes: ['read', 'book'],
        expiresAt: null,
        clock,
    });
    writeWhole(join(config.dataDir, KEY_FILE), `${key}\n`);
    return key;
}
/** What is remembered of the demo in this database; null where that was another one, or cannot be read any more. */
function readMark(config) {
    const text = readText(join(config.dataDir, MARK_FILE));
    try {
        const mark = JSON.parse(text ?? 'null');
        return mark?.database === nameOfDatabase(config) ? mark : null;
    }
    catch {
        return null;
    }
}
function writeMark(config, loaded) {
    const mark = { database: nameOfDatabase(config), loaded };
    writeWhole(join(dataFolderOf(config), MARK_FILE), `${JSON.stringify(mark)}\n`);
}
function nameOfDatabase({ database }) {
    if (database.kind === 'embedded')
        return 'embedded';
    const { host, pathname } = new URL(database.url);
    return `${host}${pathname}`;
}
/** Replaces a file that only its owner may read; it is never there in part. */
function writeWhole(file, text) {
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
}
function readText(file) {
    try {
        return readFileSync(file, 'utf8');
    }
    catch (error) {
        if (error.code === 'ENOENT')
            return null;
        throw error;
    }
}
//# sourceMappingURL=demo-mode.js.map