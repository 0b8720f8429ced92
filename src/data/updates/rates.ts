/** Prices of a visit type as an update reads and writes them (U2). Two updates of one visit type run one after the other. */
import type { PriceList, Rate } from '../../domain/pricing/price-list.ts';
import type { RateUpdate } from '../../domain/pricing/rate-changes.ts';
import type { DayRange } from '../../domain/time/civil-date.ts';
import type { SqlTransaction } from '../database/sql-transactions.ts';

/** Bookings hold a weaker lock on the row, so they do not wait. */
const LOCK_VISIT_TYPE = 'SELECT number FROM visit_type WHERE number = $1 FOR NO KEY UPDATE';

/** Takes turns with other updates of the visit type. It protects only later statements. */
export async function lockVisitType(sql: SqlTransaction, number: number): Promise<void> {
  await sql.query(LOCK_VISIT_TYPE, [number]);
}

/** The lists with the same claim as list $2 (P3), itself included, with the rates of room types $3 that touch [$4, $5]. */
const READ_LISTS = `
  SELECT l.number, l.kind, l.nights, l.quoted_per AS "quotedPer", l.currency, (
    SELECT json_agg(json_build_object('roomTypeNumber', r.room_type_number, 'from', r."from" - date '1970-01-01',
      'to', r."to" - date '1970-01-01', 'amountMinor', r.amount_minor))
    FROM rate AS r WHERE r.visit_type_number = $1 AND r.price_list_number = l.number AND r.room_type_number = ANY($3::int[])
      AND r."from" <= date '1970-01-01' + $5::int AND r."to" >= date '1970-01-01' + $4::int) AS rates
  FROM price_list AS asked JOIN price_list AS l ON l.visit_type_number = $1
    AND l.currency = asked.currency AND l.kind = asked.kind AND l.nights IS NOT DISTINCT FROM asked.nights
  WHERE asked.visit_type_number = $1 AND asked.number = $2`;

/**
 * Reads the price lists that may price a night instead of the named one, and that one, which is missing if it does not exist.
 * They have the rates of the room types that have or touch one of the nights.
 */
export async function readPriceLists(
  sql: SqlTransaction,
  {
    visitType,
    priceList,
    roomTypes,
    nights,
  }: { visitType: number; priceList: number; roomTypes: readonly number[]; nights: DayRange },
): Promise<PriceList[]> {
  const rows = await sql.query<Omit<PriceList, 'rates'> & { rates: Rate[] | null }>(READ_LISTS, [
    visitType,
    priceList,
    roomTypes,
    nights.from - 1,
    nights.to + 1,
  ]);
  return rows.map(({ rates, ...list }) => ({ ...list, rates: rates ?? [] }));
}

const WRITE_RATES = `
  WITH removed AS (
    DELETE FROM rate AS r USING json_to_recordset($3::json) AS g("roomTypeNumber" int, "from" int)
    WHERE r.visit_type_number = $1 AND r.price_list_number = $2 AND r.room_type_number = g."roomTypeNumber"
      AND r."from" = date '1970-01-01' + g."from")
  INSERT INTO rate (visit_type_number, price_list_number, room_type_number, "from", "to", amount_minor)
  SELECT $1, $2, "roomTypeNumber", date '1970-01-01' + "from", date '1970-01-01' + "to", "amountMinor"
  FROM json_to_recordset($4::json) AS w("roomTypeNumber" int, "from" int, "to" int, "amountMinor" int)
  ON CONFLICT (visit_type_number, price_list_number, room_type_number, "from")
    DO UPDATE SET "to" = excluded."to", amount_minor = excluded.amount_minor`;

/** Writes the changed rates of one price list. */
export async function writeRates(
  sql: SqlTransaction,
  { visitType, priceList, update }: { visitType: number; priceList: number; update: RateUpdate },
): Promise<void> {
  const { removed, written } = update;
  await sql.query(WRITE_RATES, [visitType, priceList, JSON.stringify(removed), JSON.stringify(written)]);
}
