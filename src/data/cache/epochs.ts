/**
 * The epochs of a process, which follow those of the database. A cached value is valid while the epochs of its tags are the
 * same, so it is never stale and needs no lifetime. While notifications may be missed (connection lost), changes are read from
 * the database for every request. A slow poll is the fallback.
 */

import { CoalescedRun } from '../coalesced-runs.ts';
import type { Database } from '../database/database.ts';
import { firstSuccess } from '../first-success.ts';
import { int8, nullable, text } from '../sql/column-types.ts';
import { query, statement } from '../sql/statement.ts';
import { CATALOGUE, type CacheTag } from './cache-tags.ts';
import { EpochTable } from './epoch-table.ts';
import { CHANGED_SCOPE, EPOCH_CHANNEL, type RaisedEpoch, READ_AGAIN } from './raise-epochs.ts';

const POLL_MS = 500;

/** No change comes after this one. */
const NOTHING = Number.MAX_SAFE_INTEGER;

export interface Epochs {
  /** Whether `of` is current, because notifications arrive. */
  isCurrent(): boolean;
  /**
   * Makes `of` current: at once while notifications arrive, else after one query; of the leader, or of the other servers of its cluster
   * if commits wait for them. What only those show has an epoch under which nothing is cached.
   */
  refresh(): Promise<void>;
  /**
   * A number that grows whenever the tag is raised. Those of the catalogue come from one sequence: the largest of several is
   * another one whenever any of them was raised. If the database was restored to an earlier state, the next reading notices and
   * moves every tag to a number that it never had.
   */
  of(tag: CacheTag): number;
  /** A number that grows whenever anything is raised. */
  version(): number;
  /** Records what this process has just committed, ahead of the notification. */
  observe(raised: readonly RaisedEpoch[]): void;
  /** Calls `listener` whenever any process has raised something, until the returned function is called. */
  onRaise(listener: () => void): () => void;
  /** The number of notifications received. */
  notifications(): number;
  close(): Promise<void>;
}

/** Calls `listener` whenever this tag is raised, until the returned function is called. */
export function onRaiseOf(epochs: Pick<Epochs, 'of' | 'onRaise'>, tag: CacheTag, listener: () => void): () => void {
  let known = epochs.of(tag);
  return epochs.onRaise(() => {
    const epoch = epochs.of(tag);
    if (epoch === known) return;
    known = epoch;
    listener();
  });
}

/** All counters, and the tags raised after a change of the catalogue, in one snapshot and as notifications say it. */
const READ = statement({
  takes: { afterChange: int8 },
  returns: { notified: nullable(text) },
  sql: ({ afterChange }) => `
    SELECT string_agg(scope || '=' || value, ' ') AS notified FROM (
      SELECT scope, value FROM epoch
      UNION ALL SELECT ${CHANGED_SCOPE}, value FROM catalogue_change WHERE value > ${afterChange}) AS raised`,
});

function parseRaised(notified: string): RaisedEpoch[] {
  const items = notified === '' ? [] : notified.split(' ');
  return items.map((item) => {
    const separator = item.lastIndexOf('=');
    return { scope: item.slice(0, separator), value: Number(item.slice(separator + 1)) };
  });
}

/**
 * Reads the epochs and keeps them current until closed.
 * @param pollMs for tests: overrides `POLL_MS`
 */
export async function watchEpochs(database: Database, pollMs = POLL_MS): Promise<Epochs> {
  const table = new EpochTable();
  const listeners = new Set<() => void>();
  /** The tags raised up to this change are known. Before the first reading nothing is cached that could be stale. */
  let readUpTo = NOTHING;
  /** The connection that receives notifications; null while there is none. */
  let listening: object | null = null;
  let notifications = 0;
  /** The last reading, if it said all that the table knows, and the counters after it. While nothing is raised, the next one says the same. */
  let last: { notified: string; version: number; known: ReturnType<EpochTable['storedCounters']> } | null = null;

  function notify(): void {
    for (const listener of listeners) listener();
  }
  function observe(raised: readonly RaisedEpoch[]): void {
    if (table.apply(raised)) notify();
  }
  async function read(): Promise<void> {
    const connectionBefore = listening;
    const before = last?.version === table.version() ? last : null;
    const known = before?.known ?? table.storedCounters();
    const { base } = table;
    const after = readUpTo;
    const [row] = await query(database.prisma, READ, { afterChange: after });
    const notified = row?.notified ?? '';
    // There may be a counter of each hotel, and this is read twice a second.
    if (notified !== before?.notified) learn(notified, { known, base, after });
    // Notifications missed meanwhile must be caught up with before they are trusted again.
    if (connectionBefore !== null && connectionBefore === listening) table.setCurrent(true);
  }
  function learn(
    notified: string,
    { known, base, after }: { known: ReturnType<EpochTable['storedCounters']>; base: number; after: number },
  ): void {
    const raised = parseRaised(notified);
    const shown = new Map(raised.map(({ scope, value }) => [scope, value]));
    const change = shown.get('catalogue') ?? 0;
    // Known values were committed, so a smaller one, or none, means that the database was restored.
    const lacks = (counters: typeof known) => [...counters].some(([scope, value]) => value > (shown.get(scope) ?? 0));
    const isBack = lacks(known);
    if (table.base === base && isBack) {
      table.restart();
      readUpTo = change;
    } else if (table.base === base && after !== NOTHING) readUpTo = Math.max(readUpTo, change);
    else if (readUpTo === NOTHING) readUpTo = change;
    observe(raised);
    const counters = table.storedCounters();
    last = lacks(counters) ? null : { notified, version: table.version(), known: counters };
  }
  async function readAround(ask: NonNullable<Database['askAllButOne']>): Promise<void> {
    for (const [row] of await ask(READ, { afterChange: readUpTo })) {
      const notified = row?.notified ?? '';
      // What the leader has said is known.
      if (notified !== last?.notified) table.suspect(parseRaised(notified));
    }
  }
  function readSoon(): void {
    // The poll is the fallback.
    read().catch(() => {});
  }

  const { askAllButOne } = database;
  const ofLeader = new CoalescedRun(read);
  const around = askAllButOne && new CoalescedRun(() => readAround(askAllButOne));
  const readAny = () => (around ? firstSuccess(ofLeader.run(), around.run()) : read());

  const stopListening = await database.listen(EPOCH_CHANNEL, {
    onPayload(payload) {
      notifications++;
      if (payload !== READ_AGAIN) return observe(parseRaised(payload));
      table.setCurrent(false);
      // Readings under way may not have seen it.
      listening = {};
      readSoon();
    },
    onConnected(now) {
      table.setCurrent(false);
      listening = now ? {} : null;
      if (now) readSoon();
    },
  });
  await read();
  const stopProving = database.enableReplicas(() => table.latest(CATALOGUE));
  const poll = setInterval(readSoon, pollMs);
  poll.unref();

  return {
    // Every request asks these, and asks the table itself.
    isCurrent: table.isCurrent.bind(table),
    of: table.of.bind(table),
    version: table.version.bind(table),
    async refresh() {
      if (!table.isCurrent()) await readAny();
    },
    observe,
    onRaise(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notifications: () => notifications,
    async close() {
      listeners.clear();
      clearInterval(poll);
      stopProving();
      await stopListening();
    },
  };
}
