import { expect, test } from 'vitest';
import { buildCatalogueJsonSchema } from '../../../src/catalogue/stored/json-schema.ts';

const published: unknown = buildCatalogueJsonSchema();

test('prisma/catalogue.schema.json is generated from the validator (npm run schema rewrites it)', async () => {
  await expect(`${JSON.stringify(published, null, 2)}\n`).toMatchFileSnapshot('../../../prisma/catalogue.schema.json');
});

test('the published schema requires fields without defaults and refuses unknown ones', () => {
  expect(published).toMatchObject({
    required: ['format'],
    additionalProperties: false,
    properties: {
      hotels: { items: { required: ['id', 'code', 'name', 'destinationId', 'stars'], additionalProperties: false } },
      visitTypes: { items: { required: ['id', 'nightsMin', 'nightsMax', 'boarding'], additionalProperties: false } },
    },
  });
});

test('every field of a hotel is described, as the data model describes it', () => {
  const { properties } = (published as { properties: { hotels: { items: { properties: object } } } }).properties.hotels
    .items;
  const described = Object.entries(properties).map(([field, { description, $ref }]) => [field, description ?? $ref]);
  expect(described.filter(([, description]) => !description)).toEqual([]);
  expect(Object.fromEntries(described)).toMatchObject({ stars: 'Stars, 1 to 5.', taglines: 'Taglines by channel.' });
});
