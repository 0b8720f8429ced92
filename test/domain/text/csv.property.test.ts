/** CSV for spreadsheets (M15): whatever people write is read back, and nothing of it is a formula. Issue 29, number 7. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRow } from '../../../src/domain/text/csv.ts';
import { readCsv } from '../../support/requests/csv-reader.ts';

const written = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', '＝', "'"), fc.string())
    .map((parts) => parts.join('')),
);

test('rows are read back as they were, texts that begin like a formula with an apostrophe before them (M15)', () => {
  fc.assert(
    fc.property(fc.array(fc.array(written, { minLength: 1, maxLength: 5 }), { maxLength: 5 }), (rows) => {
      const read = readCsv(rows.map(csvRow).join(''));
      const expected = rows.map((row) =>
        row.map((text) => ('=+-@\t\r\n＝＋－＠'.includes(text[0] ?? '.') ? `'${text}` : text)),
      );
      expect(read).toEqual(expected);
    }),
  );
});

test.each([
  ['=HYPERLINK("http://x";"y")', `"'=HYPERLINK(""http://x"";""y"")"\r\n`],
  ['+420 353 000 101', `"'+420 353 000 101"\r\n`],
  ['-1+1', `"'-1+1"\r\n`],
  ['@SUM(A1)', `"'@SUM(A1)"\r\n`],
  ["'=1", `"'=1"\r\n`],
  ['a=1', '"a=1"\r\n'],
  [-1.5, '-1.5\r\n'],
  [true, 'true\r\n'],
  [null, '\r\n'],
])('%j is written as %j (M15)', (value, line) => {
  expect(csvRow([value])).toBe(line);
});
