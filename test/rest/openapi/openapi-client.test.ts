/** A typed client generated from `/openapi.json`: typical calls compile; calls with a wrong name or type do not. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClientFolder, clientFolder } from '../../support/browser/client-folder.ts';
import { TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway } from '../../support/gateway/gateway.ts';

let folder: ClientFolder;

beforeAll(async () => {
  folder = clientFolder(['openapi-fetch', 'openapi-typescript-helpers']);
  const gateway = await startGateway({ today: TODAY });
  const { body } = await gateway.inject({ url: '/openapi.json' });
  await gateway.close();
  folder.write('openapi.json', body);
  const made = await folder.run('openapi-typescript', ['openapi.json', '-o', 'spa.d.ts']);
  expect(made).toMatchObject({ failed: false });
});
afterAll(() => folder.remove());

const CLIENT = `
import createClient from 'openapi-fetch';
import type { components, paths } from './spa.d.ts';
const spa = createClient<paths>({ baseUrl: 'https://spa.example/api', headers: { Authorization: 'Bearer key' } });
`;

const CALLS = `${CLIENT}
const list = await spa.GET('/v1/visit-types', {
  params: { query: { max: 5, hotel_id: 1, date_from: '2027-02-01' }, header: { 'Accept-Language': 'cs, en' } },
});
for (const visitType of list.data ?? []) {
  const name: string | null | undefined = visitType.name.cs_CZ;
  const lowest: number | null | undefined = visitType.lowest_price.en?.amount_per_night;
  const category: 'health' | 'wellness' | null = visitType.stay_category;
  console.log(name, lowest, category, visitType.hotels[0]?.promotions[0]?.percentage);
}
const wrong: components['schemas']['ErrorResponse'] | components['schemas']['ValidationErrorResponse'] | undefined = list.error;

const price = await spa.GET('/v1/price', {
  params: { query: { visit_type_id: 101, room_type_id: 'b00000000000000000000011', date_from: '2027-02-01', date_to: '2027-02-08' } },
});
const currency: 'CZK' | 'EUR' | undefined = price.data?.cs_CZ?.currency;
const lines = price.data?.cs_CZ?.price_breakdown.promotions.map(({ amount, nights }) => amount / nights);

const calendar = await spa.GET('/v1/calendar/dates', { params: { query: { visit_type_id: 101, guests: 2 } } });
const days = calendar.data?.filter(({ availability }) => availability === 'AVAILABLE').map(({ date }) => date);
const lowest = await spa.GET('/v1/lowest-price');
const destinations = await spa.GET('/v1/destinations');
const id: number | undefined = destinations.data?.[0]?.id;

const guests = [{ first_name: 'Anna', last_name: 'Nov\\u00e1' }];
const stay = { currency: 'CZK', visit_type_id: 101, hotel_id: 1, room_type_id: 11, date_from: '2027-02-01', date_to: '2027-02-08' } as const;
const billed_to = { first_name: 'Anna', last_name: 'Nov\\u00e1', email: 'anna@example.com' };
const address = { street: 'A', house_number: '1', city: 'B', zip_code: '2', country: 'CZE' };
const request = await spa.POST('/v1/booking', { body: { binding_booking: false, ...stay, billed_to, guests } });
const binding = await spa.POST('/v1/booking', {
  body: { binding_booking: true, ...stay, billed_to: { ...billed_to, address }, guests },
  params: { header: { 'Idempotency-Key': 'order-1' } },
});
const booked: string | undefined = binding.data?._id ?? request.data?.id;

const hotels = await spa.GET('/v2/hotels', { params: { query: { sort: '-stars', expand: ['amenityLabels'] } } });
const next: string | null | undefined = hotels.data?.nextCursor;
const hotel = await spa.GET('/v2/hotels/{hotelId}', { params: { path: { hotelId: 1 } } });
const perStay = hotel.data?.priceFrom?.CZK?.all.perStay.amount;
const rooms = await spa.GET('/v2/room-types', { params: { query: { hotelId: 1, sort: 'beds', limit: 100 } } });
const dictionary = await spa.GET('/v2/amenity-categories', { params: { header: { 'If-None-Match': '"x"' } } });
const kinds = dictionary.data?.data[0]?.amenities[0]?.detailKinds;
console.log(wrong, currency, lines, days, lowest.data?.de?.currency, id, booked, next, perStay, rooms.data?.data[0]?.beds, kinds);
`;

/** Calls with one thing wrong each. */
const WRONG: Readonly<Record<string, string>> = {
  'an unknown address': `await spa.GET('/v1/visittypes');`,
  'an unknown parameter': `await spa.GET('/v1/visit-types', { params: { query: { hotelId: 1 } } });`,
  'a parameter of another type': `await spa.GET('/v1/visit-types', { params: { query: { max: 'ten' } } });`,
  'a missing parameter': `await spa.GET('/v1/price', { params: { query: { visit_type_id: 1, room_type_id: 1, date_from: '2027-02-01' } } });`,
  'no parameters where some are required': `await spa.GET('/v1/price');`,
  'a value that is none of the values': `await spa.GET('/v2/hotels', { params: { query: { sort: 'price' } } });`,
  'another method': `await spa.POST('/v1/destinations');`,
  'a field that no answer has': `console.log((await spa.GET('/v1/destinations')).data?.[0]?.title);`,
  'a binding booking without an address': `await spa.POST('/v1/booking', { body: {
    binding_booking: true, currency: 'CZK', visit_type_id: 1, hotel_id: 1, room_type_id: 1, date_from: '2027-02-01', date_to: '2027-02-02',
    billed_to: { first_name: 'A', last_name: 'B', email: 'a@example.com' }, guests: [{ first_name: 'A', last_name: 'B' }] } });`,
};

test('calls as integrators write them compile, and each call with something wrong in it does not', async () => {
  const names = Object.keys(WRONG);
  folder.write('calls.ts', CALLS);
  for (const [index, call] of Object.values(WRONG).entries()) {
    folder.write(`wrong-${index}.ts`, `${CLIENT}${call}\nexport type Unused = components;\n`);
  }
  const complaints = await folder.compile();
  expect(names.filter((_, index) => !complaints.has(`wrong-${index}.ts`))).toEqual([]);
  expect([...complaints].filter(([file]) => !file.startsWith('wrong-'))).toEqual([]);
});
