/** A field that fails by itself is null, and those beside it are answered; no write is done whose answer would be null for its arguments (F9). */
import { readFileSync } from 'node:fs';
import { getNamedType, isNonNullType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key({ scopes: ['read', 'book', 'operate', 'manage', 'keys'] });
});
afterAll(() => gateway?.close());

const IDS = JSON.stringify(Array.from({ length: 101 }, (_, index) => String(index)));
/** An operation that each of them refuses. */
const REFUSED: Readonly<Record<string, string>> = {
  bookings: '(first: 0) { nodes { id } }',
  calendar: '(dateFrom: "2027-03-02", dateTo: "2027-03-01") { date }',
  changesOfPrices: '(first: 0) { nodes { id } }',
  changesOfRooms: '(first: 0) { nodes { id } }',
  events: '(first: 0) { nodes { id } }',
  figures: '(hotel: 1, from: "2027-03-02", to: "2027-03-01", by: DAY) { total { sold } }',
  hotels: '(first: 0) { totalCount }',
  inventory: '(hotel: 1, from: "2027-03-02", to: "2027-03-01") { nights { units } }',
  keys: '(first: 0) { nodes { id } }',
  lowestPrice: '(filter: { occupancy: 0 }) { currency }',
  nodes: `(ids: ${IDS}) { id }`,
  offers: '(filter: { arrival: "2027-03-01", nights: 0, currency: CZK }) { totalCount }',
  rates: '(visitType: 101, from: "2027-03-02", to: "2027-03-01") { priceList }',
  roomTypes: '(after: "x") { totalCount }',
  suggestions: '(search: "a", first: 0) { __typename }',
  visitTypeCategories: `(ids: ${IDS}) { number }`,
  visitTypes: '(filter: { occupancy: 0 }) { totalCount }',
  webhookDeliveries: '(after: "x") { nodes { id } }',
};
/** Types of arguments that refuse nothing: an id that names nothing finds nothing. */
const ANY_VALUE = ['Currency', 'ID', 'Locale'];
/** They find one thing or none, and are null where there is none; a quote of a change after too many wrong pairs. */
const LOOK_UPS = ['booking', 'hold', 'hotel', 'node', 'quoteChange', 'visitType'];

test('a cancellation after ten wrong pairs is null, and not the data around it', async () => {
  const client = await gateway.key({ scopes: ['read', 'book'] });
  const cancel = `mutation { cancelBooking(input: { reference: "0000-0000", email: "bert@example.com" }) { __typename } }`;
  for (let time = 0; time < 10; time++) {
    expect(await gateway.ask(cancel, { key: client })).toEqual({ cancelBooking: { __typename: 'NotFound' } });
  }
  const { data, errors } = await gateway.graphql<unknown>(cancel, { key: client });
  expect(data).toEqual({ cancelBooking: null });
  expect(errors).toMatchObject([{ path: ['cancelBooking'], extensions: { code: 'RATE_LIMITED' } }]);
});

test('no other mutation may be null', () => {
  const nullable = Object.values(schema.getMutationType()!.getFields()).filter(({ type }) => !isNonNullType(type));
  expect(nullable.map(({ name }) => name)).toEqual(['cancelBooking', 'changeBooking']);
});

