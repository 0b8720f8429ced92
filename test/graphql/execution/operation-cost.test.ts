/** The cost of operations: it is reported, and one that is too high is refused before any resolver runs. */
import { getNamedType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CatalogueSize, USUAL_SIZE } from '../../../src/data/reads/catalogue-size.ts';
import { MAX_COST } from '../../../src/graphql/execution/operation-cost.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { loadExampleTabs } from '../../../src/server/pages/example-operations.ts';
import { SearchOffersDocument } from '../../../src/web/generated/operations.ts';
import { TEXTS } from '../../support/catalogue/described-hotels.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { statementsOf } from '../../support/database/query-count.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { VISIT_TYPE_FIELDS } from '../../support/requests/costed-operations.ts';

let gateway: TestGateway;
/** Another gateway over the same database, with empty caches: any work of a resolver there would be a query. */
let cold: TestGateway;
/** Others that take the catalogue for what it is, and for one of a hundred hotels. */
let small: TestGateway;
let usual: TestGateway;
/** The same for a chain whose hotels have ten room types each and sell all the same. */
let chained: TestGateway;
/** A gateway with a catalogue ten times as large. */
let vast: TestGateway;
let key: string;

/** Costs follow the size of the catalogue, not what is in it. */
const LARGE: CatalogueSize = {
  ...{ destinations: 50, hotels: 2_000, roomTypes: 8_000, visitTypes: 20_000, sales: 20_000 },
  ...{ categories: 500, categorised: 20_000 },
};
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, catalogueSize: LARGE });
  key = await gateway.key({ scopes: ['read', 'book', 'operate'] });
  const database = { ...gateway.database, close: async () => {} };
  cold = await startGateway({ today: TODAY, catalogueSize: LARGE, database });
  small = await startGateway({ today: TODAY, database });
  usual = await startGateway({ today: TODAY, catalogueSize: USUAL_SIZE, database });
  const chain = { ...USUAL_SIZE, destinations: 1, hotels: 100, roomTypes: 1_000, visitTypes: 250, sales: 5_000 };
  chained = await startGateway({ today: TODAY, catalogueSize: chain, database });
  const tenfold = Object.fromEntries(Object.entries(LARGE).map(([name, count]) => [name, 10 * count]));
  vast = await startGateway({ today: TODAY, catalogueSize: tenfold as Record<keyof CatalogueSize, number>, database });
});
afterAll(async () => {
  for (const one of [cold, small, usual, chained, vast]) await one.close();
  await gateway.close();
});

interface Told {
  status: number;
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions: { code: string } }[];
  extensions?: { cost: { requested: number; allowed: number } };
}

async function reported(
  query: string,
  variables: object = {},
  {
    accept = 'application/json',
    from = gateway,
    asking = key,
  }: { accept?: string; from?: TestGateway; asking?: string } = {},
): Promise<Told> {
  const headers = { authorization: `Bearer ${asking}`, accept };
  const answer = await from.inject({ method: 'POST', url: '/graphql', headers, payload: { query, variables } });
  return { status: answer.statusCode, ...answer.json() };
}

/** The cost of an operation that is executed. */
async function costOf(query: string, variables?: object, from = gateway): Promise<number> {
  const { status, extensions } = await reported(query, variables, { from });
  expect([query, status, extensions?.cost.allowed]).toEqual([query, 200, MAX_COST]);
  return extensions!.cost.requested;
}

/** The answer to an operation for which only the key was looked up, the same for both content types. */
async function refusedUnread(query: string, variables?: object): Promise<Told> {
  const answers: Told[] = [];
  const statements = await statementsOf(async () => {
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      answers.push(await reported(query, variables, { accept, from: cold }));
    }
  });
  expect(statements.filter((statement) => !/\bapi_key/.test(statement))).toEqual([]);
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[0]).not.toHaveProperty('data');
  return answers[0]!;
}

/** An operation by itself. */
const OPERATION = 100;
/** A plain field. */
const FIELD = 0.25;

