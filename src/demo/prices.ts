/** Price lists of the demo: a base price times factors of room type and season. */
import type { Catalogue } from '../catalogue/file/file-schema.ts';
import { type Day, formatDay, lastOfMonth } from '../domain/time/civil-date.ts';
import { type DateRange, monthOfYear, monthsFrom } from './calendar.ts';

export type PriceList = NonNullable<NonNullable<Catalogue['visitTypes']>[number]['priceLists']>[number];
export type Rate = NonNullable<PriceList['rates']>[number];

/** Relative to the ordinary double room of the cheapest hotel, for one person. */
const ROOM_FACTORS: Readonly<Record<number, number>> = {
  11: 1.25,
  12: 1.55,
  13: 1.4,
  21: 1.75,
  22: 2.2,
  23: 2.1,
  31: 1.3,
  32: 1.6,
  41: 1.05,
  42: 0.95,
  51: 1.2,
  52: 1.5,
  61: 1,
  62: 1.2,
};

/** Months with prices, including the current one. */
const DEFAULT_MONTHS = 14;
/** Covers every night that may be sold. */
export const ALL_MONTHS = 25;

function seasonFactor(month: number): number {
  if (month >= 6 && month <= 9) return 1.28;
  return month === 4 || month === 5 || month === 10 ? 1.12 : 1;
}

export interface PriceListPlan {
  id: number;
  currency: 'CZK' | 'EUR';
  quotedPer: 'ROOM' | 'PERSON';
  /** Per night or per package, before the factors of room and season. */
  base: number;
  roomTypeIds: readonly number[];
  /** Nights of a package; absent: prices by night. */
  nights?: number;
  /** Beds by room type, to quote the room as a whole. */
  beds?: Readonly<Record<number, number>>;
  /** Months covered, starting with the current one. */
  months?: number;
  /** Skips the first months. */
  afterMonths?: number;
  /** Seasons instead of whole months. */
  seasons?: readonly DateRange[];
}

export function demoPriceList(today: Day, plan: PriceListPlan): PriceList {
  const { id, currency, quotedPer, nights } = plan;
  const seasons = plan.seasons
    ? plan.seasons.map((season) => ({ ...season, factor: 1.35 }))
    : monthlySeasons(today, { from: plan.afterMonths ?? 0, months: plan.months ?? DEFAULT_MONTHS });
  const rates: Rate[] = plan.roomTypeIds.flatMap((roomTypeId) =>
    seasons.map(({ from, to, factor }) => {
      const persons = quotedPer === 'ROOM' ? (plan.beds?.[roomTypeId] ?? 2) : 1;
      // biome-ignore lint/style/noNonNullAssertion: the plans price only these room types.
      const exact = plan.base * ROOM_FACTORS[roomTypeId]! * factor * persons;
      return { roomTypeId, from, to, amount: roundAmount(exact, currency) };
    }),
  );
  if (nights === undefined) return { id, kind: 'PER_NIGHT', quotedPer, currency, rates };
  return { id, kind: 'PER_VISIT', nights, quotedPer, currency, rates };
}

/** Two price lists that differ only in currency and base price; the one in euros has the next number. */
export function priceListPair(
  today: Day,
  { czk, eur, ...plan }: Omit<PriceListPlan, 'currency' | 'base'> & { czk: number; eur: number },
): PriceList[] {
  return [
    demoPriceList(today, { ...plan, currency: 'CZK', base: czk }),
    demoPriceList(today, { ...plan, id: plan.id + 1, currency: 'EUR', base: eur }),
  ];
}

/** Tens of crowns, half euros. */
function roundAmount(amount: number, currency: 'CZK' | 'EUR'): number {
  return currency === 'CZK' ? Math.round(amount / 10) * 10 : Math.round(amount * 2) / 2;
}

/** Consecutive months of the same season become one. */
function monthlySeasons(
  today: Day,
  { from, months }: { from: number; months: number },
): (DateRange & { factor: number })[] {
  const seasons: (DateRange & { factor: number })[] = [];
  for (const month of monthsFrom(today, months).slice(from)) {
    const factor = seasonFactor(monthOfYear(month));
    const last = seasons.at(-1);
    const to = formatDay(lastOfMonth(month));
    if (last?.factor === factor) last.to = to;
    else seasons.push({ from: formatDay(month), to, factor });
  }
  return seasons;
}
