/** M9: a booking is found by what it says now, from the moment that it says it, and by nothing that is gone. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fillSearchColumn } from '../../../../src/data/booking-search.ts';
import { EVERY_BOOKING } from '../../../../src/operations/booking/booking-access.ts';
import { eraseGuestData } from '../../../../src/operations/booking/guest-data/erase-guest-data.ts';
import { bookingFilterProblems } from '../../../../src/operations/booking/search/booking-filter.ts';
import { listBookings } from '../../../../src/operations/booking/search/list-bookings.ts';
import { BOOKING, CALLERS, day, type FreshScene, freshScene, NOON } from '../../../support/booking/booking-scene.ts';
import { TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { openRivalPool, untilWaiting } from '../../../support/database/rival-transactions.ts';

let scene: FreshScene;
beforeEach(async () => {
  scene = await freshScene();
});
afterEach(() => scene.close());

async function finds(text: string): Promise<string[]> {
  const asked = {
    reach: EVERY_BOOKING,
    filter: { text },
    sort: 'NEWEST',
    first: 10,
    after: null,
    today: day(TODAY),
  } as const;
  return (await listBookings(scene.database, asked)).keys.map(([, id]) => id);
}

test('the contact, a guest, the address and the phone number find a booking as soon as it is made', async () => {
  const id = await scene.made();
  const { firstName, email } = BOOKING.billedTo;
  for (const text of [firstName, email, '602 123 456', '123456', 'volmar'])
    expect([text, await finds(text)]).toEqual([text, [id]]);
  expect(await finds('nobody')).toEqual([]);
});

test('a changed name finds it at once, the former one no more', async () => {
  const id = await scene.made();
  const billedTo = { ...BOOKING.billedTo, firstName: 'Žofie', email: 'zofie@example.com' };
  const outcome = await scene.alter(id, { billedTo } as never, { caller: CALLERS.operator });
  expect(outcome).toMatchObject({ kind: 'bookingChanged' });
  expect([await finds('zofie'), await finds('zofie@ex')]).toEqual([[id], [id]]);
  expect(await finds(BOOKING.billedTo.email)).toEqual([]);
});

test('an international address finds it as people write it, and as it is kept', async () => {
  const id = await scene.made();
  const billedTo = { ...BOOKING.billedTo, email: 'zofie@xn--e1afmkfd.xn--p1ai' };
  await scene.alter(id, { billedTo } as never, { caller: CALLERS.operator });
  for (const text of ['zofie@пример.рф', 'Zofie@xn--e1afmkfd']) expect([text, await finds(text)]).toEqual([text, [id]]);
});

test('control characters stand between words', async () => {
  const id = await scene.made();
  expect(await finds(`${BOOKING.billedTo.firstName}\u0000volmar`)).toEqual([id]);
});

test('once its guest data is erased nothing finds it but its reference', async () => {
  const id = await scene.made();
  const { reference } = await scene.database.prisma.booking.findUniqueOrThrow({ where: { id } });
  await eraseGuestData({ database: scene.database, now: NOON }, {
    reach: EVERY_BOOKING,
    subject: { booking: id },
    clientId: null,
  } as never);
  const stored = await scene.database.prisma.$queryRawUnsafe('SELECT search::text AS search FROM booking');
  expect(stored).toEqual([{ search: null }]);
  expect(await fillSearchColumn(scene.database)).toBe(1);
  expect(await finds(BOOKING.billedTo.firstName)).toEqual([]);
  expect(await finds(reference.slice(2, 6))).toEqual([id]);
});

test('a booking of an earlier release that is erased while it gets its column has no guest data in it (S19)', async () => {
  await scene.made();
  const { prisma } = scene.database;
  await prisma.$executeRawUnsafe('UPDATE booking SET search = NULL');
  // A rival that reads contacts waits in the middle of its statement.
  await prisma.$executeRawUnsafe('ALTER TABLE booking_contact RENAME TO stored_contact');
  await prisma.$executeRawUnsafe(`CREATE FUNCTION wait_as_rival() RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('application_name') = 'rival' THEN PERFORM pg_advisory_xact_lock(1); END IF;
      RETURN true;
    END $$`);
  await prisma.$executeRawUnsafe('CREATE VIEW booking_contact AS SELECT * FROM stored_contact WHERE wait_as_rival()');
  const rival = await openRivalPool(scene.database.url, 2);
  let filled: Promise<number> | undefined;
  let erased: Promise<unknown> | undefined;
  await prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(1)::text`;
    filled = fillSearchColumn(rival);
    await untilWaiting(scene.database, 1, filled);
    erased = eraseGuestData(
      { database: scene.database, now: NOON },
      { reach: EVERY_BOOKING, subject: { email: BOOKING.billedTo.email }, clientId: null, by: 'COMMAND_LINE' },
    );
    await untilWaiting(scene.database, 2, erased);
  });
  expect(await filled).toBe(1);
  expect(await erased).toMatchObject({ bookings: 1 });
  expect(await finds(BOOKING.billedTo.firstName)).toEqual([]);
  await rival.close();
});

test.each([
  ['nine words', 'a b c d e f g h i', 'tooManyWords'],
  ['more than 100 characters', 'x'.repeat(101), 'tooLong'],
  ['more than 100 characters of two UTF-16 units', '\u{20000}'.repeat(101), 'tooLong'],
  ['neither letters nor digits', '-- !', 'blank'],
])('a text of %s is refused without a query, and not repeated', (_, text, reason) => {
  const problems = bookingFilterProblems({ text });
  expect(problems).toMatchObject([{ path: 'text', reason }]);
  expect(JSON.stringify(problems)).not.toContain(text);
});

test('eight words are few enough, and digits in a row are one of them', () => {
  expect(bookingFilterProblems({ text: 'anna maria von der alm +420 604 123 456 karel novak' })).toEqual([]);
});

test('100 characters are few enough, also those of two UTF-16 units', () => {
  expect(bookingFilterProblems({ text: '\u{20000}'.repeat(100) })).toEqual([]);
});
