/**
 * The described hotels with what only v2 shows: Borealis has pictures of every kind, of the house and of its rooms, Duo
 * has amenities with every kind of charge, Aurora has a description. And helpers of the v2 tests to request them and
 * hotels of their own.
 */

import { expect } from 'vitest';
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { readRaised } from '../database/raised-epochs.ts';
import { type Answer, type Asked, type Query, queryString, type RestClient } from '../requests/rest-client.ts';
import { ADDRESS, DESCRIBED_CATALOGUE } from './described-hotels.ts';
import { type Offer, offeringHotels } from './offering-hotels.ts';

type HotelEntry = NonNullable<Catalogue['hotels']>[number];
type ImageEntry = NonNullable<HotelEntry['images']>[number];
type Width = keyof NonNullable<ImageEntry['variants']>;

/** URLs of a picture's variants by width. */
export function variantsOf(name: string, widths: readonly Width[]): Partial<Record<Width, string>> {
  return Object.fromEntries(widths.map((width) => [width, `${ADDRESS}/${name}-${width}.webp`]));
}

/** Wider than every variant, as wide as one, narrower than all, with only a width, with only an address. */
const HOUSE: ImageEntry[] = [
  {
    url: `${ADDRESS}/wide.jpg`,
    thumbnailUrl: `${ADDRESS}/wide-small.jpg`,
    width: 2400,
    height: 1600,
    alt: { cs_CZ: 'Pohled', de: null, en: 'View' },
    variants: variantsOf('wide', ['1920', '480', '1440', '960']),
  },
  { url: `${ADDRESS}/exact.jpg`, width: 960, height: 640, variants: variantsOf('exact', ['480', '960']) },
  { url: `${ADDRESS}/narrow.jpg`, thumbnailUrl: `${ADDRESS}/narrow-small.jpg`, width: 479, height: 300 },
  { url: `${ADDRESS}/half.jpg`, width: 1000, variants: variantsOf('half', ['480']) },
  { url: `${ADDRESS}/plain.jpg`, alt: { cs_CZ: '', de: '', en: '', ru: '' } },
];

/** Room 21 has a category in one language only, 22 in none. */
const ROOMS: NonNullable<HotelEntry['roomTypes']> = [
  {
    id: 21,
    code: 'DBL',
    beds: 2,
    category: { cs_CZ: 'Pokoj', de: '', en: null },
    images: [
      {
        url: `${ADDRESS}/bed.jpg`,
        thumbnailUrl: `${ADDRESS}/bed-small.jpg`,
        width: 1500,
        height: 1000,
        alt: { de: null, en: 'Bed', ru: '' },
        variants: variantsOf('bed', ['480', '960', '1440']),
      },
      { url: `${ADDRESS}/window.jpg`, alt: { cs_CZ: '', de: '' } },
    ],
  },
  { id: 22, code: 'APT', beds: 4, images: [{ url: `${ADDRESS}/hall.jpg` }] },
];

/** Entries with options and charges in place of specific kinds. */
const GUEST_SERVICES: NonNullable<Catalogue['amenityCategories']>[number] = {
  code: 'guest_services',
  name: { cs_CZ: 'Služby', en: 'Guest services' },
  amenities: [
    {
      code: 'parking',
      label: { cs_CZ: 'Parkování', en: 'Parking' },
      detailKinds: ['access', 'options', 'distance'],
      options: [
        { code: 'garage', label: { cs_CZ: 'Garáž', en: 'Garage' } },
        { code: 'yard', label: { en: 'Yard' } },
      ],
    },
    {
      code: 'diets',
      label: { en: 'Diets' },
      detailKinds: ['access', 'options'],
      options: [{ code: 'vegan', label: { en: 'Vegan' } }],
    },
  ],
};

const CHANGES: Readonly<Record<number, Partial<HotelEntry>>> = {
  1: { shortDescription: { cs_CZ: 'Dům v údolí', de: null, en: 'A house in the valley' } },
  2: { images: HOUSE, roomTypes: ROOMS },
  4: {
    amenities: [
      { code: 'sauna', access: 'included', note: { cs_CZ: 'Jen ženy', de: 'Nur Frauen' } },
      { code: 'parking', access: 'paid', options: ['garage'] },
      { code: 'diets', access: 'conditional', options: ['vegan'] },
    ],
  },
};

export const V2_CATALOGUE: Catalogue = {
  ...DESCRIBED_CATALOGUE,
  amenityCategories: [...DESCRIBED_CATALOGUE.amenityCategories!, GUEST_SERVICES],
  hotels: DESCRIBED_CATALOGUE.hotels!.map((hotel) => ({ ...hotel, ...CHANGES[hotel.id] })),
};

/** GET `/api/v2` and the path, with a query. */
export function getV2<Body>(
  client: RestClient,
  path: string,
  { query = {}, ...asked }: Asked & { query?: Query } = {},
): Promise<Answer<Body>> {
  return client.send<Body>({ method: 'GET', url: `/api/v2${path}${queryString(query)}` }, asked);
}

/** Imports sections over the present ones; returns the problems as `path: code`, none if they are accepted. */
export async function problemsOfImport(client: RestClient, sections: Omit<Catalogue, 'format'>): Promise<string[]> {
  const { database, epochs } = client.gateway;
  const source = { format: V2_CATALOGUE.format, ...sections };
  const outcome = await importCatalogue({ database, source });
  epochs.observe(await readRaised(database));
  return outcome.ok ? [] : outcome.problems.map(({ path, code }) => `${path}: ${code}`);
}

/** The names of all fields of a JSON value, at any depth. */
export function fieldsWithin(value: unknown): Set<string> {
  const names = new Set<string>();
  JSON.stringify(value, (name, inner) => {
    names.add(name);
    return inner;
  });
  return names;
}

interface Minimum {
  amount: number;
  original: number;
  nights: number;
  occupancy: number;
  visitType: { _id: string; id: number; name: Record<string, string | null> };
}
export type PriceFrom = Record<string, Record<string, Record<'perPersonPerNight' | 'perStay', Minimum>>> | null;

/**
 * Hotels that a test imports together with what they sell, requested over v2. Begins and ends with the test file or
 * suite.
 */
export function marketOverRest() {
  const market = offeringHotels();

  /** The body of GET `/api/v2` and a path. */
  async function get<Body>(
    path: string,
    { key, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
  ) {
    const authorization = `Bearer ${key ?? (await market.gateway.key())}`;
    const answer = await market.gateway.inject({ url: `/api/v2${path}`, headers: { authorization, ...headers } });
    expect(answer.statusCode).toBe(200);
    return answer.json<Body>();
  }

  /** The from-prices of a new hotel with these offers. */
  async function priceFromOf(offers: readonly Offer[], asked?: Parameters<typeof get>[1]): Promise<PriceFrom> {
    const hotel = await market.hotelSelling(offers);
    return (await get<{ priceFrom: PriceFrom }>(`/hotels/${hotel}`, asked)).priceFrom;
  }

  /** Amount and original of its cheapest stay in euros; null: none. */
  async function stayOf(offers: readonly Offer[], asked?: Parameters<typeof get>[1]): Promise<[number, number] | null> {
    const perStay = (await priceFromOf(offers, asked))?.EUR?.all?.perStay;
    return perStay ? [perStay.amount, perStay.original] : null;
  }

  return {
    hotelSelling: market.hotelSelling,
    key: (...options: Parameters<typeof market.gateway.key>) => market.gateway.key(...options),
    get,
    priceFromOf,
    stayOf,
  };
}
