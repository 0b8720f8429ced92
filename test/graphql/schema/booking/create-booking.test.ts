import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
});
afterAll(() => gateway.close());

const ask = <Data = Record<string, unknown>>(...asked: Parameters<TestGateway['graphql']>) =>
  gateway.ask<Data>(...asked);

describe('createBooking', () => {
  const BOOK = `mutation ($input: CreateBookingInput!) { createBooking(input: $input) { __typename
    ... on BookingCreated { id replayed booking { id kind arrival departure language affiliate visitType { number } hotel { number } roomType { number }
      price { nights basePrice { amount } promotions { name { en } amount { amount } } discounts { guest name { en } amount { amount } } total { amount currency } }
      billedTo { firstName email address { country } } guests { position firstName birthDate loyaltyProgram { number } } } }
    ... on Problem { code message }
    ... on NoCapacity { firstNight } ... on GuestCountProblem { guests beds } ... on PriceChanged { quote { total { amountMinor } } }
    ... on InvalidInput { problems { path code } } } }`;
  const INPUT = {
    kind: 'BINDING',
    currency: 'CZK',
    visitType: 101,
    hotel: 1,
    roomType: 11,
    arrival: '2027-03-09',
    departure: '2027-03-13',
    affiliate: 'friend',
    billedTo: {
      firstName: 'Jana',
      lastName: 'Nováková',
      email: 'jana@example.com',
      address: { street: 'Lázeňská', houseNumber: '1', city: 'Praha', zipCode: '110 00', country: 'CZE' },
    },
    guests: [
      { firstName: 'Jana', lastName: 'Nováková', birthDate: '1970-05-06', loyaltyProgram: 1 },
      { firstName: 'Petr', lastName: 'Novák' },
    ],
  };
  const book = (changes: object, options: Parameters<TestGateway['graphql']>[1] = {}) =>
    ask<{ createBooking: Record<string, unknown> & { id?: string } }>(BOOK, {
      ...options,
      variables: { input: { ...INPUT, ...changes } },
    }).then((data) => data.createBooking);

  test('stores and shows the booking with its price line by line, in the first listed language', async () => {
    const made = await book({}, { headers: { 'accept-language': 'xx, de;q=0.1, en' } });
    expect(made).toMatchObject({
      __typename: 'BookingCreated',
      replayed: false,
      booking: {
        kind: 'BINDING',
        arrival: '2027-03-09',
        departure: '2027-03-13',
        language: 'DE',
        affiliate: 'friend',
        visitType: { number: 101 },
        hotel: { number: 1 },
        roomType: { number: 11 },
        price: {
          nights: 4,
          basePrice: { amount: 8000 },
          promotions: [
            { name: { en: 'Spring' }, amount: { amount: 400 } },
            { name: { en: 'Aurora' }, amount: { amount: 800 } },
          ],
          discounts: [{ guest: 1, name: { en: 'Gold' }, amount: { amount: 340 } }],
          total: { amount: 6460, currency: 'CZK' },
        },
        billedTo: { firstName: 'Jana', email: 'jana@example.com', address: { country: 'CZE' } },
        guests: [
          { position: 1, firstName: 'Jana', birthDate: '1970-05-06', loyaltyProgram: { number: 1 } },
          { position: 2, firstName: 'Petr', birthDate: null, loyaltyProgram: null },
        ],
      },
    });
    const own = `{ booking(id: "${made.id}") { id guests { firstName } } }`;
    expect(await ask(own)).toEqual({
      booking: { id: made.id, guests: [{ firstName: 'Jana' }, { firstName: 'Petr' }] },
    });
    const other = await gateway.key();
    expect(await ask(own, { key: other })).toEqual({ booking: null });
  });

  test('a booking is seen by the next calendar', async () => {
    const stay = { roomType: 12, arrival: '2027-04-05', departure: '2027-04-07', guests: [INPUT.guests[1]] };
    const calendar = () =>
      ask<{ calendar: { availability: string }[] }>(
        '{ calendar(filter: { visitType: 101, roomType: 12 }, dateFrom: "2027-04-05", dateTo: "2027-04-05") { availability } }',
      ).then((data) => data.calendar[0]?.availability);
    expect(await calendar()).toBe('AVAILABLE');
    expect(await book(stay)).toMatchObject({ __typename: 'BookingCreated' });
    expect(await calendar()).toBe('ON_DEMAND');
    expect(await book(stay)).toMatchObject({ __typename: 'NoCapacity', code: 'NO_CAPACITY', firstNight: '2027-04-05' });
  });

  test('B6: a repetition with the same idempotency key answers the same booking, another request under it is refused', async () => {
    const stay = { idempotencyKey: 'once', arrival: '2027-06-01', departure: '2027-06-04' };
    const first = await book(stay);
    expect(await book(stay)).toEqual({ ...first, replayed: true });
    expect(await book({ ...stay, departure: '2027-06-05' })).toMatchObject({
      __typename: 'IdempotencyProblem',
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  test('the eleventh request in a minute for a hotel and an e-mail address returns a value with the time to retry', async () => {
    const REQUEST = `mutation ($input: CreateBookingInput!) { createBooking(input: $input) { __typename
      ... on TooManyRequests { code message retryAfterSeconds } } }`;
    const request = async () => {
      const input = { ...INPUT, kind: 'REQUEST', billedTo: { ...INPUT.billedTo, email: 'often@example.com' } };
      return (await ask<{ createBooking: object }>(REQUEST, { variables: { input } })).createBooking;
    };
    for (let time = 0; time < 10; time++) expect(await request()).toEqual({ __typename: 'BookingCreated' });
    expect(await request()).toEqual({
      __typename: 'TooManyRequests',
      code: 'TOO_MANY_REQUESTS',
      message: expect.not.stringContaining('often'),
      retryAfterSeconds: 60,
    });
  });

  test('B7: another price than expected books nothing and answers the new quote', async () => {
    const stay = { arrival: '2027-07-01', departure: '2027-07-03', guests: [INPUT.guests[1]] };
    expect(await book({ ...stay, expectedTotal: 399_900 })).toMatchObject({
      __typename: 'PriceChanged',
      quote: { total: { amountMinor: 400_000 } },
    });
    expect(await book({ ...stay, expectedTotal: 400_000 })).toMatchObject({ __typename: 'BookingCreated' });
  });

  test.each([
    ['no guests', { guests: [] }, { __typename: 'GuestCountProblem', guests: 0, beds: 2 }],
    [
      'an on-demand visit type',
      {
        visitType: 103,
        currency: 'EUR',
        arrival: '2027-03-01',
        departure: '2027-03-03',
        guests: [INPUT.guests[1]],
      },
      { __typename: 'OnDemandOnly' },
    ],
    [
      'sold-out nights',
      { arrival: '2027-02-09', departure: '2027-02-11' },
      { __typename: 'NoCapacity', firstNight: '2027-02-10' },
    ],
    [
      'a currency without prices',
      { currency: 'EUR', roomType: 12, guests: [INPUT.guests[1]] },
      { __typename: 'NotPriced' },
    ],
    ['a room type of another hotel', { hotel: 2 }, { __typename: 'StayNotAllowed', code: 'ROOM_TYPE_OF_OTHER_HOTEL' }],
    ['an unknown hotel', { hotel: 99 }, { __typename: 'NotFound' }],
  ])('%s is a typed problem and books nothing', async (_, changes, problem) => {
    const before = await gateway.database.prisma.booking.count();
    expect(await book({ ...changes })).toMatchObject(problem);
    expect(await gateway.database.prisma.booking.count()).toBe(before);
  });

  test('all problems of the input are reported at once, with their paths', async () => {
    const input = {
      departure: '2027-03-01',
      billedTo: { ...INPUT.billedTo, firstName: ' ', address: { ...INPUT.billedTo.address, country: 'QQQ' } },
      guests: [{ firstName: 'x'.repeat(101), lastName: 'Y', birthDate: '2030-01-01' }],
    };
    const refused = await book(input);
    expect(refused.__typename).toBe('InvalidInput');
    expect((refused.problems as { path: string }[]).map(({ path }) => path).sort()).toEqual([
      'billedTo.address.country',
      'billedTo.firstName',
      'departure',
      'guests.0.birthDate',
      'guests.0.firstName',
    ]);
  });
});
