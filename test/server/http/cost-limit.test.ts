/** The limit of what a key's operations may cost in a minute, beside that of requests (F12). */
import { setImmediate as turn } from 'node:timers/promises';
import type { InjectOptions, Response } from 'light-my-request';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { USUAL_SIZE } from '../../../src/data/reads/catalogue-size.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { readRaised } from '../../support/database/raised-epochs.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { hasRedis, startRedis } from '../../support/gateway/redis-server.ts';
import { canaryInput } from '../../support/requests/canaries.ts';

const COST = 3_000;
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function gatewayWith(
  config: Parameters<typeof startGateway>[0]['config'] = {},
  catalogueSize = USUAL_SIZE,
): Promise<TestGateway> {
  const gateway = await startGateway({
    catalogue: SMALL_CATALOGUE,
    today: TODAY,
    catalogueSize,
    config: { rateLimitCostPerMinute: COST, ...config },
  });
  open.push(gateway);
  return gateway;
}

type Ask = (gateway: TestGateway, key: string, more?: Partial<InjectOptions>) => Promise<Response>;
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const graphql =
  (query: string, variables: object = {}): Ask =>
  (gateway, key, more = {}) =>
    gateway.inject({ method: 'POST', url: '/graphql', headers: bearer(key), payload: { query, variables }, ...more });
const get =
  (url: string): Ask =>
  (gateway, key, more = {}) =>
    gateway.inject({ url, headers: { ...bearer(key), accept: 'application/json' }, ...more });

const QUERY = '{ hotels(first: 50) { nodes { number name stars } } }';
/** Each with what it costs to read its text, which is new at first: 10 for each token beyond the first ten (A9). */
const WAYS: [string, Ask, number][] = [
  ['GraphQL', graphql(QUERY), 60],
  ['GraphQL by GET', get(`/graphql?query=${encodeURIComponent(QUERY)}`), 60],
  ['GraphQL by Yoga', (gateway, key, more) => graphql(QUERY)(gateway, key, { url: '/graphql?by=yoga', ...more }), 60],
  ['GraphQL that is not cached', graphql('{ viewer { today } hotels(first: 50) { nodes { number name } } }'), 90],
  ['REST v1', get('/api/v1/visit-types?max=5'), 0],
  ['REST v2', get('/api/v2/hotels?limit=5'), 0],
  [
    'REST that is not cached',
    get('/api/v1/price?visit_type_id=101&room_type_id=11&date_from=2027-03-01&date_to=2027-03-03'),
    0,
  ],
];

/** What is left of the cost; null: the answer does not say. */
function leftOf({ headers }: Response): number | null {
  const found = /"cost";r=(\d+);t=(\d+)/.exec(String(headers.ratelimit ?? ''));
  return found ? Number(found[1]) : null;
}

describe.each(WAYS)('%s', (_, ask, reading) => {
  test('costs the same each time, cached or not, and gets 429 without being run once less is left', async () => {
    const gateway = await gatewayWith();
    const key = await gateway.key();
    const first = await ask(gateway, key);
    expect([first.statusCode, first.headers['ratelimit-policy']]).toEqual([200, `"cost";q=${COST};w=60`]);
    const cost = COST - leftOf(first)! - reading;
    expect(cost).toBeGreaterThan(10);
    const { extensions } = first.json();
    if (extensions?.cost) expect(extensions.cost.requested).toBe(cost);
    let left = leftOf(first)!;
    for (; left >= cost; left -= cost) {
      const answer = await ask(gateway, key);
      expect([answer.statusCode, leftOf(answer)]).toEqual([200, left - cost]);
    }
    const opened = vi.spyOn(gateway.database, 'transact');
    const refused = await ask(gateway, key);
    // The refusal itself is charged, too (A2).
    expect([refused.statusCode, leftOf(refused)! <= left]).toEqual([429, true]);
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect(refused.headers['x-request-id']).toBeDefined();
    expect(refused.payload).toContain(`The operation costs ${cost}; ${left} of ${COST} are left in this minute.`);
    expect(opened).not.toHaveBeenCalled();
    expect((await ask(gateway, await gateway.key())).statusCode).toBe(200);
  });
});

