/** Streams of subscriptions (U6): who gets one, how it is kept open, and how it ends. */
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { revokeKey } from '../../../src/data/keys/api-keys.ts';
import { rotateKey } from '../../../src/data/keys/rotate-key.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { UPDATE_REST_MS } from '../../../src/operations/live/feeds.ts';
import type { Config } from '../../../src/server/config.ts';
import { createLog } from '../../../src/server/telemetry/log.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { PEPPER, startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { readMetrics } from '../../support/gateway/read-metrics.ts';
import { soon, until } from '../../support/requests/until.ts';
import { type EventStream, openEventStream, type Subscribing } from '../../support/subscriptions/event-stream.ts';
import { askCalendar, type FollowedCalendar, followCalendar } from '../../support/subscriptions/followed-calendar.ts';
import { type ManualScheduler, manualScheduler } from '../../support/subscriptions/manual-scheduler.ts';

const DATES = 'subscription { calendar(filter: { visitType: 101, hotel: 1 }) { days { date } } }';

const WRONG_VARIABLE = {
  query: 'subscription ($from: LocalDate) { calendar(filter: {}, dateFrom: $from) { days { date } } }',
  variables: { from: 'tomorrow' },
};

let gateway: TestGateway;
let timers: ManualScheduler;
let url: string;
let key: string;
let lines: string[];
let streams: EventStream[] = [];

async function start(config: Partial<Config> = {}, readerStallMs = 60_000): Promise<void> {
  timers = manualScheduler();
  lines = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = await createLog({ level: 'info', terminal: false, destination });
  gateway = await startGateway({
    catalogue: SMALL_CATALOGUE,
    today: TODAY,
    config,
    log,
    schedule: timers.schedule,
    readerStallMs,
  });
  url = await gateway.listen();
  key = await gateway.key();
}

afterEach(async () => {
  for (const stream of streams) stream.close();
  streams = [];
  await gateway.close();
});

async function open(asked: Partial<Subscribing> = {}): Promise<EventStream> {
  const stream = await openEventStream({ url, key, query: DATES, ...asked });
  streams.push(stream);
  return stream;
}

const openNow = async (): Promise<number> => {
  const { samples } = await readMetrics(gateway);
  return samples.find(({ name }) => name === 'gateway_subscriptions_open')!.value;
};

describe('a stream', () => {
  beforeEach(() => start());

  test('is events that nothing keeps, compresses or collects', async () => {
    const stream = await open({ headers: { 'accept-encoding': 'gzip, br' } });
    expect([stream.status, stream.headers]).toMatchObject([
      200,
      {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'private, no-store, no-transform',
        'x-accel-buffering': 'no',
        'transfer-encoding': 'chunked',
      },
    ]);
    expect(stream.headers['content-encoding']).toBeUndefined();
    expect(await stream.result()).toMatchObject({ data: { calendar: { days: expect.any(Array) } } });
  });

  test.each<[string, Partial<Subscribing>]>([
    ['GET, as EventSource sends it', { method: 'GET' }],
    ['a POST that would also take JSON', { headers: { accept: 'application/json, text/event-stream;q=0.1' } }],
    ['any text', { headers: { accept: 'text/*' } }],
  ])('begins for %s', async (_, asked) => {
    const stream = await open(asked);
    expect([stream.status, await stream.result()]).toMatchObject([200, { data: { calendar: {} } }]);
  });

  test('gets a comment every 15 seconds', async () => {
    const stream = await open();
    await stream.result();
    const before = stream.received().length;
    timers.advance(30_000);
    await until(
      async () => stream.received().slice(before),
      (text) => text === ':\n\n:\n\n',
    );
  });

  test('is counted while it is open, and logged once with its key when it ends', async () => {
    const stream = await open();
    await stream.result();
    const requests = () => lines.map((line) => JSON.parse(line)).filter(({ route }) => route === '/graphql');
    expect([await openNow(), requests()]).toEqual([1, []]);
    stream.close();
    await until(openNow, (now) => now === 0);
    expect(requests()).toMatchObject([
      { msg: 'request', status: 200, answer: 'streamed', operation: 'calendar', keyPrefix: key.slice(0, 12) },
    ]);
    expect(gateway.services.feeds.stats().followed).toBe(0);
  });
});

