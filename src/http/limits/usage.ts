// biome-ignore-all lint/style/noNonNullAssertion: what was counted has a limit.
/**
 * What a request counts against the limits of its holder (F12). Every response reports what is left of both. `RateLimit-Policy` and
 * `RateLimit` are those of the IETF's draft; `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`, from an earlier one, can
 * report one limit: that of requests, or of cost where nothing else is limited.
 */
import { chain, chainAll, type MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import { RefusedRequest } from '../request/refused-request.ts';
import type { HttpResponse } from '../response/response.ts';
import { type Count, holderOf } from './rate-limit.ts';
import type { HolderLimits, RateLimits } from './rate-limits.ts';

/** A point is 2 us of processor time (A9). */
const POINTS_PER_MS = 500;

/** The usage of a request by a caller (null: without an accepted key) from an address; null: nothing is limited. */
export function openUsage(rateLimits: RateLimits | null, caller: Caller | null, address: string): Usage | null {
  if (rateLimits === null) return null;
  const limits = caller?.isPublishable ? rateLimits.ofPublicAddresses : rateLimits.ofKeys;
  return new Usage(limits, holderOf(caller, address));
}

/** What a request has counted; null: nothing of the kind. */
export interface Counts {
  readonly requests: Count | null;
  readonly cost: Count | null;
}

export class Usage implements Counts {
  requests: Count | null = null;
  /** Null: it has cost nothing yet, or what it costs is not limited. */
  cost: Count | null = null;
  readonly #limits: HolderLimits;
  readonly #holder: string;
  readonly #now: () => number;
  /** Work that would be charged, in milliseconds. */
  #worked = 0;
  #isWorking = false;
  /** Points that it has cost so far. */
  #spent = 0;

  /** @param now a clock in milliseconds */
  constructor(limits: HolderLimits, holder: string, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#holder = holder;
    this.#now = now;
  }

  /** Whether a limit is reached. */
  get isExceeded(): boolean {
    return this.requests?.isExceeded === true || this.cost?.isExceeded === true;
  }

  /** Whether what the request costs is limited. */
  get limitsCost(): boolean {
    return this.#limits.cost !== null;
  }

  /** Counts the request; its refusal when the limit is reached, or more was charged than may be spent. */
  countRequest(): MaybePromise<RefusedRequest | null> {
    const { requests, cost } = this.#limits;
    // Spending goes up to the limit, and only charges lead beyond it; there even no points are too many.
    return chain(
      chainAll([requests?.count(this.#holder) ?? null, cost?.count(this.#holder, 0) ?? null]),
      ([counted, spent]) => {
        this.requests = counted ?? null;
        if (counted?.isExceeded) {
          this.#limits.refused('requests');
          return new RefusedRequest(429);
        }
        if (!spent?.isExceeded) return null;
        this.cost = spent;
        this.#limits.refused('cost');
        return refusedUntil(spent, `Nothing is left of the ${cost!.perMinute} that a minute may cost.`);
      },
    );
  }

  /** Counts what the request is about to cost; its refusal when less is left. */
  spend(points: number): MaybePromise<RefusedRequest | null> {
    const { cost } = this.#limits;
    if (cost === null) return null;
    return chain(cost.count(this.#holder, points), (count) => {
      this.#reportCost(count);
      if (!count.isExceeded) {
        this.#spent += points;
        return null;
      }
      this.#limits.refused('cost');
      return tooExpensive(points, count, cost.perMinute);
    });
  }

  /** Runs synchronous work that is charged for if the request is refused; work within work counts once. */
  working<Result>(run: () => Result): Result {
    if (this.#isWorking) return run();
    const startedAt = this.#now();
    this.#isWorking = true;
    try {
      return run();
    } finally {
      this.#isWorking = false;
      this.#worked += this.#now() - startedAt;
    }
  }

  /**
   * Counts the work of a refused request (A2), by what it took beyond what was spent on it. It is done already, so it counts beyond the
   * limit too, and the next request is refused.
   */
  chargeRefusal(): MaybePromise<void> {
    return this.charge(this.#worked * POINTS_PER_MS - this.#spent);
  }

  /** Counts what is done beyond what was spent, also beyond the limit: in whole points, Redis counts no others. */
  charge(points: number): MaybePromise<void> {
    const { cost } = this.#limits;
    if (cost === null || points <= 0) return undefined;
    const whole = Math.ceil(points);
    this.#spent += whole;
    return chain(cost.charge(this.#holder, whole), (count) => this.#reportCost(count));
  }

  /** What was refused of the request stays refused, whatever else of it is counted afterwards. */
  #reportCost(count: Count): void {
    this.cost = { ...count, isExceeded: count.isExceeded || this.cost?.isExceeded === true };
  }

  /** The headers that report it, names and values alternating. */
  headers(): string[] {
    return rateLimitHeaders(this, this.#limits);
  }
}

/**
 * A response that is there already: it costs what it did when it was computed.
 * @throws RefusedRequest with 429 when less is left
 */
export function payFor(response: HttpResponse, usage: Usage | null): MaybePromise<HttpResponse> {
  if (!usage?.limitsCost || !response.cost) return response;
  return chain(usage.spend(response.cost), (refusal) => {
    if (refusal) throw refusal;
    return response;
  });
}

function tooExpensive(points: number, count: Count, perMinute: number): RefusedRequest {
  const left = perMinute - count.current;
  return points > perMinute
    ? refusedUntil(
        count,
        `The operation costs ${points}; ${perMinute} is the most in a minute.`,
        'Ask for smaller pages or fewer fields.',
      )
    : refusedUntil(count, `The operation costs ${points}; ${left} of ${perMinute} are left in this minute.`);
}

function refusedUntil(
  count: Count,
  reason: string,
  advice = `Try again in ${secondsOf(count)} seconds.`,
): RefusedRequest {
  return new RefusedRequest(429, null, { 'Retry-After': String(secondsOf(count)) }, `${reason} ${advice}`);
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

function secondsOf({ ttlMs }: Count): number {
  return Math.ceil(ttlMs / 1_000);
}
