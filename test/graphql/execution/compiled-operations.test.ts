/** Compiled queries answer the same as others, to the byte, behind the same checks: key, scope, cost, deadline. */
import {
  GraphQLEnumType,
  GraphQLError,
  type GraphQLFieldConfig,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  parse,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languagesOf } from '../../../src/domain/text/locale.ts';
import { compileOperation, isCompilable } from '../../../src/graphql/execution/compiled-operations.ts';
import { PreparedDocument } from '../../../src/graphql/execution/documents.ts';
import { validateDocument } from '../../../src/graphql/execution/validate-document.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import type { RequestContext } from '../../../src/operations/access/request-context.ts';
import { dividedCatalogue, SIDES, TODAY } from '../../support/catalogue/divided-catalogue.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { drawFromSeed } from '../../support/catalogue/random/random-draw.ts';
import { statementsOf } from '../../support/database/query-count.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { amount } from '../../support/gateway/soak.ts';
import { operationFrom } from '../../support/requests/arbitrary/arbitrary-operations.ts';
import { QUESTIONS } from '../../support/requests/every-question.ts';
import { textsAsVariables } from '../../support/requests/texts-as-variables.ts';

const SEED = newSeed();
/** More runs than an operation needs to be compiled. */
const OFTEN = 12;
const COMPARED_OPERATIONS = amount({ short: 60, long: 1_200 });
/** About every fourth operation that is drawn is compared; fewer than every tenth, and the test compares too little. */
const DRAWN_FOR_ONE = 10;

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: dividedCatalogue(SIDES), today: TODAY });
  key = await gateway.key();
});
afterAll(() => gateway.close());

async function context(): Promise<RequestContext> {
  const caller = (await gateway.apiKeys.authenticate(key))!;
  const deadline = { endsAt: Number.POSITIVE_INFINITY };
  return gateway.services.open({ caller, languages: languagesOf('de'), deadline });
}

/** The answers of the executor and of the compiled operation; null: it must not be compiled. */
async function bothAnswers({
  query,
  variables,
}: {
  query: string;
  variables: Record<string, unknown>;
}): Promise<[string, string] | null> {
  const document = parse(query);
  if (validateDocument(schema, document).length > 0 || !isCompilable(schema, document, '')) return null;
  const operation = new PreparedDocument(document, { schema }).operation()!;
  const plain = await operation.run(variables, await context());
  while (!operation.isCompiled) await operation.run(variables, await context());
  const compiled = await operation.run(variables, await context());
  return [JSON.stringify(plain), JSON.stringify(compiled)];
}

