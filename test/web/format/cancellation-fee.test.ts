/** What the pages say that cancelling costs is what the terms of the booking say (S12). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cancellationFeeOn, cancellationFees, sortTerms } from '../../../src/domain/booking/cancellation-terms.ts';
import { formatDay, parseDay } from '../../../src/domain/time/civil-date.ts';
import { feeOn } from '../../../src/web/format/cancellation-fee.ts';

const ARRIVAL = parseDay('2027-03-08')!;
const term = fc.record({ daysBeforeArrival: fc.nat(60), basisPoints: fc.integer({ min: 0, max: 10_000 }) });
const terms = fc.uniqueArray(term, { selector: ({ daysBeforeArrival }) => daysBeforeArrival, maxLength: 4 });

test('S12: the fee of a day is that of the terms, and null where it costs nothing', () => {
  fc.assert(
    fc.property(terms, fc.nat(1_000_000), fc.integer({ min: -5, max: 80 }), (some, amountMinor, daysBefore) => {
      const stay = { terms: sortTerms(some), arrival: ARRIVAL, amountMinor };
      const cancellation = cancellationFees(stay).map(({ from, feeMinor: amountMinor }) => ({
        from: formatDay(from),
        fee: { amountMinor, currency: 'EUR' as const },
      }));
      const today = ARRIVAL - daysBefore;
      const shown = feeOn(formatDay(today), { status: 'CONFIRMED', cancellation });
      expect(shown?.amountMinor ?? 0).toBe(cancellationFeeOn(stay, today));
    }),
  );
});

test('S12: a request that is not confirmed costs nothing', () => {
  const cancellation = [{ from: '2027-01-01', fee: { amountMinor: 5_000, currency: 'EUR' as const } }];
  expect(feeOn('2027-03-01', { status: 'REQUESTED', cancellation })).toBeNull();
  expect(feeOn('2027-03-01', { status: 'CONFIRMED', cancellation })?.amountMinor).toBe(5_000);
});
