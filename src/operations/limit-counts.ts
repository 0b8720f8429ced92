/** Counts what limits have refused or delayed, for `/metrics` (A1 to A9). Every limit starts at 0. */

/** The limits on what a caller may spend, by their names in metrics. */
export const LIMITS = [
  ...(['requests', 'cost', 'concurrency', 'connections', 'unsent_bytes', 'answer_size', 'subscriptions'] as const),
  ...(['bookings', 'room_nights', 'holds', 'mails', 'lookups'] as const),
] as const;

export type Limit = (typeof LIMITS)[number];

export class LimitCounts {
  readonly #counts = new Map<Limit, number>(LIMITS.map((limit) => [limit, 0]));

  add(limit: Limit): void {
    this.#counts.set(limit, this.count(limit) + 1);
  }

  count(limit: Limit): number {
    return this.#counts.get(limit) ?? 0;
  }

  /** All limits with their counts. */
  entries(): Iterable<readonly [limit: Limit, count: number]> {
    return this.#counts;
  }
}
