// biome-ignore-all lint/style/noNonNullAssertion: what was counted has a limit.
/**
 * The limits per minute (F12): of requests, and of what they cost. Every response reports what is left of both. `RateLimit-Policy` and
 * `RateLimit` are those of the IETF's draft; `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`, from an earlier one, can
 * report one limit: that of requests, or of cost where nothing else is limited.
 */
import type { Caller } from '../../data/keys/api-keys.ts';
import type { LimitCounts } from '../../operations/limit-counts.ts';
import { type Count, createMemoryRateLimit, type RateLimit, WINDOW_SECONDS } from './rate-limit.ts';
import { openRedisRateLimits } from './redis-rate-limits.ts';

/** The limits of one kind of holders. */
export interface HolderLimits {
  /** Null: no limit. */
  readonly requests: RateLimit | null;
  /** Null: no limit. */
  readonly cost: RateLimit | null;
  /** The policy of both limits, as `RateLimit-Policy`. */
  readonly policy: string;
  /** Counts a refusal. */
  refused(limit: 'requests' | 'cost'): void;
}

export interface RateLimits {
  /** The limits of a caller; null: an address without an accepted key. */
  of(caller: Pick<Caller, 'isPublishable'> | null): HolderLimits;
  close(): void;
}

/** An address of a publishable key may cost so much of what another key may (A9): everybody has such a key. */
const PUBLIC_SHARE = 1 / 6;

/** Both limits, 0 for none, counted in this process or in a Redis; null: nothing is limited. */
export function createRateLimits(
  { requests, cost }: { readonly requests: number; readonly cost: number },
  redis: Parameters<typeof openRedisRateLimits>[0] | null,
  counts: Pick<LimitCounts, 'add'>,
): RateLimits | null {
  if (requests === 0 && cost === 0) return null;
  const shared = redis && openRedisRateLimits(redis);
  const limit = (name: string, perMinute: number) =>
    perMinute === 0 ? null : (shared?.limit(name, perMinute) ?? createMemoryRateLimit(perMinute));
  const inRequests = limit('requests', requests);
  const limitsWithin = (most: number): HolderLimits => {
    const policies = Object.entries({ requests, cost: most }).filter(([, perMinute]) => perMinute > 0);
    return {
      requests: inRequests,
      cost: limit('cost', most),
      policy: policies.map(([name, perMinute]) => `"${name}";q=${perMinute};w=${WINDOW_SECONDS}`).join(', '),
      refused: (limit) => counts.add(limit),
    };
  };
  const ofKeys = limitsWithin(cost);
  const ofPublicAddresses = limitsWithin(Math.ceil(cost * PUBLIC_SHARE));
  return { of: (caller) => (caller?.isPublishable ? ofPublicAddresses : ofKeys), close: () => shared?.close() };
}

/** What a request has counted; null: nothing of the kind. */
export interface Counts {
  readonly requests: Count | null;
  readonly cost: Count | null;
}

/** The headers that report what is left, names and values alternating; of a refusal also when to retry. */
export function rateLimitHeaders({ requests, cost }: Counts, limits: HolderLimits): string[] {
  const first = requests ?? cost;
  if (first === null) return ['ratelimit-policy', limits.policy];
  const limit = requests === null ? limits.cost : limits.requests;
  const remaining = String(limit!.perMinute - first.current);
  const reset = String(secondsOf(first));
  const left = `"${requests === null ? 'cost' : 'requests'}";r=${remaining};t=${reset}`;
  const fields = ['ratelimit-policy', limits.policy];
  fields.push('ratelimit', requests && cost ? `${left}, ${describeCost(cost, limits)}` : left);
  fields.push('ratelimit-limit', String(limit!.perMinute), 'ratelimit-remaining', remaining, 'ratelimit-reset', reset);
  const exceeded = cost?.isExceeded ? cost : requests;
  if (exceeded?.isExceeded) fields.push('retry-after', String(secondsOf(exceeded)));
  return fields;
}

function describeCost(count: Count, { cost }: HolderLimits): string {
  return `"cost";r=${cost!.perMinute - count.current};t=${secondsOf(count)}`;
}

export function secondsOf({ ttlMs }: Count): number {
  return Math.ceil(ttlMs / 1_000);
}
