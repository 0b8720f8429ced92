/**
 * Renders the zod schemas of the OpenAPI document as JSON Schema 2020-12. A schema with an `id` becomes a component,
 * and its uses become references.
 */
import { z } from 'zod';
import { withPortablePatterns } from './portable-patterns.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** An object of the document; it may still contain zod schemas. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A part of the document as plain JSON. Adds the schemas that have an `id` to `named`. */
export function withJsonSchemas(part: JsonObject, named: Record<string, unknown>): JsonObject {
  const text = JSON.stringify(part, (_, value) => (value instanceof z.ZodType ? jsonSchemaOf(value, named) : value));
  return JSON.parse(text) as JsonObject;
}

function jsonSchemaOf(schema: z.ZodType, named: Record<string, unknown>): JsonObject {
  const { $schema: _, $defs = {}, ...written } = z.toJSONSchema(schema, { io: 'input' });
  for (const [name, definition] of Object.entries($defs)) named[name] ??= normalize(definition);
  return normalize(written);
}

/**
 * Writes nullable types as lists of two types, which client generators read best, and drops zod's default bounds of
 * integers.
 */
function normalize(schema: JsonSchema): JsonObject {
  return JSON.parse(JSON.stringify(schema), (_, value: JsonSchema | JsonSchema[] | string | number | boolean | null) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? normalizeOne(value) : value,
  );
}

function normalizeOne(schema: JsonSchema): JsonObject {
  const { $ref, anyOf, minimum, maximum, ...others } = schema;
  // zod repeats the component beside a reference to it that has a description of its own.
  if ($ref) {
    const { description } = others;
    return { ...(description && { description }), $ref: $ref.replace('#/$defs/', '#/components/schemas/') };
  }
  const [one, other] = anyOf ?? [];
  if (one && other?.type === 'null') return { ...nullable(one), ...others };
  return {
    ...withPortablePatterns(others),
    ...(anyOf && { anyOf }),
    ...(minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { maximum }),
  };
}

function nullable({ description, ...schema }: JsonSchema): JsonObject {
  const { type, enum: values, ...others } = schema;
  return {
    ...(typeof type === 'string'
      ? { ...others, type: [type, 'null'], ...(values && { enum: [...values, null] }) }
      : { anyOf: [schema, { type: 'null' }] }),
    ...(description && { description }),
  };
}
