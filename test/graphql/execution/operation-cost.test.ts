/** The cost of operations: it is reported, and one that is too high is refused before any resolver runs. */
import { getNamedType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_COST } from '../../../src/graphql/execution/operation-cost.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { loadExampleTabs } from '../../../src/server/pages/example-operations.ts';
import { TEXTS } from '../../support/catalogue/described-hotels.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { statementsOf } from '../../support/database/query-count.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

let gateway: TestGateway;
/** Another gateway over the same database, with empty caches: any work of a resolver there would be a query. */
let cold: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key({ scopes: ['read', 'book', 'operate'] });
  cold = await startGateway({ today: TODAY, database: { ...gateway.database, close: async () => {} } });
});
afterAll(async () => {
  await cold.close();
  await gateway.close();
});

interface Told {
  status: number;
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions: { code: string } }[];
  extensions?: { cost: { requested: number; allowed: number } };
}

async function told(
  query: string,
  variables: object = {},
  { accept = 'application/json', from = gateway }: { accept?: string; from?: TestGateway } = {},
): Promise<Told> {
  const headers = { authorization: `Bearer ${key}`, accept };
  const answer = await from.inject({ method: 'POST', url: '/graphql', headers, payload: { query, variables } });
  return { status: answer.statusCode, ...answer.json() };
}

/** The cost of an operation that is executed. */
async function costOf(query: string, variables?: object): Promise<number> {
  const { status, extensions } = await told(query, variables);
  expect([query, status, extensions?.cost.allowed]).toEqual([query, 200, MAX_COST]);
  return extensions!.cost.requested;
}

/** The answer to an operation for which only the key was looked up, the same for both content types. */
async function refusedUnread(query: string, variables?: object): Promise<Told> {
  const answers: Told[] = [];
  const statements = await statementsOf(async () => {
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      answers.push(await told(query, variables, { accept, from: cold }));
    }
  });
  expect(statements.filter((statement) => !/"api_key/.test(statement))).toEqual([]);
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[0]).not.toHaveProperty('data');
  return answers[0]!;
}

describe('a page costs its length, however that is given:', () => {
  const page = (first: string) => `{ visitTypes${first} { nodes { number } } }`;
  const VARIABLE = '($first: Int!) ';

  test.each<[string, string, object?]>([
    ['by a literal', page('(first: 7)')],
    ['by a variable', `query ${VARIABLE}${page('(first: $first)')}`, { first: 7 }],
    ['by the default of a variable', `query ($first: Int = 7) ${page('(first: $first)')}`],
  ])('%s', async (_, query, variables) => {
    expect(await costOf(query, variables)).toBe(1 + 7 * 2);
  });

  test('by the default of the schema', async () => {
    expect(await costOf(page(''))).toBe(1 + 10 * 2);
  });

  test('and once for every alias and every spread of a fragment, even of one that is skipped', async () => {
    const once = await costOf(page(''));
    expect(await costOf('{ a: visitTypes { nodes { number } } b: visitTypes { nodes { number } } }')).toBe(2 * once);
    const fragment = 'fragment F on Query { visitTypes { nodes { number } } }';
    expect(await costOf(`{ ...F a: visitTypes { nodes { number } } ...F @skip(if: true) } ${fragment}`)).toBe(3 * once);
  });
});

