/** Lists of offers are computed once, and again when something that they were made of has changed. */
import { describe, expect, test } from 'vitest';
import { OfferColumns } from '../../../../src/domain/offer/offer-columns.ts';
import { OfferList } from '../../../../src/domain/offer/offer-list.ts';
import { type CachedOffers, OfferLists, searchedOffers } from '../../../../src/operations/search/offers/offer-lists.ts';
import { latch } from '../../../support/database/rival-transactions.ts';

function cachedList({
  offers = 1,
  isFresh = () => true,
}: {
  offers?: number;
  isFresh?: () => boolean;
} = {}): CachedOffers {
  const found = Array.from({ length: offers }, (_, index) => ({
    visitTypeNumber: index + 1,
    hotelNumber: 1,
    roomTypeNumber: 1,
    arrival: 20_000,
    nights: 7,
    isAvailable: true,
    totalMinor: index,
    stars: 3,
    destinationNumber: 1,
  }));
  const list = new OfferList(OfferColumns.of(found), 'PRICE');
  return { ...searchedOffers(list), dependencies: { isFresh, size: 0 } };
}

describe('a list', () => {
  test('is computed once for all who ask at the same time or later', async () => {
    const lists = new OfferLists();
    const release = latch();
    let computed = 0;
    const compute = async () => {
      computed += 1;
      await release.opened;
      return cachedList();
    };
    const asked = [1, 2, 3].map(() => lists.getOrCompute('search', compute));
    release.open();
    const [first, ...others] = await Promise.all(asked);
    expect(others).toEqual([first, first]);
    expect(await lists.getOrCompute('search', compute)).toBe(first);
    expect(computed).toBe(1);
  });

  test('is computed again when it is out of date, and by a caller who came after a change during a computation', async () => {
    const lists = new OfferLists();
    let isFresh = false;
    const results = [cachedList({ isFresh: () => isFresh }), cachedList()];
    const release = latch();
    let computed = 0;
    const compute = async () => {
      const result = results[computed++]!;
      if (computed === 1) await release.opened;
      return result;
    };
    const early = lists.getOrCompute('search', compute);
    const late = lists.getOrCompute('search', compute);
    release.open();
    expect(await early).toBe(results[0]);
    expect(await late).toBe(results[1]);
    isFresh = true;
    expect(lists.get('search')).toBe(results[1]);
  });

  test('that could not be computed is tried again by the next caller', async () => {
    const lists = new OfferLists();
    const failing = lists.getOrCompute('search', async () => {
      throw new RangeError('away');
    });
    const waiting = lists.getOrCompute('search', async () => cachedList());
    await expect(failing).rejects.toThrow(RangeError);
    expect((await waiting).list.length).toBe(1);
  });

  test('fails only for who computes it: whoever waits computes it in turn', async () => {
    const lists = new OfferLists();
    const late = () => Promise.reject(new RangeError('the deadline of this one'));
    const failing = [late, late, late].map((compute) => lists.getOrCompute('search', compute));
    const waiting = [1, 2].map(() => lists.getOrCompute('search', async () => cachedList()));
    for (const outcome of await Promise.allSettled(failing)) expect(outcome.status).toBe('rejected');
    const [first, second] = await Promise.all(waiting);
    expect(first!.list.length).toBe(1);
    expect(second).toBe(first);
  });

  test('gives way to newer ones, so that all together stay below a number of bytes', async () => {
    const lists = new OfferLists();
    const large = cachedList({ offers: 50_000 });
    await lists.getOrCompute('0', async () => large);
    const { limit, size: sizeOfOne } = lists.stats();
    const count = Math.ceil(limit / sizeOfOne) + 5;
    for (let index = 1; index < count; index++) await lists.getOrCompute(String(index), async () => large);
    const { entries, size } = lists.stats();
    expect(entries).toBeLessThan(count);
    expect(size).toBeLessThanOrEqual(limit);
    expect(lists.get('0')).toBeNull();
    expect(lists.get(String(count - 1))).toBe(large);
  });
});
