import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { KEEP_ALIVE, showsSocketTimers, TICKS_PER_SECOND, timerBetween } from '../../support/database/socket-timer.ts';
import { until } from '../../support/requests/until.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

test('a lock belongs to its holder until it is given back, and everybody finds the holder', async () => {
  const release = await database.tryLock({ key: 7, holder: 'first' });
  expect(await database.tryLock({ key: 7, holder: 'second' })).toBeNull();
  expect(await database.lockHolder(7)).toBe('first');
  await release!();
  await (await database.tryLock({ key: 7, holder: 'second' }))!();
});

test.runIf(showsSocketTimers)(
  'the server asks within a quarter of a minute whether the machine of a holder is still there',
  async () => {
    const release = await database.tryLock({ key: 8, holder: 'asked' });
    const [session] = await database.prisma.$queryRaw<{ client_port: number }[]>`
      SELECT client_port FROM pg_stat_activity WHERE application_name = 'asked'`;
    const ports = [Number(new URL(database.url).port), session!.client_port];
    // Until its last answer is acknowledged, the timer is one of another kind.
    const [, ticks = ''] = await until(
      async () => timerBetween(ports),
      ([kind]) => kind === KEEP_ALIVE,
    );
    expect(Number.parseInt(ticks, 16)).toBeLessThanOrEqual(15 * TICKS_PER_SECOND);
    await release!();
  },
);
