/**
 * Price lists as property groups write them. A list belongs to a visit type and has one currency. PER_NIGHT charges every night
 * its rate, PER_VISIT charges a package of exactly `nights` nights once (P1). This file has the shape and the rule that no two
 * rates may claim the same night (P3); the arithmetic is in the rate book.
 */
import { groupBy } from '../group-by.ts';
import { type Day, formatDay } from '../time/civil-date.ts';
import type { Currency } from './money.ts';

/** The highest amount of a rate. */
export const AMOUNT_MAX_MINOR = 1_000_000_000;

/** A price for one room type in one season, which includes its first and its last night (T4). */
export interface Rate {
  readonly roomTypeNumber: number;
  readonly from: Day;
  readonly to: Day;
  /** Per night or per package, per room or per person, as the list says. 0 to `AMOUNT_MAX_MINOR`. */
  readonly amountMinor: number;
}

export type PriceListKind = 'PER_NIGHT' | 'PER_VISIT';

export interface PriceList {
  readonly number: number;
  readonly kind: PriceListKind;
  /** For PER_VISIT the length of the package, 1 to 366; else null. */
  readonly nights: number | null;
  readonly quotedPer: 'ROOM' | 'PERSON';
  readonly currency: Currency;
  readonly rates: readonly Rate[];
}

export interface RoomType {
  readonly number: number;
  readonly hotelNumber: number;
  /** 1 to 20. */
  readonly beds: number;
}

/** A rate and its position, so that an import can report it. */
export interface PlacedRate {
  readonly rate: Rate;
  readonly priceList: PriceList;
  /** Index of the list in the argument. */
  readonly listIndex: number;
  readonly rateIndex: number;
}

/**
 * The rates that claim a night twice, over all lists of one visit type: same room type, currency, kind and nights, per room or
 * per person alike (P3). A rate that begins before an earlier one has ended is reported once, as `b`, against the one that
 * reaches furthest, `a`.
 */
export function overlappingRates(priceLists: readonly PriceList[]): { a: PlacedRate; b: PlacedRate }[] {
  const overlaps: { a: PlacedRate; b: PlacedRate }[] = [];
  for (const rates of ratesByClaim(priceLists).values()) {
    rates.sort((a, b) => a.rate.from - b.rate.from);
    let furthest: PlacedRate | null = null;
    for (const placed of rates) {
      if (furthest && placed.rate.from <= furthest.rate.to) overlaps.push({ a: furthest, b: placed });
      if (!furthest || placed.rate.to > furthest.rate.to) furthest = placed;
    }
  }
  return overlaps;
}

/** Names two rates that claim the same nights. */
export function describeOverlap({ rate, other }: { rate: PlacedRate; other: PlacedRate }): string {
  const { currency, kind, nights } = rate.priceList;
  const what = kind === 'PER_VISIT' ? `package of ${nights} nights` : 'price by night';
  return (
    `the ${currency} ${what} of room type ${rate.rate.roomTypeNumber} in price list ${rate.priceList.number}, ` +
    `${formatSeason(rate)}, overlaps the one of price list ${other.priceList.number}, ${formatSeason(other)}`
  );
}

function formatSeason({ rate: { from, to } }: PlacedRate): string {
  return `${formatDay(from)} to ${formatDay(to)}`;
}

function ratesByClaim(priceLists: readonly PriceList[]): Map<string, PlacedRate[]> {
  const placed = priceLists.flatMap((priceList, listIndex) =>
    priceList.rates.map((rate, rateIndex): PlacedRate => ({ rate, priceList, listIndex, rateIndex })),
  );
  return groupBy(
    placed,
    ({ rate, priceList: { currency, kind, nights } }) =>
      `${rate.roomTypeNumber} ${currency} ${kind} ${kind === 'PER_VISIT' ? nights : null}`,
  );
}
