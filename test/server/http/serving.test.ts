import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKey } from '../../../src/data/keys/api-keys.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { type Config, ConfigError, readConfig } from '../../../src/server/config.ts';
import { startServer } from '../../../src/server/main.ts';
import { formatAnnouncement, formatUrl } from '../../../src/server/process/announcement.ts';
import { createLog, type Logger } from '../../../src/server/telemetry/log.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { untilWaiting } from '../../support/database/rival-transactions.ts';

const pepper = 'the pepper of the tests, long enough for all';

describe('serving', () => {
  let database: FreshDatabase;
  let dataDir: string;
  let log: Logger;
  beforeAll(async () => {
    database = await freshDatabase();
    dataDir = mkdtempSync(join(tmpdir(), 'gateway-serving-'));
    log = await createLog({ level: 'silent', terminal: false });
    await database.prisma.channel.create({ data: { code: 'public', name: 'Public' } });
    await database.prisma.destination.create({ data: { number: 1, id: '1'.repeat(24), name: { en: 'Springs' } } });
  });
  afterAll(async () => {
    rmSync(dataDir, { recursive: true });
    await database.close();
  });
  const configured = (env: Record<string, string> = {}): Config =>
    readConfig({ PORT: '0', DATABASE_URL: database.url, API_KEY_PEPPER: pepper, DATA_DIR: dataDir, ...env });

  test('a request accepted before the signal is answered, and nothing is accepted after it', async () => {
    const { key } = await createKey({
      database,
      pepper,
      name: 'slow',
      channelCode: 'public',
      destinationNumbers: null,
      scopes: ['read'],
      expiresAt: null,
      clock: systemClock,
    });
    const server = await startServer(configured(), { clock: systemClock, log });
    let answer: Promise<Response> | undefined;
    let stopped: Promise<void> | undefined;
    await database.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE destination IN ACCESS EXCLUSIVE MODE`;
      answer = fetch(`${server.url}/api/v1/destinations`, { headers: { authorization: `Bearer ${key}` } });
      await untilWaiting(database, 1);
      stopped = server.stop();
    });
    const response = await answer!;
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject([{ id: 1 }]);
    await stopped;
    await expect(fetch(`${server.url}/health`)).rejects.toThrow();
  });

  test('requests that arrived before the signal are answered, also on kept-alive connections', async () => {
    const server = await startServer(configured(), { clock: systemClock, log });
    const { port } = new URL(server.url);
    const connections = await Promise.all(Array.from({ length: 8 }, () => keptConnection(Number(port))));
    const answers = connections.map(({ ask }) => ask());
    const stopped = server.stop();
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    await stopped;
  });

  test('a taken port is named, and the database is closed again', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
    });
    await expect(startServer(configured({ PORT: String(port) }), { clock: systemClock, log })).rejects.toThrow(
      `PORT ${port} on 127.0.0.1 is taken by another program; choose another one (0: any free one)`,
    );
    other.close();
  });

  test('a host of another machine is named', async () => {
    const config = configured({ HOST: '192.0.2.1' });
    await expect(startServer(config, { clock: systemClock, log })).rejects.toThrow(
      'HOST 192.0.2.1 is no address of this machine',
    );
  });

  test('an address of a link without its interface is named', async () => {
    const config = configured({ HOST: 'fe80::1' });
    await expect(startServer(config, { clock: systemClock, log })).rejects.toThrow(
      'HOST fe80::1 is no address of this machine',
    );
  });

  test.each(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'ENOTFOUND', 'EAI_AGAIN'])(
    'a host at which nothing can listen is named (%s)',
    async (code) => {
      const listen = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
        queueMicrotask(() => this.emit('error', Object.assign(new Error('listen'), { code })));
        return this;
      });
      const config = configured({ HOST: 'spa.example' });
      await expect(startServer(config, { clock: systemClock, log })).rejects.toThrow(
        'HOST spa.example is no address of this machine',
      );
      listen.mockRestore();
    },
  );

  test('a database server without a pepper does not start', async () => {
    const config = configured({ API_KEY_PEPPER: '' });
    await expect(startServer(config, { clock: systemClock, log })).rejects.toThrow(ConfigError);
  });
});

describe('the announcement', () => {
  const demo = { url: 'http://127.0.0.1:4000', demoKey: 'ssg_demo', graphiql: true };

  test('is one JSON line for programs', () => {
    expect(formatAnnouncement({ ...demo, demoKey: null }, { terminal: false })).toBe(
      '{"msg":"listening","url":"http://127.0.0.1:4000"}\n',
    );
    expect(formatAnnouncement(demo, { terminal: false })).toBe(
      '{"msg":"listening","url":"http://127.0.0.1:4000","demoKey":"ssg_demo"}\n',
    );
  });

  test('shows people where to go and with which key', () => {
    const text = formatAnnouncement(demo, { terminal: true });
    expect(text).toMatch(/^listening on http:\/\/127\.0\.0\.1:4000\n/);
    expect(text).toContain('http://127.0.0.1:4000/graphql   (open it in a browser: the demo key is filled in)\n');
    expect(formatAnnouncement({ ...demo, graphiql: false }, { terminal: true })).toContain(
      'http://127.0.0.1:4000/graphql\n',
    );
    expect(text).toContain('http://127.0.0.1:4000/api/v1\n');
    expect(text).toContain("curl -H 'Authorization: Bearer ssg_demo' http://127.0.0.1:4000/api/v1/destinations\n");
  });

  test.each([
    ['127.0.0.1', 'http://127.0.0.1:80'],
    ['0.0.0.0', 'http://127.0.0.1:80'],
    ['::', 'http://[::1]:80'],
    ['::1', 'http://[::1]:80'],
  ])('what listens at %s is reached at %s', (address, url) => {
    expect(formatUrl({ address, port: 80 })).toBe(url);
  });
});

/** A connection on which one request was answered and another can be sent. */
async function keptConnection(port: number): Promise<{ ask(): Promise<string> }> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  const ask = () =>
    new Promise<string>((resolve) => {
      socket.once('data', resolve).once('close', () => resolve('closed'));
      socket.once('error', () => resolve('broken'));
      socket.write('GET /health HTTP/1.1\r\nHost: gateway\r\n\r\n');
    });
  await ask();
  return { ask };
}
