/** Figures (M15) of what is stored, on PostgreSQL and on the embedded database, against an oracle that looks at every night. Issue 29, number 6. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import { columnOfDay } from '../../../src/data/sql/column-types.ts';
import { periodsOf } from '../../../src/domain/figures/figures.ts';
import { formatDay } from '../../../src/domain/time/civil-date.ts';
import { readFigures } from '../../../src/operations/figures/read-figures.ts';
import { CALLERS, day, fillScene, objectId } from '../../support/booking/booking-scene.ts';
import { freshEmbedded } from '../../support/database/embedded-database.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { amount } from '../../support/gateway/soak.ts';
import { type FiguredBooking, type FiguredNight, oracleFigures } from '../../support/oracle/oracle-figures.ts';

const FIRST = day('2026-02-20');
const ROOM_TYPES = [
  { hotel: 1, roomType: 11 },
  { hotel: 1, roomType: 12 },
  { hotel: 2, roomType: 21 },
];

const booking = fc.record({
  room: fc.constantFrom(...ROOM_TYPES),
  status: fc.constantFrom('CONFIRMED', 'CONFIRMED', 'CANCELLED', 'NO_SHOW', 'REQUESTED', 'DECLINED', 'EXPIRED'),
  isTest: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  channel: fc.constantFrom('public', 'partner'),
  visitType: fc.constantFrom(100, 104),
  currency: fc.constantFrom('CZK', 'EUR'),
  arrival: fc.integer({ min: FIRST - 90, max: FIRST + 60 }),
  nights: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 90 })),
  amountMinor: fc.nat({ max: 5_000 }),
  feeMinor: fc.nat({ max: 1_000 }),
});
const night = fc.record({
  room: fc.constantFrom(...ROOM_TYPES),
  night: fc.integer({ min: FIRST - 5, max: FIRST + 70 }),
  units: fc.nat({ max: 6 }),
  sold: fc.nat({ max: 6 }),
  closed: fc.boolean(),
});
const range = fc.record({
  from: fc.integer({ min: FIRST, max: FIRST + 30 }),
  days: fc.integer({ min: 1, max: 60 }),
  by: fc.constantFrom('DAY', 'MONTH'),
});

type Drawn = typeof booking extends fc.Arbitrary<infer One> ? One : never;

const HAS_FEE: ReadonlySet<string> = new Set(['CANCELLED', 'NO_SHOW']);

function figured({ room, nights, feeMinor, ...one }: Drawn): FiguredBooking {
  const fee = HAS_FEE.has(one.status) ? Math.min(feeMinor, one.amountMinor) : null;
  return { ...one, hotel: room.hotel, departure: one.arrival + nights, feeMinor: fee };
}

async function store({ prisma }: Database, drawn: readonly Drawn[]): Promise<void> {
  const caller = CALLERS.everywhere;
  await prisma.booking.createMany({
    data: drawn.map((one, index) => {
      const { hotel, arrival, departure, feeMinor, amountMinor, visitType, channel, ...rest } = figured(one);
      return {
        ...rest,
        ...{ id: objectId('b', index), kind: 'BINDING', reference: String(index).padStart(8, '0'), hasRooms: false },
        ...{ clientId: caller.clientId, apiKeyId: caller.apiKeyId, channelCode: channel, visitTypeNumber: visitType },
        ...{ hotelNumber: hotel, roomTypeNumber: one.room.roomType, priceListKind: 'PER_NIGHT', language: 'cs_CZ' },
        ...{ arrival: columnOfDay(arrival), departure: columnOfDay(departure) },
        ...{ baseMinor: amountMinor, amountMinor, cancellationFeeMinor: feeMinor },
      };
    }),
  });
}

describe.each([
  ['PostgreSQL', freshDatabase],
  ['the embedded database', freshEmbedded],
])('on %s', (_, open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await fillScene(database);
  });
  afterAll(() => database?.close());

  test('figures are the sum over every night of every booking and room: no request, no declined one, no test, whatever the stays (M15)', async () => {
    const nights = fc.uniqueArray(night, {
      selector: (one) => `${one.room.roomType} ${one.night}`,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(booking, { maxLength: 40 }), nights, range, async (drawn, recorded, asked) => {
        await database.prisma.booking.deleteMany();
        await database.prisma.inventoryNight.deleteMany();
        await store(database, drawn);
        await database.prisma.inventoryNight.createMany({
          data: recorded.map(({ room, night: at, sold, ...one }) => ({
            ...{ ...one, sold: Math.min(sold, one.units) },
            ...{ roomTypeNumber: room.roomType, night: columnOfDay(at) },
          })),
        });
        const bookings = drawn.map(figured);
        const capacity: FiguredNight[] = recorded.map(({ room, ...one }) => ({
          ...{ ...one, sold: Math.min(one.sold, one.units), hotel: room.hotel },
        }));
        const { from, days, by } = asked;
        const to = from + days - 1;
        for (const hotel of [1, 2]) {
          for (const isTest of [false, true]) {
            const of = { hotel, isTest };
            const found = await readFigures(database, { ...of, from, to, by });
            const expected = periodsOf({ from, to }, by).map((period) =>
              oracleFigures(bookings, capacity, { ...of, ...period }),
            );
            expect(found.periods, `hotel ${hotel} from ${formatDay(from)}`).toEqual(expected);
            expect(found.total).toEqual(oracleFigures(bookings, capacity, { ...of, from, to }));
          }
        }
      }),
      { numRuns: amount({ short: 15, long: 300 }) },
    );
  });
});
