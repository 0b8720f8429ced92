/** Values that a scalar refuses are problems of the input beside all others (F8), and refuse the operation where they are not. */
import { getNamedType, isInputObjectType, isListType, isNonNullType, isUnionType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportsRefusedValues } from '../../../src/graphql/schema/refused-values.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key({ scopes: ['read', 'book', 'manage'] });
});
afterAll(() => gateway.close());

interface Result {
  readonly __typename: string;
  readonly problems?: readonly { readonly path: string; readonly code: string }[];
}
const RESULT = '__typename ... on InvalidInput { problems { path code } }';
const OFTEN = 14;

async function ask(query: string, variables: Record<string, unknown> = {}): Promise<Result> {
  return (await gateway.ask<{ result: Result }>(query, { key, variables })).result;
}
const problems = async (...asked: Parameters<typeof ask>) =>
  (await ask(...asked)).problems?.map(({ path, code }) => [path, code]);

const BOOK = `mutation ($input: CreateBookingInput!) { result: createBooking(input: $input) { ${RESULT} } }`;
const BOOKING = {
  ...{ kind: 'REQUEST', currency: 'CZK', visitType: '101', hotel: '1', roomType: '11' },
  ...{ arrival: '2027-03-01', departure: '2027-03-08' },
  billedTo: { firstName: 'Jana', lastName: 'Malá', email: 'jana@example.org' },
  guests: [{ firstName: 'Jana', lastName: 'Malá' }],
};

describe('a booking', () => {
  test('has a wrong e-mail address and a date that does not exist beside the missing name, in one answer', async () => {
    const input = {
      ...BOOKING,
      departure: '2027-02-30',
      expectedTotal: 1.5,
      billedTo: { firstName: '', lastName: ' ', email: 'nobody' },
      guests: [{ firstName: 'Jana', lastName: '', birthDate: 'yesterday' }],
    };
    expect((await problems(BOOK, { input }))?.sort()).toEqual([
      ['billedTo.email', 'NOT_AN_EMAIL'],
      ['billedTo.firstName', 'BLANK'],
      ['billedTo.lastName', 'BLANK'],
      ['departure', 'NOT_A_DATE'],
      ['expectedTotal', 'NOT_AN_INTEGER'],
      ['guests.0.birthDate', 'NOT_A_DATE'],
      ['guests.0.lastName', 'BLANK'],
    ]);
  });

  test('has them whether they are in a variable, in a part of one, or in the document', async () => {
    const part = `mutation ($email: EmailAddress!, $day: LocalDate!) { result: createBooking(input: { kind: REQUEST, currency: CZK,
      visitType: 101, hotel: 1, roomType: 11, arrival: "2027-13-01", departure: $day, guests: [{ firstName: "J", lastName: "M" }],
      billedTo: { firstName: "", lastName: "M", email: $email } }) { ${RESULT} } }`;
    expect((await problems(part, { email: 'nobody', day: 20270301 }))?.sort()).toEqual([
      ['arrival', 'NOT_A_DATE'],
      ['billedTo.email', 'NOT_AN_EMAIL'],
      ['billedTo.firstName', 'BLANK'],
      ['departure', 'NOT_A_DATE'],
    ]);
  });

  test('is not refused for anything when all is well', async () => {
    expect(await problems(BOOK, { input: BOOKING })).toBeUndefined();
  });

  test('is refused by GraphQL when a field is missing, with everything that is wrong', async () => {
    const { billedTo: _, ...input } = { ...BOOKING, arrival: '2027-02-30' };
    const { errors } = await gateway.graphql(BOOK, { key, variables: { input } });
    expect(errors?.map(({ extensions }) => [extensions!.code, extensions!.problems])).toEqual([
      ['BAD_USER_INPUT', [{ path: 'input.arrival', message: expect.stringContaining('a date that exists') }]],
      ['BAD_USER_INPUT', [{ path: 'input.billedTo', message: expect.stringContaining('it is required') }]],
    ]);
  });
});

test('a quote has them, before and after its operation is compiled', async () => {
  const query = `query ($input: QuoteInput!) { result: quote(input: $input) { ${RESULT} } }`;
  const program = { guest: 0, program: '1' };
  const input = {
    ...{ visitType: '101', roomType: '11', arrival: '2027-02-30', departure: 7 },
    loyaltyPrograms: [program, program],
  };
  for (let time = 0; time < OFTEN; time++) {
    expect(await problems(query, { input })).toEqual([
      ['arrival', 'NOT_A_DATE'],
      ['departure', 'NOT_A_DATE'],
      ['loyaltyPrograms.0.guest', 'OUT_OF_RANGE'],
      ['loyaltyPrograms.1.guest', 'REPEATED'],
    ]);
  }
});

