/**
 * A4: what an address, and an e-mail address, can book with publishable keys, whatever the operation and whatever became of it; right under
 * races and over processes. Issue 26, number 4.
 */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import type { Caller } from '../../../src/data/keys/api-keys.ts';
import { DEFAULT_PUBLIC_LIMITS } from '../../../src/domain/limits/public-limits.ts';
import { asParty, type BookingInput } from '../../../src/operations/booking/booking-input.ts';
import { changeBookings } from '../../../src/operations/booking/changes/change-booking.ts';
import { createBookings } from '../../../src/operations/booking/create/create-bookings.ts';
import {
  type Asked,
  BOOKING,
  type BookingScene,
  CALLERS,
  day,
  fillScene,
  NOON,
  openScene,
} from '../../support/booking/booking-scene.ts';
import { freshEmbedded } from '../../support/database/embedded-database.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { deadlocksOf, openRivalPool } from '../../support/database/rival-transactions.ts';

const HOUR = 3_600_000;
const NO_TEXTS = { messageToGuest: null, note: null, reserved: {} };
const PUBLIC: Caller = { ...CALLERS.everywhere, isPublishable: true };
const OTHER_PUBLIC: Caller = { ...CALLERS.partner, isPublishable: true };
const ADDRESS = '198.51.100.7';

let made = 0;
/** A booking of one night that nothing else takes, under an e-mail address of its own unless one is given. */
function night({
  email = `guest${made}@example.com`,
  caller = PUBLIC,
  network = ADDRESS,
  nights = 1,
  ...input
}: Partial<Omit<BookingInput, 'hotel'>> & {
  email?: string;
  caller?: Caller;
  network?: string;
  nights?: number;
  hotel?: string;
} = {}): Asked {
  const arrival = day('2026-04-01') + (made++ % 200);
  return {
    caller,
    network,
    input: { arrival, departure: arrival + nights, ...input, billedTo: { ...BOOKING.billedTo, email } },
  };
}

async function kinds(scene: BookingScene, asked: readonly Asked[]): Promise<string[]> {
  const outcomes: string[] = [];
  for (const one of asked) {
    const outcome = await scene.book(one);
    outcomes.push(outcome.kind === 'tooManyRequests' ? outcome.limit : outcome.kind);
  }
  return outcomes;
}
const times = (count: number, changes: Parameters<typeof night>[0] = {}): Asked[] =>
  Array.from({ length: count }, () => night(changes));
const all = (count: number, kind: string): string[] => Array<string>(count).fill(kind);