describe('a page costs its length, however that is given:', () => {
  const page = (first: string) => `{ visitTypes${first} { nodes { number } } }`;
  const VARIABLE = '($first: Int!) ';

  test.each<[string, string, object?]>([
    ['by a literal', page('(first: 7)')],
    ['by a variable', `query ${VARIABLE}${page('(first: $first)')}`, { first: 7 }],
    ['by the default of a variable', `query ($first: Int = 7) ${page('(first: $first)')}`],
  ])('%s', async (_, query, variables) => {
    expect(await costOf(query, variables)).toBe(OPERATION + Math.ceil(1 + 7 * (1 + FIELD)));
  });

  test('of bookings besides the queries that find them', async () => {
    const bookings = (filter: string) => `{ bookings(first: 7${filter}) { nodes { reference } } }`;
    const rows = 7 * (1 + FIELD);
    expect(await costOf(bookings(''))).toBe(OPERATION + Math.ceil(300 + rows));
    expect(await costOf(bookings(', filter: { hotel: 1, text: null }'))).toBe(OPERATION + Math.ceil(300 + rows));
    expect(await costOf(bookings(', filter: { text: "novak" }'))).toBe(OPERATION + Math.ceil(600 + rows));
  });

  test('by the default of the schema', async () => {
    expect(await costOf(page(''))).toBe(OPERATION + Math.ceil(1 + 10 * (1 + FIELD)));
  });

  test('and once for every alias and every spread of a fragment, even of one that is skipped', async () => {
    const once = 1 + 10 * (1 + FIELD);
    expect(await costOf('{ a: visitTypes { nodes { number } } b: visitTypes { nodes { number } } }')).toBe(
      OPERATION + Math.ceil(2 * once),
    );
    const fragment = 'fragment F on Query { visitTypes { nodes { number } } }';
    expect(await costOf(`{ ...F a: visitTypes { nodes { number } } ...F @skip(if: true) } ${fragment}`)).toBe(
      OPERATION + Math.ceil(3 * once),
    );
  });
});

