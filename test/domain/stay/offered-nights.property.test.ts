/** The nights on offer agree everywhere: in the oracle, in the calendar and in the lowest prices, night by night. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildCalendar } from '../../../src/domain/calendar/calendar.ts';
import { lowestPrice } from '../../../src/domain/minimum-price/lowest-price.ts';
import { offeredNights } from '../../../src/domain/stay/availability.ts';
import { formatDay } from '../../../src/domain/time/civil-date.ts';
import { TINY } from '../../support/catalogue/random/random-catalogue.ts';
import { drawn, drawnScene } from '../../support/catalogue/random/random-scene.ts';
import { dayOf, stockedCandidatesOf } from '../../support/oracle/domain-from-catalogue.ts';
import { datesFromTo, plusDays } from '../../support/oracle/oracle-dates.ts';
import { isNightPriced, keepsTimeConstraints } from '../../support/oracle/oracle-night.ts';
import { combinations, isSoldToday, type OracleScene } from '../../support/oracle/oracle-scope.ts';

/** Nights around both ends of the sales period, some outside it. */
function nightsOf({ today, lastNight }: OracleScene): string[] {
  const near = { from: plusDays(today, -2), to: plusDays(today, 45) };
  return [...datesFromTo(near), ...datesFromTo({ from: plusDays(lastNight, -20), to: plusDays(lastNight, 2) })];
}

test('a night is on offer exactly when it is priced, inside a time constraint and on sale, and then in calendar and lowest price', () => {
  fc.assert(
    fc.property(
      drawn((draw) => drawnScene(draw, TINY)),
      (scene) => {
        const today = dayOf(scene.today);
        for (const combination of combinations(scene, {})) {
          const [candidate] = stockedCandidatesOf(scene, [combination]);
          const offered = offeredNights(candidate!, today).flatMap(({ from, to }) =>
            datesFromTo({ from: formatDay(from), to: formatDay(to) }),
          );
          const isOffered = (night: string) =>
            isSoldToday(scene, combination.visitType) &&
            keepsTimeConstraints(combination.visitType, [night]) &&
            isNightPriced(scene, combination, night);
          const isInCalendar = (night: string) => {
            const [day] = buildCalendar({ candidates: [candidate!], from: dayOf(night), to: dayOf(night), today });
            return day!.availability !== 'NOT_AVAILABLE';
          };
          const hasLowestPrice = (night: string) => {
            const window = { from: dayOf(night), to: dayOf(night) + 1 };
            const { CZK, EUR } = lowestPrice([candidate!], { today, window });
            return CZK !== null || EUR !== null;
          };
          const nights = nightsOf(scene);
          const expected = nights.filter(isOffered);
          expect(nights.filter((night) => offered.includes(night))).toEqual(expected);
          expect(nights.filter(isInCalendar)).toEqual(expected);
          expect(nights.filter(hasLowestPrice)).toEqual(expected);
        }
      },
    ),
    { numRuns: 500 },
  );
});
