/** Changes of bookings (S10, S11, M4, M6) against each other, bookings, updates and imports at the same time, on a real PostgreSQL. */
import { afterEach, describe, expect, test } from 'vitest';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import type { Database } from '../../../src/data/database/database.ts';
import { exportedCatalogue } from '../../catalogue/snapshot.ts';
import { disagreementsOf } from '../../support/booking/booking-records.ts';
import {
  BOOKING,
  type BookingScene,
  CALLERS,
  NOON,
  openScene,
  soldNights,
} from '../../support/booking/booking-scene.ts';
import { openRivalScenesForEach, type RivalScenes } from '../../support/booking/rival-scenes.ts';
import { latch, untilWaiting } from '../../support/database/rival-transactions.ts';
import { retryRequest } from '../../support/requests/retry-request.ts';

let { database, rivals, scenes } = {} as RivalScenes;
openRivalScenesForEach((opened) => {
  ({ database, rivals, scenes } = opened);
});
afterEach(async () => {
  expect(await disagreementsOf(database, null)).toEqual([]);
});

const at = (index: number): BookingScene => scenes[index % 2]!;

/** How often each text was answered. */
function countOf(answers: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}

/** A scene that has read a booking, and is overtaken by `overtake` before its transaction begins. */
async function overtaken(overtake: () => Promise<unknown>): Promise<BookingScene> {
  const transact: Database['transact'] = async (work, timeouts) => {
    await overtake();
    return database.transact(work, timeouts);
  };
  return openScene({ ...database, transact });
}

