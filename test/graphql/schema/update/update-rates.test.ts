/** Prices that a hotel's own system changes while the gateway serves (U2). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cacheTag, KEYS, STRUCTURE } from '../../../../src/data/cache/cache-tags.ts';
import { epochsOf, snapshotOf } from '../../../catalogue/snapshot.ts';
import { OBJECT_IDS, SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { problemsOf, UPDATE_RATES, updatesOf } from '../../../support/update/updates.ts';

/** 101 has 1,000.00 CZK a person and night in 2027 (list 1) and 100.00 EUR a room until June (list 2) in room type 11. */
const CROWNS = { visitType: 101, priceList: 1 };
const EUROS = { visitType: 101, priceList: 2 };
/** 104 has a package of three nights in February, in room type 31. */
const PACKAGE = { visitType: 104, priceList: 1 };

let gateway: TestGateway;
let updates: ReturnType<typeof updatesOf>;
beforeAll(async () => {
  const [classic, ...others] = SMALL_CATALOGUE.visitTypes!;
  const more = { id: 3, kind: 'PER_NIGHT', quotedPer: 'ROOM', currency: 'EUR' } as const;
  const rates = [{ roomTypeId: 11, from: '2027-09-01', to: '2027-09-30', amount: 150 }];
  const priceLists = [...classic!.priceLists!, { ...more, rates }];
  gateway = await startGateway({
    catalogue: { ...SMALL_CATALOGUE, visitTypes: [{ ...classic!, priceLists }, ...others] },
    today: TODAY,
  });
  updates = updatesOf(gateway);
});
afterAll(() => gateway.close());

/** The rates of a room type in a list: first night, last night, amount. */
async function ratesOf({ visitType, priceList }: typeof CROWNS, roomType: number): Promise<string[]> {
  const rows = await gateway.database.prisma.rate.findMany({
    where: { visitTypeNumber: visitType, priceListNumber: priceList, roomTypeNumber: roomType },
    orderBy: { from: 'asc' },
  });
  const date = (day: Date) => day.toISOString().slice(0, 10);
  return rows.map(({ from, to, amountMinor }) => `${date(from)} ${date(to)} ${amountMinor}`);
}

const CALENDAR = `query ($dateFrom: LocalDate!, $dateTo: LocalDate!) {
  calendar(filter: { visitType: 101, hotel: 1, roomType: 11 }, dateFrom: $dateFrom, dateTo: $dateTo) {
    price { amounts { amountMinor currency } } } }`;

const QUOTE = `query ($arrival: LocalDate!, $departure: LocalDate!) {
  quote(input: { visitType: 101, roomType: 11, arrival: $arrival, departure: $departure, currencies: [CZK] }) {
    ... on StayQuotes { quotes { total { amountMinor } } } } }`;

const BOOK = `mutation ($arrival: LocalDate!, $departure: LocalDate!) {
  createBooking(input: { kind: BINDING, currency: CZK, visitType: 101, hotel: 1, roomType: 11, arrival: $arrival,
    departure: $departure, guests: [{ firstName: "Eva", lastName: "Nová" }], billedTo: { firstName: "Eva",
    lastName: "Nová", email: "eva@example.com", address: { street: "Dlouhá", houseNumber: "1", city: "Praha",
    zipCode: "110 00", country: "CZE" } } }) { ... on BookingCreated { booking { price { total { amountMinor } } } } } }`;

interface CalendarDay {
  price: { amounts: { amountMinor: number; currency: string }[] };
}

