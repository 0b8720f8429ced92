/**
 * Rooms left of a night, in the one expression that all sales share: what is neither sold nor held, of a night that is not closed
 * (B3, U1, S13). The holds of a night are in its row, so whoever has locked the row counts them without a look elsewhere, and
 * PostgreSQL counts those of its newest version after a wait. Processes of release 0.1.0 look at `sold` alone.
 */
import { raiseCountersSql } from './cache/raise-epochs.ts';

/** As the time at which holds are counted: none is open then. The booking that uses a hold up has its room already. */
export const AFTER_ALL_HOLDS = Number.MAX_SAFE_INTEGER;

/** SQL expression: open holds of the row `night` of `inventory_night` at `now`, in milliseconds since 1970. */
export function openHoldsSql(night: string, now: string): string {
  return `CASE WHEN ${night}.held IS NULL THEN 0 ELSE
    (SELECT count(*)::int FROM jsonb_each_text(${night}.held) AS hold WHERE hold.value::bigint > ${now}::bigint) END`;
}

/** SQL expression: when the first of those holds expires; null: none is open. */
export function nextExpirySql(night: string, now: string): string {
  return `CASE WHEN ${night}.held IS NOT NULL THEN
    (SELECT min(hold.value::bigint) FROM jsonb_each_text(${night}.held) AS hold WHERE hold.value::bigint > ${now}::bigint) END`;
}

/** SQL expression: rooms of the row `night` that may be sold or held at `now`; none or fewer: it is full. */
export function roomsLeftSql(night: string, now: string): string {
  return `CASE WHEN ${night}.closed THEN 0 ELSE ${night}.units - ${night}.sold - ${openHoldsSql(night, now)} END`;
}

/** SQL expression: the holds of the row `night` that are open at `now`; null: none. */
export function stillHeldSql(night: string, now: string): string {
  return `CASE WHEN ${night}.held IS NULL THEN NULL ELSE
    (SELECT jsonb_object_agg(hold.key, hold.value) FROM jsonb_each(${night}.held) AS hold
      WHERE hold.value::text::bigint > ${now}::bigint) END`;
}

/** SQL expression: the holds of the row `night` without the one with this id; null: none. */
export function heldWithoutSql(night: string, id: string): string {
  return `nullif(${night}.held - ${id}::text, '{}'::jsonb)`;
}

/**
 * SQL, parts of a WITH: raises the capacity of the room type of one stay, and has it as `raised`.
 * @param moved nights whose rooms were taken or given back, with `hotel_number`
 * @param stay whose they are, one row with `room_type_number`
 */
export function raiseCapacitySql({ moved, stay }: { moved: string; stay: string }): string {
  return `counted AS (${raiseCountersSql(`SELECT DISTINCT 'inventory:' || hotel_number FROM ${moved}`)}),
  raised AS (SELECT c.scope || '/' || s.room_type_number AS scope, c.value FROM counted AS c, ${stay} AS s)`;
}
