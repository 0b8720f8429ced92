/**
 * Hotels that a test imports together with what they sell, and their from-prices over GraphQL. Each test file has its
 * own gateway, on Sunday 10 January 2027 unless a test moves the clock.
 */

import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { readRaised } from '../database/raised-epochs.ts';
import { startGateway, type TestGateway } from '../gateway/gateway.ts';
import type { VisitTypeEntry } from './small-catalogue.ts';

export const FEBRUARY = { from: '2027-02-01', to: '2027-02-28' };
export const MARCH = { from: '2027-03-01', to: '2027-03-31' };

const TODAY = '2027-01-10';

type PriceListEntry = NonNullable<VisitTypeEntry['priceLists']>[number];
type PromotionEntry = NonNullable<VisitTypeEntry['promotions']>[number];

/** The special properties of a visit type; by default it has two nights at least and is sold in euros in February. */
export interface Offer extends Partial<VisitTypeEntry> {
  /** Price of the room for a night; a room without one is not sold. */
  double?: number;
  single?: number;
  season?: { from: string; to: string };
  currency?: 'CZK' | 'EUR';
}

/** A minimum with decimal amounts and the English name of its visit type. */
export interface ShownMinimum {
  amount: number;
  original: number;
  nights: number;
  guests: number;
  visitType: string;
}
type Minima<Minimum> = Record<'perPersonPerNight' | 'perStay', Minimum>;
type Categories<Minimum> = Record<'all' | 'health' | 'wellness', Minima<Minimum> | null>;

/** A minimum in an answer. */
type AnsweredMinimum = Pick<ShownMinimum, 'nights' | 'guests'> &
  Record<'amount' | 'original', { amount: number }> & { visitType: { name: { en: string } } };

const QUERY = `query ($hotel: ID!) {
  hotel(id: $hotel) { priceFrom { currency all { ...Minima } health { ...Minima } wellness { ...Minima } } }
}
fragment Minima on FromPrices { perPersonPerNight { ...Minimum } perStay { ...Minimum } }
fragment Minimum on FromPrice { amount { amount } original { amount } nights guests visitType { name { en } } }`;

const singleRoomOf = (hotel: number) => hotel * 10 + 1;
export const doubleRoomOf = (hotel: number) => hotel * 10 + 2;
/** The visit type at a position, from 0, of a hotel's offers. */
export const visitTypeAt = (hotel: number, place: number) => hotel * 100 + place;

/** A nightly price list in euros. */
export function nightly(rates: PriceListEntry['rates'], currency: 'CZK' | 'EUR' = 'EUR'): PriceListEntry {
  return { id: 1, kind: 'PER_NIGHT', quotedPer: 'ROOM', currency, rates };
}

/** Half the price in the public channel, from one night on, optionally up to another. */
export function half(
  validFrom: string,
  validTo: string | null = null,
  rest: Partial<PromotionEntry> = {},
): PromotionEntry {
  return { id: 1, percentage: 50, validFrom, validTo, channels: ['public'], ...rest };
}

/** A visit type of a hotel as a catalogue entry. */
export function visitTypeOf(
  { double, single, season = FEBRUARY, currency = 'EUR', ...rest }: Offer,
  { hotel, place }: { hotel: number; place: number },
): VisitTypeEntry {
  const rates = [
    { roomTypeId: doubleRoomOf(hotel), amount: double },
    { roomTypeId: singleRoomOf(hotel), amount: single },
  ].flatMap(({ roomTypeId, amount }) => (amount === undefined ? [] : [{ roomTypeId, ...season, amount }]));
  return {
    id: visitTypeAt(hotel, place),
    hotelIds: [hotel],
    name: { en: 'Stay' },
    boarding: 'HALF_BOARD',
    nightsMin: 2,
    nightsMax: 14,
    priceLists: [nightly(rates, currency)],
    ...rest,
  };
}

/** Starts with two empty destinations; ends with the test file. */
export function offeringHotels() {
  let gateway: TestGateway;
  let hotels = 0;
  beforeAll(async () => {
    const catalogue: Catalogue = {
      format: 'spa-stay-catalogue/1',
      channels: ['public', 'partner'].map((code) => ({ code, name: code })),
      destinations: [1, 2].map((id) => ({ id, name: {} })),
    };
    gateway = await startGateway({ catalogue, today: TODAY });
  });
  afterEach(() => gateway.setToday(TODAY));
  afterAll(() => gateway?.close());

  /** Imports additions or replacements. */
  async function bring(sections: Omit<Catalogue, 'format'>): Promise<void> {
    const source: Catalogue = { format: 'spa-stay-catalogue/1', ...sections };
    expect(await importCatalogue({ database: gateway.database, source })).toMatchObject({ ok: true });
    gateway.epochs.observe(await readRaised(gateway.database));
  }

  /** Imports a hotel with a single and a double room type and its offers; returns its number. */
  async function hotelSelling(offers: readonly Offer[], { destination = 1 } = {}): Promise<number> {
    const id = ++hotels;
    const roomTypes = [
      { id: singleRoomOf(id), code: 'SGL', beds: 1 },
      { id: doubleRoomOf(id), code: 'DBL', beds: 2 },
    ];
    await bring({
      hotels: [{ id, code: `hotel-${id}`, name: `Hotel ${id}`, destinationId: destination, stars: 4, roomTypes }],
      visitTypes: offers.map((offer, place) => visitTypeOf(offer, { hotel: id, place })),
    });
    return id;
  }

  /** The from-prices of a hotel by currency. */
  async function pricesOf(hotel: number, key?: string): Promise<Record<string, Categories<ShownMinimum>> | null> {
    const asked = { variables: { hotel }, ...(key && { key }) };
    const data = await gateway.ask<{
      hotel: { priceFrom: ({ currency: string } & Categories<AnsweredMinimum>)[] | null };
    }>(QUERY, asked);
    const entries = data.hotel.priceFrom?.map(({ currency, all, health, wellness }) => {
      return [currency, { all: shownMinima(all), health: shownMinima(health), wellness: shownMinima(wellness) }];
    });
    return entries ? Object.fromEntries(entries) : null;
  }

  /** Amount and original of the cheapest stay in euros; null: none. */
  async function stayOf(hotel: number, key?: string): Promise<[number, number] | null> {
    const stay = (await pricesOf(hotel, key))?.EUR?.all?.perStay;
    return stay ? [stay.amount, stay.original] : null;
  }

  return {
    get gateway() {
      return gateway;
    },
    bring,
    hotelSelling,
    pricesOf,
    stayOf,
  };
}

function shownMinima(minima: Minima<AnsweredMinimum> | null): Minima<ShownMinimum> | null {
  return minima && { perPersonPerNight: shown(minima.perPersonPerNight), perStay: shown(minima.perStay) };
}

function shown({ amount, original, visitType, ...rest }: AnsweredMinimum): ShownMinimum {
  return { amount: amount.amount, original: original.amount, ...rest, visitType: visitType.name.en };
}
