/** What may wait for readers (A3): of a holder, in all, and what is kept free for small answers. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/http/exchange.ts';
import { MAX_UNSENT_OF_HOLDER, MAX_UNSENT_OF_PROCESS, UnsentBytes } from '../../../src/http/response/unsent-bytes.ts';
import { LimitCounts } from '../../../src/operations/limit-counts.ts';

const MEGABYTE = 1_000_000;
const [TINY, SMALL, LARGE] = [500, 16_000, 2 * MEGABYTE];

let unsent: UnsentBytes;
beforeEach(() => {
  unsent = new UnsentBytes(new LimitCounts(), { stallMs: 600_000 });
});

/** A request whose client takes nothing of its answer. */
function exchangeOf(holder: string): { exchange: Exchange; write(bytes: number): void; take(): void } {
  const socket = { destroyed: false, bytesWritten: 0, _handle: { bytesWritten: 0, writeQueueSize: 0 } };
  const response = { socket, destroyed: false, writableLength: 0, once() {}, off() {} };
  const exchange = {
    ...{ holder, response: response as unknown as ServerResponse },
    request: { socket: socket as unknown as Socket },
  } as Exchange;
  return {
    exchange,
    write(bytes) {
      socket.bytesWritten += bytes;
      response.writableLength += bytes;
      unsent.watch(exchange);
    },
    take() {
      socket._handle.bytesWritten = socket.bytesWritten;
      response.writableLength = 0;
      unsent.watch(exchange);
    },
  };
}

/** Writes answers to one connection each while they are admitted; how many. */
function fill(holder: string, bytes = LARGE): number {
  for (let count = 0; ; count++) {
    const reader = exchangeOf(holder);
    if (!unsent.admits(reader.exchange, bytes)) return count;
    reader.write(bytes);
  }
}

test('of a holder 16 MB, the last one of it for small answers; what is refused anyway is no larger than its refusal', () => {
  expect(fill('a') * LARGE).toBe(MAX_UNSENT_OF_HOLDER - LARGE);
  const { exchange } = exchangeOf('a');
  expect(unsent.admits(exchange, SMALL)).toBe(true);
  fill('a', SMALL);
  expect(unsent.total).toBeLessThanOrEqual(MAX_UNSENT_OF_HOLDER);
  expect(unsent.total).toBeGreaterThan(MAX_UNSENT_OF_HOLDER - LARGE);
  expect([SMALL, TINY].map((bytes) => unsent.admits(exchange, bytes))).toEqual([false, true]);
});

describe('in a process', () => {
  test('128 MB, whoever asks, the last one of it for small answers', () => {
    for (let holder = 0; holder < 12; holder++) fill(`holder ${holder}`);
    expect(unsent.total).toBeLessThanOrEqual(MAX_UNSENT_OF_PROCESS - MEGABYTE);
    expect(unsent.total).toBeGreaterThan(MAX_UNSENT_OF_PROCESS - MEGABYTE - LARGE);
    const { exchange } = exchangeOf('fresh');
    expect([LARGE, SMALL].map((bytes) => unsent.admits(exchange, bytes))).toEqual([false, true]);
    fill('fresh', SMALL);
    expect(unsent.total).toBeLessThanOrEqual(MAX_UNSENT_OF_PROCESS);
    expect([SMALL, TINY].map((bytes) => unsent.admits(exchange, bytes))).toEqual([false, true]);
  });

  test('what a reader takes is free again, for its holder and for all', () => {
    const reader = exchangeOf('a');
    reader.write(15 * MEGABYTE);
    expect(unsent.admits(reader.exchange, LARGE)).toBe(false);
    expect(unsent.admits(exchangeOf('b').exchange, LARGE)).toBe(true);
    reader.take();
    expect(unsent.total).toBe(0);
    expect(unsent.admits(reader.exchange, LARGE)).toBe(true);
  });
});
