/** The nearest length for which a stay is sold, against all lengths tried one by one. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestSoldNights } from '../../../../../src/web/shop/search/offers/nights-sold.ts';

const SEARCHED = Array.from({ length: 28 }, (_, index) => index + 1);

test('is sold with one of the stays, can be searched for, and none that is sold is nearer', () => {
  const stay = fc.record({
    nightsMin: fc.integer({ min: 1, max: 40 }),
    more: fc.integer({ min: 0, max: 30 }),
    reservationTimeSpan: fc.constantFrom('DAYS' as const, 'WEEKS' as const),
  });
  fc.assert(
    fc.property(fc.array(stay, { maxLength: 3 }), fc.constantFrom(...SEARCHED), (stays, wanted) => {
      const lengths = stays.map(({ more, ...one }) => ({ ...one, nightsMax: one.nightsMin + more }));
      const sold = SEARCHED.filter((nights) =>
        lengths.some(
          ({ nightsMin, nightsMax, reservationTimeSpan }) =>
            nights >= nightsMin && nights <= nightsMax && (reservationTimeSpan === 'DAYS' || nights % 7 === 0),
        ),
      );
      const nearest = nearestSoldNights(lengths, wanted);
      if (sold.length === 0) {
        expect(nearest).toBeNull();
        return;
      }
      expect(sold).toContain(nearest);
      expect(Math.abs(nearest! - wanted)).toBe(Math.min(...sold.map((nights) => Math.abs(nights - wanted))));
    }),
  );
});
