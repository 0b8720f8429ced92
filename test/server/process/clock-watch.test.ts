/** T2: what goes by time goes by the database's clock, and a process whose machine has another one writes nothing and says so. */
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DatabaseClock } from '../../../src/data/database/database-clock.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { readConfig } from '../../../src/server/config.ts';
import { startServer } from '../../../src/server/main.ts';
import { watchClock } from '../../../src/server/process/clock-watch.ts';
import { sweep } from '../../../src/server/process/sweep.ts';
import { createLog, type Logger } from '../../../src/server/telemetry/log.ts';
import { type FreshDatabase, freshDatabase, putInto } from '../../support/database/fresh-database.ts';
import { readPrometheusText } from '../../support/gateway/prometheus-text.ts';
import {
  environmentFor,
  nightBody,
  nightCalendar,
  servedCatalogue,
  servedClient,
  servedKey,
} from '../../support/gateway/served-gateway.ts';
import { manualScheduler } from '../../support/subscriptions/manual-scheduler.ts';
import { startReceiver } from '../../support/webhooks/receiver.ts';

const DAY_MS = 86_400_000;
const BUSINESS_TIME_ZONE = 'Europe/Prague';

let database: FreshDatabase;
let key: string;
let managing: string;
let log: Logger;
let lines: string[];
beforeAll(async () => {
  database = await freshDatabase();
  await putInto(database, servedCatalogue({ units: 5 }));
  ({ key } = await servedKey(database));
  ({ key: managing } = await servedKey(database, { scopes: ['manage'] }));
});
afterAll(() => database.close());
beforeEach(async () => {
  lines = [];
  const destination = new PassThrough().on('data', (line) => lines.push(String(line)));
  log = await createLog({ level: 'warn', terminal: false, destination });
});

/** A machine whose clock a test sets. */
function machineAhead(aheadMs: number) {
  return { aheadMs, now: () => Date.now() + machine.aheadMs };
}
let machine = machineAhead(0);

const serving = (env: Record<string, string> = {}) =>
  startServer(readConfig({ ...environmentFor(database.url), PORT: '0', ...env }), { clock: machine, log });

const guestData = () => database.prisma.bookingContact.count({ where: { email: { not: '' } } });

test('a process 200 days ahead reads as of the right today, writes nothing, and says so in the log, in /ready, in /ready/write and in a metric', async () => {
  machine = machineAhead(0);
  const right = await serving();
  const booked = await servedClient({ url: right.url, key }).book(nightBody(3));
  expect(booked.status).toBe(201);
  await right.stop();

  machine = machineAhead(200 * DAY_MS);
  const wrong = await serving();
  const client = servedClient({ url: wrong.url, key });
  const refused = await client.book(nightBody(3));
  expect([refused.status, refused.retryAfter]).toEqual([503, '5']);
  expect(await database.prisma.booking.count()).toBe(1);
  // What is written past the transactions of bookings is refused as well.
  const manager = servedClient({ url: wrong.url, key: managing });
  const hook = await manager.graphql(
    'mutation { createWebhook(input: { url: "https://hotel.example" }) { __typename } }',
  );
  expect([hook.status, hook.text]).toEqual([503, expect.stringContaining('SERVICE_UNAVAILABLE')]);
  expect(await database.prisma.webhookEndpoint.count()).toBe(0);
  const file = servedCatalogue({ units: 5, destination: 'Elsewhere' });
  const putFile = (query: string) =>
    fetch(`${wrong.url}/manage/catalogue${query}`, {
      method: 'PUT',
      body: JSON.stringify(file),
      headers: { authorization: `Bearer ${managing}`, 'content-type': 'application/json' },
    });
  const [imported, tried] = [await putFile(''), await putFile('?dryRun=1')];
  expect([imported.status, imported.headers.get('retry-after'), tried.status]).toEqual([503, '5', 200]);
  expect((await database.prisma.destination.findFirstOrThrow()).name).toMatchObject({ en: 'Valley' });
  // For its machine these days are over.
  const calendar = await client.get(nightCalendar(3));
  expect([calendar.status, calendar.text]).toEqual([200, expect.stringContaining('"selectable":true')]);
  const ready = await client.get('/ready');
  expect([ready.status, ready.json()]).toEqual([200, { ready: true, warning: 'clock' }]);
  const forWrites = await client.get('/ready/write');
  expect([forWrites.status, forWrites.json()]).toEqual([503, { ready: false, reason: 'clock' }]);
  const ahead = readPrometheusText((await client.get('/metrics')).text).value('gateway_clock_ahead_seconds');
  expect(Math.round(ahead! / 86_400)).toBe(200);
  expect(lines.filter((line) => line.includes('nothing is written'))).toEqual([
    expect.stringMatching(/"level":40,.*"aheadSeconds":17280\d\d\d,.*nothing is written/),
  ]);
  await wrong.stop();
});

test('sweeps of a process with a wrong clock erase, expire and delete nothing; when it is set right, only what is due', async () => {
  machine = machineAhead(200 * DAY_MS);
  const clock = await DatabaseClock.open(database, { machine });
  const { schedule } = manualScheduler();
  const { mayWrite, stop } = watchClock(clock, { schedule, log });
  const config = { bookingRetentionDays: 0, businessTimeZone: BUSINESS_TIME_ZONE };
  const { id: apiKeyId, clientId } = await database.prisma.apiKey.findFirstOrThrow();
  for (const [name, aheadMs] of [
    ['over', -DAY_MS],
    ['kept', DAY_MS],
  ] as const) {
    const record = { key: name, requestHash: '0'.repeat(64), expiresAt: new Date(systemClock.now() + aheadMs) };
    await database.prisma.idempotencyRecord.create({ data: { ...record, apiKeyId, clientId } });
  }
  const kept = async () => [await database.prisma.idempotencyRecord.count(), await guestData()];
  const before = await kept();
  // With its own clock as well: the machine's is compared first.
  for (const used of [clock, machine]) await sweep({ database, clock: used, log, config, mayWrite });
  expect(await kept()).toEqual(before);
  machine.aheadMs = 0;
  await sweep({ database, clock, log, config, mayWrite });
  expect([before, await kept()]).toEqual([
    [2, 1],
    [1, 1],
  ]);
  stop();
});

