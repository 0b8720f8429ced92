/** Nothing is computed twice within a request, however often and wherever it is asked for. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { lowestPrice } from '../../../src/domain/minimum-price/lowest-price.ts';
import { priceFrom } from '../../../src/domain/minimum-price/price-from.ts';
import { buildRateBook } from '../../../src/domain/pricing/rate-book.ts';
import { dividedCatalogue, SIDES, TODAY } from '../../support/catalogue/divided-catalogue.ts';
import { statementsOf } from '../../support/database/query-count.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

// The real rules, with counted calls.
vi.mock('../../../src/domain/pricing/rate-book.ts', { spy: true });
vi.mock('../../../src/domain/minimum-price/lowest-price.ts', { spy: true });
vi.mock('../../../src/domain/minimum-price/price-from.ts', { spy: true });

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: dividedCatalogue(SIDES), today: TODAY });
  key = await gateway.key();
});
afterAll(() => gateway.close());
beforeEach(() => vi.clearAllMocks());

const QUERY = `{
  visitTypes(first: 10) { nodes { ...Prices } edges { node { ...Prices } } }
  hotels(first: 10) { nodes { number priceFrom { currency } visitTypes { ...Prices } } }
  again: hotels(first: 10) { nodes { priceFrom { currency } } }
  lowestPrice { currency }
}
fragment Prices on VisitType {
  number lowestPrice { currency } promotions { number }
  hotels { hotel { number } lowestPrice { currency } promotions { number } }
}`;

test('prices that are asked for in six places at once are computed once each, and read once', async () => {
  let sales = 0;
  const statements = await statementsOf(async () => {
    const { visitTypes } = await gateway.ask<{ visitTypes: { nodes: { hotels: unknown[] }[] } }>(QUERY, { key });
    sales = visitTypes.nodes.reduce((count, { hotels }) => count + hotels.length, 0);
  });
  const { prisma } = gateway.database;
  expect(vi.mocked(buildRateBook)).toHaveBeenCalledTimes(await prisma.visitType.count());
  expect(vi.mocked(lowestPrice)).toHaveBeenCalledTimes(sales);
  expect(vi.mocked(priceFrom)).toHaveBeenCalledTimes(await prisma.hotel.count());
  // Tariffs for the books, and those for from-prices, which no request caches.
  const often = new Map<string, number>();
  for (const statement of statements) often.set(statement, (often.get(statement) ?? 0) + 1);
  expect([...often].filter(([, times]) => times > 2)).toEqual([]);
});

test('and not at all when they are asked for again', async () => {
  const statements = await statementsOf(() => gateway.ask(QUERY, { key }));
  expect(statements).toEqual([]);
  for (const rule of [buildRateBook, lowestPrice, priceFrom]) expect(vi.mocked(rule)).not.toHaveBeenCalled();
});
