/** Clients that send something, or nothing, and then neither read nor close. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface IdleClient {
  readonly socket: Socket;
  /** Reads from now on; resolves with all that there is when the connection ends. */
  read(): Promise<string>;
}

/** Connects, sends the text and reads nothing. */
export async function connectIdle(url: string, text = ''): Promise<IdleClient> {
  const { hostname, port } = new URL(url);
  // Nor does it close when the server has closed its end.
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.pause();
  // A reset is the end, too.
  socket.on('error', () => {});
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return {
    socket,
    async read() {
      let received = '';
      socket.setEncoding('latin1').on('data', (part) => {
        received += part;
      });
      if (!socket.destroyed && !socket.readableEnded) {
        const ended = new Promise<void>((resolve) => socket.once('end', resolve).once('close', () => resolve()));
        socket.resume();
        await ended;
      }
      return received;
    },
  };
}

/** A GraphQL request as it is sent. */
export function graphqlRequest(key: string, query: string): string {
  const body = JSON.stringify({ query });
  const head = [
    ...['POST /graphql HTTP/1.1', 'Host: gateway', `Authorization: Bearer ${key}`, 'Content-Type: application/json'],
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** How many connections a server has. */
export function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
