/** Schemas of shared values: identifiers, localized texts, money, dates (I1, L1, L4, T1). */
import { z } from 'zod';
import { fieldOf } from '../../data/data-model.ts';
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { CURRENCIES } from '../../domain/pricing/money.ts';
import { eachLocale } from '../../domain/text/locale.ts';
import { date } from '../../operations/input-values.ts';

/** The schema of an answer has the fields that its fragment selects, and no others. It is closed in v1; v2 may get more fields. */
export type ShapeOf<Fragment> = Readonly<Record<keyof NonNullable<Fragment>, z.ZodType>>;

export const OBJECT_ID = z
  .string()
  .regex(/^[0-9a-fA-F]{24}$/)
  .meta({
    id: 'ObjectId',
    description: 'The ObjectId of an entity: 24 hexadecimal digits.',
    examples: ['6735f0a1c2b3d4e5f6a7b8c9'],
  });

/** An identifier in a request. */
export const REFERENCE = z
  .union([z.int(), OBJECT_ID])
  .meta({ id: 'Reference', description: 'An entity, by its integer `id` or by its ObjectId `_id`.' });

export const LOCALIZED_STRING = z.strictObject(eachLocale(z.string().nullable().optional())).meta({
  id: 'LocalizedString',
  description:
    'A text in several languages: exactly the languages that the answer includes (see `Accept-Language`), each with its text, an empty text or null.',
  minProperties: 1,
});

export const CURRENCY = z.enum(CURRENCIES).meta({
  id: 'Currency',
  description: 'The currency of a price. Prices for Czech are in `CZK`, those for all other languages in `EUR`.',
});

/** The integer and the ObjectId that every entity begins with. */
export const IDENTIFIERS = {
  _id: OBJECT_ID.describe('Its ObjectId.'),
  id: z.int().describe('Its integer identifier; the same entity.'),
};

/** For entities with identifiers and a localized name only. */
export const NAMED_ENTITY = { ...IDENTIFIERS, name: LOCALIZED_STRING.describe('Its name.') };

export function amount(description: string) {
  return z.number().min(0).describe(`${description} At most two decimals.`);
}

export const DATE = date;

/** In the hotel's local time. */
export const TIME = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** Describes the columns of a model as the data model, and so GraphQL, does, except those that say something of their own. */
export function describedBy<Shape extends Readonly<Record<string, z.ZodType>>>(
  model: Prisma.ModelName,
  shape: Shape,
): Shape {
  const described = Object.entries(shape).map(([name, schema]) => {
    const description = schema.description ?? fieldOf(model, name)?.documentation;
    return [name, description === undefined ? schema : schema.describe(description)];
  });
  return Object.fromEntries(described) as Shape;
}

/** An object with an entry for each included language that has one. */
export function byLanguage<Entry extends z.ZodType, More extends z.ZodRawShape>(
  entry: Entry,
  { id, description, more }: { readonly id: string; readonly description: string; readonly more?: More },
) {
  const minProperties = 1 + Object.keys(more ?? {}).length;
  return z.strictObject({ ...more, ...eachLocale(entry.optional()) }).meta({ id, description, minProperties });
}
