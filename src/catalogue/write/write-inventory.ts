/**
 * Writes recorded capacity. Entries become nights inside the database; later ones override earlier ones. Nights that change are
 * locked first, in the order in which bookings lock them, and only then compared with what is sold and held. So an import never
 * removes such a room, and never fails halfway because one is being sold.
 */

import { openHoldsSql } from '../../data/rooms-left.ts';
import { bool, int4, int8, listOf, text } from '../../data/sql/column-types.ts';
import { command, type Placeholder, query, type SqlClient, statement } from '../../data/sql/statement.ts';
import type { InventoryEntries } from '../check/inventory-entries.ts';
import type { ProblemList } from '../file/problems.ts';

/** Nights staged by one statement, not counting its last room type. */
const NIGHTS_PER_BATCH = 200_000;

export const CREATE_STAGED_NIGHTS = command(`
  CREATE TEMPORARY TABLE staged_night (
    room_type_number int, night date, units int, closed boolean, position int) ON COMMIT DROP`);
const INDEX_STAGED_NIGHTS = command('CREATE INDEX ON staged_night (room_type_number, night)');
const ANALYSE_STAGED_NIGHTS = command('ANALYZE staged_night');

const emptyBatch = () => ({
  ...{ roomTypes: [] as number[], firsts: [] as number[], lasts: [] as number[] },
  ...{ units: [] as number[], closed: [] as boolean[], positions: [] as number[] },
});

const STAGE = statement({
  takes: {
    ...{ roomTypes: listOf(int4), firsts: listOf(int4), lasts: listOf(int4) },
    ...{ units: listOf(int4), closed: listOf(bool), positions: listOf(int4) },
  },
  sql: ({ roomTypes, firsts, lasts, units, closed, positions }) => `
    INSERT INTO staged_night
    SELECT DISTINCT ON (1, 2) e.room_type, DATE '1970-01-01' + night, e.units, e.closed, e.position
    FROM unnest(${roomTypes}::int[], ${firsts}::int[], ${lasts}::int[], ${units}::int[], ${closed}::boolean[], ${positions}::int[])
      AS e(room_type, first, last, units, closed, position), generate_series(e.first, e.last) AS night
    ORDER BY 1, 2, e.position DESC`,
});

/** Staged entries: first and last room type number of each batch. */
export type StagedInventory = readonly { first: number; last: number }[];

/**
 * Expands the entries into nights of a temporary table that ends with the transaction.
 * @param onStaged receives the number of entries done
 */
export async function stageInventory(
  tx: SqlClient,
  entries: InventoryEntries,
  onStaged: (done: number) => void,
): Promise<StagedInventory> {
  await query(tx, CREATE_STAGED_NIGHTS);
  const batches: { first: number; last: number }[] = [];
  let batch = emptyBatch();
  let nights = 0;
  let roomType = 0;
  let staged = 0;

  async function flush(): Promise<void> {
    const [first] = batch.roomTypes;
    if (first === undefined) return;
    await query(tx, STAGE, batch);
    batches.push({ first, last: roomType });
    staged += batch.roomTypes.length;
    onStaged(staged);
    batch = emptyBatch();
    nights = 0;
  }

  for (const position of entries.positionsByRoomType()) {
    const entry = entries.at(position);
    if (!entry) continue;
    if (nights >= NIGHTS_PER_BATCH && entry.roomTypeNumber !== roomType) await flush();
    roomType = entry.roomTypeNumber;
    nights += entry.to - entry.from + 1;
    batch.roomTypes.push(roomType);
    batch.firsts.push(entry.from);
    batch.lasts.push(entry.to);
    batch.units.push(entry.units);
    batch.closed.push(entry.closed);
    batch.positions.push(position);
  }
  await flush();
  await query(tx, INDEX_STAGED_NIGHTS);
  await query(tx, ANALYSE_STAGED_NIGHTS);
  return batches;
}

function lockChangingNights(join: 'JOIN' | 'LEFT JOIN') {
  return statement({
    sql: () => `
      SELECT count(*) FROM (
        SELECT FROM inventory_night AS n ${join} staged_night AS s USING (room_type_number, night)
        WHERE (s.units, s.closed) IS DISTINCT FROM (n.units, n.closed)
        ORDER BY room_type_number, night FOR UPDATE OF n) AS locked`,
  });
}
const LOCK_STAGED = lockChangingNights('JOIN');
const LOCK_STAGED_AND_OTHERS = lockChangingNights('LEFT JOIN');

/**
 * Locks the nights that will change.
 * @param replace whether nights that are not staged change too
 */
export async function lockInventory(tx: SqlClient, { replace }: { replace: boolean }): Promise<void> {
  await query(tx, replace ? LOCK_STAGED_AND_OTHERS : LOCK_STAGED);
}

