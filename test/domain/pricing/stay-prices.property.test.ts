/** The total of a stay without an object for it is the amount of its quote, to the cent. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CURRENCIES, type Currency } from '../../../src/domain/pricing/money.ts';
import { StayPrices, UNPRICED } from '../../../src/domain/pricing/stay-prices.ts';
import { type Case, drawnCase, quoteOf } from '../../support/catalogue/quoted-case.ts';
import { between, type Draw } from '../../support/catalogue/random/random-draw.ts';
import { drawn } from '../../support/catalogue/random/random-scene.ts';
import { candidatesOf, stayOf } from '../../support/oracle/domain-from-catalogue.ts';
import { combinations } from '../../support/oracle/oracle-scope.ts';

/** A stay, and how many nights the search has before and after it. */
function drawnSearch(draw: Draw): { one: Case; before: number; after: number } {
  return { one: { ...drawnCase(draw), programIds: [] }, before: between(draw, 0, 9), after: between(draw, 0, 9) };
}

/** Totals of every room of the scene, from one object; -1: no price. */
function totalsOf({ one, before, after }: ReturnType<typeof drawnSearch>, currency: Currency): number[] {
  const { arrival, departure } = stayOf(one.stay);
  const totals = new StayPrices(currency, { from: arrival - before, to: departure - 1 + after });
  return candidatesOf(one.scene, combinations(one.scene, {})).map(({ book, room, promotions }) => {
    totals.setPromotions(promotions);
    return totals.setRoom(book, room.number) ? totals.totalOf(arrival, departure - arrival) : UNPRICED;
  });
}

test('for every room, stay and currency, one after another', () => {
  let priced = 0;
  let promoted = 0;
  fc.assert(
    fc.property(drawn(drawnSearch), (search) => {
      if (search.one.stay.dateFrom < search.one.scene.today) return;
      for (const currency of CURRENCIES) {
        const quotes = combinations(search.one.scene, {}).map((combination) =>
          quoteOf({ ...search.one, combination }, currency),
        );
        const expected = quotes.map((quote) => ('amountMinor' in quote ? quote.amountMinor : UNPRICED));
        expect(totalsOf(search, currency)).toEqual(expected);
        priced += expected.filter((total) => total !== UNPRICED).length;
        promoted += quotes.filter((quote) => 'promotions' in quote && quote.promotions.length > 1).length;
      }
    }),
    { numRuns: 10_000 },
  );
  expect(priced).toBeGreaterThan(1_000);
  expect(promoted).toBeGreaterThan(200);
});
