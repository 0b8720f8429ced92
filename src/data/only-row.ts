/**
 * The row of a statement that always returns one.
 * @throws Error if it returned none
 */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a statement returned no row that always returns one');
  return row;
}
