/**
 * The limits per minute (F12): of requests, and of what they cost. Every response reports what is left of both. `RateLimit-Policy` and
 * `RateLimit` are those of the IETF's draft; `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`, from an earlier one, can
 * report one limit: that of requests, or of cost where nothing else is limited.
 */
import { type Count, createMemoryRateLimit, type RateLimit, WINDOW_SECONDS } from './rate-limit.ts';
import { openRedisRateLimits } from './redis-rate-limits.ts';

export interface RateLimits {
  /** Null: no limit. */
  readonly requests: RateLimit | null;
  /** Null: no limit. */
  readonly cost: RateLimit | null;
  /** Of both, as `RateLimit-Policy`. */
  readonly policy: string;
  close(): void;
}

/** Both limits, 0 for none, counted in this process or in a Redis; null: nothing is limited. */
export function createRateLimits(
  { requests, cost }: { readonly requests: number; readonly cost: number },
  redis: Parameters<typeof openRedisRateLimits>[0] | null,
): RateLimits | null {
  if (requests === 0 && cost === 0) return null;
  const shared = redis && openRedisRateLimits(redis);
  const limit = (name: string, perMinute: number) =>
    perMinute === 0 ? null : (shared?.limit(name, perMinute) ?? createMemoryRateLimit(perMinute));
  const policies = Object.entries({ requests, cost }).filter(([, perMinute]) => perMinute > 0);
  return {
    requests: limit('requests', requests),
    cost: limit('cost', cost),
    policy: policies.map(([name, perMinute]) => `"${name}";q=${perMinute};w=${WINDOW_SECONDS}`).join(', '),
    close: () => shared?.close(),
  };
}

/** What a request has counted; null: nothing of the kind. */
export interface Counts {
  readonly requests: Count | null;
  readonly cost: Count | null;
}

/** The headers that report what is left, names and values alternating; of a refusal also when to retry. */
export function rateLimitHeaders({ requests, cost }: Counts, limits: RateLimits): string[] {
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

function describeCost(count: Count, { cost }: RateLimits): string {
  return `"cost";r=${cost!.perMinute - count.current};t=${secondsOf(count)}`;
}

export function secondsOf({ ttlMs }: Count): number {
  return Math.ceil(ttlMs / 1_000);
}
