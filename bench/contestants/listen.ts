/** How a contestant reports its address: the same JSON line as the gateway's. */
import type { AddressInfo, Server } from 'node:net';

/** Prints the address of a listening server, and ends the process at SIGTERM. */
export function announce(server: Server): void {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ msg: 'listening', url: `http://127.0.0.1:${port}` })}\n`);
  process.once('SIGTERM', () => process.exit(0));
}
