import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/data/database/database.ts';
import { asParty } from '../../../src/operations/booking/booking-input.ts';
import { createBookings } from '../../../src/operations/booking/create/create-bookings.ts';
import { ServiceUnavailable } from '../../../src/operations/service-unavailable.ts';
import { BOOKING, CALLERS, fillScene, NOON, openScene } from '../../support/booking/booking-scene.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { latch, untilWaiting } from '../../support/database/rival-transactions.ts';

const QUIET_EPOCHS = {
  isCurrent: () => true,
  refresh: async () => {},
  of: () => 0,
  version: () => 0,
  observe() {},
  onRaise: () => () => {},
  notifications: () => 0,
  close: async () => {},
};

test('no connection in time is an overloaded service, and the booking succeeds once there is one', async () => {
  const database = await freshDatabase({ poolSize: 1 });
  await fillScene(database);
  const scene = await openScene(database);
  const held = latch();
  const release = latch();
  const holder = database.prisma.$transaction(async (tx) => {
    await tx.channel.count();
    held.open();
    await release.opened;
  });
  await held.opened;
  const refused = scene.book({ timeouts: { connectionMs: 50 } });
  await expect(refused).rejects.toThrow(ServiceUnavailable);
  await expect(refused).rejects.toMatchObject({ retryAfterSeconds: 5 });
  release.open();
  await holder;
  expect(await scene.book()).toMatchObject({ kind: 'created' });
  await scene.close();
  await database.close();
});

test('a database that is away is an unavailable service, without its address in the message', async () => {
  const database = await openDatabase({ kind: 'postgresql', url: 'postgresql://gateway:gateway@127.0.0.1:1/gateway' });
  const refused = createBookings({
    database,
    epochs: QUIET_EPOCHS,
    clock: { now: () => NOON },
    businessTimeZone: 'Europe/Prague',
    caller: CALLERS.everywhere,
    input: asParty(BOOKING),
    language: 'de',
  });
  await expect(refused).rejects.toThrow(ServiceUnavailable);
  await expect(refused).rejects.not.toThrow(/127|gateway:/);
  await database.close();
});

test('a connection lost during a booking is an unavailable service, and leaves nothing of the booking', async () => {
  const database = await freshDatabase();
  await fillScene(database);
  const scene = await openScene(database);
  await database.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM inventory_night WHERE room_type_number = 11 FOR UPDATE`;
    const refused = scene.book({ input: { idempotencyKey: 'lost' } });
    const expectation = expect(refused).rejects.toThrow(ServiceUnavailable);
    await untilWaiting(database, 1, refused);
    await tx.$queryRaw`
      SELECT pg_terminate_backend(pid) FROM pg_locks WHERE NOT granted
        AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`;
    await expectation;
  });
  expect(await database.prisma.booking.count()).toBe(0);
  expect(await scene.book({ input: { idempotencyKey: 'lost' } })).toMatchObject({ kind: 'created', replayed: false });
  await scene.close();
  await database.close();
});

test("the database's error about a row never contains the row: no personal data in an unexpected error", async () => {
  const database = await freshDatabase();
  await fillScene(database);
  await database.prisma.$executeRaw`ALTER TABLE booking_contact ADD CHECK (email LIKE 'nobody%')`;
  const scene = await openScene(database);
  const failed = await scene.book().then(
    () => null,
    (error: unknown) => error,
  );
  expect(failed).toMatchObject({ message: expect.stringContaining('booking_contact_email_check') });
  const everything = JSON.stringify(failed, Object.getOwnPropertyNames(failed));
  expect(everything).not.toMatch(/Hildegard|Vonderbingen|rupertsberg|Klosterweg/);
  expect((failed as Error).cause).toBeUndefined();
  await scene.close();
  await database.close();
});
