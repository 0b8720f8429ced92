/**
 * Names in an operation have no effect: an answer is the same under any of them. Names that are special to JavaScript
 * are tried in every place that takes a name.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

/** Properties that JavaScript or its engines treat specially, or that every object inherits. */
const NAMES = [
  ...new Set([
    ...Object.getOwnPropertyNames(Object.prototype),
    ...Object.getOwnPropertyNames(Function.prototype),
    ...['then', 'catch', 'finally', 'toJSON', 'prototype', 'data', 'errors', 'extensions', 'initialResult', 'hasNext'],
    ...['__context', '__parent', '__validNode0', 'idx1', 'result', 'undefined', 'null', 'NaN', 'await', 'class', '_'],
  ]),
];
/** More runs than an operation needs to be compiled. */
const OFTEN = 12;
const WAYS = ['/graphql', '/graphql?', '/graphql?by=yoga'];

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key();
});
afterAll(() => gateway.close());

async function answerTo(payload: object | string, url = '/graphql'): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json', 'content-type': 'application/json' };
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const { statusCode, payload: text } = await gateway.inject({ method: 'POST', url, headers, payload: body });
  return { status: statusCode, text };
}

/** An operation with the name in every possible place, with and without a selection. */
function queryWith(name: string): string {
  // Fragments cannot be named `on`, nor enumeration values `null`; neither is among the names.
  return `query ${name}($${name}: Int!, $ids: [ID!]!) {
    ${name}: hotels(first: $${name}) { ${name}: nodes { ${name}: name ...${name} } pageInfo { ${name}: hasNextPage } }
    beside: viewer { ${name}: today }
    nodes(ids: $ids) { ${name}: id ... on Hotel { beside: name } }
  }
  fragment ${name} on Hotel { beside: roomTypes { ${name}: number hotel { ${name}: number } } }`;
}

const HARMLESS = 'harmless';
const renamed = (text: string, name: string) => text.replaceAll(`"${HARMLESS}"`, JSON.stringify(name));
const variables = (name: string) => `{ "${name}": 2, "ids": ["a00000000000000000000001", "x"] }`;
const request = (name: string) =>
  `{ "query": ${JSON.stringify(queryWith(name))}, "operationName": "${name}", "variables": ${variables(name)} }`;

describe('a query is answered alike', () => {
  let expected: string;
  beforeAll(async () => {
    const { status, text } = await answerTo(request(HARMLESS));
    expect([status, JSON.parse(text).errors]).toEqual([200, undefined]);
    expect(text.match(/"harmless"/g)!.length).toBeGreaterThan(10);
    expected = text;
  });

  test.each(NAMES)(
    'with the name %s for fields, lists, fragments, variables and itself, by every way, often',
    async (name) => {
      const texts = new Set<string>();
      for (let time = 0; time < OFTEN; time++) {
        for (const url of WAYS) {
          const { status, text } = await answerTo(request(name), url);
          expect([url, status, text]).toEqual([url, 200, text]);
          texts.add(text);
        }
      }
      expect([...texts]).toEqual([renamed(expected, name)]);
    },
  );

  test.each(NAMES)('with the name %s for a field of the query itself, alone', async (name) => {
    const usual = await answerTo({ query: '{ harmless: viewer { harmless: today } }' });
    for (let time = 0; time < OFTEN; time++) {
      for (const url of WAYS) {
        const { status, text } = await answerTo({ query: `{ ${name}: viewer { ${name}: today } }` }, url);
        expect([url, status, text]).toEqual([url, 200, renamed(usual.text, name)]);
      }
    }
  });
});