describe('a compiled operation answers to the byte as before', () => {
  test('for every query of the schema with everything that it shows', async () => {
    let compared = 0;
    for (const { name, payload } of QUESTIONS) {
      const query = payload && (JSON.parse(payload) as { query: string }).query;
      const answers = query && (await bothAnswers(textsAsVariables(schema, query)));
      if (!answers) continue;
      compared++;
      expect([name, answers[1]]).toEqual([name, answers[0]]);
    }
    expect(compared).toBeGreaterThan(80);
  });

  test(`for random operations with aliases and fragments (${COMPARED_OPERATIONS})`, async () => {
    const draw = drawFromSeed(SEED);
    let compared = 0;
    for (let drawn = 0; compared < COMPARED_OPERATIONS; drawn++) {
      expect(drawn).toBeLessThan(COMPARED_OPERATIONS * DRAWN_FOR_ONE);
      const { query, variables } = operationFrom(draw, schema);
      let asked: ReturnType<typeof textsAsVariables>;
      try {
        asked = textsAsVariables(schema, query);
      } catch {
        continue;
      }
      const answers = await bothAnswers({ query: asked.query, variables: { ...variables, ...asked.variables } });
      // Ten wrong pairs of an hour may lie between the two (A6).
      if (!answers || answers.some((answer) => answer.includes('"RATE_LIMITED"'))) continue;
      compared++;
      expect([query, answers[1]]).toEqual([query, answers[0]]);
    }
  });

  test('with the errors of the executor, their places and their order', async () => {
    const query = 'query ($first: Int!) { viewer { today } hotels(first: $first) { totalCount } }';
    for (const variables of [{ first: 1_000 }, { first: 'x' }, {}]) {
      const answers = (await bothAnswers({ query, variables }))!;
      expect(answers[0]).toContain('"locations"');
      expect(answers[1]).toBe(answers[0]);
    }
  });

  test.each([
    ['a list', 'query ($first: Int!) { hotels(first: $first) { totalCount } }'],
    [
      'two lists',
      'query ($first: Int!) { a: hotels(first: $first) { nodes { name } } b: visitTypes(first: $first) { totalCount } }',
    ],
    [
      'a list among others',
      'query ($first: Int!) { viewer { today } roomTypes(first: $first) { totalCount } destinations { number } }',
    ],
    [
      'searches',
      'query ($first: Int!) { a: calendar(filter: { occupancy: $first }) { date } lowestPrice(filter: { occupancy: $first }) { currency } }',
    ],
  ])('when its input is refused, in %s', async (_, query) => {
    const answers = (await bothAnswers({ query, variables: { first: 1_000 } }))!;
    expect(answers[0]).toContain('"problems":[{');
    expect(answers[1]).toBe(answers[0]);
  });

  test.each([
    [
      'once when a root field refuses it',
      new GraphQLError('No.', { extensions: { code: 'BAD_USER_INPUT' } }),
      false,
      1,
    ],
    ['once when one refuses it that fails alone', new GraphQLError('No.'), true, 1],
    ['again on any other error, which the plain executor reports', new Error('broken'), false, 2],
    ['again on any other error of a field that fails alone', new Error('broken'), true, 2],
  ])('and is run %s', async (_, error, isNullable, times) => {
    let runs = 0;
    const resolve = () => {
      runs++;
      throw error;
    };
    const query = new GraphQLObjectType({
      name: 'Query',
      fields: { field: { type: isNullable ? GraphQLInt : new GraphQLNonNull(GraphQLInt), resolve } },
    });
    const operation = new PreparedDocument(parse('{ field }'), { schema: new GraphQLSchema({ query }) }).operation()!;
    const run = () => operation.run({}, {} as RequestContext);
    const plain = await run();
    while (!operation.isCompiled) await run();
    runs = 0;
    expect(JSON.stringify(await run())).toBe(JSON.stringify(plain));
    expect(runs).toBe(times);
  });

  test('with the places of what is refused in the language of the caller, however often it is asked', async () => {
    const query = 'query ($first: Int!) { hotels(first: $first) { totalCount } }';
    const headers = { authorization: `Bearer ${key}`, 'accept-language': 'de' };
    const texts = new Set<string>();
    for (let time = 0; time < OFTEN + 2; time++) {
      const payload = { query, variables: { first: 1_000 } };
      texts.add((await gateway.inject({ method: 'POST', url: '/graphql', headers, payload })).payload);
    }
    expect([...texts]).toEqual([expect.stringContaining('"locations"')]);
  });

  test('with the defaults of what must not be null, where they are left out', async () => {
    const input = new GraphQLInputObjectType({
      name: 'Filter',
      fields: { sort: { type: new GraphQLNonNull(GraphQLInt), defaultValue: 3 } },
    });
    const runs: unknown[] = [];
    const field: GraphQLFieldConfig<unknown, unknown> = {
      type: GraphQLInt,
      args: { filters: { type: new GraphQLList(input) }, first: { type: new GraphQLNonNull(GraphQLInt) } },
      resolve: (_, args) => runs.push(args),
    };
    const query = new GraphQLObjectType({ name: 'Query', fields: { field } });
    const text = 'query ($filters: [Filter], $first: Int! = 5) { field(filters: $filters, first: $first) }';
    const compiled = compileOperation(new GraphQLSchema({ query }), parse(text), '')!;
    const sort1 = { filters: [{ sort: 1 }], first: 2 };
    for (const variables of [{ filters: [{}] }, { filters: {} }, { filters: null }, {}, sort1]) {
      expect(await compiled(undefined, {}, variables)).not.toHaveProperty('errors');
    }
    const byDefault = { filters: [{ sort: 3 }], first: 5 };
    expect(runs).toEqual([byDefault, byDefault, { filters: null, first: 5 }, { first: 5 }, sort1]);
  });

  test('but not with a variable that may be left out of an object, for a field with a default', () => {
    const sort = { type: new GraphQLNonNull(GraphQLInt), defaultValue: 3 };
    const input = new GraphQLInputObjectType({ name: 'Filter', fields: { sort, most: { type: GraphQLInt } } });
    const field: GraphQLFieldConfig<unknown, unknown> = { type: GraphQLInt, args: { filter: { type: input } } };
    const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields: { field } }) });
    const compiles = (variables: string, filter: string) =>
      isCompilable(schema, parse(`query (${variables}) { field(filter: { ${filter} }) }`), '');
    expect(compiles('$a: Int', 'sort: $a')).toBe(false);
    for (const declared of ['$a: Int!', '$a: Int = 5', '$a: Int! = 5'])
      expect(compiles(declared, 'sort: $a')).toBe(true);
    expect(compiles('$a: Int', 'most: $a')).toBe(true);
  });

  test('and with no other statements', async () => {
    const query =
      'query ($id: ID!) { hotel(id: $id) { name roomTypes { code } visitTypes { number tags { number } } } }';
    const body = { payload: { query, variables: { id: '1' } }, headers: { authorization: `Bearer ${key}` } };
    const ask = () => gateway.inject({ method: 'POST', url: '/graphql', ...body });
    const epoch = async () => {
      const [row] = await gateway.database.prisma.$queryRaw<{ scope: string; value: bigint }[]>`
        UPDATE epoch SET value = value + 1 WHERE scope = 'catalogue' RETURNING scope, value`;
      gateway.epochs.observe([{ ...row!, value: Number(row!.value) }]);
    };
    const sent: string[][] = [];
    for (let time = 0; time < OFTEN + 2; time++) {
      await epoch();
      // Now and then the uses of keys are written meanwhile.
      sent.push((await statementsOf(ask)).sort());
    }
    for (const statements of sent.slice(2)) expect(statements).toEqual(sent[1]);
  });
});