describe('an operation costs', () => {
  /** The visit types that a search covers. */
  const [ONE, OF_HOTEL, OF_DESTINATION, ALL] = [1, 10, 400, 20_000];
  const lowest = (visitTypes: number) => 200 + visitTypes * 4 + 2 * FIELD;
  const calendar = (visitTypes: number, days: number) => 200 + visitTypes * (10 + days * 0.05);
  const offers = (visitTypes: number, stays: number) => 300 + visitTypes * (4 + stays * 0.06);
  const DEAREST = 180_000;
  const DATED = 'dateFrom: "2027-03-01"';

  test.each([
    ['each reference that is looked up', '{ nodes(ids: ["1", "2", "3"]) { id } }', 1 + 3 * 6 + 3 * FIELD],
    ['each category that is named', '{ visitTypeCategories(ids: ["1", "2"]) { id } }', 1 + 2 * 6 + 2 * FIELD],
    [
      'each visit type of all categories',
      '{ visitTypeCategories { visitTypes { number } } }',
      1 + 500 * (1 + 40 * FIELD),
    ],
    [
      'each price of a stay',
      '{ quote(input: { visitType: 1, roomType: 1, arrival: "2027-03-01", departure: "2027-03-02" }) { __typename } }',
      200 + FIELD,
    ],
    [
      'each night whose rooms are read, in each room type of a hotel',
      '{ inventory(hotel: 1, from: "2027-03-01", to: "2027-03-10") { nights { units } } }',
      200 + 10 + 10 * (1 + 6 * FIELD),
    ],
    [
      'each night whose prices are read, and no more of them than may be asked for',
      '{ rates(visitType: 101, from: "2027-03-01", to: "2037-03-01") { rates { amountMinor } } }',
      200 + 93 + 93 * (1 + 2 * FIELD),
    ],
    [
      'a search by how much of the catalogue it looks at: one visit type',
      `{ lowestPrice(${DATED}, filter: { visitType: 101 }) { currency } }`,
      lowest(ONE),
    ],
    ['one hotel', `{ lowestPrice(${DATED}, filter: { hotel: 1 }) { currency } }`, lowest(OF_HOTEL)],
    ['the hotel of one room type', '{ lowestPrice(filter: { roomType: 11 }) { currency } }', lowest(OF_HOTEL)],
    ['all of it', `{ lowestPrice(${DATED}) { currency } }`, lowest(ALL)],
    ['rooms of one size in all of it', '{ lowestPrice(filter: { occupancy: 2 }) { currency } }', lowest(ALL)],
    ['half of that where all of it is remembered', '{ lowestPrice { currency } }', 200 + ALL * 2 + 2 * FIELD],
    ['a destination', `{ lowestPrice(${DATED}, filter: { destination: 1 }) { currency } }`, lowest(OF_DESTINATION)],
    [
      'a calendar by its days',
      '{ calendar(filter: { visitType: 101 }, dateFrom: "2027-03-01", dateTo: "2027-03-10") { date } }',
      calendar(ONE, 10) + 10 * FIELD,
    ],
    [
      'and by each field of a day',
      '{ calendar(filter: { hotel: 1 }, dateFrom: "2027-03-01", dateTo: "2027-03-10") { date selectable } }',
      calendar(OF_HOTEL, 10) + 10 * 2 * FIELD,
    ],
    [
      'the stays of a day as if there were one of every length up to three weeks',
      '{ calendar(filter: { visitType: 101 }, dateFrom: "2027-03-01", dateTo: "2027-03-10") { stays { nights } } }',
      calendar(ONE, 10) + 10 * (2 + 13 * FIELD),
    ],
    [
      'those of a whole calendar, and never more than can be asked for',
      '{ calendar(dateFrom: "2027-03-01", dateTo: "2027-03-10") { date } }',
      200 + DEAREST + 10 * FIELD,
    ],
    ...(
      [
        ['offers by the stays that are compared, and by their page', '', offers(ALL, 0)],
        ['those of three arrivals', 'flexibleDays: 1', offers(ALL, 2)],
        ['those of a destination', 'destination: 1, flexibleDays: 7', offers(OF_DESTINATION, 14)],
        ['those of a hotel', 'hotel: 1, flexibleDays: 2', offers(OF_HOTEL, 4)],
        ['those of a visit type', 'visitType: 101', offers(ONE, 0)],
      ] as const
    ).map(([title, filter, search]): [string, string, number] => [
      title,
      `{ offers(first: 7, filter: { arrival: "2027-03-01", nights: 3, currency: CZK, ${filter} }) { nodes { nights } } }`,
      // A page counts as if it had ten offers at least.
      search + 7 * 10 + 10 * (1 + FIELD),
    ]),
    [
      'those of three arrivals and four lengths',
      `{ offers(first: 1, filter: { arrival: "2027-03-01", nightsMin: 3, nightsMax: 6, flexibleDays: 1, currency: CZK, hotel: 1 }) { totalCount } }`,
      offers(OF_HOTEL, 11) + 10 + 10 * FIELD,
    ],
    [
      'those for a party by its rooms',
      '{ offers(first: 7, filter: { arrival: "2027-03-01", nights: 3, currency: CZK, hotel: 1, party: [2, 2, 1, 1] }) { nodes { nights } } }',
      300 + OF_HOTEL * 6 + 7 * 4 * 10 + 2 * 7 * (1 + FIELD),
    ],
    ...(
      [
        ['each that there is, where a filter selects', 'visitTypes', 'nightsMin: 3', 200 + ALL / 4],
        ['those of a destination', 'visitTypes', 'destination: 1, tag: 2', 200 + OF_DESTINATION / 4],
        ['and by words', 'visitTypes', 'starsMin: 4, search: "sauna"', 250 + ALL * 0.5],
        ['by dates, whatever else', 'visitTypes', `hotel: 1, nightsMax: 3, ${DATED}`, 200 + OF_HOTEL * 7],
        ['each that there is', 'hotels', 'name: "spa"', 50 + 2_000 * 0.5],
        ['those of a destination', 'hotels', 'destination: 1, starsMin: 4', 50 + 40 * 0.5],
        ['and by words', 'hotels', 'code: "A", search: "sauna"', 50 + 2 * 2_000 * 0.5],
        ['each that there is', 'roomTypes', 'occupancy: 2', 50 + 8_000 * 0.5],
        ['twice that by a part of their texts', 'roomTypes', 'code: "A", search: "suite"', 50 + 8_000],
        ['those of a hotel', 'roomTypes', 'hotel: 1, search: "suite"', 50 + 4],
        ['nothing more by a destination alone', 'hotels', 'destination: 1, code: "", name: null, search: ""', 0],
        ['nor by a hotel alone', 'roomTypes', 'hotel: 1, occupancy: null, code: "", search: ""', 0],
      ] as const
    ).map(([title, list, filter, looking]): [string, string, number] => [
      `${list}: ${title}`,
      `{ ${list}(first: 7, filter: { ${filter} }) { nodes { number } } }`,
      1 + looking + 7 * (1 + FIELD),
    ]),
    [
      'lists that grow with the catalogue by as many entries as they have',
      '{ destinations { hotels { visitTypes { categories { visitTypes { number } } } } } }',
      1 + 50 * (1 + 40 * (1 + 10 * (1 + 1 * (1 + 40 * FIELD)))),
    ],
    [
      'room types by as many as a hotel has',
      '{ hotels(first: 7) { nodes { roomTypes { number } } } }',
      1 + 7 * (1 + (1 + 4 * FIELD)),
    ],
    [
      'rooms with prices likewise, in as many hotels as sell a visit type',
      '{ visitType(id: 1) { hotels { roomTypes { lowestPrice { currency } } } } }',
      FIELD + 1 + (4 * 5 + 4 * (FIELD + 3 * FIELD)),
    ],
    [
      'a booking that is looked up, and what is read beside',
      '{ booking(id: "1") { reference } holds { id } viewer { client channel { code } } }',
      1_000 + FIELD + (200 + 20 * FIELD) + FIELD + 200 + 200 + FIELD,
    ],
    ['the text for routers by its length, each time', '{ a: _service { sdl } b: _service { sdl } }', 2 * (1_000 + 1)],
  ])('%s', async (_, query, expected) => {
    const { extensions } = await reported(query);
    expect(extensions?.cost).toEqual({ requested: OPERATION + Math.ceil(expected), allowed: MAX_COST });
  });

  test('one entry for a named hotel of a visit type, however many sell it; for the first ones also what is gone through to find them', async () => {
    const costWith = async (args: string) => {
      const query = `{ visitType(id: 101) { hotels${args} { roomTypes { lowestPrice { currency } } } } }`;
      return (await reported(query, {}, { from: chained })).extensions!.cost.requested;
    };
    const named = await costWith('(hotel: 1)');
    // Twenty hotels sell it: nineteen are gone through and not shown.
    expect(await costWith('(first: 1)')).toBe(named + 1);
    expect(await costWith('(first: 100)')).toBe(await costWith(''));
    expect(await costWith('')).toBeGreaterThan(5 * named);
  });
});

