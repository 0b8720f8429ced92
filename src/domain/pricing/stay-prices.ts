// biome-ignore-all lint/style/noNonNullAssertion: a room is set before prices are asked for, stretches and runs reach beyond the last night of a stay, and each winner is a promotion; a check would run for each stay of a search.
/**
 * The prices of stays before loyalty (P2, P4, L4): the one engine that quotes and all searches ask. It walks over the runs of a
 * rate book and the stretches that a promotion wins, and answers with the total of a stay or with every line behind it. A
 * search looks at a hundred thousand rooms, so a total allocates nothing, and a stay that begins on the same day as the one
 * before and is longer continues its sums.
 */
import type { Stay } from '../stay/stay.ts';
import type { Day, DayRange } from '../time/civil-date.ts';
import type { Currency } from './money.ts';
import type { PriceListKind } from './price-list.ts';
import { firstRunAt, NO_RUNS, runsOf } from './price-runs.ts';
import { findWinners, type Promotion, promotionLine } from './promotion.ts';
import { firstRateList, nightPrices, type RateBook } from './rate-book.ts';
import { RATE_LISTS } from './room-rates.ts';

/** The total of a stay that has no price in the currency. */
export const UNPRICED = -1;

const NONE = -1;
const BY_NIGHT = 0;
/** The winners where no promotion counts: one stretch without any. */
const NO_WINNERS: readonly number[] = [NONE];

export interface PromotionLine<P extends Promotion = Promotion> {
  readonly promotion: P;
  /** The nights of the stay that it won. */
  readonly nights: number;
  /** Taken off the base. */
  readonly amountMinor: number;
}

/** What a stay costs: `amountMinor` is the base less all lines. */
export interface StayPrice<P extends Promotion = Promotion> {
  readonly priceListKind: PriceListKind;
  readonly baseMinor: number;
  /** In the order of the first night won. */
  readonly promotions: readonly PromotionLine<P>[];
  readonly amountMinor: number;
}

/** Where prices end. Nights outside the book have none. */
export interface Unpriced {
  /** The first night without a night price (P6); where each has one, the first without a PER_NIGHT rate. */
  readonly firstUnpricedNight: Day;
}

export class StayPrices<P extends Promotion = Promotion> {
  readonly #currency: Currency;
  /** The nights of all stays that are asked for. */
  readonly #nights: DayRange;
  /** The promotions that win a night. */
  #promotions: readonly P[] = [];
  /** The last night of each stretch with one winner, ascending, and the index of the winner, or `NONE`. */
  #stretchEnds: readonly Day[];
  #winners: readonly number[] = NO_WINNERS;
  #book: RateBook | null = null;
  #roomTypeNumber = 0;
  #nightly = NO_RUNS;
  #packages = NO_RUNS;

  // The walk over the nights of a stay, up to `#next`.
  #arrival: Day = NONE;
  #next: Day = 0;
  #run = 0;
  #stretch = 0;
  #sumMinor = 0;
  /** `NONE`: each night has a PER_NIGHT rate. */
  #firstUnpriced: Day = NONE;
  /** For each promotion the PER_NIGHT rates of the nights that it won, and their number. */
  #wonMinor: number[] = [];
  #wonNights: number[] = [];

  constructor(currency: Currency, nights: DayRange) {
    this.#currency = currency;
    this.#nights = nights;
    this.#stretchEnds = [nights.to];
  }

