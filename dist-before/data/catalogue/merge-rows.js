/**
 * Merges `rows` into a table.
 * @param owners owners whose other rows go; absent: nothing is removed
 */
export async function mergeRows(tx, table, { rows, owners = [] }) {
    const result = { created: [], updated: [], removed: [] };
    if (rows.length === 0 && owners.length === 0)
        return result;
    const ownerColumns = prunedBy(table).map((_, column) => owners.map((owner) => owner[column]));
    const changes = await tx.$queryRawUnsafe(mergeStatement(table), JSON.stringify(rows), ...ownerColumns);
    for (const { change, owner } of changes)
        result[change].push(owner);
    return result;
}
/** Price lists and promotions are their own owners, and go when their visit type does not say them any more. */
function prunedBy({ key, owner }) {
    return owner.length === key.length && owner.length > 1 ? owner.slice(0, 1) : owner;
}
function mergeStatement(table) {
    const all = Object.keys(table.columns);
    const changing = all.filter((column) => !table.key.includes(column) && !table.fixed?.includes(column));
    const name = quoted(table.table);
    const shape = all.map((column) => `${quoted(column)} ${table.columns[column]}`).join(', ');
    const sameKey = table.key.map((column) => `t.${quoted(column)} = i.${quoted(column)}`).join(' AND ');
    const pruned = prunedBy(table);
    const given = pruned.map((column, index) => `$${index + 2}::${table.columns[column]}[]`).join(', ');
    const updated = changing.length === 0
        ? ''
        : `, updated AS (
          UPDATE ${name} AS t SET ${changing.map((column) => `${quoted(column)} = i.${quoted(column)}`).join(', ')}
          FROM incoming AS i
          WHERE ${sameKey} AND (${listOf(changing, 't')}) IS DISTINCT FROM (${listOf(changing, 'i')})
          RETURNING ${listOf(table.owner, 't')})`;
    return `
    WITH incoming AS MATERIALIZED (SELECT * FROM jsonb_to_recordset($1::jsonb) AS i(${shape})),
    removed AS (
      DELETE FROM ${name} AS t
      WHERE (${listOf(pruned, 't')}) IN (SELECT * FROM unnest(${given}))
        AND (${listOf(table.key, 't')}) NOT IN (SELECT ${listOf(table.key, 'i')} FROM incoming AS i)
      RETURNING ${listOf(table.owner, 't')}),
    inserted AS (
      INSERT INTO ${name} AS t (${listOf(all)})
      SELECT ${listOf(all, 'i')} FROM incoming AS i WHERE NOT EXISTS (SELECT FROM ${name} AS t WHERE ${sameKey})
      RETURNING ${listOf(table.owner, 't')})
    ${updated}
    SELECT DISTINCT 'created' AS change, concat_ws('/', ${listOf(table.owner)}) AS owner FROM inserted
    UNION ALL SELECT DISTINCT 'removed', concat_ws('/', ${listOf(table.owner)}) FROM removed
    ${updated && `UNION ALL SELECT DISTINCT 'updated', concat_ws('/', ${listOf(table.owner)}) FROM updated`}`;
}
function listOf(columns, alias) {
    return columns.map((column) => (alias ? `${alias}.${quoted(column)}` : quoted(column))).join(', ');
}
function quoted(name) {
    return `"${name}"`;
}
//# sourceMappingURL=merge-rows.js.map