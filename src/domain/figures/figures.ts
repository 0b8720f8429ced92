/**
 * What a hotel has sold, by days or months (M15). The total of a booking is spread over its nights: each has the same amount, and the first
 * ones have one minor unit more, as many as are left over. So the parts of every booking add up to its total, whatever the periods are.
 */
import type { BookingStatus } from '../booking/status.ts';
import { groupBy } from '../group-by.ts';
import { CURRENCIES, type Currency, divideHalfUp, WHOLE_BASIS_POINTS } from '../pricing/money.ts';
import { type DayRange, lastOfMonth } from '../time/civil-date.ts';

export type PeriodUnit = 'DAY' | 'MONTH';

/** The days of one question, both ends included: more than a year by days, ten years by months. */
export const FIGURES_DAYS_MAX: Readonly<Record<PeriodUnit, number>> = { DAY: 400, MONTH: 3_660 };

/** The periods of a range, ascending: its days, or its months, of which the first and the last may be parts. */
export function periodsOf({ from, to }: DayRange, by: PeriodUnit): DayRange[] {
  const periods: DayRange[] = [];
  for (let first = from; first <= to; ) {
    const last = by === 'DAY' ? first : Math.min(lastOfMonth(first), to);
    periods.push({ from: first, to: last });
    first = last + 1;
  }
  return periods;
}

/** Amounts by currency, in minor units; a currency without an amount is missing. */
export type Amounts = Readonly<Partial<Record<Currency, number>>>;

/** Nights of rooms that were sold, and their part of the totals. */
export interface SoldNights {
  readonly sold: number;
  readonly revenue: Amounts;
}

/** Stays that did not take place. */
export interface EndedStays {
  /** Bookings whose day of arrival is in the period. */
  readonly bookings: number;
  /** Nights of rooms that they would have taken. */
  readonly nights: number;
  /** What they cost, spread over those nights. */
  readonly fees: Amounts;
}

export interface PeriodFigures extends DayRange, SoldNights {
  /** Recorded units of all nights, sold and blocked ones included. */
  readonly roomsForSale: number;
  /** Unsold units of closed nights. */
  readonly blocked: number;
  readonly byChannel: readonly (SoldNights & { readonly channel: string })[];
  readonly byVisitType: readonly (SoldNights & { readonly visitType: number })[];
  readonly cancelled: EndedStays;
  readonly noShows: EndedStays;
}

/** Sold nights of all rooms for sale, in hundredths of a percent, half up; null: there are none for sale. */
export function occupancyOf({ sold, roomsForSale }: Pick<PeriodFigures, 'sold' | 'roomsForSale'>): number | null {
  return roomsForSale === 0 ? null : divideHalfUp(sold * WHOLE_BASIS_POINTS, roomsForSale);
}

/** What changes in a period, of the bookings of a state, a currency, and either a channel or a visit type. */
export interface FigureChange {
  readonly status: BookingStatus;
  readonly currency: Currency;
  /** Null: it is about a visit type. */
  readonly channel: string | null;
  /** Null: it is about a channel. */
  readonly visitType: number | null;
  readonly period: number;
  /** Bookings that arrive in the period. */
  readonly bookings: number;
  /** Nights of rooms in the period itself. */
  readonly roomsWithin: number;
  /** How many rooms more each night of every later period has; negative: fewer. */
  readonly roomsLasting: number;
  /** What the room nights of the period itself amount to, in minor units. */
  readonly amountWithin: number;
  /** How much more each night of every later period amounts to, in minor units; negative: less. */
  readonly amountLasting: number;
}

/** Recorded capacity of the nights of a period. */
export type PeriodCapacity = Pick<PeriodFigures, 'roomsForSale' | 'blocked'> & { readonly period: number };

/** What the changes of a series amount to in a period. */
interface Entry extends Pick<FigureChange, 'status' | 'currency' | 'channel' | 'visitType' | 'period' | 'bookings'> {
  readonly nights: number;
  readonly amountMinor: number;
}

export interface HotelFigures {
  readonly periods: readonly PeriodFigures[];
  /** The whole range. */
  readonly total: PeriodFigures;
}

