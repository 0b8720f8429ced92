/**
 * Recorded capacity as an update reads and writes it (U1). An update takes its locks in the order in which bookings do: the nights of a
 * room type ascending, over several room types by ascending room type. Before that it locks the room types, so nobody else
 * writes capacity of theirs: only what is sold or held can change, and only on nights that are not locked yet. It locks only nights
 * that it will change.
 */
import type { StatedNights } from '../../domain/stay/inventory-changes.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import type { SqlTransaction } from '../database/sql-transactions.ts';
import { openHoldsSql } from '../rooms-left.ts';
import { bool, int4, int8, jsonList, jsonObject, nullable, text } from '../sql/column-types.ts';
import { type Placeholder, type RowOf, statement } from '../sql/statement.ts';
import { AUTHOR, type Author, authorValues, ROOM_PARTS_SQL, recordSql } from './recorded-changes.ts';

const RANGE = { roomTypeNumber: int4, from: int4, to: int4 };
const STATED = {
  stated: jsonList(
    jsonObject({
      ...{ ...RANGE, units: nullable(int4), closed: nullable(bool) },
      ...{ unitsChange: nullable(int4), removes: bool },
    }),
  ),
};
/** The length is given: without it PostgreSQL plans for a hundred entries, and reads all nights of the catalogue for one. */
const statedSql = (stated: Placeholder) => `(
    SELECT * FROM json_to_recordset(${stated})
      AS s("roomTypeNumber" int, "from" int, "to" int, units int, closed boolean, "unitsChange" int, removes boolean)
    LIMIT json_array_length(${stated})) AS s`;
const FIRST_NIGHT = `date '1970-01-01' + s."from"`;
const LAST_NIGHT = `date '1970-01-01' + s."to"`;
const IS_STATED = `n.room_type_number = s."roomTypeNumber" AND n.night BETWEEN ${FIRST_NIGHT} AND ${LAST_NIGHT}`;
/** What is not stated is null, and so never different. */
const IS_DIFFERENT = '(n.units <> s.units OR n.closed <> s.closed OR s.removes)';
/** Nobody opens a night that has no record. */
const NEEDS_RECORD = '(s.removes IS NOT TRUE AND (s.units IS NOT NULL OR s.closed))';

/** Nights that are to be as somebody expects (U8). */
interface ExpectedNights {
  readonly roomTypeNumber: number;
  readonly from: Day;
  readonly to: Day;
  /** Absent or null: nothing is expected. Units: null for no record, absent for anything; closed: null or absent for anything. */
  readonly expected?: { readonly units?: number | null; readonly closed?: boolean | null } | null;
}

const FIND_UNEXPECTED = statement({
  takes: {
    asked: jsonList(
      jsonObject({
        ...{ change: int4, ...RANGE, expectsUnits: bool },
        ...{ units: nullable(int4), closed: nullable(bool) },
      }),
    ),
    most: int8,
  },
  returns: {
    /** Index in the list. */
    change: int4,
    night: int4,
    /** Null: no record. */
    units: nullable(int4),
    closed: bool,
  },
  sql: ({ asked, most }) => `
    SELECT s.change, first.night, first.units, first.closed
    FROM json_to_recordset(${asked}) AS s(change int, "roomTypeNumber" int, "from" int, "to" int, "expectsUnits" boolean, units int,
      closed boolean)
    CROSS JOIN LATERAL (
      SELECT day AS night, n.units, coalesce(n.closed, false) AS closed
      FROM generate_series(s."from", s."to") AS day
      LEFT JOIN inventory_night AS n ON ${IS_STATED} AND n.night = date '1970-01-01' + day
      WHERE (s."expectsUnits" AND n.units IS DISTINCT FROM s.units) OR coalesce(n.closed, false) <> s.closed
      ORDER BY day LIMIT 1) AS first
    ORDER BY s.change LIMIT ${most}`,
});

/** The first night that is not as expected, and what is stored of it. */
export type UnexpectedNight = RowOf<typeof FIND_UNEXPECTED>;

/** The first `most` entries of which a night is otherwise. Only who has locked the room types may rely on it. No query if nothing is expected. */
export async function findUnexpected(
  sql: SqlTransaction,
  entries: readonly ExpectedNights[],
  most: number,
): Promise<UnexpectedNight[]> {
  const asked = entries.flatMap(({ expected, roomTypeNumber, from, to }, change) => {
    if (!expected) return [];
    const { units, closed = null } = expected;
    return [{ change, roomTypeNumber, from, to, expectsUnits: units !== undefined, units: units ?? null, closed }];
  });
  return asked.length === 0 ? [] : sql.query(FIND_UNEXPECTED, { asked, most });
}

