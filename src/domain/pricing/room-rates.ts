// biome-ignore-all lint/style/noNonNullAssertion: a season lies within the nights of its arrays; a check would run for each night of each season.
/**
 * The rates of one room type in one currency as three lists of runs over a book's nights: the rate of each night, the price of
 * each night with packages counted in, and the packages. All prices are for the *room*: per-person rates are multiplied by the
 * beds on the way in (P2).
 */
import type { Day, DayRange } from '../time/civil-date.ts';
import type { PriceList, Rate, RoomType } from './price-list.ts';
import type { RunsWriter } from './price-runs.ts';

/** The lists of `writeRates`, in the order of writing. */
export const RATE_LISTS = {
  /** PER_NIGHT rates. */
  nightly: 0,
  /** Night prices (P6). Empty without packages, when they equal `nightly`. */
  nightPrices: 1,
  /**
   * Packages with the part of their season that is for sale, in no order. At least one whole package fits. Those of equal nights
   * are disjoint (P3).
   */
  packages: 2,
} as const;

export interface ListedRate {
  readonly rate: Rate;
  readonly priceList: PriceList;
}

/** Marks a night without a price. */
const UNPRICED = -1;

/** The room's price for every night of a season, or for a package within it. */
interface RoomSeason extends DayRange {
  readonly roomAmountMinor: number;
  /** 0: a PER_NIGHT rate. */
  readonly packageNights: number;
}

/**
 * Writes the rates of one room type and currency over `nights` as the `RATE_LISTS`. Seasons are clamped to the nights; a season
 * that becomes too short for its package is dropped. `rates` do not overlap (P3). Returns the ranges of nights that have a
 * night price, in no order.
 */
export function writeRates({
  rates,
  beds,
  nights,
  writer,
}: {
  rates: readonly ListedRate[];
  beds: RoomType['beds'];
  nights: DayRange;
  writer: RunsWriter;
}): DayRange[] {
  const seasons: RoomSeason[] = [];
  const packages: RoomSeason[] = [];
  for (const { rate, priceList } of rates) {
    const roomAmountMinor = rate.amountMinor * (priceList.quotedPer === 'PERSON' ? beds : 1);
    const from = Math.max(rate.from, nights.from);
    const to = Math.min(rate.to, nights.to);
    if (from > to) continue;
    if (priceList.kind === 'PER_NIGHT') {
      seasons.push({ from, to, packageNights: 0, roomAmountMinor });
    } else {
      const packageNights = packageLength(priceList);
      if (to - from + 1 >= packageNights) packages.push({ from, to, packageNights, roomAmountMinor });
    }
  }
  seasons.sort((a, b) => a.from - b.from);
  writeSeasons(seasons, nights.from, writer);
  if (packages.length > 0) writeNightPrices({ seasons, packages, nights, writer });
  writer.endList();
  writeSeasons(packages, nights.from, writer);
  return [...seasons, ...packages];
}

function packageLength({ number, nights }: PriceList): number {
  if (nights === null || nights < 1) throw new RangeError(`package price list ${number} has no number of nights`);
  return nights;
}

function writeSeasons(seasons: readonly RoomSeason[], firstNight: Day, writer: RunsWriter): void {
  for (const { from, to, packageNights, roomAmountMinor } of seasons) {
    writer.add({ from: from - firstNight, to: to - firstNight, amountMinor: roomAmountMinor, packageNights });
  }
  writer.endList();
}

/**
 * The night price (P6): the lower of the night's own rate and the average of every package that can include it; of equal ones the
 * rate. If one package fits into a season, every night of the season is part of some package, so the average applies to all of it.
 */
function writeNightPrices({
  seasons,
  packages,
  nights,
  writer,
}: {
  seasons: readonly RoomSeason[];
  packages: readonly RoomSeason[];
  nights: DayRange;
  writer: RunsWriter;
}): void {
  const amountsMinor = new Float64Array(nights.to - nights.from + 1).fill(UNPRICED);
  const lengths = new Uint16Array(amountsMinor.length);
  for (const { from, to, roomAmountMinor } of seasons) {
    amountsMinor.fill(roomAmountMinor, from - nights.from, to - nights.from + 1);
  }
  for (const { from, to, packageNights, roomAmountMinor } of packages) {
    for (let i = from - nights.from; i <= to - nights.from; i++) {
      const present = amountsMinor[i]!;
      const isNotDearer = present * packageNights <= roomAmountMinor * Math.max(1, lengths[i]!);
      if (present !== UNPRICED && isNotDearer) continue;
      amountsMinor[i] = roomAmountMinor;
      lengths[i] = packageNights;
    }
  }
  for (let from = 0, end = 0; from < amountsMinor.length; from = end) {
    const amountMinor = amountsMinor[from]!;
    const packageNights = lengths[from]!;
    for (end = from + 1; amountsMinor[end] === amountMinor && lengths[end] === packageNights; ) end++;
    if (amountMinor !== UNPRICED) writer.add({ from, to: end - 1, amountMinor, packageNights });
  }
}