describe('prices by the night', () => {
  test('cut the season around them; the calendar, a quote and a booking have them in the very next answer', async () => {
    const nights = { arrival: '2027-06-09', departure: '2027-06-12' };
    const quoted = async () => {
      const { quote } = await gateway.ask<{ quote: { quotes: { total: { amountMinor: number } }[] } }>(QUOTE, {
        variables: nights,
      });
      return quote.quotes[0]!.total.amountMinor;
    };
    const shown = async () => {
      const variables = { dateFrom: '2027-06-09', dateTo: '2027-06-11' };
      const { calendar } = await gateway.ask<{ calendar: CalendarDay[] }>(CALENDAR, { variables });
      return calendar.map(({ price }) => price.amounts.find(({ currency }) => currency === 'CZK')!.amountMinor);
    };
    expect([await quoted(), await shown()]).toEqual([600_000, [200_000, 200_000, 200_000]]);
    const answer = await updates.rates(CROWNS, {
      roomType: 11,
      from: '2027-06-10',
      to: '2027-06-10',
      amountMinor: 150_000,
    });
    expect(answer).toEqual({ __typename: 'RatesUpdated', nights: 1 });
    expect(await ratesOf(CROWNS, 11)).toEqual([
      '2027-01-01 2027-06-09 100000',
      '2027-06-10 2027-06-10 150000',
      '2027-06-11 2027-12-31 100000',
    ]);
    expect([await quoted(), await shown()]).toEqual([700_000, [200_000, 300_000, 200_000]]);
    const booked = await gateway.ask<{ createBooking: { booking: { price: { total: { amountMinor: number } } } } }>(
      BOOK,
      { variables: nights },
    );
    expect(booked.createBooking.booking.price.total.amountMinor).toBe(700_000);
    await updates.rates(CROWNS, { roomType: 11, from: '2027-06-10', to: '2027-06-10', amountMinor: 100_000 });
    expect(await ratesOf(CROWNS, 11)).toEqual(['2027-01-01 2027-12-31 100000']);
    expect([await quoted(), await shown()]).toEqual([600_000, [200_000, 200_000, 200_000]]);
  });

  test('may be none: then the night is not sold', async () => {
    const range = { roomType: OBJECT_IDS.roomType11, from: '2027-11-10', to: '2027-11-12' };
    const list = { ...CROWNS, visitType: OBJECT_IDS.visitType101 };
    expect(await updates.rates(list, { ...range, amountMinor: null })).toMatchObject({ nights: 3 });
    expect(await ratesOf(CROWNS, 11)).toEqual(['2027-01-01 2027-11-09 100000', '2027-11-13 2027-12-31 100000']);
    expect(await updates.rates(list, range)).toMatchObject({ nights: 0 });
    expect(await updates.rates(list, { ...range, amountMinor: 100_000 })).toMatchObject({ nights: 3 });
    expect(await ratesOf(CROWNS, 11)).toEqual(['2027-01-01 2027-12-31 100000']);
  });

  test('of several changes are those of the last; nights count where the amount is another one in the end', async () => {
    const answer = await updates.rates(
      CROWNS,
      { roomType: 12, from: '2027-03-01', to: '2027-03-10', amountMinor: 1 },
      { roomType: 12, from: '2027-03-05', to: '2027-03-20', amountMinor: 150_000 },
      { roomType: 13, from: '2028-01-01', to: '2028-01-31', amountMinor: 2 },
    );
    expect(answer).toMatchObject({ nights: 4 + 31 });
    expect(await ratesOf(CROWNS, 12)).toEqual([
      '2027-01-01 2027-02-28 150000',
      '2027-03-01 2027-03-04 1',
      '2027-03-05 2027-12-31 150000',
    ]);
    expect(await ratesOf(CROWNS, 13)).toEqual(['2027-01-01 2027-12-31 110000', '2028-01-01 2028-01-31 2']);
  });

  test('may be for good', async () => {
    await updates.rates(CROWNS, { roomType: 21, from: '2027-07-01', to: '9999-12-31', amountMinor: 5 });
    expect(await ratesOf(CROWNS, 21)).toEqual(['2027-01-01 2027-06-30 90000', '2027-07-01 9999-12-31 5']);
  });

  test('of nights that another list of the currency prices are refused, as in a file', async () => {
    const before = await snapshotOf(gateway.database, { rewritten: true });
    const refused = await updates.rates(
      EUROS,
      { roomType: 11, from: '2027-08-01', to: '2027-08-31', amountMinor: 1 },
      { roomType: 11, from: '2027-08-20', to: '2027-09-05', amountMinor: 2 },
    );
    expect(refused.problems).toEqual([
      {
        path: 'changes.1',
        code: 'OVERLAP',
        message:
          'Another price list prices nights of it: the EUR price by night of room type 11 in price list 2, 2027-08-20 to 2027-09-05, overlaps the one of price list 3, 2027-09-01 to 2027-09-30.',
      },
    ]);
    expect(await snapshotOf(gateway.database, { rewritten: true })).toEqual(before);
    expect(await updates.rates(EUROS, { roomType: 11, from: '2027-09-10', to: '2027-09-12' })).toMatchObject({
      nights: 0,
    });
  });
});

