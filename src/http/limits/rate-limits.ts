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
  const fields = ['ratelimit-policy', limits.policy];
  const told = [
    ...(requests && limits.requests ? [describe('requests', requests, limits.requests)] : []),
    ...(cost && limits.cost ? [describe('cost', cost, limits.cost)] : []),
  ];
  const [first] = told;
  if (!first) return fields;
  fields.push('ratelimit', told.map(({ item }) => item).join(', '));
  fields.push('ratelimit-limit', first.limit, 'ratelimit-remaining', first.remaining, 'ratelimit-reset', first.reset);
  const exceeded = told.find(({ isExceeded }) => isExceeded);
  if (exceeded) fields.push('retry-after', exceeded.reset);
  return fields;
}

function describe(name: string, count: Count, { perMinute }: RateLimit) {
  const remaining = String(perMinute - count.current);
  const reset = String(secondsOf(count));
  const item = `"${name}";r=${remaining};t=${reset}`;
  return { item, limit: String(perMinute), remaining, reset, isExceeded: count.isExceeded };
}

export function secondsOf({ ttlMs }: Count): number {
  return Math.ceil(ttlMs / 1_000);
}
