/** Figures (M15): periods, sums over their nights, occupancy, against an oracle that looks at every night by itself. Issue 29, number 6. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FigureChange, figuresOf, occupancyOf, periodsOf } from '../../../src/domain/figures/figures.ts';
import { addMonths, dayOf } from '../../../src/domain/time/civil-date.ts';
import { dealtOut, type FiguredBooking, oracleFigures, oraclePeriods } from '../../support/oracle/oracle-figures.ts';

const FIRST = dayOf('2027-12-20');

const booking = fc.record({
  status: fc.constantFrom('CONFIRMED', 'CANCELLED', 'NO_SHOW'),
  isTest: fc.constant(false),
  hotel: fc.constant(1),
  channel: fc.constantFrom('public', 'partner'),
  visitType: fc.constantFrom(100, 101, 9),
  currency: fc.constantFrom('CZK', 'EUR'),
  arrival: fc.integer({ min: FIRST - 40, max: FIRST + 100 }),
  nights: fc.integer({ min: 1, max: 60 }),
  amountMinor: fc.nat({ max: 1_000 }),
  feeMinor: fc.option(fc.nat({ max: 1_000 })),
});
const range = fc.record({
  from: fc.integer({ min: FIRST, max: FIRST + 40 }),
  days: fc.integer({ min: 1, max: 100 }),
  by: fc.constantFrom('DAY', 'MONTH'),
});

/** What one booking changes, night after night. */
function changesOf(one: FiguredBooking, periods: readonly { from: number; to: number }[]): FigureChange[] {
  const { status, currency, channel, visitType, arrival, departure } = one;
  const parts = dealtOut(status === 'CONFIRMED' ? one.amountMinor : (one.feeMinor ?? 0), departure - arrival);
  const at = (night: number) => ({ rooms: night in parts ? 1 : 0, amount: parts[night] ?? 0 });
  return periods.flatMap(({ from, to }, period) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index).flatMap((night) => {
      const now = at(night - arrival);
      const before = night === periods[0]!.from ? { rooms: 0, amount: 0 } : at(night - 1 - arrival);
      const rooms = now.rooms - before.rooms;
      const amount = now.amount - before.amount;
      const nights = to - night + 1;
      const change = {
        ...{ status, currency, period, bookings: night === arrival ? 1 : 0 },
        ...{ roomsWithin: rooms * nights, roomsLasting: rooms, amountWithin: amount * nights, amountLasting: amount },
      };
      return [
        { ...change, channel, visitType: null },
        { ...change, channel: null, visitType },
      ];
    }),
  );
}

/** Changes of the same series and period as one. */
function together(changes: readonly FigureChange[]): FigureChange[] {
  const sums = new Map<string, Record<string, unknown>>();
  for (const { bookings, roomsWithin, roomsLasting, amountWithin, amountLasting, ...series } of changes) {
    const added = { bookings, roomsWithin, roomsLasting, amountWithin, amountLasting };
    const key = JSON.stringify(series);
    const sum = sums.get(key) ?? { ...series };
    for (const [name, value] of Object.entries(added)) sum[name] = Number(sum[name] ?? 0) + value;
    sums.set(key, sum);
  }
  return [...sums.values()] as unknown as FigureChange[];
}

test('figures are the sum over every night of every booking, by day, by month and in all (M15)', () => {
  fc.assert(
    fc.property(fc.array(booking, { maxLength: 8 }), range, (drawn, { from, days, by }) => {
      const bookings = drawn.map(({ nights, ...one }) => ({ ...one, departure: one.arrival + nights }));
      const to = from + days - 1;
      const periods = periodsOf({ from, to }, by);
      const changes = together(bookings.flatMap((one) => changesOf(one, periods)));
      const figures = figuresOf({ from, to }, { by, changes, capacity: [] });
      const asked = { hotel: 1, isTest: false };
      expect(figures.periods).toEqual(periods.map((period) => oracleFigures(bookings, [], { ...asked, ...period })));
      expect(figures.total).toEqual(oracleFigures(bookings, [], { ...asked, from, to }));
    }),
  );
});

test('periods follow each other without a gap, are days or within a month, and have the ends of the range (M15)', () => {
  fc.assert(
    fc.property(range, ({ from, days, by }) => {
      const to = from + days - 1;
      const periods = periodsOf({ from, to }, by);
      expect([...periods.map((period) => period.from), to + 1]).toEqual(oraclePeriods(from, to, by));
      expect([from, ...periods.map((period) => period.to + 1)]).toEqual(oraclePeriods(from, to, by));
    }),
  );
});

test('the parts of a total differ by one minor unit at most, the larger ones come first, and they add up to it (M15)', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 100 }), (total, nights) => {
      const parts = dealtOut(total, nights);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
      expect(parts).toEqual(parts.toSorted((one, other) => other - one));
      expect(parts[0]! - parts.at(-1)!).toBeLessThanOrEqual(1);
    }),
  );
});

test('occupancy is the part of rooms that is sold, half up, above the whole where more is sold than there is, and unknown without rooms (M15)', () => {
  expect(occupancyOf({ sold: 1, roomsForSale: 3 })).toBe(3_333);
  expect(occupancyOf({ sold: 2, roomsForSale: 3 })).toBe(6_667);
  expect(occupancyOf({ sold: 1, roomsForSale: 16 })).toBe(625);
  expect(occupancyOf({ sold: 1, roomsForSale: 32 })).toBe(313);
  expect(occupancyOf({ sold: 12, roomsForSale: 10 })).toBe(12_000);
  expect(occupancyOf({ sold: 0, roomsForSale: 10 })).toBe(0);
  expect(occupancyOf({ sold: 3, roomsForSale: 0 })).toBeNull();
});

test('a year by month has twelve periods from the first to the last of each (M15)', () => {
  const from = dayOf('2027-01-01');
  const months = periodsOf({ from, to: dayOf('2027-12-31') }, 'MONTH');
  expect(months.map((month) => month.from)).toEqual(Array.from({ length: 12 }, (_, index) => addMonths(from, index)));
});
