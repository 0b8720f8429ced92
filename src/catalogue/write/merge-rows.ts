/**
 * Brings the rows of a table to what a file says, one statement per batch: inserts what is missing, updates what differs,
 * deletes what the owner no longer has. Unchanged rows are left alone, so nothing waits for them and an import without changes
 * writes nothing. Imports exclude each other, so there is no other writer. Changes are counted by row and, where columns hold
 * parts, by part.
 */
import type { CacheTagText } from '../../data/cache/cache-tags.ts';
import {
  anything,
  bool,
  type ColumnTypes,
  int4,
  json,
  jsonList,
  jsonObject,
  jsonRecord,
  listOf,
  nullable,
  text,
  textOf,
} from '../../data/sql/column-types.ts';
import { type Placeholder, query, type SqlClient, statement } from '../../data/sql/statement.ts';
import type { CountedKind } from '../counted.ts';
import { type CatalogueTable, columnsOf, type Stored } from '../stored/declaration.ts';
import { stored } from '../stored/stored.ts';
import { noteMergedSql } from './record-import.ts';
import { keyType, type Row } from './row.ts';
import { createPartTally, type PartCounts } from './row-parts.ts';

/** Values of the owner columns in order; the last ones may be left out. */
export type Owner = readonly (number | string)[];

export interface MergeResult {
  counted: CountedKind;
  /** Number of rows in the file. */
  named: number;
  rows: { created: number; updated: number; removed: number };
  /** Owners with changed rows, each once per kind, its values joined by `/`. */
  owners: { created: string[]; updated: string[]; removed: string[] };
  parts: ReadonlyMap<CountedKind, PartCounts>;
  raised: readonly CacheTagText[];
}

const CHANGE = {
  ...{ change: textOf<keyof MergeResult['owners']>(), owner: text, rows: int4 },
  /** Whether rows came, went, or were redefined. */
  redefined: bool,
  /** Keys of the rows, with the previous state of changed and removed ones; null: the table has no parts. */
  details: nullable(jsonList(jsonObject({ key: jsonList(anything), before: nullable(jsonRecord(anything)) }))),
};

/**
 * Merges `rows`, which all have the same columns, into a table.
 * @param owners owners whose other rows are deleted, all with the same columns; absent: nothing is deleted
 */
export async function mergeRows(
  tx: SqlClient,
  table: Stored,
  { rows, owners = [] }: { rows: readonly Row[]; owners?: readonly Owner[] },
): Promise<MergeResult> {
  const parts = createPartTally(table);
  const raised: CacheTagText[] = [];
  const result: MergeResult = {
    counted: table.counted,
    named: rows.length,
    rows: { created: 0, updated: 0, removed: 0 },
    owners: { created: [], updated: [], removed: [] },
    parts: parts.counts,
    raised,
  };
  if (rows.length === 0 && owners.length === 0) return result;
  const pruned = table.owner.slice(0, owners[0]?.length);
  const ownersOf = pruned.map((name, column) => [name, owners.map((owner) => owner[column])]);
  const merge = mergeOf(table, pruned);
  const changes = await query(tx, merge, { rows, ...Object.fromEntries(ownersOf) });
  const rowOf = table.parts && new Map(rows.map((row) => [formatKey(table.key.map((column) => row[column])), row]));
  if (rowOf) for (const row of rows) parts.countNamed(row);
  for (const { change, owner, rows: count, redefined, details } of changes) {
    raised.push(...changedTags(table, [owner], redefined));
    result.rows[change] += count;
    result.owners[change].push(owner);
    for (const { key, before } of details ?? []) parts.countChanged(before, rowOf?.get(formatKey(key)) ?? null);
  }
  return result;
}

function formatKey(key: readonly unknown[]): string {
  return JSON.stringify(key);
}

const mergeName = ({ table }: CatalogueTable, pruned: readonly string[]) => [table, ...pruned].join(' ');

/** A statement for each table and for the first columns of its owners, one to all; `mergeName` is its key. */
const MERGES = new Map(
  Object.values(stored).flatMap((table) =>
    table.owner.map((_, last) => {
      const pruned = table.owner.slice(0, last + 1);
      const takes: ColumnTypes = {
        rows: json(),
        ...Object.fromEntries(pruned.map((column) => [column, listOf(keyType(column))])),
      };
      const merge = statement({ takes, returns: CHANGE, sql: (given) => buildMergeSql(table, { pruned, given }) });
      return [mergeName(table, pruned), merge] as const;
    }),
  ),
);

function mergeOf(table: CatalogueTable, pruned: readonly string[]) {
  const merge = MERGES.get(mergeName(table, pruned));
  if (!merge) throw new TypeError(`no statement merges rows of ${mergeName(table, pruned)}`);
  return merge;
}