test('a refused operation leaves the rest to one that costs less', async () => {
  const gateway = await gatewayWith();
  const key = await gateway.key();
  const large = graphql('{ visitTypes(first: 100) { nodes { number lowestPrice { currency } } } }');
  let answer = await large(gateway, key);
  for (let time = 0; time < 10 && answer.statusCode === 200; time++) answer = await large(gateway, key);
  const left = leftOf(answer)!;
  expect(answer.json().errors[0].extensions.code).toBe('RATE_LIMITED');
  const small = await graphql('{ destinations { number } }')(gateway, key);
  expect(small.statusCode).toBe(200);
  expect(leftOf(small)).toBe(left - small.json().extensions.cost.requested);
});

test('one that costs more than a minute has is refused as such', async () => {
  const gateway = await gatewayWith({ rateLimitCostPerMinute: 5 });
  const answer = await graphql(QUERY)(gateway, await gateway.key());
  expect(answer.statusCode).toBe(429);
  expect(answer.json().errors[0].message).toMatch(/^The operation costs \d+; 5 is the most in a minute\./);
});

test('what is refused for another reason, before it would run, does not cost what running it would', async () => {
  /** Two seconds of work, where the refusals take milliseconds. */
  const limit = 1_000_000;
  const gateway = await gatewayWith(
    { rateLimitCostPerMinute: limit },
    { ...USUAL_SIZE, hotels: 100_000, sales: 1_000_000 },
  );
  const key = await gateway.key();
  const costly = '{ destinations { hotels { visitTypes { categories { visitTypes { number } } } } } }';
  for (const ask of [
    ...['{ nothing }', costly, '{ webhooks { id } }', '{ hotels(first: "x") { totalCount } }'].map((query) =>
      graphql(query),
    ),
    get('/api/v1/visit-types?max=x'),
    get('/api/v1/nothing'),
  ]) {
    const answer = await ask(gateway, key);
    expect([answer.statusCode, answer.payload]).not.toEqual([429, answer.payload]);
    expect(leftOf(answer) ?? limit).toBeGreaterThan(0);
  }
  expect((await graphql('{ destinations { number } }')(gateway, key)).statusCode).toBe(200);
});

test('a booking is not made once less is left', async () => {
  const gateway = await gatewayWith({ rateLimitCostPerMinute: 3_000 });
  const key = await gateway.key();
  const { loyaltyProgramCode: _code, ...guest } = canaryInput({ arrival: '', departure: '' }).guests[0]!;
  const input = { ...canaryInput({ arrival: '2027-03-01', departure: '2027-03-04' }), guests: [guest] };
  const book = graphql('mutation ($input: CreateBookingInput!) { createBooking(input: $input) { __typename } }', {
    input,
  });
  expect((await book(gateway, key)).json().data.createBooking.__typename).toBe('BookingCreated');
  expect((await book(gateway, key)).statusCode).toBe(429);
  expect(await gateway.database.prisma.booking.count()).toBe(1);
});

test('requests and cost are limited side by side, and both are reported', async () => {
  const gateway = await gatewayWith({ rateLimitPerMinute: 3, rateLimitCostPerMinute: 1_000_000 });
  const key = await gateway.key();
  const answers = [];
  for (let time = 0; time < 4; time++) answers.push(await graphql('{ destinations { number } }')(gateway, key));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
  expect(answers[0]!.headers).toMatchObject({
    'ratelimit-policy': '"requests";q=3;w=60, "cost";q=1000000;w=60',
    ratelimit: expect.stringMatching(/^"requests";r=2;t=60, "cost";r=\d+;t=60$/),
    'ratelimit-limit': '3',
    'ratelimit-remaining': '2',
  });
  expect(answers[3]!.headers.ratelimit).toMatch(/^"requests";r=0;t=\d+$/);
  const { headers } = await gateway.inject({ url: '/health' });
  expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
});

