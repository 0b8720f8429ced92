/**
 * Dependencies and refusals of a quote: only its own room and currency matter, a stay without a price names the first
 * night without one, and loyalty programs are refused for exactly the reasons of the rules.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CURRENCIES } from '../../../src/domain/pricing/money.ts';
import { loyaltyProblem } from '../../../src/domain/pricing/quote.ts';
import { drawnCase, isSellable, quoteOf } from '../../support/catalogue/quoted-case.ts';
import { drawn } from '../../support/catalogue/random/random-scene.ts';
import { amount } from '../../support/gateway/soak.ts';
import { dayOf } from '../../support/oracle/domain-from-catalogue.ts';
import { nightsOfStay } from '../../support/oracle/oracle-dates.ts';
import type { FileVisitType } from '../../support/oracle/oracle-file.ts';
import { nightPrice } from '../../support/oracle/oracle-night.ts';
import { answerPrice, nightlyRate } from '../../support/oracle/oracle-price.ts';

test('a quote never mixes currencies or room types: without the other price lists and rates it is the same', () => {
  fc.assert(
    fc.property(drawn(drawnCase), (one) => {
      const { visitType, roomType } = one.combination;
      for (const currency of CURRENCIES) {
        const alone: FileVisitType = {
          ...visitType,
          priceLists: visitType.priceLists
            .filter((list) => list.currency === currency)
            .map((list) => ({ ...list, rates: list.rates.filter((rate) => rate.roomTypeId === roomType.id) })),
        };
        const quote = quoteOf({ ...one, combination: { ...one.combination, visitType: alone } }, currency);
        expect(quote).toEqual(quoteOf(one, currency));
      }
    }),
    { numRuns: amount({ short: 2_000, long: 100_000 }) },
  );
});

test('a stay that is not priced names its first night without a price; where each has one, the first without a nightly rate', () => {
  fc.assert(
    fc.property(drawn(drawnCase), (one) => {
      if (!isSellable(one)) return;
      const { combination, scene, stay } = one;
      for (const currency of CURRENCIES) {
        const base = quoteOf(one, currency);
        if (!('firstUnpricedNight' in base)) continue;
        const nights = nightsOfStay(stay);
        const unpriced =
          nights.find((night) => nightPrice(scene, combination, { currency, night }) === null) ??
          nights.find((night) => nightlyRate(combination, currency, night) === null);
        expect(base.firstUnpricedNight).toBe(dayOf(unpriced!));
      }
    }),
    { numRuns: amount({ short: 2_000, long: 100_000 }) },
  );
});

test('loyalty is refused exactly when a program is not the visit type’s or a guest is beyond the beds', () => {
  fc.assert(
    fc.property(drawn(drawnCase), ({ scene, combination, stay, programIds }) => {
      const { visitType, roomType } = combination;
      const problem = loyaltyProblem({
        loyalty: programIds.flatMap((programNumber, index) =>
          programNumber === null ? [] : [{ guest: index + 1, programNumber }],
        ),
        allowedPrograms: visitType.loyaltyProgramIds,
        beds: roomType.beds,
      });
      const [loyalty1, loyalty2] = programIds;
      const ids = { visitTypeId: visitType.id, roomTypeId: roomType.id };
      const answer = answerPrice(scene, { ...ids, ...stay, loyalty1, loyalty2 });
      const why = answer.status === 422 ? answer.why : [];
      const expected = why.filter((rule) => rule === 'LOYALTY_NOT_APPLICABLE' || rule === 'GUEST_BEYOND_BEDS');
      expect(problem === null).toBe(expected.length === 0);
      if (problem !== null) expect(expected).toContain(problem.code);
    }),
    { numRuns: amount({ short: 2_000, long: 100_000 }) },
  );
});
