/**
 * The limit of requests per minute and API key, of a publishable one per address too. Each process counts alone, or all together in Redis. While Redis is
 * away requests pass uncounted: better unlimited than closed. Every response reports what is left (`RateLimit-Limit`,
 * `RateLimit-Remaining`, `RateLimit-Reset`), and a refusal when to retry.
 */
import { Redis } from 'ioredis';
import { Address6 } from 'ip-address';
import { LRUCache } from 'lru-cache';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { Caller } from '../../data/keys/api-keys.ts';

const REDIS_KEY_PREFIX = 'spa-stay-gateway:requests';
const REDIS_TIMEOUT_MS = 500;
const MAX_RECONNECT_DELAY_MS = 2_000;
const WINDOW_SECONDS = 60;
/** Holders beyond it, the least recent first, lose their count in this process. */
const CACHED_HOLDERS = 10_000;
/** An IPv6 customer gets a network of this size, so it counts as one holder. */
const IPV6_PREFIX_BITS = 64;

/** The requests of a holder in a window that began with the first, and how many milliseconds they still count. */
export interface RequestCount {
  readonly current: number;
  readonly ttlMs: number;
}

export interface RateLimit {
  readonly perMinute: number;
  /** Counts one request of a holder; reports none while Redis is away. */
  count(holder: string): MaybePromise<RequestCount>;
  close(): void;
}

/** Counts in this process. */
export function createMemoryRateLimit(perMinute: number): RateLimit {
  const windows = new LRUCache<string, { count: number; readonly endsAt: number }>({ max: CACHED_HOLDERS });
  return {
    perMinute,
    count(holder) {
      const now = Date.now();
      const known = windows.get(holder);
      const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + WINDOW_SECONDS * 1_000 };
      window.count++;
      windows.set(holder, window);
      return { current: window.count, ttlMs: window.endsAt - now };
    },
    close() {},
  };
}

/** Counts in Redis, for all processes. `onChange` is called when Redis goes away and when it is back. */
export function createRedisRateLimit(
  perMinute: number,
  { url, onChange }: { url: string; onChange: (change: { isAway: boolean; code?: string | undefined }) => void },
): RateLimit {
  const redis = connect(url, onChange);
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: REDIS_KEY_PREFIX,
    points: perMinute,
    duration: WINDOW_SECONDS,
  });
  return {
    perMinute,
    count: (holder) =>
      limiter
        .consume(holder)
        .then(countOf, (refusal) => (refusal instanceof RateLimiterRes ? countOf(refusal) : UNCOUNTED)),
    close: () => redis.disconnect(),
  };
}

const UNCOUNTED: RequestCount = { current: 0, ttlMs: 0 };

function countOf({ consumedPoints, msBeforeNext }: RateLimiterRes): RequestCount {
  return { current: consumedPoints, ttlMs: msBeforeNext };
}

/** The headers that report what is left, names and values alternating. */
export function rateLimitHeaders({ current, ttlMs }: RequestCount, perMinute: number): string[] {
  const reset = String(Math.ceil(ttlMs / 1_000));
  const remaining = String(Math.max(0, perMinute - current));
  const fields = ['ratelimit-limit', String(perMinute), 'ratelimit-remaining', remaining, 'ratelimit-reset', reset];
  if (current > perMinute) fields.push('retry-after', reset);
  return fields;
}

/**
 * Whose request is counted: the key's. Everybody has a publishable key, so each address has its limit alone (S7). Unknown keys
 * share the count of their network, or guessing keys would be unlimited.
 */
export function holderOf(caller: Pick<Caller, 'apiKeyId' | 'isPublishable'> | null, address = ''): string {
  if (caller === null) return networkOf(address);
  return caller.isPublishable ? `${caller.apiKeyId} ${networkOf(address)}` : caller.apiKeyId;
}

/** The holder that an address belongs to. */
export function networkOf(address: string): string {
  if (!Address6.isValid(address)) return address.toLowerCase();
  const parsed = new Address6(address);
  return parsed.isMapped4()
    ? parsed.to4().correctForm()
    : new Address6(`${address}/${IPV6_PREFIX_BITS}`).startAddress().correctForm();
}

function connect(url: string, onChange: (change: { isAway: boolean; code?: string | undefined }) => void): Redis {
  const redis = new Redis(url, {
    connectTimeout: REDIS_TIMEOUT_MS,
    commandTimeout: REDIS_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    // Requests must not wait for Redis to come back.
    enableOfflineQueue: false,
    retryStrategy: (attempts) => Math.min(attempts * 100, MAX_RECONNECT_DELAY_MS),
  });
  let isAway = false;
  redis.on('error', (error: NodeJS.ErrnoException) => {
    // Reported once, not at every reconnection. The message may hold the address with its password.
    if (!isAway) onChange({ isAway: true, code: error.code });
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) onChange({ isAway: false });
    isAway = false;
  });
  return redis;
}
