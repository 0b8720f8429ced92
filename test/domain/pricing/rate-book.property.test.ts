/**
 * A rate book holds seasons, not nights; the oracle examines every night and every stay separately. They must agree on
 * the existence and the price of each.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CURRENCIES } from '../../../src/domain/pricing/money.ts';
import { basesByArrival, nightPrices, pricedArrivals, pricedNights } from '../../../src/domain/pricing/rate-book.ts';
import type { Day, DayRange } from '../../../src/domain/time/civil-date.ts';
import { TINY } from '../../support/catalogue/random/random-catalogue.ts';
import { around, between, type Draw, oneIn, pick } from '../../support/catalogue/random/random-draw.ts';
import { drawn, drawnDate, drawnScene } from '../../support/catalogue/random/random-scene.ts';
import { amount } from '../../support/gateway/soak.ts';
import { bookOf, dayOf } from '../../support/oracle/domain-from-catalogue.ts';
import { plusDays } from '../../support/oracle/oracle-dates.ts';
import { nightPrice as oracleNightPrice } from '../../support/oracle/oracle-night.ts';
import { basesOf } from '../../support/oracle/oracle-price.ts';
import { type Combination, combinations, type OracleScene } from '../../support/oracle/oracle-scope.ts';

const SEVERAL = { ...TINY, roomTypesPerHotel: 3, priceLists: 5, seasonsPerRoom: 5 };

interface Case {
  readonly scene: OracleScene;
  readonly combination: Combination;
  /** Consecutive dates, some in the past or beyond the last night for sale. */
  readonly dates: readonly string[];
  /** How long a stay is. */
  readonly nights: number;
}

function drawnCase(draw: Draw): Case {
  const scene = drawnScene(draw, oneIn(draw, 2) ? SEVERAL : TINY);
  const first = plusDays(drawnDate(draw, scene), around(draw, 5));
  const combination = pick(draw, combinations(scene, {}));
  const lengths = combination.visitType.priceLists.flatMap((list) => list.nights ?? []);
  return {
    scene,
    combination,
    dates: Array.from({ length: between(draw, 1, 25) }, (_, index) => plusDays(first, index)),
    nights: pick(draw, [...lengths, between(draw, 1, 9)]),
  };
}

function holds(days: readonly DayRange[], day: Day): boolean {
  return days.some(({ from, to }) => from <= day && day <= to);
}

/** The one range that holds a day. @throws Error when there are two */
function holding<R extends DayRange>(ranges: readonly R[], day: Day): R | null {
  const found = ranges.filter(({ from, to }) => from <= day && day <= to);
  if (found.length > 1) throw new Error(`${found.length} ranges hold ${day}`);
  return found[0] ?? null;
}

test('every night has the exact price that the rules give it alone, or none', () => {
  fc.assert(
    fc.property(drawn(drawnCase, 650), ({ scene, combination, dates }) => {
      const book = bookOf(scene, combination.visitType);
      const room = combination.roomType.id;
      const nights = { from: dayOf(dates[0]!), to: dayOf(dates.at(-1)!) };
      for (const currency of CURRENCIES) {
        const prices = nightPrices(book, room, currency, nights);
        expect(prices.every(({ from, to }) => nights.from <= from && from <= to && to <= nights.to)).toBe(true);
        for (const night of dates) {
          const price = holding(prices, dayOf(night));
          const expected = oracleNightPrice(scene, combination, { currency, night });
          expect(price === null).toBe(expected === null);
          if (!price || !expected) continue;
          const { numerator, denominator } = expected.price;
          expect(BigInt(price.amountMinor) * denominator).toBe(numerator * BigInt(price.packageNights || 1));
          expect(price.packageNights === 0).toBe(expected.isRate);
        }
      }
      for (const night of dates) {
        const isPriced = CURRENCIES.some((currency) => oracleNightPrice(scene, combination, { currency, night }));
        expect(holds(pricedNights(book, room), dayOf(night))).toBe(isPriced);
      }
    }),
    { numRuns: amount({ short: 2_000, long: 100_000 }) },
  );
});

test('every stay of one length has the bases that the rules give it alone, or none', () => {
  fc.assert(
    fc.property(drawn(drawnCase, 650), ({ scene, combination, dates, nights }) => {
      const book = bookOf(scene, combination.visitType);
      const room = combination.roomType.id;
      const atOnce = CURRENCIES.map((currency) => basesByArrival(book, room, currency, nights));
      for (const dateFrom of dates) {
        const arrival = dayOf(dateFrom);
        const stay = { dateFrom, dateTo: plusDays(dateFrom, nights) };
        const isInTime = dateFrom >= scene.today && plusDays(dateFrom, nights - 1) <= scene.lastNight;
        const expected = CURRENCIES.map((currency) => {
          const bases = isInTime ? basesOf(combination, currency, stay) : [];
          const minorOf = (kind: 'PER_VISIT' | 'PER_NIGHT') => {
            const found = bases.find((one) => one.kind === kind)?.base;
            return found ? Number(found.numerator / found.denominator) : null;
          };
          return [minorOf('PER_VISIT'), minorOf('PER_NIGHT')];
        });
        const found = atOnce.map(({ packages, nightly }) =>
          [packages, nightly].map((bases) => holding(bases, arrival)?.baseMinor ?? null),
        );
        expect(found).toEqual(expected);
        expect(holds(pricedArrivals(book, room, nights), arrival)).toBe(expected.flat().some((base) => base !== null));
      }
    }),
    { numRuns: amount({ short: 2_000, long: 100_000 }) },
  );
});