describe('seasons of a package', () => {
  const season = { roomType: 31, from: '2027-02-01', to: '2027-02-28' };

  test('take an amount as a whole, go as a whole, and free ones are added', async () => {
    expect(await updates.rates(PACKAGE, { ...season, amountMinor: 25_000 })).toMatchObject({ nights: 28 });
    expect(await ratesOf(PACKAGE, 31)).toEqual(['2027-02-01 2027-02-28 25000']);
    const next = { roomType: 31, from: '2027-03-01', to: '2027-03-31', amountMinor: 25_000 };
    expect(await updates.rates(PACKAGE, next)).toMatchObject({ nights: 31 });
    expect(await ratesOf(PACKAGE, 31)).toEqual(['2027-02-01 2027-02-28 25000', '2027-03-01 2027-03-31 25000']);
    expect(await updates.rates(PACKAGE, { ...next, amountMinor: null })).toMatchObject({ nights: 31 });
    expect(await ratesOf(PACKAGE, 31)).toEqual(['2027-02-01 2027-02-28 25000']);
  });

  test('are never cut: an overlap is a problem, priced or not, and nothing changes', async () => {
    const before = await snapshotOf(gateway.database, { rewritten: true });
    const refused = await updates.rates(
      PACKAGE,
      { ...season, amountMinor: 1 },
      { ...season, from: '2027-02-10', to: '2027-02-12', amountMinor: 1 },
      { ...season, to: '2027-03-01', amountMinor: null },
    );
    expect(problemsOf(refused)).toEqual(['changes.1 OVERLAP', 'changes.2 OVERLAP']);
    expect(refused.problems![0]!.message).toBe(
      'Overlaps the season 2027-02-01 to 2027-02-28, which may not be cut: name it whole.',
    );
    expect(await snapshotOf(gateway.database, { rewritten: true })).toEqual(before);
  });

  test('that go earlier in the same update make room for later ones', async () => {
    const halves = [
      { ...season, to: '2027-02-14', amountMinor: 25_000 },
      { ...season, from: '2027-02-15', amountMinor: 26_000 },
    ];
    expect(await updates.rates(PACKAGE, { ...season, amountMinor: null }, ...halves)).toMatchObject({ nights: 14 });
    expect(await ratesOf(PACKAGE, 31)).toEqual(['2027-02-01 2027-02-14 25000', '2027-02-15 2027-02-28 26000']);
  });
});

test('the same update again changes nothing: no row is written, no epoch is raised', async () => {
  const changes = [
    { roomType: 12, from: '2027-10-01', to: '2027-10-15', amountMinor: 77 },
    { roomType: 13, from: '2027-10-05', to: '2027-10-06', amountMinor: null },
  ];
  const before = await epochsOf(gateway.database);
  expect(await updates.rates(CROWNS, ...changes)).toMatchObject({ nights: 17 });
  const raised = await epochsOf(gateway.database);
  expect(raised).not.toEqual(before);
  const written = await snapshotOf(gateway.database, { rewritten: true });
  expect(await updates.rates(CROWNS, ...changes)).toEqual({ __typename: 'RatesUpdated', nights: 0 });
  expect(await snapshotOf(gateway.database, { rewritten: true })).toEqual(written);
});

test('the epoch of the prices of its visit type is raised, and of nothing else of the catalogue', async () => {
  const { epochs } = gateway;
  const others = [
    cacheTag('rates', 102),
    cacheTag('visitType', 101),
    cacheTag('hotel', 1),
    cacheTag('inventory', 1),
    STRUCTURE,
    KEYS,
  ];
  const before = others.map(epochs.of);
  const prices = epochs.of(cacheTag('rates', 101));
  await updates.rates(CROWNS, { roomType: 12, from: '2027-11-01', to: '2027-11-01', amountMinor: 78 });
  expect(epochs.of(cacheTag('rates', 101))).toBeGreaterThan(prices);
  expect(others.map(epochs.of)).toEqual(before);
});

test('only rates that become different are written', async () => {
  const rows = async () => (await snapshotOf(gateway.database, { rewritten: true })).rate!;
  const before = await rows();
  await updates.rates(
    CROWNS,
    { roomType: 12, from: '2027-01-01', to: '2027-02-28', amountMinor: 150_000 },
    { roomType: 11, from: '2027-12-31', to: '2027-12-31', amountMinor: 3 },
  );
  const after = await rows();
  const ends = after.filter((row) => !before.includes(row)).map((row) => row.slice(row.indexOf('(', 2)));
  expect(ends).toEqual(['(101,1,11,2027-01-01,2027-12-30,100000)', '(101,1,11,2027-12-31,2027-12-31,3)']);
});

