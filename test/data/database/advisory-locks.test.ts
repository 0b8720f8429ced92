import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { until } from '../../support/requests/until.ts';

const SOCKETS = '/proc/net/tcp';
/** The kind of timer that asks a silent peer, and its unit. */
const KEEP_ALIVE = '02';
const TICKS_PER_SECOND = 100;

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

test.runIf(existsSync(SOCKETS))(
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

/** The kind of the timer of the server's socket, and how many ticks it has left. */
function timerBetween(ports: readonly number[]): string[] {
  const sockets = readFileSync(SOCKETS, 'utf8').trim().split('\n');
  const ofServer = sockets
    .map((line) => line.trim().split(/\s+/))
    .find(([, ...ends]) => ports.every((port, end) => portOf(ends[end]!) === port));
  return ofServer![5]!.split(':');
}

function portOf(address: string): number {
  return Number.parseInt(address.split(':')[1] ?? '', 16);
}
