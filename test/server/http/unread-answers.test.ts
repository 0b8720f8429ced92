/** Readers that take nothing (A3), over real connections: they are cut off, and what waits for them is bounded. */
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { readMetrics } from '../../support/gateway/read-metrics.ts';
import { connectIdle, connectionsOf, graphqlRequest, type IdleClient } from '../../support/requests/idle-client.ts';
import { until } from '../../support/requests/until.ts';
import { openEventStream } from '../../support/subscriptions/event-stream.ts';
import { updatesOf } from '../../support/update/updates.ts';

/** Long names make a large answer of a small catalogue: about 2.8 MB. */
const NAMES = Array.from({ length: 40 }, (_, index) => `${'n'.repeat(75)}${index}: date`);
const LARGE = `{ calendar(filter: { visitType: 101, hotel: 1 }, dateTo: "2028-12-31") { ${NAMES.join(' ')} } }`;
const LARGE_BYTES = 2_400_000;
/** About 100 kB, which the operating system takes at once. */
const YEAR = `{ calendar(filter: { visitType: 101, hotel: 1 }, dateTo: "2027-12-31") { ${NAMES.slice(0, 4).join(' ')} } }`;

/** A reader that takes nothing for longer than a test goes on, however busy the machine is. */
const BLOCKED_MS = 60_000;

let gateway: TestGateway;
let url: string;
let sockets: Socket[];
let clients: IdleClient[] = [];

async function start(readerStallMs: number): Promise<void> {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, readerStallMs });
  sockets = [];
  gateway.server.on('connection', (socket) => sockets.push(socket));
  url = await gateway.listen();
}
afterEach(async () => {
  for (const { socket } of clients) socket.destroy();
  clients = [];
  await gateway.close();
});

async function ask(text: string): Promise<IdleClient> {
  const client = await connectIdle(url, text);
  clients.push(client);
  return client;
}

/** What the server has not handed to the operating system yet, in bytes. */
const unsent = () => sockets.reduce((sum, socket) => sum + waitingIn(socket), 0);

function waitingIn(socket: Socket): number {
  const handle = (socket as Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null })._handle;
  return handle ? socket.bytesWritten - handle.bytesWritten + handle.writeQueueSize : 0;
}
const refusals = async () =>
  (await readMetrics(gateway)).samples.find(
    ({ name, labels }) => name === 'gateway_limit_refusals_total' && labels.limit === 'unsent_bytes',
  )!.value;

/** The operating system takes some megabytes for each connection, so one answer may not be enough. */
const several = (key: string, count = 3) => graphqlRequest(key, LARGE).repeat(count);

/** Opens 20 connections that do not read: more waits for them than may, even if the operating system takes most of each answer. */
const fill = (key: string) => Promise.all(Array.from({ length: 20 }, () => ask(several(key))));

test('26.3 (A3): of 20 connections that ask for large calendars and do not read, 16 MB wait at most; the rest is 503, and all are closed', async () => {
  await start(1_000);
  const key = await gateway.key();
  expect(JSON.stringify(await gateway.graphql(LARGE, { key })).length).toBeGreaterThan(LARGE_BYTES);
  let most = 0;
  gateway.server.on('request', () => {
    most = Math.max(most, unsent());
  });
  await fill(key);
  await until(refusals, (count) => count > 0);
  const { statusCode } = await gateway.inject({ url: '/health' });
  await until(
    () => connectionsOf(gateway.server),
    (count) => count === 0,
  );
  expect(statusCode).toBe(200);
  expect(most).toBeGreaterThan(LARGE_BYTES);
  expect(most).toBeLessThanOrEqual(16_000_000);
  const received = await Promise.all(clients.map((client) => client.read()));
  const refused = received.find((text) => text.startsWith('HTTP/1.1 503 '));
  expect(refused).toMatch(/Retry-After: 5\r\n/i);
  expect(refused).toContain('"code":"UNREAD_ANSWERS"');
  expect((await gateway.graphql(LARGE, { key })).errors).toBeUndefined();
});

