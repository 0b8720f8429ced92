/** `/ready` without a key: whoever asks, and however many do, the database is asked once at a time (A9). */
import { afterEach, expect, test, vi } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { latch } from '../../support/database/rival-transactions.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

let gateway: TestGateway;
afterEach(() => gateway.close());

test('whoever asks while the database is asked gets the same answer, and the next one asks again', async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  const ask = gateway.database.writeRefusal;
  const asked = latch();
  const slow = vi.spyOn(gateway.database, 'writeRefusal').mockImplementation(async (probe) => {
    await asked.opened;
    return ask(probe);
  });
  const answers = Array.from({ length: 50 }, () => gateway.inject({ url: '/ready' }));
  await gateway.inject({ url: '/health' });
  asked.open();
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200));
  expect(slow).toHaveBeenCalledTimes(1);
  await gateway.inject({ url: '/ready' });
  expect(slow).toHaveBeenCalledTimes(2);
});
