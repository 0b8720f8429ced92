/** Visibility (I2) in statements that read within a transaction. */
import type { Placeholder } from '../../data/sql/statement.ts';

/** SQL condition: a caller sees the hotel `h`. `destinations` holds those of the caller; null: all. */
export function hotelIsVisibleSql(destinations: Placeholder): string {
  return `(${destinations}::int[] IS NULL OR h.destination_number = ANY(${destinations}))`;
}
