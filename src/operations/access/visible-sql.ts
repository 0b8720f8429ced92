/** Visibility (I2) in statements that read within a transaction. */

/** SQL condition: a caller sees the hotel `h`. `destinations` holds those of the caller; null: all. */
export function hotelIsVisibleSql(destinations: `$${number}`): string {
  return `(${destinations}::int[] IS NULL OR h.destination_number = ANY(${destinations}))`;
}