test('26.3 (A3): what an earlier answer of its connection waits for is closed, too; who reads slowly, but reads, gets all of it', async () => {
  await start(1_000);
  const key = await gateway.key();
  const silent = await ask(several(key, 2));
  const slow = await ask(several(key, 2));
  await until(
    async () => sockets.filter(({ writableLength }) => writableLength > 0).length,
    (count) => count === 2,
  );
  const read = slowly(slow.socket, 2 * LARGE_BYTES);
  await until(
    () => connectionsOf(gateway.server),
    (count) => count === 1,
  );
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false]);
  expect((await read).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  expect(silent.socket.bytesRead).toBeLessThan(slow.socket.bytesRead);
});

/** Reads at least so many bytes, a piece at a time. */
async function slowly(socket: Socket, bytes: number): Promise<string> {
  let received = '';
  for (;;) {
    const piece = socket.read();
    if (piece !== null) received += String(piece);
    if (received.length >= bytes) return received;
    await pause(20);
  }
}

test('26.3 (A3): a subscriber is disconnected when its next event would wait beyond the limits of its key', async () => {
  await start(BLOCKED_MS);
  const { key: presented, rates } = updatesOf(gateway);
  const key = await presented();
  const followed = LARGE.replace(') {', ') { days { price { amounts { amount } }').replace(/}$/, '} }');
  const stream = await openEventStream({ url, key, query: `subscription ${followed}` });
  expect(await stream.next()).not.toBeNull();
  await fill(key);
  await until(refusals, (count) => count > 0);
  const change = { roomType: 11, from: '2027-01-10', to: '2028-12-31', amountMinor: 80_000 };
  expect(await rates({ visitType: 101, priceList: 1 }, change)).toMatchObject({ __typename: 'RatesUpdated' });
  expect(await stream.next()).toBeNull();
});

test('26.3 (A3): a reader for whom the operating system took all of its large answer is closed, too, and can still read it', async () => {
  await start(1_000);
  const key = await gateway.key();
  const [small, large] = [await ask(graphqlRequest(key, '{ viewer { today } }')), await ask(graphqlRequest(key, YEAR))];
  const areOpen = async () => sockets.map(({ destroyed }) => !destroyed);
  expect(await until(areOpen, ([, isLargeOpen]) => !isLargeOpen)).toEqual([true, false]);
  expect(unsent()).toBe(0);
  expect((await large.read()).endsWith('}}}')).toBe(true);
  expect(small.socket.destroyed).toBe(false);
});

test('26.3 (A3): a trusted proxy keeps its connection after a large answer, when a reader that is none is closed', async () => {
  await start(1_000);
  const key = await gateway.key();
  const trustedProxies = { networks: ['127.0.0.1'], header: 'x-forwarded-for' } as const;
  const config = { trustedProxies };
  const trusting = await startGateway({ today: TODAY, database: gateway.database, readerStallMs: 1_000, config });
  const proxy = await connectIdle(await trusting.listen(), graphqlRequest(key, YEAR));
  clients.push(proxy);
  proxy.socket.resume();
  await until(
    async () => proxy.socket.bytesRead,
    (bytes) => bytes > 64_000,
  );
  await (await ask(graphqlRequest(key, YEAR))).read();
  expect(await connectionsOf(trusting.server)).toBe(1);
  await trusting.stop();
});

test('26.3 (A3): other keys and other addresses are answered meanwhile', async () => {
  await start(BLOCKED_MS);
  const key = await gateway.key();
  await fill(key);
  await until(refusals, (count) => count > 0);
  const answered = await ask(graphqlRequest(await gateway.key(), LARGE));
  expect(await head(answered)).toMatch(/^HTTP\/1\.1 200 /);
});

function head({ socket }: IdleClient): Promise<string> {
  return new Promise((resolve) => {
    socket.once('data', (text) => resolve(String(text)));
    socket.resume();
  });
}
