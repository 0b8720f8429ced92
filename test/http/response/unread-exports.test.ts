/** Exports whose readers take nothing (A3), over real connections: they end, and with them what was read for them. */
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectIdle, connectionsOf, type IdleClient } from '../../support/requests/idle-client.ts';
import { until } from '../../support/requests/until.ts';
import { open, serveEndpoints } from '../../support/serve-endpoints.ts';

const PIECE = randomBytes(64 * 1024);

let server: Server;
let clients: IdleClient[];
let bodies: Readable[];

beforeEach(async () => {
  clients = [];
  bodies = [];
  const stream = {
    length: null,
    open() {
      const body = new Readable({ read: () => void body.push(PIECE) });
      bodies.push(body);
      return body;
    },
  };
  const exported = open('/export', () => ({ status: 200, headers: {}, bytes: Buffer.alloc(0), stream }));
  server = createServer(serveEndpoints([exported], undefined, 1_000).listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const { socket } of clients) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function ask(headers = ''): Promise<IdleClient> {
  const { port } = server.address() as AddressInfo;
  const client = await connectIdle(
    `http://127.0.0.1:${port}`,
    `GET /export HTTP/1.1\r\nHost: gateway\r\n${headers}\r\n`,
  );
  clients.push(client);
  return client;
}

test.each([
  ['as it is', ''],
  ['compressed', 'Accept-Encoding: gzip\r\n'],
])('an endless export %s ends for who takes nothing, and goes on for who does', async (_, headers) => {
  await ask(headers);
  const reading = await ask(headers);
  reading.socket.resume();
  await until(
    () => connectionsOf(server),
    (count) => count === 1,
  );
  const areOver = async () => bodies.map(({ destroyed }) => destroyed);
  expect(await until(areOver, ([isOver]) => isOver === true)).toEqual([true, false]);
  expect(reading.socket.destroyed).toBe(false);
});
