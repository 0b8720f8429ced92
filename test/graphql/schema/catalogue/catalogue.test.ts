import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OBJECT_IDS, SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

let gateway: TestGateway;
/** Sees destination 2 only: hotels 2 and 4. */
let limitedKey: string;

beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  limitedKey = await gateway.key({ destinations: [2] });
});
afterAll(() => gateway.close());

const ask = <Data = Record<string, unknown>>(...asked: Parameters<TestGateway['graphql']>) =>
  gateway.ask<Data>(...asked);

describe('entities', () => {
  test('have an ObjectId as id and an integer as number, and arguments take either, in either case', async () => {
    const query = 'query ($id: ID!) { visitType(id: $id) { id number } }';
    for (const id of [101, '101', OBJECT_IDS.visitType101, OBJECT_IDS.visitType101.toUpperCase()]) {
      expect(await ask(query, { variables: { id } })).toEqual({
        visitType: { id: OBJECT_IDS.visitType101, number: 101 },
      });
    }
  });

  test('that do not exist are null in a look-up, whatever the form of the id', async () => {
    const query =
      'query ($id: ID!) { visitType(id: $id) { id } hotel(id: $id) { id } booking(id: $id) { id } node(id: $id) { id } }';
    for (const id of ['999', '0', '-1', '99999999999', 'x', 'f'.repeat(24), '1e3', '']) {
      expect(await ask(query, { variables: { id } })).toEqual({
        visitType: null,
        hotel: null,
        booking: null,
        node: null,
      });
    }
  });

  test('of another kind are not found by an ObjectId that is not theirs', async () => {
    expect(await ask(`{ visitType(id: "${OBJECT_IDS.hotel1}") { id } }`)).toEqual({ visitType: null });
  });

  test('are found by node and nodes, each as what it is, in the order asked', async () => {
    const ids = [
      OBJECT_IDS.roomType11,
      'f'.repeat(24),
      OBJECT_IDS.hotel1,
      OBJECT_IDS.destination1,
      OBJECT_IDS.loyaltyProgram1,
    ];
    const data = await ask<{ nodes: unknown }>(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Hotel { name } } }',
      { variables: { ids } },
    );
    expect(data.nodes).toEqual([
      { __typename: 'RoomType', id: OBJECT_IDS.roomType11 },
      null,
      { __typename: 'Hotel', id: OBJECT_IDS.hotel1, name: 'Hotel Aurora' },
      { __typename: 'Destination', id: OBJECT_IDS.destination1 },
      { __typename: 'LoyaltyProgram', id: OBJECT_IDS.loyaltyProgram1 },
    ]);
  });
});

describe('localized text', () => {
  const names = '{ destinations { name { text cs_CZ: cs de en ru } } }';

  test('has each locale as the catalogue has it: missing and null are null, empty is empty', async () => {
    expect(await ask(names, { headers: { 'accept-language': 'en' } })).toEqual({
      destinations: [
        { name: { text: 'Valley', cs_CZ: 'Údolí', de: 'Tal', en: 'Valley', ru: null } },
        { name: { text: 'Mountain', cs_CZ: 'Hora', de: 'Berg', en: 'Mountain', ru: '' } },
      ],
    });
  });

  test.each([
    ['de-AT, en;q=0.5', 'Tal'],
    ['en;q=0.5, de;q=0.9', 'Tal'],
    ['ru', 'Údolí'],
    ['fr', 'Údolí'],
    ['', 'Údolí'],
  ])('text is the best match for Accept-Language "%s": %s', async (language, text) => {
    const data = await ask<{ destinations: { name: { text: string } }[] }>(names, {
      headers: { 'accept-language': language },
    });
    expect(data.destinations[0]?.name.text).toBe(text);
  });

  test('text(locale) looks in that locale first', async () => {
    const data = await ask(
      `{ visitType(id: 101) { name { de: text(locale: DE) ru: text(locale: RU) } notice { text } services { en: text(locale: EN) } bookingUrl { cs_CZ: cs } } }`,
    );
    expect(data).toEqual({
      visitType: {
        name: { de: 'Klassik', ru: 'Klasika' },
        notice: { text: 'Bitte' },
        services: { en: 'Ванны' },
        bookingUrl: { cs_CZ: null },
      },
    });
  });
});

