import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LAST_NIGHT, SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
});
afterAll(() => gateway.close());

const ask = <Data = Record<string, unknown>>(...asked: Parameters<TestGateway['graphql']>) =>
  gateway.ask<Data>(...asked);

const PROBLEM = '__typename ... on Problem { code message }';

describe('quote', () => {
  const quote = (input: string, selection: string) =>
    ask<{ quote: Record<string, unknown> }>(`{ quote(input: { ${input} }) { ${selection} } }`).then(
      (data) => data.quote,
    );
  const lines = `... on StayQuotes { quotes { currency nights priceListKind basePrice { amount amountMinor currency } promotions { name { en } percentage nights amount { amount } }
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
          basePrice: { amount: 8000, amountMinor: 800000, currency: 'CZK' },
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
          basePrice: { amount: 400, amountMinor: 40000, currency: 'EUR' },
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
  test('a day that cannot be selected carries its reasons, one whose shortest stay leaves the date ranges, too (K3)', async () => {
    const data = await ask<{ calendar: { date: string; selectable: boolean; reasons: string[] }[] }>(
      '{ calendar(filter: { visitType: 102, hotel: 1, roomType: 11 }, dateFrom: "2027-05-29", dateTo: "2027-06-01") { date selectable availability reasons } }',
    );
    expect(data.calendar).toEqual([
      {
        date: '2027-05-29',
        selectable: false,
        availability: 'ON_DEMAND',
        reasons: ['TIME_CONSTRAINTS', 'STARTING_DAY'],
      },
      { date: '2027-05-30', selectable: false, availability: 'ON_DEMAND', reasons: ['TIME_CONSTRAINTS'] },
      {
        date: '2027-05-31',
        selectable: false,
        availability: 'ON_DEMAND',
        reasons: ['TIME_CONSTRAINTS', 'STARTING_DAY'],
      },
      {
        date: '2027-06-01',
        selectable: false,
        availability: 'NOT_AVAILABLE',
        reasons: ['TIME_CONSTRAINTS', 'STARTING_DAY'],
      },
    ]);
  });

  test('K6: the last night for sale can be seen from today on, where that is 732 days; one day more is refused', async () => {
    const calendar = (dateTo: string) =>
      `{ calendar(filter: { visitType: 103 }, dateTo: "${dateTo}") { date selectable } }`;
    const { calendar: days } = await ask<{ calendar: { date: string; selectable: boolean }[] }>(calendar(LAST_NIGHT));
    expect([days.length, days.at(-1)]).toEqual([732, { date: LAST_NIGHT, selectable: true }]);
    const { errors } = await gateway.graphql(calendar('2029-01-11'));
    expect(errors).toMatchObject([{ message: expect.stringContaining('At most 732 days') }]);
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
      '{ calendar(filter: { occupancy: 3 }, dateFrom: "2027-03-01", dateTo: "2027-02-01") { date } }',
    );
    const problems = errors?.[0]?.extensions?.problems as { path: string; code: string }[];
    expect(problems.map(({ path, code }) => [path, code])).toEqual([
      ['filter.occupancy', 'OUT_OF_RANGE'],
      ['dateTo', 'DATES_REVERSED'],
    ]);
  });
});
