import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limitPipelining } from '../../../src/server/connections.ts';
import { trackConnections } from '../../../src/server/process/drain.ts';
import { latch } from '../../support/database/rival-transactions.ts';
import { until } from '../../support/requests/until.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: gateway\r\n\r\n';
/** More than the buffers of a connection hold. */
const LARGE = 'x'.repeat(30_000_000);
const LONGEST_MS = 60_000;

describe('a server that stops', () => {
  let server: Server;
  let answer: RequestListener;
  let drain: ReturnType<typeof trackConnections>;
  let clients: Socket[];
  beforeEach(async () => {
    clients = [];
    answer = (_request, response) => response.end('answered');
    server = createServer(
      limitPipelining(
        (request, response) => answer(request, response),
        () => {},
      ),
    );
    drain = trackConnections(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const client of clients) client.destroy();
    server.close();
    server.closeAllConnections();
  });

  /** A connection that a server has accepted. */
  async function connectedTo(one: Server): Promise<Socket> {
    const client = connect((one.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
    clients.push(client);
    await Promise.all([once(client, 'connect'), once(one, 'connection')]);
    return client;
  }
  const connected = () => connectedTo(server);

  test('answers a request in flight, and announces the end of its connection', async () => {
    const asked = latch();
    const release = latch();
    answer = async (_request, response) => {
      asked.open();
      await release.opened;
      response.end('answered');
    };
    const client = await connected();
    client.write(REQUEST);
    await asked.opened;
    const drained = drain(LONGEST_MS);
    release.open();
    expect(await text(client)).toMatch(/^HTTP\/1\.1 200 OK\r\nConnection: close\r\n.*answered/s);
    expect(await drained).toBe(true);
  });

  test.each([
    ['together', `${REQUEST}${REQUEST}${REQUEST}`, ''],
    ['before and while it stops', REQUEST, `${REQUEST}${REQUEST}`],
  ])('answers all requests of a connection that came %s, and announces its end with the last', async (_, ...sent) => {
    const release = latch();
    answer = async (_request, response) => {
      await release.opened;
      response.end('answered');
    };
    let received = 0;
    server.on('request', () => received++);
    const client = await connected();
    client.write(sent[0]!);
    await until(
      async () => received,
      (count) => count === sent[0]!.length / REQUEST.length,
    );
    const drained = drain(LONGEST_MS);
    client.write(sent[1]!);
    await until(
      async () => received,
      (count) => count === 3,
    );
    release.open();
    const answers = await text(client);
    expect(answers.match(/answered|Connection: close/g)).toEqual([
      ...['answered', 'answered'],
      ...['Connection: close', 'answered'],
    ]);
    expect(await drained).toBe(true);
  });

  test('answers a request that comes on an open connection when it takes no new ones any more', async () => {
    const { port } = server.address() as AddressInfo;
    const client = await connected();
    client.write(REQUEST);
    const [first] = await once(client, 'data');
    expect(first).toMatch(/Connection: keep-alive/);
    const drained = drain(LONGEST_MS);
    while ((await refusalOf(port)) === null);
    client.write(REQUEST);
    expect(await text(client)).toMatch(/^HTTP\/1\.1 200 OK\r\nConnection: close\r\n.*answered/s);
    expect(await drained).toBe(true);
  });

  test('takes a connection that a client had opened before', async () => {
    const { port } = server.address() as AddressInfo;
    const client = connect(port, '127.0.0.1').setEncoding('latin1');
    clients.push(client);
    // By now the kernel has opened it, but the server could not accept it yet.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    const drained = drain(LONGEST_MS);
    client.write(REQUEST);
    expect(await text(client)).toMatch(/answered/);
    expect(await drained).toBe(true);
  });

  test('accepts all connections opened before, however long the accept backlog', async () => {
    const { port } = server.address() as AddressInfo;
    const line = Array.from({ length: 100 }, () => connect(port, '127.0.0.1').setEncoding('latin1'));
    clients.push(...line);
    await new Promise<void>((resolve) => process.nextTick(resolve));
    const drained = drain(LONGEST_MS);
    const answers = await Promise.all(
      line.map((client) => {
        client.write(REQUEST);
        return text(client).catch(String);
      }),
    );
    for (const one of answers) expect(one).toMatch(/answered/);
    expect(await drained).toBe(true);
  });

  test('leaves half of its time for responses, however long the accept backlog and however slow to accept', async () => {
    const { port } = server.address() as AddressInfo;
    let accepted = 0;
    server.on('connection', () => {
      accepted++;
      block(20);
    });
    const line = Array.from({ length: 200 }, () => connect(port, '127.0.0.1').on('error', () => {}));
    clients.push(...line);
    await new Promise<void>((resolve) => process.nextTick(resolve));
    await drain(400);
    // Each takes 20 ms of 200.
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThanOrEqual(12);
  });

  test('answers what arrived while the loop was busy until its grace was over, in twenty drains', async () => {
    const others = Array.from({ length: 19 }, () =>
      createServer(
        limitPipelining(
          (request, response) => answer(request, response),
          () => {},
        ),
      ),
    );
    const servers = [server, ...others];
    const drains = [drain, ...others.map((other) => trackConnections(other))];
    for (const other of others) await once(other.listen(0, '127.0.0.1'), 'listening');
    const connections = await Promise.all(servers.flatMap((one) => Array.from({ length: 3 }, () => connectedTo(one))));
    const drained = Promise.all(drains.map((one) => one(LONGEST_MS)));
    while (servers.some(({ listening }) => listening)) await new Promise(setImmediate);
    for (const client of connections) client.write(REQUEST);
    // The requests are in the kernel now, and every timer is due before they are read.
    block(1_500);
    const answers = await Promise.all(connections.map((client) => text(client).catch(String)));
    for (const one of answers) expect(one).toMatch(/answered/);
    expect(await drained).toEqual(Array(20).fill(true));
  });

  test('accepts all connections opened before, however long it takes to answer them', async () => {
    const { port } = server.address() as AddressInfo;
    answer = (_request, response) => {
      block(150);
      response.end('answered');
    };
    const line = Array.from({ length: 30 }, () => connect(port, '127.0.0.1').setEncoding('latin1'));
    clients.push(...line);
    for (const client of line) client.write(REQUEST);
    await new Promise<void>((resolve) => process.nextTick(resolve));
    const drained = drain(LONGEST_MS);
    const answers = await Promise.all(line.map((client) => text(client).catch(String)));
    for (const one of answers) expect(one).toMatch(/answered/);
    expect(await drained).toBe(true);
  });

  test('closes idle connections, but none with a response or a request in transit', async () => {
    const [idle, reader, sender, waiter] = [await connected(), await connected(), await connected(), await connected()];
    const [begun, answered, release] = [latch(), latch(), latch()];
    answer = async (request, response) => {
      if (request.url === '/') response.once('close', () => answered.open());
      if (request.url === '/held') {
        begun.open();
        await release.opened;
      }
      response.end(request.url === '/large' ? LARGE : 'answered');
    };
    reader.pause();
    reader.write(REQUEST.replace('/', '/large'));
    sender.write(REQUEST.slice(0, 20));
    // Two requests at once, of which the first is answered.
    waiter.write(`${REQUEST}${REQUEST.replace('/', '/held')}`);
    const waited = text(waiter);
    await Promise.all([begun.opened, answered.opened]);
    const drained = drain(LONGEST_MS);
    // Once this one is closed, the others have been checked.
    idle.resume();
    await once(idle, 'close');
    sender.write(REQUEST.slice(20));
    release.open();
    expect(await text(sender)).toMatch(/answered/);
    expect((await waited).match(/answered/g)).toHaveLength(2);
    expect((await text(reader)).length).toBeGreaterThan(LARGE.length);
    expect(await drained).toBe(true);
  });

  test('closes connections that do not end in time, and reports it', async () => {
    const asked = latch();
    answer = () => asked.open();
    const client = await connected();
    client.on('error', () => {}).write(REQUEST);
    await asked.opened;
    expect(await drain(50)).toBe(false);
  });
});

/** Keeps the event loop busy. */
function block(milliseconds: number): void {
  for (const until = performance.now() + milliseconds; performance.now() < until; );
}

/** The error code of a refused connection; null: not refused. */
async function refusalOf(port: number): Promise<string | null> {
  const client = connect(port, '127.0.0.1');
  const outcome = await once(client, 'connect').then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code ?? '',
  );
  client.destroy();
  return outcome;
}
