/**
 * Rows of a CSV file (RFC 4180) that people open in a spreadsheet (M15). A text that begins like a formula gets an apostrophe, and every text is in
 * quotation marks, as OWASP advises: else a guest could write what runs on the computer of the hotel.
 */

/** A text, a number or a truth; null: the cell is empty. */
export type CsvValue = string | number | boolean | null;

/** The signs that OWASP names, also as wide as East Asian characters. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A row with the end of its line. */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}
