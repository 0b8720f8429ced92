/**
 * What an import changes of prices and rooms, for the record (M14). Rates that it writes and removes are noted in a temporary table, which
 * costs what changes and not what the file has. Prices and rooms of room types that are new are not recorded: there was nothing before.
 * Where the terms of a price list change, all its prices go in the old ones and come in the new ones: an amount means something else.
 */
import { bool, int8 } from '../../data/sql/column-types.ts';
import { command, query, type SqlClient, statement } from '../../data/sql/statement.ts';
import {
  AUTHOR,
  type Author,
  authorValues,
  ROOM_PARTS_SQL,
  rangesSql,
  recordSql,
  termsSql,
} from '../../data/updates/recorded-changes.ts';
import type { CatalogueTable } from '../stored/declaration.ts';
import { isRemovedSql } from './write-inventory.ts';

/**
 * In `changed_rate` the nights of a rate that was there before the import (`old`), or that it has written (`new`), or whose amount alone
 * became another one (both). `is_whole`: no other row of the table has these nights.
 */
export const CREATE_NOTES: readonly ReturnType<typeof command>[] = [
  command(`
    CREATE TEMPORARY TABLE changed_rate (
      visit_type_number int, price_list_number int, room_type_number int, first int, last int, old int, new int, is_whole boolean,
      currency "Currency", terms text) ON COMMIT DROP`),
  command('CREATE TEMPORARY TABLE changed_terms (visit_type_number int, price_list_number int) ON COMMIT DROP'),
  command('CREATE TEMPORARY TABLE former_room_type (number int) ON COMMIT DROP'),
];
const NOTE_ROOM_TYPES = statement({ sql: () => 'INSERT INTO former_room_type SELECT number FROM room_type' });

/** Begins to note what changes. Call it before anything is written. */
export async function beginRecord(tx: SqlClient): Promise<void> {
  for (const create of CREATE_NOTES) await query(tx, create);
  await query(tx, NOTE_ROOM_TYPES);
}

/**
 * SQL: notes the rows of a query with two columns, a row of `rate` as it was and as it is; null: there was, or is, none. Their price lists
 * must be there still.
 */
function noteRatesSql(rates: string): string {
  const nights = (rate: string) =>
    `(${rate})."from" - date '1970-01-01' AS first, (${rate})."to" - date '1970-01-01' AS last`;
  const isSame = '((old)."to" = (new)."to") IS TRUE';
  return `INSERT INTO changed_rate
      SELECT l.visit_type_number, l.number, f.number, s.first, s.last, s.old, s.new, s.is_whole OR l.kind = 'PER_VISIT', l.currency,
        ${termsSql('l')}
      FROM (${rates}) AS n(old, new)
      JOIN former_room_type AS f ON f.number = coalesce((new).room_type_number, (old).room_type_number)
      JOIN price_list AS l ON l.visit_type_number = coalesce((new).visit_type_number, (old).visit_type_number)
        AND l.number = coalesce((new).price_list_number, (old).price_list_number)
      CROSS JOIN LATERAL (
        SELECT ${nights('new')}, (old).amount_minor AS old, (new).amount_minor AS new, true AS is_whole WHERE ${isSame}
        UNION ALL SELECT ${nights('old')}, (old).amount_minor, NULL, false WHERE (old).amount_minor IS NOT NULL AND NOT ${isSame}
        UNION ALL SELECT ${nights('new')}, NULL, (new).amount_minor, false WHERE (new).amount_minor IS NOT NULL AND NOT ${isSame}) AS s`;
}

const HAS_CHANGED_TERMS = `(coalesce((new).visit_type_number, (old).visit_type_number),
    coalesce((new).price_list_number, (old).price_list_number)) IN (SELECT * FROM changed_terms)`;

/** A merge of price lists comes before that of their rates, and sees both as they were. */
const NOTES_OF_MERGE: Readonly<Record<string, string>> = {
  price_list: `,
    with_terms AS (
      SELECT (old).visit_type_number, (old).number FROM updated
      WHERE ((old).currency, ${termsSql('(old)')}) IS DISTINCT FROM ((new).currency, ${termsSql('(new)')})),
    noted_terms AS (INSERT INTO changed_terms SELECT * FROM with_terms),
    noted AS (${noteRatesSql(`SELECT r, NULL::rate FROM rate AS r
      WHERE (r.visit_type_number, r.price_list_number) IN (SELECT * FROM with_terms)`)})`,
  rate: `,
    noted AS (${noteRatesSql(`
      SELECT old, new FROM (SELECT old, NULL::rate AS new FROM removed UNION ALL SELECT NULL, new FROM inserted
        UNION ALL SELECT old, new FROM updated) AS c WHERE NOT ${HAS_CHANGED_TERMS}`)})`,
};

