/** The kernel's timers of TCP connections on this machine. */
import { existsSync, readFileSync } from 'node:fs';

const SOCKETS = '/proc/net/tcp';
/** The kind of timer that asks a silent peer, and its unit. */
export const KEEP_ALIVE = '02';
export const TICKS_PER_SECOND = 100;

export const showsSocketTimers = existsSync(SOCKETS);

/** The kind of the timer of the socket at the first port, whose peer is at the second, and how many ticks it has left. */
export function timerBetween(ports: readonly number[]): string[] {
  const sockets = readFileSync(SOCKETS, 'utf8').trim().split('\n');
  const found = sockets
    .map((line) => line.trim().split(/\s+/))
    .find(([, ...ends]) => ports.every((port, end) => portOf(ends[end]!) === port));
  return found![5]!.split(':');
}

function portOf(address: string): number {
  return Number.parseInt(address.split(':')[1] ?? '', 16);
}
