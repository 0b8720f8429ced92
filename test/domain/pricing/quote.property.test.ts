/**
 * The price of a stay against the oracle: base, promotion lines, loyalty lines and amount, in every currency, for valid
 * and invalid stays. Every quote adds up.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CURRENCIES } from '../../../src/domain/pricing/money.ts';
import type { Quote } from '../../../src/domain/pricing/quote.ts';
import { drawnCase, isSellable, quoteOf } from '../../support/catalogue/quoted-case.ts';
import { drawn } from '../../support/catalogue/random/random-scene.ts';
import { amount } from '../../support/gateway/soak.ts';
import { breakdownOf, type PriceBreakdown } from '../../support/oracle/oracle-price.ts';

/** A quote in the oracle's terms. */
function breakdown(quote: Quote): PriceBreakdown {
  return {
    currency: quote.currency,
    nights: quote.nights,
    kind: quote.priceListKind,
    base: quote.baseMinor / 100,
    promotions: quote.promotions.map(({ promotion, nights, amountMinor }) => ({
      id: promotion.number,
      percentage: promotion.basisPoints / 100,
      nights,
      amount: amountMinor / 100,
      validFrom: new Date(promotion.validFrom * 86_400_000).toISOString().slice(0, 10),
      validTo: promotion.validTo === null ? null : new Date(promotion.validTo * 86_400_000).toISOString().slice(0, 10),
    })),
    discounts: quote.discounts.map(({ guest, programNumber, amountMinor }) => ({
      guest,
      programId: programNumber,
      amount: amountMinor / 100,
    })),
    amount: quote.amountMinor / 100,
  };
}

test('every line of a quote is what the rules give, in each currency that covers the stay and in no other', () => {
  fc.assert(
    fc.property(drawn(drawnCase), (one) => {
      for (const currency of CURRENCIES) {
        const quote = quoteOf(one, currency);
        const { scene, combination, stay, programIds } = one;
        const expected = isSellable(one) ? breakdownOf(scene, combination, currency, stay, programIds) : null;
        expect('amountMinor' in quote ? breakdown(quote) : null).toEqual(expected);
      }
    }),
    { numRuns: amount({ short: 2_000, long: 100_000 }) },
  );
});

test('the lines of a quote add up to its amount, and nothing goes below zero', () => {
  fc.assert(
    fc.property(drawn(drawnCase), (one) => {
      const beds = one.combination.roomType.beds;
      for (const currency of CURRENCIES) {
        const quote = quoteOf({ ...one, programIds: one.programIds.slice(0, beds) }, currency);
        if (!('amountMinor' in quote)) continue;
        const lines = [...quote.promotions, ...quote.discounts].map(({ amountMinor }) => amountMinor);
        expect(quote.amountMinor).toBe(quote.baseMinor - lines.reduce((sum, line) => sum + line, 0));
        const amounts = [quote.baseMinor, quote.amountMinor, ...lines];
        expect(amounts.filter((amount) => !Number.isSafeInteger(amount) || amount < 0)).toEqual([]);
        expect(quote.promotions.reduce((sum, { nights }) => sum + nights, 0)).toBeLessThanOrEqual(quote.nights);
      }
    }),
    { numRuns: amount({ short: 2_000, long: 100_000 }) },
  );
});
