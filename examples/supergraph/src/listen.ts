import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves GraphQL on a port of this machine; returns its address. */
export async function listen(handle: RequestListener, port: number): Promise<string> {
  const server = createServer(handle).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
}
