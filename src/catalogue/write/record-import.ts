/**
 * What an import changes of prices and rooms, for the record (M14). Rates that it writes and removes are noted in a temporary table, which
 * costs what changes and not what the file has. Prices and rooms of room types that are new are not recorded: there was nothing before.
 */
import { bool, int8 } from '../../data/sql/column-types.ts';
import { command, query, type SqlClient, statement } from '../../data/sql/statement.ts';
import {
  AUTHOR,
  type Author,
  authorValues,
  RANGES_SQL,
  ROOM_PARTS_SQL,
  recordSql,
} from '../../data/updates/recorded-changes.ts';
import { isRemovedSql } from './write-inventory.ts';

/** Rates as they were before the import (`is_new` false) and as it has written them, only those that are different. */
const CREATE_CHANGED_RATES = command(`
  CREATE TEMPORARY TABLE changed_rate (
    is_new boolean, visit_type_number int, price_list_number int, room_type_number int, first int, last int, amount int,
    is_season boolean, currency "Currency") ON COMMIT DROP`);
const CREATE_FORMER_ROOM_TYPES = command('CREATE TEMPORARY TABLE former_room_type (number int) ON COMMIT DROP');
export const CREATE_NOTES: readonly ReturnType<typeof command>[] = [CREATE_CHANGED_RATES, CREATE_FORMER_ROOM_TYPES];
const NOTE_ROOM_TYPES = statement({ sql: () => 'INSERT INTO former_room_type SELECT number FROM room_type' });

/** Begins to note what changes. Call it before anything is written. */
export async function beginRecord(tx: SqlClient): Promise<void> {
  for (const create of CREATE_NOTES) await query(tx, create);
  await query(tx, NOTE_ROOM_TYPES);
}

/** SQL: notes the rows of a query, whose one column is a row of `rate`. Their price lists must be there still. */
export function noteRatesSql(rates: string, isNew: boolean): string {
  return `INSERT INTO changed_rate
      SELECT ${isNew}, (rate).visit_type_number, (rate).price_list_number, (rate).room_type_number, (rate)."from" - date '1970-01-01',
        (rate)."to" - date '1970-01-01', (rate).amount_minor, l.kind = 'PER_VISIT', l.currency
      FROM (${rates}) AS n(rate) JOIN former_room_type AS f ON f.number = (rate).room_type_number
      JOIN price_list AS l ON l.visit_type_number = (rate).visit_type_number AND l.number = (rate).price_list_number`;
}

const LIST = 'visit_type_number, price_list_number, room_type_number';

/**
 * Prices by the night are compared where an old or a new rate begins, or the night after it has ended: there both have another amount than
 * before, or the same. Seasons of a package are compared whole.
 */
const RECORD_RATES = statement({
  takes: AUTHOR,
  sql: (author) => `
    WITH bound AS (
      SELECT ${LIST}, currency, day, bool_or(NOT is_new) AS is_old, max(amount) FILTER (WHERE NOT is_new) AS old,
        bool_or(is_new) AS is_new, max(amount) FILTER (WHERE is_new) AS new
      FROM (
        SELECT ${LIST}, currency, is_new, first AS day, amount FROM changed_rate WHERE NOT is_season
        UNION ALL SELECT ${LIST}, currency, is_new, last + 1, NULL FROM changed_rate WHERE NOT is_season) AS b
      GROUP BY ${LIST}, currency, day),
    counted AS (
      SELECT ${LIST}, currency, day, lead(day) OVER w - 1 AS last, old, new, count(*) FILTER (WHERE is_old) OVER w AS old_place,
        count(*) FILTER (WHERE is_new) OVER w AS new_place
      FROM bound WINDOW w AS (PARTITION BY ${LIST} ORDER BY day)),
    compared AS (
      SELECT ${LIST}, currency, day AS first, last, max(old) OVER (PARTITION BY ${LIST}, old_place) AS before,
        max(new) OVER (PARTITION BY ${LIST}, new_place) AS after
      FROM counted),
    different AS (
      SELECT *, (lag(last) OVER w, lag(before) OVER w, lag(after) OVER w) IS DISTINCT FROM (first - 1, before, after) AS begins
      FROM compared WHERE before IS DISTINCT FROM after WINDOW w AS (PARTITION BY ${LIST} ORDER BY first)),
    joined AS (
      SELECT *, count(*) FILTER (WHERE begins) OVER (PARTITION BY ${LIST} ORDER BY first) AS span FROM different),
    span AS (
      SELECT ${LIST}, currency, min(first) AS first, max(last) AS last, min(before) AS before, min(after) AS after
      FROM joined GROUP BY ${LIST}, currency, span
      UNION ALL SELECT * FROM (
        SELECT ${LIST}, currency, first, last, max(amount) FILTER (WHERE NOT is_new) AS before, max(amount) FILTER (WHERE is_new) AS after
        FROM changed_rate WHERE is_season GROUP BY ${LIST}, currency, first, last) AS season
      WHERE before IS DISTINCT FROM after),
    part AS (
      SELECT ${LIST}, currency, min(first) AS first, max(last) AS last, sum(last::bigint - first + 1) AS nights, ${RANGES_SQL} AS ranges
      FROM span GROUP BY ${LIST}, currency),
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
