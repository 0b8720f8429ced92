import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepPeriodically } from '../../../src/server/process/sweep.ts';
import { createLog } from '../../../src/server/telemetry/log.ts';
import { BOOKING, type FreshScene, freshScene } from '../../support/booking/booking-scene.ts';
import { latch } from '../../support/database/rival-transactions.ts';
import { until } from '../../support/requests/until.ts';
import { manualScheduler } from '../../support/subscriptions/manual-scheduler.ts';

let scene: FreshScene;
let database: FreshScene['database'];
beforeAll(async () => {
  scene = await freshScene();
  ({ database } = scene);
});
afterAll(() => scene?.close());

test('a process records an expired request within a minute, every time, until it stops (S1)', async () => {
  const { schedule, advance } = manualScheduler();
  const log = await createLog({ level: 'silent', terminal: false });
  const swept: Promise<unknown>[] = [];
  const prisma = new Proxy(database.prisma, {
    get(target, name, receiver) {
      if (name !== '$queryRawUnsafe') return Reflect.get(target, name, receiver);
      return (...asked: Parameters<typeof target.$queryRawUnsafe>) => {
        const sweeping = Promise.resolve(target.$queryRawUnsafe(...asked));
        swept.push(sweeping);
        return sweeping;
      };
    },
  });
  const { clock } = scene;
  const config = { bookingRetentionDays: null, businessTimeZone: 'Europe/Prague' };
  const stop = sweepPeriodically({ database: { ...database, prisma }, clock, config, schedule, log });
  const expired = () => database.prisma.booking.count({ where: { status: 'EXPIRED' } });
  // Two rounds, of which the second is left out while the first one is under way.
  const minute = async () => {
    advance(60_000);
    await Promise.all(swept);
  };
  const minuteLater = async () => {
    await minute();
    return expired();
  };
  await scene.made({ input: { kind: 'REQUEST' } });
  const { millis } = clock;
  await minute();
  expect(await expired()).toBe(0);
  clock.millis = (BOOKING.arrival + 1) * 86_400_000;
  await until(minuteLater, (count) => count === 1);
  clock.millis = millis;
  await scene.made({ input: { kind: 'REQUEST' } });
  clock.millis = (BOOKING.arrival + 1) * 86_400_000;
  await until(minuteLater, (count) => count === 2);
  const before = swept.length;
  stop();
  advance(3_600_000);
  expect(swept).toHaveLength(before);
});

test('a round that hangs in the database is followed by no other until it is over', async () => {
  const { schedule, advance } = manualScheduler();
  const log = await createLog({ level: 'silent', terminal: false });
  const answer = latch();
  let rounds = 0;
  const mayWrite = async () => {
    rounds++;
    await answer.opened;
    return false;
  };
  const { clock } = scene;
  const config = { bookingRetentionDays: null, businessTimeZone: 'Europe/Prague' };
  const stop = sweepPeriodically({ database, clock, config, schedule, log, mayWrite });
  advance(300_000);
  expect(rounds).toBe(1);
  answer.open();
  await until(
    async () => {
      advance(30_000);
      return rounds;
    },
    (count) => count === 2,
  );
  stop();
});