describe('a client that reads nothing', () => {
  beforeEach(() => start());
  const LARGE = { filter: { hotel: '1' }, from: '2027-01-10', to: '2028-12-31' };

  /** A calendar whose client has stopped reading, so that its socket takes nothing more. */
  async function blocked(): Promise<{ calendar: FollowedCalendar; socket: Socket }> {
    const sockets = new Set<Socket>();
    gateway.server.on('connection', (socket) => sockets.add(socket));
    const calendar = await followCalendar({ url, key, variables: LARGE });
    streams.push(calendar.stream);
    await calendar.update();
    calendar.stream.pause();
    // The buffers of the system take megabytes.
    const socket = await until(
      async () => {
        await changePrices();
        return [...sockets].find((one) => one.writableNeedDrain);
      },
      (found) => found !== undefined,
    );
    return { calendar, socket: socket! };
  }

  test('is written nothing more; when it reads again, it gets what leads to the newest state', async () => {
    const { calendar, socket } = await blocked();
    const { writableLength } = socket;
    for (let step = 0; step < 5; step++) await changePrices();
    expect(socket.writableLength).toBe(writableLength);
    calendar.stream.resume();
    const wanted = JSON.stringify(await askCalendar(gateway, LARGE, key));
    await until(async () => {
      while (calendar.stream.waiting() > 0) await calendar.update();
      return JSON.stringify(calendar.days()) === wanted;
    }, Boolean);
  });

  test('is disconnected when it has taken nothing for the time of a stalled reader (A3)', async () => {
    await gateway.close();
    await start({}, 2_000);
    const { socket } = await blocked();
    await until(openNow, (now) => now === 0);
    expect(socket.destroyed).toBe(true);
  });
});

