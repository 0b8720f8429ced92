/** `/ready` and `/ready/write` without a key: whoever asks, and however many do, the database is asked once at a time (A9). */
import { afterEach, expect, test, vi } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { latch } from '../../support/database/rival-transactions.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

let gateway: TestGateway;
afterEach(() => gateway.close());

test.each([
  ['/ready', 'checkReads'],
  ['/ready/write', 'writeRefusal'],
] as const)(
  'whoever asks %s while the database is asked gets the same answer, and the next one asks again',
  async (url, method) => {
    gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
    const database: Record<typeof method, (probe: never) => Promise<unknown>> = gateway.database;
    const ask = database[method];
    const asked = latch();
    const slow = vi.spyOn(database, method).mockImplementation(async (probe) => {
      await asked.opened;
      return ask(probe);
    });
    const answers = Array.from({ length: 50 }, () => gateway.inject({ url }));
    await gateway.inject({ url: '/health' });
    asked.open();
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200));
    expect(slow).toHaveBeenCalledTimes(1);
    await gateway.inject({ url });
    expect(slow).toHaveBeenCalledTimes(2);
  },
);

test('a server that drains is ready for neither reads nor writes', async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  gateway.drain();
  for (const url of ['/ready', '/ready/write']) {
    const { statusCode, payload } = await gateway.inject({ url });
    expect([url, statusCode, JSON.parse(payload)]).toEqual([url, 503, { ready: false, reason: 'draining' }]);
  }
});
