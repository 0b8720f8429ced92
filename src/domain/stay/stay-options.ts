/**
 * The stays that can be had from each of some days in one room type (F1): every length that the rules allow and a price covers,
 * with the total of a quote without loyalty. A stay of one more night adds a night to the sums of the shorter one, so nothing is
 * priced from scratch: the cost is days times lengths.
 */
import { CURRENCIES, type Currency } from '../pricing/money.ts';
import { findWinners, type Promotion } from '../pricing/promotion.ts';
import { promotionAmount } from '../pricing/quote.ts';
import { NO_RATE, nightlyRates, packagesByNights, type SeasonPackage } from '../pricing/rate-book.ts';
import type { Day, DayRange } from '../time/civil-date.ts';
import type { Availability, StockedCandidate } from './availability.ts';
import { isAllowedLength, isOnSale, isStartingDay, type StayRules } from './stay.ts';

/** A stay from the day that it belongs to. */
export interface StayOption {
  readonly nights: number;
  readonly departure: Day;
  /** AVAILABLE: a binding booking would be made now (B3). ON_DEMAND: only a request would be taken. */
  readonly availability: Exclude<Availability, 'NOT_AVAILABLE'>;
  /** In each currency that covers the stay, at least one. */
  readonly totals: Readonly<Partial<Record<Currency, number>>>;
}

const NO_STAYS: readonly StayOption[] = [];

/** By arrival - `arrivals.from`, each by ascending nights; none on days before today or beyond the book. */
export function stayOptions(
  candidate: StockedCandidate,
  arrivals: DayRange,
  today: Day,
): readonly (readonly StayOption[])[] {
  const { rules, book } = candidate;
  const found = new Array<readonly StayOption[]>(Math.max(0, arrivals.to - arrivals.from + 1)).fill(NO_STAYS);
  const first = Math.max(arrivals.from, today, book.firstNight);
  const last = Math.min(arrivals.to, book.lastNight);
  if (first > last || !isOnSale(rules, today)) return found;
  const nights = { from: first, to: Math.min(book.lastNight, last + rules.nightsMax - 1) };
  const sums = new StaySums(candidate, nights);
  const free = freeNights(candidate, nights);
  const ends = lastNightsInConstraints(rules, { from: first, to: last });
  for (let arrival = first; arrival <= last; arrival++) {
    const longest = Math.min(rules.nightsMax, Math.min(ends[arrival - first]!, nights.to) - arrival + 1);
    if (longest < 1 || !isStartingDay(rules, arrival)) continue;
    const options: StayOption[] = [];
    sums.begin(arrival);
    for (let length = 1; length <= longest && sums.mayBePriced(length); length++) {
      sums.addNight();
      if (!isAllowedLength(rules, length)) continue;
      const totals = sums.totals();
      if (totals === null) continue;
      const isFree = !rules.onDemand && length <= free[arrival - first]!;
      const availability = isFree ? 'AVAILABLE' : 'ON_DEMAND';
      options.push({ nights: length, departure: arrival + length, availability, totals });
    }
    if (options.length > 0) found[arrival - arrivals.from] = options;
  }
  return found;
}

/** The lengths of the stays that one of `currencies` prices from `arrival`, ascending. */
export function lengthsFrom(
  { rules, room, book }: Pick<StockedCandidate, 'rules' | 'room' | 'book'>,
  { arrival, currencies, today }: { arrival: Day; currencies: readonly Currency[]; today: Day },
): number[] {
  const candidate = { visitTypeNumber: 0, rules, room, book, promotions: [], remaining: new Int32Array(0) };
  const [options] = stayOptions(candidate, { from: arrival, to: arrival }, today);
  return options!
    .filter(({ totals }) => currencies.some((currency) => totals[currency] !== undefined))
    .map(({ nights }) => nights);
}

/** How many nights from each of `nights` on have a room left, one after another. */
function freeNights({ book, remaining }: StockedCandidate, nights: DayRange): Uint16Array {
  const free = new Uint16Array(nights.to - nights.from + 2);
  for (let place = nights.to - nights.from; place >= 0; place--) {
    const left = remaining[nights.from - book.firstNight + place] ?? 0;
    free[place] = left > 0 ? free[place + 1]! + 1 : 0;
  }
  return free;
}

/** The last night that a stay from each of `arrivals` may have (T3), before the arrival if it may have none. */
function lastNightsInConstraints({ timeConstraints }: StayRules, arrivals: DayRange): Float64Array {
  const ends = new Float64Array(arrivals.to - arrivals.from + 1);
  if (timeConstraints.length === 0) return ends.fill(Number.POSITIVE_INFINITY);
  const ranges = timeConstraints.toSorted((a, b) => a.from - b.from);
  let begun = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (let arrival = arrivals.from; arrival <= arrivals.to; arrival++) {
    for (; begun < ranges.length && ranges[begun]!.from <= arrival; begun++) end = Math.max(end, ranges[begun]!.to);
    ends[arrival - arrivals.from] = end;
  }
  return ends;
}