describe('an operation of', () => {
  const search = (alias: string, filter = '') => `${alias}: lowestPrice(dateFrom: "2027-03-01" ${filter}) { currency }`;
  /** 199,969.75 without the padding. */
  const costing = (padding: number) => `{
    ${['a', 'b'].map((alias) => search(alias)).join(' ')}
    visitTypeCategories { visitTypes { id number onDemand nightsMin nightsMax priorityPosition boarding } }
    ${['c', 'd'].map((alias) => search(alias, 'filter: { destination: 1 }')).join(' ')}
    ${search('e', 'filter: { hotel: 1 }')} hotels(first: 100) { nodes { number } }
    viewer { ${'today '.repeat(padding)} }
  }`;

  test('exactly 200,000 is executed, with data and its cost', async () => {
    const { status, data, extensions } = await reported(costing(121));
    expect([status, extensions]).toEqual([200, { cost: { requested: 200_000, allowed: 200_000 } }]);
    expect(data).toMatchObject({ viewer: { today: TODAY } });
  });

  test('200,001 is 400 in both content types, with both numbers, before any resolver runs', async () => {
    expect(await refusedUnread(costing(122))).toEqual({
      status: 400,
      errors: [
        {
          message:
            'The operation costs 200001; 200000 is the most. It costs less with a destination or a hotel in the filter of `lowestPrice`; fewer rows or fields of `hotels`, or a visit type in `cheapestStay` where it is asked for.',
          extensions: { code: 'COST_EXCEEDED' },
        },
      ],
      extensions: { cost: { requested: 200_001, allowed: 200_000 } },
    });
  });
});

