/** Listening to channels of a real server over one connection. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createListen } from '../../../src/data/database/notifications.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { openPostgresProxy } from '../../support/database/postgres-proxy.ts';
import { soon, until } from '../../support/requests/until.ts';

let database: FreshDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.close());

/** Remembers what a channel says. */
function remember() {
  const heard: (string | boolean)[] = [];
  const listener = {
    onPayload: (payload: string) => heard.push(payload),
    onConnected: (is: boolean) => heard.push(is),
  };
  return { heard, listener };
}

const listening = () => database.prisma.$queryRaw<{ pid: number }[]>`
  SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^(LISTEN |SELECT ''listening'')'`;
const notify = (channel: string, payload: string) =>
  database.prisma.$executeRaw`SELECT pg_notify(${channel}, ${payload})`;

test('all channels share a connection, which ends with the last of them; each receives its own', async () => {
  const listen = createListen(database.url);
  const [first, second] = [remember(), remember()];
  const stops = await Promise.all([listen('one', first.listener), listen('two', second.listener)]);
  expect(await listening()).toHaveLength(1);
  await notify('one', 'a');
  await notify('two', 'b');
  await until(
    async () => second.heard.length,
    (length) => length === 2,
  );
  expect([first.heard, second.heard]).toEqual([
    [true, 'a'],
    [true, 'b'],
  ]);
  await stops[0]!();
  expect(await listening()).toHaveLength(1);
  await stops[1]!();
  await until(listening, (connections) => connections.length === 0);
});

test('a lost connection is reported to all and opened again for all', async () => {
  const listen = createListen(database.url);
  const [first, second] = [remember(), remember()];
  const stops = [await listen('one', first.listener), await listen('two', second.listener)];
  await database.prisma.$queryRaw`SELECT pg_terminate_backend(${(await listening())[0]!.pid})::text AS ended`;
  await until(
    async () => [first.heard, second.heard],
    (both) => both.every(({ length }) => length === 3),
  );
  await notify('two', 'again');
  await until(
    async () => second.heard.length,
    (length) => length === 4,
  );
  expect([first.heard, second.heard]).toEqual([
    [true, false, true],
    [true, false, true, 'again'],
  ]);
  for (const stop of stops) await stop();
});

test('a connection that falls silent is reported to all while nothing arrives, and used on when the server was merely slow', async () => {
  const proxy = await openPostgresProxy(database.url);
  const listen = createListen(proxy.url);
  const [first, second] = [remember(), remember()];
  const stops = [await listen('one', first.listener), await listen('two', second.listener)];
  const connection = await listening();
  proxy.pause();
  await notify('two', 'late');
  await until(
    async () => [first.heard, second.heard],
    (both) => both.every(({ length }) => length === 2),
  );
  proxy.resume();
  await until(
    async () => [first.heard, second.heard],
    ([one, two]) => one!.length === 3 && two!.length === 4,
  );
  expect([first.heard, second.heard]).toEqual([
    [true, false, true],
    [true, false, 'late', true],
  ]);
  expect(await listening()).toEqual(connection);
  for (const stop of stops) await stop();
  await proxy.close();
});

test('a connection that falls silent before it listens is given up, and another one is opened', async () => {
  const proxy = await openPostgresProxy(database.url);
  const { heard, listener } = remember();
  const silent = proxy.nextStatement(/^LISTEN /).then(() => proxy.pause());
  const stop = await soon('the end of the first attempt', createListen(proxy.url)('one', listener));
  await silent;
  expect(heard).toEqual([]);
  proxy.resume();
  await until(
    async () => heard,
    ([isConnected]) => isConnected === true,
  );
  await notify('one', 'a');
  await until(
    async () => heard,
    ([, payload]) => payload === 'a',
  );
  await stop();
  await proxy.close();
});

test('who stops while it connects leaves no connection, and who comes after it is notified', async () => {
  const listen = createListen(database.url);
  const gone = remember();
  const stopping = listen('one', gone.listener).then((stop) => stop());
  const stays = remember();
  await stopping;
  const stop = await listen('one', stays.listener);
  await notify('one', 'a');
  await until(
    async () => stays.heard.length,
    (length) => length === 2,
  );
  expect(gone.heard).not.toContain('a');
  expect(await listening()).toHaveLength(1);
  await stop();
  await until(listening, (connections) => connections.length === 0);
});
