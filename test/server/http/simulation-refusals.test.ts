/** Who may send `Gateway-Simulate`, and with which values (S8): anything else is 400, whatever the request asks. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bindingBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const ONLY_TEST_KEYS = 'Must be absent: only a test key may simulate.';
const EXPECTED = 'Must be one of no-capacity, price-changed, unavailable, slow.';
const BOOK = `mutation { createBooking(input: { kind: REQUEST, currency: CZK, visitType: 101, hotel: 1, roomType: 11,
  arrival: "2027-03-05", departure: "2027-03-09", billedTo: { firstName: "A", lastName: "B", email: "a@example.com" },
  guests: [{ firstName: "A", lastName: "B" }] }) { __typename } }`;

const post = (url: string, payload: object | string) => ({ method: 'POST', url, payload }) as const;
const get = (url: string) => ({ method: 'GET', url }) as const;
const GRAPHQL = {
  'a booking': post('/graphql', { query: BOOK }),
  'a query': post('/graphql', { query: '{ viewer { today } }' }),
  'a query in the address': get('/graphql?query={viewer{today}}'),
  'a subscription': post('/graphql', { query: 'subscription { calendar { __typename } }' }),
  'a broken document': post('/graphql', { query: '{' }),
  'a broken body': post('/graphql', '{'),
};
const REST = {
  'a booking': post('/api/v1/booking', bindingBody()),
  'a broken body': post('/api/v1/booking', '{'),
  'a list': get('/api/v1/destinations'),
  'the catalogue as a file': get('/manage/catalogue'),
};

let gateway: TestGateway;
let keys: Readonly<Record<string, string>>;
let tester: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  keys = {
    live: await gateway.key({ scopes: ['read', 'book', 'bookings', 'operate', 'manage'] }),
    publishable: await gateway.key({ isPublishable: true }),
    'another scope': await gateway.key({ scopes: ['operate'] }),
  };
  tester = await gateway.key({ isTest: true });
});
afterAll(() => gateway?.close());

const ask = async (request: object, key: string | null, simulate: string | undefined) => {
  const headers = {
    ...{ 'content-type': 'application/json', accept: 'application/json' },
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    ...(simulate === undefined ? {} : { 'gateway-simulate': simulate }),
  };
  const answer = await gateway.inject({ ...request, headers });
  return [answer.statusCode, answer.json()];
};
const ofGraphQL = (message: string) => [
  400,
  { errors: [{ message: `Gateway-Simulate: ${message}`, extensions: { code: 'BAD_REQUEST' } }] },
];
const ofRest = (message: string) => [
  400,
  {
    ...{ success: false, message: 'The request is not valid.' },
    errors: [{ path: 'Gateway-Simulate', code: 'INVALID_VALUE', message }],
  },
];

describe.each(['live', 'publishable', 'another scope'])('with a key that is no test key (%s)', (kind) => {
  test.each(Object.entries(GRAPHQL))('GraphQL refuses %s', async (_, request) => {
    for (const value of ['slow', 'no such case', '']) {
      expect(await ask(request, keys[kind]!, value)).toEqual(ofGraphQL(ONLY_TEST_KEYS));
    }
  });
  test.each(Object.entries(REST))('REST refuses %s', async (_, request) => {
    expect(await ask(request, keys[kind]!, 'slow')).toEqual(ofRest(ONLY_TEST_KEYS));
  });
});

describe('with a test key', () => {
  test.each(['', 'No-Capacity', 'no-capacity, slow', 'no such case'])(
    'the value %j is refused with the known ones',
    async (value) => {
      for (const request of Object.values(GRAPHQL))
        expect(await ask(request, tester, value)).toEqual(ofGraphQL(EXPECTED));
      for (const request of Object.values(REST)) expect(await ask(request, tester, value)).toEqual(ofRest(EXPECTED));
    },
  );

  test('what is no booking is answered as ever', async () => {
    for (const request of [GRAPHQL['a query'], GRAPHQL['a query in the address'], REST['a list']]) {
      expect(await ask(request, tester, 'unavailable')).toEqual(await ask(request, tester, undefined));
    }
  });
});

test('without an accepted key it is 401, as without the header', async () => {
  for (const request of [GRAPHQL['a booking'], REST['a booking'], REST['a list']]) {
    for (const key of [null, 'ssg_unknown']) {
      const answer = await ask(request, key, 'no such case');
      expect(answer[0]).toBe(401);
      expect(answer).toEqual(await ask(request, key, undefined));
    }
  }
});

test('nothing of it is booked, and a refused booking over REST is counted', async () => {
  const invalid = () => new Map(gateway.services.bookings.entries()).get('INVALID_INPUT')!;
  const before = invalid();
  await ask(REST['a booking'], keys.live!, 'slow');
  expect(invalid()).toBe(before + 1);
  expect(await gateway.database.prisma.booking.count()).toBe(0);
});
