/** The memory that cached tariffs are counted with. Their content is tested with the rules and the resolvers. */
import { expect, test } from 'vitest';
import { createRateBookCache, type PricedTariff } from '../../../src/data/reads/rate-books.ts';
import { bookOf, nightly, promotion, ROOM, rate, rules } from '../../domain/scene.ts';

function pricedTariff({ promotions, seasons }: { promotions: number; seasons: number }): PricedTariff {
  const name = { cs_CZ: 'Sleva '.repeat(20), ru: 'Скидка '.repeat(20) };
  const months = Array.from({ length: seasons }, (_, index) => {
    const [year, month] = [2027 + Math.floor(index / 12), String((index % 12) + 1).padStart(2, '0')];
    return rate(`${year}-${month}-01`, `${year}-${month}-28`, 1_000 + index);
  });
  return {
    tariff: {
      visitTypeNumber: 1,
      stayCategory: null,
      rules: rules(),
      hotelNumbers: [1],
      roomTypes: [ROOM],
      promotions: Array.from({ length: promotions }, (_, index) => ({
        ...promotion(),
        number: index,
        id: `${index}`,
        name,
      })),
      loyaltyProgramNumbers: [],
      cancellationTerms: [],
    },
    book: bookOf(nightly(months)),
  };
}

function countedFor(what: { promotions: number; seasons: number }): number {
  const cache = createRateBookCache();
  cache.set(1, pricedTariff(what), { epoch: 1, day: 0 });
  return cache.stats().size;
}

test('a cache for a catalogue of ten times as many visit types has room for ten times as many tariffs', () => {
  expect(createRateBookCache(10).stats().limit).toBe(10 * createRateBookCache().stats().limit);
});

test('a cached tariff is sized by its promotions with their texts and by its prices, so that the cache is bounded', () => {
  const plain = countedFor({ promotions: 0, seasons: 1 });
  // Two bytes per character, 14 per run of prices.
  expect(countedFor({ promotions: 100, seasons: 1 }) - plain).toBeGreaterThan(100 * 260 * 2);
  expect(countedFor({ promotions: 0, seasons: 24 }) - plain).toBeGreaterThanOrEqual(23 * 14);
});
