import { describe, expect, test } from 'vitest';
import { resolveAlt } from '../../../src/domain/hotel/image-alt.ts';

const CATEGORY = { cs_CZ: 'Dvoulůžkový', de: 'Doppelzimmer', en: '', ru: null };
const hotelName = 'Hotel Aurora';

describe('V7: the alternative text of a picture', () => {
  test.each([
    ['its own text', { alt: { de: 'Bild' }, category: CATEGORY }, 'Bild'],
    ['the category of the locale when it is missing', { alt: { en: 'Picture' }, category: CATEGORY }, 'Doppelzimmer'],
    ['the category of the locale when it is null', { alt: { de: null }, category: CATEGORY }, 'Doppelzimmer'],
    ['empty when it is empty on purpose', { alt: { de: '' }, category: CATEGORY }, ''],
    ['a space as it is', { alt: { de: ' ' }, category: CATEGORY }, ' '],
    ['the name of the hotel when the category is missing', { alt: {}, category: { cs_CZ: 'Pokoj' } }, hotelName],
    ['the name of the hotel when the category is null', { alt: { de: null }, category: { de: null } }, hotelName],
    ['the name of the hotel, not decorative, when the category is empty', { alt: {}, category: { de: '' } }, hotelName],
    ['empty when it and the category are', { alt: { de: '' }, category: { de: '' } }, ''],
    ['the name of the hotel for pictures of the hotel', { alt: {} }, hotelName],
  ])('is %s', (_, picture, expected) => {
    expect(resolveAlt({ ...picture, hotelName }).de).toBe(expected);
  });

  test('falls back in each locale for itself, and is null in none', () => {
    expect(resolveAlt({ alt: { cs_CZ: '', ru: 'Фото' }, category: CATEGORY, hotelName })).toEqual({
      cs_CZ: '',
      de: 'Doppelzimmer',
      en: hotelName,
      ru: 'Фото',
    });
    expect(resolveAlt({ alt: {}, hotelName })).toEqual({
      cs_CZ: hotelName,
      de: hotelName,
      en: hotelName,
      ru: hotelName,
    });
  });
});
