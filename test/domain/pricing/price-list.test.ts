import { describe, expect, test } from 'vitest';
import { overlappingRates, type PriceList } from '../../../src/domain/pricing/price-list.ts';
import { nightly, packaged, rate } from '../scene.ts';

const MARCH = rate('2027-03-01', '2027-03-31', 100);
const APRIL = rate('2027-04-01', '2027-04-30', 100);
const EASTER = rate('2027-03-31', '2027-04-01', 100);

function clashes(...priceLists: PriceList[]): string[] {
  return overlappingRates(priceLists).map(({ a, b }) => `${a.listIndex}.${a.rateIndex} ${b.listIndex}.${b.rateIndex}`);
}

describe('P3: two rates of the same room type, currency, kind and nights must not share a night', () => {
  test.each<[string, PriceList[], string[]]>([
    ['seasons that touch do not overlap', [nightly([MARCH, APRIL])], []],
    [
      'T4: a season includes its last night, so one shared night is an overlap',
      [nightly([MARCH, EASTER])],
      ['0.0 0.1'],
    ],
    ['two lists of one visit type clash as one list would', [nightly([MARCH]), nightly([MARCH])], ['0.0 1.0']],
    ['whoever they are quoted per', [nightly([MARCH]), nightly([MARCH], { quotedPer: 'PERSON' })], ['0.0 1.0']],
    ['another currency is another claim', [nightly([MARCH]), nightly([MARCH], { currency: 'CZK' })], []],
    ['another room type is another claim', [nightly([MARCH, { ...MARCH, roomTypeNumber: 12 }])], []],
    ['another kind is another claim', [nightly([MARCH]), packaged(7, [MARCH])], []],
    ['a package of another length is another claim', [packaged(6, [MARCH]), packaged(7, [MARCH])], []],
    ['a package of the same length is the same claim', [packaged(7, [MARCH]), packaged(7, [EASTER])], ['0.0 1.0']],
    ['the order of the rates does not matter', [nightly([APRIL, MARCH, EASTER])], ['0.1 0.2', '0.2 0.0']],
  ])('%s', (_, priceLists, expected) => {
    expect(clashes(...priceLists)).toEqual(expected);
  });

  test('a long season is compared with all that follow, not only with its neighbour', () => {
    const year = rate('2027-01-01', '2027-12-31', 100);
    const may = rate('2027-05-01', '2027-05-31', 100);
    expect(clashes(nightly([year, MARCH, may]))).toEqual(['0.0 0.1', '0.0 0.2']);
  });

  test('a clash names both rates and their lists', () => {
    const list = nightly([MARCH, EASTER], { number: 7 });
    const [clash] = overlappingRates([list]);
    expect(clash?.a).toEqual({ rate: MARCH, priceList: list, listIndex: 0, rateIndex: 0 });
    expect(clash?.b.rate).toBe(EASTER);
  });
});
