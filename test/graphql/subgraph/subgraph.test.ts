/** X1, X2: the gateway as a subgraph of Apollo Federation 2. Issue 31, number 1. */
import { composeServices } from '@apollo/composition';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { printedSubgraph } from '../../../src/graphql/schema/subgraph/subgraph.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { statementsOf } from '../../support/database/query-count.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

/** Another service, which knows what guests say of hotels and stays. */
const REVIEWS = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])
  type Query { latestReviews: [Review!]! }
  type Review { stars: Int! text: String! hotel: Hotel! }
  type Hotel @key(fields: "number") { number: Int! reviews: [Review!]! }
  type VisitType @key(fields: "id") { id: ID! reviews: [Review!]! }
  type PageInfo @shareable { hasNextPage: Boolean! endCursor: String }`;

const ENTITIES = `query ($representations: [_Any!]!) { _entities(representations: $representations) { __typename
  ... on Hotel { id number name } ... on VisitType { number } ... on RoomType { number } ... on Destination { number }
  ... on Booking { id status } } }`;

interface Entity {
  readonly __typename: string;
  readonly id?: string;
  readonly number?: number;
}

test('it composes with a subgraph that extends hotels and stays (X1)', () => {
  const composed = composeServices([
    { name: 'stays', url: 'http://stays/graphql', typeDefs: parse(printedSubgraph()) },
    { name: 'reviews', url: 'http://reviews/graphql', typeDefs: parse(REVIEWS) },
  ]);
  expect(composed.errors).toBeUndefined();
  expect(composed.schema?.type('Hotel')).toBeDefined();
  expect(composed.supergraphSdl).toContain('reviews: [Review!]! @join__field(graph: REVIEWS)');
});

test('two gateways with other destinations do not compose: a supergraph joins what several say of a thing, and adds up no lists (docs/scaling.md)', () => {
  const typeDefs = parse(printedSubgraph());
  const { errors } = composeServices(
    ['north', 'south'].map((name) => ({ name, url: `http://${name}/graphql`, typeDefs })),
  );
  const refused = errors!.map(({ extensions, message }) => `${extensions.code}: ${message}`);
  for (const field of ['Query.hotels', 'Query.visitTypes', 'Query.offers', 'Mutation.createBooking'])
    expect(refused).toContainEqual(expect.stringContaining(`INVALID_FIELD_SHARING: Non-shareable field "${field}"`));
});

