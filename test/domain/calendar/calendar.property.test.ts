/**
 * Calendar days against the oracle: availability, selectable, the price of a pinned room and the day's lowest price;
 * then the window of the requested dates.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  buildCalendar,
  Calendar,
  type CalendarDay,
  calendarWindow,
  pinnedRoomType,
} from '../../../src/domain/calendar/calendar.ts';
import { formatDay } from '../../../src/domain/time/civil-date.ts';
import { TINY } from '../../support/catalogue/random/random-catalogue.ts';
import { around, between, type Draw, oneIn, pick } from '../../support/catalogue/random/random-draw.ts';
import { drawn, drawnDate, drawnScene } from '../../support/catalogue/random/random-scene.ts';
import { amount } from '../../support/gateway/soak.ts';
import { dateRangeOf, dayOf, decimalsOf, stockedCandidatesOf } from '../../support/oracle/domain-from-catalogue.ts';
import {
  answerCalendar,
  type CalendarQuestion,
  type OracleCalendarDay,
  plainWindow,
} from '../../support/oracle/oracle-calendar.ts';
import { plusDays } from '../../support/oracle/oracle-dates.ts';
import { combinations, type OracleScene, type OracleWorld, sceneOf } from '../../support/oracle/oracle-scope.ts';

const SEVERAL = { ...TINY, visitTypes: 2, priceLists: 3, seasonsPerRoom: 2 };

function drawnCase(draw: Draw): { scene: OracleScene; question: CalendarQuestion } {
  const scene = drawnScene(draw, oneIn(draw, 3) ? SEVERAL : TINY);
  const places = combinations(scene, {});
  const place = pick(draw, places);
  const dateFrom = drawnDate(draw, scene);
  return {
    scene,
    question: {
      visitTypeId: oneIn(draw, 3) ? null : place.visitType.id,
      roomTypeId: oneIn(draw, 2) ? place.roomType.id : null,
      guests: oneIn(draw, 5) ? between(draw, 1, 2) : null,
      dateFrom,
      dateTo: plusDays(dateFrom, draw(15)),
    },
  };
}

/** A day in the oracle's terms. */
function shown({ day, selectable, availability, price, fromPrice }: CalendarDay): OracleCalendarDay {
  const prices = Object.entries(price ?? {}).map(([currency, { amountMinor, isFinal }]) => [
    currency,
    { amount: amountMinor / 100, isFinal },
  ]);
  return {
    date: formatDay(day),
    selectable,
    availability,
    price: price && Object.fromEntries(prices),
    fromPrice: decimalsOf(fromPrice),
  };
}

test('every calendar day has the availability, selectability and prices of the rules', () => {
  fc.assert(
    fc.property(drawn(drawnCase), ({ scene, question }) => {
      const today = dayOf(scene.today);
      const candidates = stockedCandidatesOf(scene, combinations(scene, { ...question, beds: question.guests }));
      const window = calendarWindow({ dateFrom: dayOf(question.dateFrom!), dateTo: dayOf(question.dateTo!), today });
      if (window !== 'EMPTY' && 'problem' in window) throw new Error(window.problem.code);
      const pinned = pinnedRoomType({ candidates, visitTypeAsked: question.visitTypeId !== null });
      const days = window === 'EMPTY' ? [] : buildCalendar({ candidates, ...window, today, pinned });
      const expected = answerCalendar(scene, question);
      expect({ status: 200, days: days.map(shown) }).toEqual(expected);
      for (const { selectable, reasons } of days) expect(reasons.length === 0).toBe(selectable);
    }),
    { numRuns: amount({ short: 2_000, long: 100_000 }) },
  );
});

test('a day of a long calendar equals the calendar of that day alone, for any order of candidates, whatever is left on nights that do not matter', () => {
  const drawnWindow = (draw: Draw) => {
    const scene = drawnScene(draw, oneIn(draw, 2) ? SEVERAL : TINY);
    const from = dayOf(drawnDate(draw, scene)) - draw(10);
    const pinned = oneIn(draw, 2) ? pick(draw, combinations(scene, {})) : null;
    const detail = { reasons: oneIn(draw, 2), stays: oneIn(draw, 4) };
    return { scene, pinned, from, to: from + draw(60), detail };
  };
  fc.assert(
    fc.property(drawn(drawnWindow, 650), ({ scene, pinned, from, to, detail }) => {
      const today = dayOf(scene.today);
      const candidates = stockedCandidatesOf(scene, combinations(scene, { visitTypeId: pinned?.visitType.id ?? null }));
      const asked = { today, pinned: pinned?.roomType.id ?? null, detail };
      const whole = buildCalendar({ candidates, from, to, ...asked });
      expect(whole).toHaveLength(to - from + 1);
      expect(buildCalendar({ candidates: candidates.toReversed(), from, to, ...asked })).toEqual(whole);
      const one = new Calendar({ from, to, ...asked });
      for (const candidate of candidates) {
        const matter = one.nightsThatMatter(candidate);
        const { firstNight } = candidate.book;
        const remaining = candidate.remaining.map((left, place) => {
          const night = firstNight + place;
          return matter !== null && matter.from <= night && night <= matter.to ? left : 9 - left;
        });
        one.add([{ ...candidate, remaining: matter === null ? new Int32Array(0) : remaining }]);
      }
      expect(one.days()).toEqual(whole);
      for (const day of whole)
        expect([day]).toEqual(buildCalendar({ candidates, from: day.day, to: day.day, ...asked }));
    }),
    { numRuns: amount({ short: 2_000, long: 100_000 }) },
  );
});

test('the window of a calendar is the one that its dates give, clamped to today and at most as long as nights are for sale', () => {
  const drawnWindow = (draw: Draw) => {
    const today = plusDays('2026-01-01', draw(1000));
    const bound = () =>
      oneIn(draw, 3)
        ? null
        : plusDays(
            today,
            oneIn(draw, 2) ? around(draw, 900) : oneIn(draw, 2) ? 730 + around(draw, 3) : around(draw, 30),
          );
    return { today, dateFrom: bound(), dateTo: bound() };
  };
  fc.assert(
    fc.property(drawn(drawnWindow, 16), ({ today, dateFrom, dateTo }) => {
      const scene = sceneOf({ today } as OracleWorld);
      const found = calendarWindow({
        dateFrom: dateFrom === null ? null : dayOf(dateFrom),
        dateTo: dateTo === null ? null : dayOf(dateTo),
        today: dayOf(today),
      });
      const expected = plainWindow(scene, { dateFrom, dateTo });
      if ('why' in expected) expect(found).toHaveProperty('problem');
      else if (expected.from > expected.to) expect(found).toBe('EMPTY');
      else expect(found === 'EMPTY' || 'problem' in found ? found : dateRangeOf(found)).toEqual(expected);
    }),
    { numRuns: amount({ short: 2_000, long: 100_000 }) },
  );
});
