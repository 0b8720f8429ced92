/**
 * Requests that two readers could understand differently are refused by both interfaces and change nothing: repeated
 * headers and names, bodies in an unsupported encoding or charset. They are sent as raw bytes.
 */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { exchange, type RawRequest, receive } from '../../support/requests/strict-http.ts';

let gateway: TestGateway;
let port: number;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key();
  port = Number(new URL(await gateway.listen()).port);
});
afterAll(() => gateway.close());

type Headers = [name: string, value: string][];
const bearer = (): Headers => [['Authorization', `Bearer ${key}`]];
const json: Headers = [['Content-Type', 'application/json']];
const QUERY = '{ destinations { number } }';
const MUTATION = 'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { __typename } }';

async function ask(
  request: RawRequest,
): Promise<{ status: number; body: unknown; headers: ReadonlyMap<string, string> }> {
  const [answer] = await exchange(port, [request]);
  return { status: answer!.status, body: JSON.parse(answer!.body.toString()), headers: answer!.headers };
}
const book = (body: string | Buffer, headers: Headers = json) =>
  ask({ method: 'POST', path: '/api/v1/booking', headers: [...bearer(), ...headers], body });
const graphql = (body: string | Buffer, headers: Headers = json) =>
  ask({ method: 'POST', path: '/graphql', headers: [...bearer(), ...headers], body });
/** Yoga alone answers it, because of the query. */
const graphqlPastTheFront = (body: string | Buffer, headers: Headers = json) =>
  ask({ method: 'POST', path: '/graphql?by=framework', headers: [...bearer(), ...headers], body });

const bookings = () => gateway.database.prisma.booking.count();
const invalid = (path: string, code: string, message: string) => ({
  success: false,
  message: 'The request is not valid.',
  errors: [{ path, code, message }],
});
const graphqlError = (message: string) => ({ errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] });

