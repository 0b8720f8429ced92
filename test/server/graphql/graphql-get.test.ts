/** GraphQL by GET: the one way of all operations, with an entity tag and 304 (F10). */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { canaryInput } from '../../support/requests/canaries.ts';

const QUERY =
  'query List($first: Int) { visitTypes(first: $first) { nodes { number name { en } description { de } } } }';

/** Its answer is long enough to be compressed. */
const LONG = '{ __schema { types { name description } } }';

let gateway: TestGateway;
let address: string;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  address = await gateway.listen();
  key = await gateway.key({ scopes: ['read', 'book', 'bookings'] });
});
afterAll(() => gateway.close());

const inAddress = (query: string, variables: object = {}) =>
  `/graphql?${new URLSearchParams({ query, variables: JSON.stringify(variables) })}`;
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${address}${path}`, { headers: { authorization: `Bearer ${key}`, accept: 'application/json', ...headers } });

test('a query has an entity tag, may be kept by its caller, and is answered with 304 while it is the same', async () => {
  const first = await get(inAddress(QUERY, { first: 3 }));
  const tag = first.headers.get('etag')!;
  expect(first.status).toBe(200);
  expect(tag).toMatch(/^"[\w-]+"$/);
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  expect(first.headers.get('vary')?.split(', ')).toEqual(
    expect.arrayContaining(['Accept', 'Accept-Language', 'Authorization']),
  );
  for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const again = await get(inAddress(QUERY, { first: 3 }), { 'if-none-match': sent });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
    expect(again.headers.get('cache-control')).toBe('private, no-cache');
    expect(again.headers.get('content-type')).toBeNull();
  }
  const other = await get(inAddress(QUERY, { first: 2 }), { 'if-none-match': tag });
  expect([other.status, other.headers.get('etag') === tag]).toEqual([200, false]);
});

test('each encoding and each media type has a tag of its own', async () => {
  const variants: Record<string, string>[] = [
    {},
    { 'accept-encoding': 'gzip' },
    { 'accept-encoding': 'br' },
    { accept: 'application/graphql-response+json' },
  ];
  const tags = [];
  for (const headers of variants) {
    const sent = { 'accept-encoding': 'identity', ...headers };
    const answer = await get(inAddress(LONG), sent);
    const tag = answer.headers.get('etag')!;
    expect(((await answer.json()) as { data: object }).data).toBeDefined();
    expect((await get(inAddress(LONG), { ...sent, 'if-none-match': tag })).status).toBe(304);
    tags.push(tag);
  }
  expect(new Set(tags).size).toBe(tags.length);
});

test('the tag changes with the answer, and not with anything else', async () => {
  const prices = inAddress('{ visitType(id: 101) { number priorityPosition } }');
  const before = (await get(prices)).headers.get('etag')!;
  const tagNow = async () => (await get(prices)).headers.get('etag');
  expect(await tagNow()).toBe(before);
  const viewer = inAddress('{ viewer { today } }');
  const dated = (await get(viewer)).headers.get('etag')!;
  expect((await get(viewer, { 'if-none-match': dated })).status).toBe(304);
  gateway.setToday('2026-12-24');
  expect((await get(viewer, { 'if-none-match': dated })).status).toBe(200);
  expect(await tagNow()).toBe(before);
  gateway.setToday(TODAY);
});

test('what is not the answer of a query is neither tagged nor kept', async () => {
  const paths = [
    inAddress('{ nothing }'),
    inAddress('{'),
    '/graphql',
    '/graphql?query={viewer{today}}&variables=5',
    inAddress('mutation { releaseHold(input: { id: "5ec2e7a0b1c2d3e4f5a6b7c8" }) { __typename } }'),
  ];
  for (const path of paths) {
    const { headers } = await get(path, { 'if-none-match': '*' });
    expect([path, headers.get('etag'), headers.get('cache-control')]).toEqual([path, null, 'private, no-store']);
  }
  const posted = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'if-none-match': '*' },
    body: JSON.stringify({ query: QUERY }),
  });
  expect([posted.status, posted.headers.get('etag'), posted.headers.get('cache-control')]).toEqual([
    200,
    null,
    'private, no-store',
  ]);
});

test('no browser keeps what guests have said of themselves', async () => {
  const { loyaltyProgramCode: _code, ...guest } = canaryInput({ arrival: '', departure: '' }).guests[0]!;
  const input = { ...canaryInput({ arrival: '2027-03-01', departure: '2027-03-04' }), guests: [guest] };
  const booked = await gateway.ask<{ createBooking: { id: string } }>(
    'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { ... on BookingCreated { id } } }',
    { key, variables: { input } },
  );
  const { id } = booked.createBooking;
  for (const query of [
    `{ booking(id: "${id}") { reference } }`,
    '{ bookings(first: 1) { nodes { reference } } }',
    `{ node(id: "${id}") { ... on Booking { reference } } }`,
    '{ events(first: 1) { nodes { bookingId } } }',
  ]) {
    const answer = await get(inAddress(query));
    expect([query, answer.status, answer.headers.get('cache-control')]).toEqual([query, 200, 'private, no-store']);
    if (query.includes('reference')) expect(await answer.text()).toMatch(/"reference":"\w{4}-\w{4}"/);
  }
});

test('a query by GET is answered without Yoga, from the cache, and as its POST', async () => {
  const request = vi.spyOn(globalThis, 'Request');
  const headers = { authorization: `Bearer ${key}` };
  const url = inAddress(QUERY, { first: 4 });
  const first = await gateway.inject({ url, headers });
  const opened = vi.spyOn(gateway.services, 'open');
  expect((await gateway.inject({ url, headers })).payload).toBe(first.payload);
  expect(opened).not.toHaveBeenCalled();
  opened.mockRestore();
  const payload = { query: QUERY, variables: { first: 4 } };
  const posted = await gateway.inject({ method: 'POST', url: '/graphql', headers, payload });
  expect(posted.payload).toBe(first.payload);
  expect(request).not.toHaveBeenCalled();
  request.mockRestore();
});

test('empty and unknown parameters of an address do not count', async () => {
  const query = encodeURIComponent('{ viewer { today } }');
  const more = 'operationName=&variables=&extensions=&documentId=&utm_source=mail';
  const answer = await get(`/graphql?query=${query}&${more}`);
  expect([answer.status, ((await answer.json()) as { data: object }).data]).toEqual([
    200,
    { viewer: { today: TODAY } },
  ]);
});

test.each([
  ['@defer', '{ hotels(first: 1) { nodes { number ... @defer { name } } } }'],
  ['@stream', '{ destinations @stream(initialCount: 1) { number } }'],
])('an answer comes whole: %s is refused by its name', async (directive, query) => {
  const accept = 'multipart/mixed;deferSpec=20220824,application/graphql-response+json,application/json;q=0.9';
  const answer = await get(inAddress(query), { accept });
  expect(answer.status).toBe(400);
  const { errors } = (await answer.json()) as { errors: object[] };
  expect(errors[0]).toMatchObject({
    message: `Unknown directive "${directive}".`,
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
  });
});
