/**
 * Totals of stays without loyalty (P2, P4, L4), of one room after another: the amount of `quoteStay` and nothing else. A search
 * looks at a hundred thousand rooms, so nothing is allocated for a room or a stay; the runs of the rate book are read as they are.
 */
import { type Currency, portionOf } from '../pricing/money.ts';
import { firstRunAt, type Runs } from '../pricing/price-runs.ts';
import { findWinners, type Promotion } from '../pricing/promotion.ts';
import { firstRateList, type RateBook } from '../pricing/rate-book.ts';
import { RATE_LISTS } from '../pricing/room-rates.ts';
import type { Day, DayRange } from '../time/civil-date.ts';

/** The total of a stay that has no price in the currency. */
export const UNPRICED = -1;

const NONE = -1;

export class StayTotals {
  readonly #currency: Currency;
  /** The nights of all stays that are asked for. */
  readonly #nights: DayRange;
  /** By night - `#nights.from`: the index of the promotion that wins it, or `NONE`. */
  readonly #winners: Int16Array;
  #promotions: readonly Promotion[] = [];
  /** By promotion: the sum of the nights that it wins of the stay that is being priced, each of a package as the whole package. */
  #won = new Float64Array(0);
  #book: RateBook | null = null;
  readonly #nightly = { first: 0, end: 0 };
  readonly #packages = { first: 0, end: 0 };

  constructor(currency: Currency, nights: DayRange) {
    this.#currency = currency;
    this.#nights = nights;
    this.#winners = new Int16Array(nights.to - nights.from + 1);
  }

  /** Sets the promotions of the following rooms, from `applicablePromotions`. */
  setPromotions(promotions: readonly Promotion[]): void {
    const { from, to } = this.#nights;
    const valid = promotions.filter(
      ({ validFrom, validTo }) => validFrom <= to && (validTo === null || from < validTo),
    );
    this.#promotions = valid;
    if (valid.length === 0) return;
    this.#won = new Float64Array(valid.length);
    for (const stretch of findWinners(valid, this.#nights)) {
      const winner = stretch.promotion === null ? NONE : valid.indexOf(stretch.promotion);
      this.#winners.fill(winner, stretch.from - from, stretch.to - from + 1);
    }
  }

  /** Turns to a room. Returns whether it has any rate in the currency. */
  setRoom(book: RateBook, roomTypeNumber: number): boolean {
    const list = firstRateList(book, roomTypeNumber, this.#currency);
    if (list < 0) return false;
    const { bounds } = book.runs;
    this.#book = book;
    this.#nightly.first = bounds[list + RATE_LISTS.nightly]!;
    this.#nightly.end = bounds[list + RATE_LISTS.nightly + 1]!;
    this.#packages.first = bounds[list + RATE_LISTS.packages]!;
    this.#packages.end = bounds[list + RATE_LISTS.packages + 1]!;
    return this.#nightly.first < this.#nightly.end || this.#packages.first < this.#packages.end;
  }

  /** The total of a stay of `nights` nights in the room, in minor units, or `UNPRICED`. Its nights are among those of the search. */
  totalOf(arrival: Day, nights: number): number {
    const place = arrival - this.#book!.firstNight;
    const run = this.#packageOf(place, nights);
    if (run >= 0) return this.#totalOfPackage(this.#book!.runs.amountsMinor[run]!, arrival, nights);
    return this.#promotions.length === 0 ? this.#sumNights(place, nights) : this.#totalOfNights(arrival, nights);
  }

  /** The run of the package of exactly these nights whose season spans them (P2), or `NONE`; they are disjoint (P3). */
  #packageOf(place: number, nights: number): number {
    const { froms, tos, divisors } = this.#book!.runs;
    for (let run = this.#packages.first; run < this.#packages.end; run++) {
      if (divisors[run] === nights && froms[run]! <= place && place + nights - 1 <= tos[run]!) return run;
    }
    return NONE;
  }

  #totalOfPackage(baseMinor: number, arrival: Day, nights: number): number {
    if (this.#promotions.length === 0) return baseMinor;
    const won = this.#won.fill(0);
    const start = arrival - this.#nights.from;
    for (let night = start; night < start + nights; night++) {
      const winner = this.#winners[night]!;
      if (winner !== NONE) won[winner]! += baseMinor;
    }
    return this.#reduced(baseMinor, nights);
  }

  #sumNights(start: number, nights: number): number {
    const { froms, tos, amountsMinor } = this.#book!.runs;
    const end = start + nights;
    let place = start;
    let sumMinor = 0;
    for (let run = this.#runAt(place); run < this.#nightly.end && froms[run]! <= place; run++) {
      const next = Math.min(tos[run]! + 1, end);
      sumMinor += (next - place) * amountsMinor[run]!;
      place = next;
      if (place === end) return sumMinor;
    }
    return UNPRICED;
  }

  #totalOfNights(arrival: Day, nights: number): number {
    const { froms, tos, amountsMinor } = this.#book!.runs;
    const start = arrival - this.#book!.firstNight;
    const toWinners = this.#book!.firstNight - this.#nights.from;
    const won = this.#won.fill(0);
    let baseMinor = 0;
    let run = this.#runAt(start);
    for (let place = start; place < start + nights; place++) {
      if (run < this.#nightly.end && tos[run]! < place) run++;
      if (run >= this.#nightly.end || froms[run]! > place) return UNPRICED;
      baseMinor += amountsMinor[run]!;
      const winner = this.#winners[place + toWinners]!;
      if (winner !== NONE) won[winner]! += amountsMinor[run]!;
    }
    return this.#reduced(baseMinor, 1);
  }

  /**
   * The base less the line of each promotion: its part of what it won, divided by `divisor`. A quote cuts a line that would take more
   * than is left; in which order does not matter to what remains.
   */
  #reduced(baseMinor: number, divisor: number): number {
    let total = baseMinor;
    for (let index = 0; index < this.#promotions.length; index++) {
      total -= portionOf(this.#won[index]!, this.#promotions[index]!.basisPoints, divisor);
    }
    return Math.max(0, total);
  }

  #runAt(place: number): number {
    return firstRunAt(this.#book!.runs, this.#nightly satisfies Runs, place);
  }
}