describe('a query that refuses its arguments', () => {
  test.each(Object.entries(REFUSED))('%s is null alone', async (field, refused) => {
    const { data, errors } = await gateway.graphql<unknown>(
      `{ ${field}${refused} loyaltyPrograms { number } viewer { today } }`,
      {
        key,
      },
    );
    expect(data).toEqual({
      [field]: null,
      loyaltyPrograms: SMALL_CATALOGUE.loyaltyPrograms!.map(({ id }) => ({ number: id })),
      viewer: { today: TODAY },
    });
    expect(errors).toHaveLength(1);
    expect(errors![0]).toMatchObject({ path: [field], extensions: { code: 'BAD_USER_INPUT' } });
  });

  test('is the only kind that may be null, but for look-ups', () => {
    const nullable = Object.values(schema.getQueryType()!.getFields()).filter(({ type }) => !isNonNullType(type));
    expect(nullable.map(({ name }) => name).toSorted()).toEqual([...Object.keys(REFUSED), ...LOOK_UPS].toSorted());
  });

  test('says what is wrong by its reason and its facts, in any language', async () => {
    const asked =
      '{ figures(hotel: 1, from: "2027-03-02", to: "2027-03-01", by: DAY) { total { sold } } hotels(first: 101) { totalCount } }';
    for (const language of ['en', 'cs']) {
      const { errors } = await gateway.graphql<unknown>(asked, { key, headers: { 'accept-language': language } });
      expect(errors!.flatMap(({ extensions }) => extensions!.problems)).toEqual([
        {
          ...{ path: 'to', code: 'DATES_REVERSED', reason: 'BEFORE', from: '2027-03-02', to: '2027-03-01' },
          message: expect.any(String),
        },
        {
          ...{ path: 'first', code: 'OUT_OF_RANGE', reason: 'OUT_OF_RANGE', minimum: 1, maximum: 100, value: 101 },
          message: expect.any(String),
        },
      ]);
    }
  });

  test('is in the list of the rule', () => {
    const rules = readFileSync(new URL('../../../docs/rules.md', import.meta.url), 'utf8');
    const [, list] = /^### F9\.[\s\S]*?arguments to refuse: ([^.]+)\./m.exec(rules)!;
    expect([...list!.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(Object.keys(REFUSED));
  });

  test('is null, but for quote, which answers with its problems, and _entities, whose type routers give (X1)', () => {
    const answered = Object.values(schema.getQueryType()!.getFields()).filter(({ type }) => isNonNullType(type));
    expect(answered.filter(({ args }) => args.length > 0).map(({ name }) => name)).toEqual(['quote', '_entities']);
  });

  test('several of them are null each, with an error each', async () => {
    const { data, errors } = await gateway.graphql<unknown>(
      '{ a: hotels(first: 0) { totalCount } b: visitTypes(first: 2) { totalCount } c: roomTypes(first: 101) { totalCount } }',
    );
    expect(data).toEqual({ a: null, b: { totalCount: SMALL_CATALOGUE.visitTypes!.length }, c: null });
    expect(errors!.map(({ path }) => path)).toEqual([['a'], ['c']]);
  });
});

describe('a field of an answer that refuses its arguments', () => {
  const ROOTS = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const BOOK = `mutation ($stars: Int, $most: Int) { createBooking(input: {
    kind: BINDING, currency: CZK, visitType: 101, hotel: 1, roomType: 11, arrival: "2027-03-09", departure: "2027-03-13"
    billedTo: { firstName: "Jana", lastName: "Nová", email: "jana@example.com",
      address: { street: "Lázeňská", houseNumber: "1", city: "Praha", zipCode: "110 00", country: "CZE" } }
    guests: [{ firstName: "Jana", lastName: "Nová" }]
  }) { __typename ... on BookingCreated { id booking { visitType {
    hotels(first: $most) { hotel { number } } lowestPrice(within: { starsMin: $stars }) { currency } } } } } }`;
  const bookings = async () =>
    (await gateway.ask<{ bookings: { totalCount: number } }>('{ bookings { totalCount } }', { key })).bookings
      .totalCount;

  test('is null alone, or is refused before anything is written', () => {
    const refusing = Object.values(schema.getTypeMap()).flatMap((type) =>
      !isObjectType(type) || type.name.startsWith('__') || ROOTS.includes(type)
        ? []
        : Object.values(type.getFields()).flatMap(({ name, args, ...field }) =>
            args.every(({ type: taken }) => ANY_VALUE.includes(String(getNamedType(taken))))
              ? []
              : [`${type.name}.${name}: ${isNonNullType(field.type) ? 'before' : 'alone'}`],
          ),
    );
    expect(refusing.toSorted()).toEqual([
      'PriceChange.parts: alone',
      'RatesAdjusted.parts: alone',
      'RoomChange.parts: alone',
      'VisitType.hotels: before',
      'VisitType.lowestPrice: before',
    ]);
  });

  test('leaves what was written, and how to take it back', async () => {
    const { data, errors } = await gateway.graphql<unknown>(
      `mutation { adjustRates(input: { hotel: 1, from: "2027-05-07", to: "2027-05-07", percent: 10 }) {
        ... on RatesAdjusted { nights recordedAs parts(first: 0) { nodes { priceList } } } } }`,
      { key },
    );
    expect(data).toEqual({ adjustRates: { nights: 7, recordedAs: [expect.any(String)], parts: null } });
    expect(errors).toMatchObject([{ path: ['adjustRates', 'parts'], extensions: { code: 'BAD_USER_INPUT' } }]);
    const listed = await gateway.graphql<unknown>(
      '{ changesOfPrices { nodes { by parts(after: "x") { nodes { priceList } } } } }',
      {
        key,
      },
    );
    expect(listed.data).toMatchObject({ changesOfPrices: { nodes: [{ parts: null }] } });
  });

  test.each([
    [{ most: 0, stars: 6 }, ['first', 'within.starsMin']],
    [{ most: 101 }, ['first']],
  ])('keeps a booking from being made: %j', async (variables, paths) => {
    const before = await bookings();
    const { data, errors } = await gateway.graphql<unknown>(BOOK, { key, variables });
    expect(data).toBeUndefined();
    const problems = errors!.flatMap(({ extensions }) => extensions!.problems as { path: string; code: string }[]);
    expect(problems.map(({ path }) => path)).toEqual(paths);
    expect(problems.map(({ code }) => code)).toEqual(paths.map(() => 'OUT_OF_RANGE'));
    expect(await bookings()).toBe(before);
  });

  test('keeps nothing from being written where the field is left out, or only another operation has it', async () => {
    const cancels = (selected: string, variables = '') =>
      `mutation Cancel${variables} { cancelBooking(input: { reference: "0000-0000", email: "a@example.org" }) { __typename ${selected} } }`;
    const refused = '... on BookingCancelled { booking { visitType { hotels(first: 0) { hotel { number } } } } }';
    const fragment = `fragment Refused on CancelBookingResult { ${refused} }`;
    const answerTo = async (query: string) => {
      const payload = { query, operationName: 'Cancel' };
      const headers = { authorization: `Bearer ${key}` };
      return (await gateway.inject({ method: 'POST', url: '/graphql', headers, payload })).json();
    };
    for (const query of [
      cancels(`... @include(if: $isShown) { ${refused} }`, '($isShown: Boolean! = false)'),
      `${cancels('...Refused @skip(if: true)')} ${fragment}`,
      `${cancels('')} mutation Other($most: Int!) { cancelBooking(input: { id: "x" }) { ...Hotels } }
        fragment Hotels on BookingCancelled { booking { visitType { hotels(first: $most) { hotel { number } } } } }`,
    ]) {
      expect(await answerTo(query)).toMatchObject({ data: { cancelBooking: { __typename: 'NotFound' } } });
    }
    expect(await answerTo(`${cancels('...Refused')} ${fragment}`)).toMatchObject({
      errors: [{ extensions: { problems: [{ path: 'first', reason: 'OUT_OF_RANGE' }] } }],
    });
  });

  test('lets a booking be made that asks for what there is', async () => {
    const { data } = await gateway.graphql<unknown>(BOOK, { key, variables: { most: 1, stars: 1 } });
    expect(data).toMatchObject({
      createBooking: { __typename: 'BookingCreated', booking: { visitType: { hotels: [{ hotel: { number: 1 } }] } } },
    });
  });
});
