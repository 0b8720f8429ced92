/**
 * The catalogue file as a whole: one table of its sections. Import, export, the published JSON Schema and the generator
 * all read it, so a section or field that one of them knows, all of them know.
 */
import { z } from 'zod';
import { amenityCategory, channel, hotel, named } from './file-hotel.js';
import { percentage } from './file-values.js';
import { inventoryEntry, visitType } from './file-visit-type.js';
/** The value of `format`. */
export const CATALOGUE_FORMAT = 'spa-stay-catalogue/1';
/** The sections in the order in which a later one may name what an earlier one holds. */
export const sectionSchemas = {
    channels: channel,
    destinations: z.strictObject(named),
    tags: z.strictObject({
        ...named,
        color: z
            .string()
            .regex(/^[0-9a-fA-F]{6}$/, { error: 'must be six hexadecimal digits without #' })
            .describe('Hexadecimal colour without `#`.'),
    }),
    loyaltyPrograms: z.strictObject({ ...named, percentage }),
    visitTypeCategories: z.strictObject(named),
    amenityCategories: amenityCategory,
    hotels: hotel,
    visitTypes: visitType,
    inventory: inventoryEntry,
};
/** A catalogue file; sections and fields with a default may be absent. */
export const catalogueSchema = z
    .strictObject({
    $schema: z.string().optional(),
    format: z.literal(CATALOGUE_FORMAT),
    channels: z.array(sectionSchemas.channels).optional(),
    destinations: z.array(sectionSchemas.destinations).optional(),
    tags: z.array(sectionSchemas.tags).optional(),
    loyaltyPrograms: z.array(sectionSchemas.loyaltyPrograms).optional(),
    visitTypeCategories: z.array(sectionSchemas.visitTypeCategories).optional(),
    amenityCategories: z.array(sectionSchemas.amenityCategories).optional(),
    hotels: z.array(sectionSchemas.hotels).optional(),
    visitTypes: z.array(sectionSchemas.visitTypes).optional(),
    inventory: z.array(sectionSchemas.inventory).optional(),
})
    .meta({ title: 'Catalogue file', description: 'Everything that a property group maintains, as one document.' });
/** The published JSON Schema of the file, made from the validator. */
export function jsonSchemaOfCatalogue() {
    return z.toJSONSchema(catalogueSchema, { io: 'input' });
}
//# sourceMappingURL=file-schema.js.map