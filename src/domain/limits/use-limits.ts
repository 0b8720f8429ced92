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

/**
 * When one more use of `amount` keeps within all limits, if there are no others meanwhile: `now`, or the instant at which enough has
 * left the windows. An amount above a limit never does; it gets the end of a whole window.
 */
export function allowedAt(
  uses: Uses,
  { limits, amount, now }: { limits: readonly UseLimit[]; amount: number; now: number },
): number {
  return limits.reduce((latest, { most, windowMs }) => {
    let room = most - amount - usedWithin(uses, { windowMs, now });
    if (room >= 0) return latest;
    if (amount > most) return Math.max(latest, now + windowMs);
    let leaves = now;
    for (const use of uses.filter(({ at }) => at > now - windowMs).reverse()) {
      room += use.amount;
      leaves = use.at + windowMs;
      if (room >= 0) break;
    }
    return Math.max(latest, leaves);
  }, now);
}

/**
 * What has to be kept after one more use: the newest, and no more of them than the highest limit allows, because each has an amount of
 * at least 1. Old ones are not dropped by their time: the clock of another process may be slow.
 */
export function withUse(uses: Uses, use: Use, limits: readonly UseLimit[]): Uses {
  return [...uses, use].sort((a, b) => b.at - a.at).slice(0, Math.max(...limits.map(({ most }) => most)));
}

/** After that time a use counts against none of the limits. */
export function longestWindow(limits: readonly UseLimit[]): number {
  return Math.max(...limits.map(({ windowMs }) => windowMs));
}

/** Whole seconds from `now` to a later instant, at least 1. */
export function secondsUntil(instant: number, now: number): number {
  return Math.max(1, Math.ceil((instant - now) / 1_000));
}
