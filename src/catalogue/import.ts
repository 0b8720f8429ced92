/**
 * Loads a catalogue as a whole, or not at all when anything in it is wrong. The file is read twice: to validate it, then to
 * write it in batches within one transaction. Imports exclude each other. Bookings continue and wait only for rows that really
 * change. An import without changes writes nothing and raises no epoch.
 */

import type { CacheTagText } from '../data/cache/cache-tags.ts';
import { LOCK_IMPORTS, type RaisedEpoch, raiseEpochs } from '../data/cache/raise-epochs.ts';
import type { Database } from '../data/database/database.ts';
import type { Prisma } from '../data/generated/prisma/client.ts';
import { revokeDemoKeys } from '../data/keys/demo-keys.ts';
import { command, onlyRow, query } from '../data/sql/statement.ts';
import type { Author } from '../data/updates/recorded-changes.ts';
import type { Day } from '../domain/time/civil-date.ts';
import { type Clock, systemClock } from '../domain/time/clock.ts';
import { checkConflicts, checkInventoryRooms, checkObjectIds, checkReferences } from './check/check-references.ts';
import type { FileFacts } from './check/file-facts.ts';
import { loadStoredCatalogue, type StoredCatalogue } from './check/stored-catalogue.ts';
import { surveyCatalogue } from './check/survey.ts';
import type { CountedKind } from './counted.ts';
import { UNCHARGED, type Working } from './file/json-reader.ts';
import { type CatalogueProblem, createProblemList, createWarningList, type ProblemList } from './file/problems.ts';
import { type CatalogueSource, readVersion } from './file/source.ts';
import { type Counts, createTally, type Tally } from './tally.ts';
import { beginRecord, recordChangedRates, recordChangedRooms } from './write/record-import.ts';
import {
  findRemovableHotels,
  lockUnnamed,
  type Retained,
  releaseHotelCodes,
  removeLeftOutAmenities,
  removeUnnamedEntries,
  removeUnnamedSections,
} from './write/remove-unnamed.ts';
import { writeEntries } from './write/write-entries.ts';
import {
  COUNT_STAGED,
  COUNT_UNSTAGED,
  checkTaken,
  lockInventory,
  REMOVE_UNSTAGED,
  type StagedInventory,
  stageInventory,
  WRITE_STAGED,
} from './write/write-inventory.ts';
import { writeSmallSections } from './write/write-sections.ts';

export interface CatalogueProgress {
  /** The current step, for people. */
  phase: string;
  done: number;
  /** The value of `done` at the end of the phase; null: not known. */
  total: number | null;
}

/** What an import did, for people and other programs. */
export interface ImportReport {
  readonly changed: boolean;
  readonly counts: Record<CountedKind, Counts>;
  /** What `replace` would have removed, had bookings, open holds or API keys not referred to it. */
  readonly kept: Retained;
  /** Prefixes of the demo keys that it revoked, or would, because the catalogue is no longer the demo's; usually none. */
  readonly revokedDemoKeys: readonly string[];
  /** Valid values that can never take effect, that no stay can have, or that are over. */
  readonly warnings: CatalogueProblem[];
}

/** Why it did nothing. */
export interface RefusedImport {
  readonly ok: false;
  readonly problems: CatalogueProblem[];
}

export type ImportResult =
  | ({
      readonly ok: true;
      /** For `Epochs.observe`. */
      readonly raised: readonly RaisedEpoch[];
    } & ImportReport)
  | RefusedImport;

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
  /** The day that decides for warnings what has ended; absent: nothing has. */
  today?: Day;
  /** The API key whose import it is, for the record (M14); absent: a command. */
  apiKeyId?: string;
  /** The clock that decides which holds have expired. Default: the machine's. */
  clock?: Clock;
  onProgress?: (progress: CatalogueProgress) => void;
  /** Reads and checks the file; absent: at nobody's charge. */
  working?: Working;
  /** Once it is aborted, the import fails with its reason and changes nothing. */
  signal?: AbortSignal;
}

/** What the demo's import does in the same transaction. */
export interface DemoImport {
  /** Called first, under the import lock. Throws if the catalogue is not the demo's to write. */
  begin(tx: Prisma.TransactionClient): Promise<void>;
  /** Called last. Resolves to whether it changed keys. */
  end(tx: Prisma.TransactionClient): Promise<boolean>;
}

const IMPORT_TIMEOUT_MS = 6 * 3_600_000;

/** Rolls the transaction back: that of a dry run, or because there are problems. */
class ImportRollback extends Error {
  override readonly name = 'ImportRollback';
}

export async function importCatalogue(request: ImportRequest): Promise<ImportResult> {
  const { database, source, replace = false, today = null, signal, working = UNCHARGED } = request;
  const onProgress = (progress: CatalogueProgress) => {
    signal?.throwIfAborted();
    request.onProgress?.(progress);
  };
  const problems = createProblemList();
  const warnings = createWarningList();
  const version = await readVersion(source);
  const { facts, complete } = await surveyCatalogue(source, {
    problems,
    warnings,
    today,
    working,
    references: { replace, loadStored: () => loadStoredCatalogue(database.prisma) },
    onRead: (position) => onProgress({ phase: 'checking', ...position }),
  });
  if (!complete) return { ok: false, problems: problems.listed() };
  const context: ImportContext = {
    ...request,
    onProgress,
    version,
    facts,
    problems,
    tally: createTally(),
    retained: {},
    revokedDemoKeys: [],
    raised: [],
  };
  try {
    await database.prisma.$transaction((tx) => runImport(tx, context), { maxWait: 60_000, timeout: IMPORT_TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof ImportRollback)) throw error;
  }
  if (problems.count > 0) return { ok: false, problems: problems.listed() };
  const { tally, retained, revokedDemoKeys, raised } = context;
  return {
    ok: true,
    changed: tally.changed(),
    counts: tally.counts,
    kept: retained,
    revokedDemoKeys,
    warnings: warnings.listed(),
    raised,
  };
}

