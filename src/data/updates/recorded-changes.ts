/**
 * The record of what changed prices and rooms (M14), written in the transaction of the change: a row for each hotel that an operation
 * has changed, and under it one for each room type and price list, whose ranges of nights are one value. However many nights an
 * import changes, its rows are no more than the price lists of its room types.
 */
import { COMMAND_LINE } from '../../domain/event/actor.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Currency } from '../../domain/pricing/money.ts';
import type { RateDifference } from '../../domain/pricing/rate-changes.ts';
import type { DayRange } from '../../domain/time/civil-date.ts';
import type { SqlTransaction } from '../database/sql-transactions.ts';
import type { HotelChangeOperation } from '../generated/prisma/enums.ts';
import { int4, int8, type JsOf, json, jsonList, jsonObject, oneOf, text } from '../sql/column-types.ts';
import { type Placeholder, statement } from '../sql/statement.ts';

/** Who changes something, by which operation, and when. */
export interface Author {
  /** Null: a command. */
  readonly apiKeyId: string | null;
  readonly operation: HotelChangeOperation;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The capacity of a night; null: no record. */
export type NightCapacity = { readonly units: number; readonly closed: boolean } | null;

/** Nights that had one value and have another one now. */
export interface ChangedRange<Value> extends DayRange {
  readonly before: Value;
  readonly after: Value;
}

/** Nights with another price than before, or a season of a package. */
export interface ChangedPrice extends ChangedRange<number | null> {
  /** The terms of the price list; absent: the change was recorded before they were. */
  readonly terms?: string;
}

/** The most nights that a change counts, which an integer of GraphQL holds. Prices without an end may have more. */
export const NIGHTS_COUNTED = 2 ** 31 - 1;

/** SQL expression: what an amount of a price list means, besides its currency. */
export const termsSql = (list: string) => `concat_ws(' ', ${list}.kind, ${list}.nights, ${list}.quoted_per)`;

/** SQL expression: the ranges of rows with `first`, `last`, `before` and `after`, and `more` fields. */
export const rangesSql = (more = '') =>
  `jsonb_agg(jsonb_build_object('from', first, 'to', last, 'before', before, 'after', after${more}) ORDER BY first)`;

export const AUTHOR = { apiKey: text, operation: oneOf('HotelChangeOperation'), now: int8 };
export const authorValues = ({ apiKeyId, operation, now }: Author) => ({ apiKey: apiKeyId ?? '', operation, now });

/**
 * SQL, the end of a `WITH`: writes the rows `part` (`room_type_number`, `visit_type_number`, `price_list_number`, `currency`, `first`,
 * `last`, `nights`, `ranges`) under one row for each hotel. What is not there any more has no hotel, and is left out.
 */
export function recordSql(
  kind: 'PRICES' | 'ROOMS',
  { apiKey, operation, now }: Readonly<Record<keyof typeof AUTHOR, Placeholder>>,
): string {
  const at = `to_timestamp(${now}::bigint / 1000.0)`;
  return `
  placed AS (
    SELECT p.*, r.hotel_number, row_number() OVER (
      PARTITION BY r.hotel_number
      ORDER BY p.visit_type_number, p.price_list_number, p.room_type_number, p.ranges -> 0 -> 'after' <> 'null')::int - 1 AS position
    FROM part AS p JOIN room_type AS r ON r.number = p.room_type_number),
  change AS (
    INSERT INTO hotel_change (id, kind, operation, hotel_number, at, key_name, client_name, "from", "to", nights)
    SELECT lpad(to_hex(extract(epoch FROM ${at})::bigint), 8, '0') || left(replace(gen_random_uuid()::text, '-', ''), 16), '${kind}',
      ${operation}::"HotelChangeOperation", hotel_number, ${at}, coalesce(k.name, '${COMMAND_LINE}'), c.name,
      date '1970-01-01' + min(first), date '1970-01-01' + max(last), least(sum(nights), ${NIGHTS_COUNTED})::int
    FROM placed LEFT JOIN api_key AS k ON k.id = ${apiKey} LEFT JOIN client AS c ON c.id = k.client_id
    GROUP BY hotel_number, k.name, c.name
    RETURNING id, hotel_number),
  recorded AS (
    INSERT INTO hotel_change_part (change_id, position, room_type_number, visit_type_number, price_list_number, currency, ranges)
    SELECT c.id, p.position, p.room_type_number, p.visit_type_number, p.price_list_number, p.currency, p.ranges
    FROM placed AS p JOIN change AS c USING (hotel_number))
  SELECT id FROM change ORDER BY hotel_number`;
}

/** What becomes different in one price list. */
interface ListDifferences {
  readonly visitType: number;
  readonly list: { readonly number: number; readonly currency: Currency; readonly terms: string };
  readonly update: { readonly differences: readonly RateDifference[] };
}

/** What becomes of a room type in one price list. */
const RATE_PART = jsonObject({
  ...{ roomTypeNumber: int4, visitTypeNumber: int4, priceListNumber: int4, currency: oneOf('Currency') },
  ranges: json<readonly ChangedPrice[]>(),
});
export type RatePart = JsOf<typeof RATE_PART>;

const RECORD_RATES = statement({
  takes: { parts: jsonList(RATE_PART), ...AUTHOR },
  returns: { id: text },
  sql: ({ parts, ...author }) => `
    WITH part AS (
      SELECT p."roomTypeNumber" AS room_type_number, p."visitTypeNumber" AS visit_type_number, p."priceListNumber" AS price_list_number,
        p.currency, r.first, r.last, r.nights, p.ranges
      FROM jsonb_to_recordset(${parts}) AS p("roomTypeNumber" int, "visitTypeNumber" int, "priceListNumber" int, currency "Currency",
        ranges jsonb)
      CROSS JOIN LATERAL (
        SELECT min("from") AS first, max("to") AS last, sum("to"::bigint - "from" + 1) AS nights
        FROM jsonb_to_recordset(p.ranges) AS r("from" int, "to" int)) AS r),
    ${recordSql('PRICES', author)}`,
});

/** Records what becomes of prices. Resolves to the ids of the changes, one for each hotel. */
export async function recordRates(
  sql: SqlTransaction,
  lists: readonly ListDifferences[],
  author: Author,
): Promise<string[]> {
  const rows = await sql.query(RECORD_RATES, { parts: partsOfLists(lists), ...authorValues(author) });
  return rows.map(({ id }) => id);
}

/** The parts in which a change of lists, which are in order, is recorded. */
export function partsOfLists(lists: readonly ListDifferences[]): RatePart[] {
  return lists.flatMap(({ visitType, list, update: { differences } }) => {
    const ofRoom = groupBy(differences, ({ roomTypeNumber }) => roomTypeNumber);
    return [...ofRoom]
      .sort(([one], [other]) => one - other)
      .map(([roomTypeNumber, some]) => ({
        ...{ roomTypeNumber, visitTypeNumber: visitType, priceListNumber: list.number, currency: list.currency },
        ranges: some.map(({ roomTypeNumber: _, ...range }) => ({ ...range, terms: list.terms })),
      }));
  });
}

/**
 * SQL, a part of a `WITH`: makes rows `part` of the rows `different`, one for each night that becomes another one: `room_type_number`,
 * `day`, `units` and `closed` as they were, `new_units` and `new_closed`. Units are null where there is no record.
 */
export const ROOM_PARTS_SQL = `
  island AS (
    SELECT *, day - row_number() OVER (
      PARTITION BY room_type_number, units, closed, new_units, new_closed ORDER BY day)::int AS island FROM different),
  span AS (
    SELECT room_type_number, min(day) AS first, max(day) AS last, ${capacitySql('units', 'closed')} AS before,
      ${capacitySql('new_units', 'new_closed')} AS after
    FROM island GROUP BY room_type_number, units, closed, new_units, new_closed, island),
  part AS (
    SELECT room_type_number, NULL::int AS visit_type_number, NULL::int AS price_list_number, NULL::"Currency" AS currency,
      min(first) AS first, max(last) AS last, sum(last - first + 1) AS nights, ${rangesSql()} AS ranges
    FROM span GROUP BY room_type_number)`;

function capacitySql(units: string, closed: string): string {
  return `CASE WHEN ${units} IS NOT NULL THEN jsonb_build_object('units', ${units}, 'closed', ${closed}) END`;
}
