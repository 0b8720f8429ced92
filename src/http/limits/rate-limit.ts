/**
 * The limit of requests per minute and API key. Each process counts for itself, or all of them together in Redis; when that
 * is away, requests pass uncounted: a limit that cannot be kept is no reason to sell nothing. Every answer tells what is
 * left (`RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset`), and one that is refused when to come back.
 */
import { Redis } from 'ioredis';
import { Address6 } from 'ip-address';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { MaybePromise } from '../../data/cache/maybe-promise.ts';
import { type RequestCount, RequestCounts } from './request-counts.ts';

const REDIS_KEYS = 'spa-stay-gateway:requests';
const REDIS_TIMEOUT_MS = 500;
const LONGEST_PAUSE_MS = 2_000;
const WINDOW_SECONDS = 60;
/** Networks of this size are one holder: whoever has an IPv6 address has a whole one. */
const IPV6_PREFIX_BITS = 64;

/** Counts requests against a limit. */
export interface RateLimit {
  readonly perMinute: number;
  /** Counts one more of a holder; nothing where nobody can count. */
  count(holder: string): MaybePromise<RequestCount>;
  close(): void;
}

/** A limit that this process counts by itself. */
export function countHere(perMinute: number): RateLimit {
  const counts = new RequestCounts();
  return { perMinute, count: (holder) => counts.add(holder), close() {} };
}

/** A limit that all processes count together in Redis. `onChange` is told when it goes away and when it is back. */
export function countInRedis(
  perMinute: number,
  { url, onChange }: { url: string; onChange: (change: { isAway: boolean; code?: string | undefined }) => void },
): RateLimit {
  const redis = connect(url, onChange);
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: REDIS_KEYS,
    points: perMinute,
    duration: WINDOW_SECONDS,
  });
  return {
    perMinute,
    count: (holder) =>
      limiter
        .consume(holder)
        .then(countOf, (refusal) => (refusal instanceof RateLimiterRes ? countOf(refusal) : NOTHING_COUNTED)),
    close: () => redis.disconnect(),
  };
}

const NOTHING_COUNTED: RequestCount = { current: 0, ttlMs: 0 };

function countOf({ consumedPoints, msBeforeNext }: RateLimiterRes): RequestCount {
  return { current: consumedPoints, ttlMs: msBeforeNext };
}

/** Headers that tell what is left of a limit, names and values in turn. */
export function limitFields({ current, ttlMs }: RequestCount, perMinute: number): string[] {
  const reset = String(Math.ceil(ttlMs / 1_000));
  const remaining = String(Math.max(0, perMinute - current));
  const fields = ['ratelimit-limit', String(perMinute), 'ratelimit-remaining', remaining, 'ratelimit-reset', reset];
  if (current > perMinute) fields.push('retry-after', reset);
  return fields;
}

/** Where a request comes from, as one holder of a count. */
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
    // While it is away a request is not to wait for it.
    enableOfflineQueue: false,
    retryStrategy: (attempts) => Math.min(attempts * 100, LONGEST_PAUSE_MS),
  });
  let isAway = false;
  redis.on('error', (error: NodeJS.ErrnoException) => {
    // Reported once, not at every attempt to connect; the message may hold the address, and that a password.
    if (!isAway) onChange({ isAway: true, code: error.code });
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) onChange({ isAway: false });
    isAway = false;
  });
  return redis;
}
