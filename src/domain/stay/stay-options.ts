/**
 * The stays that can be had from each of some days in one room type (F1): every length that the rules allow and a price covers,
 * with the total of a quote without loyalty. The cost is days times lengths, because `StayPrices` continues the sums of a shorter stay.
 */
import { CURRENCIES, type Currency } from '../pricing/money.ts';
import { StayPrices, UNPRICED } from '../pricing/stay-prices.ts';
import { type Day, type DayRange, WEEKDAYS } from '../time/civil-date.ts';
import type { Availability, StockedCandidate } from './availability.ts';
import { countLengths, isAllowedLength, isOnSale, isStartingDay, nightsForSale, type StayRules } from './stay.ts';

/** A stay from the day that it belongs to. */
export interface StayOption {
  readonly nights: number;
  readonly departure: Day;
  /** AVAILABLE: a binding booking would be made now (B3). ON_DEMAND: only a request would be taken. */
  readonly availability: Exclude<Availability, 'NOT_AVAILABLE'>;
  /** In each currency that covers the stay, at least one. */
  readonly totals: Readonly<Partial<Record<Currency, number>>>;
}

export const NO_STAYS: readonly StayOption[] = [];

/** A list for each day of `arrivals`, the shortest stay first; empty on days before today or beyond the book. */
export function stayOptions(
  candidate: Omit<StockedCandidate, 'visitTypeNumber'>,
  arrivals: DayRange,
  today: Day,
): readonly (readonly StayOption[])[] {
  const { rules, book, room, promotions } = candidate;
  const found = new Array<readonly StayOption[]>(Math.max(0, arrivals.to - arrivals.from + 1)).fill(NO_STAYS);
  const first = Math.max(arrivals.from, today, book.firstNight);
  const last = Math.min(arrivals.to, book.lastNight);
  if (first > last || !isOnSale(rules, today)) return found;
  const nights = { from: first, to: Math.min(book.lastNight, last + rules.nightsMax - 1) };
  const prices = CURRENCIES.map((currency) => {
    const inCurrency = new StayPrices(currency, nights);
    inCurrency.setPromotions(promotions);
    inCurrency.setRoom(book, room.number);
    return [currency, inCurrency] as const;
  });
  const free = freeNights(candidate, nights);
  const ends = lastNightsInConstraints(rules, { from: first, to: last });
  for (let arrival = first; arrival <= last; arrival++) {
    // biome-ignore lint/style/noNonNullAssertion: there is an end for each arrival.
    const longest = Math.min(rules.nightsMax, Math.min(ends[arrival - first]!, nights.to) - arrival + 1);
    if (longest < 1 || !isStartingDay(rules, arrival)) continue;
    const options: StayOption[] = [];
    for (let length = 1; length <= longest; length++) {
      const totals = isAllowedLength(rules, length) ? totalsOf(prices, arrival, length) : null;
      if (totals === null) continue;
      // biome-ignore lint/style/noNonNullAssertion: free nights are counted for each arrival.
      const isFree = !rules.onDemand && length <= free[arrival - first]!;
      const availability = isFree ? 'AVAILABLE' : 'ON_DEMAND';
      options.push({ nights: length, departure: arrival + length, availability, totals });
    }
    if (options.length > 0) found[arrival - arrivals.from] = options;
  }
  return found;
}

/** How many stays are tried for a day: of each length that the rules allow, as often as a day is a starting day. */
export function staysOfADay(rules: StayRules, today: Day): number {
  const starts = rules.startingDays.length === 0 ? 1 : rules.startingDays.length / WEEKDAYS.length;
  return countLengths(rules, nightsForSale(today)) * starts;
}

/** The lengths of the stays that one of `currencies` prices from `arrival`, ascending. */
export function lengthsFrom(
  { rules, room, book }: Pick<StockedCandidate, 'rules' | 'room' | 'book'>,
  { arrival, currencies, today }: { arrival: Day; currencies: readonly Currency[]; today: Day },
): number[] {
  const candidate = { rules, room, book, promotions: [], remaining: new Int32Array(0) };
  const [options = NO_STAYS] = stayOptions(candidate, { from: arrival, to: arrival }, today);
  return options
    .filter(({ totals }) => currencies.some((currency) => totals[currency] !== undefined))
    .map(({ nights }) => nights);
}

/** How many nights from each of `nights` on have a room left, one after another. */
function freeNights({ book, remaining }: Pick<StockedCandidate, 'book' | 'remaining'>, nights: DayRange): Uint16Array {
  const free = new Uint16Array(nights.to - nights.from + 2);
  for (let place = nights.to - nights.from; place >= 0; place--) {
    const left = remaining[nights.from - book.firstNight + place] ?? 0;
    // biome-ignore lint/style/noNonNullAssertion: there is one place more than nights.
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
    for (let range = ranges[begun]; range && range.from <= arrival; range = ranges[++begun])
      end = Math.max(end, range.to);
    ends[arrival - arrivals.from] = end;
  }
  return ends;
}

/** The total in each currency that covers the stay; null: none does. */
function totalsOf(
  prices: readonly (readonly [Currency, StayPrices])[],
  arrival: Day,
  nights: number,
): StayOption['totals'] | null {
  let totals: Partial<Record<Currency, number>> | null = null;
  for (const [currency, inCurrency] of prices) {
    const totalMinor = inCurrency.totalOf(arrival, nights);
    if (totalMinor === UNPRICED) continue;
    totals ??= {};
    totals[currency] = totalMinor;
  }
  return totals;
}
