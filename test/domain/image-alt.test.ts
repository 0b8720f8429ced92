import { describe, expect, test } from 'vitest';
import { altOf, altOfHotel } from '../../src/domain/image-alt.ts';

const CATEGORY = { cs_CZ: 'Dvoulůžkový', de: 'Doppelzimmer', en: '', ru: null };

describe('V7: the alternative text of a picture', () => {
  test.each([
    ['its own text', { alt: { de: 'Bild' }, fallback: CATEGORY }, 'Bild'],
    ['the fallback of the locale when it is missing', { alt: { en: 'Picture' }, fallback: CATEGORY }, 'Doppelzimmer'],
    ['the fallback of the locale when it is null', { alt: { de: null }, fallback: CATEGORY }, 'Doppelzimmer'],
    ['empty when it is empty on purpose', { alt: { de: '' }, fallback: CATEGORY }, ''],
    ['a space as it is', { alt: { de: ' ' }, fallback: CATEGORY }, ' '],
    ['null when there is no fallback either', { alt: {}, fallback: { cs_CZ: 'Dvoulůžkový' } }, null],
    ['null when the fallback is null', { alt: { de: null }, fallback: { de: null } }, null],
    ['null, not decorative, when the fallback is empty', { alt: {}, fallback: { de: '' } }, null],
    ['empty when both are', { alt: { de: '' }, fallback: { de: '' } }, ''],
    ['the name of the hotel for its pictures', { alt: {}, fallback: altOfHotel('Hotel Aurora') }, 'Hotel Aurora'],
  ])('is %s', (_, picture, expected) => {
    expect(altOf(picture).de).toBe(expected);
  });

  test('falls back in each locale for itself, and has every locale', () => {
    expect(altOf({ alt: { cs_CZ: '', ru: 'Фото' }, fallback: CATEGORY })).toEqual({
      cs_CZ: '',
      de: 'Doppelzimmer',
      en: null,
      ru: 'Фото',
    });
    expect(altOf({ alt: {}, fallback: altOfHotel('Aurora') })).toEqual({
      cs_CZ: 'Aurora',
      de: 'Aurora',
      en: 'Aurora',
      ru: 'Aurora',
    });
  });
});
