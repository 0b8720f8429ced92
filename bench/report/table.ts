/** Tables for both the terminal and `RESULTS.md`. */

/** A Markdown table with aligned columns, figures to the right. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((name, column) => Math.max(name.length, 3, ...rows.map((row) => row[column]!.length)));
  const isFigure = header.map((_, column) => rows.every((row) => /^[\d.,~-]*$/.test(row[column]!)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (isFigure[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${isFigure[column] ? ':' : '-'}`).join('|')}|`;
  return [line(header), rule, ...rows.map(line)].join('\n');
}

/** A figure with three significant digits. */
export function figure(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return '-';
  if (value >= 100) return String(Math.round(value));
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