interface ImportContext extends ImportRequest {
  /** The version that the source had before it was read first (`readVersion`). */
  version: string;
  facts: FileFacts;
  problems: ProblemList;
  tally: Tally;
  retained: Retained;
  revokedDemoKeys: string[];
  raised: readonly RaisedEpoch[];
}

/** An import never pauses for so long between two statements, and one whose machine died must not keep its locks for hours. */
const END_IF_LEFT = command(`SET LOCAL idle_in_transaction_session_timeout = '5min'`);
const PLAN_ANEW = command('SET LOCAL plan_cache_mode = force_custom_plan');

async function runImport(tx: Prisma.TransactionClient, context: ImportContext): Promise<void> {
  const { facts, problems, tally, replace = false, dryRun = false, demo, onProgress, working = UNCHARGED } = context;
  await query(tx, END_IF_LEFT);
  await query(tx, LOCK_IMPORTS);
  await demo?.begin(tx);
  // The tables grow under the same few statements; a cached plan for an empty table would be used for a full one.
  await query(tx, PLAN_ANEW);
  await beginRecord(tx);
  const roomTypes = await tx.roomType.findMany({ select: { number: true } });
  working(() => checkInventoryRooms(facts, { stored: roomTypes.map(({ number }) => number), replace, problems }));
  if (problems.isFull) throw new ImportRollback();
  const { length: total } = facts.inventory;
  const staged = await stageInventory(tx, facts.inventory, (done) =>
    onProgress?.({ phase: 'checking capacity', done, total }),
  );
  await lockInventory(tx, { replace });
  // The time is taken once nothing changes any more: holds that have expired during the staging or the waits for locks take no room (S13).
  const now = (context.clock ?? systemClock).now();
  const author: Author = { apiKeyId: context.apiKeyId ?? null, operation: 'IMPORT', now };
  await checkTaken(tx, { problems, now });
  if (replace) await lockUnnamed(tx, facts);
  const stored = await loadStoredCatalogue(tx);
  working(() => {
    // All of the file is read.
    checkReferences(facts, { stored, replace, problems, toCome: new Set() });
    checkConflicts(facts, { stored, replace, problems });
  });
  await checkObjectIds(tx, { facts, problems });

  if (problems.count > 0) throw new ImportRollback();
  await releaseHotelCodes(tx, [
    ...findChangedCodes(facts, stored),
    ...(replace ? await findRemovableHotels(tx, facts) : []),
  ]);
  await writeSmallSections(tx, { facts, stored, replace, tally });
  const onRead = (position: { done: number; total: number }) => onProgress?.({ phase: 'writing', ...position });
  await writeEntries(tx, { ...context, onRead });

  // Last, because rows removed by a cascade could not be counted.
  if (replace) await removeUnnamedEntries(tx, context);
  else await removeLeftOutAmenities(tx, context);
  await recordChangedRooms(tx, author, { replace });
  await recordChangedRates(tx, author);
  const tags = await writeCapacity(tx, staged, { ...context, now });
  if (replace && (await removeUnnamedSections(tx, context)).keysChanged) tags.push('keys');
  for (const tag of tally.raised) tags.push(tag);
  if (demo ? await demo.end(tx) : tags.length > 0 && (await endDemo(tx, context))) tags.push('keys');
  if (dryRun) throw new ImportRollback();
  if (tags.length > 0) context.raised = await raiseEpochs(tx, tags);
  context.signal?.throwIfAborted();
}

/** Whether there was a demo to end. */
async function endDemo(tx: Prisma.TransactionClient, context: ImportContext): Promise<boolean> {
  context.revokedDemoKeys = await revokeDemoKeys(tx);
  return context.revokedDemoKeys.length > 0;
}

async function writeCapacity(
  tx: Prisma.TransactionClient,
  batches: StagedInventory,
  { tally, retained, replace, now, onProgress }: ImportContext & { now: number },
): Promise<CacheTagText[]> {
  const tags = new Set<CacheTagText>();
  const { inventoryNights: counts } = tally.counts;
  for (const [index, batch] of batches.entries()) {
    for (const { hotelNumber, roomTypeNumber, created, updated } of await query(tx, WRITE_STAGED, batch)) {
      counts.created += created;
      counts.updated += updated;
      tags.add(`inventory:${hotelNumber}/${roomTypeNumber}`);
    }
    onProgress?.({ phase: 'writing capacity', done: index + 1, total: batches.length });
  }
  const staged = onlyRow(await query(tx, COUNT_STAGED));
  counts.unchanged = staged.nights - counts.created - counts.updated;
  if (!replace) return [...tags];
  for (const { hotelNumber, roomTypeNumber, nights } of await query(tx, REMOVE_UNSTAGED, { now })) {
    counts.removed += nights;
    tags.add(`inventory:${hotelNumber}/${roomTypeNumber}`);
  }
  const stay = await query(tx, COUNT_UNSTAGED);
  if (stay.length > 0) {
    retained.inventoryNights = stay.map(({ roomTypeNumber, nights }) => {
      return `${nights} nights of room type ${roomTypeNumber}`;
    });
  }
  return [...tags];
}

/** Hotels whose code changes. */
function findChangedCodes(facts: FileFacts, stored: StoredCatalogue): number[] {
  return [...facts.hotels]
    .filter(([number, { code }]) => stored.hotels.has(number) && stored.hotels.get(number)?.code !== code)
    .map(([number]) => number);
}