describe('a repeated unique header is 400, named, before the key is checked', () => {
  test.each<[string, Headers]>([
    ['Authorization', [['Authorization', 'Bearer other'], ...json]],
    ['Authorization', [['authorization', 'Bearer other'], ...json]],
    ['Content-Type', [...json, ['Content-Type', 'application/json']]],
    ['Content-Encoding', [...json, ['Content-Encoding', 'identity'], ['Content-Encoding', 'gzip']]],
    ['Host', [['Host', 'a.example'], ['Host', 'b.example'], ...json]],
    ['Gateway-Simulate', [['Gateway-Simulate', 'slow'], ['Gateway-Simulate', 'slow'], ...json]],
    ['Idempotency-Key', [['Idempotency-Key', 'a'], ['Idempotency-Key', 'b'], ...json]],
    ['Origin', [['Origin', 'https://a.example'], ['Origin', 'https://b.example'], ...json]],
  ])('%s: %j', async (name, headers) => {
    const before = await bookings();
    const rest = await book(JSON.stringify(requestBody()), headers);
    expect([rest.status, rest.body]).toEqual([400, invalid(name, 'REPEATED', 'Must be given only once.')]);
    for (const post of [graphql, graphqlPastTheFront]) {
      const { status, body } = await post(JSON.stringify({ query: QUERY }), headers);
      expect([status, body]).toEqual([400, graphqlError(`${name}: Must be given only once.`)]);
    }
    if (name !== 'Content-Type' && name !== 'Content-Encoding') {
      const get = await ask({ path: '/api/v1/destinations', headers: [...bearer(), ...headers] });
      expect([get.status, get.body]).toEqual([400, invalid(name, 'REPEATED', 'Must be given only once.')]);
    }
    expect(await bookings()).toBe(before);
  });

  test('the same key twice as well, whether or not the answer is stored', async () => {
    const request = { path: '/api/v2/hotels/1', headers: bearer() };
    expect((await ask(request)).status).toBe(200);
    expect((await ask(request)).status).toBe(200);
    expect((await ask({ ...request, headers: [...bearer(), ...bearer()] })).status).toBe(400);
  });

  test('but lists may stand in several lines', async () => {
    const lists: Headers = [
      ['Accept', 'application/json'],
      ['Accept', '*/*'],
      ['Accept-Language', 'de'],
      ['Accept-Language', 'en'],
    ];
    expect((await graphql(JSON.stringify({ query: QUERY }), [...json, ...lists])).status).toBe(200);
    expect((await ask({ path: '/api/v1/destinations', headers: [...bearer(), ...lists] })).status).toBe(200);
  });

  test.each([
    ['two lengths', ['Content-Length: 2', 'Content-Length: 3']],
    ['a length and chunks', ['Content-Length: 2', 'Transfer-Encoding: chunked']],
    ['two transfer codings', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity']],
    ['no host', []],
  ])('a request with %s is not HTTP: 400, and the connection ends', async (what, lines) => {
    const head = [
      'POST /graphql HTTP/1.1',
      ...(what === 'no host' ? [] : ['Host: gateway']),
      `Authorization: Bearer ${key}`,
    ];
    const bytes = await receive(
      port,
      [...head, ...json.map((pair) => pair.join(': ')), ...lines, '', '{}'].join('\r\n'),
    );
    expect(bytes.toString('latin1')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(bytes.toString('latin1')).toMatch(/\r\nConnection: close\r\n/i);
  });
});

describe('415: a body', () => {
  const CHARSET = 'Content-Type: Must be application/json, in UTF-8 if it names a charset.';
  const ENCODING = 'Content-Encoding: Must be absent or identity: compressed bodies are not read.';

  test.each<[message: string, headers: Headers]>([
    ...['iso-8859-1', 'utf-16', 'utf-16le', 'windows-1250', '"latin1"', '', 'utf-8; charset=latin1', 'utf-8-sig'].map(
      (charset): [string, Headers] => [CHARSET, [['Content-Type', `application/json; charset=${charset}`]]],
    ),
    [CHARSET, [['Content-Type', 'application/json;CHARSET=ISO-8859-1']]],
    [CHARSET, [['Content-Type', 'application/json; charset']]],
    ...['gzip', 'br', 'deflate', 'GZIP', 'identity, gzip', 'none'].map((encoding): [string, Headers] => [
      ENCODING,
      [...json, ['Content-Encoding', encoding]],
    ]),
  ])('%s %j', async (message, headers) => {
    const before = await bookings();
    const rest = await book(JSON.stringify(requestBody()), headers);
    expect([rest.status, rest.body]).toEqual([415, { success: false, message }]);
    for (const post of [graphql, graphqlPastTheFront]) {
      const { status, body } = await post(JSON.stringify({ query: QUERY }), headers);
      expect([status, body]).toEqual([415, graphqlError(message)]);
    }
    expect(await bookings()).toBe(before);
  });

  test('that is compressed, with the encodings that would be read (RFC 9110, 15.5.16)', async () => {
    const headers: Headers = [...json, ['Content-Encoding', 'gzip']];
    for (const answer of [
      await book(gzipSync(JSON.stringify(requestBody())), headers),
      await graphql(gzipSync(JSON.stringify({ query: QUERY })), headers),
    ]) {
      expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity']);
    }
  });

  test.each<[Headers]>([
    ...['UTF-8', 'utf-8', '"utf-8"', '"UTF-8"', 'Utf8'].map((charset): [Headers] => [
      [['Content-Type', `application/json; charset=${charset}`]],
    ]),
    [[['Content-Type', 'Application/JSON ; Charset="utf-8" ; v=1']]],
    [[['Content-Type', 'application/json;']]],
    [[...json, ['Content-Encoding', 'Identity']]],
  ])('but not one that is read: %j', async (headers) => {
    expect((await book(JSON.stringify(requestBody()), headers)).status).toBe(201);
    for (const post of [graphql, graphqlPastTheFront]) {
      const { status, body } = await post(JSON.stringify({ query: QUERY }), headers);
      expect([status, body]).toMatchObject([200, { data: { destinations: [{}, {}] } }]);
    }
  });
});

describe('a repeated name in a JSON body is 400, at any depth, and nothing is booked', () => {
  const once = 'Must be given only once.';

  test.each([
    ['"currency":"CZK","currency":"EUR"', 'currency'],
    ['"billed_to":{"first_name":"A","first_name":"B"}', 'billed_to.first_name'],
    ['"billed_to":{"address":{"city":"A","city":"B"}}', 'billed_to.address.city'],
    ['"guests":[{},{"last_name":"A","last_\\u006eame":"B"}]', 'guests.1.last_name'],
    ['"amount":1,"amount":2', '*'],
    ['"amount":{"first_name":1,"first_name":2}', '*.first_name'],
  ])('REST: {%s} at %s', async (text, path) => {
    const before = await bookings();
    const whole = JSON.stringify(requestBody());
    const { status, body } = await book(`{${text},${whole.slice(1)}`);
    expect(status).toBe(400);
    expect(body).toEqual(invalid(path, 'REPEATED', once));
    expect(await bookings()).toBe(before);
  });

  const input = {
    ...{ kind: 'REQUEST', currency: 'CZK', visitType: '101', hotel: '1', roomType: '11' },
    ...{ arrival: '2027-03-01', departure: '2027-03-03', guests: [{ firstName: 'A', lastName: 'B' }] },
  };
  const billedTo = '{"firstName":"A","lastName":"B","email":"a@example.com"}';
  const bodyWith = (contact: string) =>
    JSON.stringify({ query: MUTATION, variables: { input } }).replace('"kind"', `"billedTo":${contact},"kind"`);

  test.each([
    [bodyWith(billedTo.replace('{', '{"email":"b@example.com",')), 'variables.*.billedTo.email'],
    [bodyWith(billedTo).replace('"variables":', '"variables":null,"variables":'), 'variables'],
    [bodyWith(billedTo).replace('{', `{"query":${JSON.stringify(QUERY)},`), 'query'],
    [bodyWith(billedTo).replace('"input":', '"input":1,"input":'), 'variables.*'],
    [bodyWith(billedTo).replace('"guests":[{', '"guests":[{"firstName":"C",'), 'variables.*.guests.0.firstName'],
  ])('GraphQL: %s at %s', async (text, path) => {
    const before = await bookings();
    for (const post of [graphql, graphqlPastTheFront]) {
      const { status, body } = await post(text);
      expect([status, body]).toEqual([400, graphqlError(`${path}: ${once}`)]);
    }
    expect(await bookings()).toBe(before);
  });

  test('GraphQL by GET, in the parameters of the address and in the JSON in them', async () => {
    const get = (query: string) => ask({ path: `/graphql?${query}`, headers: bearer() });
    const text = encodeURIComponent(QUERY);
    for (const [query, message] of [
      [`query=${text}&query=${text}`, 'The parameter query must be given only once.'],
      [`query=${text}&operationName=A&operationName=B`, 'The parameter operationName must be given only once.'],
      [`query=${text}&variables={}&variables={}`, 'The parameter variables must be given only once.'],
      [`query=${text}&variables={"a":1,"a":2}`, `variables.*: ${once}`],
    ] as const) {
      const { status, body } = await get(query);
      expect([status, body]).toEqual([400, graphqlError(message)]);
    }
  });

  test('the same without the repetition books, so it was the only problem', async () => {
    const before = await bookings();
    expect((await graphql(bodyWith(billedTo))).body).toMatchObject({
      data: { createBooking: { __typename: 'BookingCreated' } },
    });
    expect(await bookings()).toBe(before + 1);
  });

  test('nor may a name of a booking be __proto__', async () => {
    const before = await bookings();
    const message = 'No name in the body may be __proto__.';
    const rest = await book(`{"__proto__":{},${JSON.stringify(requestBody()).slice(1)}`);
    expect([rest.status, rest.body]).toEqual([400, invalid('', 'MALFORMED', message)]);
    const { status, body } = await graphql(bodyWith(billedTo.replace('{', '{"__proto__":{},')));
    expect([status, body]).toMatchObject([400, { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] }]);
    expect(await bookings()).toBe(before);
  });
});

test('invisible and direction-changing texts are refused by both interfaces, naming the field and not the value', async () => {
  const before = await bookings();
  const hidden = requestBody();
  const changed = {
    ...hidden,
    customer_note: 'x\u202ey',
    billed_to: { ...hidden.billed_to, first_name: '\u200b', email: 'a..b@example.com' },
  };
  const { status, body } = await book(JSON.stringify(changed));
  expect([
    status,
    (body as { errors: { path: string; code: string }[] }).errors.map(({ path, code }) => `${path} ${code}`),
  ]).toEqual([400, ['customer_note CONTROL_CHARACTER', 'billed_to.first_name BLANK', 'billed_to.email NOT_AN_EMAIL']]);
  expect(JSON.stringify(body)).not.toMatch(/\u202e|\u200b|a\.\.b/);
  const input = `kind: REQUEST, currency: CZK, visitType: 101, hotel: 1, roomType: 11, arrival: "2027-03-01", departure: "2027-03-03", billedTo: { firstName: "\\u200b", lastName: "a\\u2028b", email: "a@example.com" }, guests: [{ firstName: "\\u202eA", lastName: "B" }]`;
  const answer = await graphql(
    JSON.stringify({
      query: `mutation { createBooking(input: { ${input} }) { __typename ... on InvalidInput { problems { path code } } } }`,
    }),
  );
  expect(answer.body).toMatchObject({
    data: {
      createBooking: {
        __typename: 'InvalidInput',
        problems: [
          { path: 'billedTo.firstName', code: 'BLANK' },
          { path: 'billedTo.lastName', code: 'CONTROL_CHARACTER' },
          { path: 'guests.0.firstName', code: 'CONTROL_CHARACTER' },
        ],
      },
    },
  });
  expect(await bookings()).toBe(before);
});
