/** Sliding windows: how many uses fit, when the next one does, and that no more is kept than counts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowedAt, secondsUntil, type Uses, usedWithin, withUse } from '../../../src/domain/limits/use-limits.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = 1_790_000_000_000;
const ago = (milliseconds: number, amount = 1) => ({ at: NOW - milliseconds, amount });

describe('a use is allowed', () => {
  const limits = [
    { most: 2, windowMs: HOUR },
    { most: 3, windowMs: DAY },
  ];
  test.each<[string, Uses, number]>([
    ['at once while nothing was used', [], NOW],
    ['at once below all limits', [ago(5)], NOW],
    ['when the oldest leaves the hour', [ago(10), ago(20)], NOW + HOUR - 20],
    ['at once when one leaves the hour at this instant', [ago(10), ago(HOUR)], NOW],
    ['when the oldest leaves the day', [ago(10), ago(2 * HOUR), ago(3 * HOUR)], NOW + DAY - 3 * HOUR],
    ['after the longer of two waits', [ago(10), ago(20), ago(30)], NOW + DAY - 30],
    ['after uses of a clock that is ahead', [ago(-500), ago(-400)], NOW + HOUR + 400],
  ])('%s', (_, uses, expected) => {
    expect(allowedAt(uses, { limits, amount: 1, now: NOW })).toBe(expected);
  });

  test('when enough of the amount has left the window', () => {
    const nights = [{ most: 30, windowMs: DAY }];
    const uses = [ago(1_000, 7), ago(2_000, 14), ago(3_000, 7)];
    expect(allowedAt(uses, { limits: nights, amount: 2, now: NOW })).toBe(NOW);
    expect(allowedAt(uses, { limits: nights, amount: 3, now: NOW })).toBe(NOW + DAY - 3_000);
    expect(allowedAt(uses, { limits: nights, amount: 10, now: NOW })).toBe(NOW + DAY - 2_000);
    expect(allowedAt(uses, { limits: nights, amount: 31, now: NOW })).toBe(NOW + DAY);
  });
});

test('seconds to wait are whole, rounded up, and at least one', () => {
  expect([1, 1_000, 1_001].map((wait) => secondsUntil(NOW + wait, NOW))).toEqual([1, 1, 2]);
  expect(secondsUntil(NOW, NOW)).toBe(1);
});

test('what is kept decides as the whole history would, and is never longer than the highest limit', () => {
  const limit = fc.record({ most: fc.integer({ min: 1, max: 6 }), windowMs: fc.integer({ min: 1, max: 50 }) });
  const wish = fc.record({ wait: fc.integer({ min: 0, max: 20 }), amount: fc.integer({ min: 1, max: 3 }) });
  fc.assert(
    fc.property(
      fc.array(limit, { minLength: 1, maxLength: 3 }),
      fc.array(wish, { maxLength: 60 }),
      (limits, wishes) => {
        let [now, kept, all]: [number, Uses, Uses] = [NOW, [], []];
        for (const { wait, amount } of wishes) {
          now += wait;
          const next = { limits, amount, now };
          const fits = limits.every(({ most, windowMs }) => usedWithin(all, { windowMs, now }) + amount <= most);
          const at = allowedAt(kept, next);
          expect(at === now).toBe(fits);
          expect(at).toBe(allowedAt(all, next));
          if (at > now && limits.every(({ most }) => amount <= most)) {
            expect(allowedAt(kept, { ...next, now: at })).toBe(at);
            expect(allowedAt(kept, { ...next, now: at - 1 })).toBe(at);
          }
          if (!fits) continue;
          kept = withUse(kept, { at: now, amount }, limits);
          all = [{ at: now, amount }, ...all];
          expect(kept.length).toBeLessThanOrEqual(Math.max(...limits.map(({ most }) => most)));
        }
      },
    ),
  );
});
