/** What is said of cancelling is what it costs, day by day (S12). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cancellationFeeOn, cancellationFees, sortTerms } from '../../../src/domain/booking/cancellation-terms.ts';
import { wordCancellation } from '../../../src/domain/text/cancellation-wording.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import { texts } from '../../../src/texts/generated/texts.ts';

const ARRIVAL = parseDay('2027-03-08')!;
const AMOUNT_MINOR = 124_425;
const term = fc.record({ daysBeforeArrival: fc.nat(60), basisPoints: fc.integer({ min: 0, max: 10_000 }) });
/** The percentage never falls as arrival comes nearer. */
const rising = fc
  .uniqueArray(term, { selector: ({ daysBeforeArrival }) => daysBeforeArrival, maxLength: 4 })
  .map((some) => {
    const parts = some.map(({ basisPoints }) => basisPoints).sort((a, b) => a - b);
    return sortTerms(some).map(({ daysBeforeArrival }, index) => ({ daysBeforeArrival, basisPoints: parts[index]! }));
  });

interface Said {
  /** Null: over. */
  readonly feeMinor: number | null;
  readonly from: number;
  readonly until: number;
}

test('S12: the sentences name the fee of every day from today to the one before arrival, and no day after it', () => {
  fc.assert(
    fc.property(rising, fc.integer({ min: -5, max: 80 }), (terms, daysBefore) => {
      const stay = { terms, arrival: ARRIVAL, amountMinor: AMOUNT_MINOR };
      const today = ARRIVAL - daysBefore;
      const said: Said[] = [];
      const note = (one: Said) => {
        said.push(one);
        return '';
      };
      wordCancellation(
        { fees: cancellationFees(stay), arrival: ARRIVAL, today },
        {
          free: (lastDay) => note({ feeMinor: 0, from: today, until: lastDay }),
          now: (feeMinor) => note({ feeMinor, from: today, until: ARRIVAL - 1 }),
          from: (day, feeMinor) => note({ feeMinor, from: day, until: ARRIVAL - 1 }),
          over: () => note({ feeMinor: null, from: today, until: Number.POSITIVE_INFINITY }),
        },
      );
      if (today >= ARRIVAL) {
        expect(said.map(({ feeMinor }) => feeMinor)).toEqual([null]);
        return;
      }
      for (let day = today; day < ARRIVAL; day++) {
        const last = said.findLast(({ from, until }) => from <= day && day <= until);
        expect(last?.feeMinor, `on day ${day - ARRIVAL}`).toBe(cancellationFeeOn(stay, day));
      }
      expect(Math.max(...said.map(({ until }) => until))).toBeLessThan(ARRIVAL);
    }),
  );
});

test('S12: until when it is free is said alike with a date and, before one is chosen, with days', () => {
  for (const { free, freeByDays } of Object.values(texts).map(({ cancellation }) => cancellation)) {
    const [before] = free({ date: '|' }).split('|');
    for (const days of [1, 2, 15]) expect(freeByDays({ days }).startsWith(before!)).toBe(true);
  }
});
