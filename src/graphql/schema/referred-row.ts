/**
 * The row that a foreign key refers to, which exists as long as the row that has the key.
 * @throws Error if it does not
 */
export function referredRow<Row>(row: Row | null): Row {
  if (row === null) throw new Error('a row is missing to which another one refers');
  return row;
}
