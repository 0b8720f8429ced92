/**
 * Limits that all processes count together, in Redis. While it is away requests pass uncounted: better unlimited than closed.
 */
import { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type Count, type RateLimit, WINDOW_SECONDS } from './rate-limit.ts';

const REDIS_TIMEOUT_MS = 500;
/** After so long without an answer the connection is given up, or each request would wait for a Redis that is silent. */
const SILENCE_MS = 1_000;
const MAX_RECONNECT_DELAY_MS = 2_000;

type OnChange = (change: { isAway: boolean; code?: string | undefined }) => void;

export interface RedisRateLimits {
  /** A limit that is shared by all who name it alike. */
  limit(name: string, perMinute: number): RateLimit;
  close(): void;
}

/** `onChange` is called when Redis goes away and when it is back. */
export function openRedisRateLimits({ url, onChange }: { url: string; onChange: OnChange }): RedisRateLimits {
  const redis = connect(url, onChange);
  return {
    limit(name, perMinute) {
      const limiter = new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: `spa-stay-gateway:${name}`,
        points: perMinute,
        duration: WINDOW_SECONDS,
      });
      return {
        perMinute,
        count: (holder, points = 1) => consume(limiter, holder, points),
        charge: (holder, points) => charge(limiter, holder, points),
      };
    },
    close: () => redis.disconnect(),
  };
}

const UNCOUNTED: Count = { current: 0, ttlMs: 0, isExceeded: false };

async function consume(limiter: RateLimiterRedis, holder: string, points: number): Promise<Count> {
  try {
    const { consumedPoints, msBeforeNext } = await limiter.consume(holder, points);
    return { current: consumedPoints, ttlMs: msBeforeNext, isExceeded: false };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) return UNCOUNTED;
    const { consumedPoints, msBeforeNext } = refusal;
    // A single point is not worth the way: beyond the limit there is nothing smaller.
    if (points > 1) await limiter.reward(holder, points).catch(() => {});
    return { current: Math.min(consumedPoints - points, limiter.points), ttlMs: msBeforeNext, isExceeded: true };
  }
}

async function charge(limiter: RateLimiterRedis, holder: string, points: number): Promise<Count> {
  try {
    const { consumedPoints, msBeforeNext } = await limiter.penalty(holder, points);
    return { current: Math.min(consumedPoints, limiter.points), ttlMs: msBeforeNext, isExceeded: false };
  } catch {
    return UNCOUNTED;
  }
}

function connect(url: string, onChange: OnChange): Redis {
  const redis = new Redis(url, {
    connectTimeout: REDIS_TIMEOUT_MS,
    commandTimeout: REDIS_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
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
