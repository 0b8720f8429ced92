/** The published JSON Schema of a catalogue file: what the validator accepts, described as the data model describes it. */
import { z } from 'zod';
import { fieldOf } from '../../data/data-model.ts';
import { catalogueSchema } from '../file/file-schema.ts';
import { variantsOf } from './declaration.ts';
import { stored } from './stored.ts';

export function buildCatalogueJsonSchema(): unknown {
  const models = new Map(
    Object.values(stored).flatMap((one) => variantsOf(one.schema).map((variant) => [variant, one] as const)),
  );
  models.set(catalogueSchema, stored.salesTerms);
  return z.toJSONSchema(catalogueSchema, {
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      const found = models.get(zodSchema);
      if (!found) return;
      const { model, fields, lists } = found;
      const names = Object.fromEntries([
        // A field that is stored in another unit has no description of its column.
        ...fields.filter(({ toStored }) => !toStored).map(({ field, name }) => [field, name]),
        ...lists.map(({ field, relation }) => [field, relation]),
      ]);
      const { properties = {} } = jsonSchema;
      for (const [field, property] of Object.entries(properties)) {
        const documentation = fieldOf(model, names[field])?.documentation;
        if (typeof property !== 'object' || property.description || !documentation) continue;
        // A copy, because fields with the same values share it.
        properties[field] = { ...property, description: documentation };
      }
    },
  });
}
