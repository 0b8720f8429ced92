import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepPeriodically } from '../../../src/server/process/sweep.ts';
import { createLog } from '../../../src/server/telemetry/log.ts';
import { BOOKING, type FreshScene, freshScene } from '../../support/booking/booking-scene.ts';
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
  const minute = async () => {
    advance(60_000);
    await Promise.all(swept);
  };
  await scene.made({ input: { kind: 'REQUEST' } });
  const { millis } = clock;
  await minute();
  expect(await expired()).toBe(0);
  clock.millis = (BOOKING.arrival + 1) * 86_400_000;
  await minute();
  expect(await expired()).toBe(1);
  clock.millis = millis;
  await scene.made({ input: { kind: 'REQUEST' } });
  clock.millis = (BOOKING.arrival + 1) * 86_400_000;
  await minute();
  expect(await expired()).toBe(2);
  const before = swept.length;
  stop();
  advance(3_600_000);
  expect(swept).toHaveLength(before);
});
