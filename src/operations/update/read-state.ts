/**
 * What updates change, as it is stored now: recorded capacity (U1) and prices (U2) of a range of nights, for the people who change
 * them (U7). Read from the primary database, so that who has just changed something sees it.
 */
import type { Database } from '../../data/database/database.ts';
import { openHoldsSql, roomsLeftSql } from '../../data/rooms-left.ts';
import type { Currency } from '../../domain/pricing/money.ts';
import type { PriceList } from '../../domain/pricing/price-list.ts';
import { type InputProblem, inputProblem } from '../../domain/problem/input-problem.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import { hotelIsVisibleSql } from '../access/visible-sql.ts';
import { type Bounds, reversedProblems } from '../search/search-input.ts';

/** Nights of one question: two months and the ends of their weeks. */
export const STATE_NIGHTS = { min: 1, max: 93 } satisfies Bounds;

/** Nights in order, both ends included, at most `STATE_NIGHTS.max` of them. */
export function stateProblems({ from, to }: { from: Day; to: Day }): InputProblem[] {
  const nights = to - from + 1;
  return [
    ...reversedProblems({ from, to, path: 'to', mayBeEqual: true }),
    ...(nights > STATE_NIGHTS.max
      ? [inputProblem('to', 'tooManyDays', { from, to, value: nights, maximum: STATE_NIGHTS.max })]
      : []),
  ];
}

/** Recorded capacity of a night. */
export interface InventoryNight {
  readonly night: Day;
  readonly units: number;
  readonly sold: number;
  /** Open holds. */
  readonly held: number;
  readonly closed: boolean;
  /** What may still be sold or held. */
  readonly roomsLeft: number;
}

export interface RoomTypeInventory {
  readonly roomTypeNumber: number;
  /** Ascending; nights without a record are missing. */
  readonly nights: readonly InventoryNight[];
}

const READ_INVENTORY = `
  SELECT r.number AS "roomTypeNumber", coalesce(json_agg(json_build_object('night', n.night - date '1970-01-01', 'units', n.units,
      'sold', n.sold, 'held', ${openHoldsSql('n', '$4')}, 'closed', n.closed, 'roomsLeft', greatest(${roomsLeftSql('n', '$4')}, 0))
    ORDER BY n.night) FILTER (WHERE n.night IS NOT NULL), '[]') AS nights
  FROM room_type AS r JOIN hotel AS h ON h.number = r.hotel_number
  LEFT JOIN inventory_night AS n ON n.room_type_number = r.number
    AND n.night BETWEEN date '1970-01-01' + $2::int AND date '1970-01-01' + $3::int
  WHERE h.number = $1::int AND ${hotelIsVisibleSql('$5')}
  GROUP BY r.number ORDER BY r.number`;

type Destinations = ReadonlySet<number> | null;

/**
 * Capacity of the room types of a hotel, by number, at `now` (milliseconds since 1970).
 * @param destinations those that the caller sees; null: all. Other hotels have no room types.
 */
export function readInventory(
  { prisma }: Pick<Database, 'prisma'>,
  {
    hotel,
    from,
    to,
    now,
    destinations,
  }: { hotel: number; from: Day; to: Day; now: number; destinations: Destinations },
): Promise<RoomTypeInventory[]> {
  return prisma.$queryRawUnsafe(READ_INVENTORY, hotel, from, to, BigInt(now), destinations && [...destinations]);
}

/** A price in a season. */
export interface StoredRate {
  readonly roomTypeNumber: number;
  readonly from: Day;
  /** Included. */
  readonly to: Day;
  readonly amountMinor: number;
}

export interface PriceListRates extends Pick<PriceList, 'number' | 'kind' | 'nights' | 'quotedPer'> {
  readonly currency: Currency;
  /** By room type, then night; whole seasons, also where they begin before or end after the range. */
  readonly rates: readonly StoredRate[];
}

const READ_RATES = `
  SELECT l.number, l.kind, l.nights, l.quoted_per AS "quotedPer", l.currency, coalesce((
    SELECT json_agg(json_build_object('roomTypeNumber', r.room_type_number, 'from', r."from" - date '1970-01-01',
      'to', r."to" - date '1970-01-01', 'amountMinor', r.amount_minor) ORDER BY r.room_type_number, r."from")
    FROM rate AS r JOIN room_type AS t ON t.number = r.room_type_number JOIN hotel AS h ON h.number = t.hotel_number
    WHERE r.visit_type_number = l.visit_type_number AND r.price_list_number = l.number
      AND r."from" <= date '1970-01-01' + $3::int AND r."to" >= date '1970-01-01' + $2::int
      AND ($5::int IS NULL OR h.number = $5) AND ${hotelIsVisibleSql('$4')}), '[]') AS rates
  FROM price_list AS l
  WHERE l.visit_type_number = $1::int AND EXISTS (SELECT FROM visit_type_hotel AS s JOIN hotel AS h ON h.number = s.hotel_number
    WHERE s.visit_type_number = l.visit_type_number AND ${hotelIsVisibleSql('$4')})
  ORDER BY l.number`;

/** The price lists of a visit type, with the prices of the range in one hotel or in all that the caller sees (`destinations` as above). */
export function readRates(
  { prisma }: Pick<Database, 'prisma'>,
  {
    visitType,
    hotel,
    from,
    to,
    destinations,
  }: { visitType: number; hotel: number | null; from: Day; to: Day; destinations: Destinations },
): Promise<PriceListRates[]> {
  return prisma.$queryRawUnsafe(READ_RATES, visitType, from, to, destinations && [...destinations], hotel);
}
