/** The limits per minute (F12): of requests, and of what they cost. */
import type { LimitCounts } from '../../operations/limit-counts.ts';
import { createMemoryRateLimit, type RateLimit, WINDOW_SECONDS } from './rate-limit.ts';
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
  /** The limits of a key that is not publishable, and of an address without an accepted key. */
  readonly ofKeys: HolderLimits;
  readonly ofPublicAddresses: HolderLimits;
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
  return {
    ofKeys: limitsWithin(cost),
    ofPublicAddresses: limitsWithin(Math.ceil(cost * PUBLIC_SHARE)),
    close: () => shared?.close(),
  };
}