test('the lowest price is of the nights from dateFrom to dateTo, both included', async () => {
  const lowest = (dates: string) =>
    gateway.graphql<{ lowestPrice: unknown }>(
      `{ lowestPrice(filter: { visitType: 106 }, currency: EUR, ${dates}) { amountPerNight { amount } } }`,
    );
  const only = await lowest('dateFrom: "2027-02-11", dateTo: "2027-02-11"');
  expect(only.data).toEqual({ lowestPrice: [{ amountPerNight: { amount: 45 } }] });
  const before = await lowest('dateTo: "2027-02-10"');
  expect(before.data).toEqual({ lowestPrice: [{ amountPerNight: null }] });
  const reversed = await lowest('dateFrom: "2027-02-10", dateTo: "2027-02-09"');
  expect(reversed.errors?.[0]?.extensions?.problems).toMatchObject([{ path: 'dateTo', code: 'DATES_REVERSED' }]);
});

describe('categories', () => {
  const members = 'number name { en } visitTypes { number }';
  const cures = { number: 1, name: { en: 'Cures' }, visitTypes: [{ number: 101 }, { number: 102 }] };
  const weekends = { number: 2, name: { en: 'Weekends' }, visitTypes: [{ number: 104 }] };

  test('are listed by number, each with the visit types in it', async () => {
    for (const asked of ['', '(ids: null)']) {
      expect(await ask(`{ visitTypeCategories${asked} { ${members} } }`)).toEqual({
        visitTypeCategories: [cures, weekends],
      });
    }
  });

  test('are those named by number or ObjectId, each once; unknown references are left out', async () => {
    const [{ id }] = (await ask<{ visitTypeCategories: [{ id: string }] }>('{ visitTypeCategories { id } }'))
      .visitTypeCategories;
    const query = `query ($ids: [ID!]) { visitTypeCategories(ids: $ids) { ${members} } }`;
    for (const [ids, categories] of [
      [
        [2, 1, id, '1', id.toUpperCase()],
        [cures, weekends],
      ],
      [[id], [cures]],
      [[99, 'x', '', OBJECT_IDS.hotel1, 2], [weekends]],
      [[], []],
    ] as const) {
      expect(await ask(query, { variables: { ids } })).toEqual({ visitTypeCategories: categories });
    }
  });

  test('in which the key sees no visit type do not exist for it, named or not', async () => {
    for (const asked of ['', '(ids: [2, 1])']) {
      expect(await ask(`{ visitTypeCategories${asked} { ${members} } }`, { key: limitedKey })).toEqual({
        visitTypeCategories: [{ ...cures, visitTypes: [{ number: 101 }] }],
      });
    }
  });

  test('more than 100 of which are named are refused', async () => {
    const { errors } = await gateway.graphql('query ($ids: [ID!]) { visitTypeCategories(ids: $ids) { id } }', {
      variables: { ids: Array.from({ length: 101 }, (_, index) => index) },
    });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', problems: [{ path: 'ids' }] } }]);
  });
});

