/**
 * The price of a stay against the oracle: base, promotion lines, loyalty lines and amount, in every currency, for stays
 * that fit the rules and stays that do not. Whatever is quoted adds up, and depends on nothing but its own room and currency.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CURRENCIES, type Currency } from '../../src/domain/money.ts';
import { loyaltyProblem, type Quote, quoteStay } from '../../src/domain/quote.ts';
import { baseOfStay, type Unpriced } from '../../src/domain/rate-book.ts';
import { candidatesOf, dayOf, stayOf } from '../support/domain-from-catalogue.ts';
import { nightsOfStay, plusDays } from '../support/oracle-dates.ts';
import type { FileVisitType } from '../support/oracle-file.ts';
import { answerPrice, breakdownOf, nightlyRate, type PriceBreakdown } from '../support/oracle-price.ts';
import { type Combination, combinations, type OracleScene } from '../support/oracle-scope.ts';
import { between, type Draw, oneIn, pick } from '../support/random-draw.ts';
import { drawn, drawnScene, drawnStay } from '../support/random-scene.ts';

interface Case {
  scene: OracleScene;
  combination: Combination;
  stay: { dateFrom: string; dateTo: string };
  /** Loyalty program per guest position, from the first. */
  programIds: (number | null)[];
}

/** A small package whose nights are shared out among promotions of about 100 %: every one of their lines rounds up. */
function nearlyFreeStay(draw: Draw, { today }: OracleScene, { visitType, roomType }: Combination): Case['stay'] {
  const nights = between(draw, 2, 8);
  const rate = { roomTypeId: roomType.id, from: today, to: plusDays(today, 20), amount: between(draw, 1, 30) / 100 };
  visitType.priceLists = [{ id: 1, kind: 'PER_VISIT', nights, quotedPer: 'ROOM', currency: 'CZK', rates: [rate] }];
  let start = 0;
  visitType.promotions = visitType.promotions.map((promotion) => {
    const from = start;
    start += between(draw, 1, 4);
    return {
      ...promotion,
      percentage: pick(draw, [100, 99.99]),
      validFrom: plusDays(today, from),
      validTo: plusDays(today, start),
    };
  });
  return { dateFrom: today, dateTo: plusDays(today, nights) };
}

function drawnCase(draw: Draw): Case {
  const scene = drawnScene(draw);
  const combination = pick(draw, combinations(scene, {}));
  const programs = [null, ...scene.catalogue.loyaltyPrograms.map(({ id }) => id)];
  return {
    scene,
    combination,
    stay: oneIn(draw, 8) ? nearlyFreeStay(draw, scene, combination) : drawnStay(draw, scene, combination.visitType),
    programIds: [pick(draw, programs), oneIn(draw, 3) ? pick(draw, programs) : null],
  };
}

function quoteOf({ scene, combination, stay, programIds }: Case, currency: Currency): Quote | Unpriced {
  const [candidate] = candidatesOf(scene, [combination]);
  const { book, room, promotions } = candidate!;
  const loyalty = programIds.flatMap((programNumber, index) => {
    const program = scene.catalogue.loyaltyPrograms.find(({ id }) => id === programNumber);
    if (!program) return [];
    return [{ guest: index + 1, programNumber: program.id, basisPoints: Math.round(program.percentage * 100) }];
  });
  return quoteStay({ book, room, currency, stay: stayOf(stay), promotions, loyalty });
}

/** A quote in the oracle's words. */
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

function isSellable({ scene, stay }: Case): boolean {
  return nightsOfStay(stay).every((night) => scene.today <= night && night <= scene.lastNight);
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
    { seed: 1, numRuns: 10_000 },
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
    { seed: 2, numRuns: 10_000 },
  );
});

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
    { seed: 3, numRuns: 10_000 },
  );
});

test('a stay that is not priced names its first night without a nightly rate', () => {
  fc.assert(
    fc.property(drawn(drawnCase), (one) => {
      if (!isSellable(one)) return;
      const { scene, combination, stay } = one;
      const [candidate] = candidatesOf(scene, [combination]);
      for (const currency of CURRENCIES) {
        const base = baseOfStay(candidate!.book, combination.roomType.id, currency, stayOf(stay));
        if (!('firstUnpricedNight' in base)) continue;
        const unpriced = nightsOfStay(stay).find((night) => nightlyRate(combination, currency, night) === null);
        expect(base.firstUnpricedNight).toBe(dayOf(unpriced!));
      }
    }),
    { seed: 4, numRuns: 5_000 },
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
    { seed: 5, numRuns: 5_000 },
  );
});