test.each([20_000, 19_999])(
  'a calendar costs what it takes beyond the highest estimate, and is not refused for that, with %i visit types (26-11, A9)',
  async (visitTypes) => {
    const limit = 5_000_000;
    const gateway = await gatewayWith({ rateLimitCostPerMinute: limit }, { ...USUAL_SIZE, visitTypes });
    const key = await gateway.key();
    const calendarTo = (to: string) =>
      graphql('query ($to: LocalDate) { calendar(dateTo: $to) { date reasons } }', { to })(gateway, key);
    // Its text is known from then on.
    let left = leftOf(await calendarTo(TODAY))!;
    for (const [to, days] of [
      ['2027-01-09', 0],
      ['2027-03-10', 60],
      ['2029-01-10', 732],
    ] as const) {
      const further = days === 0 ? 0 : Math.ceil(visitTypes * (10 + days * 0.05) - 180_000);
      const answer = await calendarTo(to);
      expect(answer.json().data.calendar).toHaveLength(days);
      const { requested } = answer.json().extensions.cost;
      expect(requested).toBeLessThan(200_000);
      expect(left - leftOf(answer)!).toBe(requested + further);
      left = leftOf(answer)!;
      const rest = await get(`/api/v1/calendar/dates?date_to=${to}`)(gateway, key);
      expect(rest.json()).toHaveLength(days);
      // From the cache it costs what was estimated.
      const again = await get(`/api/v1/calendar/dates?date_to=${to}`)(gateway, key);
      expect(left - leftOf(rest)!).toBe(leftOf(rest)! - leftOf(again)! + further);
      left = leftOf(again)!;
    }
  },
);

/** What an operation is charged beyond its estimate. The text of what is skipped is known from then on. */
async function furtherOf(gateway: TestGateway, key: string, query: string): Promise<number> {
  const ask = (isSkipped: boolean) =>
    graphql(`query ($isSkipped: Boolean!) { ... @skip(if: $isSkipped) ${query} }`, { isSkipped })(gateway, key);
  const before = leftOf(await ask(true))!;
  const answer = await ask(false);
  expect(answer.json().errors).toBeUndefined();
  return before - leftOf(answer)! - answer.json().extensions.cost.requested;
}

