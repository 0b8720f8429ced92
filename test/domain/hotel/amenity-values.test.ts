import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chosenOptions,
  DETAIL_KINDS,
  type DetailKind,
  groupByCategory,
  shownDetails,
} from '../../../src/domain/hotel/amenity-values.ts';

const FILLED = {
  access: 'paid',
  options: ['finnish'],
  note: { en: 'Ladies only' },
  openingHours: [{ days: ['MON'], from: '10:00', to: '21:00' }],
  quantity: 2,
  area: 96.5,
  temperature: 30,
  distance: 150,
  ageLimit: 15,
};
const UNFILLED = {
  access: null,
  options: [],
  note: {},
  openingHours: [],
  quantity: null,
  area: null,
  temperature: null,
  distance: null,
  ageLimit: null,
};

describe('V5: a value carries just the details that its dictionary entry names', () => {
  test.each<[DetailKind, object]>([
    ['access', { access: 'paid' }],
    ['options', { options: ['finnish'] }],
    ['note', { note: { en: 'Ladies only' } }],
    ['opening_hours', { openingHours: [{ days: ['MON'], from: '10:00', to: '21:00' }] }],
    ['quantity', { quantity: 2 }],
    ['area', { area: 96.5 }],
    ['temperature', { temperature: 30 }],
    ['distance', { distance: 150 }],
    ['age_limit', { ageLimit: 15 }],
  ])('%s alone', (kind, expected) => {
    expect(shownDetails(FILLED, [kind])).toEqual(expected);
  });

  test('none for an entry without detail kinds, whatever is stored', () => {
    expect(shownDetails(FILLED, [])).toEqual({});
  });

  test('a named detail without a value has its neutral value', () => {
    expect(shownDetails(UNFILLED, DETAIL_KINDS)).toEqual(UNFILLED);
    expect(Object.keys(shownDetails(UNFILLED, ['access', 'area']))).toEqual(['access', 'area']);
  });

  test('as many fields as kinds, for any set of kinds, each with the stored value', () => {
    fc.assert(
      fc.property(fc.subarray([...DETAIL_KINDS]), (kinds) => {
        const shown = shownDetails(FILLED, kinds);
        expect(Object.keys(shown)).toHaveLength(kinds.length);
        expect({ ...FILLED, ...shown }).toEqual(FILLED);
      }),
    );
  });

  test('no other stored details are shown', () => {
    expect(shownDetails({ ...FILLED, price: 100 }, DETAIL_KINDS)).not.toHaveProperty('price');
  });
});

describe('V5: chosen options', () => {
  const options = [{ code: 'finnish' }, { code: 'steam' }, { code: 'infrared' }];

  test.each([
    ['in the order of the value', ['infrared', 'finnish'], ['infrared', 'finnish']],
    ['none when none is chosen', [], []],
    ['those that the entry does not have passed over', ['outdoor', 'steam'], ['steam']],
  ])('%s', (_, codes, expected) => {
    expect(chosenOptions(options, codes).map(({ code }) => code)).toEqual(expected);
  });
});

describe('V5: the amenities of a hotel by category', () => {
  const dictionary = [
    { code: 'wellness', amenities: [{ code: 'sauna' }, { code: 'pool' }] },
    { code: 'nothing', amenities: [] },
    { code: 'services', amenities: [{ code: 'parking' }, { code: 'lift' }] },
    { code: 'dining', amenities: [{ code: 'cafe' }] },
  ];
  const codesOf = (...amenityCodes: string[]) =>
    groupByCategory(
      dictionary,
      amenityCodes.map((amenityCode) => ({ amenityCode })),
    ).map(({ category, assigned }) => [category.code, assigned.map(({ amenity }) => amenity.code)]);

  test.each<[string, string[], [string, string[]][]]>([
    [
      'are in the order of the dictionary, whatever order they are stored in',
      ['lift', 'pool', 'sauna'],
      [
        ['wellness', ['sauna', 'pool']],
        ['services', ['lift']],
      ],
    ],
    ['leave out categories without one', ['cafe'], [['dining', ['cafe']]]],
    ['are none for a hotel without any', [], []],
    ['leave out what the dictionary does not have', ['casino'], []],
  ])('%s', (_, stored, expected) => {
    expect(codesOf(...stored)).toEqual(expected);
  });

  test('each goes with its own value', () => {
    const values = [
      { amenityCode: 'parking', quantity: 4 },
      { amenityCode: 'sauna', quantity: 2 },
    ];
    for (const { assigned } of groupByCategory(dictionary, values)) {
      for (const { amenity, value } of assigned) expect(value.amenityCode).toBe(amenity.code);
    }
  });
});
