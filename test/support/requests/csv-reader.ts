/** Reads CSV (RFC 4180) strictly, character by character. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const fail = (what: string) => new Error(`${what} at ${at}: ${JSON.stringify(text.slice(at - 10, at + 10))}`);
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at++; ; at++) {
        if (at >= text.length) throw fail('a quotation mark is not closed');
        if (text[at] !== '"') cell += text[at];
        else if (text[at + 1] === '"') cell += text[at++];
        else break;
      }
      at++;
    } else {
      while (at < text.length && !',\r\n'.includes(text[at]!)) {
        if (text[at] === '"') throw fail('a quotation mark within a cell');
        cell += text[at++];
      }
    }
    row.push(cell);
    if (text[at] === ',') at++;
    else if (text.startsWith('\r\n', at)) {
      rows.push(row);
      row = [];
      at += 2;
    } else throw fail('no end of a cell');
  }
  if (row.length > 0) throw fail('a line is not ended');
  return rows;
}
