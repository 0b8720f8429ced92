/**
 * A catalogue with a number in all prices, promotions and texts. An answer shows which catalogue it comes from, and
 * whether it comes from a single one.
 */
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import type { Database } from '../../../src/data/database/database.ts';
import { putInto } from '../database/fresh-database.ts';
import type { TestGateway } from '../gateway/gateway.ts';

export const NUMBERED_TODAY = '2027-01-10';
const YEAR = { from: '2027-01-01', to: '2027-12-31' };

/** The numbers of the visit types. */
export const VISIT_TYPES = [101, 102, 103] as const;

/** A night costs `1000 + number`; the promotion and the texts are named after the number. */
function numberedCatalogue(number: number): Catalogue {
  const name = { en: `No. ${number}` };
  return {
    format: 'spa-stay-catalogue/1',
    channels: [{ code: 'public', name: 'Public' }],
    destinations: [{ id: 1, name }],
    loyaltyPrograms: [{ id: 1, name, percentage: 5 }],
    hotels: [
      {
        id: 1,
        code: 'aurora',
        name: name.en,
        destinationId: 1,
        stars: 4,
        roomTypes: [{ id: 11, code: 'DBL', beds: 2 }],
      },
    ],
    visitTypes: VISIT_TYPES.map((id) => ({
      id,
      name,
      hotelIds: [1],
      loyaltyProgramIds: [1],
      boarding: 'HALF_BOARD',
      nightsMin: 1,
      nightsMax: 14,
      priceLists: [
        {
          id: 1,
          kind: 'PER_NIGHT',
          quotedPer: 'ROOM',
          currency: 'CZK',
          rates: [{ roomTypeId: 11, ...YEAR, amount: 1000 + number }],
        },
      ],
      promotions: [{ id: 1, name, percentage: 10, validFrom: '2027-01-01', validTo: null, channels: ['public'] }],
    })),
    inventory: [{ roomTypeId: 11, ...YEAR, units: 5 }],
  };
}

/** Imports the catalogue of a number. */
export const importNumbered = (database: Database, number: number): Promise<void> =>
  putInto(database, numberedCatalogue(number));

/** Addresses whose answers show the number; each visit type has a price, which takes one read of the catalogue. */
export const NUMBERED_QUESTIONS = [
  ...VISIT_TYPES.map(priceOf),
  ...VISIT_TYPES.map((id) => `/api/v1/lowest-price?visit_type_id=${id}`),
  '/api/v1/destinations',
  '/api/v1/visit-types',
  '/api/v1/visit-types?hotel_stars_min=2',
  '/api/v1/calendar/dates?visit_type_id=101&hotel_id=1',
  '/api/v2/hotels',
  '/api/v2/hotels/1',
] as const;

/** The address of the price of one night. */
export function priceOf(visitType: number): string {
  return `/api/v1/price?visit_type_id=${visitType}&room_type_id=11&date_from=2027-03-01&date_to=2027-03-02`;
}

export async function askNumbered(
  gateway: TestGateway,
  key: string,
  url: string,
): Promise<{ status: number; body: unknown }> {
  const { statusCode, body } = await gateway.inject({ url, headers: { authorization: `Bearer ${key}` } });
  return { status: statusCode, body: JSON.parse(body) };
}

/** The numbers in the answer to a price request: by its amount and by its promotion. */
export function numbersOfPrice(body: unknown): number[] {
  const { cs_CZ: price } = body as {
    cs_CZ: { price_breakdown: { base_price: number; promotions: { name: { en: string } }[] } };
  };
  const { base_price: base, promotions } = price.price_breakdown;
  return [base - 1000, ...promotions.map(({ name }) => Number(name.en.replace('No. ', '')))];
}
