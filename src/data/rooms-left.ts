/**
 * Rooms left of a night, in the one expression that all sales share: what is neither sold nor held, of a night that is not closed
 * (B3, U1, S13). The holds of a night are in its row, so whoever has locked the row counts them without a look elsewhere, and
 * PostgreSQL counts those of its newest version after a wait. Processes of release 0.1.0 look at `sold` alone.
 */
import type { RoomsLeft } from '../domain/booking/capacity.ts';
import type { Day } from '../domain/time/civil-date.ts';
import { raiseCountersSql } from './cache/raise-epochs.ts';
import { int4, type JsOf, jsonList, jsonTuple, nullable } from './sql/column-types.ts';
import type { Placeholder } from './sql/statement.ts';

/**
 * SQL expression: open holds of the row `night` of `inventory_night` at `now`, in milliseconds since 1970.
 * @param counts SQL condition of those that count, by `hold.key`, their ids: a booking that uses one up has its room already
 */
export function openHoldsSql(night: string, now: string, counts?: string): string {
  const others = counts === undefined ? '' : ` AND ${counts}`;
  return `CASE WHEN ${night}.held IS NULL THEN 0 ELSE
    (SELECT count(*)::int FROM jsonb_each_text(${night}.held) AS hold WHERE hold.value::bigint > ${now}::bigint${others}) END`;
}

/** SQL expression: when the first of those holds expires; null: none is open. */
export function nextExpirySql(night: string, now: string): string {
  return `CASE WHEN ${night}.held IS NOT NULL THEN
    (SELECT min(hold.value::bigint) FROM jsonb_each_text(${night}.held) AS hold WHERE hold.value::bigint > ${now}::bigint) END`;
}

/** SQL expression: rooms of the row `night` that may be sold or held at `now`, apart from holds that count; none or fewer: it is full. */
export function roomsLeftSql(night: string, now: string, counts?: string): string {
  return `CASE WHEN ${night}.closed THEN 0 ELSE ${night}.units - ${night}.sold - ${openHoldsSql(night, now, counts)} END`;
}

/** SQL expression: the holds of the row `night` that are open at `now`; null: none. */
export function stillHeldSql(night: string, now: string): string {
  return `CASE WHEN ${night}.held IS NULL THEN NULL ELSE
    (SELECT jsonb_object_agg(hold.key, hold.value) FROM jsonb_each(${night}.held) AS hold
      WHERE hold.value::text::bigint > ${now}::bigint) END`;
}

/** SQL expression: the holds of the row `night` without those with these ids; null: none. */
export function heldWithoutSql(night: string, ids: string): string {
  return `nullif(${night}.held - ${ids}::text[], '{}'::jsonb)`;
}

/**
 * SQL, parts of a WITH: raises the capacity of room types of one hotel, from the first to the last of these nights, and has it as `raised`.
 * @param moved nights whose rooms were taken or given back, with `hotel_number`, `room_type_number` and `night`
 */
export function raiseCapacitySql(moved: string): string {
  return `counted AS (${raiseCountersSql(`SELECT DISTINCT 'inventory:' || hotel_number FROM ${moved}`)}),
  raised AS (
    SELECT scope || (
        SELECT ':' || min(night) - date '1970-01-01' || '..' || max(night) - date '1970-01-01' || '/'
          || string_agg(DISTINCT room_type_number::text, ',') FROM ${moved}) AS scope, value
    FROM counted)`;
}

/**
 * SQL, a part of a WITH that has the nights [`from`, `to`) of room types as rows: locks them by room type and night as every sale does (Y4),
 * with what is left at `now`, apart from holds that count.
 */
export function lockNightsSql({
  roomTypes,
  from,
  to,
  now,
  counts,
}: Readonly<Record<'roomTypes' | 'from' | 'to' | 'now', Placeholder>> & { readonly counts: string }): string {
  return `SELECT room_type_number, night, ${roomsLeftSql('i', now, counts)} AS left FROM inventory_night AS i
      WHERE room_type_number = ANY(${roomTypes}) AND night >= ${from} AND night < ${to}
      ORDER BY room_type_number, night FOR UPDATE`;
}

/** SQL expression over such rows: all nights by room type, with what is left of each; null: none. */
export const NIGHTS_LEFT = `json_agg(json_build_array(room_type_number, night - date '1970-01-01', "left"))`;
export const nightsLeft = nullable(jsonList(jsonTuple(int4, int4, int4)));

/** Rooms left by room type and night, of the nights that have recorded capacity. */
export type NightsOfRoomTypes = ReadonlyMap<number, RoomsLeft>;

/** The nights that `NIGHTS_LEFT` has found. */
export function byRoomType(found: JsOf<typeof nightsLeft>): NightsOfRoomTypes {
  const nights = new Map<number, Map<Day, number>>();
  for (const [roomType, night, left] of found ?? []) {
    const ofRoomType = nights.get(roomType) ?? new Map<Day, number>();
    nights.set(roomType, ofRoomType.set(night, left));
  }
  return nights;
}
