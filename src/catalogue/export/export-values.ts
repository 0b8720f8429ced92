/** Rows in the format of the catalogue file. */
import { z } from 'zod';
import { formatDay, utcDay } from '../../domain/time/civil-date.ts';
import { openingHours } from '../file/file-hotel.ts';

/**
 * A stored value as its part of the file: of an object the fields that its schema names, in their order; dates as `YYYY-MM-DD`.
 * A text keeps its locales, so that missing, null and empty ones stay distinct.
 */
export function formatStored(schema: z.core.$ZodType, stored: unknown): unknown {
  if (stored instanceof Date) return formatDay(utcDay(stored.getTime()));
  if (typeof stored !== 'object' || stored === null) return stored;
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) return formatStored(schema.unwrap(), stored);
  if (schema instanceof z.ZodArray && Array.isArray(stored)) {
    // Opening hours are exported as the database orders their fields.
    return schema.element === openingHours ? stored : stored.map((element) => formatStored(schema.element, element));
  }
  // The variants of an object have the same fields.
  // biome-ignore lint/style/noNonNullAssertion: a union has variants.
  if (schema instanceof z.ZodDiscriminatedUnion) return formatStored(schema.options[0]!, stored);
  if (!(schema instanceof z.ZodObject)) return stored;
  const fields = stored as Record<string, unknown>;
  const entry: Record<string, unknown> = {};
  for (const field in schema.shape) {
    if (fields[field] !== undefined) entry[field] = formatStored(schema.shape[field], fields[field]);
  }
  return entry;
}