describe('a router', () => {
  let database: FreshDatabase;
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    database = await freshDatabase();
    gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, database });
    key = await gateway.key({ client: 'shop', scopes: ['read', 'book', 'bookings'] });
  });
  afterAll(async () => {
    await gateway.stop();
    await database.close();
  });

  const entities = async (representations: unknown[], presented = key): Promise<(Entity | null)[]> =>
    (await gateway.ask<{ _entities: (Entity | null)[] }>(ENTITIES, { key: presented, variables: { representations } }))
      ._entities;

  test('gets the schema with its directives, whatever its key may do', async () => {
    const manager = await gateway.key({ scopes: ['manage'] });
    const { _service } = await gateway.ask<{ _service: { sdl: string } }>('{ _service { sdl } }', { key: manager });
    expect(_service.sdl).toBe(printedSubgraph());
    for (const type of ['Destination', 'Hotel', 'RoomType', 'VisitType']) {
      expect(_service.sdl).toMatch(
        new RegExp(`type ${type} implements Node\\n  @key\\(fields: "id"\\)\\n  @key\\(fields: "number"\\)`),
      );
    }
    expect(_service.sdl).toMatch(/type Booking implements Node\n {2}@key\(fields: "id"\)\n\{/);
    for (const type of ['Money', 'PageInfo']) expect(_service.sdl).toContain(`type ${type}\n  @shareable`);
  });

  test('finds entities by either key, in the order of what it asks for; null is what there is not', async () => {
    const [hotel] = await entities([{ __typename: 'Hotel', number: 1 }]);
    const { id } = hotel!;
    expect(
      await entities([
        { __typename: 'VisitType', number: 101 },
        { __typename: 'Hotel', id },
        { __typename: 'Hotel', id: 'f'.repeat(24) },
        { __typename: 'RoomType', id },
        { __typename: 'RoomType', number: 11 },
        { __typename: 'Hotel', number: 1 },
        { __typename: 'Destination', number: 999 },
        { __typename: 'Destination', number: 1 },
      ]),
    ).toEqual([
      { __typename: 'VisitType', number: 101 },
      hotel,
      null,
      null,
      { __typename: 'RoomType', number: 11 },
      hotel,
      null,
      { __typename: 'Destination', number: 1 },
    ]);
  });

  test('finds no more than the key of the caller sees: other destinations are null, and bookings need BOOKINGS or OPERATE', async () => {
    const bound = await gateway.key({ destinations: [1] });
    const asked = (
      await gateway.ask<{ hotels: { nodes: Entity[] } }>('{ hotels(first: 50) { nodes { number } } }', { key })
    ).hotels.nodes;
    const seen = (
      await gateway.ask<{ hotels: { nodes: Entity[] } }>('{ hotels(first: 50) { nodes { number } } }', { key: bound })
    ).hotels.nodes.map(({ number }) => number);
    expect(seen.length).toBeLessThan(asked.length);
    const found = await entities(
      asked.map(({ number }) => ({ __typename: 'Hotel', number })),
      bound,
    );
    expect(found.map((one) => one?.number ?? null)).toEqual(
      asked.map(({ number }) => (seen.includes(number) ? number : null)),
    );

    const person = { firstName: 'Jana', lastName: 'Nováková' };
    const { createBooking } = await gateway.ask<{ createBooking: { id: string } }>(
      'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { ... on BookingCreated { id } } }',
      {
        key,
        variables: {
          input: {
            ...{ kind: 'REQUEST', currency: 'CZK', visitType: 101, hotel: 1, roomType: 11 },
            ...{ arrival: '2027-04-05', departure: '2027-04-07', billedTo: { ...person, email: 'jana@example.com' } },
            guests: [person],
          },
        },
      },
    );
    const booking = { __typename: 'Booking', id: createBooking.id };
    expect(await entities([booking])).toEqual([{ ...booking, status: 'REQUESTED' }]);
    expect(await entities([booking], await gateway.key({ scopes: ['operate'] }))).toEqual([
      { ...booking, status: 'REQUESTED' },
    ]);
    for (const options of [
      { client: 'shop', scopes: ['read', 'book'] as const },
      { scopes: ['read', 'bookings'] as const },
    ]) {
      expect(await entities([booking], await gateway.key(options))).toEqual([null]);
    }
    expect(await entities([{ __typename: 'Hotel', number: 1 }], await gateway.key({ scopes: ['operate'] }))).toEqual([
      null,
    ]);
  });

  test('is refused with every problem of its request, by place', async () => {
    const representations = [{ __typename: 'Tag', id: 'x' }, { __typename: 'Hotel' }, 'Hotel', { number: 1 }];
    const { errors } = await gateway.graphql(ENTITIES, { key, variables: { representations } });
    const { code, problems } = errors![0]!.extensions as { code: string; problems: { path: string }[] };
    expect(code).toBe('BAD_USER_INPUT');
    expect(problems.map(({ path }) => path)).toEqual([
      ...['representations.0.__typename', 'representations.1', 'representations.2.__typename'],
      'representations.3.__typename',
    ]);
    const many = Array.from({ length: 1_001 }, () => ({ __typename: 'Hotel', number: 1 }));
    const refused = await gateway.graphql(ENTITIES, { key, variables: { representations: many } });
    expect(JSON.stringify(refused.errors)).toContain('1000');
  });

  test('is refused by place if a key that it gives is no text or no integer, whatever else it gives', async () => {
    const hostile = [{ toString: 1 }, { toString: { toString: 1 } }, ['3'], [[['3']]], true, 7];
    const representations = [
      ...hostile.map((id) => ({ __typename: 'Hotel', number: 1, id })),
      ...[{ toString: 1 }, ['1'], '1', 1.5, true].map((number) => ({ __typename: 'Hotel', id: '1', number })),
      ...[{ toString: 1 }, ['1'], 7].map((id) => ({ __typename: 'Booking', id })),
      { __typename: 'Booking', number: 1 },
      { __typename: 'Hotel', number: 1, id: null },
    ];
    const { errors } = await gateway.graphql(ENTITIES, { key, variables: { representations } });
    const { code, problems } = errors![0]!.extensions as { code: string; problems: { path: string }[] };
    expect(code).toBe('BAD_USER_INPUT');
    expect(problems.map(({ path }) => path)).toEqual([
      ...[0, 1, 2, 3, 4, 5].map((index) => `representations.${index}.id`),
      ...[6, 7, 8, 9, 10].map((index) => `representations.${index}.number`),
      ...[11, 12, 13].map((index) => `representations.${index}.id`),
      'representations.14',
    ]);
    const literal =
      '{ _entities(representations: [{ __typename: "Hotel", number: 1, id: { toString: 1 } }]) { __typename } }';
    expect((await gateway.graphql(literal, { key })).errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  test('is refused in no more than 50 problems and 16 kB, however many are wrong (A2)', async () => {
    const refused = await gateway.graphql(ENTITIES, { key, variables: { representations: Array(1_000).fill({}) } });
    const { problems } = refused.errors![0]!.extensions as { problems: { path: string }[] };
    expect(problems.map(({ path }) => path)).toEqual(
      Array.from({ length: 50 }, (_, index) => `representations.${index}.__typename`),
    );
    expect(JSON.stringify(refused).length).toBeLessThan(16_384);
  });

  test('costs the database no more than `nodes` of the same ids, and nothing when it asks again', async () => {
    const { hotels, roomTypes } = await gateway.ask<Record<'hotels' | 'roomTypes', { nodes: { id: string }[] }>>(
      '{ hotels(first: 50) { nodes { id } } roomTypes(first: 50) { nodes { id } } }',
      { key },
    );
    const named = [
      ...hotels.nodes.map(({ id }) => ({ __typename: 'Hotel', id })),
      ...roomTypes.nodes.map(({ id }) => ({ __typename: 'RoomType', id })),
    ];
    const cold = async (ask: (one: TestGateway) => Promise<unknown>) => {
      const one = await startGateway({ today: TODAY, database });
      await one.apiKeys.authenticate(key);
      const counts = [await statementsOf(() => ask(one)), await statementsOf(() => ask(one))];
      await one.stop();
      return counts.map((statements) => statements.length);
    };
    const selection = '{ __typename ... on Hotel { name } ... on RoomType { beds } }';
    const byNodes = await cold((one) =>
      one.ask(`query ($ids: [ID!]!) { nodes(ids: $ids) ${selection} }`, {
        key,
        variables: { ids: named.map(({ id }) => id) },
      }),
    );
    const byEntities = await cold((one) =>
      one.ask(`query ($representations: [_Any!]!) { _entities(representations: $representations) ${selection} }`, {
        key,
        variables: { representations: named },
      }),
    );
    expect(byEntities[0]).toBeLessThanOrEqual(byNodes[0]!);
    expect(byEntities[1]).toBe(0);
  });
});
