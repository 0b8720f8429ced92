/** Y2: what several rooms cost together, to book and to cancel, is the sum of what each costs. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cancellationFees, feesTogether } from '../../../src/domain/booking/cancellation-terms.ts';
import { quoteTogether } from '../../../src/domain/stay/party-quote.ts';
import type { OfferedQuote } from '../../../src/domain/stay/sellable-stay.ts';

const ARRIVAL = 20_000;
const terms = fc
  .uniqueArray(fc.record({ daysBeforeArrival: fc.nat(60), basisPoints: fc.nat(10_000) }), {
    selector: ({ daysBeforeArrival }) => daysBeforeArrival,
    maxLength: 4,
  })
  .map((all) => all.toSorted((a, b) => b.daysBeforeArrival - a.daysBeforeArrival));
const room = fc.record({
  amountMinor: fc.nat(10_000_000),
  guests: fc.integer({ min: 1, max: 4 }),
  terms,
  discounts: fc.uniqueArray(fc.record({ guest: fc.integer({ min: 1, max: 4 }), amountMinor: fc.nat(1_000) }), {
    selector: ({ guest }) => guest,
  }),
});
type Room = typeof room extends fc.Arbitrary<infer R> ? R : never;

const quoteOf = ({ amountMinor, terms, discounts }: Room): OfferedQuote => ({
  ...{ currency: 'CZK', nights: 3, priceListKind: 'PER_NIGHT', promotions: [] },
  ...{ baseMinor: amountMinor + 5, amountMinor },
  discounts: discounts.map((line) => ({ ...line, programNumber: 1 })),
  cancellation: cancellationFees({ terms, arrival: ARRIVAL, amountMinor }),
});

/** What cancelling costs on a day, found by going through the days up to it. */
function feeByDays(fees: readonly { from: number; feeMinor: number }[], day: number): number {
  let fee = 0;
  for (let at = ARRIVAL - 100; at <= day; at++) fee = fees.find(({ from }) => from === at)?.feeMinor ?? fee;
  return fee;
}

test('cancelling all rooms costs on every day the sum of what cancelling each costs', () => {
  fc.assert(
    fc.property(fc.array(room, { minLength: 1, maxLength: 6 }), (rooms) => {
      const each = rooms.map((one) => quoteOf(one).cancellation);
      const together = feesTogether(each);
      for (let day = ARRIVAL - 70; day <= ARRIVAL; day++) {
        expect(feeByDays(together, day)).toBe(each.reduce((sum, fees) => sum + feeByDays(fees, day), 0));
      }
      expect(together.map(({ from }) => from)).toEqual([...new Set(together.map(({ from }) => from))].sort());
    }),
  );
});

test('the price of all rooms is the sum, with every discount at its guest among all guests; of one room it is that of the room', () => {
  fc.assert(
    fc.property(fc.array(room, { minLength: 1, maxLength: 6 }), (rooms) => {
      const quotes = rooms.map((one) => ({ quote: quoteOf(one), guests: one.guests }));
      const { baseMinor, amountMinor, discounts, cancellation } = quoteTogether(quotes);
      expect(amountMinor).toBe(rooms.reduce((sum, one) => sum + one.amountMinor, 0));
      expect(baseMinor).toBe(amountMinor + 5 * rooms.length);
      // Each guest of each room in one list.
      const people = rooms.flatMap(({ guests }, at) => Array.from({ length: guests }, (_, place) => [at, place + 1]));
      const expected = rooms.flatMap((one, at) =>
        one.discounts.map(({ guest, amountMinor: off }) => [
          people.findIndex(([inRoom, place]) => inRoom === at && place === Math.min(guest, one.guests)) +
            1 +
            Math.max(0, guest - one.guests),
          off,
        ]),
      );
      expect(discounts.map((line) => [line.guest, line.amountMinor])).toEqual(expected);
      if (rooms.length === 1) expect({ ...quotes[0]!.quote, cancellation }).toEqual(quoteTogether(quotes));
    }),
  );
});
