/** A hold (S13) on the embedded database, and what imports make of held rooms. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import type { Database } from '../../../src/data/database/database.ts';
import type { Caller } from '../../../src/data/keys/api-keys.ts';
import { DEFAULT_PUBLIC_LIMITS } from '../../../src/domain/limits/public-limits.ts';
import { listHolds } from '../../../src/operations/hold/list-holds.ts';
import { deleteForgottenHolds } from '../../../src/operations/hold/release-hold.ts';
import { exportedCatalogue } from '../../catalogue/snapshot.ts';
import { BOOKING, type BookingScene, CALLERS, fillScene, openScene } from '../../support/booking/booking-scene.ts';
import { freshEmbedded } from '../../support/database/embedded-database.ts';

const DAY_MS = 24 * 60 * 60_000;
const LAST_ROOM = { roomType: '13', guests: BOOKING.guests.slice(0, 1) };

let database: Database;
let scene: BookingScene;
beforeAll(async () => {
  database = await freshEmbedded();
  await fillScene(database);
  scene = await openScene(database);
});
afterAll(async () => {
  await scene.close();
  await database.close();
});

async function hold(): Promise<{ id: string; expiresAt: number }> {
  const outcome = await scene.hold({ input: { roomType: '13' } });
  if (outcome.kind !== 'held') throw new Error(outcome.kind);
  return outcome;
}

test('S13: it is held, released, held again, booked, and swept', async () => {
  const { id } = await hold();
  expect(await scene.hold({ input: { roomType: '13' } })).toMatchObject({ kind: 'noCapacity' });
  expect(await scene.release(id)).toEqual({ kind: 'released', id });
  const again = await hold();
  expect(await scene.book({ input: LAST_ROOM })).toMatchObject({ kind: 'noCapacity' });
  expect(await scene.book({ input: { ...LAST_ROOM, hold: again.id } })).toMatchObject({ kind: 'created' });
  expect(await deleteForgottenHolds(database, again.expiresAt + DAY_MS)).toBe(1);
});

test('S13: an import does not undercut what is held, nor remove its nights, until it expires', async () => {
  const stay = { roomType: '13', arrival: BOOKING.arrival + 30, departure: BOOKING.departure + 30 };
  const held = await scene.hold({ input: stay });
  const expiresAt = held.kind === 'held' ? held.expiresAt : 0;
  const { inventory: stored, ...catalogue } = (await exportedCatalogue(database)) as {
    inventory: { roomTypeId: number }[];
  };
  const of13 = stored.filter(({ roomTypeId }) => roomTypeId === 13);
  const others = stored.filter(({ roomTypeId }) => roomTypeId !== 13);
  expect(of13.length).toBeGreaterThan(0);
  const importAt = (now: number, inventory: object[], replace = false) =>
    importCatalogue({ database, source: { ...catalogue, inventory } as never, replace, clock: { now: () => now } });
  const none = of13.map((entry) => ({ ...entry, units: 0, from: '2026-06-03', to: '2026-06-05' }));
  const refused = await importAt(expiresAt - 1, [none[0]!]);
  expect(refused).toMatchObject({
    ok: false,
    problems: [
      {
        code: 'BELOW_SOLD',
        message:
          '0 is below what is sold and held of room type 13: 2026-06-03 is the first such night, up to 1 on 3 nights',
      },
    ],
  });
  const nightsLeft = () => database.prisma.inventoryNight.count({ where: { roomTypeNumber: 13 } });
  // Three are sold, by the test above.
  expect(await importAt(expiresAt - 1, others, true)).toMatchObject({ ok: true });
  expect(await nightsLeft()).toBe(6);
  expect(await importAt(expiresAt, others, true)).toMatchObject({ ok: true });
  expect(await nightsLeft()).toBe(3);
});

test('26.16 (S13): one whose answer was lost is found by its idempotency key and in the list; a sixth of an address names the oldest', async () => {
  const caller: Caller = { ...CALLERS.everywhere, isPublishable: true };
  const network = '192.0.2.1';
  const ask = (index: number) => {
    const stay = {
      hotel: '2',
      roomType: '21',
      arrival: BOOKING.arrival + index,
      departure: BOOKING.arrival + index + 1,
    };
    return scene.hold({ caller, network, input: { ...stay, idempotencyKey: `lost ${index}`, minutes: 30 - index } });
  };
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) {
    const held = await ask(index);
    expect(held).toMatchObject({ kind: 'held', replayed: false });
    expect(await ask(index)).toEqual({ ...held, replayed: true });
    if (held.kind === 'held') ids.push(held.id);
  }
  const publicUse = { network, limits: DEFAULT_PUBLIC_LIMITS };
  const listed = await listHolds({ database, clock: scene.clock, caller, publicUse });
  // The first that expires is the first of the list.
  expect(listed.map(({ id }) => id)).toEqual(ids.toReversed());
  expect(await ask(5)).toMatchObject({
    ...{ kind: 'tooManyHolds', most: 5, open: 5, holder: 'address', oldest: { id: ids.at(-1) } },
  });
});