test('a process 200 days ahead finds a booking by its reference and e-mail, counts a wrong pair at the right time, and quotes a change', async () => {
  machine = machineAhead(0);
  const right = await serving();
  const booked = await servedClient({ url: right.url, key }).book(nightBody(4));
  expect(booked.status).toBe(201);
  await right.stop();
  const { id, reference } = await database.prisma.booking.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });

  machine = machineAhead(200 * DAY_MS);
  const wrong = await serving();
  const client = servedClient({ url: wrong.url, key });
  const find = async (email: string) =>
    (await client.graphql(`{ booking(reference: "${reference}", email: "${email}") { id } }`)).json();
  expect(await find('anna@example.com')).toMatchObject({ data: { booking: { id } } });
  expect(await find('otto@example.com')).toMatchObject({ data: { booking: null } });
  const [counted] = await database.prisma.$queryRaw<{ days: number }[]>`
    SELECT (extract(epoch FROM expires_at - now()) / 86400)::int AS days FROM recent_use WHERE kind = 'failed_lookup'`;
  expect(counted).toEqual({ days: 0 });
  const change = `(input: { id: "${id}", billedTo: { email: "berta@example.com" } }) { __typename }`;
  const quoted = await client.graphql(`{ quoteChange${change} }`);
  expect(quoted.json()).toMatchObject({ data: { quoteChange: { __typename: 'ChangeQuoted' } } });
  const changed = await client.graphql(`mutation { changeBooking${change} }`);
  expect([changed.status, changed.text]).toEqual([503, expect.stringContaining('SERVICE_UNAVAILABLE')]);
  await wrong.stop();
});

test('the clock counts on without the machine’s, which is noticed at once when it is set, and logged once', async () => {
  machine = machineAhead(0);
  let monotonic = 0;
  const clock = await DatabaseClock.open(database, { machine, monotonic: () => monotonic });
  const timers = manualScheduler();
  const { mayWrite, stop } = watchClock(clock, { schedule: timers.schedule, log });
  const first = clock.now();
  machine.aheadMs = -3_600_000;
  expect([clock.now() - first, clock.isOff()]).toEqual([0, true]);
  monotonic += 1_500;
  expect(clock.now() - first).toBe(1_500);
  expect([await mayWrite(), await mayWrite()]).toEqual([false, false]);
  expect(lines).toEqual([expect.stringContaining('nothing is written')]);
  // A measurement that took too long says nothing.
  const slow = await DatabaseClock.open(database, { machine, monotonic: () => (monotonic += 3_000) });
  const start = slow.now() - monotonic;
  await slow.measure();
  expect(slow.now() - monotonic).toBe(start);
  stop();
  expect(timers.count).toBe(0);
});

test('half a minute is the most that a machine may be off, either way', async () => {
  const still = { at: 0, now: () => still.at };
  const clock = await DatabaseClock.open(database, { machine: still, monotonic: () => 0 });
  const isOffBy = (ms: number) => {
    still.at = clock.now() + ms;
    return clock.isOff();
  };
  expect([30_000, 30_001, -30_000, -30_001].map(isOffBy)).toEqual([false, true, false, true]);
});

test('a process with a wrong clock publishes and delivers nothing; once it is set right, each event is delivered', async () => {
  const hotel = await startReceiver();
  machine = machineAhead(0);
  const env = { WEBHOOKS_ALLOW_PRIVATE: '1' };
  const right = await serving({ ...env, DELIVERIES: '0' });
  const hook = await servedClient({ url: right.url, key: managing }).graphql(
    `mutation { createWebhook(input: { url: "${hotel.url}" }) { __typename } }`,
  );
  expect(hook.text).toContain('WebhookCreated');
  for (const days of [5, 6]) {
    expect((await servedClient({ url: right.url, key }).book(nightBody(days))).status).toBe(201);
  }
  const deliveries = () => database.prisma.delivery.findMany({ select: { state: true, attempts: true } });
  await expect.poll(deliveries, { timeout: 30_000 }).toHaveLength(2);
  await right.stop();
  // As if the process had ended before it published the last event.
  await database.prisma.$executeRaw`
    DELETE FROM delivery WHERE event_sequence = (SELECT max(sequence) FROM booking_event)`;
  await database.prisma.$executeRaw`
    UPDATE booking_event SET position = NULL WHERE sequence = (SELECT max(sequence) FROM booking_event)`;

  machine = machineAhead(3_600_000);
  const wrong = await serving(env);
  // Whoever reads the feed publishes first.
  const { key: reading } = await servedKey(database, { scopes: ['bookings'] });
  const readFeed = async () => {
    const { status } = await servedClient({ url: wrong.url, key: reading }).get('/api/v2/events');
    expect(status).toBe(200);
    return database.prisma.bookingEvent.count({ where: { position: null } });
  };
  expect([await readFeed(), await readFeed()]).toEqual([1, 1]);
  expect(await deliveries()).toEqual([{ state: 'PENDING', attempts: 0 }]);
  expect(hotel.received).toEqual([]);
  machine.aheadMs = 0;
  expect(await readFeed()).toBe(0);
  await expect.poll(() => hotel.received.length, { timeout: 30_000 }).toBe(2);
  await wrong.stop();
  await hotel.close();
});
