/** Changes of bookings (S10, S11) against each other, bookings, updates and imports at the same time, on a real PostgreSQL. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import type { Database } from '../../../src/data/database/database.ts';
import { updateInventory } from '../../../src/operations/update/update-inventory.ts';
import { exportedCatalogue } from '../../catalogue/snapshot.ts';
import { disagreementsOf } from '../../support/booking/booking-records.ts';
import {
  BOOKING,
  type BookingScene,
  CALLERS,
  day,
  fillScene,
  openScene,
  soldNights,
} from '../../support/booking/booking-scene.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { deadlocksOf, latch, openRivalPool, untilWaiting } from '../../support/database/rival-transactions.ts';
import { retryRequest } from '../../support/requests/retry-request.ts';

const TODAY = day('2026-03-02');

let database: FreshDatabase;
let rivals: Database[];
let scenes: BookingScene[];
beforeEach(async () => {
  database = await freshDatabase();
  await fillScene(database);
  rivals = await Promise.all([openRivalPool(database.url, 8), openRivalPool(database.url, 8)]);
  scenes = await Promise.all(rivals.map(openScene));
});
afterEach(async () => {
  expect(await disagreementsOf(database, null)).toEqual([]);
  for (const scene of scenes) await scene.close();
  for (const rival of rivals) await rival.close();
  expect(await deadlocksOf(database)).toBe(0);
  await database.close();
});

const at = (index: number): BookingScene => scenes[index % 2]!;

/** Numbers from 0 (inclusive) to `end` (exclusive), the same in every run. */
function numbersFrom(seed: number): (end: number) => number {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

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

test('400 random bookings, requests, answers, cancellations and changes of capacity leave what is sold equal to the bookings with rooms, each event written once, and no deadlock', async () => {
  const below = numbersFrom(10_111_213);
  const ids: string[] = [];
  const kinds: string[] = [];
  const catalogue = await exportedCatalogue(database);
  const act = async (index: number): Promise<string> => {
    const scene = at(below(2));
    const id = ids[below(ids.length || 1)] ?? 'none';
    const roomType = ['11', '12', '21'][below(3)]!;
    const arrival = day('2026-05-04') + below(6);
    const input = {
      roomType,
      hotel: roomType === '21' ? '2' : '1',
      arrival,
      departure: arrival + 1 + below(5),
      billedTo: { ...BOOKING.billedTo, email: `guest${index}@example.com` },
      kind: below(2) === 0 ? ('REQUEST' as const) : ('BINDING' as const),
    };
    switch (below(9)) {
      case 0:
      case 1:
      case 2: {
        const outcome = await scene.book({ input });
        if (outcome.kind === 'created') ids.push(outcome.bookingId);
        return outcome.kind;
      }
      case 3:
      case 4:
        return (await scene.cancel(id)).kind;
      case 5:
      case 6:
        return (await scene.confirm(id, { takeRooms: below(4) > 0 })).kind;
      case 7:
        return (await scene.decline(id)).kind;
      default: {
        const { database: one, epochs } = scene;
        const changes = ['21', '12', '11'].map((number) => {
          const from = arrival - below(4);
          return { roomType: number, from, to: from + below(10), units: below(8), closed: below(6) === 0 };
        });
        const asked = { database: one, epochs, caller: CALLERS.everywhere, today: TODAY, now: scene.clock.now() };
        return (await updateInventory({ ...asked, changes })).kind;
      }
    }
  };
  const lanes = Array.from({ length: 12 }, async (_, lane) => {
    for (let turn = 0; turn < 33; turn++) kinds.push(await retryRequest(() => act(lane * 100 + turn)));
  });
  const importing = (async () => {
    for (let turn = 0; turn < 3; turn++) {
      const inventory = catalogue.inventory!.map((entry) => ({ ...entry, units: 40 + turn }));
      expect(
        await importCatalogue({ database: rivals[0]!, source: { ...catalogue, inventory } as never }),
      ).toMatchObject({ ok: true });
    }
  })();
  await Promise.all([...lanes, importing]);
  expect(new Set(kinds)).toEqual(
    new Set([
      ...['created', 'noCapacity', 'notFound', 'bookingCancelled', 'notCancellable', 'bookingConfirmed'],
      ...['notConfirmable', 'bookingDeclined', 'notDeclinable', 'inventoryUpdated', 'invalidInput'],
    ]),
  );
});