test('a hold and updates have them, and nothing is held or changed', async () => {
  const hold = `mutation ($input: HoldStayInput!) { result: holdStay(input: $input) { ${RESULT} } }`;
  const stay = { visitType: '101', roomType: '11', currency: 'CZK', arrival: 'soon', departure: '2027-03-05' };
  expect(await problems(hold, { input: { ...stay, minutes: 99 } })).toEqual([
    ['arrival', 'NOT_A_DATE'],
    ['minutes', 'OUT_OF_RANGE'],
  ]);
  const changes = [
    { roomType: '11', from: '2027-02-29', to: '2027-03-05' },
    { roomType: '11', from: '2027-03-01', to: 'later', units: -1 },
  ];
  const inventory = `mutation ($input: UpdateInventoryInput!) { result: updateInventory(input: $input) { ${RESULT} } }`;
  expect(await problems(inventory, { input: { changes } })).toEqual([
    ['changes.0.from', 'NOT_A_DATE'],
    ['changes.1.to', 'NOT_A_DATE'],
    ['changes.0', 'REQUIRED'],
    ['changes.1.units', 'OUT_OF_RANGE'],
  ]);
  const rates = `mutation ($input: UpdateRatesInput!) { result: updateRates(input: $input) { ${RESULT} } }`;
  const wrong = changes.map(({ units: _, ...range }) => ({ ...range, amountMinor: -1 }));
  expect(await problems(rates, { input: { visitType: '101', priceList: 1, changes: wrong } })).toEqual([
    ['changes.0.from', 'NOT_A_DATE'],
    ['changes.1.to', 'NOT_A_DATE'],
    ['changes.0.amountMinor', 'OUT_OF_RANGE'],
    ['changes.1.amountMinor', 'OUT_OF_RANGE'],
  ]);
});

describe('everywhere else', () => {
  test.each([
    ['{ calendar(dateFrom: "2027-02-30") { date } }', {}],
    ['{ calendar(dateFrom: 5) { date } }', {}],
    ['{ calendar(dateFrom: { a: 1 }) { date } }', {}],
    ['{ calendar(dateFrom: ["2027-02-30"]) { date } }', {}],
    ['query ($day: LocalDate = "2027-02-30") { calendar(dateFrom: $day) { date } }', {}],
    ['query ($day: LocalDate) { calendar(dateFrom: $day) { date } }', { day: '2027-02-30' }],
    ['query ($day: LocalDate) { calendar(dateFrom: $day) { date } }', { day: {} }],
    [
      'query ($filter: VisitTypeFilter) { visitTypes(filter: $filter) { totalCount } }',
      { filter: { dateFrom: 'soon' } },
    ],
    [
      `query ($day: LocalDate!) { calendar(dateFrom: $day) { date } quote(input: { visitType: 101, roomType: 11, arrival: $day, departure: $day }) { ${RESULT} } }`,
      { day: 'soon' },
    ],
  ])('%s is refused with a code', async (query, variables) => {
    const { data, errors } = await gateway.graphql(query, { key, variables });
    expect(data ?? null).toBeNull();
    expect(errors?.length).toBeGreaterThan(0);
    for (const { message, extensions } of errors!) {
      expect(message).toContain('xpected a date that exists');
      expect(extensions?.code).toMatch(/^(?:BAD_USER_INPUT|GRAPHQL_VALIDATION_FAILED)$/);
    }
  });

  test('a null variable where a value is needed has its path in the structure of the error', async () => {
    const query = `query ($first: Int = 1) { hotels(first: $first) { totalCount } }`;
    const { errors } = await gateway.graphql(query, { key, variables: { first: null } });
    expect(errors?.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', problems: [{ path: 'first', message: expect.stringMatching(/^Expected .+\.$/) }] },
    ]);
  });
});

test('every field with such values and InvalidInput reports them', () => {
  const standIns = new Set(['LocalDate', 'EmailAddress', 'SafeInt']);
  const hasStandIns = (type: unknown, seen = new Set<unknown>()): boolean => {
    if (isListType(type) || isNonNullType(type)) return hasStandIns(type.ofType, seen);
    if (!isInputObjectType(type)) return standIns.has(String(type));
    if (seen.has(type)) return false;
    seen.add(type);
    return Object.values(type.getFields()).some((field) => hasStandIns(field.type, seen));
  };
  const roots = [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) => Object.values(type.getFields()));
  const expected = roots.filter(({ type, args }) => {
    const named = getNamedType(type);
    const mayBeInvalid = isUnionType(named) && named.getTypes().some(({ name }) => name === 'InvalidInput');
    return mayBeInvalid && args.some((argument) => hasStandIns(argument.type));
  });
  expect(expected.length).toBeGreaterThan(3);
  expect(roots.filter(reportsRefusedValues).map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
});
