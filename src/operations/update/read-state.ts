/**
 * What updates change, as it is stored now: recorded capacity (U1) and prices (U2) of a range of nights, for the people who change
 * them (U7). Read from the primary database, so that who has just changed something sees it.
 */

import type { Database } from '../../data/database/database.ts';
import { openHoldsSql, roomsLeftSql } from '../../data/rooms-left.ts';
import {
  bool,
  date,
  int4,
  int8,
  type JsOf,
  jsonList,
  jsonObject,
  nullable,
  oneOf,
} from '../../data/sql/column-types.ts';
import { query, type RowOf, statement } from '../../data/sql/statement.ts';
import { RATE } from '../../data/updates/rates.ts';
import type { InputProblem } from '../../domain/problem/input-problem.ts';
import type { Day, DayRange } from '../../domain/time/civil-date.ts';
import { type HotelReach, hotelIsReachedSql, REACH_COLUMNS, reachValues } from '../access/hotel-reach.ts';
import { type Bounds, daysProblems } from '../search/search-input.ts';

/** Nights of one question: two months and the ends of their weeks. */
export const STATE_NIGHTS = { min: 1, max: 93 } satisfies Bounds;

/** Nights in order, both ends included, at most `STATE_NIGHTS.max` of them. */
export function stateProblems(nights: DayRange): InputProblem[] {
  return daysProblems(nights, STATE_NIGHTS.max);
}

/** Recorded capacity of a night. */
const INVENTORY_NIGHT = jsonObject({
  ...{ night: int4, units: int4, sold: int4 },
  /** Open holds. */
  held: int4,
  closed: bool,
  /** What may still be sold or held. */
  roomsLeft: int4,
});
export type InventoryNight = JsOf<typeof INVENTORY_NIGHT>;

const READ_INVENTORY = statement({
  takes: { hotel: int4, from: date, to: date, now: int8, ...REACH_COLUMNS },
  returns: {
    roomTypeNumber: int4,
    /** Ascending; nights without a record are missing. */
    nights: jsonList(INVENTORY_NIGHT),
  },
  sql: ({ hotel, from, to, now, ...reach }) => `
    SELECT r.number AS "roomTypeNumber", coalesce(json_agg(json_build_object('night', n.night - date '1970-01-01', 'units', n.units,
        'sold', n.sold, 'held', ${openHoldsSql('n', now)}, 'closed', n.closed, 'roomsLeft', greatest(${roomsLeftSql('n', now)}, 0))
      ORDER BY n.night) FILTER (WHERE n.night IS NOT NULL), '[]') AS nights
    FROM room_type AS r JOIN hotel AS h ON h.number = r.hotel_number
    LEFT JOIN inventory_night AS n ON n.room_type_number = r.number AND n.night BETWEEN ${from} AND ${to}
    WHERE h.number = ${hotel} AND ${hotelIsReachedSql(reach)}
    GROUP BY r.number ORDER BY r.number`,
});

export type RoomTypeInventory = RowOf<typeof READ_INVENTORY>;

/**
 * Capacity of the room types of a hotel, by number, at `now` (milliseconds since 1970).
 * @param caller hotels beyond its reach have no room types
 */
export function readInventory(
  { prisma }: Pick<Database, 'prisma'>,
  { hotel, from, to, now, caller }: { hotel: number; from: Day; to: Day; now: number; caller: HotelReach },
): Promise<RoomTypeInventory[]> {
  return query(prisma, READ_INVENTORY, { hotel, from, to, now, ...reachValues(caller) });
}

const READ_RATES = statement({
  takes: { visitType: int4, from: date, to: date, ...REACH_COLUMNS, hotel: nullable(int4) },
  returns: {
    ...{ number: int4, kind: oneOf('PriceListKind'), nights: nullable(int4), quotedPer: oneOf('QuotedPer') },
    currency: oneOf('Currency'),
    /** In the order of room types and nights; whole seasons, also where they begin before or end after the range. */
    rates: jsonList(RATE),
  },
  sql: ({ visitType, from, to, hotel, ...reach }) => `
    SELECT l.number, l.kind, l.nights, l.quoted_per AS "quotedPer", l.currency, coalesce((
      SELECT json_agg(json_build_object('roomTypeNumber', r.room_type_number, 'from', r."from" - date '1970-01-01',
        'to', r."to" - date '1970-01-01', 'amountMinor', r.amount_minor) ORDER BY r.room_type_number, r."from")
      FROM rate AS r JOIN room_type AS t ON t.number = r.room_type_number JOIN hotel AS h ON h.number = t.hotel_number
      WHERE r.visit_type_number = l.visit_type_number AND r.price_list_number = l.number AND r."from" <= ${to} AND r."to" >= ${from}
        AND (${hotel}::int IS NULL OR h.number = ${hotel}) AND ${hotelIsReachedSql(reach)}), '[]') AS rates
    FROM price_list AS l
    WHERE l.visit_type_number = ${visitType} AND EXISTS (SELECT FROM visit_type_hotel AS s JOIN hotel AS h ON h.number = s.hotel_number
      WHERE s.visit_type_number = l.visit_type_number AND ${hotelIsReachedSql(reach)})
    ORDER BY l.number`,
});

export type PriceListRates = RowOf<typeof READ_RATES>;

/** The price lists of a visit type, with the prices of the range in one hotel or in all within the caller's reach. */
export function readRates(
  { prisma }: Pick<Database, 'prisma'>,
  {
    visitType,
    hotel,
    from,
    to,
    caller,
  }: { visitType: number; hotel: number | null; from: Day; to: Day; caller: HotelReach },
): Promise<PriceListRates[]> {
  return query(prisma, READ_RATES, { visitType, from, to, hotel, ...reachValues(caller) });
}
