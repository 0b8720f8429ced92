/** The entries of a file as rows: a field is the column of the same name, `checkInFrom` is `check_in_from`. */
import { ObjectId } from 'bson';

/** A row by column name, as in JSON: dates are texts. */
export type Row = Record<string, unknown>;

const columnNames = new Map<string, string>();

/** The column of a field of the same name. */
export function columnOf(field: string): string {
  const known = columnNames.get(field);
  if (known !== undefined) return known;
  const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columnNames.set(field, column);
  return column;
}

export function toRow(fields: object): Row {
  const row: Row = {};
  for (const [field, value] of Object.entries(fields)) row[columnOf(field)] = value;
  return row;
}

/** The row of an entry with a number. Without an ObjectId it gets a new one, which is used only if the row is new. */
export function numberedRow({ id, _id, ...fields }: Row & { id: number; _id?: string | undefined }): Row {
  return { number: id, id: _id?.toLowerCase() ?? new ObjectId().toHexString(), ...toRow(fields) };
}
