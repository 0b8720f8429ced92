import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createPool } from '../../../src/data/database/server-pool.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { MessageReader } from '../../support/database/postgres-messages.ts';
import { KEEP_ALIVE, showsSocketTimers, TICKS_PER_SECOND, timerBetween } from '../../support/database/socket-timer.ts';
import { until } from '../../support/requests/until.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function message(type: string, ...content: (string | number)[]): Buffer {
  const body = Buffer.concat(
    content.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : Buffer.from([0, 0, 0, part]))),
  );
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const READY = Buffer.concat([message('Z').subarray(0, 1), Buffer.from([0, 0, 0, 5]), Buffer.from('I')]);
const DONE = Buffer.concat([message('C', 'SELECT 0'), READY]);
/** How a server says that it ends the connection, to a client that has nothing under way. */
const SHUTDOWN = message('E', 'SFATAL', 'C57P01', 'Mterminating connection due to unexpected postmaster exit', '');

/** A server that ends its connection together with the answer to a matching query. */
async function startDyingServer(dies: RegExp): Promise<string> {
  const server = createServer((socket: Socket) => {
    const messages = new MessageReader({ opensUntyped: true });
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      for (const { type, bytes } of messages.read(chunk)) {
        if (type === '') socket.write(Buffer.concat([message('R', 0), READY]));
        if (type === 'Q' && dies.test(bytes.toString())) socket.end(Buffer.concat([DONE, SHUTDOWN]));
        else if (type === 'Q') socket.write(DONE);
      }
    });
  }).listen(0, '127.0.0.1');
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  await once(server, 'listening');
  return `postgresql://gateway@127.0.0.1:${(server.address() as AddressInfo).port}/spa`;
}

test('a connection that ends in the moment in which it is passed on fails whoever has it, and nothing else', async () => {
  const pool = createPool({ url: await startDyingServer(/last/), size: 1, waitMs: 60_000 });
  closing.push(() => pool.end());
  const [last, next] = [pool.query('SELECT last'), pool.connect()];
  expect((await last).command).toBe('SELECT');
  const client = await next;
  await expect(client.query('SELECT 1')).rejects.toThrow(/terminat|not queryable/);
  client.release(true);
});

test.runIf(showsSocketTimers)(
  'every connection asks within a quarter of a minute whether its server is still there, so that no COMMIT waits for an answer that was lost',
  async () => {
    const database = await freshDatabase();
    const pool = createPool({ url: database.url, size: 1, waitMs: 60_000 });
    closing.push(
      () => database.close(),
      () => pool.end(),
    );
    const { rows } = await pool.query<{ port: number }>(
      'SELECT client_port AS port FROM pg_stat_activity WHERE pid = pg_backend_pid()',
    );
    const [, ticks = ''] = await until(
      async () => timerBetween([rows[0]!.port, Number(new URL(database.url).port)]),
      ([kind]) => kind === KEEP_ALIVE,
    );
    expect(Number.parseInt(ticks, 16)).toBeLessThanOrEqual(15 * TICKS_PER_SECOND);
  },
);
