// biome-ignore-all lint/style/noNonNullAssertion: runs between the bounds of a list are in every column; a check would run for each night of each price.
/**
 * A rate book answers every price question about one visit type, from today to the last night for sale. It is built once from
 * the price lists and then only read, so it can be cached until the lists or the date change. Its size grows with price
 * changes, not with nights. It knows no channel, promotion or selling period. No night outside its range has a price (P8).
 */

import { lastNightForSale } from '../stay/stay.ts';
import type { Day, DayRange } from '../time/civil-date.ts';
import { arrivalsWithin, unionOf } from '../time/day-ranges.ts';
import { CURRENCIES, type Currency } from './money.ts';
import type { PriceList, RoomType } from './price-list.ts';
import { firstRunAt, NO_RUNS, nightsOfRuns, type RunColumns, type Runs, RunsWriter, runsOf } from './price-runs.ts';
import { type ListedRate, RATE_LISTS, writeRates } from './room-rates.ts';

export interface RateBook {
  /** Today. A place is night - firstNight. */
  readonly firstNight: Day;
  /** Inclusive. */
  readonly lastNight: Day;
  /** Ascending; room types without a rate are missing. */
  readonly roomTypeNumbers: readonly number[];
  /** For each room type the `RATE_LISTS` of each currency, then the list of its priced nights. */
  readonly runs: RunColumns;
}

const LISTS_OF_CURRENCY = Object.keys(RATE_LISTS).length;
/** The list of nights with a night price in any currency, which makes them "priced" (P6). Its runs have no amounts. */
const PRICED_LIST = LISTS_OF_CURRENCY * CURRENCIES.length;
const LISTS_OF_ROOM = PRICED_LIST + 1;

/** Consecutive nights with the same price of the room (P6). */
export interface PricedNights extends DayRange {
  /** The price of a night, or of a whole package. */
  readonly amountMinor: number;
  /** The nights of the package whose average is the price; 0: it is a PER_NIGHT rate. */
  readonly packageNights: number;
}

/**
 * Builds the book of one visit type from all its price lists. Rates of room types other than `roomTypes` are ignored. Rates
 * must not overlap (P3).
 */
export function buildRateBook({
  priceLists,
  roomTypes,
  today,
}: {
  priceLists: readonly PriceList[];
  roomTypes: readonly RoomType[];
  today: Day;
}): RateBook {
  const nights = { from: today, to: lastNightForSale(today) };
  const listed = ratesByRoomAndCurrency(priceLists);
  const writer = new RunsWriter();
  const numbers: number[] = [];
  for (const { number, beds } of roomTypes.toSorted((a, b) => a.number - b.number)) {
    const byCurrency = listed.get(number);
    if (!byCurrency) continue;
    numbers.push(number);
    const priced = CURRENCIES.flatMap((currency) => writeRates({ rates: byCurrency[currency], beds, nights, writer }));
    for (const { from, to } of unionOf(priced)) {
      writer.add({ from: from - today, to: to - today, amountMinor: 0, packageNights: 0 });
    }
    writer.endList();
  }
  return {
    firstNight: nights.from,
    lastNight: nights.to,
    roomTypeNumbers: numbers,
    runs: writer.columns(),
  };
}

function ratesByRoomAndCurrency(priceLists: readonly PriceList[]): Map<number, Record<Currency, ListedRate[]>> {
  const listed = new Map<number, Record<Currency, ListedRate[]>>();
  for (const priceList of priceLists) {
    for (const rate of priceList.rates) {
      const byCurrency = listed.get(rate.roomTypeNumber) ?? { CZK: [], EUR: [] };
      listed.set(rate.roomTypeNumber, byCurrency);
      byCurrency[priceList.currency].push({ rate, priceList });
    }
  }
  return listed;
}

/** The position of a room type in the book; -1 if it has no rate. */
function positionOf({ roomTypeNumbers }: RateBook, roomTypeNumber: number): number {
  let place = 0;
  for (let end = roomTypeNumbers.length; place < end; ) {
    const middle = (place + end) >> 1;
    if (roomTypeNumbers[middle]! < roomTypeNumber) place = middle + 1;
    else end = middle;
  }
  return roomTypeNumbers[place] === roomTypeNumber ? place : -1;
}

/** The first of the `RATE_LISTS` of a room type in a currency, among the lists of `book.runs`; -1 if the room type has no rate. */
export function firstRateList(book: RateBook, roomTypeNumber: number, currency: Currency): number {
  const position = positionOf(book, roomTypeNumber);
  return position < 0 ? -1 : position * LISTS_OF_ROOM + CURRENCIES.indexOf(currency) * LISTS_OF_CURRENCY;
}

function ratesOf(book: RateBook, roomTypeNumber: number, currency: Currency, list: keyof typeof RATE_LISTS): Runs {
  const first = firstRateList(book, roomTypeNumber, currency);
  return first < 0 ? NO_RUNS : runsOf(book.runs, first + RATE_LISTS[list]);
}

