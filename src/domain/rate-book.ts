/**
 * A rate book answers every price question about one visit type from today to the last night for sale: what a night
 * costs, what a stay costs, which nights have a price at all. It is built once from the price lists and then only
 * read, so it can be kept as long as lists and date stay the same. It knows no channel, no promotion and no selling
 * period, and no night outside its range has a price in it (P8).
 */
import type { Day, DayRange } from './civil-date.ts';
import { lastNightForSale } from './horizon.ts';
import { CURRENCIES, type Currency } from './money.ts';
import type { PriceList, PriceListKind, RoomType } from './price-list.ts';
import { type ListedRate, layOutRates, type RoomRates, UNPRICED } from './room-rates.ts';
import { nightsOf, type Stay } from './stay.ts';

export interface RateBook {
  /** Today. The place of a night in every array of the book is night - firstNight. */
  readonly firstNight: Day;
  /** Inclusive. */
  readonly lastNight: Day;
  /** By room type number; a room type without any rate is missing. */
  readonly rooms: ReadonlyMap<number, RoomBook>;
}

export interface RoomBook {
  readonly rates: Readonly<Record<Currency, RoomRates | null>>;
  /** 1 where the night has a night price in any currency: where it is "priced" (P6). */
  readonly priced: Uint8Array;
}

/** The room's price of one night as an exact fraction (P6): a package's night costs `amountMinor / divisor`. */
export interface NightPrice {
  readonly amountMinor: number;
  /** The package's nights, 1 for a nightly rate. */
  readonly divisor: number;
}

/** What a stay costs before any reduction, and by which kind of price list. */
export interface BasePrice {
  readonly kind: PriceListKind;
  readonly amountMinor: number;
}

/** The first night of a stay, or the first after the book's end, that stands in the way of a price. */
export interface Unpriced {
  readonly firstUnpricedNight: Day;
}

/**
 * Builds the book of one visit type. `priceLists` are all its lists, `roomTypes` all room types to be sold by it;
 * rates of other room types are passed over. Rates must not overlap (P3).
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
  const rooms = new Map<number, RoomBook>();
  for (const { number, beds } of roomTypes) {
    const byCurrency = listed.get(number);
    if (!byCurrency) continue;
    const rates: Record<Currency, RoomRates | null> = { CZK: null, EUR: null };
    for (const currency of CURRENCIES) {
      if (byCurrency[currency].length > 0) rates[currency] = layOutRates({ rates: byCurrency[currency], beds, nights });
    }
    rooms.set(number, { rates, priced: pricedNights({ rates, nights }) });
  }
  return { firstNight: nights.from, lastNight: nights.to, rooms };
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

function pricedNights({ rates, nights }: { rates: RoomBook['rates']; nights: DayRange }): Uint8Array {
  const priced = new Uint8Array(nights.to - nights.from + 1);
  for (const currency of CURRENCIES) {
    const nightMinor = rates[currency]?.nightMinor;
    if (nightMinor) for (let i = 0; i < priced.length; i++) if (nightMinor[i] !== UNPRICED) priced[i] = 1;
  }
  return priced;
}

/** The room's price of one night (P6), or null when it has none. */
export function nightPrice(book: RateBook, roomTypeNumber: number, currency: Currency, night: Day): NightPrice | null {
  const rates = book.rooms.get(roomTypeNumber)?.rates[currency];
  const amountMinor = rates?.nightMinor[night - book.firstNight] ?? UNPRICED;
  return rates && amountMinor !== UNPRICED
    ? { amountMinor, divisor: rates.nightDivisor[night - book.firstNight]! }
    : null;
}

/** Whether a night has a night price in any currency (P6). */
export function isPriced(book: RateBook, roomTypeNumber: number, night: Day): boolean {
  return book.rooms.get(roomTypeNumber)?.priced[night - book.firstNight] === 1;
}

/**
 * What the stay costs in one currency before promotions and loyalty (P2): the package of exactly its nights whose
 * season spans all of them, if there is one, however dear; else the sum of its nightly rates, if none is missing.
 * Takes the same time for two nights and for two years.
 */
export function baseOfStay(
  book: RateBook,
  roomTypeNumber: number,
  currency: Currency,
  stay: Stay,
): BasePrice | Unpriced {
  const rates = book.rooms.get(roomTypeNumber)?.rates[currency];
  if (!rates || stay.arrival < book.firstNight || stay.arrival > book.lastNight) {
    return { firstUnpricedNight: stay.arrival };
  }
  for (const { from, to, roomAmountMinor } of rates.packages.get(nightsOf(stay)) ?? []) {
    if (from <= stay.arrival && stay.departure - 1 <= to) return { kind: 'PER_VISIT', amountMinor: roomAmountMinor };
  }
  const arrival = stay.arrival - book.firstNight;
  const departure = stay.departure - book.firstNight;
  const gap = rates.nextGap[arrival]!;
  if (gap < departure) return { firstUnpricedNight: book.firstNight + gap };
  return { kind: 'PER_NIGHT', amountMinor: rates.sumMinor[departure]! - rates.sumMinor[arrival]! };
}

/** Whether some single currency prices the whole stay (P2); currencies are never mixed. */
export function isStayPriced(book: RateBook, roomTypeNumber: number, stay: Stay): boolean {
  return CURRENCIES.some((currency) => 'amountMinor' in baseOfStay(book, roomTypeNumber, currency, stay));
}

/** The sum of the PER_NIGHT rates over a stretch of nights that all have one. */
export function nightlySum(book: RateBook, roomTypeNumber: number, currency: Currency, nights: DayRange): number {
  const sums = book.rooms.get(roomTypeNumber)?.rates[currency]?.sumMinor;
  return sums ? sums[nights.to - book.firstNight + 1]! - sums[nights.from - book.firstNight]! : 0;
}
