/** Imports that remove what their file does not name (`--replace`) beside bookings of it, on a real PostgreSQL (Y4). */
import { expect, test } from 'vitest';
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { SHARED_CATALOGUE_LOCK } from '../../../src/data/cache/raise-epochs.ts';
import type { BookingOutcome } from '../../../src/operations/booking/booking-outcome.ts';
import { exportedCatalogue } from '../../catalogue/snapshot.ts';
import { BOOKING, openScene } from '../../support/booking/booking-scene.ts';
import { openRivalScenesForEach, type RivalScenes } from '../../support/booking/rival-scenes.ts';
import { untilWaiting } from '../../support/database/rival-transactions.ts';
import { sentThrough } from '../../support/database/sent-through.ts';

let { database, rivals, scenes } = {} as RivalScenes;
openRivalScenesForEach((opened) => {
  ({ database, rivals, scenes } = opened);
});

type Imported = ReturnType<typeof importCatalogue>;
const replace = (source: Catalogue): Imported => importCatalogue({ database: rivals[0]!, source, replace: true });

/** Leaves out what lists have about a room type. */
function withoutRoomType<Part>(value: Part, number: number): Part {
  if (Array.isArray(value)) {
    const kept = value.filter((one) => one?.roomTypeId !== number && !(one?.id === number && 'beds' in one));
    return kept.map((one) => withoutRoomType(one, number)) as Part;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutRoomType(part, number)])) as Part;
}

test('a hotel gets another code and loses a room type that somebody asks for meanwhile: nothing deadlocks', async () => {
  const exported = await exportedCatalogue(database);
  const hotels = exported.hotels!.map((hotel) => (hotel.id === 1 ? { ...hotel, code: 'NEW' } : hotel));
  let [importing, booking] = [] as unknown as [Imported, Promise<BookingOutcome>];
  await database.prisma.$transaction(async (tx) => {
    // It is read by the import once that has locked what it may remove.
    await tx.$executeRaw`LOCK TABLE tag IN ACCESS EXCLUSIVE MODE`;
    importing = replace(withoutRoomType({ ...exported, hotels }, 12));
    await untilWaiting(database, 1, importing);
    booking = scenes[1]!.book({ input: { kind: 'REQUEST', roomType: '12' } });
    await untilWaiting(database, 2, booking);
  });
  expect(await importing).toMatchObject({ ok: true, counts: { roomTypes: { removed: 1 } } });
  expect(await booking).toMatchObject({ kind: 'notFound', subject: 'ROOM_TYPE', id: '12' });
});

test('a loyalty programme stays that a booking has got meanwhile', async () => {
  const exported = await exportedCatalogue(database);
  const source = {
    ...exported,
    loyaltyPrograms: exported.loyaltyPrograms!.filter(({ id }) => id !== 1),
    visitTypes: exported.visitTypes!.map((visitType) => ({ ...visitType, loyaltyProgramIds: [] })),
  };
  let importing = null as Imported | null;
  const slow = await openScene(
    sentThrough(database, (send) => async (...sent) => {
      if (sent[0].text.includes('INSERT INTO booking ')) {
        importing = replace(source);
        await untilWaiting(database, 1, importing);
      }
      return send(...sent);
    }),
  );
  const [first, ...others] = BOOKING.guests;
  await slow.made({ input: { guests: [{ ...first!, loyaltyProgram: '1' }, ...others] } });
  await slow.close();
  expect(await importing).toMatchObject({ ok: true, kept: { loyaltyPrograms: [1] } });
  expect(await database.prisma.loyaltyProgram.findMany()).toMatchObject([{ number: 1 }, { number: 2 }]);
});

test('a dry run waits for no bookings that are under way, where its file leaves no loyalty programme out', async () => {
  const source = await exportedCatalogue(database);
  await database.prisma.$transaction(async (tx) => {
    await tx.$executeRawUnsafe(`SELECT ${SHARED_CATALOGUE_LOCK}`);
    expect(await importCatalogue({ database: rivals[0]!, source, replace: true, dryRun: true })).toMatchObject({
      ok: true,
    });
  });
});
