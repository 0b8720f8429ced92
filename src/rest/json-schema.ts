/**
 * Zod schemas in the words in which the reference describes bodies: JSON Schema 2020-12. A schema with an `id` is written down
 * once, under that name, and referred to from wherever it is used.
 */
import { z } from 'zod';
import { withPortablePatterns } from './portable-patterns.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** An object of JSON, or one that becomes JSON once its schemas are written out. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The same as plain JSON. Schemas with an `id` are added to `named`, and an address stands in their place. */
export function withJsonSchemas(part: JsonObject, named: Record<string, unknown>): JsonObject {
  const text = JSON.stringify(part, (_, value) => (value instanceof z.ZodType ? jsonSchemaOf(value, named) : value));
  return JSON.parse(text) as JsonObject;
}

function jsonSchemaOf(schema: z.ZodType, named: Record<string, unknown>): JsonObject {
  const { $schema: _, $defs = {}, ...written } = z.toJSONSchema(schema, { io: 'input' });
  for (const [name, definition] of Object.entries($defs)) named[name] ??= reworded(definition);
  return reworded(written);
}

/** What zod says, in the words of the document: a type that may be null is a list of two, and no bound is one that all integers have. */
function reworded(schema: JsonSchema): JsonObject {
  return JSON.parse(JSON.stringify(schema), (_, value: JsonSchema | JsonSchema[] | string | number | boolean | null) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? rewordedOne(value) : value,
  );
}

function rewordedOne(schema: JsonSchema): JsonObject {
  const { $ref, anyOf, minimum, maximum, ...others } = schema;
  if ($ref) return { ...others, $ref: $ref.replace('#/$defs/', '#/components/schemas/') };
  if (anyOf?.[1]?.type === 'null') return { ...nullable(anyOf[0]!), ...others };
  return {
    ...withPortablePatterns(others),
    ...(anyOf && { anyOf }),
    ...(minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { maximum }),
  };
}

/** The same or null. What has a type of its own gets a second one. */
function nullable({ description, ...schema }: JsonSchema): JsonObject {
  const { type, enum: values, ...others } = schema;
  return {
    ...(typeof type === 'string'
      ? { ...others, type: [type, 'null'], ...(values && { enum: [...values, null] }) }
      : { anyOf: [schema, { type: 'null' }] }),
    ...(description && { description }),
  };
}
