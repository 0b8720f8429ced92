/**
 * The metrics: every request is counted once, on whichever way it was answered, with the origin of its answer; and the
 * stats of the parts.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VERSION } from '../../../src/http/version.ts';
import { bindingBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { growth, OPERATIONS, REQUESTS, readMetrics } from '../../support/gateway/read-metrics.ts';
import * as canaries from '../../support/requests/canaries.ts';
import { until } from '../../support/requests/until.ts';

const open: { close(): Promise<void> }[] = [];
afterAll(async () => {
  for (const one of open.reverse()) await one.close();
});

async function started(options: Partial<Parameters<typeof startGateway>[0]> = {}) {
  const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, ...options });
  open.push(gateway);
  return gateway;
}

const requestsOf = (grown: Awaited<ReturnType<typeof growth>>) =>
  grown.map(({ labels: { protocol, method, route, status }, by }) => [protocol, method, route, Number(status), by]);

describe('a request is counted once', () => {
  let gateway: TestGateway;
  let key: string;
  const bearer = () => ({ authorization: `Bearer ${key}` });
  const json = () => ({ ...bearer(), 'content-type': 'application/json' });
  const post = (query: string, headers = json()) =>
    gateway.inject({ method: 'POST', url: '/graphql', headers, payload: JSON.stringify({ query }) });
  beforeAll(async () => {
    gateway = await started();
    key = await gateway.key();
    // From here on the key, the origin and the media type are cached.
    await post('{ viewer { today } }');
  });

  test.each<[string, () => Promise<unknown>, unknown[]]>([
    ['a health check', () => gateway.inject({ url: '/health' }), ['other', 'GET', '/health', 200, 1]],
    ['a page', () => gateway.inject({ url: '/' }), ['other', 'GET', '/', 200, 1]],
    ['an address of nothing', () => gateway.inject({ url: '/nowhere/at/all?x=1' }), ['other', 'GET', 'none', 404, 1]],
    [
      'REST without a key',
      () => gateway.inject({ url: '/api/v1/destinations' }),
      ['rest', 'GET', '/api/v1/destinations', 401, 1],
    ],
    [
      'a REST hotel by its id',
      () => gateway.inject({ url: '/api/v2/hotels/1', headers: bearer() }),
      ['rest', 'GET', '/api/v2/hotels/:hotelId', 200, 1],
    ],
    [
      'an unknown method',
      () => gateway.inject({ method: 'TRACE' as never, url: '/' }),
      ['other', 'OTHER', 'none', 404, 1],
    ],
    [
      'GraphQL by GET',
      () => gateway.inject({ url: '/graphql?query=%7Bviewer%7Btoday%7D%7D', headers: bearer() }),
      ['graphql', 'GET', '/graphql', 200, 1],
    ],
    ['GraphQL in a JSON body', () => post('{ viewer { today keyPrefix } }'), ['graphql', 'POST', '/graphql', 200, 1]],
    ['GraphQL that cannot be parsed', () => post('{'), ['graphql', 'POST', '/graphql', 200, 1]],
    [
      'GraphQL without a key',
      () => post('{ viewer { today } }', { 'content-type': 'application/json' } as never),
      ['graphql', 'POST', '/graphql', 401, 1],
    ],
    ['a preflight', () => gateway.inject({ method: 'OPTIONS', url: '/graphql' }), ['other', 'OPTIONS', 'none', 404, 1]],
    [
      'an address that cannot be read',
      () => gateway.inject({ url: '/%c3%28' }),
      ['other', 'GET', 'unreadable', 400, 1],
    ],
  ])('%s', async (name, ask, expected) => {
    const grown = requestsOf(await growth(gateway, [REQUESTS], ask));
    if (name === 'a preflight') expect(grown).toHaveLength(1);
    else expect(grown).toEqual([expected]);
  });

  test('bytes that are not HTTP, which are answered on the bare connection', async () => {
    const { port } = new URL(await gateway.listen());
    const grown = await growth(gateway, [REQUESTS], async () => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write('this is not HTTP\r\n\r\n');
      expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 400 /);
    });
    expect(requestsOf(grown)).toEqual([['other', 'OTHER', 'unreadable', 400, 1]]);
  });

  test.each(['with a known key', 'with a new key'])(
    'unless its caller hangs up before there is an answer, %s',
    async (which) => {
      const { port } = gateway.server.address() as { port: number };
      // A key that was looked up before is taken from the cache.
      const presented = which === 'with a known key' ? key : await gateway.key();
      const grown = await growth(gateway, [REQUESTS, 'gateway_answers_total'], async () => {
        const socket = connect(port, '127.0.0.1');
        socket.write(
          `POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${presented}\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{`,
        );
        const [, response] = (await once(gateway.server, 'request')) as [unknown, NodeJS.EventEmitter];
        const closed = once(response, 'close');
        socket.destroy();
        await closed;
      });
      expect(grown).toEqual([]);
    },
  );

  test('with the time that it took in buckets and in their sum', async () => {
    const before = await readMetrics(gateway);
    await post('{ hotels { totalCount } }');
    const after = await readMetrics(gateway);
    const name = 'gateway_http_request_duration_seconds';
    const labels = { route: '/graphql', method: 'POST', status: '200' };
    expect(after.value(`${name}_count`, labels) - before.value(`${name}_count`, labels)).toBe(1);
    expect(after.value(`${name}_sum`, labels)).toBeGreaterThan(before.value(`${name}_sum`, labels));
    const infinite = { ...labels, le: '+Inf' };
    expect(after.value(`${name}_bucket`, infinite)).toBe(after.value(`${name}_count`, labels));
  });
});

describe.each([
  ['with a store of answers', 8],
  ['without one', 0],
])('a gateway %s reports the origins of its answers', (_, responseStoreMb) => {
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    gateway = await started({ config: { responseStoreMb } });
    key = await gateway.key();
  });
  const outcomes = (grown: Awaited<ReturnType<typeof growth>>) =>
    Object.fromEntries(grown.map(({ labels, by }) => [`${labels.protocol} ${labels.outcome}`, by]));

  test('of REST', async () => {
    const ask = (url: string) => gateway.inject({ url, headers: { authorization: `Bearer ${key}` } });
    const grown = await growth(gateway, ['gateway_answers_total'], async () => {
      // The third answer comes from the cache, if it is cacheable.
      for (let time = 0; time < 3; time++) await ask('/api/v1/visit-types');
      await ask('/api/v1/visit-types?max=0');
      await gateway.inject({ url: '/api/v1/visit-types' });
    });
    expect(outcomes(grown)).toEqual(
      responseStoreMb > 0
        ? { 'rest computed': 1, 'rest stored': 2, 'rest refused': 2 }
        : { 'rest not_kept': 3, 'rest refused': 2 },
    );
  });

  test('of GraphQL, by the field that was asked for, through Yoga, plain and compiled', async () => {
    const ask = (query: string, more: object = {}) =>
      gateway.inject({
        method: 'POST',
        url: '/graphql',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ query, ...more }),
      });
    const grown = await growth(gateway, [OPERATIONS, 'gateway_answers_total'], async () => {
      // Often enough to be compiled; the variable makes each request different.
      for (let time = 0; time < 15; time++) {
        const variables = { first: time + 1 };
        await ask('query Mine($first: Int) { hotels(first: $first) { totalCount } }', { variables });
      }
      for (let time = 0; time < 2; time++) await ask('{ destinations { number } }');
      await ask('{ viewer { today } }');
      await ask('{ hotels { totalCount } destinations { number } }');
      await ask('fragment All on Query { roomTypes { totalCount } } { ...All }');
      await ask('{ __schema { queryType { name } } }');
      await ask('{ nothing }');
    });
    const isKept = responseStoreMb > 0;
    const kept = isKept ? 'computed' : 'not_kept';
    const operations = grown
      .filter(({ name }) => name === OPERATIONS)
      .map(({ labels, by }) => [labels.operation, labels.outcome, by]);
    expect(operations.sort()).toEqual(
      [
        ['hotels', kept, 15],
        ...(isKept
          ? [
              ['destinations', 'computed', 1],
              ['destinations', 'stored', 1],
            ]
          : [['destinations', 'not_kept', 2]]),
        ['viewer', expect.any(String), 1],
        ['several', kept, 1],
        ['roomTypes', kept, 1],
        ['none', kept, 1],
        ['none', 'not_kept', 1],
      ]
        .reduce<unknown[][]>((merged, one) => {
          const twin = merged.find(([operation, outcome]) => operation === one[0] && outcome === one[1]);
          if (twin) twin[2] = Number(twin[2]) + Number(one[2]);
          else merged.push([...one]);
          return merged;
        }, [])
        .sort(),
    );
    const answered = grown.filter(({ name }) => name === 'gateway_answers_total');
    expect(answered.reduce((sum, { by }) => sum + by, 0)).toBe(22);
  });
});

test('bookings are counted by what became of them, over both interfaces', async () => {
  const gateway = await started();
  const key = await gateway.key();
  const rest = (body: object, idempotencyKey?: string) =>
    gateway.inject({
      method: 'POST',
      url: '/api/v1/booking',
      headers: { authorization: `Bearer ${key}`, ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}) },
      payload: body,
    });
  const grown = await growth(gateway, ['gateway_bookings_total'], async () => {
    await rest(bindingBody(), 'one');
    await rest(bindingBody(), 'one');
    await rest(bindingBody({ customer_note: 'another' }), 'one');
    await rest(bindingBody({ visit_type_id: 999 }));
    await rest(bindingBody({ guests: [] }));
    const input = canaries.literalOf({ ...canaries.canaryInput({ arrival: 'never', departure: 'ever' }) });
    await gateway.graphql(`mutation { createBooking(input: ${input}) { __typename } }`, { key });
  });
  const counted = Object.fromEntries(grown.map(({ labels, by }) => [labels.outcome, by]));
  expect(counted).toMatchObject({ CREATED: 1, REPLAYED: 1, IDEMPOTENCY_KEY_REUSED: 1, NOT_FOUND: 1, GUEST_COUNT: 1 });
});

test('caches, connections, notifications, refusals of the limit, failures and the process are reported', async () => {
  const gateway = await started({ config: { rateLimitPerMinute: 3 } });
  const key = await gateway.key();
  const ask = () => gateway.inject({ url: '/api/v1/visit-types', headers: { authorization: `Bearer ${key}` } });
  for (let time = 0; time < 3; time++) await ask();
  expect((await ask()).statusCode).toBe(429);
  const reported = await readMetrics(gateway);
  for (const cache of ['answers', 'catalogue', 'rate_books', 'lowest_prices']) {
    const [entries, size, limit] = ['entries', 'size', 'limit'].map((what) =>
      reported.value(`gateway_cache_${what}`, { cache }),
    );
    expect([cache, entries! > 0, size! >= entries!, limit! > size!]).toEqual([cache, true, true, true]);
  }
  expect(reported.value('gateway_rate_limit_refusals_total')).toBe(1);
  expect(reported.value('gateway_epoch_listener_connected')).toBe(1);
  expect(reported.value('gateway_database_connections')).toBeGreaterThan(0);
  expect(reported.samples.some(({ name }) => name === 'gateway_database_waiting')).toBe(true);
  expect(reported.value('gateway_build_info', { version: VERSION, node_version: process.versions.node })).toBe(1);
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_seconds', 'nodejs_heap_size_used_bytes']) {
    expect([name, reported.types.get(name), reported.samples.some((one) => one.name === name)]).toEqual([
      name,
      'gauge',
      true,
    ]);
  }
  const before = reported.value('gateway_epoch_notifications_total');
  await gateway.inject({
    method: 'POST',
    url: '/api/v1/booking',
    headers: { authorization: `Bearer ${await gateway.key()}` },
    payload: bindingBody(),
  });
  await until(
    async () => (await readMetrics(gateway)).value('gateway_epoch_notifications_total'),
    (now) => now > before,
  );
  await gateway.database.prisma.$executeRaw`ALTER TABLE hotel RENAME TO hotel_away`;
  const failed = await gateway.inject({
    url: '/api/v2/hotels',
    headers: { authorization: `Bearer ${await gateway.key()}` },
  });
  expect(failed.statusCode).toBe(500);
  expect((await readMetrics(gateway)).value('gateway_failures_total', { kind: 'defect' })).toBeGreaterThan(0);
});

test('sizes of caches have their unit, so that bytes are not added to rows', async () => {
  const reported = await readMetrics(await started());
  for (const name of ['gateway_cache_size', 'gateway_cache_limit']) {
    const unitOf = Object.fromEntries(
      reported.samples.flatMap((one) => (one.name === name ? [[one.labels.cache, one.labels.unit]] : [])),
    );
    expect(unitOf).toMatchObject({ answers: 'bytes', search_texts: 'bytes', catalogue: 'rows', lists: 'rows' });
    expect(new Set(Object.values(unitOf))).toEqual(new Set(['bytes', 'rows']));
  }
});

test('a request that waits for events takes as long as it works', async () => {
  const gateway = await started();
  const headers = { authorization: `Bearer ${await gateway.key({ scopes: ['bookings'] })}` };
  const waited = await gateway.inject({ url: '/api/v2/events?wait=1', headers });
  expect([waited.statusCode, waited.json().data]).toEqual([200, []]);
  const sum = 'gateway_http_request_duration_seconds_sum';
  const seconds = (await readMetrics(gateway)).value(sum, { route: '/api/v2/events' });
  expect([seconds > 0, seconds < 1]).toEqual([true, true]);
});

test('replicas are identified by their positions', async () => {
  const database = await freshDatabase();
  const state = { index: 2, caughtUp: true, away: false, served: 7, fallbacks: 3 };
  const gateway = await started({ database: { ...database, replicas: () => [state] } });
  const reported = await readMetrics(gateway);
  expect(reported.value('gateway_replica_reads_total', { replica: '2', result: 'answered' })).toBe(7);
  expect(reported.value('gateway_replica_reads_total', { replica: '2', result: 'passed_on' })).toBe(3);
  expect(reported.value('gateway_replica_caught_up', { replica: '2' })).toBe(1);
  expect(reported.samples.find(({ name }) => name === 'gateway_replica_away')?.value).toBe(0);
});
