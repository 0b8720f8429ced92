/** Rows as statements take and return them. */

/** A row by column name, as in JSON: dates are texts. */
export type Row = Record<string, unknown>;

/** The PostgreSQL type of a column that names an entry. */
export function keyType(column: string): 'text' | 'int' {
  return column.endsWith('code') ? 'text' : 'int';
}
