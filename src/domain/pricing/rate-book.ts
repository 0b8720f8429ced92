/**
 * A rate book answers every price question about one visit type, from today to the last night for sale. It is built once from
 * the price lists and then only read, so it can be cached until the lists or the date change. Its size grows with price
 * changes, not with nights. It knows no channel, promotion or selling period. No night outside its range has a price (P8).
 */
import { nightsOf, type Stay } from '../stay/stay.ts';
import type { Day, DayRange } from '../time/civil-date.ts';
import { arrivalsWithin, differenceOf, unionOf } from '../time/day-ranges.ts';
import { lastNightForSale } from '../time/horizon.ts';
import { CURRENCIES, type Currency } from './money.ts';
import type { PriceList, PriceListKind, RoomType } from './price-list.ts';
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

/**
 * Consecutive nights with the same price of the room, an exact fraction (P6): a night of a package costs `amountMinor /
 * divisor`.
 */
export interface PricedNights extends DayRange {
  readonly amountMinor: number;
  /** The package's nights; 1 for a nightly rate. */
  readonly divisor: number;
}

/** What a stay costs before any reduction, and by which kind of price list. */
export interface BasePrice {
  readonly kind: PriceListKind;
  readonly amountMinor: number;
}

/** The first night without a price; the first after the book's end has none. */
export interface Unpriced {
  readonly firstUnpricedNight: Day;
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
  const rooms = roomTypes.filter(({ number }) => listed.has(number)).sort((a, b) => a.number - b.number);
  for (const { number, beds } of rooms) {
    const byCurrency = listed.get(number)!;
    const priced = CURRENCIES.flatMap((currency) => writeRates({ rates: byCurrency[currency], beds, nights, writer }));
    for (const { from, to } of unionOf(priced)) {
      writer.add({ from: from - today, to: to - today, amountMinor: 0, divisor: 1 });
    }
    writer.endList();
  }
  return {
    firstNight: nights.from,
    lastNight: nights.to,
    roomTypeNumbers: rooms.map(({ number }) => number),
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

/** A list of a room type; empty if the room type has no rate. */
function runsOfList(book: RateBook, roomTypeNumber: number, list: number): Runs {
  const position = positionOf(book, roomTypeNumber);
  return position < 0 ? NO_RUNS : runsOf(book.runs, position * LISTS_OF_ROOM + list);
}

/** The first of the `RATE_LISTS` of a room type in a currency, among the lists of `book.runs`; -1 if the room type has no rate. */
export function firstRateList(book: RateBook, roomTypeNumber: number, currency: Currency): number {
  const position = positionOf(book, roomTypeNumber);
  return position < 0 ? -1 : position * LISTS_OF_ROOM + CURRENCIES.indexOf(currency) * LISTS_OF_CURRENCY;
}

function ratesOf(book: RateBook, roomTypeNumber: number, currency: Currency, list: keyof typeof RATE_LISTS): Runs {
  return runsOfList(book, roomTypeNumber, CURRENCIES.indexOf(currency) * LISTS_OF_CURRENCY + RATE_LISTS[list]);
}

/** The nights among `nights` that have a night price (P6) in a currency; ascending, without overlaps. */
export function nightPrices(
  book: RateBook,
  roomTypeNumber: number,
  currency: Currency,
  nights: DayRange,
): PricedNights[] {
  const priced: PricedNights[] = [];
  const withPackages = ratesOf(book, roomTypeNumber, currency, 'nightPrices');
  const runs =
    withPackages.first < withPackages.end ? withPackages : ratesOf(book, roomTypeNumber, currency, 'nightly');
  const { froms, tos, amountsMinor, divisors } = book.runs;
  for (let run = firstRunAt(book.runs, runs, nights.from - book.firstNight); run < runs.end; run++) {
    const from = Math.max(nights.from, book.firstNight + froms[run]!);
    const to = Math.min(nights.to, book.firstNight + tos[run]!);
    if (from > nights.to) break;
    priced.push({ from, to, amountMinor: amountsMinor[run]!, divisor: divisors[run]! });
  }
  return priced;
}

/** The nights with a night price in any currency (P6). */
export function pricedNights(book: RateBook, roomTypeNumber: number): DayRange[] {
  return nightsOfRuns(book.runs, runsOfList(book, roomTypeNumber, PRICED_LIST), book.firstNight);
}

/** The arrivals for which a stay of `nights` nights has a price in one currency (P2); currencies are never mixed. */
export function pricedArrivals(book: RateBook, roomTypeNumber: number, nights: number): DayRange[] {
  const arrivals: DayRange[] = [];
  for (const currency of CURRENCIES) {
    const covered = nightsOfRuns(book.runs, ratesOf(book, roomTypeNumber, currency, 'nightly'), book.firstNight);
    for (const { from, to } of covered) arrivals.push({ from, to: to - nights + 1 });
    for (const { from, to } of packagesOf(book, roomTypeNumber, currency, nights)) {
      arrivals.push({ from, to: to - nights + 1 });
    }
  }
  return unionOf(arrivals);
}

/** A package and the part of its season that is for sale, which holds at least one whole package. */
export interface SeasonPackage extends DayRange {
  readonly roomAmountMinor: number;
}

/** The packages of `nights` nights; disjoint (P3). */
function packagesOf(book: RateBook, roomTypeNumber: number, currency: Currency, nights: number): SeasonPackage[] {
  const { firstNight, runs } = book;
  const found: SeasonPackage[] = [];
  const packages = ratesOf(book, roomTypeNumber, currency, 'packages');
  for (let run = packages.first; run < packages.end; run++) {
    if (runs.divisors[run] !== nights) continue;
    const [from, to] = [firstNight + runs.froms[run]!, firstNight + runs.tos[run]!];
    found.push({ from, to, roomAmountMinor: runs.amountsMinor[run]! });
  }
  return found;
}

/**
 * The price in one currency before promotions and loyalty (P2): the package of exactly these nights whose season spans them, if
 * there is one, however expensive; else the sum of the nightly rates, if none is missing.
 */
export function basePriceOf(
  book: RateBook,
  roomTypeNumber: number,
  currency: Currency,
  stay: Stay,
): BasePrice | Unpriced {
  for (const { from, to, roomAmountMinor } of packagesOf(book, roomTypeNumber, currency, nightsOf(stay))) {
    if (from <= stay.arrival && stay.departure - 1 <= to) return { kind: 'PER_VISIT', amountMinor: roomAmountMinor };
  }
  const { sumMinor, next } = sumNights(book, ratesOf(book, roomTypeNumber, currency, 'nightly'), stay);
  return next === stay.departure ? { kind: 'PER_NIGHT', amountMinor: sumMinor } : { firstUnpricedNight: next };
}

/** The sum of the PER_NIGHT rates over the nights of a stay, up to the first night without one. */
export function nightlySum(book: RateBook, roomTypeNumber: number, currency: Currency, stay: Stay): number {
  return sumNights(book, ratesOf(book, roomTypeNumber, currency, 'nightly'), stay).sumMinor;
}

/** Adds up nightly rates run by run. `next` is the first night without a rate, or the departure. */
function sumNights({ firstNight, runs }: RateBook, nightly: Runs, stay: Stay): { sumMinor: number; next: Day } {
  const departure = stay.departure - firstNight;
  let place = stay.arrival - firstNight;
  let sumMinor = 0;
  for (let run = firstRunAt(runs, nightly, place); run < nightly.end && runs.froms[run]! <= place; run++) {
    const end = Math.min(runs.tos[run]! + 1, departure);
    sumMinor += (end - place) * runs.amountsMinor[run]!;
    place = end;
    if (place === departure) break;
  }
  return { sumMinor, next: firstNight + place };
}

/** Consecutive arrivals of stays with the same base. */
export interface StayBases extends DayRange {
  readonly baseMinor: number;
}

/**
 * The base (P2, `basePriceOf`) of every stay of `nights` nights that has one, in no order. Without a package, arriving a day
 * later drops one night and adds one, so a single pass over the nights is enough.
 */
export function basesByArrival(
  book: RateBook,
  roomTypeNumber: number,
  currency: Currency,
  nights: number,
): StayBases[] {
  const { tos, amountsMinor } = book.runs;
  const nightly = ratesOf(book, roomTypeNumber, currency, 'nightly');
  const packages = packagesOf(book, roomTypeNumber, currency, nights);
  const bases = packages.map(({ from, to, roomAmountMinor }) => ({
    from,
    to: to - nights + 1,
    baseMinor: roomAmountMinor,
  }));
  const byTheNight = arrivalsWithin(nightsOfRuns(book.runs, nightly, book.firstNight), nights);
  for (const { from: first, to: last } of differenceOf(byTheNight, arrivalsWithin(packages, nights))) {
    let { sumMinor: baseMinor } = sumNights(book, nightly, { arrival: first, departure: first + nights });
    let givenUp = firstRunAt(book.runs, nightly, first - book.firstNight);
    let added = givenUp;
    let from = first;
    for (let arrival = first; arrival < last; arrival++) {
      const place = arrival - book.firstNight;
      while (tos[givenUp]! < place) givenUp++;
      while (tos[added]! < place + nights) added++;
      if (amountsMinor[added] === amountsMinor[givenUp]) continue;
      bases.push({ from, to: arrival, baseMinor });
      baseMinor += amountsMinor[added]! - amountsMinor[givenUp]!;
      from = arrival + 1;
    }
    bases.push({ from, to: last, baseMinor });
  }
  return bases;
}

/** The rate of a night that has none. */
export const NO_RATE = -1;

/** The PER_NIGHT rate of each of `nights`, by night - nights.from, or `NO_RATE`. */
export function nightlyRates(
  book: RateBook,
  roomTypeNumber: number,
  currency: Currency,
  nights: DayRange,
): Float64Array {
  const rates = new Float64Array(Math.max(0, nights.to - nights.from + 1)).fill(NO_RATE);
  const { froms, tos, amountsMinor } = book.runs;
  const runs = ratesOf(book, roomTypeNumber, currency, 'nightly');
  const first = nights.from - book.firstNight;
  for (let run = firstRunAt(book.runs, runs, first); run < runs.end && froms[run]! < first + rates.length; run++) {
    rates.fill(amountsMinor[run]!, Math.max(0, froms[run]! - first), tos[run]! - first + 1);
  }
  return rates;
}

/** All packages of a room type in a currency, by their nights; those of equal nights are disjoint (P3). */
export function packagesByNights(
  book: RateBook,
  roomTypeNumber: number,
  currency: Currency,
): ReadonlyMap<number, readonly SeasonPackage[]> {
  const found = new Map<number, SeasonPackage[]>();
  const { first, end } = ratesOf(book, roomTypeNumber, currency, 'packages');
  for (const nights of new Set(book.runs.divisors.subarray(first, end))) {
    found.set(nights, packagesOf(book, roomTypeNumber, currency, nights));
  }
  return found;
}
