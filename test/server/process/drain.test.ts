import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { trackConnections } from '../../../src/server/process/drain.ts';
import { latch } from '../../support/database/rival-transactions.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: gateway\r\n\r\n';
/** More than the buffers of a connection hold. */
const LARGE = 'x'.repeat(30_000_000);
const LONGEST_MS = 20_000;

describe('a server that stops', () => {
  let server: Server;
  let answer: RequestListener;
  let drain: ReturnType<typeof trackConnections>;
  let clients: Socket[];
  beforeEach(async () => {
    clients = [];
    answer = (_request, response) => response.end('answered');
    server = createServer((request, response) => answer(request, response));
    drain = trackConnections(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const client of clients) client.destroy();
    server.close();
    server.closeAllConnections();
  });

  /** A connection that the server has accepted. */
  async function connected(): Promise<Socket> {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
    clients.push(client);
    await Promise.all([once(client, 'connect'), once(server, 'connection')]);
    return client;
  }

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
      for (const until = performance.now() + 20; performance.now() < until; );
    });
    const line = Array.from({ length: 200 }, () => connect(port, '127.0.0.1').on('error', () => {}));
    clients.push(...line);
    await new Promise<void>((resolve) => process.nextTick(resolve));
    await drain(400);
    // Each takes 20 ms of 200.
    expect(accepted).toBeLessThan(20);
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