describe('the cost cannot be circumvented', () => {
  const WHOLE = 'destinations { hotels { visitTypes { categories { visitTypes { number } } } } }';

  test('by another field with invalid arguments', async () => {
    const query = `query ($first: Int = 1) { hotels(first: $first) { totalCount } ${WHOLE} }`;
    expect(await refusedUnread(query, { first: null })).toEqual({
      status: 400,
      errors: [
        expect.objectContaining({
          extensions: { code: 'BAD_USER_INPUT', problems: [{ path: 'first', message: 'Expected a value, not null.' }] },
        }),
      ],
    });
  });

  test('by variables that the schema refuses', async () => {
    const query = `query ($first: Int!) { hotels(first: $first) { totalCount } ${WHOLE} }`;
    for (const variables of [{}, { first: 'x' }, { first: 2 ** 40 }, { first: null }]) {
      const statements = await statementsOf(async () => {
        const { errors, data } = await reported(query, variables, { from: cold });
        expect([errors?.length, data]).toEqual([1, undefined]);
      });
      expect(statements.filter((statement) => !/\bapi_key/.test(statement))).toEqual([]);
    }
  });

  test.each([
    ['query ($to: LocalDate) { calendar(dateTo: $to, filter: { visitType: 101 }) { date } }', 'to'],
    ['query ($to: Int) { hotels(filter: { starsMin: $to }) { totalCount } }', 'to'],
  ])('by a number beyond all, which is written as null, after %s was asked with null', async (query, path) => {
    const send = (to: string) =>
      gateway.inject({
        ...{ method: 'POST', url: '/graphql' },
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        payload: `{"query":${JSON.stringify(query)},"variables":{"to":${to}}}`,
      });
    expect((await send('null')).json().errors).toBeUndefined();
    const refused = await send('1e400');
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors[0].extensions.problems).toMatchObject([{ path }]);
  });

  test('by a list of 19,000 references in a variable, none of which is looked at (A2)', async () => {
    const ids = Array.from({ length: 19_000 }, () => '1');
    const { status, errors } = await refusedUnread('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
    expect([status, errors![0]!.extensions.code]).toEqual([400, 'BAD_USER_INPUT']);
    expect(errors).toMatchObject([{ message: expect.stringContaining('a list of at most 2000 entries') }]);
  });

  test('by walking to and fro between lists that are long: a chain of hotels that all sell the same', async () => {
    const there = (inside: string) => `hotels { hotel { visitTypes { ${inside} } } }`;
    const chain = `{ visitType(id: 1) { ${there(there('hotels { __typename }'))} } }`;
    const rooms = (inside: string) => `roomTypes { hotel { ${inside} } }`;
    const house = `{ hotels(first: 100) { nodes { ${rooms(rooms(rooms('roomTypes { number }')))} } } }`;
    for (const query of [chain, house]) {
      const { errors } = await reported(query, {}, { from: chained });
      expect(errors![0]!.extensions.code).toBe('COST_EXCEEDED');
    }
  });

  test('by another key, which is bound to other hotels: each is charged for its own', async () => {
    const query = '{ viewer { hotels { number name code stars } } }';
    const bound = await gateway.key({ scopes: ['read', 'operate'], hotels: [1, 2] });
    const costs: number[] = [];
    for (const asking of [key, bound]) {
      const { extensions } = await reported(query, {}, { asking });
      costs.push(extensions!.cost.requested);
    }
    expect(costs).toEqual([1, 2].map((hotels) => OPERATION + Math.ceil(FIELD + 1 + hotels * 4 * FIELD)));
  });

  test('by pages of negative or excessive length, which count as one entry and as a hundred', async () => {
    for (const [first, length] of [
      [-1_000_000, 1],
      [0, 1],
      [2_147_483_647, 100],
    ]) {
      const { extensions } = await reported(`{ hotels(first: ${first}) { nodes { number } } }`);
      expect([first, extensions?.cost.requested]).toEqual([first, OPERATION + Math.ceil(1 + length! * (1 + FIELD))]);
    }
  });

  test('by another operation of the document', async () => {
    const query = `query Small { viewer { today } } query Large { ${WHOLE} }`;
    const ask = (operationName: string) =>
      gateway.inject({
        method: 'POST',
        url: '/graphql',
        headers: { authorization: `Bearer ${key}` },
        payload: { query, operationName },
      });
    expect((await ask('Small')).json().extensions.cost.requested).toBe(OPERATION + 1);
    expect((await ask('Large')).json().errors[0].extensions.code).toBe('COST_EXCEEDED');
  });
});