/** Open holds take a room as what is sold does (S13). */
const FIND_BELOW_TAKEN = statement({
  takes: { now: int8 },
  returns: { position: int4, roomType: int4, units: int4, taken: int4, isHeld: bool, night: text, nights: int4 },
  sql: ({ now }) => `
    SELECT s.position, n.room_type_number AS "roomType", s.units, max(n.sold + ${openHoldsSql('n', now)}) AS taken,
      bool_or(${openHoldsSql('n', now)} > 0) AS "isHeld", min(n.night)::text AS night, count(*)::int AS nights
    FROM inventory_night AS n JOIN staged_night AS s USING (room_type_number, night)
    WHERE n.sold + ${openHoldsSql('n', now)} > s.units
    GROUP BY 1, 2, 3 ORDER BY 1`,
});

/**
 * Reports entries below what is sold and held, of nights that are locked.
 * @param now milliseconds since 1970
 */
export async function checkTaken(
  tx: SqlClient,
  { problems, now }: { problems: ProblemList; now: number },
): Promise<void> {
  const conflicts = await query(tx, FIND_BELOW_TAKEN, { now });
  for (const { position, roomType, units, taken, isHeld, night, nights } of conflicts) {
    const what = isHeld ? 'sold and held' : 'sold';
    const more = nights > 1 ? `, up to ${taken} on ${nights} nights` : `, with ${taken} ${what}`;
    const message = `${units} is below what is ${what} of room type ${roomType}: ${night} is the first such night${more}`;
    problems.add(['inventory', position, 'units'], 'BELOW_SOLD', message);
  }
}

/** Writes the staged nights of the room types from `first` to `last`, and counts those that changed. */
export const WRITE_STAGED = statement({
  takes: { first: int4, last: int4 },
  returns: { hotelNumber: int4, roomTypeNumber: int4, created: int4, updated: int4 },
  sql: ({ first, last }) => `
    WITH staged AS (SELECT * FROM staged_night WHERE room_type_number BETWEEN ${first} AND ${last}),
    updated AS (
      UPDATE inventory_night AS n SET units = s.units, closed = s.closed FROM staged AS s
      WHERE n.room_type_number = s.room_type_number AND n.night = s.night
        AND (n.units, n.closed) <> (s.units, s.closed)
      RETURNING n.room_type_number),
    inserted AS (
      INSERT INTO inventory_night AS n (room_type_number, night, units, closed)
      SELECT room_type_number, night, units, closed FROM staged AS s
      WHERE NOT EXISTS (SELECT FROM inventory_night AS o WHERE o.room_type_number = s.room_type_number AND o.night = s.night)
      RETURNING n.room_type_number),
    changed AS (
      SELECT room_type_number, 1 AS created, 0 AS updated FROM inserted
      UNION ALL SELECT room_type_number, 0, 1 FROM updated)
    SELECT r.hotel_number AS "hotelNumber", r.number AS "roomTypeNumber", sum(c.created)::int AS created,
      sum(c.updated)::int AS updated
    FROM changed AS c JOIN room_type AS r ON r.number = c.room_type_number GROUP BY 1, 2 ORDER BY 1, 2`,
});

export const COUNT_STAGED = statement({
  returns: { nights: int4 },
  sql: () => 'SELECT count(*)::int AS nights FROM staged_night',
});

/** SQL condition: the night `n` is not staged. */
const IS_UNSTAGED =
  'NOT EXISTS (SELECT FROM staged_night AS s WHERE s.room_type_number = n.room_type_number AND s.night = n.night)';

/** SQL condition: the night `n` goes with what is not staged. */
export function isRemovedSql(now: Placeholder): string {
  return `n.sold + ${openHoldsSql('n', now)} < 1 AND ${IS_UNSTAGED}`;
}

/**
 * Removes the nights that are not staged, except those with rooms sold or held at `now`, and counts them. Compared by `<`: of an equation
 * PostgreSQL would expect hardly a night, and look through all that are staged for each of them.
 */
export const REMOVE_UNSTAGED = statement({
  takes: { now: int8 },
  returns: { hotelNumber: int4, roomTypeNumber: int4, nights: int4 },
  sql: ({ now }) => `
    WITH removed AS (
      DELETE FROM inventory_night AS n
      WHERE ${isRemovedSql(now)}
      RETURNING n.room_type_number)
    SELECT r.hotel_number AS "hotelNumber", r.number AS "roomTypeNumber", count(*)::int AS nights
    FROM removed JOIN room_type AS r ON r.number = removed.room_type_number GROUP BY 1, 2 ORDER BY 1, 2`,
});

/** Counts the nights that are not staged. */
export const COUNT_UNSTAGED = statement({
  returns: { roomTypeNumber: int4, nights: int4 },
  sql: () => `
    SELECT n.room_type_number AS "roomTypeNumber", count(*)::int AS nights FROM inventory_night AS n
    WHERE ${IS_UNSTAGED} GROUP BY 1 ORDER BY 1`,
});
