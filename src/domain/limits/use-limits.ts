/**
 * Limits on how often something is used within a time (A4, A6, B8): how many uses, or how large ones, fit into a window that slides.
 * Instants are milliseconds since 1970. A window excludes its first instant: a use leaves it exactly `windowMs` after it was made.
 */

/** At most `most` in any window. */
export interface UseLimit {
  /** The sum of the amounts. */
  readonly most: number;
  readonly windowMs: number;
}

/** One use, made at an instant. */
export interface Use {
  readonly at: number;
  /** A whole number from 1, for example room nights; 1 where only the times count. */
  readonly amount: number;
}

/** What is counted of a subject, newest first. */
export type Uses = readonly Use[];

/** The sum of what was used in the window that ends at `now`. Clocks differ, so uses after `now` are in it. */
export function usedWithin(uses: Uses, { windowMs, now }: { windowMs: number; now: number }): number {
  return uses.reduce((sum, { at, amount }) => (at > now - windowMs ? sum + amount : sum), 0);
}

/** The use that is asked for. */
interface AskedUse {
  readonly limits: readonly UseLimit[];
  readonly amount: number;
  readonly now: number;
}

/**
 * The limit that makes one more use of `amount` wait longest, and until when, if there are no others meanwhile; null: it is within
 * all limits. An amount above a limit never is; it has to wait a whole window.
 */
export function longestWait(
  uses: Uses,
  { limits, amount, now }: AskedUse,
): { readonly limit: UseLimit; readonly until: number } | null {
  const [longest] = limits
    .map((limit) => ({ limit, until: allowedUnder(limit, uses, { amount, now }) }))
    .sort((a, b) => b.until - a.until);
  return longest !== undefined && longest.until > now ? longest : null;
}

/** When one more use of `amount` is within all limits: `now`, or the instant at which enough has left the windows. */
export function allowedAt(uses: Uses, asked: AskedUse): number {
  return longestWait(uses, asked)?.until ?? asked.now;
}

function allowedUnder(
  { most, windowMs }: UseLimit,
  uses: Uses,
  { amount, now }: Pick<AskedUse, 'amount' | 'now'>,
): number {
  if (amount > most) return now + windowMs;
  let room = most - amount - usedWithin(uses, { windowMs, now });
  let allowed = now;
  for (const use of uses.filter(({ at }) => at > now - windowMs).reverse()) {
    if (room >= 0) break;
    room += use.amount;
    allowed = use.at + windowMs;
  }
  return allowed;
}

/** When a use comes to its turn, if `ahead` others that wait come first, each as soon as it may. */
export function turnAfter(
  uses: Uses,
  { ahead, limits, now }: { ahead: number; limits: readonly UseLimit[]; now: number },
): number {
  let waiting = uses;
  for (let place = 0; ; place++) {
    const at = allowedAt(waiting, { limits, amount: 1, now });
    if (place === ahead) return at;
    waiting = withUse(waiting, { at, amount: 1 }, limits);
  }
}

/**
 * What has to be stored after one more use: the newest, and no more of them than the highest limit allows, because each has an amount of
 * at least 1. Old ones are not dropped by their time: the clock of another process may be slow.
 */
export function withUse(uses: Uses, use: Use, limits: readonly UseLimit[]): Uses {
  return [...uses, use].sort((a, b) => b.at - a.at).slice(0, Math.max(...limits.map(({ most }) => most)));
}

/** The longest window: an older use counts against none of the limits. */
export function longestWindow(limits: readonly UseLimit[]): number {
  return Math.max(...limits.map(({ windowMs }) => windowMs));
}

/** Whole seconds from `now` to a later instant, at least 1. */
export function secondsUntil(instant: number, now: number): number {
  return Math.max(1, Math.ceil((instant - now) / 1_000));
}