describe('a subscription is refused in JSON', () => {
  beforeEach(() => start());

  test.each<[string, number, string, Partial<Subscribing>]>([
    ['without an Accept that names events', 406, 'BAD_REQUEST', { headers: { accept: '*/*' } }],
    [
      'with reversed dates',
      400,
      'BAD_USER_INPUT',
      { query: subscribing('dateFrom: "2027-03-02", dateTo: "2027-03-01"') },
    ],
    ['with too many days', 400, 'BAD_USER_INPUT', { query: subscribing('dateTo: "2031-03-01"') }],
    ['with an occupancy out of bounds', 400, 'BAD_USER_INPUT', { query: subscribing('', 'occupancy: 3') }],
    ['with a wrong variable', 400, 'BAD_USER_INPUT', WRONG_VARIABLE],
    [
      'whose field may be skipped',
      400,
      'GRAPHQL_VALIDATION_FAILED',
      { query: DATES.replace(') {', ') @skip(if: true) {') },
    ],
    ['without a key', 401, 'UNAUTHENTICATED', { key: 'none' }],
  ])('%s', async (_, status, code, asked) => {
    const stream = await open(asked);
    expect([stream.status, stream.headers['content-type'], JSON.parse(stream.body)]).toMatchObject([
      status,
      'application/json; charset=utf-8',
      { errors: [{ extensions: { code } }] },
    ]);
    expect(await openNow()).toBe(0);
  });

  test('with the same problems as the query', async () => {
    const wrong = 'filter: { occupancy: 3 }, dateFrom: "2027-03-02", dateTo: "2027-03-01"';
    const { errors } = await gateway.graphql(`{ calendar(${wrong}) { date } }`, { key });
    const { body } = await open({ query: `subscription { calendar(${wrong}) { days { date } } }` });
    const [refusal] = JSON.parse(body).errors;
    expect([refusal.message, refusal.extensions]).toEqual([errors![0]!.message, errors![0]!.extensions]);
  });

  test('with a key without the scope read', async () => {
    const stream = await open({ key: await gateway.key({ scopes: ['book'] }) });
    expect([stream.status, JSON.parse(stream.body).errors[0].extensions.code]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('limits', () => {
  test('a key has 100 open subscriptions; one more is 503 with Retry-After, and others have their own', async () => {
    await start();
    for (let place = 0; place < 100; place++) await open();
    const refused = await open();
    expect([
      refused.status,
      refused.headers['retry-after'],
      JSON.parse(refused.body).errors[0].extensions.code,
    ]).toEqual([503, '5', 'SERVICE_UNAVAILABLE']);
    expect(new Map(gateway.services.limits.entries()).get('subscriptions')).toBe(1);
    expect((await open({ key: await gateway.key() })).status).toBe(200);
    streams[0]!.close();
    await until(openNow, (now) => now === 100);
    expect((await open()).status).toBe(200);
  });

  test('a process has SUBSCRIPTIONS_MAX; refusals leave nothing behind', async () => {
    await start({ subscriptionsMax: 2 });
    const [first] = [await open(), await open()];
    const other = await gateway.key();
    expect([(await open({ key: other })).status, await openNow()]).toEqual([503, 2]);
    expect(new Map(gateway.services.limits.entries()).get('subscriptions')).toBe(1);
    first!.close();
    await until(openNow, (now) => now === 1);
    expect((await open({ key: other })).status).toBe(200);
  });
});

describe('a stream ends in order', () => {
  beforeEach(() => start());
  const COMPLETE = { event: 'complete', data: '' };

  async function ending(stream: EventStream): Promise<void> {
    // Keys are checked at most every 250 ms.
    await until(async () => {
      timers.advance(250);
      return stream.waiting() > 0;
    }, Boolean);
    expect(await stream.next()).toEqual(COMPLETE);
    expect(await stream.next()).toBeNull();
  }

  test('when its key is revoked, and only then', async () => {
    const [revoked, kept] = [await open(), await open({ key: await gateway.key() })];
    for (const stream of [revoked, kept]) await stream.result();
    await revokeKey({ database: gateway.database, prefix: key, clock: systemClock });
    await ending(revoked);
    expect([kept.waiting(), await openNow()]).toEqual([0, 1]);
  });

  test('when its key expires', async () => {
    const stream = await open({ key: await gateway.key({ expiresAt: new Date('2027-01-10T13:00:00Z') }) });
    await stream.result();
    gateway.setClock('2027-01-10T12:59:59Z');
    timers.advance(1_000);
    gateway.setClock('2027-01-10T13:00:00Z');
    timers.advance(1_000);
    await ending(stream);
  });

  test('S5: when the overlap of its replaced key is over, whether it began before or in it', async () => {
    const { database } = gateway;
    const before = await open();
    const marker = await gateway.key();
    const checkedNext = await open({ key: marker });
    for (const stream of [before, checkedNext]) await stream.result();
    const clock = { now: () => Date.parse('2027-01-10T12:00:00Z') };
    await rotateKey({ database, pepper: PEPPER, prefix: key, overlapMs: 3_600_000, clock });
    await revokeKey({ database, prefix: marker, clock });
    await ending(checkedNext);
    const meanwhile = await open();
    await meanwhile.result();
    gateway.setClock('2027-01-10T12:59:59Z');
    timers.advance(1_000);
    expect(await openNow()).toBe(2);
    gateway.setClock('2027-01-10T13:00:00Z');
    timers.advance(1_000);
    for (const stream of [before, meanwhile]) await ending(stream);
  });

  test('when its key sees something else', async () => {
    const stream = await open({ key: await gateway.key({ destinations: [1, 2] }) });
    await stream.result();
    await gateway.database.prisma.apiKeyDestination.deleteMany({ where: { destinationNumber: 2 } });
    // A new key tells all processes that keys have changed.
    await gateway.key();
    await ending(stream);
  });

  test('when the process stops, with the time to come back', async () => {
    const all = await Promise.all([open(), open(), open()]);
    for (const stream of all) await stream.result();
    gateway.drain();
    for (const stream of all) {
      await ending(stream);
      expect(stream.received()).toMatch(/retry: [1-4]\d{3}\nevent: complete\ndata:\n\n$/);
    }
    expect((await open()).status).toBe(503);
    await soon(
      'the end of all',
      until(openNow, (now) => now === 0),
    );
  });
});

let price = 900;
/** Changes most days of the calendars of hotel 1, and waits until they are computed again. */
async function changePrices(): Promise<void> {
  const { feeds } = gateway.services;
  const before = feeds.stats().computations;
  const catalogue = structuredClone(SMALL_CATALOGUE);
  const classic = catalogue.visitTypes!.find(({ id }) => id === 101)!;
  for (const rate of classic.priceLists![0]!.rates!) rate.amount = price;
  price = price === 900 ? 800 : 900;
  await importCatalogue({ database: gateway.database, source: catalogue as never });
  await until(
    async () => {
      timers.advance(UPDATE_REST_MS);
      return feeds.stats().computations;
    },
    (now) => now > before,
  );
}

function subscribing(dates: string, occupancy = ''): string {
  return `subscription { calendar(filter: { hotel: 1 ${occupancy} } ${dates}) { days { date } } }`;
}