/** SQL, the rest of a `WITH`: notes what a merge has changed (`removed`, `inserted`, `updated`, with `old` and `new`); empty: nothing to note. */
export const noteMergedSql = ({ table }: CatalogueTable): string => NOTES_OF_MERGE[table] ?? '';

/** SQL, the rest of a `WITH`: notes the rows `old` that have `gone`; empty: nothing to note. */
export const noteRemovedSql = ({ table }: CatalogueTable): string =>
  table === 'rate' ? `, noted AS (${noteRatesSql('SELECT old, NULL::rate FROM gone')})` : '';

/** Notes the prices that have come with other terms. */
const NOTE_NEW_TERMS = statement({
  sql: () =>
    noteRatesSql(`SELECT NULL::rate, r FROM rate AS r
      WHERE (r.visit_type_number, r.price_list_number) IN (SELECT * FROM changed_terms)`),
});

const LIST = 'visit_type_number, price_list_number, room_type_number, currency, terms';

/**
 * Prices by the night are compared where an old or a new rate begins, or the night after it has ended: there both have another amount than
 * before, or the same. What has its nights alone is compared whole, and so are the seasons of packages.
 */
const RECORD_RATES = statement({
  takes: AUTHOR,
  sql: (author) => `
    WITH bound AS (
      SELECT ${LIST}, day, bool_or(is_old) AS is_old, max(old) AS old, bool_or(NOT is_old) AS is_new, max(new) AS new
      FROM (
        SELECT ${LIST}, old IS NOT NULL AS is_old, first AS day, old, new FROM changed_rate WHERE NOT is_whole
        UNION ALL SELECT ${LIST}, old IS NOT NULL, last + 1, NULL, NULL FROM changed_rate WHERE NOT is_whole) AS b
      GROUP BY ${LIST}, day),
    counted AS (
      SELECT ${LIST}, day, lead(day) OVER w - 1 AS last, old, new, count(*) FILTER (WHERE is_old) OVER w AS old_place,
        count(*) FILTER (WHERE is_new) OVER w AS new_place
      FROM bound WINDOW w AS (PARTITION BY ${LIST} ORDER BY day)),
    compared AS (
      SELECT ${LIST}, day AS first, last, max(old) OVER (PARTITION BY ${LIST}, old_place) AS before,
        max(new) OVER (PARTITION BY ${LIST}, new_place) AS after
      FROM counted),
    different AS (
      SELECT *, (lag(last) OVER w, lag(before) OVER w, lag(after) OVER w) IS DISTINCT FROM (first - 1, before, after) AS begins
      FROM compared WHERE before IS DISTINCT FROM after WINDOW w AS (PARTITION BY ${LIST} ORDER BY first)),
    joined AS (
      SELECT *, count(*) FILTER (WHERE begins) OVER (PARTITION BY ${LIST} ORDER BY first) AS span FROM different),
    span AS (
      SELECT ${LIST}, min(first) AS first, max(last) AS last, min(before) AS before, min(after) AS after
      FROM joined GROUP BY ${LIST}, span
      UNION ALL SELECT ${LIST}, first, last, old, new FROM changed_rate WHERE is_whole AND old IS DISTINCT FROM new),
    part AS (
      SELECT ${LIST}, min(first) AS first, max(last) AS last, sum(last::bigint - first + 1) AS nights, ${rangesSql(", 'terms', terms")} AS ranges
      FROM span GROUP BY ${LIST}),
    ${recordSql('PRICES', author)}`,
});

const RECORD_ROOMS = statement({
  takes: { ...AUTHOR, replaces: bool, moment: int8 },
  sql: ({ replaces, moment, ...author }) => `
    WITH different AS (
      SELECT s.room_type_number, s.night - date '1970-01-01' AS day, n.units, n.closed, s.units AS new_units, s.closed AS new_closed
      FROM staged_night AS s JOIN former_room_type AS f ON f.number = s.room_type_number
      LEFT JOIN inventory_night AS n ON n.room_type_number = s.room_type_number AND n.night = s.night
      WHERE (n.units, n.closed) IS DISTINCT FROM (s.units, s.closed)
      UNION ALL
      SELECT n.room_type_number, n.night - date '1970-01-01', n.units, n.closed, NULL, NULL FROM inventory_night AS n
      WHERE ${replaces} AND ${isRemovedSql(moment)}),
    ${ROOM_PARTS_SQL}, ${recordSql('ROOMS', author)}`,
});

/** Records the rates that were noted. Call it once all of them are. */
export async function recordChangedRates(tx: SqlClient, author: Author): Promise<void> {
  await query(tx, NOTE_NEW_TERMS);
  await query(tx, RECORD_RATES, authorValues(author));
}

/** Records the nights that will be others. Call it after they are locked, and before they are written. */
export async function recordChangedRooms(
  tx: SqlClient,
  author: Author,
  { replace }: { replace: boolean },
): Promise<void> {
  await query(tx, RECORD_ROOMS, { ...authorValues(author), replaces: replace, moment: author.now });
}
