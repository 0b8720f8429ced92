/** However many read the metrics, the database is asked for them once at a time (A9). */
import { expect, test, vi } from 'vitest';
import { deliveryDefinitions } from '../../../src/server/telemetry/delivery-metrics.ts';
import { latch } from '../../support/database/rival-transactions.ts';

const NOW = Date.parse('2027-01-10T12:00:00Z');

test('what waits is asked of the database once for all who read it meanwhile, and again afterwards', async () => {
  const asked = latch();
  const waiting = vi.fn(async () => {
    await asked.opened;
    return [{ kind: 'MAIL' as const, waiting: 3, oldest: new Date(NOW - 5_000) }];
  });
  const definitions = deliveryDefinitions({ deliveries: { workers: [], waiting }, clock: { now: () => NOW } });
  const scrape = () => Promise.all(definitions.map(async ({ read }) => [...(await read())]));
  const scrapes = Array.from({ length: 50 }, scrape);
  asked.open();
  expect(await Promise.all(scrapes)).toEqual(Array(50).fill([[['MAIL', 3]], [['MAIL', 5]], []]));
  expect(waiting).toHaveBeenCalledTimes(1);
  await scrape();
  expect(waiting).toHaveBeenCalledTimes(2);
});
