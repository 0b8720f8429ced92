/** What a long poll costs when its client has gone (S15). */
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { ApiKeys } from '../../src/data/keys/key-lookup.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { pollWhileEmpty } from '../../src/rest/long-poll.ts';
import { ok } from '../../src/rest/rest-response.ts';
import { events as route } from '../../src/rest/v2/events/events.ts';

test('ends when its client goes, without looking at the key or for events again', async () => {
  const response = new EventEmitter();
  const exchange = { response, query: { wait: '30' }, waitedMs: 0 } as unknown as Exchange;
  const events = {
    ...{ version: 0, isDraining: false },
    change: ({ signal }: { signal: AbortSignal }) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve());
        response.emit('close');
      }),
  };
  const runtime = { services: { events }, apiKeys: {} as ApiKeys } as unknown as Parameters<
    typeof pollWhileEmpty
  >[1]['runtime'];
  let runs = 0;
  const answered = await pollWhileEmpty(exchange, { route, runtime, caller: {} as never }, async () => {
    runs++;
    return { response: { ...ok({}), isEmpty: true }, context: null };
  });
  expect([answered?.response.isEmpty, runs]).toEqual([true, 1]);
});
