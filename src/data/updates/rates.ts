/** Prices of visit types as an update reads and writes them (U2, M13). Two updates of one visit type run one after the other. */
import type { PriceList } from '../../domain/pricing/price-list.ts';
import type { RateUpdate } from '../../domain/pricing/rate-changes.ts';
import { type DayRange, LAST_DAY } from '../../domain/time/civil-date.ts';
import type { SqlTransaction } from '../database/sql-transactions.ts';
import { date, int4, jsonList, jsonObject, listOf, nullable, oneOf, text } from '../sql/column-types.ts';
import { statement } from '../sql/statement.ts';
import { type Author, recordRates, termsSql } from './recorded-changes.ts';

/** Bookings hold a weaker lock on the rows, so they do not wait. */
const LOCK_VISIT_TYPES = statement({
  takes: { numbers: listOf(int4) },
  sql: ({ numbers }) =>
    `SELECT number FROM visit_type WHERE number = ANY(${numbers}) ORDER BY number FOR NO KEY UPDATE`,
});

/** Takes turns with other updates of the visit types. It protects only later statements. */
export async function lockVisitTypes(sql: SqlTransaction, numbers: readonly number[]): Promise<void> {
  await sql.query(LOCK_VISIT_TYPES, { numbers });
}

export const RATE = jsonObject({ roomTypeNumber: int4, from: int4, to: int4, amountMinor: int4 });

/** The lists of visit types, with their rates of room types that touch nights. */
const READ_LISTS = statement({
  takes: { visitTypes: listOf(int4), roomTypes: listOf(int4), from: date, to: date },
  returns: {
    ...{
      visitType: int4,
      number: int4,
      kind: oneOf('PriceListKind'),
      nights: nullable(int4),
      quotedPer: oneOf('QuotedPer'),
    },
    ...{ currency: oneOf('Currency'), terms: text, rates: nullable(jsonList(RATE)) },
  },
  sql: ({ visitTypes, roomTypes, from, to }) => `
    SELECT l.visit_type_number AS "visitType", l.number, l.kind, l.nights, l.quoted_per AS "quotedPer", l.currency, ${termsSql('l')} AS terms, (
      SELECT json_agg(json_build_object('roomTypeNumber', r.room_type_number, 'from', r."from" - date '1970-01-01',
        'to', r."to" - date '1970-01-01', 'amountMinor', r.amount_minor))
      FROM rate AS r WHERE r.visit_type_number = l.visit_type_number AND r.price_list_number = l.number
        AND r.room_type_number = ANY(${roomTypes}) AND r."from" <= ${to} AND r."to" >= ${from}) AS rates
    FROM price_list AS l WHERE l.visit_type_number = ANY(${visitTypes}) ORDER BY l.visit_type_number, l.number`,
});

/** A price list of a visit type. */
export interface ListOfVisitType extends PriceList {
  readonly visitType: number;
  /** What its amounts mean, besides the currency. */
  readonly terms: string;
}

/** The price lists of visit types, with the rates of the room types that have or touch one of the nights. */
export async function readPriceLists(
  sql: SqlTransaction,
  { visitTypes, roomTypes, nights }: { visitTypes: readonly number[]; roomTypes: readonly number[]; nights: DayRange },
): Promise<ListOfVisitType[]> {
  const touched = { from: nights.from - 1, to: Math.min(nights.to + 1, LAST_DAY) };
  const rows = await sql.query(READ_LISTS, { visitTypes, roomTypes, ...touched });
  return rows.map(({ rates, ...list }) => ({ ...list, rates: rates ?? [] }));
}

/** What becomes of one price list. */
export interface ListUpdate {
  readonly visitType: number;
  readonly list: Pick<ListOfVisitType, 'number' | 'currency' | 'terms'>;
  readonly update: RateUpdate;
}

const KEY_OF_RATE = { visitType: int4, priceList: int4, roomTypeNumber: int4, from: int4 };
const WRITE_RATES = statement({
  takes: {
    removed: jsonList(jsonObject(KEY_OF_RATE)),
    written: jsonList(jsonObject({ ...KEY_OF_RATE, to: int4, amountMinor: int4 })),
  },
  sql: ({ removed, written }) => `
    WITH removed AS (
      DELETE FROM rate AS r USING json_to_recordset(${removed}) AS g("visitType" int, "priceList" int, "roomTypeNumber" int, "from" int)
      WHERE r.visit_type_number = g."visitType" AND r.price_list_number = g."priceList" AND r.room_type_number = g."roomTypeNumber"
        AND r."from" = date '1970-01-01' + g."from")
    INSERT INTO rate (visit_type_number, price_list_number, room_type_number, "from", "to", amount_minor)
    SELECT "visitType", "priceList", "roomTypeNumber", date '1970-01-01' + "from", date '1970-01-01' + "to", "amountMinor"
    FROM json_to_recordset(${written}) AS w("visitType" int, "priceList" int, "roomTypeNumber" int, "from" int, "to" int, "amountMinor" int)
    ON CONFLICT (visit_type_number, price_list_number, room_type_number, "from")
      DO UPDATE SET "to" = excluded."to", amount_minor = excluded.amount_minor`,
});

/** Writes the changed rates of price lists, and records them. Resolves to the ids of the changes, one for each hotel. */
export async function writeRates(sql: SqlTransaction, lists: readonly ListUpdate[], author: Author): Promise<string[]> {
  const rowsOf = (part: 'removed' | 'written') =>
    lists.flatMap(({ visitType, list, update }) =>
      update[part].map((rate) => ({ ...rate, visitType, priceList: list.number })),
    );
  const [recorded] = await Promise.all([
    recordRates(sql, lists, author),
    sql.query(WRITE_RATES, { removed: rowsOf('removed'), written: rowsOf('written') }),
  ]);
  return recorded;
}
