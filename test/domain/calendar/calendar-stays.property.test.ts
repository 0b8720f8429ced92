/** The stays of a day, and why none can be booked, against the oracle, which asks for the price of each length by itself. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildCalendar, Calendar, type CalendarDay } from '../../../src/domain/calendar/calendar.ts';
import { lengthsFrom, type StayOption } from '../../../src/domain/stay/stay-options.ts';
import { type DayRange, formatDay } from '../../../src/domain/time/civil-date.ts';
import { TINY } from '../../support/catalogue/random/random-catalogue.ts';
import { type Draw, oneIn, pick } from '../../support/catalogue/random/random-draw.ts';
import { drawn, drawnDate, drawnScene } from '../../support/catalogue/random/random-scene.ts';
import { amount } from '../../support/gateway/soak.ts';
import { dayOf, stockedCandidatesOf } from '../../support/oracle/domain-from-catalogue.ts';
import { dayOf as oracleDayOf } from '../../support/oracle/oracle-calendar.ts';
import { plusDays } from '../../support/oracle/oracle-dates.ts';
import { type Combination, combinations, type OracleScene } from '../../support/oracle/oracle-scope.ts';
import { doubtsOn, type OracleStay, staysFrom } from '../../support/oracle/oracle-stays.ts';

const SEVERAL = { ...TINY, visitTypes: 2, priceLists: 3, seasonsPerRoom: 2 };
const ALL = { reasons: true, stays: true };

interface Asked {
  readonly scene: OracleScene;
  /** One visit type and room type, or everything. */
  readonly found: readonly Combination[];
  readonly dates: readonly string[];
}

const askedOf =
  (isPinned: boolean) =>
  (draw: Draw): Asked => {
    const scene = drawnScene(draw, oneIn(draw, 2) ? SEVERAL : TINY);
    const all = combinations(scene, {});
    const place = pick(draw, all);
    const filter = { visitTypeId: place.visitType.id, roomTypeId: place.roomType.id };
    const from = drawnDate(draw, scene);
    const dates = Array.from({ length: 1 + draw(6) }, (_, index) => plusDays(from, index));
    return { scene, found: isPinned ? combinations(scene, filter) : all, dates };
  };

/** The calendar of all dates. */
function show(asked: Asked, found: readonly Combination[], pinned: number | null = null): CalendarDay[] {
  const calendar = calendarOf(asked, pinned);
  calendar.add(stockedCandidatesOf(asked.scene, [...found]));
  return calendar.days();
}

function calendarOf({ scene, dates }: Asked, pinned: number | null = null): Calendar {
  const days: DayRange = { from: dayOf(dates[0]!), to: dayOf(dates.at(-1)!) };
  return new Calendar({ ...days, today: dayOf(scene.today), pinned, detail: ALL });
}

/** A stay in the oracle's terms. */
function shown({ nights, departure, availability, totals }: StayOption): OracleStay {
  const amounts = Object.entries(totals).map(([currency, minor]) => [currency, minor / 100]);
  return { nights, departure: formatDay(departure), availability, totals: Object.fromEntries(amounts) };
}

test('F1: a day of a pinned room has every stay that has a price, with its total, and says which can be booked', () => {
  fc.assert(
    fc.property(drawn(askedOf(true)), (asked) => {
      const { scene, found, dates } = asked;
      const [combination] = found;
      const days = show(asked, found, combination!.roomType.id);
      for (const [index, date] of dates.entries()) {
        expect(days[index]!.stays.map(shown)).toEqual(staysFrom(scene, combination!, date));
      }
    }),
    { numRuns: amount({ short: 1333, long: 20_000 }) },
  );
});

test('F2: a selectable day has a stay that can be booked, or says why there is none', () => {
  fc.assert(
    fc.property(drawn(askedOf(false)), (asked) => {
      const { scene, found, dates } = asked;
      for (const [index, { selectable, reasons }] of show(asked, found).entries()) {
        const date = dates[index]!;
        const startable = found.filter(
          (one) => oracleDayOf(scene, { candidates: [one], pinned: null }, date).selectable,
        );
        expect(selectable).toBe(startable.length > 0);
        if (selectable) expect(reasons).toEqual(doubtsOn(scene, startable, date));
        else expect(reasons).not.toEqual([]);
      }
    }),
    { numRuns: amount({ short: 666, long: 20_000 }) },
  );
});

test('F1, F2: candidates that are added in parts make the same calendar', () => {
  fc.assert(
    fc.property(
      drawn((draw) => ({ ...askedOf(oneIn(draw, 3))(draw), cut: draw(6) })),
      ({ cut, ...asked }) => {
        const { found } = asked;
        const [some, others] = [found.slice(0, cut), found.slice(cut)];
        fc.pre(some.length > 0 && others.length > 0);
        const calendar = calendarOf(asked);
        for (const part of [some, others]) calendar.add(stockedCandidatesOf(asked.scene, part));
        expect(calendar.days()).toEqual(show(asked, found));
      },
    ),
    { numRuns: amount({ short: 666, long: 20_000 }) },
  );
});

test('F2: the lengths that a refusal names are those that have a price in an asked currency', () => {
  fc.assert(
    fc.property(drawn(askedOf(true)), ({ scene, found, dates }) => {
      const [candidate] = stockedCandidatesOf(scene, [...found]);
      const today = dayOf(scene.today);
      for (const currencies of [['CZK'], ['EUR'], ['CZK', 'EUR']] as const) {
        const stays = staysFrom(scene, found[0]!, dates[0]!);
        const priced = stays.filter(({ totals }) => currencies.some((one) => totals[one] !== undefined));
        expect(lengthsFrom(candidate!, { arrival: dayOf(dates[0]!), currencies, today })).toEqual(
          priced.map(({ nights }) => nights),
        );
      }
    }),
    { numRuns: amount({ short: 666, long: 20_000 }) },
  );
});

test('a calendar that is not asked for reasons or stays has neither on its selectable days', () => {
  fc.assert(
    fc.property(drawn(askedOf(true)), (asked) => {
      const { scene, found, dates } = asked;
      const candidates = stockedCandidatesOf(scene, [...found]);
      const days = { from: dayOf(dates[0]!), to: dayOf(dates.at(-1)!), today: dayOf(scene.today) };
      const plain = buildCalendar({ candidates, ...days, pinned: found[0]!.roomType.id });
      expect(plain).toEqual(
        show(asked, found, found[0]!.roomType.id).map((day) => ({
          ...day,
          stays: [],
          reasons: day.selectable ? [] : day.reasons,
        })),
      );
    }),
    { numRuns: amount({ short: 333, long: 20_000 }) },
  );
});