describe('26.11 (A9): allowed are', () => {
  /**
   * Every field of a type that needs no arguments, in every language; for entities seen above, only their identifiers.
   */
  function everything(typeName: string, above: readonly string[] = []): string {
    const type = schema.getType(typeName);
    if (!isObjectType(type)) throw new Error(`${typeName} has no fields`);
    if (typeName === 'LocalizedText') return TEXTS;
    const isOnTheWayBack = above.length > 0 && ['Hotel', 'VisitType', 'Destination'].includes(typeName);
    const fields = Object.values(type.getFields()).flatMap(({ name, type: of, args }) => {
      if (args.some(isRequiredArgument)) return [];
      const named = getNamedType(of);
      if (isLeafType(named)) return isOnTheWayBack && name !== 'id' && name !== 'number' ? [] : [name];
      if (isOnTheWayBack || above.includes(named.name)) return [];
      return [`${name} ${everything(named.name, [...above, typeName])}`];
    });
    return `{ ${fields.join(' ')} }`;
  }

  test('a page of 100 hotels with every field in four languages', async () => {
    const cost = await costOf(`{ hotels(first: 100) { totalCount nodes ${everything('Hotel')} } }`);
    expect(cost).toBeLessThan(0.75 * MAX_COST);
  });

  test('every visit type of every hotel of every destination with its lowest prices, of a hundred hotels', async () => {
    const prices = 'lowestPrice { currency amountPerNight { amount } originalAmountPerNight { amount } }';
    await costOf(`{ destinations { hotels { name visitTypes { number name { text } ${prices} } } } }`, {}, usual);
  });

  test('a page of 100 visit types with every field in four languages', async () => {
    const cost = await costOf(`{ visitTypes(first: 100) { totalCount nodes ${everything('VisitType')} } }`);
    expect(cost).toBeLessThan(MAX_COST);
  });

  test('a page of 100 visit types with the fields of REST, and it costs no more rows than there are', async () => {
    const query = `{ visitTypes(first: 100) { totalCount nodes { ${VISIT_TYPE_FIELDS} } } }`;
    const [whole, few] = [await costOf(query), await costOf(query, {}, small)];
    expect(whole).toBeLessThan(MAX_COST / 10);
    expect(few).toBeLessThan(whole / 5);
  });

  test.each([
    ['visit types that a filter selects, with the fields of REST', 'visitTypes', '{ nightsMin: 3 }', VISIT_TYPE_FIELDS],
    ['hotels by words and a part of their names', 'hotels', '{ name: "spa", search: "sauna" }', 'number code name'],
    ['room types by a part of their texts', 'roomTypes', '{ search: "suite" }', `number code category ${TEXTS}`],
  ])('a page of 100 %s, of a catalogue of 200,000 visit types', async (_, list, filter, fields) => {
    const query = `{ ${list}(first: 100, filter: ${filter}) { totalCount nodes { ${fields} } } }`;
    expect(await costOf(query, {}, vast)).toBeLessThan(MAX_COST);
  });

  test('offers of the whole catalogue with all arrivals and lengths that are documented', async () => {
    const filter = 'filter: { arrival: "2027-03-01", nightsMin: 2, nightsMax: 16, flexibleDays: 7, currency: CZK }';
    expect(await costOf(`{ offers(first: 100, ${filter}) { totalCount nodes { nights } } }`)).toBeLessThan(MAX_COST);
  });

  const COUNTS = ['byDestination', 'byStars', 'byCategory', 'byTag', 'byStayCategory', 'byBoarding']
    .map((facet) => `${facet} { count }`)
    .join(' ');
  const countsOf = (first: string, guests: string) =>
    `{ offers(${first} filter: { arrival: "2027-03-01", nights: 7, flexibleDays: 7, ${guests}, currency: CZK }) { totalCount ${COUNTS} nodes { nights } } }`;
  const FOUR_ROOMS = { arrival: '2027-03-01', nights: 7, flexibleDays: 7, party: [2, 2, 2, 2], currency: 'CZK' };

  test.each<[string, string, object?]>([
    ['a small page of them', countsOf('first: 12,', 'guests: 2')],
    ['a page of the usual length', countsOf('', 'guests: 2')],
    ['the longest page', countsOf('first: 100,', 'guests: 2')],
    ['the longest page for the largest party', countsOf('first: 100,', 'party: [2, 2, 2, 2, 2, 2]')],
    [
      'what the shop shows of them for four rooms',
      SearchOffersDocument.toString(),
      { filter: FOUR_ROOMS, sort: 'PRICE', oneOfEachHotel: true },
    ],
  ])(
    'offers of the whole catalogue, of 20,000 visit types and of 200,000, with all counts that narrow them, and %s',
    async (_, query, variables) => {
      for (const from of [gateway, vast]) expect(await costOf(query, variables, from)).toBeLessThan(MAX_COST);
    },
  );

  test('the same by a wish of a catalogue of 200,000 visit types, and these by a wish in the order of their prices', async () => {
    const filter = 'filter: { arrival: "2027-03-01", nights: 7, guests: 2, currency: CZK, search: "sauna" }';
    await costOf(`{ offers(first: 12, ${filter}) { totalCount ${COUNTS} nodes { nights } } }`, {}, vast);
    await costOf(
      '{ visitTypes(filter: { search: "sauna" }, sort: PRICE, currency: CZK) { nodes { number } } }',
      {},
      vast,
    );
  });

  test('a calendar of two years over the whole catalogue, with every field but stays, which only single rooms have', async () => {
    const dates = '(dateFrom: "2027-01-10", dateTo: "2029-01-10")';
    expect(await costOf(`{ calendar${dates} ${everything('CalendarDay', ['StayOption'])} }`)).toBeLessThan(MAX_COST);
  });

  test('a year of one room with every field and every stay', async () => {
    const asked = '(filter: { visitType: 101, roomType: 11 }, dateFrom: "2027-01-10", dateTo: "2028-01-09")';
    expect(await costOf(`{ calendar${asked} ${everything('CalendarDay')} }`)).toBeLessThan(MAX_COST);
  });

  test('the operations that GraphiQL opens with, at these costs', async () => {
    // The last one is a subscription, which costs what the query costs.
    const tabs = (await loadExampleTabs(null, '')).slice(0, -1);
    const costs: Record<string, number> = {};
    for (const { query } of tabs) costs[/(?:query|mutation) (\w+)/.exec(query)![1]!] = await costOf(query);
    expect(costs).toEqual({ Browse: 211, HotelPage: 193, Calendar: 488, Quote: 322, Book: 2_104 });
  });
});
