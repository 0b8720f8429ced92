import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESCRIBED_CATALOGUE, NO_TEXTS, TEXTS } from '../../../support/catalogue/described-hotels.ts';
import { TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({ catalogue: DESCRIBED_CATALOGUE, today: TODAY });
});
afterAll(() => gateway.close());

const ask = <Data = Record<string, unknown>>(...asked: Parameters<TestGateway['graphql']>) =>
  gateway.ask<Data>(...asked);

async function hotel(number: number, fields: string): Promise<unknown> {
  const data = await ask<{ hotel: unknown }>(`{ hotel(id: ${number}) { ${fields} } }`);
  return data.hotel;
}

const VALUES = `amenityCategories {
  code
  amenities {
    code details charge options { code } openingHours { days from to } note ${TEXTS}
    quantity area temperature distance ageLimit
  }
}`;
/** The value of every detail that an entry does not have. */
const INAPPLICABLE = {
  charge: null,
  options: null,
  openingHours: null,
  note: null,
  quantity: null,
  area: null,
  temperature: null,
  distance: null,
  ageLimit: null,
};
const SAUNA_DETAILS = ['CHARGE', 'OPTIONS', 'OPENING_HOURS', 'NOTE'];
const POOL_DETAILS = ['QUANTITY', 'AREA', 'TEMPERATURE', 'DISTANCE', 'AGE_LIMIT'];

describe('2026-07-24: amenities of a hotel', () => {
  test('are grouped by category in the order of the dictionary, categories without one left out', async () => {
    expect(await hotel(1, 'amenityCategories { code category { code } amenities { code amenity { code } } }')).toEqual({
      amenityCategories: [
        {
          code: 'wellness',
          category: { code: 'wellness' },
          amenities: [
            { code: 'sauna', amenity: { code: 'sauna' } },
            { code: 'pool', amenity: { code: 'pool' } },
          ],
        },
        {
          code: 'services',
          category: { code: 'services' },
          amenities: [{ code: 'lift', amenity: { code: 'lift' } }],
        },
      ],
    });
    expect(await hotel(3, 'amenityCategories { code }')).toEqual({ amenityCategories: [] });
  });

  test('have the details that the dictionary entry names; the others are null; without any only the code is left', async () => {
    expect(await hotel(1, VALUES)).toEqual({
      amenityCategories: [
        {
          code: 'wellness',
          amenities: [
            {
              ...INAPPLICABLE,
              code: 'sauna',
              details: SAUNA_DETAILS,
              charge: 'CONDITIONAL',
              options: [{ code: 'steam' }, { code: 'finnish' }],
              openingHours: [{ days: ['SAT', 'SUN'], from: '10:00', to: '21:00' }],
              note: { ...NO_TEXTS, en: 'Ladies only' },
            },
            { ...INAPPLICABLE, code: 'pool', details: POOL_DETAILS, area: 96.5, temperature: 30, ageLimit: 0 },
          ],
        },
        { code: 'services', amenities: [{ ...INAPPLICABLE, code: 'lift', details: [] }] },
      ],
    });
  });

  test('keep neutral values where a detail that the entry names is not filled', async () => {
    expect(await hotel(2, VALUES)).toEqual({
      amenityCategories: [
        {
          code: 'wellness',
          amenities: [
            {
              ...INAPPLICABLE,
              code: 'sauna',
              details: SAUNA_DETAILS,
              options: [],
              openingHours: [],
              note: NO_TEXTS,
            },
            { ...INAPPLICABLE, code: 'pool', details: POOL_DETAILS },
          ],
        },
      ],
    });
  });
});

describe('2026-07-28: labels', () => {
  test('of category, amenity and chosen options can be had with the values of a hotel', async () => {
    expect(
      await hotel(
        1,
        'amenityCategories { category { name { en } } amenities { amenity { label { en } } options { label { en } } } }',
      ),
    ).toEqual({
      amenityCategories: [
        {
          category: { name: { en: 'Wellness' } },
          amenities: [
            {
              amenity: { label: { en: 'Sauna' } },
              options: [{ label: { en: 'Steam' } }, { label: { en: 'Finnish' } }],
            },
            { amenity: { label: { en: 'Pool' } }, options: null },
          ],
        },
        { category: { name: { en: 'Services' } }, amenities: [{ amenity: { label: { en: 'Lift' } }, options: null }] },
      ],
    });
  });

  test('and options are always in the dictionary, which has every category in its order', async () => {
    const { amenityCategories } = await ask<{ amenityCategories: unknown }>(
      `{ amenityCategories { code name ${TEXTS} amenities { code label ${TEXTS} details options { code label { en } } } } }`,
    );
    expect(amenityCategories).toEqual([
      {
        code: 'wellness',
        name: { ...NO_TEXTS, cs_CZ: 'Wellness', en: 'Wellness' },
        amenities: [
          {
            code: 'sauna',
            label: { ...NO_TEXTS, de: 'Sauna', en: 'Sauna' },
            details: SAUNA_DETAILS,
            options: [
              { code: 'finnish', label: { en: 'Finnish' } },
              { code: 'steam', label: { en: 'Steam' } },
            ],
          },
          { code: 'pool', label: { ...NO_TEXTS, en: 'Pool' }, details: POOL_DETAILS, options: [] },
        ],
      },
      { code: 'empty', name: { ...NO_TEXTS, en: 'Empty' }, amenities: [] },
      {
        code: 'dining',
        name: { ...NO_TEXTS, en: 'Dining' },
        amenities: [{ code: 'cafe', label: { ...NO_TEXTS, en: 'Café' }, details: [], options: [] }],
      },
      {
        code: 'services',
        name: { ...NO_TEXTS, en: 'Services' },
        amenities: [{ code: 'lift', label: { ...NO_TEXTS, en: 'Lift' }, details: [], options: [] }],
      },
    ]);
  });
});
