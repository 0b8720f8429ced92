/**
 * Loads a catalogue as a whole, or not at all when anything in it is wrong. The file is read twice: to validate it, then to
 * write it in batches within one transaction. Imports exclude each other. Bookings continue and wait only for rows that really
 * change. An import without changes writes nothing and raises no epoch.
 */
import type { Day } from '../../domain/civil-date.ts';
import type { Database } from '../database.ts';
import { revokeDemoKeys } from '../demo-keys.ts';
import { type EpochScope, holdImports, raiseEpochs } from '../epochs.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { checkInventoryRooms, checkObjectIds, checkReferences } from './check-references.ts';
import type { Counted } from './counted.ts';
import type { FileFacts } from './file-facts.ts';
import { type CatalogueProblem, type ProblemList, problemList } from './problems.ts';
import {
  type Kept,
  leavingHotels,
  lockUnnamed,
  removeUnnamedEntries,
  removeUnnamedSections,
} from './remove-unnamed.ts';
import type { CatalogueSource } from './source.ts';
import { loadStored, type Stored } from './stored.ts';
import { surveyCatalogue } from './survey.ts';
import { type Counts, emptyTally, type Tally } from './tally.ts';
import { writeEntries } from './write-entries.ts';
import { freeHotelCodes } from './write-hotels.ts';
import {
  lockInventory,
  removeUnstagedNights,
  type StagedInventory,
  stagedNights,
  stageInventory,
  writeInventory,
} from './write-inventory.ts';
import { writeSmallSections } from './write-sections.ts';

export interface CatalogueProgress {
  /** The current step, for people. */
  phase: string;
  done: number;
  /** The value of `done` at the end of the phase; null: not known. */
  total: number | null;
}

/** What an import did, or why it did nothing. */
export type ImportResult =
  | {
      ok: true;
      changed: boolean;
      counts: Record<Counted, Counts>;
      /** What `replace` would have removed, had bookings or API keys not referred to it. */
      kept: Kept;
      /** Prefixes of the demo keys that it revoked because the catalogue is no longer the demo's; usually none. */
      revokedDemoKeys: readonly string[];
      /** Valid values that can never take effect, or are over. */
      warnings: CatalogueProblem[];
    }
  | { ok: false; problems: CatalogueProblem[] };

export interface ImportRequest {
  database: Database;
  /** The path of a file that can be read more than once, or the catalogue itself. */
  source: CatalogueSource;
  /** Removes what the catalogue does not name. */
  replace?: boolean;
  /** Does everything, then rolls back. */
  dryRun?: boolean;
  /** Only the demo sets this; its own imports do not end it. */
  demo?: DemoImport;
  /** The day by which warnings decide what is over; absent: nothing is. */
  today?: Day;
  onProgress?: (progress: CatalogueProgress) => void;
}

/** What the demo's import does in the same transaction. */
export interface DemoImport {
  /** Called first, under the import lock. Throws if the catalogue is not the demo's to write. */
  begin(tx: Prisma.TransactionClient): Promise<void>;
  /** Called last. Resolves to whether it changed keys. */
  end(tx: Prisma.TransactionClient): Promise<boolean>;
}

const SIX_HOURS_MS = 6 * 3_600_000;

/** Rolls back the transaction. */
class TakenBack extends Error {
  override readonly name = 'TakenBack';
}

export async function importCatalogue(request: ImportRequest): Promise<ImportResult> {
  const { database, source, today = null, onProgress } = request;
  const problems = problemList();
  const warnings = problemList({ noun: 'warnings' });
  const { facts, complete } = await surveyCatalogue(source, {
    problems,
    warnings,
    today,
    onRead: (position) => onProgress?.({ phase: 'checking', ...position }),
  });
  if (!complete) return { ok: false, problems: problems.listed() };
  const work: ImportWork = { ...request, facts, problems, tally: emptyTally(), kept: {}, revokedDemoKeys: [] };
  try {
    await database.prisma.$transaction((tx) => runImport(tx, work), { maxWait: 60_000, timeout: SIX_HOURS_MS });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  if (problems.count > 0) return { ok: false, problems: problems.listed() };
  const { tally, kept, revokedDemoKeys } = work;
  const changed = tally.catalogueChanged() || capacityChanged(tally);
  return { ok: true, changed, counts: tally.counts, kept, revokedDemoKeys, warnings: warnings.listed() };
}

function capacityChanged({ counts: { inventoryNights } }: Tally): boolean {
  return inventoryNights.created + inventoryNights.updated + inventoryNights.removed > 0;
}

interface ImportWork extends ImportRequest {
  facts: FileFacts;
  problems: ProblemList;
  tally: Tally;
  kept: Kept;
  revokedDemoKeys: string[];
}

async function runImport(tx: Prisma.TransactionClient, work: ImportWork): Promise<void> {
  const { facts, problems, tally, replace = false, dryRun = false, demo, onProgress } = work;
  await holdImports(tx);
  await demo?.begin(tx);
  // The tables grow under the same few statements; a cached plan for an empty table would be used for a full one.
  await tx.$executeRaw`SET LOCAL plan_cache_mode = force_custom_plan`;
  await checkInventoryRooms(tx, { facts, replace, problems });
  if (problems.isFull) throw new TakenBack();
  const { length: total } = facts.inventory;
  const staged = await stageInventory(tx, facts.inventory, (done) =>
    onProgress?.({ phase: 'checking capacity', done, total }),
  );
  await lockInventory(tx, { replace, problems });
  if (replace) await lockUnnamed(tx, facts);
  const stored = await loadStored(tx);
  checkReferences(facts, { stored, replace, problems });
  await checkObjectIds(tx, { facts, problems });

  if (problems.count === 0) {
    await freeHotelCodes(tx, [...changingCodes(facts, stored), ...(replace ? await leavingHotels(tx, facts) : [])]);
    await writeSmallSections(tx, { facts, stored, replace, tally });
  }
  const onRead = (position: { done: number; total: number }) => onProgress?.({ phase: 'writing', ...position });
  if (problems.count === 0 || !replace) await writeEntries(tx, { ...work, replace, onRead });
  if (problems.count > 0) throw new TakenBack();

  // Last, because rows removed by a cascade could not be counted.
  if (replace) await removeUnnamedEntries(tx, work);
  const scopes = await writeCapacity(tx, staged, work);
  if (replace && (await removeUnnamedSections(tx, work)).keysChanged) scopes.push('keys');
  if (dryRun) throw new TakenBack();
  if (tally.catalogueChanged()) scopes.push('catalogue');
  if (demo ? await demo.end(tx) : scopes.length > 0 && (await endDemo(tx, work))) scopes.push('keys');
  if (scopes.length > 0) await raiseEpochs(tx, scopes);
}

/** Whether there was a demo to end. */
async function endDemo(tx: Prisma.TransactionClient, work: ImportWork): Promise<boolean> {
  work.revokedDemoKeys = await revokeDemoKeys(tx);
  return work.revokedDemoKeys.length > 0;
}

async function writeCapacity(
  tx: Prisma.TransactionClient,
  staged: StagedInventory,
  { tally, kept, replace, onProgress }: ImportWork,
): Promise<EpochScope[]> {
  const scopes = new Set<EpochScope>();
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
  if (!replace) return [...scopes];
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

/** Hotels whose code changes. */
function changingCodes(facts: FileFacts, stored: Stored): number[] {
  return [...facts.hotels]
    .filter(([number, { code }]) => stored.hotels.has(number) && stored.hotels.get(number)?.code !== code)
    .map(([number]) => number);
}
