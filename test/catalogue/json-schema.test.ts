import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { jsonSchemaOfCatalogue } from '../../src/data/catalogue/file-schema.ts';

const file = new URL('../../prisma/catalogue.schema.json', import.meta.url);

// After a change of the validator: run this file with UPDATE_CATALOGUE_SCHEMA=1, then `npm run fix:style`.
if (process.env.UPDATE_CATALOGUE_SCHEMA === '1') {
  writeFileSync(file, `${JSON.stringify(jsonSchemaOfCatalogue(), null, 2)}\n`);
}

const published: unknown = JSON.parse(readFileSync(file, 'utf8'));

test('prisma/catalogue.schema.json is what the validator makes of itself', () => {
  expect(published).toEqual(jsonSchemaOfCatalogue());
});

test('the published schema demands what has no default and refuses unknown fields', () => {
  expect(published).toMatchObject({
    required: ['format'],
    additionalProperties: false,
    properties: {
      hotels: { items: { required: ['id', 'code', 'name', 'destinationId', 'stars'], additionalProperties: false } },
      visitTypes: { items: { required: ['id', 'nightsMin', 'nightsMax'], additionalProperties: false } },
    },
  });
});
