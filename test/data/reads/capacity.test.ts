/** How often capacity is read from the database, over a process-wide cache. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cacheTag } from '../../../src/data/cache/cache-tags.ts';
import { Dependencies } from '../../../src/data/cache/dependencies.ts';
import { ExpiringEpochs } from '../../../src/data/cache/expiring-epochs.ts';
import { type CapacityCache, createCapacityCache, createCapacityLoader } from '../../../src/data/reads/capacity.ts';
import { addMonths } from '../../../src/domain/time/civil-date.ts';
import { systemScheduler } from '../../../src/domain/time/clock.ts';
import { updateInventory } from '../../../src/operations/update/update-inventory.ts';
import { CALLERS, day, type FreshScene, freshScene, NOON } from '../../support/booking/booking-scene.ts';
import { sentDuring, statementsOf } from '../../support/database/query-count.ts';
import { NEVER_MS } from '../../support/gateway/gateway.ts';

const TODAY = day('2026-03-02');
const ROOMS = [
  { number: 11, hotelNumber: 1 },
  { number: 12, hotelNumber: 1 },
  { number: 21, hotelNumber: 2 },
];

let scene: FreshScene;
let database: FreshScene['database'];
beforeAll(async () => {
  scene = await freshScene({ epochPollMs: NEVER_MS });
  ({ database } = scene);
});
afterAll(() => scene?.close());

function nextMonth(today: number) {
  const from = addMonths(today, 1);
  return { from, to: from };
}

/** Rooms left tonight by room type, each asked for by a request of its own. */
function remainingTonight(cache: CapacityCache, rooms: typeof ROOMS): Promise<number[]> {
  return Promise.all(
    rooms.map(async (room) => {
      const epochs = new ExpiringEpochs(scene.epochs, { clock: scene.clock, schedule: systemScheduler });
      const dependencies = new Dependencies(epochs);
      const loader = createCapacityLoader({ database, cache, dependencies, today: TODAY, epochs });
      const remaining = await loader.load(room, { from: TODAY, to: TODAY });
      return remaining[0] ?? 0;
    }),
  );
}

async function setUnits(units: number): Promise<void> {
  const change = { roomType: '11', from: TODAY, to: TODAY, units, closed: null };
  const request = { database, epochs: scene.epochs, caller: CALLERS.everywhere, today: TODAY, now: NOON };
  expect(await updateInventory({ ...request, changes: [change] })).toMatchObject({ kind: 'inventoryUpdated' });
}

test('after a change of capacity its room type is read again, and no other of its hotel or elsewhere', async () => {
  const cache = createCapacityCache();
  await remainingTonight(cache, ROOMS);
  await setUnits(7);
  const statements = await statementsOf(async () => {
    expect((await remainingTonight(cache, ROOMS.slice(0, 1)))[0]).toBe(7);
    await remainingTonight(cache, ROOMS);
  });
  expect(statements.filter((text) => text.includes('inventory_night'))).toHaveLength(1);
});

test('what a request shows of a room type that changed while it ran is not reused, though it looked at another month first', async () => {
  const [room] = ROOMS;
  const cache = createCapacityCache();
  const epochs = new ExpiringEpochs(scene.epochs, { clock: scene.clock, schedule: systemScheduler });
  const isFreshAfter = async (meanwhile: () => Promise<void>) => {
    const dependencies = new Dependencies(epochs);
    const loader = createCapacityLoader({ database, cache, dependencies, today: TODAY, epochs });
    const shown = await loader.load(room!, nextMonth(TODAY));
    await meanwhile();
    expect(await loader.load(room!, { from: TODAY, to: TODAY })).toBe(shown);
    return dependencies.recorded().isFresh();
  };
  expect(await isFreshAfter(async () => {})).toBe(true);
  expect(await isFreshAfter(() => setUnits(3))).toBe(false);
});

test('after a change that names no room type all of the hotel are read again, and no other hotel', async () => {
  const cache = createCapacityCache();
  await remainingTonight(cache, ROOMS);
  const counter = scene.epochs.of(cacheTag('inventory', 1));
  scene.epochs.observe([{ scope: 'inventory:1', value: counter + 1 }]);
  const sent = await sentDuring(() => remainingTonight(cache, ROOMS));
  expect(sent.map(({ values }) => values[0])).toEqual([[11], [12]]);
});

test('requests that ask for a room type at the same time share one query', async () => {
  const cache = createCapacityCache();
  await setUnits(5);
  const [room] = ROOMS;
  const statements = await statementsOf(async () => {
    expect(await remainingTonight(cache, [room!, room!, room!])).toEqual([5, 5, 5]);
  });
  expect(statements.filter((text) => text.includes('inventory_night'))).toHaveLength(1);
});