describe('changes of one booking take turns:', () => {
  test('40 cancellations give its rooms back once', async () => {
    const id = await at(0).made();
    await at(0).made();
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) => retryRequest(() => at(index).cancel(id))),
    );
    const answers = outcomes.map((outcome) =>
      'alreadyCancelled' in outcome ? `${outcome.alreadyCancelled}` : outcome.kind,
    );
    expect(countOf(answers)).toEqual({ false: 1, true: 39 });
    expect(await soldNights(database, { ...BOOKING, roomType: 11 })).toEqual([1, 1, 1]);
  });

  test('a cancellation that another one overtakes finds it done', async () => {
    const id = await at(0).made();
    const slow = await overtaken(() => at(0).cancel(id));
    expect(await slow.cancel(id)).toMatchObject({ kind: 'bookingCancelled', alreadyCancelled: true });
    await slow.close();
    expect(await soldNights(database, { ...BOOKING, roomType: 11 })).toEqual([0, 0, 0]);
  });

  test('a cancellation that a reinstatement overtakes cancels anew; a reinstatement that another one overtakes finds it done (M6)', async () => {
    const id = await at(0).made();
    await at(0).cancel(id);
    const slow = await overtaken(() => at(0).reinstate(id));
    expect(await slow.reinstate(id)).toMatchObject({ kind: 'bookingReinstated', alreadyReinstated: true });
    await slow.close();
    const slower = await overtaken(async () => {
      await at(0).cancel(id);
      await at(0).reinstate(id);
    });
    expect(await slower.cancel(id)).toMatchObject({ kind: 'bookingCancelled', alreadyCancelled: false });
    await slower.close();
    expect(await soldNights(database, { ...BOOKING, roomType: 11 })).toEqual([0, 0, 0]);
  });

  test('a confirmation that a cancellation or a refusal overtakes takes no rooms', async () => {
    for (const code of ['CANCELLED', 'DECLINED']) {
      const id = await at(0).made({ input: { kind: 'REQUEST' } });
      const slow = await overtaken(() => (code === 'CANCELLED' ? at(0).cancel(id) : at(0).decline(id)));
      expect(await slow.confirm(id)).toMatchObject({ kind: 'notConfirmable', code });
      await slow.close();
    }
    expect(await soldNights(database, { ...BOOKING, roomType: 11 })).toEqual([0, 0, 0]);
  });

  test('a cancellation that a confirmation overtakes gives back what that took, for the fee of a confirmed booking', async () => {
    const id = await at(0).made({ input: { kind: 'REQUEST' } });
    const cancellationTerms = [{ daysBeforeArrival: 100, basisPoints: 5_000 }];
    await database.prisma.booking.update({ where: { id }, data: { cancellationTerms } });
    const slow = await overtaken(() => at(0).confirm(id));
    expect(await slow.cancel(id)).toMatchObject({ kind: 'bookingCancelled', feeMinor: 150_000 });
    await slow.close();
    expect(await soldNights(database, { ...BOOKING, roomType: 11 })).toEqual([0, 0, 0]);
  });

  test('a cancellation that a move overtakes gives back the nights that the booking has then, for the fee of its price then', async () => {
    const id = await at(0).made();
    const cancellationTerms = [{ daysBeforeArrival: 100, basisPoints: 5_000 }];
    await database.prisma.visitType.update({ where: { number: 100 }, data: { cancellationTerms } });
    const stay = { roomType: '12', departure: BOOKING.departure + 1 } as never;
    const slow = await overtaken(() => at(0).alter(id, { stay, expectedTotal: 400_000 }));
    expect(await slow.cancel(id)).toMatchObject({ kind: 'bookingCancelled', feeMinor: 200_000 });
    await slow.close();
    for (const roomType of [11, 12]) expect(await soldNights(database, { ...BOOKING, roomType })).toEqual([0, 0, 0]);
  });

  test('a confirmation that a move overtakes takes the nights that the request asks for then', async () => {
    const id = await at(0).made({ input: { kind: 'REQUEST' } });
    const stay = { arrival: BOOKING.arrival + 1 } as never;
    const slow = await overtaken(() => at(0).alter(id, { stay, expectedTotal: 200_000 }));
    expect(await slow.confirm(id)).toMatchObject({ kind: 'bookingConfirmed' });
    await slow.close();
    expect(await soldNights(database, { ...BOOKING, roomType: 11 })).toEqual([0, 1, 1]);
  });

  test('a move that a cancellation overtakes moves nothing; of two moves at once each starts from what the other has left', async () => {
    const id = await at(0).made();
    const slow = await overtaken(() => at(0).cancel(id));
    const stay = { roomType: '12' } as never;
    expect(await slow.alter(id, { stay, expectedTotal: 300_000 })).toEqual({
      kind: 'notChangeable',
      code: 'CANCELLED',
    });
    await slow.close();
    const other = await at(0).made();
    const moves = await Promise.all(
      ['12', '11', '12', '11'].map((roomType, index) =>
        retryRequest(() => at(index).alter(other, { stay: { roomType } as never, expectedTotal: 300_000 })),
      ),
    );
    expect(countOf(moves.map(({ kind }) => kind))).toEqual({ bookingChanged: 4 });
    const sold = await Promise.all([11, 12].map((roomType) => soldNights(database, { ...BOOKING, roomType })));
    expect(sold.flat().reduce((sum, night) => sum + night, 0)).toBe(3);
  });

  test('a change waits for whoever holds the booking itself, as the sweep of expired requests does, and sees what it wrote', async () => {
    const id = await at(0).made({ input: { kind: 'REQUEST' } });
    const [held, released] = [latch(), latch()];
    const expiring = rivals[0]!.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`
        WITH expired AS (UPDATE booking SET status = 'EXPIRED' WHERE id = ${id} RETURNING id)
        INSERT INTO booking_event (id, booking_id, type, at) SELECT 'evt_' || new_object_id(), id, 'EXPIRED', now() FROM expired`;
      held.open();
      await released.opened;
    });
    await held.opened;
    const changing = [at(1).cancel(id), at(1).confirm(id), at(1).decline(id)];
    await untilWaiting(database, 3, Promise.race(changing));
    released.open();
    await expiring;
    expect(await Promise.all(changing)).toMatchObject([{ code: 'EXPIRED' }, { code: 'EXPIRED' }, { code: 'EXPIRED' }]);
  });

  test('cancelled, confirmed and declined at once, 20 requests end in one state each', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 20; index++) {
      const email = `guest${index}@example.com`;
      ids.push(await at(0).made({ input: { kind: 'REQUEST', billedTo: { ...BOOKING.billedTo, email } } }));
    }
    await Promise.all(
      ids.flatMap((id, index) => [
        retryRequest(() => at(index).cancel(id)),
        retryRequest(() => at(index + 1).confirm(id)),
        retryRequest(() => at(index).decline(id)),
        retryRequest(() => at(index + 1).cancel(id)),
      ]),
    );
    const { REQUESTED } = countOf((await database.prisma.booking.findMany()).map(({ status }) => status));
    expect(REQUESTED).toBeUndefined();
  });
});