describe.each(['PostgreSQL', 'the embedded database'])('on %s', (kind) => {
  let database: Database;
  let scene: BookingScene;
  beforeAll(async () => {
    database = kind === 'PostgreSQL' ? await freshDatabase() : await freshEmbedded();
    await fillScene(database);
    scene = await openScene(database);
  });
  afterAll(async () => {
    await scene.close();
    await database.close();
  });
  beforeEach(async () => {
    scene.clock.millis = NOON;
    await database.prisma.recentUse.deleteMany();
    await database.prisma.stayHold.deleteMany();
  });

  test('an address books and requests 6 times an hour and 12 times a day, with all publishable keys together', async () => {
    const mixed = [...times(2), ...times(2, { kind: 'REQUEST' }), ...times(2, { caller: OTHER_PUBLIC })];
    expect(await kinds(scene, mixed)).toEqual(all(6, 'created'));
    scene.clock.millis += 60_000;
    expect(await scene.book(night())).toEqual({
      ...{ kind: 'tooManyRequests', limit: 'ADDRESS_BOOKINGS', most: 6, windowSeconds: 3_600 },
      ...{ retryAfterSeconds: 3_540, hotel: null },
    });
    expect(await kinds(scene, times(1, { kind: 'REQUEST', caller: OTHER_PUBLIC }))).toEqual(['ADDRESS_BOOKINGS']);
    expect(await kinds(scene, times(1, { network: '198.51.100.8' }))).toEqual(['created']);
    scene.clock.millis = NOON + HOUR;
    expect(await kinds(scene, times(7))).toEqual([...all(6, 'created'), 'ADDRESS_BOOKINGS']);
    scene.clock.millis = NOON + 2 * HOUR;
    expect(await scene.book(night())).toMatchObject({ most: 12, windowSeconds: 86_400, retryAfterSeconds: 22 * 3_600 });
    scene.clock.millis = NOON + 24 * HOUR;
    expect(await kinds(scene, times(2))).toEqual(all(2, 'created'));
    const stored = await database.prisma.$queryRaw<object[]>`SELECT recent_use::text AS row FROM recent_use`;
    expect(JSON.stringify(stored)).not.toMatch(/198\.51|example\.com/);
  });

  test('what was cancelled counts', async () => {
    for (let time = 0; time < 6; time++) {
      const id = await scene.made(night());
      expect(await scene.cancel(id, { caller: PUBLIC })).toMatchObject({ kind: 'bookingCancelled' });
    }
    expect(await kinds(scene, times(1))).toEqual(['ADDRESS_BOOKINGS']);
  });

  test('an e-mail address is booked under 3 times an hour and 6 times a day, in all hotels and from all addresses', async () => {
    let visitor = 0;
    const email = (spelling: string, hotel: '1' | '2' = '1') =>
      night({ email: spelling, network: `203.0.113.${visitor++}`, hotel, roomType: `${hotel}1` });
    const three = [email('anna@example.com'), email('ANNA@Example.com', '2'), email(' anna@example.com')];
    expect(await kinds(scene, three)).toEqual(all(3, 'created'));
    expect(await kinds(scene, [email('anna@example.com', '2')])).toEqual(['EMAIL_BOOKINGS']);
    expect(await kinds(scene, [email('berta@example.com')])).toEqual(['created']);
    scene.clock.millis += HOUR;
    expect(
      await kinds(
        scene,
        [1, 2, 3, 4].map(() => email('anna@example.com')),
      ),
    ).toEqual([...all(3, 'created'), 'EMAIL_BOOKINGS']);
    scene.clock.millis += HOUR;
    expect(await scene.book(email('anna@example.com'))).toMatchObject({ most: 6, windowSeconds: 86_400 });
    // The hotel itself, or a partner, books for whom it wants.
    expect(await kinds(scene, times(10, { email: 'anna@example.com', caller: CALLERS.everywhere }))).toEqual(
      all(10, 'created'),
    );
  });

  test('an international domain is the same address in both of its forms', async () => {
    const both = ['eva@müller.example', 'eva@xn--mller-kva.example', 'eva@MÜLLER.example', 'eva@müller.example'];
    const asked = both.map((email, index) => night({ email, network: `203.0.113.${index}` }));
    expect(await kinds(scene, asked)).toEqual([...all(3, 'created'), 'EMAIL_BOOKINGS']);
  });

  test('an address books and holds 30 room nights a day, released or not; a hold and its booking count once', async () => {
    const hold = (nights: number, arrival: string, caller = PUBLIC) =>
      scene.hold({
        ...{ caller, network: ADDRESS },
        input: { roomType: '21', hotel: '2', arrival: day(arrival), departure: day(arrival) + nights },
      });
    const first = await hold(10, '2026-10-01');
    const id = first.kind === 'held' ? first.id : '';
    const stay = { hotel: '2', roomType: '21', arrival: day('2026-10-01'), departure: day('2026-10-11') };
    expect(await kinds(scene, [night({ ...stay, hold: id })])).toEqual(['created']);
    const second = await hold(10, '2026-10-12');
    expect(second.kind).toBe('held');
    expect(await scene.release(second.kind === 'held' ? second.id : '', PUBLIC)).toMatchObject({ kind: 'released' });
    expect(await kinds(scene, [night({ nights: 10 })])).toEqual(['created']);
    expect(await hold(1, '2026-10-24')).toMatchObject({
      ...{ kind: 'tooManyRequests', limit: 'ADDRESS_ROOM_NIGHTS', most: 30, windowSeconds: 86_400, hotel: null },
    });
    expect(await kinds(scene, [night(), night({ kind: 'REQUEST' })])).toEqual(['ADDRESS_ROOM_NIGHTS', 'created']);
    expect(await hold(1, '2026-10-24', CALLERS.everywhere)).toMatchObject({ kind: 'held' });
    scene.clock.millis += 24 * HOUR;
    expect(await hold(1, '2026-10-24')).toMatchObject({ kind: 'held' });
  });

  test('a booking with the hold of another key counts its nights, because nobody has', async () => {
    const stay = { hotel: '2', roomType: '21', arrival: day('2026-11-01'), departure: day('2026-11-29') };
    const held = await scene.hold({ input: stay });
    expect(await kinds(scene, [night({ ...stay, hold: held.kind === 'held' ? held.id : '' })])).toEqual(['created']);
    expect(await kinds(scene, [night({ nights: 3 }), night({ nights: 2 })])).toEqual([
      'ADDRESS_ROOM_NIGHTS',
      'created',
    ]);
  });

  test('a test key takes no room and counts no nights, but its mails go out: its bookings count (S8)', async () => {
    const tests = { caller: { ...PUBLIC, isTest: true }, nights: 20 };
    expect(await kinds(scene, times(7, tests))).toEqual([...all(6, 'created'), 'ADDRESS_BOOKINGS']);
    expect(await database.prisma.recentUse.count({ where: { kind: 'roomNights' } })).toBe(0);
  });

  test('repetitions and refusals count nothing', async () => {
    const again = night({ idempotencyKey: 'one' });
    expect(await kinds(scene, Array<Asked>(20).fill(again))).toEqual(all(20, 'created'));
    const refused = [
      night({ arrival: day('2020-01-01'), departure: day('2020-01-02') }),
      night({ visitType: '101' }),
      night({ expectedTotal: 1 }),
      night({ guests: [] }),
    ];
    for (let round = 0; round < 3; round++) {
      expect(await kinds(scene, refused)).toEqual(['stayNotAllowed', 'onDemandOnly', 'priceChanged', 'guestCount']);
    }
    expect(await kinds(scene, times(6))).toEqual([...all(5, 'created'), 'ADDRESS_BOOKINGS']);
    expect(await kinds(scene, [again])).toEqual(['created']);
  });

  test('keys that are not publishable have none of these limits', async () => {
    const asked = times(20, { caller: CALLERS.everywhere, email: 'agency@example.com', nights: 2 });
    expect(await kinds(scene, asked)).toEqual(all(20, 'created'));
    expect(await database.prisma.recentUse.count()).toBe(0);
  });

  test('0 is no limit', async () => {
    const publicUse = { network: ADDRESS, limits: { bookingsPerHour: 0, roomNightsPerDay: 0 } };
    const asked = times(40, { email: 'anna@example.com' });
    for (const { input } of asked) {
      const request = {
        ...scene,
        businessTimeZone: 'Europe/Prague',
        caller: PUBLIC,
        language: 'en',
        publicUse,
      } as const;
      const outcome = await createBookings({ ...request, input: asParty({ ...BOOKING, ...input }) });
      expect(outcome).toMatchObject({ kind: 'created' });
    }
    expect(await database.prisma.recentUse.count()).toBe(0);
    expect(DEFAULT_PUBLIC_LIMITS).toEqual({ bookingsPerHour: 6, roomNightsPerDay: 30 });
  });

  test('a booking is changed 6 times a day with a publishable key, by others as often as they want', async () => {
    const bookingId = await scene.made(night());
    const request = { ...scene, businessTimeZone: 'Europe/Prague', bookingId, isParty: false, ...NO_TEXTS };
    // As a change of dates or guests would leave it.
    const becoming = { event: 'CONFIRMED', status: 'CONFIRMED', cancellationFeeMinor: null } as const;
    const change = (caller: Caller) =>
      changeBookings({ ...request, caller }, ([booking]) => ({
        answer: { kind: 'changed' },
        changes: [[booking, { ...becoming, hasRooms: booking.hasRooms }]],
      }));
    for (let time = 0; time < 6; time++) expect(await change(PUBLIC)).toEqual({ kind: 'changed' });
    expect(await change(PUBLIC)).toMatchObject({
      ...{ kind: 'tooManyRequests', limit: 'BOOKING_CHANGES', most: 6, windowSeconds: 86_400, hotel: null },
    });
    expect(await change(CALLERS.everywhere)).toEqual({ kind: 'changed' });
    scene.clock.millis += 24 * HOUR;
    expect(await change(PUBLIC)).toEqual({ kind: 'changed' });
  });
});