  /** Sets the promotions of the following stays, from `applicablePromotions`. */
  setPromotions(promotions: readonly P[]): void {
    const stretches = findWinners(promotions, this.#nights);
    const won: P[] = [];
    this.#winners = stretches.map(({ promotion }) => {
      if (promotion === null) return NONE;
      const index = won.indexOf(promotion);
      return index === -1 ? won.push(promotion) - 1 : index;
    });
    this.#stretchEnds = stretches.map(({ to }) => to);
    this.#promotions = won;
    this.#wonMinor = won.map(() => 0);
    this.#wonNights = won.map(() => 0);
    this.#arrival = NONE;
  }

  /** Turns to a room. Returns whether it has any rate in the currency. */
  setRoom(book: RateBook, roomTypeNumber: number): boolean {
    const list = firstRateList(book, roomTypeNumber, this.#currency);
    this.#book = book;
    this.#roomTypeNumber = roomTypeNumber;
    this.#nightly = list < 0 ? NO_RUNS : runsOf(book.runs, list + RATE_LISTS.nightly);
    this.#packages = list < 0 ? NO_RUNS : runsOf(book.runs, list + RATE_LISTS.packages);
    this.#arrival = NONE;
    return this.#nightly.first < this.#nightly.end || this.#packages.first < this.#packages.end;
  }

  /** The total of a stay in the room, in minor units, or `UNPRICED`. Its nights are among those of the search. */
  totalOf(arrival: Day, nights: number): number {
    const packageMinor = this.#packageOf(arrival, nights);
    this.#walk(arrival, arrival + nights);
    const byNight = this.#firstUnpriced === NONE ? this.#reduced(this.#sumMinor, BY_NIGHT) : UNPRICED;
    if (packageMinor === UNPRICED) return byNight;
    const asPackage = this.#reduced(packageMinor, nights);
    return byNight === UNPRICED || asPackage <= byNight ? asPackage : byNight;
  }

  /** The price of a stay in the room, with every line behind its total. */
  priceOf({ arrival, departure }: Stay): StayPrice<P> | Unpriced {
    const nights = departure - arrival;
    const amountMinor = this.totalOf(arrival, nights);
    if (amountMinor === UNPRICED) return { firstUnpricedNight: this.#endOfPrices(arrival, departure) };
    const packageMinor = this.#packageOf(arrival, nights);
    const isPackage = packageMinor !== UNPRICED && this.#reduced(packageMinor, nights) === amountMinor;
    const baseMinor = isPackage ? packageMinor : this.#sumMinor;
    let leftMinor = baseMinor;
    const promotions = this.#winnersFrom(arrival).map((index) => {
      const line = Math.min(this.#lineOf(index, baseMinor, isPackage ? nights : BY_NIGHT), leftMinor);
      leftMinor -= line;
      return { promotion: this.#promotions[index]!, nights: this.#wonNights[index]!, amountMinor: line };
    });
    return { priceListKind: isPackage ? 'PER_VISIT' : 'PER_NIGHT', baseMinor, promotions, amountMinor };
  }

  #endOfPrices(arrival: Day, departure: Day): Day {
    let night = arrival;
    const nights = { from: arrival, to: departure - 1 };
    for (const { from, to } of nightPrices(this.#book!, this.#roomTypeNumber, this.#currency, nights)) {
      if (from > night) break;
      night = to + 1;
    }
    return night < departure ? night : this.#firstUnpriced;
  }

  /** The package of exactly these nights whose season spans them (P2), or `UNPRICED`; such seasons are disjoint (P3). */
  #packageOf(arrival: Day, nights: number): number {
    const { firstNight, runs } = this.#book!;
    const place = arrival - firstNight;
    for (let run = this.#packages.first; run < this.#packages.end; run++) {
      const isSpanned = runs.froms[run]! <= place && place + nights - 1 <= runs.tos[run]!;
      if (isSpanned && runs.packageNights[run] === nights) return runs.amountsMinor[run]!;
    }
    return UNPRICED;
  }

  /** Adds up the nights from `arrival` to `departure`, from where the stay before ended if it is a part of this one. */
  #walk(arrival: Day, departure: Day): void {
    const { firstNight, runs } = this.#book!;
    const { froms, tos, amountsMinor } = runs;
    if (arrival !== this.#arrival || departure < this.#next) this.#begin(arrival);
    const { end } = this.#nightly;
    let run = this.#run;
    let stretch = this.#stretch;
    let night = this.#next;
    while (night < departure) {
      while (run < end && firstNight + tos[run]! < night) run++;
      while (this.#stretchEnds[stretch]! < night) stretch++;
      const pricedFrom = run < end ? firstNight + froms[run]! : departure;
      const isPriced = pricedFrom <= night;
      const next = Math.min(
        departure,
        this.#stretchEnds[stretch]! + 1,
        isPriced ? firstNight + tos[run]! + 1 : pricedFrom,
      );
      const amountMinor = isPriced ? (next - night) * amountsMinor[run]! : 0;
      if (!isPriced && this.#firstUnpriced === NONE) this.#firstUnpriced = night;
      this.#sumMinor += amountMinor;
      const winner = this.#winners[stretch]!;
      if (winner !== NONE) {
        this.#wonMinor[winner]! += amountMinor;
        this.#wonNights[winner]! += next - night;
      }
      night = next;
    }
    this.#run = run;
    this.#stretch = stretch;
    this.#next = night;
  }

  #begin(arrival: Day): void {
    this.#arrival = arrival;
    this.#next = arrival;
    this.#run = firstRunAt(this.#book!.runs, this.#nightly, arrival - this.#book!.firstNight);
    this.#stretch = 0;
    this.#sumMinor = 0;
    this.#firstUnpriced = NONE;
    for (let index = 0; index < this.#promotions.length; index++) {
      this.#wonMinor[index] = 0;
      this.#wonNights[index] = 0;
    }
  }

  /** The base less the line of each promotion, which never takes more than is left; their order does not matter to what remains. */
  #reduced(baseMinor: number, packageNights: number): number {
    let leftMinor = baseMinor;
    for (let index = 0; index < this.#promotions.length; index++) {
      leftMinor -= this.#lineOf(index, baseMinor, packageNights);
    }
    return Math.max(0, leftMinor);
  }

  /** A package's base spreads evenly over its nights (P4). */
  #lineOf(index: number, baseMinor: number, packageNights: number): number {
    const { basisPoints } = this.#promotions[index]!;
    return packageNights === BY_NIGHT
      ? promotionLine(this.#wonMinor[index]!, basisPoints)
      : promotionLine(baseMinor * this.#wonNights[index]!, basisPoints, packageNights);
  }

  /** The promotions that won a night of the stay, in the order of the first. */
  #winnersFrom(arrival: Day): number[] {
    const stretches = this.#winners.filter(
      (winner, stretch) => winner !== NONE && this.#stretchEnds[stretch]! >= arrival,
    );
    return [...new Set(stretches)].filter((winner) => this.#wonNights[winner]! > 0);
  }
}