describe('the last room', () => {
  /** One room of type 13, for one guest. */
  const input = { roomType: '13', guests: BOOKING.guests.slice(0, 1) };

  test('goes to a booking or to a confirmation, never to both', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 8; index++) ids.push(await at(0).made({ input: { ...input, kind: 'REQUEST' } }));
    const outcomes = await Promise.all(
      ids.flatMap((id, index) => [
        retryRequest(() => at(index).confirm(id)),
        retryRequest(() => at(index + 1).book({ input })),
      ]),
    );
    const { noCapacity, ...made } = countOf(outcomes.map(({ kind }) => kind));
    expect(noCapacity).toBe(15);
    expect(Object.values(made)).toEqual([1]);
    expect(await soldNights(database, { ...BOOKING, roomType: 13 })).toEqual([1, 1, 1]);
  });

  test('goes to a booking that is reinstated or to a new one, never to both, and every event is written once (M6)', async () => {
    for (let round = 0; round < 6; round++) {
      const id = await at(0).made({ input });
      await at(0).cancel(id);
      const outcomes = await Promise.all([
        ...Array.from({ length: 6 }, (_, index) => retryRequest(() => at(index).reinstate(id))),
        ...Array.from({ length: 6 }, (_, index) => retryRequest(() => at(index).book({ input }))),
      ]);
      const counts = countOf(
        outcomes.map((outcome) =>
          'alreadyReinstated' in outcome ? `reinstated ${outcome.alreadyReinstated}` : outcome.kind,
        ),
      );
      expect((counts.created ?? 0) + (counts['reinstated false'] ?? 0)).toBe(1);
      expect(await soldNights(database, { ...BOOKING, roomType: 13 })).toEqual([1, 1, 1]);
      for (const { id: left } of await database.prisma.booking.findMany({ where: { status: 'CONFIRMED' } })) {
        await at(0).cancel(left);
      }
    }
  });

  test('is cancelled, marked, reinstated and booked at once, again and again, without being sold twice (M4, M6)', async () => {
    for (const scene of scenes) scene.clock.millis = Date.parse('2026-05-04T17:00:00Z');
    const id = await at(0).made({ input });
    const caller = CALLERS.operator;
    for (let round = 0; round < 6; round++) {
      const answers = await Promise.all([
        ...Array.from({ length: 3 }, (_, index) => retryRequest(() => at(index).cancel(id, { caller }))),
        ...Array.from({ length: 3 }, (_, index) => retryRequest(() => at(index).markNoShow(id))),
        ...Array.from({ length: 3 }, (_, index) => retryRequest(() => at(index).reinstate(id))),
        ...Array.from({ length: 2 }, (_, index) => retryRequest(() => at(index).book({ input }))),
      ]);
      expect(answers).toHaveLength(11);
      // Rooms sold equal a recount of the bookings, and events lead to the states, each once.
      expect(await disagreementsOf(database, null)).toEqual([]);
    }
    for (const scene of scenes) scene.clock.millis = NOON;
  });

  test('that a booking has taken since the confirmation read it is not taken twice', async () => {
    const id = await at(0).made({ input: { ...input, kind: 'REQUEST' } });
    const slow = await overtaken(() => at(0).made({ input }));
    expect(await slow.confirm(id)).toMatchObject({ kind: 'noCapacity', firstNight: BOOKING.arrival });
    await slow.close();
    expect(await soldNights(database, { ...BOOKING, roomType: 13 })).toEqual([1, 1, 1]);
  });

  test('is sold again the moment that a cancellation commits: who waits for its nights gets it', async () => {
    const id = await at(0).made({ input });
    const [held, released] = [latch(), latch()];
    const holding = rivals[0]!.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT sold FROM inventory_night WHERE room_type_number = 13 ORDER BY night FOR UPDATE`;
      held.open();
      await released.opened;
    });
    await held.opened;
    const cancelling = at(1).cancel(id);
    await untilWaiting(database, 1, cancelling);
    const booking = at(1).book({ input });
    await untilWaiting(database, 2, booking);
    released.open();
    await holding;
    expect([(await cancelling).kind, (await booking).kind]).toEqual(['bookingCancelled', 'created']);
  });
});

test('a cancellation and an import that changes its nights are both made', async () => {
  const id = await at(0).made();
  const catalogue = await exportedCatalogue(database);
  const inventory = catalogue.inventory!.map((entry) => ({ ...entry, units: entry.units + 1 }));
  const [first, second] = await Promise.all([
    importCatalogue({ database: rivals[0]!, source: { ...catalogue, inventory } as never }),
    retryRequest(() => at(1).cancel(id)),
  ]);
  expect([first.ok, second.kind]).toEqual([true, 'bookingCancelled']);
});
