/**
 * The callers of API keys, looked up for every request. Lookups are cached within one epoch of keys, so a revocation by any process
 * applies to the next request of every other. A process has the hashes of all keys in memory: guessed keys never reach the database
 * and cannot evict valid ones.
 */
import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isWellFormedApiKey } from '../../domain/api-key-format.ts';
import type { Clock } from '../../domain/time/clock.ts';
import { KEYS } from '../cache/cache-tags.ts';
import { EpochCache } from '../cache/epoch-cache.ts';
import type { Epochs } from '../cache/epochs.ts';
import type { Database } from '../database/database.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { hashPepper } from './api-key-pepper.ts';
import { insertKey } from './api-keys.ts';
import { KeyUses, MS_PER_HOUR } from './key-uses.ts';
import { type Caller, hashWithPeppers, type Peppers, readHashes, readKey } from './stored-api-keys.ts';

const MAX_CACHED_KEYS = 10_000;

/** The keys of a serving process. */
export interface ApiKeys {
  /** The caller of a key; null when it is malformed, unknown, expired or revoked, without distinction. */
  authenticate(text: string): Promise<Caller | null>;
  /** Like `authenticate`, without a query; null also for a key not yet looked up in the current epochs. */
  authenticateCached(text: string): Caller | null;
  /** Writes when keys were last used, as far as it is new (S5). */
  recordUses(): Promise<void>;
}

export interface KeyMaker {
  /** Writes a new key under the pepper of this process, in the caller's transaction, which then raises the epoch `keys`. */
  insert(
    tx: Prisma.TransactionClient,
    options: Omit<Parameters<typeof insertKey>[1], 'pepper' | 'clock' | 'isDemo'>,
  ): ReturnType<typeof insertKey>;
}

/** A key that was looked up. */
interface KnownKey {
  /** Null: it does not exist, or no longer. */
  readonly caller: Caller | null;
  /** The last hour in which its use was noted, in milliseconds since 1970. */
  notedIn: number;
}

/** Opens the keys for lookups, which are cached until the epoch of keys is raised. */
export function openApiKeys({
  database,
  epochs,
  clock,
  ...peppers
}: { database: Database; epochs: Epochs; clock: Clock } & Peppers): ApiKeys & KeyMaker {
  const storedHashes = new EpochCache<'all', ReadonlySet<string>>({ entries: 1 });
  /** Keys under their digests, as they are in one epoch. */
  const known = new LRUCache<string, KnownKey>({ max: MAX_CACHED_KEYS });
  const reading = new Map<string, Promise<KnownKey>>();
  let knownIn = epochs.of(KEYS);
  let version = epochs.version();
  // The digest is private to this process: it takes a quarter of the time of the stored hash.
  const salt = randomBytes(32).toString('base64');
  const digestOf = (text: string) => hash('sha256', salt + text, 'base64');
  const checkValue = hashPepper(peppers.pepper);
  const uses = new KeyUses(database);

  /** An import that removes destinations from keys raises their epoch, too. */
  function forgetStale(): void {
    if (epochs.version() === version) return;
    version = epochs.version();
    const epoch = epochs.of(KEYS);
    if (epoch === knownIn) return;
    knownIn = epoch;
    known.clear();
  }

  /** A key that does not exist costs no query. Equal keys at the same time are read once. */
  async function look(text: string): Promise<KnownKey> {
    const epoch = epochs.of(KEYS);
    const hashes = hashWithPeppers(text, peppers);
    const all = await storedHashes.getOrCompute('all', { epoch, day: 0 }, () => readHashes(database));
    if (!hashes.some((one) => all.has(one))) return { caller: null, notedIn: 0 };
    const digest = digestOf(text);
    forgetStale();
    const before = knownIn === epoch ? known.get(digest) : undefined;
    if (before) return before;
    const place = `${epoch} ${digest}`;
    const read = async () => {
      const key: KnownKey = { caller: await readKey(database, { hashes, checkValue }), notedIn: 0 };
      forgetStale();
      if (knownIn === epoch) known.set(digest, key);
      return key;
    };
    const found = reading.get(place) ?? read().finally(() => reading.delete(place));
    reading.set(place, found);
    return found;
  }

  function useOf(key: KnownKey): Caller | null {
    const { caller } = key;
    const now = clock.now();
    if (caller === null || (caller.expiresAtMs !== null && now >= caller.expiresAtMs)) return null;
    const hour = now - (now % MS_PER_HOUR);
    if (key.notedIn !== hour) uses.note(caller.apiKeyId, hour);
    key.notedIn = hour;
    return caller;
  }

  function recall(text: string): Caller | null {
    if (!epochs.isCurrent()) return null;
    forgetStale();
    const key = known.get(digestOf(text));
    return key ? useOf(key) : null;
  }

  return {
    authenticateCached: recall,
    async authenticate(text) {
      if (!isWellFormedApiKey(text)) return null;
      const recalled = recall(text);
      if (recalled) return recalled;
      await epochs.refresh();
      return useOf(await look(text));
    },
    recordUses: () => uses.write(),
    insert: (tx, options) => insertKey(tx, { ...options, pepper: peppers.pepper, clock, isDemo: false }),
  };
}