describe('what a key sees', () => {
  test('are its destinations, the hotels there, and the visit types sold in at least one of them', async () => {
    const data = await ask(
      `{ destinations { number } hotels { nodes { number } } visitTypes(first: 100) { nodes { number hotels { hotel { number } } } } viewer { allDestinations destinations { number } } }`,
      { key: limitedKey },
    );
    expect(data).toMatchObject({
      destinations: [{ number: 2 }],
      hotels: { nodes: [{ number: 2 }, { number: 4 }] },
      viewer: { allDestinations: false, destinations: [{ number: 2 }] },
    });
    const { visitTypes } = data as {
      visitTypes: { nodes: { number: number; hotels: { hotel: { number: number } }[] }[] };
    };
    const classic = visitTypes.nodes.find(({ number }) => number === 101);
    expect(classic?.hotels).toEqual([{ hotel: { number: 2 } }]);
    expect(visitTypes.nodes.map(({ number }) => number)).not.toContain(104);
  });

  test('leaves out the rest wherever it could be reached from', async () => {
    const data = await ask(
      `{ hotel(id: 1) { id } visitType(id: 104) { id } node(id: "${OBJECT_IDS.roomType11}") { id } roomTypes(filter: { hotel: 1 }) { totalCount }
         visitTypes(filter: { hotel: 1 }) { totalCount } calendar(filter: { hotel: 1 }, dateTo: "${TODAY}") { reasons }
         lowestPrice(filter: { hotel: 1 }) { amountPerNight { amount } }
         quote(input: { visitType: 101, roomType: 11, arrival: "2027-02-01", departure: "2027-02-03" }) { __typename ... on Problem { code } } }`,
      { key: limitedKey },
    );
    expect(data).toEqual({
      hotel: null,
      visitType: null,
      node: null,
      roomTypes: { totalCount: 0 },
      visitTypes: { totalCount: 0 },
      calendar: [{ reasons: ['NOTHING_MATCHES'] }],
      lowestPrice: [{ amountPerNight: null }, { amountPerNight: null }],
      quote: { __typename: 'NotFound', code: 'NOT_FOUND' },
    });
  });

  test('C3: a promotion only for hotels that the key does not see is not listed', async () => {
    const query = '{ visitType(id: 101) { promotions { number } hotels { hotel { number } promotions { number } } } }';
    expect(await ask(query)).toEqual({
      visitType: {
        promotions: [{ number: 1 }, { number: 2 }, { number: 5 }, { number: 6 }],
        hotels: [
          { hotel: { number: 1 }, promotions: [{ number: 1 }, { number: 2 }, { number: 5 }] },
          { hotel: { number: 2 }, promotions: [{ number: 1 }, { number: 5 }, { number: 6 }] },
        ],
      },
    });
    expect(await ask(query, { key: limitedKey })).toMatchObject({
      visitType: { promotions: [{ number: 1 }, { number: 5 }, { number: 6 }] },
    });
  });

  test('C3: promotions are those of the channel of the key, expired ones left out', async () => {
    const key = await gateway.key({ channel: 'partner' });
    expect(await ask('{ visitType(id: 101) { promotions { number percentage validFrom validTo } } }', { key })).toEqual(
      {
        visitType: {
          promotions: [
            { number: 2, percentage: 20, validFrom: '2027-03-11', validTo: '2027-03-21' },
            { number: 3, percentage: 50, validFrom: '2027-05-01', validTo: null },
          ],
        },
      },
    );
  });
});

