import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../../src/data/database/database.ts';
import { expireRequests } from '../../../../src/operations/booking/changes/expire-requests.ts';
import { BOOKING, type BookingScene, day, fillScene, openScene } from '../../../support/booking/booking-scene.ts';
import { freshEmbedded } from '../../../support/database/embedded-database.ts';
import { freshDatabase } from '../../../support/database/fresh-database.ts';

const businessTimeZone = 'Europe/Prague';

async function memoryDatabase(): Promise<Database> {
  const database = await freshEmbedded();
  return database;
}

describe.each([
  ['PostgreSQL', freshDatabase],
  ['the embedded database', memoryDatabase],
])('recording expired requests on %s', (_, open: () => Promise<Database>) => {
  let database: Database;
  let scene: BookingScene;
  beforeAll(async () => {
    database = await open();
    await fillScene(database);
    scene = await openScene(database);
  });
  afterAll(async () => {
    await scene.close();
    await database.close();
  });

  const expire = (instant: string) => expireRequests(database, { now: Date.parse(instant), businessTimeZone });
  const request = (arrival: string) => {
    scene.clock.millis += 60_000;
    return scene.made({ input: { kind: 'REQUEST', arrival: day(arrival), departure: day(arrival) + 2 } });
  };
  const lifeOf = async (id: string) => {
    const { status, events } = await database.prisma.booking.findUniqueOrThrow({
      where: { id },
      select: {
        status: true,
        events: { orderBy: { sequence: 'asc' }, select: { type: true, at: true, clientId: true } },
      },
    });
    return [status, ...events.map(({ type }) => type)];
  };

  test('writes the state and one event of the service for requests of an arrival before today, and nothing twice (S1)', async () => {
    const [past, yesterday, today] = [
      await request('2026-04-29'),
      await request('2026-04-30'),
      await request('2026-05-01'),
    ];
    const binding = await scene.made({ input: { arrival: day('2026-05-01'), departure: day('2026-05-02') } });
    const declined = await request('2026-05-01');
    await scene.decline(declined);
    // Midnight in Prague is 22:00 in UTC.
    expect(await expire('2026-04-30T21:59:59Z')).toBe(1);
    expect(await lifeOf(yesterday)).toEqual(['REQUESTED', 'REQUESTED']);
    expect(await expire('2026-04-30T22:00:00Z')).toBe(1);
    expect(await expire('2026-04-30T22:00:00Z')).toBe(0);
    for (const id of [past, yesterday]) expect(await lifeOf(id)).toEqual(['EXPIRED', 'REQUESTED', 'EXPIRED']);
    expect(await lifeOf(today)).toEqual(['REQUESTED', 'REQUESTED']);
    expect(await lifeOf(binding)).toEqual(['CONFIRMED', 'CONFIRMED']);
    expect(await lifeOf(declined)).toEqual(['DECLINED', 'REQUESTED', 'DECLINED']);
    const [event] = await database.prisma.bookingEvent.findMany({ where: { bookingId: yesterday, type: 'EXPIRED' } });
    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_[0-9a-f]{24}$/),
      clientId: null,
      at: new Date('2026-04-30T22:00:00Z'),
    });
  });

  test('records more than a statement locks', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.push(await request('2026-06-01'));
    const now = Date.parse('2026-06-02T10:00:00Z');
    // The request for 1 May has expired as well.
    expect(await expireRequests(database, { now, businessTimeZone, batch: 2 })).toBe(6);
    for (const id of ids) expect(await lifeOf(id)).toEqual(['EXPIRED', 'REQUESTED', 'EXPIRED']);
  });
});

test('ten processes at once write one event for each request, and one that is being changed is left alone (S1)', async () => {
  const database = await freshDatabase();
  await fillScene(database);
  const scene = await openScene(database);
  const ids: string[] = [];
  for (let index = 0; index < 20; index++) {
    const email = `guest${index}@example.com`;
    ids.push(await scene.made({ input: { kind: 'REQUEST', billedTo: { ...BOOKING.billedTo, email } } }));
  }
  const now = (BOOKING.arrival + 1) * 86_400_000;
  const sweep = () => expireRequests(database, { now, businessTimeZone });
  await database.prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM booking WHERE id = ${ids[0]} FOR NO KEY UPDATE`;
    const counts = await Promise.all(Array.from({ length: 9 }, sweep));
    expect(counts.reduce((sum, count) => sum + count)).toBe(19);
  });
  expect(await sweep()).toBe(1);
  expect(await database.prisma.bookingEvent.count({ where: { type: 'EXPIRED' } })).toBe(20);
  await scene.close();
  await database.close();
});