describe('is refused whole', () => {
  const good = { roomType: 11, from: '2027-04-01', to: '2027-04-02', amountMinor: 1 };

  test.each<[string, object[], string[]]>([
    ['without a change', [], ['changes OUT_OF_RANGE']],
    ['with more than 1,000', Array.from({ length: 1_001 }, () => good), ['changes OUT_OF_RANGE']],
    ['dates the wrong way round', [good, { ...good, from: '2027-04-03' }], ['changes.1.to DATES_REVERSED']],
    ['before 1900', [{ ...good, from: '1899-12-31' }], ['changes.0.from OUT_OF_RANGE']],
    ['more than ten years ahead', [{ ...good, to: '2037-01-11' }], ['changes.0.to OUT_OF_RANGE']],
    [
      'from more than ten years ahead',
      [{ ...good, from: '2037-01-11', to: '9999-12-31' }],
      ['changes.0.from OUT_OF_RANGE'],
    ],
    ['a negative amount', [{ ...good, amountMinor: -1 }], ['changes.0.amountMinor OUT_OF_RANGE']],
    ['too high an amount', [good, { ...good, amountMinor: 1_000_000_001 }], ['changes.1.amountMinor OUT_OF_RANGE']],
    ['rooms of a hotel that does not sell it', [good, { ...good, roomType: 31 }], ['changes.1.roomType MISMATCH']],
  ])('%s', async (_, changes, expected) => {
    const before = await snapshotOf(gateway.database, { rewritten: true });
    const refused = await updates.rates(CROWNS, ...(changes as (typeof good)[]));
    expect(refused.__typename).toBe('InvalidInput');
    expect(problemsOf(refused)).toEqual(expected);
    expect(await snapshotOf(gateway.database, { rewritten: true })).toEqual(before);
  });

  test.each<[string, { visitType?: number | string; priceList?: number; roomType?: number | string }, string, string]>([
    ['an unknown visit type', { visitType: 999 }, 'VISIT_TYPE', '999'],
    [
      'an unknown visit type by ObjectId',
      { visitType: 'c00000000000000000000999' },
      'VISIT_TYPE',
      'c00000000000000000000999',
    ],
    ['no visit type at all', { visitType: 'x' }, 'VISIT_TYPE', 'x'],
    ['an unknown price list', { priceList: 9 }, 'PRICE_LIST', '9'],
    ['an unknown room type', { roomType: 999 }, 'ROOM_TYPE', '999'],
    ['several of them: the visit type first', { visitType: 999, priceList: 9, roomType: 999 }, 'VISIT_TYPE', '999'],
  ])('%s', async (_, { visitType = 101, priceList = 1, roomType = 11 }, subject, reference) => {
    const before = await snapshotOf(gateway.database, { rewritten: true });
    const refused = await updates.rates({ visitType, priceList }, { ...good, roomType });
    expect(refused).toMatchObject({ __typename: 'NotFound', code: 'NOT_FOUND', subject, reference });
    expect(await snapshotOf(gateway.database, { rewritten: true })).toEqual(before);
  });

  test('visit types and room types of hidden destinations, exactly like unknown ones', async () => {
    const hidden = updatesOf(gateway, { key: await gateway.key({ scopes: ['manage'], destinations: [2] }) });
    for (const roomType of [11, OBJECT_IDS.roomType11]) {
      const refused = await hidden.rates(CROWNS, { ...good, roomType });
      const unknown = await hidden.rates(CROWNS, { ...good, roomType: 999 });
      expect(refused).toEqual(JSON.parse(JSON.stringify(unknown).replaceAll('999', String(roomType))));
    }
    const weekly = await hidden.rates({ visitType: 102, priceList: 1 }, good);
    const unknown = await hidden.rates({ visitType: 999, priceList: 1 }, good);
    expect(weekly).toEqual(JSON.parse(JSON.stringify(unknown).replaceAll('999', '102')));
    expect(await hidden.rates(CROWNS, { ...good, roomType: 21 })).toMatchObject({ __typename: 'RatesUpdated' });
  });

  test('with a key without the scope `rates`: 403', async () => {
    const key = await gateway.key({ scopes: ['read', 'book'] });
    const variables = { input: { ...CROWNS, changes: [good] } };
    const { errors } = await gateway.graphql(UPDATE_RATES, { key, variables });
    expect(errors).toMatchObject([
      { message: 'The API key lacks the scope `rates`.', extensions: { code: 'FORBIDDEN' } },
    ]);
    expect(await ratesOf(CROWNS, 11)).not.toContain('2027-04-01 2027-04-02 1');
  });
});

test('refused updates are no bookings in the metrics', async () => {
  const counts = () => Object.fromEntries(gateway.services.bookings.entries());
  const before = counts();
  const key = await gateway.key({ scopes: ['read', 'book'] });
  await gateway.graphql(UPDATE_RATES, { key, variables: { input: { ...CROWNS, changes: [] } } });
  await updates.rates({ visitType: 999, priceList: 1 });
  expect(counts()).toEqual(before);
});
