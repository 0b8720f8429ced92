import { describe, expect, test } from 'vitest';
import {
  applicablePromotions,
  findWinners,
  isListed,
  type Promotion,
  winningPromotion,
} from '../../../src/domain/pricing/promotion.ts';
import { day, promotion, range } from '../scene.ts';

const NIGHT = day('2027-02-10');

describe('P4: promotions do not stack, per night one wins', () => {
  test.each<[string, Promotion[], number | null]>([
    ['the highest percentage', [promotion({ basisPoints: 1000 }), promotion({ number: 2, basisPoints: 1001 })], 2],
    [
      'of equal percentages the earlier valid_from',
      [promotion({ number: 1, validFrom: NIGHT }), promotion({ number: 2, validFrom: NIGHT - 1 })],
      2,
    ],
    ['of equal dates the lower id', [promotion({ number: 3 }), promotion({ number: 2 })], 2],
    ['a promotion of 0 % wins where nothing else is', [promotion({ number: 5, basisPoints: 0 })], 5],
    ['none where none is valid', [promotion({ validFrom: NIGHT + 1 })], null],
    ['none where there are none', [], null],
  ])('%s', (_, promotions, expected) => {
    expect(winningPromotion(promotions, NIGHT)?.number ?? null).toBe(expected);
    expect(winningPromotion(promotions.toReversed(), NIGHT)?.number ?? null).toBe(expected);
  });

  test('the winners of a range are the winner of each of its nights', () => {
    const promotions = [
      promotion({ number: 1, basisPoints: 500 }),
      promotion({ number: 2, basisPoints: 2000, validFrom: NIGHT, validTo: NIGHT + 2 }),
      promotion({ number: 3, basisPoints: 1500, validFrom: NIGHT - 1, validTo: NIGHT + 3 }),
    ];
    const won = findWinners(promotions, { from: NIGHT - 2, to: NIGHT + 3 });
    expect(won.map(({ from, to, promotion }) => [from - NIGHT, to - NIGHT, promotion?.number])).toEqual([
      [-2, -2, 1],
      [-1, -1, 3],
      [0, 1, 2],
      [2, 2, 3],
      [3, 3, 1],
    ]);
  });
});

describe('T3: a promotion is valid on the half-open range [valid_from, valid_to) of nights', () => {
  test.each([
    ['the night before valid_from', -1, null],
    ['valid_from itself', 0, 1],
    ['the last night before valid_to', 2, 1],
    ['valid_to itself', 3, null],
  ])('%s', (_, offset, expected) => {
    const promotions = [promotion({ validFrom: NIGHT, validTo: NIGHT + 3 })];
    expect(winningPromotion(promotions, NIGHT + offset)?.number ?? null).toBe(expected);
  });

  test('null is unlimited', () => {
    expect(winningPromotion([promotion({ validTo: null })], day('2999-01-01'))?.number).toBe(1);
  });

  test('a range of no nights has no winners', () => {
    expect(findWinners([promotion()], range('2027-01-02', '2027-01-01'))).toEqual([]);
  });
});

test('P4, P7: a promotion counts for its channels, in all hotels or the listed ones', () => {
  const promotions = [
    promotion({ number: 1 }),
    promotion({ number: 2, hotelNumbers: [1, 3] }),
    promotion({ number: 3, channels: ['partner'] }),
    promotion({ number: 4, channels: ['partner', 'public'], hotelNumbers: [2] }),
    promotion({ number: 5, hotelNumbers: [] }),
  ];
  const at = (channel: string, hotelNumber: number) =>
    applicablePromotions({ promotions, channel, hotelNumber }).map(({ number }) => number);
  expect(at('public', 1)).toEqual([1, 2]);
  expect(at('public', 2)).toEqual([1, 4]);
  expect(at('partner', 2)).toEqual([3, 4]);
  expect(at('unknown', 1)).toEqual([]);
});

describe('C3: listed is what runs now or later by the UTC date', () => {
  const today = day('2027-01-04');
  test.each([
    ['unlimited', null, true],
    ['ending tomorrow: today is its last night', today + 1, true],
    ['ending today: its last night was yesterday', today, false],
    ['long over', today - 100, false],
  ])('%s', (_, validTo, expected) => {
    expect(isListed(promotion({ validTo }), today)).toBe(expected);
  });

  test('one that starts in the future is listed', () => {
    expect(isListed(promotion({ validFrom: today + 50, validTo: today + 60 }), today)).toBe(true);
  });
});