describe('with 200,000 visit types it is charged once what takes more than is estimated (A9):', () => {
  const STAYS = 'arrival: "2027-03-01", nights: 3, currency: CZK';
  const OFFERS = `offers(filter: { ${STAYS} })`;
  const SEARCH = 300 + 200_000 * 4 - 100_000;
  const COUNT = (200_000 - 1_000) * 0.5;
  /** For more guests than a room has beds. */
  const NO_OFFERS = `offers(filter: { ${STAYS}, guests: 20 })`;
  const EXPLANATION = 300 + 200_000 * 6;
  const DATED = 'dateFrom: "2027-03-01"';
  const pricesFor = (perVisitType: number) => 200_000 * perVisitType - 180_000;
  const vast = () =>
    gatewayWith({ rateLimitCostPerMinute: 5_000_000 }, { ...USUAL_SIZE, visitTypes: 200_000, sales: 1_000 });

  test.each([
    ['offers', `{ ${OFFERS} { totalCount } }`, SEARCH],
    ['and their counts, each', `{ ${OFFERS} { byTag { count } byBoarding { count } } }`, SEARCH + 2 * COUNT],
    ['once for all aliases', `{ ${OFFERS} { byTag { count } again: byTag { count } } }`, SEARCH + COUNT],
    ['but what is counted in memory', `{ ${OFFERS} { byStars { count } byDestination { count } } }`, SEARCH],
    ['why there are none, once', `{ ${NO_OFFERS} { none mostGuestsInARoom again: none } }`, SEARCH + EXPLANATION],
    ['but not where there are some', `{ ${OFFERS} { none mostGuestsInARoom } }`, SEARCH],
    ['nor where nobody asks', `{ ${NO_OFFERS} { totalCount } }`, SEARCH],
    ['a list by price', `{ visitTypes(sort: PRICE, filter: { ${DATED} }) { totalCount } }`, pricesFor(7)],
    [
      'a list by price with a wish',
      `{ visitTypes(sort: PRICE, filter: { ${DATED}, search: "sauna" }) { totalCount } }`,
      pricesFor(7.25) + 50,
    ],
    ['a list without prices', '{ visitTypes(filter: { search: "sauna" }) { totalCount } }', 0],
    ['a list of a hotel', `{ visitTypes(sort: PRICE, filter: { ${DATED}, hotel: 1 }) { totalCount } }`, 0],
    ['the lowest price', `{ lowestPrice(${DATED}) { currency } }`, pricesFor(4)],
    ['the lowest price that is remembered', '{ lowestPrice { currency } }', pricesFor(2)],
  ])('%s', async (_, query, further) => {
    const gateway = await vast();
    expect(await furtherOf(gateway, await gateway.key(), query)).toBe(further);
  });

  test.each<[string, (first: number) => string, number]>([
    [
      'offers, with its counts',
      (first) => `{ offers(first: ${first}, filter: { ${STAYS} }) { totalCount byTag { count } } }`,
      SEARCH + COUNT,
    ],
    [
      'no offers, with the reason',
      (first) => `{ offers(first: ${first}, filter: { ${STAYS}, guests: 20 }) { none mostGuestsInARoom } }`,
      SEARCH + EXPLANATION,
    ],
    [
      'visit types by price',
      (first) => `{ visitTypes(first: ${first}, sort: PRICE, filter: { ${DATED} }) { totalCount } }`,
      pricesFor(7),
    ],
  ])('a list of %s to whoever computes it: another page of it costs its estimate', async (_, page, further) => {
    const gateway = await vast();
    const [one, other] = [await gateway.key(), await gateway.key()];
    expect(await furtherOf(gateway, one, page(1))).toBe(further);
    expect(await furtherOf(gateway, one, page(2))).toBe(0);
    expect(await furtherOf(gateway, other, page(3))).toBe(0);
  });

  test.each([
    ['offers', STAYS, 'totalCount', SEARCH],
    ['a count', STAYS, 'byTag { count }', SEARCH + COUNT],
    ['the reason', `${STAYS}, guests: 20`, 'none', SEARCH + EXPLANATION],
  ])('%s to one of two keys that ask at the same time', async (_, filter, field, whole) => {
    const gateway = await vast();
    const keys = [await gateway.key(), await gateway.key()];
    const both = await Promise.all(
      keys.map((key, place) =>
        furtherOf(gateway, key, `{ offers(first: ${place + 1}, filter: { ${filter} }) { ${field} } }`),
      ),
    );
    expect(both.reduce((sum, further) => sum + further, 0)).toBe(whole);
  });

  test.each([
    ['refers to nothing', 'arrival: "2027-03-01", destination: "999"'],
    ['is for the past', 'arrival: "2026-03-01"'],
  ])('but not a search that %s, nor its counts and why it finds nothing: it looks at nothing', async (_, asked) => {
    const gateway = await vast();
    const query = `{ offers(filter: { ${asked}, nights: 3, currency: CZK }) { totalCount none byTag { count } } }`;
    expect(await furtherOf(gateway, await gateway.key(), query)).toBe(0);
  });

  test('also where it is run again, because other fields have failed', async () => {
    const gateway = await vast();
    const key = await gateway.key();
    const failing = ['a', 'b'].map((alias) => `${alias}: hotels(first: 0) { totalCount }`).join(' ');
    const ask = graphql(`query ($dateFrom: LocalDate) { lowestPrice(dateFrom: $dateFrom) { currency } ${failing} }`, {
      dateFrom: '2027-03-01',
    });
    // Its text is known from then on.
    const before = leftOf(await ask(gateway, key))!;
    const answer = await ask(gateway, key);
    const { data, errors, extensions } = answer.json();
    expect([data.lowestPrice.length > 0, errors.length]).toEqual([true, 2]);
    expect(before - leftOf(answer)!).toBe(extensions.cost.requested + pricesFor(4));
  });

  test('over REST, too', async () => {
    const gateway = await gatewayWith({ rateLimitCostPerMinute: 5_000_000 }, { ...USUAL_SIZE, visitTypes: 200_000 });
    const key = await gateway.key();
    const url = '/api/v1/lowest-price?date_from=2027-03-01';
    const computed = leftOf(await get(url)(gateway, key))!;
    // From the cache it costs what was estimated.
    const cached = computed - leftOf(await get(url)(gateway, key))!;
    expect(5_000_000 - computed).toBe(cached + pricesFor(4));
  });
});

