/** Rows as aligned columns, two spaces apart, each line without trailing space. */
export function tableOf(rows) {
    const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
    return rows
        .map((row) => `${row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd()}\n`)
        .join('');
}
//# sourceMappingURL=table.js.map