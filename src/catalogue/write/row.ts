/** Rows as statements take and return them. */
import { type ColumnType, int4, text } from '../../data/sql/column-types.ts';

/** A row by column name, as in JSON: dates are texts. */
export type Row = Record<string, unknown>;

/** Whether a column names an entry of the catalogue. */
export const namesEntry = (column: string): boolean => /(number|code)$/.test(column);

/** The type of a column that names an entry. */
export function keyType(column: string): ColumnType<number | string> {
  return (column.endsWith('code') ? text : int4) as ColumnType<number | string>;
}
