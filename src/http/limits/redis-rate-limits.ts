/**
 * Limits that all processes count together, in Redis (F12). While it is away, or refuses to count, requests pass uncounted: better unlimited
 * than closed.
 */
import { Redis } from 'ioredis';
import { type Count, type RateLimit, WINDOW_SECONDS } from './rate-limit.ts';

const REDIS_TIMEOUT_MS = 500;
/** After so long without an answer the connection is given up, or each request would wait for a Redis that is silent. */
const SILENCE_MS = 1_000;
const MAX_RECONNECT_DELAY_MS = 2_000;
/** Redis is back when nothing has failed for so long: one that refuses some requests only would come and go with each. */
const STEADY_MS = 1_000;

/** In one step: points that are added and taken back again would refuse what comes in between. */
const ADD_UP_TO = `
  local key, points, most, seconds = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
  redis.call('SET', key, 0, 'EX', seconds, 'NX')
  local spent = tonumber(redis.call('GET', key))
  local fits = spent + tonumber(points) <= tonumber(most)
  if fits then spent = redis.call('INCRBY', key, points) end
  return { spent, redis.call('PTTL', key), fits and 1 or 0 }
`;

type OnChange = (change: { isAway: boolean; code?: string | undefined }) => void;

export interface RedisRateLimits {
  /** A limit that is shared by all who name it alike. */
  limit(name: string, perMinute: number): RateLimit;
  close(): void;
}

/** `onChange` is called when Redis goes away or refuses to count, and when it is back. */
export function openRedisRateLimits({ url, onChange }: { url: string; onChange: OnChange }): RedisRateLimits {
  const redis = connect(url);
  const presence = new Presence(redis, onChange);
  return {
    limit(name, perMinute) {
      const add = async (holder: string, points: number, most: number): Promise<Count> => {
        const key = `spa-stay-gateway:${name}:${holder}`;
        const answer = await redis.eval(ADD_UP_TO, 1, key, points, most, WINDOW_SECONDS);
        const [spent, ttlMs, fits] = answer as [number, number, number];
        return { current: Math.min(spent, perMinute), ttlMs, isExceeded: fits === 0 };
      };
      return {
        perMinute,
        count: (holder, points = 1) => presence.counted(add(holder, points, perMinute)),
        charge: (holder, points) => presence.counted(add(holder, points, Number.MAX_SAFE_INTEGER)),
      };
    },
    close: () => redis.disconnect(),
  };
}

const UNCOUNTED: Count = { current: 0, ttlMs: 0, isExceeded: false };

function connect(url: string): Redis {
  return new Redis(url, {
    connectTimeout: REDIS_TIMEOUT_MS,
    commandTimeout: REDIS_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    maxRetriesPerRequest: 0,
    // Requests must not wait for Redis to come back.
    enableOfflineQueue: false,
    retryStrategy: (attempts) => Math.min(attempts * 100, MAX_RECONNECT_DELAY_MS),
  });
}

/** Whether Redis counts: it may be away, or answer with errors because its disk or its memory is full, or it has become a replica. */
class Presence {
  readonly #redis: Redis;
  readonly #onChange: OnChange;
  #isAway = false;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(redis: Redis, onChange: OnChange) {
    this.#redis = redis;
    this.#onChange = onChange;
    redis.on('error', (error) => this.#failed(error));
    redis.on('ready', () => this.#isBack());
  }

  /** What was counted; nothing where that failed. */
  async counted(counting: Promise<Count>): Promise<Count> {
    try {
      const count = await counting;
      if (performance.now() - this.#failedAt > STEADY_MS) this.#isBack();
      return count;
    } catch (error) {
      // Without a connection, its own error has been reported, or it is the first one and not open yet.
      if (this.#redis.status === 'ready') this.#failed(error as NodeJS.ErrnoException);
      return UNCOUNTED;
    }
  }

  /** Reports only the first failure, and of it only the code: the message may hold the address with its password. */
  #failed({ code, message }: NodeJS.ErrnoException): void {
    this.#failedAt = performance.now();
    if (!this.#isAway) this.#onChange({ isAway: true, code: code ?? /^[A-Z]+\b/.exec(message)?.[0] });
    this.#isAway = true;
  }

  #isBack(): void {
    if (this.#isAway) this.#onChange({ isAway: false });
    this.#isAway = false;
  }
}
