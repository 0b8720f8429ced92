/**
 * Subscriptions of real processes on one PostgreSQL: a booking through one is sent by the other, also while it gets no
 * notifications; a process that stops ends its streams in order.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase, putInto } from '../../support/database/fresh-database.ts';
import { openPostgresProxy, type PostgresProxy } from '../../support/database/postgres-proxy.ts';
import { type Serving, startServing } from '../../support/gateway/run-cli.ts';
import {
  dateFromNow,
  environmentFor,
  nightBody,
  servedCatalogue,
  servedClient,
  servedKey,
} from '../../support/gateway/served-gateway.ts';
import { type FollowedCalendar, followCalendar } from '../../support/subscriptions/followed-calendar.ts';

let database: FreshDatabase;
let proxy: PostgresProxy;
let key: string;
let servers: Serving[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  await putInto(database, servedCatalogue({ units: 1 }));
  ({ key } = await servedKey(database));
  proxy = await openPostgresProxy(database.url);
});
afterEach(async () => {
  proxy.dropNotifications(false);
  proxy.cutStatements(null);
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  servers = [];
});
afterAll(async () => {
  await proxy?.close();
  await database?.close();
});

async function serve(url: string): Promise<Serving> {
  const server = await startServing(environmentFor(url));
  servers.push(server);
  return server;
}

/** The calendar of one room on four days from tomorrow on, with its first update. */
async function follow({ url }: Serving, from: number): Promise<FollowedCalendar> {
  const variables = {
    filter: { visitType: '101', roomType: '11' },
    from: dateFromNow(from),
    to: dateFromNow(from + 3),
  };
  const calendar = await followCalendar({ url, key, variables });
  expect((await calendar.update()).days.map(({ availability }) => availability)).toEqual(Array(4).fill('AVAILABLE'));
  return calendar;
}

test.each([
  ['notifications arrive', 1, () => {}],
  ['notifications are lost, by the poll', 5, () => proxy.dropNotifications(true)],
  [
    'there is no connection for notifications, by the poll',
    9,
    () => {
      proxy.cutStatements(/^LISTEN /);
      proxy.cutListening();
    },
  ],
])('U6: a booking through one process is sent by another while %s', async (_, from, disturb) => {
  const [here, there] = await Promise.all([serve(database.url), serve(proxy.url)]);
  const calendar = await follow(there, from);
  disturb();
  expect((await servedClient({ url: here.url, key }).book(nightBody(from + 1))).status).toBe(201);
  const { days, removed } = await calendar.update();
  expect([days.map(({ date, availability }) => [date, availability]), removed]).toEqual([
    [[dateFromNow(from + 1), 'ON_DEMAND']],
    [],
  ]);
  calendar.stream.close();
});

test('U6: a process that stops ends its streams, with the time to come back, and exits with 0', async () => {
  const server = await serve(database.url);
  const calendars = await Promise.all(Array.from({ length: 50 }, () => follow(server, 20)));
  const ending = server.stop();
  for (const { stream } of calendars) {
    expect(await stream.next()).toEqual({ event: 'complete', data: '' });
    expect(stream.received()).toMatch(/retry: \d{4}\nevent: complete\ndata:\n\n$/);
    expect(await stream.next()).toBeNull();
  }
  expect(await ending).toMatchObject({ code: 0, stderr: '' });
});