/** The figures of the periods of a range. A change has the index of its period, and may come in any order. */
export function figuresOf(
  range: DayRange,
  { by, changes, capacity }: { by: PeriodUnit; changes: readonly FigureChange[]; capacity: readonly PeriodCapacity[] },
): HotelFigures {
  const periods = periodsOf(range, by);
  const entries = [...groupBy(changes, keyOfSeries).values()].flatMap((series) => entriesOf(series, periods));
  const entriesByPeriod = groupBy(entries, ({ period }) => period);
  const capacityByPeriod = groupBy(capacity, ({ period }) => period);
  return {
    periods: periods.map((period, index) =>
      sumUp(period, entriesByPeriod.get(index) ?? [], capacityByPeriod.get(index) ?? []),
    ),
    total: sumUp(range, entries, capacity),
  };
}

const keyOfSeries = ({ status, currency, channel, visitType }: FigureChange): string =>
  JSON.stringify([status, currency, channel, visitType]);

/** What lasts is added to each night of every later period. */
function entriesOf(series: readonly FigureChange[], periods: readonly DayRange[]): Entry[] {
  const changeOf = new Map(series.map((change) => [change.period, change]));
  // biome-ignore lint/style/noNonNullAssertion: a group has a first row.
  const unchanged = { ...series[0]!, bookings: 0, roomsWithin: 0, roomsLasting: 0, amountWithin: 0, amountLasting: 0 };
  let rooms = 0;
  let amountMinor = 0;
  const entries = periods.map(({ from, to }, period) => {
    const change = changeOf.get(period) ?? { ...unchanged, period };
    const length = to - from + 1;
    const nights = rooms * length + change.roomsWithin;
    const entry = { ...change, nights, amountMinor: amountMinor * length + change.amountWithin };
    rooms += change.roomsLasting;
    amountMinor += change.amountLasting;
    return entry;
  });
  return entries.filter(({ nights }) => nights > 0);
}

function sumUp(range: DayRange, entries: readonly Entry[], capacity: readonly PeriodCapacity[]): PeriodFigures {
  const ofStatus = (status: BookingStatus) => entries.filter((entry) => entry.status === status);
  const byChannel = groupBy(ofStatus('CONFIRMED'), ({ channel }) => channel);
  const byVisitType = groupBy(ofStatus('CONFIRMED'), ({ visitType }) => visitType);
  const all = (some: readonly Entry[]) => some.filter(({ channel }) => channel !== null);
  return {
    ...range,
    roomsForSale: sumOf(capacity, (one) => one.roomsForSale),
    blocked: sumOf(capacity, (one) => one.blocked),
    ...soldOf(all(ofStatus('CONFIRMED'))),
    byChannel: [...byChannel]
      .flatMap(([channel, some]) => (channel === null ? [] : [{ channel, ...soldOf(some) }]))
      .toSorted((one, other) => (one.channel < other.channel ? -1 : 1)),
    byVisitType: [...byVisitType]
      .flatMap(([visitType, some]) => (visitType === null ? [] : [{ visitType, ...soldOf(some) }]))
      .toSorted((one, other) => one.visitType - other.visitType),
    cancelled: endedOf(all(ofStatus('CANCELLED'))),
    noShows: endedOf(all(ofStatus('NO_SHOW'))),
  };
}

function soldOf(entries: readonly Entry[]): SoldNights {
  return { sold: sumOf(entries, ({ nights }) => nights), revenue: amountsOf(entries) };
}

function endedOf(entries: readonly Entry[]): EndedStays {
  return {
    bookings: sumOf(entries, ({ bookings }) => bookings),
    nights: sumOf(entries, ({ nights }) => nights),
    fees: amountsOf(entries),
  };
}

function amountsOf(entries: readonly Entry[]): Amounts {
  const amounts = CURRENCIES.map((currency) => {
    const ofCurrency = entries.filter((entry) => entry.currency === currency);
    return [currency, sumOf(ofCurrency, ({ amountMinor }) => amountMinor)] as const;
  });
  return Object.fromEntries(amounts.filter(([, amount]) => amount !== 0));
}

function sumOf<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0);
}