test('of 60 bookings of one address at once 6 are made, and of one e-mail address 3, beside others of the same rooms and without a deadlock', async () => {
  const database = await freshDatabase();
  await fillScene(database);
  const rivals = await Promise.all([openRivalPool(database.url, 10), openRivalPool(database.url, 10)]);
  const scenes = await Promise.all(rivals.map((one) => openScene(one)));
  const stay = { roomType: '11', arrival: day('2026-12-01'), departure: day('2026-12-02') };
  const public60 = times(60, { network: '192.0.2.60' }).map((one, index) => {
    // Some under one e-mail address, which takes turns apart from the address of the visitor.
    const email = index % 2 === 0 ? 'race@example.com' : one.input!.billedTo!.email;
    const arrival = day('2026-12-02') + (index % 25);
    const billedTo = { ...BOOKING.billedTo, email };
    return { ...one, input: { ...one.input, arrival, departure: arrival + 1, billedTo } };
  });
  const emails = times(20, { email: 'bombed@example.com' }).map((one, index) => ({
    ...one,
    network: `192.0.2.${100 + index}`,
  }));
  const ordinary = times(10, { caller: CALLERS.everywhere, ...stay });
  const holds = Array.from({ length: 10 }, (_, index) =>
    scenes[index % 2]!.hold({
      ...{ caller: PUBLIC, network: '192.0.2.60' },
      input: { arrival: day('2026-12-02') + index, departure: day('2026-12-04') + index },
    }),
  );
  const [first, second, third, held] = await Promise.all([
    ...[public60, emails, ordinary].map((asked) =>
      Promise.all(asked.map((one, index) => scenes[index % 2]!.book(one))),
    ),
    Promise.all(holds),
  ]);
  for (const one of [...scenes, ...rivals]) await one.close();
  const count = (outcomes: readonly { kind: string }[], kind: string) =>
    outcomes.filter((one) => one.kind === kind).length;
  expect(count(first!, 'created')).toBe(6);
  expect(count(first!, 'tooManyRequests')).toBe(54);
  expect(count(second!, 'created')).toBe(3);
  expect(count(third!, 'created')).toBe(5);
  expect(count(held!, 'held')).toBe(5);
  const [nights] = await database.prisma.recentUse.findMany({
    where: { kind: 'roomNights' },
    orderBy: { amounts: 'desc' },
  });
  expect(nights!.amounts.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(30);
  expect(await deadlocksOf(database)).toBe(0);
  await database.close();
});
