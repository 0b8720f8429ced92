/** How a contestant says where it listens: the same JSON line as the gateway's. */
import type { AddressInfo, Server } from 'node:net';

/** Says the address of a listening server on stdout, and ends the process at SIGTERM. */
export function announce(server: Server): void {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ msg: 'listening', url: `http://127.0.0.1:${port}` })}\n`);
  process.once('SIGTERM', () => process.exit(0));
}
