/** The limits of an operation's size. Each is met exactly, then exceeded by one. */
import type { GraphQLError } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { statementsOf } from '../../support/database/query-count.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const CONTENT_TYPES = ['application/json', 'application/graphql-response+json'];

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key();
  await gateway.apiKeys.authenticate(key);
});
afterAll(() => gateway.close());

/**
 * The refusal of an operation, the same for both content types and after no more than a key look-up; null: it is
 * executed.
 */
async function refusalOf(query: string, operationName?: string): Promise<string[] | null> {
  let refusal: string[] | null = null;
  const statements = await statementsOf(async () => {
    for (const accept of CONTENT_TYPES) {
      const headers = { authorization: `Bearer ${key}`, accept };
      const answer = await gateway.inject({
        method: 'POST',
        url: '/graphql',
        headers,
        payload: { query, operationName },
      });
      const { errors, ...rest } = answer.json() as { errors?: GraphQLError[]; data?: object };
      expect(answer.headers['content-type']).toMatch(accept);
      expect([accept, answer.statusCode, errors]).toEqual([accept, errors ? 400 : 200, errors]);
      if (!errors) continue;
      expect(rest).toEqual({});
      for (const { extensions } of errors) expect(extensions).toEqual({ code: 'OPERATION_TOO_LARGE' });
      refusal = errors.map(({ message }) => message);
    }
  });
  // The key may have to be looked up.
  if (refusal !== null) expect(statements.filter((statement) => !/\bapi_key/.test(statement))).toEqual([]);
  return refusal;
}

function times(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join(' ');
}

const room = (inside: string) => `roomTypes { hotel { ${inside} } }`;
/** A quote whose list has so many tokens. */
const quote = (tokens: number) =>
  `{ quote(input: { visitType: 1, roomType: 1, arrival: "2027-03-01", departure: "2027-03-02", currencies: [${'CZK '.repeat(tokens)}] }) { __typename } }`;

describe('an operation of the largest size is executed, and a larger one is refused by the name of the limit:', () => {
  test.each([
    {
      limit: '2,000 tokens',
      allowed: quote(1_972),
      tooLarge: quote(1_973),
      refusal: 'The document has more than 2000 tokens.',
    },
    {
      limit: '10 levels',
      allowed: `{ hotel(id: 1) { ${room(room(room(room('code'))))} } }`,
      tooLarge: `{ hotel(id: 1) { ${room(room(room(room('shortDescription { text }'))))} } }`,
      refusal: 'The operation is nested 11 levels deep; 10 are the most.',
    },
    {
      limit: '1,000 fields',
      allowed: `{ ${times(10, (index) => `a${index}: viewer { ${times(99, () => 'today')} }`)} }`,
      tooLarge: `{ ${times(10, (index) => `a${index}: viewer { ${times(99, () => 'today')} }`)} viewer { today } }`,
      refusal: 'The operation has 1002 fields; 1000 are the most.',
    },
    {
      limit: '50 aliases',
      allowed: `{ viewer { ${times(50, (index) => `a${index}: today`)} } }`,
      tooLarge: `{ viewer { ${times(51, (index) => `a${index}: today`)} } }`,
      refusal: 'The operation has 51 aliases; 50 are the most.',
    },
    {
      limit: '50 directives',
      allowed: `{ viewer { ${times(50, () => 'today @include(if: true)')} } }`,
      tooLarge: `{ viewer { ${times(50, () => 'today @include(if: true)')} ... @skip(if: false) { today } } }`,
      refusal: 'The operation has 51 directives; 50 are the most.',
    },
    {
      limit: '20 fields of a query',
      allowed: `{ ${times(20, (index) => `a${index}: viewer { today }`)} }`,
      tooLarge: `{ ${times(20, (index) => `a${index}: viewer { today }`)} ... { viewer { today } } }`,
      refusal: 'The query has 21 fields of its own; 20 are the most.',
    },
    {
      limit: '100 objects by one name in one place',
      allowed: `{ hotel(id: 1) { ${times(60, () => 'roomTypes { code }')} } ...F } fragment F on Query { hotel(id: 1) { ${times(40, () => 'roomTypes { code }')} } }`,
      tooLarge: `{ hotel(id: 1) { ${times(60, () => 'roomTypes { code }')} } ...F } fragment F on Query { hotel(id: 1) { ${times(41, () => 'roomTypes { code }')} } }`,
      refusal: 'In one place stand 101 objects by one name; 100 are the most.',
    },
    {
      limit: '100 fragments in one place',
      allowed: `{ viewer { ${times(100, (index) => `...F${index}`)} } } ${times(100, (index) => `fragment F${index} on Viewer { today }`)}`,
      tooLarge: `{ viewer { ${times(101, (index) => `...F${index}`)} } } ${times(101, (index) => `fragment F${index} on Viewer { __typename }`)}`,
      refusal: 'In one place stand 101 fragments; 100 are the most.',
    },
    {
      limit: '5 questions about the schema',
      allowed: `{ ${times(4, (index) => `a${index}: __type(name: "Hotel") { name }`)} __schema { queryType { name } } }`,
      tooLarge: `{ ${times(5, (index) => `a${index}: __type(name: "Hotel") { name }`)} __schema { queryType { name } } }`,
      refusal: 'The operation asks 6 times for the schema; 5 are the most.',
    },
  ])('$limit', async ({ allowed, tooLarge, refusal }) => {
    expect(await refusalOf(allowed)).toBeNull();
    expect(await refusalOf(tooLarge)).toEqual([refusal]);
  });
});