/** The nights among `nights` that have a night price (P6) in a currency; ascending, without overlaps. */
export function nightPrices(
  book: RateBook,
  roomTypeNumber: number,
  currency: Currency,
  nights: DayRange,
): PricedNights[] {
  const priced: PricedNights[] = [];
  const list = firstRateList(book, roomTypeNumber, currency);
  if (list < 0) return priced;
  const withPackages = runsOf(book.runs, list + RATE_LISTS.nightPrices);
  const hasPackages = withPackages.first < withPackages.end;
  const runs = hasPackages ? withPackages : runsOf(book.runs, list + RATE_LISTS.nightly);
  const { froms, tos, amountsMinor, packageNights } = book.runs;
  for (let run = firstRunAt(book.runs, runs, nights.from - book.firstNight); run < runs.end; run++) {
    const from = Math.max(nights.from, book.firstNight + froms[run]!);
    const to = Math.min(nights.to, book.firstNight + tos[run]!);
    if (from > nights.to) break;
    priced.push({ from, to, amountMinor: amountsMinor[run]!, packageNights: packageNights[run]! });
  }
  return priced;
}

/** The nights with a night price in any currency (P6). */
export function pricedNights(book: RateBook, roomTypeNumber: number): DayRange[] {
  const position = positionOf(book, roomTypeNumber);
  const priced = position < 0 ? NO_RUNS : runsOf(book.runs, position * LISTS_OF_ROOM + PRICED_LIST);
  return nightsOfRuns(book.runs, priced, book.firstNight);
}

/** The arrivals for which a stay of `nights` nights has a price in one currency (P2); currencies are never mixed. */
export function pricedArrivals(book: RateBook, roomTypeNumber: number, nights: number): DayRange[] {
  const arrivals: DayRange[] = [];
  for (const currency of CURRENCIES) {
    const covered = nightsOfRuns(book.runs, ratesOf(book, roomTypeNumber, currency, 'nightly'), book.firstNight);
    for (const { from, to } of covered) arrivals.push({ from, to: to - nights + 1 });
    arrivals.push(...packagesOf(book, roomTypeNumber, currency, nights));
  }
  return unionOf(arrivals);
}

/** Consecutive arrivals of stays with the same base. */
export interface StayBases extends DayRange {
  readonly baseMinor: number;
}

/** The arrivals and bases of stays as packages of `nights` nights; disjoint (P3). */
function packagesOf(book: RateBook, roomTypeNumber: number, currency: Currency, nights: number): StayBases[] {
  const { firstNight, runs } = book;
  const found: StayBases[] = [];
  const packages = ratesOf(book, roomTypeNumber, currency, 'packages');
  for (let run = packages.first; run < packages.end; run++) {
    if (runs.packageNights[run] !== nights) continue;
    const [from, to] = [firstNight + runs.froms[run]!, firstNight + runs.tos[run]! - nights + 1];
    found.push({ from, to, baseMinor: runs.amountsMinor[run]! });
  }
  return found;
}

/**
 * The base of every stay of `nights` nights in one currency, as a package and by the night, each in no order. By the night, arriving a
 * day later drops one night and adds one, so a single pass over the nights is enough.
 */
export function basesByArrival(
  book: RateBook,
  roomTypeNumber: number,
  currency: Currency,
  nights: number,
): { packages: StayBases[]; nightly: StayBases[] } {
  const { tos, amountsMinor } = book.runs;
  const runs = ratesOf(book, roomTypeNumber, currency, 'nightly');
  const packages = packagesOf(book, roomTypeNumber, currency, nights);
  const nightly: StayBases[] = [];
  for (const { from: first, to: last } of arrivalsWithin(nightsOfRuns(book.runs, runs, book.firstNight), nights)) {
    let givenUp = firstRunAt(book.runs, runs, first - book.firstNight);
    let added = givenUp;
    let baseMinor = 0;
    for (let night = first; night < first + nights; night++) {
      while (book.firstNight + tos[added]! < night) added++;
      baseMinor += amountsMinor[added]!;
    }
    let from = first;
    for (let arrival = first; arrival < last; arrival++) {
      const place = arrival - book.firstNight;
      while (tos[givenUp]! < place) givenUp++;
      while (tos[added]! < place + nights) added++;
      if (amountsMinor[added] === amountsMinor[givenUp]) continue;
      nightly.push({ from, to: arrival, baseMinor });
      baseMinor += amountsMinor[added]! - amountsMinor[givenUp]!;
      from = arrival + 1;
    }
    nightly.push({ from, to: last, baseMinor });
  }
  return { packages, nightly };
}

/** The lengths of the packages of a room type in a currency. */
export function packageLengths(book: RateBook, roomTypeNumber: number, currency: Currency): ReadonlySet<number> {
  const { first, end } = ratesOf(book, roomTypeNumber, currency, 'packages');
  return new Set(book.runs.packageNights.subarray(first, end));
}