/** What a room costs in one currency. */
interface RoomTariff {
  readonly currency: Currency;
  readonly nightly: Float64Array;
  readonly packages: ReadonlyMap<number, readonly SeasonPackage[]>;
  /** The nights of the longest package; 0: there is none. */
  readonly longestPackage: number;
  /** Of the stay, by the night. */
  sumMinor: number;
  /** Whether no night of the stay lacks a rate. */
  isCovered: boolean;
  /** Of `sumMinor`, what each promotion of the stay won. */
  readonly wonMinor: number[];
}

/** The price of one stay after another, which grows night by night; the amount is that of `quoteStay` (P2, P4, L4). */
class StaySums {
  readonly #first: Day;
  readonly #promotions: readonly Promotion[];
  /** By night - first: the index of the promotion that wins it, or -1. */
  readonly #winners: Int32Array;
  readonly #tariffs: readonly RoomTariff[];
  /** Promotions that won a night of the stay, in the order of their first. */
  readonly #won: number[] = [];
  readonly #nightsWon: number[] = [];
  #arrival: Day = 0;
  #nights = 0;

  constructor({ book, room, promotions }: StockedCandidate, nights: DayRange) {
    this.#first = nights.from;
    this.#promotions = promotions;
    this.#winners = new Int32Array(nights.to - nights.from + 1).fill(-1);
    for (const { from, to, promotion } of findWinners(promotions, nights)) {
      if (promotion) this.#winners.fill(promotions.indexOf(promotion), from - nights.from, to - nights.from + 1);
    }
    this.#tariffs = CURRENCIES.map((currency) => {
      const packages = packagesByNights(book, room.number, currency);
      return {
        currency,
        nightly: nightlyRates(book, room.number, currency, nights),
        packages,
        longestPackage: Math.max(0, ...packages.keys()),
        sumMinor: 0,
        isCovered: true,
        wonMinor: [],
      };
    });
  }

  begin(arrival: Day): void {
    this.#arrival = arrival;
    this.#nights = 0;
    this.#won.length = 0;
    this.#nightsWon.length = 0;
    for (const tariff of this.#tariffs) {
      tariff.sumMinor = 0;
      tariff.isCovered = true;
      tariff.wonMinor.length = 0;
    }
  }

  /** Whether the stay may have a price with that many nights, or with more. */
  mayBePriced(nights: number): boolean {
    return this.#tariffs.some(({ isCovered, longestPackage }) => isCovered || nights <= longestPackage);
  }

  addNight(): void {
    const place = this.#arrival + this.#nights++ - this.#first;
    const winner = this.#winners[place]!;
    const won = winner === -1 ? -1 : this.#placeOfWinner(winner);
    if (won !== -1) this.#nightsWon[won]!++;
    for (const tariff of this.#tariffs) {
      const rate = tariff.nightly[place]!;
      if (rate === NO_RATE) tariff.isCovered = false;
      else tariff.sumMinor += rate;
      if (won !== -1) tariff.wonMinor[won]! += rate;
    }
  }

  #placeOfWinner(winner: number): number {
    const place = this.#won.indexOf(winner);
    if (place !== -1) return place;
    this.#nightsWon.push(0);
    for (const { wonMinor } of this.#tariffs) wonMinor.push(0);
    return this.#won.push(winner) - 1;
  }

  /** Null: no currency covers the stay. */
  totals(): StayOption['totals'] | null {
    let totals: Partial<Record<Currency, number>> | null = null;
    for (const tariff of this.#tariffs) {
      const total = this.#totalOf(tariff);
      if (total === null) continue;
      totals ??= {};
      totals[tariff.currency] = total;
    }
    return totals;
  }

  #totalOf(tariff: RoomTariff): number | null {
    const whole = this.#packageOf(tariff);
    if (whole === null && !tariff.isCovered) return null;
    let leftMinor = whole ?? tariff.sumMinor;
    for (let place = 0; place < this.#won.length; place++) {
      const wonMinor = whole === null ? tariff.wonMinor[place]! : whole * this.#nightsWon[place]!;
      const promotion = this.#promotions[this.#won[place]!]!;
      leftMinor -= promotionAmount({ wonMinor, divisor: whole === null ? 1 : this.#nights, promotion, leftMinor });
    }
    return leftMinor;
  }

  /** The price of the package that the stay is; null: it is none. */
  #packageOf({ packages }: RoomTariff): number | null {
    const last = this.#arrival + this.#nights - 1;
    for (const { from, to, roomAmountMinor } of packages.get(this.#nights) ?? []) {
      if (from <= this.#arrival && last <= to) return roomAmountMinor;
    }
    return null;
  }
}