describe('the content of a fragment counts at each of its spreads:', () => {
  test.each([
    {
      what: 'fields',
      operation: (spreads: number) =>
        `{ viewer { ${times(spreads, () => '...F')} } } fragment F on Viewer { ${times(111, () => 'today')} }`,
      most: 9,
      refusal: 'The operation has 1111 fields; 1000 are the most.',
    },
    {
      what: 'aliases',
      operation: (spreads: number) =>
        `{ viewer { ${times(spreads, () => '...F')} } } fragment F on Viewer { a: today b: today }`,
      most: 25,
      refusal: 'The operation has 52 aliases; 50 are the most.',
    },
    {
      what: 'directives, those of the spread included',
      operation: (spreads: number) =>
        `{ viewer { ${times(spreads, () => '...F @include(if: true)')} } } fragment F on Viewer { today @skip(if: false) }`,
      most: 25,
      refusal: 'The operation has 52 directives; 50 are the most.',
    },
    {
      what: 'fields of the query',
      operation: (spreads: number) =>
        `{ ${times(spreads, () => '...F')} } fragment F on Query { viewer { today } a: viewer { today } }`,
      most: 10,
      refusal: 'The query has 22 fields of its own; 20 are the most.',
    },
    {
      what: 'questions about the schema',
      operation: (spreads: number) =>
        `{ ${times(spreads, () => '...F')} } fragment F on Query { __schema { queryType { name } } }`,
      most: 5,
      refusal: 'The operation asks 6 times for the schema; 5 are the most.',
    },
    {
      what: 'levels',
      operation: (levels: number) =>
        `{ hotel(id: 1) { ${room(room('...F'))} } } fragment F on Hotel { ${levels === 4 ? room(room('code')) : room(room(room('code')))} }`,
      most: 4,
      refusal: 'The operation is nested 12 levels deep; 10 are the most.',
    },
  ])('$what', async ({ operation, most, refusal }) => {
    expect(await refusalOf(operation(most))).toBeNull();
    expect(await refusalOf(operation(most + 1))).toEqual([refusal]);
  });
});

describe('fragments within fragments', () => {
  const WIDTH = 31;
  const LEVELS = 9;
  /** About 650 tokens; expanded it would have 31 to the 9th fields. */
  const bomb = [
    '{ viewer { ...F0 } }',
    ...Array.from({ length: LEVELS }, (_, level) => {
      const inside = level === LEVELS - 1 ? 'today ' : `...F${level + 1} `;
      return `fragment F${level} on Viewer { ${inside.repeat(WIDTH)} }`;
    }),
  ].join(' ');

  test('that would expand to 31^9 fields are refused with that number, each measured once', async () => {
    // Measured at every spread, this would take hours.
    expect(await refusalOf(bomb)).toEqual([`The operation has ${WIDTH ** LEVELS + 1} fields; 1000 are the most.`]);
  });

  test('that form a cycle are refused, not followed', async () => {
    const { errors } = await gateway.graphql('{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }');
    expect(errors?.map(({ message }) => message)).toEqual(['Cannot spread fragment "A" within itself via "B".']);
  });
});

test('every operation of a document counts, not just the requested one', async () => {
  const large = `query Large { viewer { ${times(51, (index) => `a${index}: today`)} } }`;
  expect(await refusalOf(`${large} query Small { viewer { today } }`, 'Small')).toEqual([
    'The operation has 51 aliases; 50 are the most.',
  ]);
});

test('an operation beyond several limits gets all of them reported', async () => {
  expect(await refusalOf(`{ ${times(60, (index) => `a${index}: viewer { today }`)} }`)).toEqual([
    'The operation has 60 aliases; 50 are the most.',
    'The query has 60 fields of its own; 20 are the most.',
  ]);
});