const LOCK_NIGHTS = statement({
  takes: { ...STATED, now: int8 },
  returns: {
    roomTypeNumber: int4,
    unitsChange: nullable(int4),
    nights: int4,
    /** The stated units; null: not stated. */
    units: nullable(int4),
    /** The most rooms sold and held on any of them. */
    taken: int4,
    /** Whether any is held. */
    isHeld: bool,
    nightsBelowTaken: int4,
    /** Null: none. */
    firstNightBelowTaken: nullable(int4),
  },
  sql: ({ stated, now }) => `
    WITH locked AS (
      SELECT n.room_type_number, n.night, n.sold + ${openHoldsSql('n', now)} AS taken, n.sold, s.units, s."unitsChange"
      FROM ${statedSql(stated)} JOIN inventory_night AS n ON ${IS_STATED}
      WHERE ${IS_DIFFERENT} ORDER BY n.room_type_number, n.night FOR UPDATE OF n)
    SELECT room_type_number AS "roomTypeNumber", "unitsChange", count(*)::int AS nights, max(units) AS units, max(taken) AS taken,
      bool_or(taken > sold) AS "isHeld", count(*) FILTER (WHERE taken > units)::int AS "nightsBelowTaken",
      min(night) FILTER (WHERE taken > units) - date '1970-01-01' AS "firstNightBelowTaken"
    FROM locked GROUP BY 1, 2 ORDER BY 2, 1`,
});

/** What one change of the units will change about a room type, or the nights of no change (`unitsChange` null). */
export type LockedChange = RowOf<typeof LOCK_NIGHTS>;

/** Nights without a record that will get one. */
const COUNT_MISSING = statement({
  takes: STATED,
  returns: { roomTypeNumber: int4, nights: int4 },
  sql: ({ stated }) => `
    SELECT s."roomTypeNumber", sum(s."to" - s."from" + 1 - (SELECT count(*) FROM inventory_night AS n WHERE ${IS_STATED}))::int AS nights
    FROM ${statedSql(stated)} WHERE ${NEEDS_RECORD} GROUP BY 1`,
});

export type MissingNights = RowOf<typeof COUNT_MISSING>;

const UPDATE_NIGHTS = statement({
  takes: STATED,
  sql: ({ stated }) => `
    UPDATE inventory_night AS n SET units = coalesce(s.units, n.units), closed = coalesce(s.closed, n.closed)
    FROM ${statedSql(stated)} WHERE ${IS_STATED} AND ${IS_DIFFERENT}`,
});

/** What is sold or held on a night has been compared with the units, which are 0. */
const DELETE_NIGHTS = statement({
  takes: STATED,
  sql: ({ stated }) => `DELETE FROM inventory_night AS n USING ${statedSql(stated)} WHERE s.removes AND ${IS_STATED}`,
});

/** Night by night by the index: a join with the table would read all of it. */
const RECORD_NIGHTS = statement({
  takes: { ...STATED, ...AUTHOR },
  returns: { id: text },
  sql: ({ stated, ...author }) => `
    WITH different AS (
      SELECT s."roomTypeNumber" AS room_type_number, day, n.units, n.closed, 
        CASE WHEN s.removes THEN NULL ELSE coalesce(s.units, n.units, 0) END AS new_units, coalesce(s.closed, n.closed, false) AS new_closed
      FROM ${statedSql(stated)} CROSS JOIN generate_series(s."from", s."to") AS day
      LEFT JOIN LATERAL (
        SELECT n.night, n.units, n.closed FROM inventory_night AS n
        WHERE n.room_type_number = s."roomTypeNumber" AND n.night = date '1970-01-01' + day LIMIT 1) AS n ON true
      WHERE CASE WHEN n.night IS NULL THEN ${NEEDS_RECORD} ELSE ${IS_DIFFERENT} END),
    ${ROOM_PARTS_SQL}, ${recordSql('ROOMS', author)}`,
});

/** The index finds the nights that have a record; a join with the table would read all of it. */
const INSERT_NIGHTS = statement({
  takes: STATED,
  sql: ({ stated }) => `
    INSERT INTO inventory_night (room_type_number, night, units, closed)
    SELECT s."roomTypeNumber", date '1970-01-01' + day, coalesce(s.units, 0), coalesce(s.closed, false)
    FROM ${statedSql(stated)}, generate_series(s."from", s."to") AS day
    WHERE ${NEEDS_RECORD} ON CONFLICT (room_type_number, night) DO NOTHING`,
});

/** Locks the nights that will change. Holds that are open at `now` take a room, as those that are sold. */
export async function lockInventory(
  sql: SqlTransaction,
  stated: readonly StatedNights[],
  now: number,
): Promise<{ locked: LockedChange[]; missing: MissingNights[] }> {
  const [locked, missing] = await Promise.all([
    sql.query(LOCK_NIGHTS, { stated, now }),
    sql.query(COUNT_MISSING, { stated }),
  ]);
  return { locked, missing: missing.filter(({ nights }) => nights > 0) };
}

/**
 * Writes what is stated about nights that `lockInventory` has locked, or that have no record, and records it. Resolves to the ids of the
 * changes, one for each hotel.
 */
export async function writeInventory(
  sql: SqlTransaction,
  stated: readonly StatedNights[],
  { locked, missing, author }: { locked: readonly LockedChange[]; missing: readonly MissingNights[]; author: Author },
): Promise<string[]> {
  // Sent together, executed in order: what is recorded is what was there before.
  const [recorded] = await Promise.all([
    sql.query(RECORD_NIGHTS, { stated, ...authorValues(author) }),
    locked.length > 0 ? sql.query(UPDATE_NIGHTS, { stated }) : null,
    missing.length > 0 ? sql.query(INSERT_NIGHTS, { stated }) : null,
    stated.some(({ removes }) => removes) ? sql.query(DELETE_NIGHTS, { stated }) : null,
  ]);
  return recorded.map(({ id }) => id);
}
