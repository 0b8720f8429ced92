/**
 * What has become of the bookings that were asked for, counted by a stable code each: `CREATED`, `REPLAYED`, the code of a
 * refusal, or `FAILED` when no answer about the booking could be given. There are only so many codes.
 */

/** The counts of a process. */
export class BookingCounts {
  readonly #counts = new Map<string, number>();

  add(code: string): void {
    this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1);
  }

  /** Codes with how often they came. */
  entries(): Iterable<readonly [code: string, count: number]> {
    return this.#counts;
  }
}