function buildMergeSql(
  table: Stored,
  { pruned, given }: { pruned: readonly string[]; given: Readonly<Record<string, Placeholder>> },
): string {
  const columns = columnsOf(table);
  const notes = noteMergedSql(table);
  const changing = columns.filter((column) => !table.key.includes(column) && !table.immutable?.includes(column));
  const name = quoteIdentifier(table.table);
  const sameKey = (one: string, other: string) =>
    table.key.map((column) => `${one}.${quoteIdentifier(column)} = ${other}.${quoteIdentifier(column)}`).join(' AND ');
  const owners = pruned.map((column) => `${given[column]}::${keyType(column).names[0]}[]`).join(', ');
  const returned = (before: string | null) =>
    `${returnedCounts(before)}${notes ? `, ${before ?? 'NULL'}::${name} AS old, t AS new` : ''}`;
  const returnedCounts = (before: string | null) =>
    table.parts
      ? `${formatColumns(table.owner, 't')}, jsonb_build_object('key', jsonb_build_array(${formatColumns(table.key, 't')}),
          'before', ${before ? buildPartsSql(table, before) : 'NULL'}) AS details, ${isRedefined(table, before)} AS redefined`
      : `${formatColumns(table.owner, 't')}, NULL::jsonb AS details, TRUE AS redefined`;
  const changesOf = (change: keyof MergeResult['owners'], rows: string) => `
    SELECT '${change}' AS change, concat_ws('/', ${formatColumns(table.owner)}) AS owner, count(*)::int AS rows,
      bool_or(redefined) AS redefined, ${table.parts ? 'jsonb_agg(details)' : 'NULL::jsonb'} AS details FROM ${rows} GROUP BY ${formatColumns(table.owner)}`;
  const updated =
    changing.length === 0
      ? ''
      : `, updated AS (
          UPDATE ${name} AS t SET ${changing.map((column) => `${quoteIdentifier(column)} = i.${quoteIdentifier(column)}`).join(', ')}
          FROM incoming AS i${table.parts || notes ? ` JOIN ${name} AS b ON ${sameKey('b', 'i')}` : ''}
          WHERE ${sameKey('t', 'i')} AND (${formatColumns(changing, 't')}) IS DISTINCT FROM (${formatColumns(changing, 'i')})
          RETURNING ${returned('b')})`;
  return `
    WITH incoming AS MATERIALIZED (SELECT * FROM jsonb_populate_recordset(NULL::${name}, ${given.rows})),
    removed AS (
      DELETE FROM ${name} AS t
      WHERE (${formatColumns(pruned, 't')}) IN (SELECT * FROM unnest(${owners}))
        AND (${formatColumns(table.key, 't')}) NOT IN (SELECT ${formatColumns(table.key, 'i')} FROM incoming AS i)
      RETURNING ${returned('t')}),
    inserted AS (
      INSERT INTO ${name} AS t (${formatColumns(columns)})
      SELECT ${formatColumns(columns, 'i')} FROM incoming AS i WHERE NOT EXISTS (SELECT FROM ${name} AS t WHERE ${sameKey('t', 'i')})
      RETURNING ${returned(null)})
    ${updated}${notes}
    ${changesOf('created', 'inserted')} UNION ALL ${changesOf('removed', 'removed')}
    ${updated && `UNION ALL ${changesOf('updated', 'updated')}`}`;
}

/**
 * SQL expression: whether the row `t` differs from its previous state in a column that redefines it.
 * @param before alias of the previous state; null, or `t` itself: the row is a new or a deleted one
 */
function isRedefined({ redefines }: CatalogueTable, before: string | null): string {
  if (before === null || before === 't') return 'TRUE';
  const columns = redefines?.columns ?? [];
  return columns.map((column) => `t."${column}" IS DISTINCT FROM ${before}."${column}"`).join(' OR ') || 'FALSE';
}

/**
 * The cache tags that changed rows of a table raise.
 * @param owners values of the first owner column, or of all owner columns joined by `/`
 */
export function changedTags(
  { raises, redefines }: CatalogueTable,
  owners: readonly (number | string)[],
  redefined: boolean,
): CacheTagText[] {
  const kinds = redefined && redefines ? [...raises, ...redefines.raises] : raises;
  return kinds.flatMap((kind) =>
    kind === 'structure' || kind === 'dictionary'
      ? [kind]
      : owners.map((owner) => `${kind}:${Number.parseInt(String(owner), 10)}` as const),
  );
}

/** The columns of a row that hold parts, as one value. */
export function buildPartsSql({ parts = {} }: CatalogueTable, alias: string): string {
  return `jsonb_build_object(${Object.keys(parts)
    .map((column) => `'${column}', ${alias}.${quoteIdentifier(column)}`)
    .join(', ')})`;
}

function formatColumns(columns: readonly string[], alias?: string): string {
  return columns.map((column) => (alias ? `${alias}.${quoteIdentifier(column)}` : quoteIdentifier(column))).join(', ');
}

function quoteIdentifier(name: string): string {
  return `"${name}"`;
}
