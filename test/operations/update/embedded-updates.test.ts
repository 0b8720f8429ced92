/** Updates (U1, U2) on the embedded database. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { cacheTag } from '../../../src/data/cache/cache-tags.ts';
import type { Database } from '../../../src/data/database/database.ts';
import { updateInventory } from '../../../src/operations/update/update-inventory.ts';
import { updateRates } from '../../../src/operations/update/update-rates.ts';
import {
  type BookingScene,
  CALLERS,
  day,
  fillScene,
  NOON,
  objectId,
  openScene,
} from '../../support/booking/booking-scene.ts';
import { freshEmbedded } from '../../support/database/embedded-database.ts';

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

const nights = { from: day('2026-05-05'), to: day('2026-05-06') };

test('capacity and prices change at once, by numbers and ObjectIds, and what is sold stays', async () => {
  const request = { ...scene, caller: CALLERS.firstDestination, today: day('2026-03-02'), now: NOON };
  expect(await scene.book()).toMatchObject({ kind: 'created' });
  const epoch = scene.epochs.of(cacheTag('inventory', 1));
  const changes = [
    { roomType: objectId('r', 11), ...nights, units: 1, closed: null },
    { roomType: '13', from: day('2027-02-01'), to: day('2027-02-03'), units: null, closed: true },
  ];
  expect(await updateInventory({ ...request, changes })).toMatchObject({
    kind: 'inventoryUpdated',
    nights: 5,
    unchanged: 0,
  });
  expect(await updateInventory({ ...request, changes })).toMatchObject({
    kind: 'inventoryUpdated',
    nights: 5,
    unchanged: 5,
  });
  expect(scene.epochs.of(cacheTag('inventory', 1))).toBe(epoch + 1);
  expect(await scene.book()).toMatchObject({ kind: 'noCapacity', firstNight: nights.from });
  const none = [{ roomType: '11', ...nights, units: 0, closed: null }];
  expect(await updateInventory({ ...request, changes: none })).toMatchObject({ kind: 'invalidInput' });
  const hidden = [{ ...none[0]!, roomType: '21' }];
  expect(await updateInventory({ ...request, changes: hidden })).toMatchObject({
    kind: 'notFound',
    subject: 'ROOM_TYPE',
  });

  const list = { visitType: objectId('v', 100), priceList: 1 };
  const prices = [{ roomType: objectId('r', 12), ...nights, amountMinor: 5, confirm: true }];
  expect(await updateRates({ ...request, ...list, changes: prices })).toMatchObject({
    kind: 'ratesUpdated',
    nights: 2,
  });
  expect(await updateRates({ ...request, ...list, changes: prices })).toMatchObject({
    kind: 'ratesUpdated',
    nights: 0,
  });
  const booked = await scene.book({ input: { roomType: '12', expectedTotal: 100_010 } });
  expect(booked).toMatchObject({ kind: 'created' });
});
