/**
 * The catalogue file as one table of its sections. Import, export, the published JSON Schema and the generator all read it, so
 * they know the same sections and fields.
 */
import { z } from 'zod';
import { amenityCategory, channel, hotel, namedFields } from './file-hotel.ts';
import { line, localized, localizedUrl, percentage } from './file-values.ts';
import { inventoryEntry, visitType } from './file-visit-type.ts';

/** The value of `format`. */
export const CATALOGUE_FORMAT = 'spa-stay-catalogue/1';

/** In dependency order: a section refers only to earlier ones. */
export const sectionSchemas = {
  channels: channel,
  destinations: z.strictObject(namedFields),
  tags: z.strictObject({
    ...namedFields,
    color: z
      .string()
      .regex(/^[0-9a-fA-F]{6}$/, { error: 'must be six hexadecimal digits without #' })
      .describe('Hexadecimal colour without `#`.'),
  }),
  loyaltyPrograms: z.strictObject({ ...namedFields, percentage }),
  visitTypeCategories: z.strictObject(namedFields),
  amenityCategories: amenityCategory,
  hotels: hotel,
  visitTypes: visitType,
  inventory: inventoryEntry,
} as const;

export const seller = z.strictObject({
  name: line(300),
  address: line(300).nullable().default(null),
  register: line(300).nullable().default(null),
});

/** The fields of the whole catalogue: on what terms its stays are sold. One that a file leaves out stays as it is. */
export const salesTermsFields = {
  paymentTerms: localized.default({}),
  termsUrl: localizedUrl.default({}),
  privacyUrl: localizedUrl.default({}),
  seller: seller.nullable().default(null),
} as const;

/** Whether a field of the whole catalogue says anything; those that say nothing are as good as left out. */
export const saysAnything = (value: object | null): boolean => value !== null && Object.keys(value).length > 0;

/** They are one entry, which is stored under this number. */
export const salesTerms = z.strictObject({ number: z.literal(1), ...salesTermsFields });

export type SalesTermsField = keyof typeof salesTermsFields;
export type SalesTermsEntry = z.output<typeof salesTerms>;

export type Section = keyof typeof sectionSchemas;

/** An element of a section with defaults filled in. */
export type SectionEntry<S extends Section> = z.output<(typeof sectionSchemas)[S]>;

const sections = Object.fromEntries(
  Object.entries(sectionSchemas).map(([section, schema]) => [section, z.array(schema).optional()]),
) as unknown as { readonly [S in Section]: z.ZodOptional<z.ZodArray<(typeof sectionSchemas)[S]>> };

/** A catalogue file. Sections and fields with a default may be absent. */
export const catalogueSchema = z
  .strictObject({
    $schema: z.string().optional(),
    format: z.literal(CATALOGUE_FORMAT),
    ...salesTermsFields,
    ...sections,
  })
  .meta({ title: 'Catalogue file', description: 'Everything that a property group maintains, as one document.' });

/** A catalogue as programs write it: fields with a default may be absent. */
export type Catalogue = z.input<typeof catalogueSchema>;
