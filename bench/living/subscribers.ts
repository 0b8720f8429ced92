/**
 * The subscribers of `subscriptions.ts`, in a process of their own: bare sockets, so that reading them costs as little as
 * possible. Commands come from the parent process, reports go to it.
 */
import { connect, type Socket } from 'node:net';

/** What one of them asks: the whole HTTP request. */
export interface Subscribing {
  readonly port: number;
  readonly requests: readonly string[];
}

export type Command = { readonly open: Subscribing } | { readonly expect: number } | 'close';
/** `times`: when each expected event arrived, in milliseconds since 1970. */
export type Report = 'open' | { readonly refused: string } | { readonly times: readonly number[] } | 'closed';

const AT_ONCE = 100;
const EVENT = Buffer.from('event: next');

const sockets: Socket[] = [];
let expected = 0;
let times: number[] = [];
const report = (message: Report) => process.send!(message);

process.on('message', (command: Command) => {
  if (command === 'close') {
    for (const socket of sockets.splice(0)) socket.destroy();
    report('closed');
  } else if ('open' in command) {
    openAll(command.open).then(() => report('open'));
  } else {
    expected = command.expect;
    times = [];
  }
});

async function openAll({ port, requests }: Subscribing): Promise<void> {
  for (let start = 0; start < requests.length; start += AT_ONCE) {
    await Promise.all(requests.slice(start, start + AT_ONCE).map((request) => open(port, request)));
  }
}

/** Resolves with the first event. */
function open(port: number, request: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    sockets.push(socket);
    let hasBegun = false;
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      if (!bytes.includes(EVENT)) {
        if (!hasBegun && !bytes.includes('HTTP/1.1 200')) report({ refused: bytes.toString('utf8', 0, 500) });
        return;
      }
      if (!hasBegun) {
        hasBegun = true;
        return resolve();
      }
      times.push(Date.now());
      if (times.length === expected) report({ times });
    });
  });
}
