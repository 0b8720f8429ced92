/**
 * The automatic search of the calendar against a scan of every check-in date of two years, room type by room type and
 * night by night.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstBookableMonth } from '../../../src/domain/calendar/calendar.ts';
import type { DayRange } from '../../../src/domain/time/civil-date.ts';
import { TINY } from '../../support/catalogue/random/random-catalogue.ts';
import { type Draw, oneIn } from '../../support/catalogue/random/random-draw.ts';
import { drawn, drawnScene } from '../../support/catalogue/random/random-scene.ts';
import { amount } from '../../support/gateway/soak.ts';
import { dateRangeOf, dayOf, stockedCandidatesOf } from '../../support/oracle/domain-from-catalogue.ts';
import { firstBookableWindow } from '../../support/oracle/oracle-calendar.ts';
import { combinations, type OracleScene } from '../../support/oracle/oracle-scope.ts';

const SEVERAL = { ...TINY, roomTypesPerHotel: 3, priceLists: 5, seasonsPerRoom: 5 };

function drawnCase(draw: Draw): OracleScene {
  return drawnScene(draw, oneIn(draw, 2) ? SEVERAL : TINY);
}

test('the first bookable month is the one that trying every date finds, or none when there is none', () => {
  fc.assert(
    fc.property(drawn(drawnCase, 650), (scene) => {
      const places = combinations(scene, {});
      const found = firstBookableMonth(stockedCandidatesOf(scene, places), dayOf(scene.today));
      expect(dateRangeOf(found)).toEqual(firstBookableWindow(scene, places));
    }),
    { numRuns: amount({ short: 2_000, long: 100_000 }) },
  );
});

test('several room types together find no month that none finds alone', () => {
  fc.assert(
    fc.property(drawn(drawnCase, 650), (scene) => {
      const today = dayOf(scene.today);
      const candidates = stockedCandidatesOf(scene, combinations(scene, {}));
      const alone = candidates.map((candidate) => firstBookableMonth([candidate], today));
      const windows = alone.filter((window): window is DayRange => window !== null);
      const earliest = windows.sort((a, b) => a.from - b.from)[0] ?? null;
      expect(firstBookableMonth(candidates, today)).toEqual(earliest);
    }),
    { numRuns: amount({ short: 2_000, long: 100_000 }) },
  );
});
