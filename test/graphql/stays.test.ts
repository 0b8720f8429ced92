import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { SMALL_CATALOGUE, TODAY } from '../support/small-catalogue.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
});
afterAll(() => gateway.close());

async function ask<Data = Record<string, unknown>>(
  query: string,
  options?: Parameters<TestGateway['graphql']>[1],
): Promise<Data> {
  const { data, errors } = await gateway.graphql<Data>(query, options);
  expect(errors).toBeUndefined();
  return data;
}

const PROBLEM = '__typename ... on Problem { code message }';

describe('quote', () => {
  const quote = (input: string, selection: string) =>
    ask<{ quote: Record<string, unknown> }>(`{ quote(input: { ${input} }) { ${selection} } }`).then(
      (data) => data.quote,
    );
  const lines = `... on StayQuotes { quotes { currency nights priceListKind basePrice { amount minorUnits currency } promotions { name { en } percentage nights amount { amount } }
    discounts { guest loyaltyProgram { number } amount { amount } } total { amount } } }`;

  test('answers a quote per currency that covers the stay, and its lines add up', async () => {
    expect(
      await quote(
        'visitType: 101, roomType: 11, arrival: "2027-03-09", departure: "2027-03-13", loyaltyPrograms: [{ guest: 2, program: 1 }]',
        lines,
      ),
    ).toEqual({
      quotes: [
        {
          currency: 'CZK',
          nights: 4,
          priceListKind: 'PER_NIGHT',
          basePrice: { amount: 8000, minorUnits: 800000, currency: 'CZK' },
          promotions: [
            { name: { en: 'Spring' }, percentage: 10, nights: 2, amount: { amount: 400 } },
            { name: { en: 'Aurora' }, percentage: 20, nights: 2, amount: { amount: 800 } },
          ],
          discounts: [{ guest: 2, loyaltyProgram: { number: 1 }, amount: { amount: 340 } }],
          total: { amount: 6460 },
        },
        {
          currency: 'EUR',
          nights: 4,
          priceListKind: 'PER_NIGHT',
          basePrice: { amount: 400, minorUnits: 40000, currency: 'EUR' },
          promotions: [
            { name: { en: 'Spring' }, percentage: 10, nights: 2, amount: { amount: 20 } },
            { name: { en: 'Aurora' }, percentage: 20, nights: 2, amount: { amount: 40 } },
          ],
          discounts: [{ guest: 2, loyaltyProgram: { number: 1 }, amount: { amount: 17 } }],
          total: { amount: 323 },
        },
      ],
    });
  });

  test('answers only the asked currencies', async () => {
    const input = 'visitType: 101, roomType: 11, arrival: "2027-03-09", departure: "2027-03-13", currencies: [EUR]';
    expect(await quote(input, '... on StayQuotes { quotes { currency } }')).toEqual({ quotes: [{ currency: 'EUR' }] });
  });

  test('P2: a stay that only two currencies together would cover has no price; the first night without one is named', async () => {
    const input = 'visitType: 106, roomType: 31, arrival: "2027-02-08", departure: "2027-02-13"';
    expect(await quote(input, `${PROBLEM} ... on NotPriced { firstNight }`)).toMatchObject({
      __typename: 'NotPriced',
      code: 'NOT_PRICED',
      firstNight: '2027-02-11',
    });
  });

  test.each([
    ['an unknown visit type', 'visitType: 999, roomType: 11', '2027-03-01', '2027-03-03', 'NotFound', 'NOT_FOUND'],
    ['an unknown room type', 'visitType: 101, roomType: 999', '2027-03-01', '2027-03-03', 'NotFound', 'NOT_FOUND'],
    [
      'a room type of a hotel that does not sell it',
      'visitType: 104, roomType: 11',
      '2027-02-01',
      '2027-02-04',
      'StayNotAllowed',
      'NOT_SOLD_IN_HOTEL',
    ],
    ['too few nights', 'visitType: 101, roomType: 11', '2027-03-01', '2027-03-02', 'StayNotAllowed', 'TOO_SHORT'],
    ['too many nights', 'visitType: 101, roomType: 11', '2027-03-01', '2027-03-20', 'StayNotAllowed', 'TOO_LONG'],
    ['a stay in the past', 'visitType: 101, roomType: 11', '2027-01-09', '2027-01-12', 'StayNotAllowed', 'IN_THE_PAST'],
    ['no whole weeks', 'visitType: 102, roomType: 11', '2027-02-07', '2027-02-15', 'StayNotAllowed', 'NOT_WHOLE_WEEKS'],
    [
      'a wrong starting day',
      'visitType: 102, roomType: 11',
      '2027-02-08',
      '2027-02-15',
      'StayNotAllowed',
      'STARTING_DAY',
    ],
    [
      'nights outside the date ranges',
      'visitType: 102, roomType: 11',
      '2027-05-30',
      '2027-06-06',
      'StayNotAllowed',
      'TIME_CONSTRAINTS',
    ],
    [
      'an ended selling period',
      'visitType: 105, roomType: 11',
      '2027-03-01',
      '2027-03-03',
      'StayNotAllowed',
      'NOT_ON_SALE',
    ],
    [
      'departure before arrival',
      'visitType: 101, roomType: 11',
      '2027-03-03',
      '2027-03-01',
      'InvalidInput',
      'INVALID_INPUT',
    ],
  ])('answers %s as a typed problem', async (_, what, arrival, departure, type, code) => {
    const input = `${what}, arrival: "${arrival}", departure: "${departure}"`;
    expect(await quote(input, PROBLEM)).toMatchObject({ __typename: type, code });
  });

  test('P5: a programme that the visit type does not list, or for a guest without a bed, is a typed problem with its facts', async () => {
    const stay = 'roomType: 11, arrival: "2027-03-01", departure: "2027-03-03"';
    const facts = `${PROBLEM} ... on LoyaltyNotApplicable { guest beds }`;
    expect(await quote(`visitType: 101, ${stay}, loyaltyPrograms: [{ guest: 1, program: 3 }]`, facts)).toMatchObject({
      code: 'LOYALTY_NOT_APPLICABLE',
      guest: 1,
      beds: 2,
    });
    expect(await quote(`visitType: 101, ${stay}, loyaltyPrograms: [{ guest: 3, program: 1 }]`, facts)).toMatchObject({
      code: 'GUEST_BEYOND_BEDS',
      guest: 3,
      beds: 2,
    });
    expect(await quote(`visitType: 101, ${stay}, loyaltyPrograms: [{ guest: 1, program: 9 }]`, PROBLEM)).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('calendar', () => {
  test('a day that cannot be selected carries its reasons', async () => {
    const data = await ask<{ calendar: { date: string; selectable: boolean; reasons: string[] }[] }>(
      '{ calendar(filter: { visitType: 102, hotel: 1, roomType: 11 }, dateFrom: "2027-05-29", dateTo: "2027-06-01") { date selectable availability reasons } }',
    );
    expect(data.calendar).toEqual([
      { date: '2027-05-29', selectable: false, availability: 'ON_DEMAND', reasons: ['STARTING_DAY'] },
      { date: '2027-05-30', selectable: true, availability: 'ON_DEMAND', reasons: [] },
      { date: '2027-05-31', selectable: false, availability: 'ON_DEMAND', reasons: ['STARTING_DAY'] },
      {
        date: '2027-06-01',
        selectable: false,
        availability: 'NOT_AVAILABLE',
        reasons: ['TIME_CONSTRAINTS', 'STARTING_DAY'],
      },
    ]);
  });

  test('K5: fromPrice is the lowest over all candidates, price only for one pinned room', async () => {
    const select =
      'date price { isFinal amounts { amount currency } } fromPrice { currency amountPerNight { amount } originalAmountPerNight { amount } }';
    const day = '2027-03-15';
    const data = await ask(
      `{ any: calendar(filter: { visitType: 101 }, dateFrom: "${day}", dateTo: "${day}") { ${select} }
         pinned: calendar(filter: { visitType: 101, roomType: 11 }, dateFrom: "${day}", dateTo: "${day}") { ${select} } }`,
    );
    const crowns = { currency: 'CZK', amountPerNight: { amount: 800 }, originalAmountPerNight: { amount: 1000 } };
    const euros = { currency: 'EUR', amountPerNight: { amount: 40 }, originalAmountPerNight: { amount: 50 } };
    expect(data).toEqual({
      any: [{ date: day, price: null, fromPrice: [crowns, euros] }],
      pinned: [
        {
          date: day,
          price: {
            isFinal: true,
            amounts: [
              { amount: 1600, currency: 'CZK' },
              { amount: 80, currency: 'EUR' },
            ],
          },
          fromPrice: [crowns, euros],
        },
      ],
    });
  });

  test('input out of bounds is refused with every problem at once', async () => {
    const { errors } = await gateway.graphql(
      '{ calendar(filter: { guests: 3 }, dateFrom: "2027-03-01", dateTo: "2027-02-01") { date } }',
    );
    const problems = errors?.[0]?.extensions?.problems as { path: string; code: string }[];
    expect(problems.map(({ path, code }) => [path, code])).toEqual([
      ['filter.guests', 'OUT_OF_RANGE'],
      ['dateTo', 'DATES_REVERSED'],
    ]);
  });
});

describe('createBooking', () => {
  const BOOK = `mutation ($input: CreateBookingInput!) { createBooking(input: $input) { __typename
    ... on BookingCreated { id replayed booking { id kind arrival departure language affiliate visitType { number } hotel { number } roomType { number }
      price { nights basePrice { amount } promotions { name { en } amount { amount } } discounts { guest name { en } amount { amount } } total { amount currency } }
      billedTo { firstName email address { country } } guests { position firstName birthDate loyaltyProgram { number } } } }
    ... on Problem { code message }
    ... on NoCapacity { firstNight } ... on GuestCountProblem { guests beds } ... on PriceChanged { quote { total { minorUnits } } }
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
        language: 'de',
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
    const own = `{ booking(id: "${made.id}") { id guests { firstName } } node(id: "${made.id}") { __typename id } }`;
    expect(await ask(own)).toEqual({
      booking: { id: made.id, guests: [{ firstName: 'Jana' }, { firstName: 'Petr' }] },
      node: { __typename: 'Booking', id: made.id },
    });
    const other = await gateway.key();
    expect(await ask(own, { key: other })).toEqual({ booking: null, node: null });
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

  test('B7: another price than expected books nothing and answers the new quote', async () => {
    const stay = { arrival: '2027-07-01', departure: '2027-07-03', guests: [INPUT.guests[1]] };
    expect(await book({ ...stay, expectedTotal: 399_900 })).toMatchObject({
      __typename: 'PriceChanged',
      quote: { total: { minorUnits: 400_000 } },
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

  test('every problem of the input is told at once, with its path', async () => {
    const input = {
      departure: '2027-03-01',
      billedTo: { ...INPUT.billedTo, firstName: ' ', address: { ...INPUT.billedTo.address, country: 'XXX' } },
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
