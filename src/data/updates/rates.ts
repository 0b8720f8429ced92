/** Prices of a visit type as an update reads and writes them (U2). Two updates of one visit type run one after the other. */
import type { PriceList, Rate } from '../../domain/pricing/price-list.ts';
import type { RateUpdate } from '../../domain/pricing/rate-changes.ts';
import type { DayRange } from '../../domain/time/civil-date.ts';
import type { SqlTransaction } from '../database/sql-transactions.ts';
import { date, int4, json, listOf, nullable, oneOf } from '../sql/column-types.ts';
import { statement } from '../sql/statement.ts';

/** Bookings hold a weaker lock on the row, so they do not wait. */
const LOCK_VISIT_TYPE = statement({
  takes: { number: int4 },
  sql: ({ number }) => `SELECT number FROM visit_type WHERE number = ${number} FOR NO KEY UPDATE`,
});

/** Takes turns with other updates of the visit type. It protects only later statements. */
export async function lockVisitType(sql: SqlTransaction, number: number): Promise<void> {
  await sql.query(LOCK_VISIT_TYPE, { number });
}

/** The lists with the same claim as a list (P3), itself included, with their rates of room types that touch nights. */
const READ_LISTS = statement({
  takes: { visitType: int4, priceList: int4, roomTypes: listOf(int4), from: date, to: date },
  returns: {
    ...{ number: int4, kind: oneOf('PriceListKind'), nights: nullable(int4), quotedPer: oneOf('QuotedPer') },
    ...{ currency: oneOf('Currency'), rates: nullable(json<Rate[]>()) },
  },
  sql: ({ visitType, priceList, roomTypes, from, to }) => `
    SELECT l.number, l.kind, l.nights, l.quoted_per AS "quotedPer", l.currency, (
      SELECT json_agg(json_build_object('roomTypeNumber', r.room_type_number, 'from', r."from" - date '1970-01-01',
        'to', r."to" - date '1970-01-01', 'amountMinor', r.amount_minor))
      FROM rate AS r WHERE r.visit_type_number = ${visitType} AND r.price_list_number = l.number
        AND r.room_type_number = ANY(${roomTypes}) AND r."from" <= ${to} AND r."to" >= ${from}) AS rates
    FROM price_list AS asked JOIN price_list AS l ON l.visit_type_number = ${visitType}
      AND l.currency = asked.currency AND l.kind = asked.kind AND l.nights IS NOT DISTINCT FROM asked.nights
    WHERE asked.visit_type_number = ${visitType} AND asked.number = ${priceList}`,
});

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
  const touched = { from: nights.from - 1, to: nights.to + 1 };
  const rows = await sql.query(READ_LISTS, { visitType, priceList, roomTypes, ...touched });
  return rows.map(({ rates, ...list }) => ({ ...list, rates: rates ?? [] }));
}

const WRITE_RATES = statement({
  takes: {
    visitType: int4,
    priceList: int4,
    removed: json<RateUpdate['removed']>(),
    written: json<RateUpdate['written']>(),
  },
  sql: ({ visitType, priceList, removed, written }) => `
    WITH removed AS (
      DELETE FROM rate AS r USING json_to_recordset(${removed}) AS g("roomTypeNumber" int, "from" int)
      WHERE r.visit_type_number = ${visitType} AND r.price_list_number = ${priceList} AND r.room_type_number = g."roomTypeNumber"
        AND r."from" = date '1970-01-01' + g."from")
    INSERT INTO rate (visit_type_number, price_list_number, room_type_number, "from", "to", amount_minor)
    SELECT ${visitType}, ${priceList}, "roomTypeNumber", date '1970-01-01' + "from", date '1970-01-01' + "to", "amountMinor"
    FROM json_to_recordset(${written}) AS w("roomTypeNumber" int, "from" int, "to" int, "amountMinor" int)
    ON CONFLICT (visit_type_number, price_list_number, room_type_number, "from")
      DO UPDATE SET "to" = excluded."to", amount_minor = excluded.amount_minor`,
});

/** Writes the changed rates of one price list. */
export async function writeRates(
  sql: SqlTransaction,
  { visitType, priceList, update }: { visitType: number; priceList: number; update: RateUpdate },
): Promise<void> {
  const { removed, written } = update;
  await sql.query(WRITE_RATES, { visitType, priceList, removed, written });
}
