/**
 * The scene of the domain's table tests: one visit type, today is Monday 2027-01-04, and every part has a plain
 * default, so that a test names only what its rule is about. Prices are minor units, dates are `YYYY-MM-DD`.
 */
import { expect } from 'vitest';
import type { PriceList, Rate, RoomType } from '../../src/domain/pricing/price-list.ts';
import type { Promotion } from '../../src/domain/pricing/promotion.ts';
import type { Quote } from '../../src/domain/pricing/quote.ts';
import { buildRateBook, type RateBook } from '../../src/domain/pricing/rate-book.ts';
import type { StockedCandidate } from '../../src/domain/stay/availability.ts';
import type { Stay, StayRules } from '../../src/domain/stay/stay.ts';
import { type Day, type DayRange, parseDay } from '../../src/domain/time/civil-date.ts';

/** The day of a date; throws for one that does not exist. */
export function day(text: string): Day {
  const parsed = parseDay(text);
  if (parsed === null) throw new Error(`no such date: ${text}`);
  return parsed;
}

export const TODAY = day('2027-01-04');
export const HORIZON = day('2029-01-04');
export const ROOM: RoomType = { number: 11, hotelNumber: 1, beds: 2 };
export const SINGLE: RoomType = { number: 12, hotelNumber: 1, beds: 1 };

export function range(from: string, to: string): DayRange {
  return { from: day(from), to: day(to) };
}

export function stay(arrival: string, departure: string): Stay {
  return { arrival: day(arrival), departure: day(departure) };
}

export function rate(from: string, to: string, amountMinor: number, roomTypeNumber = ROOM.number): Rate {
  return { roomTypeNumber, ...range(from, to), amountMinor };
}

/** A list of nightly room prices in EUR, unless the options say otherwise. */
export function nightly(rates: readonly Rate[], rest: Partial<PriceList> = {}): PriceList {
  return { number: 1, kind: 'PER_NIGHT', nights: null, quotedPer: 'ROOM', currency: 'EUR', rates, ...rest };
}

/** A list of packages of `nights` nights per room in EUR, unless the options say otherwise. */
export function packaged(nights: number, rates: readonly Rate[], rest: Partial<PriceList> = {}): PriceList {
  return { ...nightly(rates), number: 2, kind: 'PER_VISIT', nights, ...rest };
}

export function bookOf(...priceLists: PriceList[]): RateBook {
  return buildRateBook({ priceLists, roomTypes: [ROOM, SINGLE], today: TODAY });
}

/** 10 % on every night of every hotel in the public channel. */
export function promotion(rest: Partial<Promotion> = {}): Promotion {
  const everywhere = { channels: ['public'], hotelNumbers: null };
  return { number: 1, basisPoints: 1000, validFrom: day('2020-01-01'), validTo: null, ...everywhere, ...rest };
}

/** One to 28 nights, any day, always on sale. */
export function rules(rest: Partial<StayRules> = {}): StayRules {
  return {
    onDemand: false,
    nightsMin: 1,
    nightsMax: 28,
    reservationTimeSpan: 'DAYS',
    startingDays: [],
    timeConstraints: [],
    sellingFrom: null,
    sellingTo: null,
    ...rest,
  };
}

/** 100.00 EUR a night for the whole of 2027 and 2028, and a free room every night. */
export function candidate(rest: Partial<StockedCandidate> = {}): StockedCandidate {
  return {
    visitTypeNumber: 101,
    rules: rules(),
    room: ROOM,
    book: bookOf(nightly([rate('2027-01-01', '2028-12-31', 10_000)])),
    promotions: [],
    remaining: unitsLeft(1),
    ...rest,
  };
}

/** `units` free rooms on every night from today on, or on the nights of the given ranges only. */
export function unitsLeft(units: number, ...ranges: DayRange[]): Int32Array {
  const left = new Int32Array(HORIZON - TODAY + 1);
  if (ranges.length === 0) return left.fill(units);
  for (const { from, to } of ranges) left.fill(units, from - TODAY, to - TODAY + 1);
  return left;
}

/** Asserts that it is a quote whose lines add up and never exceed the base. */
export function wholeQuote(quote: Quote | { firstUnpricedNight: Day }): Quote {
  if ('firstUnpricedNight' in quote) throw new Error(`unpriced from ${quote.firstUnpricedNight}`);
  const lines = [...quote.promotions, ...quote.discounts].map(({ amountMinor }) => amountMinor);
  expect(lines.reduce((left, line) => left - line, quote.baseMinor)).toBe(quote.amountMinor);
  for (const amount of [quote.baseMinor, quote.amountMinor, ...lines]) {
    expect(Number.isSafeInteger(amount) && amount >= 0, `${amount} is whole and not negative`).toBe(true);
  }
  expect(quote.promotions.reduce((nights, line) => nights + line.nights, 0)).toBeLessThanOrEqual(quote.nights);
  return quote;
}
