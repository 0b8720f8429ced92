/** Updates (U1, U2, U8), what prices need and become (M12, M13), and the record of changes (M14) on the embedded database. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { cacheTag } from '../../../src/data/cache/cache-tags.ts';
import type { Database } from '../../../src/data/database/database.ts';
import { createCursorSigner } from '../../../src/operations/search/cursors.ts';
import { adjustRates } from '../../../src/operations/update/adjust-rates.ts';
import { deleteOldChanges, listChanges } from '../../../src/operations/update/list-changes.ts';
import { undoChange } from '../../../src/operations/update/undo-change.ts';
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

const CROWNS = { visitType: '100', priceList: 1 };
const OLDEST_MS = 400 * 24 * 3_600_000;
const manager = () => {
  const caller = { ...CALLERS.everywhere, scopes: new Set(['rates', 'inventory'] as const) };
  return { ...scene, caller, today: day('2026-03-02'), now: NOON };
};

/** Amounts of visit type 100 in crowns in room type 11, night by night. */
async function amountsOn(...nights: string[]): Promise<number[]> {
  const where = { visitTypeNumber: 100, priceListNumber: 1, roomTypeNumber: 11 };
  const rates = await database.prisma.rate.findMany({ where });
  return nights.map((night) => {
    const at = new Date(night);
    return rates.find(({ from, to }) => from <= at && at <= to)!.amountMinor;
  });
}

test('what is not as expected is a conflict that changes nothing (U8), and a drastic price is confirmed (M12)', async () => {
  const week = { roomType: '11', from: day('2026-07-06'), to: day('2026-07-12') };
  const rates = (change: { amountMinor: number; expected?: { amountMinor: number }; confirm?: boolean }) =>
    updateRates({ ...manager(), ...CROWNS, changes: [{ ...week, ...change }] });
  const now = { path: 'changes.0', night: week.from, amountMinor: 100_000 };
  expect(await rates({ amountMinor: 110_000, expected: { amountMinor: 90_000 } })).toEqual({
    ...{ kind: 'conflict', changes: [now] },
  });
  const before = 100_000;
  expect(await rates({ amountMinor: 200_000 })).toMatchObject({
    problems: [
      { path: 'changes.0.amountMinor', code: 'UNCONFIRMED', facts: { before, after: 200_000, night: week.from } },
    ],
  });
  expect(await amountsOn('2026-07-06', '2026-07-12')).toEqual([before, before]);
  const confirmed = { amountMinor: 200_000, expected: { amountMinor: before }, confirm: true };
  expect(await rates(confirmed)).toMatchObject({ kind: 'ratesUpdated', nights: 7 });
  expect(await rates(confirmed)).toMatchObject({ kind: 'conflict', changes: [{ amountMinor: 200_000 }] });
  expect(await amountsOn('2026-07-05', '2026-07-06', '2026-07-12', '2026-07-13')).toEqual([
    ...[before, 200_000, 200_000, before],
  ]);

  const rooms = (units: number, expected: { units: number | null }) =>
    updateInventory({ ...manager(), changes: [{ ...week, roomType: '21', units, closed: null, expected }] });
  expect(await rooms(7, { units: 4 })).toMatchObject({
    ...{ kind: 'conflict', changes: [{ path: 'changes.0', night: week.from, units: 5, closed: false }] },
  });
  expect(await rooms(7, { units: null })).toMatchObject({ kind: 'conflict' });
  expect(await rooms(7, { units: 5 })).toMatchObject({ kind: 'inventoryUpdated', nights: 7, unchanged: 0 });
});

/** Ten percent more in all price lists for Saturday and Sunday of the week from a Monday. */
const weekend = (monday: string, { dryRun }: { dryRun: boolean }) =>
  adjustRates({
    ...{ ...manager(), hotel: '1', visitTypes: ['100'], priceLists: null, roomTypes: ['11'], currency: null },
    ...{ from: day(monday), to: day(monday) + 6, weekdays: ['SAT', 'SUN'] },
    ...{ percent: 10, amountMinor: null, roundTo: 100, confirm: false, dryRun },
  });

test('prices change by a percentage in all lists, and a preview of it changes nothing (M13)', async () => {
  const amounts = () => amountsOn('2026-08-07', '2026-08-08', '2026-08-09', '2026-08-10');
  const nights = { from: day('2026-08-08'), to: day('2026-08-09') };
  const becomes = {
    ...{ kind: 'ratesAdjusted', nights: 4, left: [] },
    lists: [
      { list: { currency: 'CZK' }, update: { differences: [{ ...nights, before: 100_000, after: 110_000 }] } },
      { list: { currency: 'EUR' }, update: { differences: [{ ...nights, before: 4_000, after: 4_400 }] } },
    ],
  };
  expect(await weekend('2026-08-03', { dryRun: true })).toMatchObject({ ...becomes, recordedAs: [] });
  expect(await amounts()).toEqual([100_000, 100_000, 100_000, 100_000]);
  expect(await weekend('2026-08-03', { dryRun: false })).toMatchObject({
    ...becomes,
    recordedAs: [expect.any(String)],
  });
  expect(await amounts()).toEqual([100_000, 110_000, 110_000, 100_000]);
});

test('what has changed prices and rooms is listed, undone once, and forgotten after 400 days (M14)', async () => {
  const listed = async (kind: 'PRICES' | 'ROOMS') => {
    const september = { from: day('2026-09-01'), to: day('2026-09-30') };
    const asked = { kind, hotel: 1, ...september, by: 'key1', first: 10, after: null };
    return (await listChanges(database, asked, { ...manager(), cursors: createCursorSigner('of the list') })).changes;
  };
  const amounts = () => amountsOn('2026-09-12', '2026-09-13');
  await weekend('2026-09-07', { dryRun: false });
  expect(await amounts()).toEqual([110_000, 110_000]);
  const adjusted = (await listed('PRICES'))[0]!;
  expect(adjusted).toMatchObject({ operation: 'ADJUST', keyName: 'key1', at: NOON, nights: 4, undoneAt: null });
  const undone = await undoChange({ ...manager(), id: adjusted.id });
  expect(undone).toMatchObject({ kind: 'changeUndone', nights: 4, recordedAs: [expect.any(String)] });
  expect(await amounts()).toEqual([100_000, 100_000]);
  expect(await undoChange({ ...manager(), id: adjusted.id })).toEqual({ kind: 'conflict', changes: [] });
  expect(await listed('PRICES')).toMatchObject([{ operation: 'UNDO' }, { id: adjusted.id, undoneAt: NOON }]);

  const change = { roomType: '12', from: day('2026-09-07'), to: day('2026-09-08'), units: 9, closed: true };
  const closed = await updateInventory({ ...manager(), changes: [change] });
  const [id] = (closed as unknown as { recordedAs: [string] }).recordedAs;
  expect(await listed('ROOMS')).toMatchObject([{ id, operation: 'UPDATE', nights: 2 }]);
  expect(await undoChange({ ...manager(), id })).toMatchObject({ kind: 'changeUndone', nights: 2 });
  const night = { roomTypeNumber: 12, night: new Date('2026-09-07') };
  expect(await database.prisma.inventoryNight.findFirstOrThrow({ where: night })).toMatchObject({
    ...{ units: 2, closed: false },
  });
  await deleteOldChanges(database, NOON + OLDEST_MS);
  expect(await listed('ROOMS')).toHaveLength(2);
  await deleteOldChanges(database, NOON + OLDEST_MS + 1);
  expect([await listed('PRICES'), await listed('ROOMS')]).toEqual([[], []]);
});
