/** Rows in the format of the catalogue file. */
import { z } from 'zod';
import { formatDay, utcDay } from '../../domain/time/civil-date.ts';
import { openingHours } from '../file/file-hotel.ts';

/**
 * A stored value as its part of the file: of an object the fields that its schema names, in their order; dates as `YYYY-MM-DD`.
 * A text keeps its locales, so that missing, null and empty ones stay distinct.
 */
export function formatStored(schema: z.core.$ZodType, stored: unknown): unknown {
  if (stored instanceof Date) return formatDate(stored);
  if (typeof stored !== 'object' || stored === null) return stored;
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) return formatStored(schema.unwrap(), stored);
  if (schema instanceof z.ZodArray && Array.isArray(stored)) {
    // Opening hours are exported as the database orders their fields.
    return schema.element === openingHours ? stored : stored.map((element) => formatStored(schema.element, element));
  }
  if (!(schema instanceof z.ZodObject)) return stored;
  const fields = stored as Record<string, unknown>;
  const entry: Record<string, unknown> = {};
  for (const field in schema.shape) {
    if (Object.hasOwn(fields, field)) entry[field] = formatStored(schema.shape[field], fields[field]);
  }
  return entry;
}

/** `YYYY-MM-DD` of a date column. */
export function formatDate(stored: Date): string {
  return formatDay(utcDay(stored.getTime()));
}

/** A row with a number, by the names that the file has for number and ObjectId. */
export function numbered<Row extends { number: number; id: string }>(row: Row) {
  return { ...row, id: row.number, _id: row.id };
}
