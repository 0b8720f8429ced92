/**
 * The rates of one room type in one currency, laid out for the nights of a book: each night's rate, each night's price
 * with packages counted in, and the packages themselves. Everything is the price of the *room*: per-person rates are
 * multiplied by the beds when they come in, and nobody has to remember it later.
 */
import type { Day, DayRange } from './civil-date.ts';
import { daysIn } from './day-ranges.ts';
import type { PriceList, Rate, RoomType } from './price-list.ts';
import type { Runs, RunsWriter } from './price-runs.ts';

/** A package with the stretch of its season that can still be sold; at least one whole package fits into it. */
export interface SeasonPackage {
  /** First and last night that it can occupy. */
  readonly from: Day;
  readonly to: Day;
  readonly nights: number;
  readonly roomAmountMinor: number;
}

export interface RoomRates {
  /** The night prices (P6). The same as `nightly` where there is no package. */
  readonly nightPrices: Runs;
  /** The PER_NIGHT rates; their divisors are 1. */
  readonly nightly: Runs;
  /** The nights that have a PER_NIGHT rate. */
  readonly covered: readonly DayRange[];
  /** Disjoint among those of equal `nights` (P3). */
  readonly packages: readonly SeasonPackage[];
}

/** A rate with the list that it stands in. */
export interface ListedRate {
  readonly rate: Rate;
  readonly priceList: PriceList;
}

const NO_PACKAGES: readonly SeasonPackage[] = [];

/** Marks a night without a price in an array of nights. */
const UNPRICED = -1;

/** What the room costs on every night of a season, or for a package within it. */
interface RoomSeason extends DayRange {
  readonly roomAmountMinor: number;
}

/**
 * Lays out the rates of one room type and currency over `nights`, their runs into `writer`. Seasons are clamped to the
 * nights; a package whose season is thereby too short for a whole package is gone. `rates` do not overlap (P3).
 */
export function layOutRates({
  rates,
  beds,
  nights,
  writer,
}: {
  rates: readonly ListedRate[];
  beds: RoomType['beds'];
  nights: DayRange;
  writer: RunsWriter;
}): RoomRates {
  const seasons: RoomSeason[] = [];
  const packages: SeasonPackage[] = [];
  for (const { rate, priceList } of rates) {
    const roomAmountMinor = rate.amountMinor * (priceList.quotedPer === 'PERSON' ? beds : 1);
    const from = Math.max(rate.from, nights.from);
    const to = Math.min(rate.to, nights.to);
    if (from > to) continue;
    if (priceList.kind === 'PER_NIGHT') {
      seasons.push({ from, to, roomAmountMinor });
    } else {
      const length = packageLength(priceList);
      if (to - from + 1 >= length) packages.push({ from, to, nights: length, roomAmountMinor });
    }
  }
  seasons.sort((a, b) => a.from - b.from);
  const nightly = writeSeasons(seasons, nights.from, writer);
  const nightPrices = packages.length === 0 ? nightly : writeNightPrices({ seasons, packages, nights, writer });
  // Copies, because they are kept: an array that has grown keeps room to grow.
  const kept = packages.length === 0 ? NO_PACKAGES : packages.slice();
  return { nightPrices, nightly, covered: daysIn(seasons).slice(), packages: kept };
}

function packageLength({ number, nights }: PriceList): number {
  if (nights === null || nights < 1) throw new RangeError(`package price list ${number} has no number of nights`);
  return nights;
}

function writeSeasons(seasons: readonly RoomSeason[], firstNight: Day, writer: RunsWriter): Runs {
  const first = writer.length;
  for (const { from, to, roomAmountMinor } of seasons) {
    writer.add({ from: from - firstNight, to: to - firstNight, amountMinor: roomAmountMinor, divisor: 1 });
  }
  return { first, end: writer.length };
}

/**
 * The night price (P6): the lower of the night's own rate and the even share of every package that can include it. Where
 * one package fits into a season, some package includes each night of the season, so the season is painted whole.
 */
function writeNightPrices({
  seasons,
  packages,
  nights,
  writer,
}: {
  seasons: readonly RoomSeason[];
  packages: readonly SeasonPackage[];
  nights: DayRange;
  writer: RunsWriter;
}): Runs {
  const amountsMinor = new Float64Array(nights.to - nights.from + 1).fill(UNPRICED);
  const divisors = new Uint16Array(amountsMinor.length).fill(1);
  for (const { from, to, roomAmountMinor } of seasons) {
    amountsMinor.fill(roomAmountMinor, from - nights.from, to - nights.from + 1);
  }
  for (const { from, to, nights: length, roomAmountMinor } of packages) {
    for (let i = from - nights.from; i <= to - nights.from; i++) {
      const present = amountsMinor[i]!;
      if (present !== UNPRICED && present * length <= roomAmountMinor * divisors[i]!) continue;
      amountsMinor[i] = roomAmountMinor;
      divisors[i] = length;
    }
  }
  const first = writer.length;
  for (let from = 0, end = 0; from < amountsMinor.length; from = end) {
    const amountMinor = amountsMinor[from]!;
    const divisor = divisors[from]!;
    for (end = from + 1; amountsMinor[end] === amountMinor && divisors[end] === divisor; ) end++;
    if (amountMinor !== UNPRICED) writer.add({ from, to: end - 1, amountMinor, divisor });
  }
  return { first, end: writer.length };
}