describe('in the variables', () => {
  test.each(NAMES)('the name %s is no field that is given, and a field too many where it is', async (name) => {
    const query = 'query ($f: HotelFilter, $given: Int = 1) { hotels(filter: $f, first: $given) { totalCount } }';
    const beside = await answerTo(`{ "query": "${query}", "variables": { "${name}": 7, "f": {} } }`);
    expect([beside.status, JSON.parse(beside.text).errors]).toEqual([200, undefined]);
    const within = await answerTo(`{ "query": "${query}", "variables": { "f": { "${name}": 7 } } }`);
    expect([within.status, JSON.parse(within.text).errors.length]).toEqual([400, 1]);
    // The refusal repeats nothing but the name.
    expect(JSON.parse(within.text).errors[0].message).not.toContain(` ${name} `);
    const missing = `query ($${name}: Int!) { hotels(first: $${name}) { totalCount } }`;
    expect((await answerTo({ query: missing, variables: {} })).status).toBe(400);
    const optional = `query ($${name}: Int = 1) { hotels(first: $${name}) { totalCount } }`;
    for (let time = 0; time < OFTEN; time++) {
      expect(JSON.parse((await answerTo({ query: optional, variables: {} })).text).errors).toBeUndefined();
    }
  });

  test.each(NAMES)('the name %s in place of an operation that there is not is refused', async (name) => {
    const { status, text } = await answerTo({ query: '{ viewer { today } }', operationName: name });
    expect([status, JSON.parse(text).errors[0].extensions.code]).toEqual([400, 'OPERATION_RESOLUTION_FAILURE']);
  });
});

describe('a booking is answered whole', () => {
  const input = (number: number) => ({
    ...{ kind: 'REQUEST', currency: 'CZK', visitType: '101', hotel: '1', roomType: '11' },
    ...{ arrival: '2027-04-05', departure: '2027-04-07', idempotencyKey: `names-${number}` },
    billedTo: { firstName: 'Anna', lastName: 'Nová', email: `anna${number}@example.com` },
    guests: [{ firstName: 'Anna', lastName: 'Nová' }],
  });
  const mutation = (name: string) => `mutation ${name}($${name}: CreateBookingInput!) {
    ${name}: createBooking(input: $${name}) {
      __typename
      ... on BookingCreated { ${name}: replayed booking { ${name}: guests { ${name}: firstName } billedTo { ${name}: email } } }
    }
  }`;

  test.each(NAMES.map((name, index) => [name, index] as const))(
    'and made once, with the name %s everywhere',
    async (name, index) => {
      const body = (operation: string) =>
        `{ "query": ${JSON.stringify(mutation(operation))}, "operationName": "${operation}", "variables": { "${operation}": ${JSON.stringify(input(index))} } }`;
      const before = await gateway.database.prisma.booking.count();
      const made = await answerTo(body(name), WAYS[index % WAYS.length]);
      const replayed = await answerTo(body(HARMLESS));
      expect([made.status, replayed.status]).toEqual([200, 200]);
      expect(replayed.text).toContain('"harmless":true');
      // The same, except that this operation made the booking.
      expect(made.text).toBe(renamed(replayed.text.replace('"harmless":true', '"harmless":false'), name));
      expect(made.text).toContain(`anna${index}@example.com`);
      expect(await gateway.database.prisma.booking.count()).toBe(before + 1);
    },
  );
});

test('a calendar under the name of a path in another field has all of its reasons and stays, often', async () => {
  const calendar = `calendar(filter: { visitType: 101, hotel: 1, roomType: 12 }, dateFrom: $from, dateTo: $to) {
    date selectable reasons stays { departure } }`;
  const ask = async (fields: string) => {
    const query = `query ($from: LocalDate!, $to: LocalDate!) { ${fields} }`;
    const { text } = await answerTo({ query, variables: { from: '2027-04-01', to: '2027-04-30' } });
    return JSON.parse(text).data;
  };
  const { harmless: usual } = await ask(`harmless: ${calendar}`);
  expect(usual.some(({ stays }: { stays: object[] }) => stays.length > 0)).toBe(true);
  for (let time = 0; time < OFTEN; time++) {
    const data = await ask(`destination_hotel: ${calendar} hotel(id: 1) { destination { number } }`);
    expect(data.destination_hotel).toEqual(usual);
  }
});
