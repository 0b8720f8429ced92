/** Statements of tests, which nobody declares. */
import type { SqlValue } from '../../../src/data/sql/column-types.ts';
import { command, type Statement } from '../../../src/data/sql/statement.ts';

/** A statement with its values for $1, $2 and so on. */
export function raw<Row>(
  text: string,
  values: readonly SqlValue[] = [],
): Statement<object & Record<never, never>, Row> {
  return { ...command(text), encode: () => [...values], decode: (rows) => rows as Row[] };
}