describe('an operation is not compiled', () => {
  test.each([
    ['a mutation', 'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { __typename } }'],
    ['what the Prisma plugin loads', 'query ($id: ID!) { booking(id: $id) { id } }'],
    ['what it loads further below', '{ viewer { today channel { code } } }'],
    ['a relation of it', 'query ($id: ID!) { node(id: $id) { ... on Booking { guests { firstName } } } }'],
    ['a text', '{ hotel(id: "1") { name } }'],
    ['a text in a list', '{ nodes(ids: ["1"]) { id } }'],
    ['a text by default', 'query ($id: ID = "1") { hotel(id: $id) { name } }'],
    ['a block of text', '{ hotel(id: """1""") { name } }'],
    ['a fraction', '{ hotels(first: 1.5) { totalCount } }'],
    [
      'a date that is a number',
      '{ quote(input: { visitType: 1, roomType: 1, arrival: 20270201, departure: 20270205 }) { __typename } }',
    ],
    [
      'a date that is a number by default',
      'query ($from: LocalDate = 20270205) { calendar(dateFrom: $from) { date } }',
    ],
    [
      'an entity that is written out',
      'query ($type: String!) { _entities(representations: [{ __typename: $type, number: 1 }]) { __typename } }',
    ],
    ['an alias of a root field that may be the path of another one', '{ hotel_destination: viewer { today } }'],
    ['a directive', '{ viewer { today @include(if: true) } }'],
    ['introspection', '{ __schema { queryType { name } } }'],
    ['an alias that means something to JavaScript', '{ __proto__: viewer { today } }'],
    ['one that promises have', '{ viewer { then: today } }'],
    ['one that every object has', '{ viewer { constructor: today } }'],
    ['a variable by such a name', 'query ($toString: Int!) { hotels(first: $toString) { totalCount } }'],
  ])('when there is %s in it', (_, query) => {
    expect(isCompilable(schema, parse(query), '')).toBe(false);
    const beside = query.replace(/^(\{|query[^{]*\{)/, '$1 today: viewer { today }');
    expect(isCompilable(schema, parse(beside), '')).toBe(false);
  });

  test('when it returns an enumeration with different internal values, which would be returned instead', () => {
    const enumeration = (value: string) => new GraphQLEnumType({ name: 'Meal', values: { LUNCH: { value } } });
    const schemaOf = (type: GraphQLEnumType) =>
      new GraphQLSchema({
        query: new GraphQLObjectType({ name: 'Query', fields: { meals: { type: new GraphQLList(type) } } }),
      });
    expect(isCompilable(schemaOf(enumeration('lunch')), parse('{ meals }'), '')).toBe(false);
    expect(isCompilable(schemaOf(enumeration('LUNCH')), parse('{ meals }'), '')).toBe(true);
  });

  test('before it has come ten times', async () => {
    const prepared = new PreparedDocument(parse('{ viewer { today } }'), { schema });
    const operation = prepared.operation()!;
    const compiledAfter: boolean[] = [];
    for (let time = 0; time < OFTEN; time++) {
      await operation.run({}, await context());
      compiledAfter.push(operation.isCompiled);
    }
    expect(compiledAfter.indexOf(true)).toBe(10);
    expect(prepared.operation()).toBe(operation);
    expect(prepared.operation('Other')).toBeNull();
  });

  // The compiler takes a text with this prefix for a date, and writes the rest into its code unescaped.
  test('so code that a client sends in a text is never run', async () => {
    const code = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d0),b:(globalThis.ranByClient=1),c:new Date(0';
    const query = `{ hotel(id: ${JSON.stringify(code)}) { name } }`;
    for (let time = 0; time < OFTEN; time++) {
      expect(await gateway.graphql(query)).toMatchObject({ data: { hotel: null } });
      expect(
        await gateway.graphql('query ($id: ID!) { hotel(id: $id) { name } }', { variables: { id: code } }),
      ).toMatchObject({ data: { hotel: null } });
    }
    expect('ranByClient' in globalThis).toBe(false);
  });
});

interface Costed {
  readonly extensions: { readonly cost: { readonly requested: number } };
}

describe('a compiled operation passes the same checks as any other', () => {
  const QUERY =
    'query ($first: Int!) { hotels(first: $first) { nodes { name visitTypes { number lowestPrice { currency } } } } }';
  const ask = (variables: object, by = key) =>
    gateway.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ query: QUERY, variables }),
    });
  beforeAll(async () => {
    for (let time = 0; time < OFTEN; time++) await ask({ first: 1 + (time % 3) });
  });

  test('the key: one that is revoked is refused at once', async () => {
    const doomed = await gateway.key();
    expect((await ask({ first: 1 }, doomed)).statusCode).toBe(200);
    await gateway.database.prisma.apiKey.updateMany({
      where: { prefix: { in: [doomed.slice(0, 12)] } },
      data: { revokedAt: new Date(0) },
    });
    const { raiseEpochs } = await import('../../../src/data/cache/raise-epochs.ts');
    gateway.epochs.observe(await gateway.database.prisma.$transaction((tx) => raiseEpochs(tx, ['keys'])));
    expect((await ask({ first: 1 }, doomed)).statusCode).toBe(401);
  });

  test('the scope', async () => {
    const answer = await ask({ first: 1 }, await gateway.key({ scopes: ['book'] }));
    expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([403, 'FORBIDDEN']);
  });

  test('the cost, with the variables of the request', async () => {
    const asked = (query: string, count: number) => {
      const ids = Array.from({ length: count }, (_, index) => index.toString(16).padStart(24, '0'));
      return gateway.graphql(`query ($ids: [ID!]!) ${query}`, { key, variables: { ids } });
    };
    const costOf = async (count: number) => {
      const { extensions } = (await asked('{ nodes(ids: $ids) { id } }', count)) as unknown as Costed;
      return extensions.cost.requested;
    };
    for (let time = 0; time < OFTEN; time++) await costOf(1);
    const base = await costOf(0);
    expect((await costOf(99)) - base).toBeGreaterThan(((await costOf(4)) - base) * 20);
    const heavy = `{ ${Array.from({ length: 19 }, (_, index) => `a${index}: nodes(ids: $ids) { id }`).join(' ')} }`;
    for (let time = 0; time < OFTEN; time++) expect((await asked(heavy, 1)).errors).toBeUndefined();
    expect((await asked(heavy, 2_000)).errors![0]!.extensions!.code).toBe('COST_EXCEEDED');
  });

  test('what the key sees: two sides ask the same and each sees its own', async () => {
    const names = async (channel: 'north' | 'south', destinations: number[]) => {
      const { data } = (await ask({ first: 50 }, await gateway.key({ channel, destinations }))).json();
      return data.hotels.nodes.map(({ name }: { name: string }) => name);
    };
    const [north, south] = [await names('north', [1]), await names('south', [2])];
    expect(north.filter((name: string) => south.includes(name))).toEqual([]);
    expect([north.length > 0, south.length > 0]).toEqual([true, true]);
  });
});
