/** Figures (M15) after what happens to bookings: each counts as it is now. Issue 29, number 6. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFigures } from '../../../src/operations/figures/read-figures.ts';
import { CALLERS, day, type FreshScene, freshScene } from '../../support/booking/booking-scene.ts';

let scene: FreshScene;
beforeAll(async () => {
  scene = await freshScene();
});
afterAll(() => scene?.close());

const MAY = { hotel: 1, isTest: false, from: day('2026-05-01'), to: day('2026-05-31'), by: 'MONTH' } as const;
const may = async () => (await readFigures(scene.database, MAY)).total;
const SAME = { arrival: undefined, departure: undefined, roomType: undefined, visitType: undefined };
const NOTHING = { bookings: 0, nights: 0, fees: {} };

test('a booking counts from its confirmation to its end, a hold and a request never, and a fee apart from revenue (M15)', async () => {
  // Rooms 11, 12 and 13: 5, 2 and 1 of them on 31 nights.
  const empty = await may();
  expect(empty).toMatchObject({ roomsForSale: 248, sold: 0, blocked: 0, revenue: {}, byChannel: [], byVisitType: [] });

  await scene.hold();
  const request = await scene.made({ input: { kind: 'REQUEST' } });
  expect(await may()).toEqual(empty);
  await scene.confirm(request, { takeRooms: false });
  expect(await may()).toMatchObject({
    ...{ sold: 3, revenue: { CZK: 300_000 }, cancelled: NOTHING },
    byChannel: [{ channel: 'public', sold: 3, revenue: { CZK: 300_000 } }],
    byVisitType: [{ visitType: 100, sold: 3, revenue: { CZK: 300_000 } }],
  });

  const other = await scene.made({
    caller: CALLERS.partner,
    input: { currency: 'EUR', arrival: day('2026-05-30'), departure: day('2026-06-03') },
  });
  // Two of its four nights are in May.
  expect(await may()).toMatchObject({ sold: 5, revenue: { CZK: 300_000, EUR: 8_000 } });

  await scene.alter(
    other,
    { stay: { ...SAME, arrival: day('2026-05-29') }, price: null, expectedTotal: 20_000 },
    { caller: CALLERS.partner },
  );
  expect(await may()).toMatchObject({ sold: 6, revenue: { CZK: 300_000, EUR: 12_000 } });

  await scene.cancel(request, { caller: CALLERS.operator, fee: 100 });
  expect(await may()).toMatchObject({
    ...{ sold: 3, revenue: { EUR: 12_000 } },
    cancelled: { bookings: 1, nights: 3, fees: { CZK: 100 } },
  });
  await scene.reinstate(request, { caller: CALLERS.operator });
  expect(await may()).toMatchObject({ sold: 6, revenue: { CZK: 300_000, EUR: 12_000 }, cancelled: NOTHING });
});

test('guests who leave early pay the same for fewer nights, and those who do not come their fee (M4, M15)', async () => {
  const june = { ...MAY, from: day('2026-06-10'), to: day('2026-06-30'), by: 'DAY' } as const;
  const stay = { arrival: day('2026-06-10'), departure: day('2026-06-14') };
  const early = await scene.made({ input: stay });
  const absent = await scene.made({ input: stay });
  scene.clock.millis = Date.parse('2026-06-10T18:30:00Z');
  const left = await scene.alter(
    early,
    { stay: { ...SAME, departure: day('2026-06-13') }, price: 'KEEP' },
    { caller: CALLERS.operator },
  );
  expect(left.kind).toBe('bookingChanged');
  expect((await scene.markNoShow(absent, { fee: 1_001 })).kind).toBe('noShowMarked');
  const { periods, total } = await readFigures(scene.database, june);
  expect(periods.slice(0, 4).map(({ sold, revenue, noShows }) => [sold, revenue.CZK, noShows.fees.CZK])).toEqual([
    [1, 133_334, 251],
    [1, 133_333, 250],
    [1, 133_333, 250],
    [0, undefined, 250],
  ]);
  expect(total).toMatchObject({
    sold: 3,
    revenue: { CZK: 400_000 },
    noShows: { bookings: 1, nights: 4, fees: { CZK: 1_001 } },
  });
});

test('a closed night blocks what is not sold of it (M15)', async () => {
  const night = day('2026-07-01');
  await scene.made({ input: { arrival: night, departure: night + 1 } });
  await scene.database.prisma.inventoryNight.updateMany({
    where: { roomTypeNumber: 11, night: new Date('2026-07-01') },
    data: { closed: true },
  });
  const { total } = await readFigures(scene.database, { ...MAY, from: night, to: night });
  expect(total).toMatchObject({ roomsForSale: 8, sold: 1, blocked: 4 });
});
