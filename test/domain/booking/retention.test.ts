/** How many bookings retention erases by itself (S19). */
import { expect, test } from 'vitest';
import { mayEraseAtOnce } from '../../../src/domain/booking/retention.ts';

test.each([
  // A tenth of few bookings is none: what is due would be kept for good.
  [1, 1, true],
  [10, 10, true],
  [10, 12, true],
  [11, 12, false],
  [11, 100, false],
  [11, 110, true],
  [20, 200, true],
  [21, 200, false],
])('%i of %i bookings are erased at once: %s', (due, bookings, may) => {
  expect(mayEraseAtOnce({ due, bookings })).toBe(may);
});
