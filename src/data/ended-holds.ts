/** How holds end (S13, Y3): they are given back, or expire and are forgotten. A booking that uses one up deletes it. */
import { RAISED, RAISED_COLUMNS, type RaisedEpoch } from './cache/raise-epochs.ts';
import type { Database } from './database/database.ts';
import type { SqlTransaction } from './database/sql-transactions.ts';
import { type HoldOwner, isOwnSql, OWN } from './holds.ts';
import { heldWithoutSql, raiseCapacitySql, stillHeldSql } from './rooms-left.ts';
import { bool, int4, int8, timestamptz } from './sql/column-types.ts';
import { onlyRow, query, statement } from './sql/statement.ts';

/** Locks the nights of the holds in the order in which bookings lock theirs (Y4). */
const LOCK_ITS_NIGHTS = statement({
  takes: OWN,
  sql: (own) => `
    SELECT count(*) FROM (
      SELECT FROM inventory_night AS n
      JOIN stay_hold AS h ON n.room_type_number = h.room_type_number AND n.night >= h.arrival AND n.night < h.departure
      WHERE ${isOwnSql(own)} ORDER BY n.room_type_number, n.night FOR UPDATE OF n) AS locked`,
});

/** One that was given back or has expired stays as it is. */
const RELEASE = statement({
  takes: { ...OWN, now: timestamptz },
  returns: { known: bool, ...RAISED },
  sql: ({ now, ...own }) => `
    WITH known AS (SELECT FROM stay_hold WHERE ${isOwnSql(own)}),
    released AS (
      UPDATE stay_hold SET released_at = ${now} WHERE ${isOwnSql(own)} AND released_at IS NULL AND expires_at > ${now}
      RETURNING id, hotel_number, room_type_number, arrival, departure),
    rooms AS (
      SELECT hotel_number, room_type_number, arrival, departure, array_agg(id::text) AS ids FROM released GROUP BY 1, 2, 3, 4),
    freed AS (
      UPDATE inventory_night AS n SET held = ${heldWithoutSql('n', 'r.ids')} FROM rooms AS r
      WHERE n.room_type_number = r.room_type_number AND n.night >= r.arrival AND n.night < r.departure AND n.held ?| r.ids
      RETURNING r.hotel_number, r.room_type_number, n.night),
    ${raiseCapacitySql('freed')}
    SELECT EXISTS (SELECT FROM known) AS known, ${RAISED_COLUMNS}`,
});

/**
 * Gives a hold, or those of a party, back and commits. It must be the last call of its transaction.
 * @returns what was raised; null: the owner has no such hold
 */
export async function commitRelease(
  sql: SqlTransaction,
  id: string,
  { clientId, isTest, now }: HoldOwner & { now: number },
): Promise<readonly RaisedEpoch[] | null> {
  const own = { id, clientId, isTest };
  const [, released] = await Promise.all([
    sql.query(LOCK_ITS_NIGHTS, own),
    sql.finish(RELEASE, { ...own, now: new Date(now) }),
  ]);
  const { known, raised } = onlyRow(released);
  return known ? (raised ?? []) : null;
}

/**
 * Deletes holds that ended at `before` or earlier (milliseconds since 1970), for a periodic sweep, and takes them off their nights.
 * Nights in use stay as they are: whoever makes the next hold there removes what has expired.
 * @returns how many were deleted
 */
export async function deleteEndedHolds({ prisma }: Pick<Database, 'prisma'>, before: number): Promise<number> {
  const row = onlyRow(await query(prisma, DELETE_ENDED, { before }));
  return row.ended;
}

const DELETE_ENDED = statement({
  takes: { before: int8 },
  returns: { ended: int4 },
  sql: ({ before }) => `
    WITH ended AS (
      DELETE FROM stay_hold WHERE expires_at <= to_timestamp(${before}::bigint / 1000.0)
      RETURNING room_type_number, arrival, departure),
    nights AS (
      SELECT DISTINCT room_type_number, arrival + place AS night FROM ended, generate_series(0, departure - arrival - 1) AS place),
    marked AS (
      SELECT n.room_type_number, n.night FROM nights JOIN inventory_night AS n USING (room_type_number, night)
      WHERE n.held IS NOT NULL ORDER BY n.room_type_number, n.night FOR UPDATE OF n SKIP LOCKED),
    cleared AS (
      UPDATE inventory_night AS n SET held = ${stillHeldSql('n', before)} FROM marked AS m
      WHERE n.room_type_number = m.room_type_number AND n.night = m.night)
    SELECT count(*)::int AS ended FROM ended`,
});