describe('an operation costs', () => {
  const cost = { ofOneSearch: 500, ofHotelSearch: 2_000, ofDestinationSearch: 15_000, ofWholeSearch: 60_000 };
  const DATED = 'dateFrom: "2027-03-01"';

  test.each([
    ['each reference that is looked up', '{ nodes(ids: ["1", "2", "3"]) { id } }', 1 + 3 * 10 + 3],
    ['each category that is named', '{ visitTypeCategories(ids: ["1", "2"]) { id } }', 1 + 2 * 10 + 2],
    ['each visit type of all categories', '{ visitTypeCategories { visitTypes { number } } }', 1 + 10 * (1 + 100)],
    [
      'each price of a stay',
      '{ quote(input: { visitType: 1, roomType: 1, arrival: "2027-03-01", departure: "2027-03-02" }) { __typename } }',
      201,
    ],
    [
      'each night whose rooms are read, in each room type of a hotel',
      '{ inventory(hotel: 1, from: "2027-03-01", to: "2027-03-10") { nights { units } } }',
      200 + 10 + 10 * (1 + 6),
    ],
    [
      'each night whose prices are read, and no more of them than may be asked for',
      '{ rates(visitType: 101, from: "2027-03-01", to: "2037-03-01") { rates { amountMinor } } }',
      200 + 93 + 93 * (1 + 2),
    ],
    [
      'a search by how much of the catalogue it looks at: one visit type',
      `{ lowestPrice(${DATED}, filter: { visitType: 101 }) { currency } }`,
      cost.ofOneSearch + 2,
    ],
    ['one hotel', `{ lowestPrice(${DATED}, filter: { hotel: 1 }) { currency } }`, cost.ofHotelSearch + 2],
    ['the hotel of one room type', '{ lowestPrice(filter: { roomType: 11 }) { currency } }', cost.ofHotelSearch + 2],
    ['all of it', `{ lowestPrice(${DATED}) { currency } }`, cost.ofWholeSearch + 2],
    [
      'rooms of one size in all of it',
      '{ lowestPrice(filter: { occupancy: 2 }) { currency } }',
      cost.ofWholeSearch + 2,
    ],
    ['a fifth of that where all of it is remembered', '{ lowestPrice { currency } }', cost.ofWholeSearch / 5 + 2],
    [
      'a destination',
      `{ lowestPrice(${DATED}, filter: { destination: 1 }) { currency } }`,
      cost.ofDestinationSearch + 2,
    ],
    [
      'a calendar by its days',
      '{ calendar(filter: { visitType: 101 }, dateFrom: "2027-03-01", dateTo: "2027-03-10") { date } }',
      cost.ofOneSearch + 10 + 10,
    ],
    [
      'and by each field of a day',
      '{ calendar(filter: { hotel: 1 }, dateFrom: "2027-03-01", dateTo: "2027-03-10") { date selectable } }',
      cost.ofHotelSearch + 10 * 5 + 10 * 2,
    ],
    [
      'the stays of a day as if there were one of every length up to three weeks',
      '{ calendar(filter: { visitType: 101 }, dateFrom: "2027-03-01", dateTo: "2027-03-10") { stays { nights } } }',
      cost.ofOneSearch + 10 + 10 * (5 + 21),
    ],
    [
      'those of a whole calendar',
      '{ calendar(dateFrom: "2027-03-01", dateTo: "2027-03-10") { date } }',
      cost.ofWholeSearch + 10 * 100 + 10,
    ],
    ...(
      [
        ['offers by the stays that are compared, and by their page', '', cost.ofWholeSearch],
        ['those of three arrivals', 'flexibleDays: 1', cost.ofWholeSearch + 2 * 4_000],
        ['those of a destination', 'destination: 1, flexibleDays: 7', cost.ofDestinationSearch + 14 * 100],
        ['those of a hotel', 'hotel: 1, flexibleDays: 2', cost.ofHotelSearch + 4 * 5],
        ['those of a visit type', 'visitType: 101', cost.ofOneSearch],
      ] as const
    ).map(([title, filter, search]): [string, string, number] => [
      title,
      `{ offers(first: 7, filter: { arrival: "2027-03-01", nights: 3, currency: CZK, ${filter} }) { nodes { nights } } }`,
      search + 7 * 10 + 7 * 2,
    ]),
    [
      'those of three arrivals and four lengths',
      `{ offers(first: 1, filter: { arrival: "2027-03-01", nightsMin: 3, nightsMax: 6, flexibleDays: 1, currency: CZK, hotel: 1 }) { totalCount } }`,
      cost.ofHotelSearch + 11 * 5 + 10 + 1,
    ],
    [
      'lists that grow with the catalogue as in a large one',
      '{ destinations { hotels { visitTypes { categories { visitTypes { number } } } } } }',
      1 + 5 * (1 + 20 * (1 + 10 * (1 + 3 * (1 + 100)))),
    ],
  ])('%s', async (_, query, expected) => {
    const { extensions } = await told(query);
    expect(extensions?.cost).toEqual({ requested: expected, allowed: MAX_COST });
  });
});

