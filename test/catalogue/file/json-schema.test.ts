import { expect, test } from 'vitest';
import { buildCatalogueJsonSchema } from '../../../src/catalogue/file/file-schema.ts';

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
