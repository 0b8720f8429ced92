/**
 * Brings rows of a table to what a file says, in one statement per batch: inserts what is missing, updates what differs,
 * removes what its owner does not say any more. Rows that are right are not touched, so nothing waits for them and an
 * import that changes nothing writes nothing. Imports exclude each other, so no other writer comes in between.
 */
import type { Prisma } from '../generated/prisma/client.ts';
import type { CatalogueTable } from './tables.ts';

/** A row by column names, as JSON holds it: dates as text. */
export type Row = Record<string, unknown>;

/** Values of the owner columns, in their order. */
export type Owner = readonly (number | string)[];

/** Whose rows changed, each owner once per kind, its values joined by `/`. */
export interface MergeResult {
  created: string[];
  updated: string[];
  removed: string[];
}

/**
 * Merges `rows` into a table.
 * @param owners owners whose other rows go; absent: nothing is removed
 */
export async function mergeRows(
  tx: Prisma.TransactionClient,
  table: CatalogueTable,
  { rows, owners = [] }: { rows: readonly Row[]; owners?: readonly Owner[] },
): Promise<MergeResult> {
  const result: MergeResult = { created: [], updated: [], removed: [] };
  if (rows.length === 0 && owners.length === 0) return result;
  const ownerColumns = prunedBy(table).map((_, column) => owners.map((owner) => owner[column]));
  const changes = await tx.$queryRawUnsafe<{ change: keyof MergeResult; owner: string }[]>(
    mergeStatement(table),
    JSON.stringify(rows),
    ...ownerColumns,
  );
  for (const { change, owner } of changes) result[change].push(owner);
  return result;
}

/** Price lists and promotions are their own owners, and go when their visit type does not say them any more. */
function prunedBy({ key, owner }: CatalogueTable): readonly string[] {
  return owner.length === key.length && owner.length > 1 ? owner.slice(0, 1) : owner;
}

function mergeStatement(table: CatalogueTable): string {
  const all = Object.keys(table.columns);
  const changing = all.filter((column) => !table.key.includes(column) && !table.fixed?.includes(column));
  const name = quoted(table.table);
  const shape = all.map((column) => `${quoted(column)} ${table.columns[column]}`).join(', ');
  const sameKey = table.key.map((column) => `t.${quoted(column)} = i.${quoted(column)}`).join(' AND ');
  const pruned = prunedBy(table);
  const given = pruned.map((column, index) => `$${index + 2}::${table.columns[column]}[]`).join(', ');
  const updated =
    changing.length === 0
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

function listOf(columns: readonly string[], alias?: string): string {
  return columns.map((column) => (alias ? `${alias}.${quoted(column)}` : quoted(column))).join(', ');
}

function quoted(name: string): string {
  return `"${name}"`;
}
