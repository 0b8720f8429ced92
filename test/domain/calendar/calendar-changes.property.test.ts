/** Changes of calendars (U6): applied to the state before they make the state after, and they say no more than that. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarChanges, isUnchanged } from '../../../src/domain/calendar/calendar-changes.ts';
import { type CalendarDay, DAY_REASONS } from '../../../src/domain/calendar/calendar-day.ts';
import { AVAILABILITIES } from '../../../src/domain/stay/availability.ts';
import type { Day } from '../../../src/domain/time/civil-date.ts';

const amount = fc.constantFrom(0, 100);
const price = fc.record({ amountMinor: amount, isFinal: fc.boolean() });
const offer = fc.option(fc.record({ amountMinor: amount, originalMinor: amount }));
const day = fc.record({
  selectable: fc.boolean(),
  availability: fc.constantFrom(...AVAILABILITIES),
  reasons: fc.subarray([...DAY_REASONS].slice(0, 3)),
  price: fc.option(fc.record({ CZK: price, EUR: price }, { requiredKeys: [] })),
  fromPrice: fc.record({ CZK: offer, EUR: offer }),
  stays: fc.array(
    fc.record({
      nights: fc.constantFrom(2, 3),
      departure: fc.constant(20_000),
      availability: fc.constantFrom('AVAILABLE', 'ON_DEMAND'),
      totals: fc.record({ CZK: amount, EUR: amount }, { requiredKeys: [] }),
    }),
    { maxLength: 2 },
  ),
});
/** Up to eight days in a row, from one of a few days on. */
const calendar = fc
  .tuple(fc.integer({ min: 0, max: 4 }), fc.array(day, { maxLength: 8 }))
  .map(([first, days]) => days.map((one, index): CalendarDay => ({ day: (first + index) as Day, ...one })));
/** A calendar, and one that differs in a single place, or in all. */
const pair = fc
  .tuple(calendar, calendar, fc.nat(7), day, fc.boolean())
  .map(([from, other, place, changed, isSingle]) => {
    const single = from.map((one, index) => (index === place ? { ...one, ...changed } : structuredClone(one)));
    return [from, isSingle ? single : other] as const;
  });

test('changes lead from one calendar to the other, and name each day that differs and no other', () => {
  fc.assert(
    fc.property(pair, ([from, to]) => {
      const { days, removed } = calendarChanges(from, to);
      const shown = new Map(from.map((one) => [one.day, one]));
      for (const one of removed) expect(shown.delete(one)).toBe(true);
      for (const one of days) {
        expect(shown.get(one.day)).not.toEqual(one);
        shown.set(one.day, one);
      }
      expect([...shown.values()].sort((a, b) => a.day - b.day)).toEqual(to);
      expect(isUnchanged({ days, removed })).toBe(JSON.stringify(from) === JSON.stringify(to));
    }),
    { numRuns: 2_000 },
  );
});

test('from nothing, all days are new', () => {
  fc.assert(
    fc.property(calendar, (days) => {
      expect(calendarChanges([], days)).toEqual({ days, removed: [] });
    }),
  );
});
