import { expect, test } from 'vitest';
import { BookingCounts } from '../../../src/operations/booking/booking-counts.ts';

test('a code that is not counted from 0 on does not compile', () => {
  const counts = new BookingCounts();
  const initial = new Map(counts.entries());
  expect(new Set(initial.values())).toEqual(new Set([0]));
  counts.add('NO_CAPACITY');
  // @ts-expect-error No refusal of a booking has this code.
  counts.add('NO_SUCH_CODE');
  expect(initial.has('NO_CAPACITY')).toBe(true);
});