describe('the cheapest stay in a hotel of 1,000 visit types (A9)', () => {
  const SIZE = { ...USUAL_SIZE, hotels: 2, visitTypes: 2_000, sales: 2_000 };
  const FURTHER = Math.ceil(300 + 1_000 * (4 + 366 * 21 * 0.06) - 100_000);

  test('costs what it takes beyond the highest estimate of offers, where it is computed', async () => {
    const gateway = await gatewayWith({ rateLimitCostPerMinute: 5_000_000 }, SIZE);
    const key = await gateway.key();
    const show = (field: string) => `{ hotel(id: 1) { cheapestStay(currency: CZK) { ${field} } } }`;
    expect(await furtherOf(gateway, key, show('nights'))).toBe(FURTHER);
    expect(await furtherOf(gateway, key, show('arrival'))).toBe(0);
  });

  const CHEAPEST = '{ cheapestStay(currency: CZK) { nights } }';
  test.each([
    ['hotels', `{ hotels(first: 2) { nodes ${CHEAPEST} } }`],
    ['hotel', `{ a: hotel(id: 1) ${CHEAPEST} b: hotel(id: 2) ${CHEAPEST} }`],
  ])('is refused as too dear for several by `%s`, with what costs less', async (root, query) => {
    const gateway = await gatewayWith({ rateLimitCostPerMinute: 5_000_000 }, SIZE);
    const key = await gateway.key();
    const refused = await graphql(query)(gateway, key);
    const [{ message, extensions }] = refused.json().errors;
    expect(extensions.code).toBe('COST_EXCEEDED');
    expect(message).toMatch(/It costs less with .*a visit type in .*`cheapestStay`/);
    expect(message).toContain(`\`${root}\``);
    const less = query.replaceAll('currency: CZK', 'currency: CZK, visitType: "101"');
    expect((await graphql(less)(gateway, key)).json().errors).toBeUndefined();
  });
});

test('each address has what a publishable key may spend alone', async () => {
  const gateway = await gatewayWith();
  const key = await gateway.key({ isPublishable: true });
  const [one, other] = [{ remoteAddress: '192.0.2.1' }, { remoteAddress: '192.0.2.2' }];
  const ask = graphql(QUERY);
  // Its text is known from then on.
  await ask(gateway, key, { remoteAddress: '192.0.2.3' });
  const first = leftOf(await ask(gateway, key, one))!;
  expect(leftOf(await ask(gateway, key, one))).toBe(2 * first - Math.ceil(COST / 6));
  expect(leftOf(await ask(gateway, key, other))).toBe(first);
});

test('a feed that is held costs once, however often it is looked at', async () => {
  const gateway = await gatewayWith();
  const key = await gateway.key({ scopes: ['bookings'] });
  const once = COST - leftOf(await get('/api/v2/events')(gateway, key))!;
  const held = get('/api/v2/events?wait=1')(gateway, key);
  expect(leftOf(await held)).toBe(COST - 2 * once);
});

describe.skipIf(!hasRedis())('with REDIS_URL', () => {
  test('two gateways count cost together, and refuse without spending', async () => {
    const redis = await startRedis();
    open.push({ close: () => redis.stop() });
    const database = await freshDatabase();
    const config = { rateLimitCostPerMinute: COST, redisUrl: `redis://127.0.0.1:${redis.port}` };
    const first = await startGateway({
      ...{ catalogue: SMALL_CATALOGUE, today: TODAY, catalogueSize: USUAL_SIZE, config, database },
    });
    const second = await startGateway({
      ...{ today: TODAY, catalogueSize: USUAL_SIZE, config, database: { ...database, close: async () => {} } },
    });
    open.push(first, second);
    const ask = graphql(QUERY);
    const cost = (await ask(first, await first.key())).json().extensions.cost.requested as number;
    // Requests pass uncounted until the background connection to Redis is open.
    for (const gateway of [first, second]) {
      const other = await first.key();
      while (leftOf(await ask(gateway, other)) === COST) await turn();
    }
    const key = await first.key();
    // The notification of the key may still be on its way.
    second.epochs.observe(await readRaised(second.database));
    let left = COST;
    for (let time = 0; left >= cost; time++, left -= cost) {
      const answer = await ask(time % 2 === 0 ? first : second, key);
      expect([answer.statusCode, leftOf(answer)]).toEqual([200, left - cost]);
    }
    for (const gateway of [first, second, first]) {
      const answer = await ask(gateway, key);
      expect([answer.statusCode, leftOf(answer)]).toEqual([429, left]);
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    }
    const small = graphql('{ viewer { today } }');
    expect((await small(second, key)).statusCode).toBe(200);
  });
});