describe('an operation of', () => {
  const search = (alias: string, filter = '') => `${alias}: lowestPrice(dateFrom: "2027-03-01" ${filter}) { currency }`;
  /** 199,530 without the padding. */
  const costing = (padding: number) => `{
    ${['a', 'b', 'c'].map((alias) => search(alias)).join(' ')}
    destinations { hotels { visitTypes { number onDemand nightsMin } } }
    ${[...'defghijk'].map((alias) => search(alias, 'filter: { hotel: 1 }')).join(' ')}
    l: lowestPrice(filter: { hotel: 1 }) { currency }
    viewer { ${'today '.repeat(padding - 1)} }
  }`;

  test('exactly 200,000 is executed, with data and its cost', async () => {
    const { status, data, extensions } = await told(costing(470));
    expect([status, extensions]).toEqual([200, { cost: { requested: 200_000, allowed: 200_000 } }]);
    expect(data).toMatchObject({ viewer: { today: TODAY } });
  });

  test('200,001 is 400 in both content types, with both numbers, before any resolver runs', async () => {
    expect(await refusedUnread(costing(471))).toEqual({
      status: 400,
      errors: [
        {
          message: 'The operation costs 200001; 200000 is the most. Ask for smaller pages or fewer fields.',
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
        const { errors, data } = await told(query, variables, { from: cold });
        expect([errors?.length, data]).toEqual([1, undefined]);
      });
      expect(statements.filter((statement) => !/"api_key/.test(statement))).toEqual([]);
    }
  });

  test('by a list of 20,000 references in a variable', async () => {
    const ids = Array.from({ length: 20_000 }, () => '1');
    const { status, errors } = await refusedUnread('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
    expect([status, errors![0]!.extensions.code]).toEqual([400, 'COST_EXCEEDED']);
  });

  test('by pages of negative or excessive length, which count as one entry and as a hundred', async () => {
    for (const [first, length] of [
      [-1_000_000, 1],
      [0, 1],
      [2_147_483_647, 100],
    ]) {
      const { extensions } = await told(`{ hotels(first: ${first}) { nodes { number } } }`);
      expect([first, extensions?.cost.requested]).toEqual([first, 1 + length! * 2]);
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
    expect((await ask('Small')).json().extensions.cost.requested).toBe(2);
    expect((await ask('Large')).json().errors[0].extensions.code).toBe('COST_EXCEEDED');
  });
});

describe('allowed are', () => {
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

  test('every visit type of every hotel of every destination with its lowest prices', async () => {
    const prices = 'lowestPrice { currency amountPerNight { amount } originalAmountPerNight { amount } }';
    await costOf(`{ destinations { hotels { name visitTypes { number name { text } ${prices} } } } }`);
  });

  test('a page of 100 visit types with every field in four languages', async () => {
    const cost = await costOf(`{ visitTypes(first: 100) { totalCount nodes ${everything('VisitType')} } }`);
    expect(cost).toBeLessThan(MAX_COST);
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
    const tabs = (await loadExampleTabs(null)).slice(0, -1);
    const costs: Record<string, number> = {};
    for (const { query } of tabs) costs[/(?:query|mutation) (\w+)/.exec(query)![1]!] = await costOf(query);
    expect(costs).toEqual({ Browse: 886, HotelPage: 384, Calendar: 1_250, Quote: 282, Book: 5_013 });
  });
});