describe('visitTypes', () => {
  const numbers = (args: string) =>
    ask<{ visitTypes: { nodes: { number: number }[]; totalCount: number; pageInfo: Record<string, unknown> } }>(
      `{ visitTypes${args} { nodes { number } totalCount pageInfo { hasNextPage hasPreviousPage endCursor } } }`,
    ).then(({ visitTypes }) => visitTypes);

  test('are ordered by priority position and number, ten by default', async () => {
    const { nodes, totalCount, pageInfo } = await numbers('');
    expect(nodes.slice(0, 7).map(({ number }) => number)).toEqual([101, 102, 103, 104, 105, 106, 107]);
    expect(nodes).toHaveLength(Math.min(10, totalCount));
    expect(pageInfo.hasPreviousPage).toBe(false);
  });

  test.each([1, 2, 3, 100])('walking pages of %i by cursor meets every visit type once', async (first) => {
    const all = (await numbers('(first: 100)')).nodes.map(({ number }) => number);
    const met: number[] = [];
    for (let after: string | null = null; ; ) {
      const { nodes, pageInfo } = await numbers(`(first: ${first}${after ? `, after: "${after}"` : ''})`);
      met.push(...nodes.map(({ number }) => number));
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor as string;
    }
    expect(met).toEqual(all);
  });

  test('offset skips rows and totalCount counts all of them', async () => {
    const all = await numbers('(first: 100)');
    const page = await numbers('(first: 2, offset: 3)');
    expect(page.nodes).toEqual(all.nodes.slice(3, 5));
    expect(page.totalCount).toBe(all.totalCount);
    expect((await numbers('(first: 2, offset: 10000)')).nodes).toEqual([]);
  });

  test('lengths, dates and beds beyond those of a catalogue select as the nearest one, and make no further list (A9)', async () => {
    const listed = async (filter: string) => {
      const query = `{ visitTypes(filter: ${filter}) { totalCount } }`;
      const { visitTypes } = await ask<{ visitTypes: { totalCount: number } }>(query);
      return { count: visitTypes.totalCount, lists: gateway.services.caches().lists!.entries };
    };
    const all = await listed('{}');
    expect(all.count).toBeGreaterThan(0);
    for (const same of ['nightsMin: 1', 'nightsMin: -2147483648', 'nightsMax: 9999', 'nightsMin: 0, nightsMax: 9999']) {
      expect(await listed(`{ ${same} }`)).toEqual(all);
    }
    for (const [first, ...others] of [
      ['nightsMin: 10000', 'nightsMin: 2147483647', 'nightsMin: 10000, nightsMax: 20000'],
      ['nightsMax: 0', 'nightsMax: -1', 'nightsMin: -5, nightsMax: -3'],
    ]) {
      const none = await listed(`{ ${first} }`);
      expect(none.count).toBe(0);
      for (const same of others) expect(await listed(`{ ${same} }`)).toEqual(none);
    }
    // The longest that there may be is none of these.
    expect((await listed('{ nightsMin: 9999 }')).lists).toBe(all.lists + 3);
    for (const [first, ...others] of [
      ['dateFrom: "2000-01-01"', 'dateFrom: "2000-01-02"', 'dateFrom: "0001-01-01"'],
      ['dateTo: "9998-12-31"', 'dateTo: "9998-12-30"'],
      ['dateFrom: "9998-12-31"', 'dateFrom: "9998-12-30"'],
      ['dateTo: "2000-01-01"', 'dateTo: "2000-01-02"'],
      ['occupancy: 21', 'occupancy: 2147483647'],
    ]) {
      const nearest = await listed(`{ ${first} }`);
      for (const same of others) expect([same, await listed(`{ ${same} }`)]).toEqual([same, nearest]);
    }
  });

  test('input out of bounds is refused with every problem at once, each with its path', async () => {
    const { data, errors } = await gateway.graphql(
      '{ visitTypes(first: 0, offset: -1, filter: { starsMin: 9, starsMax: 0, occupancy: 0, nightsMin: 5, nightsMax: 2, dateFrom: "2027-02-02", dateTo: "2027-02-01" }) { totalCount } }',
    );
    expect(data).toEqual({ visitTypes: null });
    const problems = errors?.[0]?.extensions?.problems as { path: string }[];
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    expect(problems.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'filter.starsMin',
        'filter.starsMax',
        'filter.occupancy',
        'filter.nightsMin',
        'filter.dateTo',
        'first',
        'offset',
      ]),
    );
  });

  test.each(['0000-01-01', '2027-02-29', '2027-1-1'])('the date %s, which does not exist, is refused', async (date) => {
    const asked = { variables: { date } };
    for (const query of [
      'query ($date: LocalDate) { visitTypes(filter: { dateFrom: $date }) { totalCount } }',
      'query ($date: LocalDate) { calendar(dateFrom: $date) { date } }',
      `{ lowestPrice(dateTo: "${date}") { currency } }`,
    ]) {
      const { data, errors } = await gateway.graphql(query, query.includes('$') ? asked : {});
      expect([data ?? null, errors?.length]).toEqual([null, 1]);
      // Not repeated: it could be a birth date.
      expect(errors?.[0]?.message).toMatch(/xpected a date that exists, as YYYY-MM-DD\.$/);
    }
  });

  test.each(['(first: 0)', '(first: 101)', '(offset: -1)', '(after: "x")', '(after: "WzFd")', '(after: "")'])(
    'the page %s is refused',
    async (page) => {
      const { errors } = await gateway.graphql(`{ visitTypes${page} { totalCount } }`);
      expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    },
  );
});
