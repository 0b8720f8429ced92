/**
 * The response cache (U5). A response is reused for the same request by callers with the same visibility until one of its
 * dependencies changes. So a booking invalidates the responses about its room type in those months and no others. A page that is out of
 * date then lends those of its records that are not to the page that replaces it. A response about its caller alone is never
 * cached. After a change all who ask for the same find theirs stale; the first computes it, the others wait and look again. Nobody
 * waits twice, so what cannot be cached is computed by all at once; and nobody waits for a read that waits for a place of another
 * holder (A9). Without the cache a request takes 4 to 140 times the processor time, and without the waiting sixteen who ask for the same
 * page after a change 2.4 to 4.7 times (bench/ABLATION.md).
 */
import { LRUCache } from 'lru-cache';
import type { RecordedEpochs } from '../../data/cache/dependencies.ts';
import type { CacheStats } from '../../data/cache/epoch-cache.ts';
import { chain, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import { dayInTimeZone, utcDay } from '../../domain/time/civil-date.ts';
import type { Clock } from '../../domain/time/clock.ts';
import type { RequestContext } from '../../operations/access/request-context.ts';
import { holderName } from '../../operations/holder-places.ts';
import { type CachedPage, type CachedRecords, PageRecords } from '../../operations/page/page-records.ts';
import type { Bytes } from '../../operations/page/serialized-json.ts';
import type { HttpResponse } from './response.ts';

interface CachedResponse extends CachedPage {
  readonly response: HttpResponse;
  /** The epochs this response depends on. */
  readonly epochs: RecordedEpochs;
  /** In memory, in bytes. */
  readonly size: number;
}

/** What an entry takes besides its bytes and its key. */
const OVERHEAD_BYTES = 600;
/** What a record takes besides its dependencies. */
const RECORD_BYTES = 400;
const NO_RECORDS: CachedRecords = new Map();
const BYTES_PER_MEGABYTE = 1024 * 1024;
/** Room for the compressed variants. */
const ENCODINGS_FACTOR = 1.5;
/** One response may take at most one part in so many of the cache. */
const MAX_SHARE = 6;

export interface ResponseCache {
  /** The cached response to the same request by a caller with the same visibility, unless it is stale. */
  get(caller: Caller, key: string): HttpResponse | null;
  /**
   * The response of the same request that is being computed, once it is cached; null: compute it. Only a response that is fresh
   * by then counts, so a change during the wait is not missed.
   */
  awaitPending(asked: AskedResponse): MaybePromise<HttpResponse | null>;
  /** Lets others wait until a read is answered; once it waits itself, only those of its holder. */
  addPending(asked: AskedResponse, response: MaybePromise<HttpResponse>): void;
  /** The records of the page that answers the request, for its context; null: they are not cached. */
  recordsOf(caller: Caller, key: string): PageRecords | null;
  /** Caches a response if it may be reused. Returns whether it does. */
  put(context: RequestContext, key: string, response: HttpResponse, operation?: string | null): boolean;
  /** Sizes in bytes. */
  stats(): CacheStats;
}

/** A response that is not cached, as one holder asks for it. */
export class AskedResponse {
  readonly caller: Caller;
  /** Null: its caller has a key of its own. */
  readonly network: string | null;
  readonly key: string;
  #withdraw: (() => void) | null = null;
  #hasWaited = false;

  constructor(caller: Caller, network: string | null, key: string) {
    this.caller = caller;
    this.network = network;
    this.key = key;
  }

  /** Called when its operation has to wait for a place of the holder: then nobody else waits for its response. */
  readonly waits = (): void => {
    this.#hasWaited = true;
    this.#withdraw?.();
  };

  /** Calls `withdraw` as soon as it has to wait, at once if it had to already. */
  whenWaiting(withdraw: () => void): void {
    if (this.#hasWaited) withdraw();
    else this.#withdraw = withdraw;
  }
}

/** A size of 0 disables the cache. The caller must make sure that the epochs are current. */
export function createResponseCache({
  megabytes,
  clock,
  businessTimeZone,
}: {
  megabytes: number;
  clock: Clock;
  businessTimeZone: string;
}): ResponseCache {
  const size = megabytes * BYTES_PER_MEGABYTE;
  const entries = new LRUCache<string, CachedResponse>({
    maxSize: Math.max(1, size),
    sizeCalculation: (entry) => entry.size,
  });
  const pendingOfAll = new Map<string, Promise<void>>();
  /** The same by holder: here a read stays while it waits for a place. */
  const pendingOfHolders = new Map<string, Promise<void>>();
  const keyOf = (caller: Caller, key: string) => `${caller.visibilityKey} ${key}`;

  function get(caller: Caller, key: string): HttpResponse | null {
    if (size === 0) return null;
    const entry = entries.get(keyOf(caller, key));
    if (!entry) return null;
    const now = clock.now();
    const isOfToday = entry.today === dayInTimeZone(now, businessTimeZone) && entry.todayUtc === utcDay(now);
    return isOfToday && entry.epochs.isFresh() ? entry.response : null;
  }

  return {
    get,
    awaitPending(asked) {
      if (pendingOfHolders.size === 0 && pendingOfAll.size === 0) return null;
      const name = keyOf(asked.caller, asked.key);
      const computed = pendingOfHolders.get(`${holderName(asked)} ${name}`) ?? pendingOfAll.get(name);
      return computed === undefined ? null : chain(computed, () => get(asked.caller, asked.key));
    },
    addPending(asked, response) {
      if (!(response instanceof Promise) || size === 0) return;
      const name = keyOf(asked.caller, asked.key);
      share(pendingOfHolders, `${holderName(asked)} ${name}`, response);
      asked.whenWaiting(share(pendingOfAll, name, response));
    },
    recordsOf: (caller, key) => (size === 0 ? null : new PageRecords(entries.peek(keyOf(caller, key)) ?? null)),
    put({ dependencies, records, caller, today, todayUtc }, key, response, operation = null) {
      const epochs = dependencies.recorded();
      const cached = records?.made ?? NO_RECORDS;
      const inMemory = key.length * 2 + epochs.size + sizeOf(cached, 'parts' in response.bytes) + OVERHEAD_BYTES;
      const bytes = response.bytes.length * ENCODINGS_FACTOR + inMemory;
      if (dependencies.isPrivate || bytes > size / MAX_SHARE) {
        // The one before has lent its records, which are parts of this one now.
        entries.delete(keyOf(caller, key));
        return false;
      }
      entries.set(keyOf(caller, key), {
        records: cached,
        response: { ...response, bytes: copyOutOfPool(response.bytes), source: { origin: 'stored', operation } },
        epochs,
        today,
        todayUtc,
        size: Math.ceil(bytes),
      });
      return true;
    },
    stats: () => ({ entries: entries.size, size: entries.calculatedSize, limit: size }),
  };
}

/** Lets others wait for a response under a name, unless there is another one. Returns what ends that sooner. */
function share(pending: Map<string, Promise<void>>, name: string, response: Promise<HttpResponse>): () => void {
  if (pending.has(name)) return () => {};
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = () => {
      // Another one may have the name by now.
      if (pending.get(name) === ended) pending.delete(name);
      resolve();
    };
  });
  pending.set(name, ended);
  response.then(end, end);
  return end;
}

/** In memory, in bytes, without the JSON that is part of the page: of a page in parts, that is the JSON of its records alone. */
function sizeOf(records: CachedRecords, isInParts: boolean): number {
  let bytes = 0;
  for (const made of records.values()) {
    for (const { epochs, json } of made.values()) {
      bytes += epochs.size + RECORD_BYTES + (isInParts ? json.bytesBesideParts : 0);
    }
  }
  return bytes;
}

/** Copies small buffers: they are slices of 8 kB slabs, and caching one would keep its whole slab alive, uncounted. */
function copyOutOfPool(bytes: Bytes): Bytes {
  if ('parts' in bytes || bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
