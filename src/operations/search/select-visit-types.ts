/** The visit types that a filter selects, but for its search: one statement (C1, F5). */
import { date, int4, listOf, oneOf } from '../../data/sql/column-types.ts';
import { type Bind, composed, query } from '../../data/sql/statement.ts';
import type { StayCategory } from '../../domain/minimum-price/price-from.ts';
import { BEDS_MAX, lastNightForSale, STAY_NIGHTS_MAX } from '../../domain/stay/stay.ts';
import { SortedKeys } from '../../domain/text/sort-order.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import type { RequestContext } from '../access/request-context.ts';

/** Omitted conditions, and an empty `search`, select everything. Dates are inclusive. */
export interface VisitTypeFilter {
  hotel?: string | null | undefined;
  destination?: string | null | undefined;
  starsMin?: number | null | undefined;
  starsMax?: number | null | undefined;
  /** Some room type of the hotel has exactly this many beds. */
  occupancy?: number | null | undefined;
  /** Some night from here to `dateTo` is on offer (`offeredNights`) in that hotel, and in a room type with so many beds. */
  dateFrom?: Day | null | undefined;
  dateTo?: Day | null | undefined;
  nightsMin?: number | null | undefined;
  nightsMax?: number | null | undefined;
  category?: string | null | undefined;
  tag?: string | null | undefined;
  stayCategory?: StayCategory | null | undefined;
  /** Words, each of which its texts, or those of a hotel that sells it, must have (F15). */
  search?: string | null | undefined;
}

/**
 * The same filter with lengths and beds that a catalogue can have, and dates that can be sold: a bound of the lengths that every visit type meets is
 * left out, and any other beyond is the nearest. So numbers and dates beyond the catalogue make no lists of their own, each of which would be cached.
 */
export function withKnownBounds(filter: VisitTypeFilter, today: Day): VisitTypeFilter {
  const { nightsMin, nightsMax, dateFrom, dateTo, occupancy } = filter;
  const [least, most] = [today - 1, lastNightForSale(today) + 1];
  return {
    ...filter,
    occupancy: occupancy == null ? undefined : Math.min(occupancy, BEDS_MAX + 1),
    dateFrom: dateFrom == null ? undefined : Math.min(Math.max(dateFrom, today), most),
    dateTo: dateTo == null ? undefined : Math.min(Math.max(dateTo, least), most - 1),
    nightsMin: nightsMin == null || nightsMin <= 1 ? undefined : Math.min(nightsMin, STAY_NIGHTS_MAX + 1),
    nightsMax: nightsMax == null || nightsMax >= STAY_NIGHTS_MAX ? undefined : Math.max(nightsMax, 0),
  };
}

/** What a filter refers to; undefined: it refers to nothing of the kind. */
export interface References {
  readonly hotel: number | undefined;
  readonly destination: number | undefined;
  readonly category: number | undefined;
  readonly tag: number | undefined;
}

export interface VisitTypeSelection {
  readonly filter: VisitTypeFilter;
  readonly references: References;
  /** The destinations that the caller sees; null: all. */
  readonly destinations: readonly number[] | null;
}

/** Position and number of the selected visit types, in listing order; `search` is not looked at. */
export async function selectVisitTypes(
  { today, services }: RequestContext,
  selection: VisitTypeSelection,
): Promise<SortedKeys> {
  const rows = await query(services.database.catalogue, selectionStatement(selection, today));
  const length = rows.reduce((sum, row) => sum + row.numbers.length, 0);
  const positions = new Int32Array(length);
  const numbers = new Int32Array(length);
  let place = 0;
  for (const row of rows) {
    positions.set(row.positions, place);
    numbers.set(row.numbers, place);
    place += row.numbers.length;
  }
  return new SortedKeys(positions, numbers);
}

/** The hotels in which each of them meets the conditions about one. */
export async function selectSales(
  { today, services }: RequestContext,
  selection: VisitTypeSelection,
): Promise<readonly { readonly number: number; readonly hotels: readonly number[] }[]> {
  return query(services.database.catalogue, salesStatement(selection, today));
}

/** Visit types of a row: an object for each of a large catalogue would hold up other requests (A9). */
const SELECTED_PER_ROW = 1_000;

/**
 * It has the conditions that are given, and no others: one text for all filters, which PostgreSQL would soon plan once for any values, took
 * three times as long.
 */
export function selectionStatement(selection: VisitTypeSelection, today: Day) {
  return composed({ positions: listOf(int4), numbers: listOf(int4) }, (bind) => {
    const { sold, conditions } = conditionsOf(selection, { today, bind });
    return `
      SELECT array_agg(priority_position ORDER BY place) AS positions, array_agg(number ORDER BY place) AS numbers FROM (
        SELECT priority_position, number, row_number() OVER (ORDER BY priority_position, number) - 1 AS place FROM visit_type
        WHERE ${[...conditions, `EXISTS (SELECT ${sold})`].join(' AND ')}) AS selected
      GROUP BY place / ${SELECTED_PER_ROW} ORDER BY place / ${SELECTED_PER_ROW}`;
  });
}

export function salesStatement(selection: VisitTypeSelection, today: Day) {
  return composed({ number: int4, hotels: listOf(int4) }, (bind) => {
    const { sold, conditions } = conditionsOf(selection, { today, bind });
    return `
      SELECT number, ARRAY(SELECT DISTINCT sale.hotel_number ${sold}) AS hotels FROM visit_type
      WHERE ${['TRUE', ...conditions].join(' AND ')}`;
  });
}

/** What must hold of a visit type, and from what and where its sales in hotels are selected that meet the conditions about one. */
function conditionsOf(
  { filter, references: { hotel, destination, category, tag }, destinations }: VisitTypeSelection,
  { today, bind }: { today: Day; bind: Bind },
): { sold: string; conditions: string[] } {
  // One hotel must meet all conditions, and there one room type those about it.
  const ofHotel = ['sale.visit_type_number = visit_type.number'];
  if (destinations !== null) ofHotel.push(`hotel.destination_number = ANY(${bind(listOf(int4), destinations)})`);
  if (hotel !== undefined) ofHotel.push(`hotel.number = ${bind(int4, hotel)}`);
  if (destination !== undefined) ofHotel.push(`hotel.destination_number = ${bind(int4, destination)}`);
  if (filter.starsMin != null) ofHotel.push(`hotel.stars >= ${bind(int4, filter.starsMin)}`);
  if (filter.starsMax != null) ofHotel.push(`hotel.stars <= ${bind(int4, filter.starsMax)}`);
  if (filter.occupancy != null) ofHotel.push(`room_type.beds = ${bind(int4, filter.occupancy)}`);
  const hasDates = filter.dateFrom != null || filter.dateTo != null;
  const sold = hasDates ? soldWithNight(filter, { today, bind, ofHotel }) : soldIn(ofHotel);
  const conditions = hasDates ? [isOnSale(bind(date, today))] : [];
  if (filter.nightsMin != null) conditions.push(`visit_type.nights_max >= ${bind(int4, filter.nightsMin)}`);
  if (filter.nightsMax != null) conditions.push(`visit_type.nights_min <= ${bind(int4, filter.nightsMax)}`);
  if (category !== undefined) {
    conditions.push(`EXISTS (
        SELECT FROM visit_type_category_link
        WHERE visit_type_number = visit_type.number AND category_number = ${bind(int4, category)})`);
  }
  if (tag !== undefined) {
    conditions.push(`EXISTS (
        SELECT FROM visit_type_tag WHERE visit_type_number = visit_type.number AND tag_number = ${bind(int4, tag)})`);
  }
  if (filter.stayCategory != null) {
    conditions.push(`visit_type.stay_category = ${bind(oneOf('StayCategory'), filter.stayCategory)}`);
  }
  return { sold, conditions };
}

function isOnSale(now: string): string {
  return `coalesce(visit_type.selling_from <= ${now}, TRUE) AND coalesce(visit_type.selling_to >= ${now}, TRUE)`;
}

/** Its sales in hotels that meet the conditions, those about a room type in one of them. */
function soldIn(ofHotel: readonly string[]): string {
  return `
      FROM visit_type_hotel AS sale
      JOIN hotel ON hotel.number = sale.hotel_number
      LEFT JOIN room_type ON room_type.hotel_number = hotel.number
      WHERE ${ofHotel.join(' AND ')}`;
}

/**
 * The same, and that the dates contain a night on offer in that room type: one of `offeredNights` (P6, T3, P8, P9). The rule is repeated
 * in SQL, because the rate books of the whole catalogue are not in memory; a test compares the two. A package prices the nights of its
 * season from today to the horizon, if the whole package fits into them. Time constraints apply after that, to each night alone: it must
 * lie in one of them. Without any, the outer join yields nulls, which `greatest` and `least` ignore.
 */
function soldWithNight(
  { dateFrom, dateTo }: VisitTypeFilter,
  { today, bind, ofHotel }: { today: Day; bind: Bind; ofHotel: readonly string[] },
): string {
  const horizon = lastNightForSale(today);
  const now = bind(date, today);
  const lastForSale = bind(date, horizon);
  const first = bind(date, Math.max(today, dateFrom ?? today));
  const last = bind(date, Math.min(horizon, dateTo ?? horizon));
  return `
      FROM rate
      JOIN price_list ON price_list.visit_type_number = rate.visit_type_number AND price_list.number = rate.price_list_number
      JOIN room_type ON room_type.number = rate.room_type_number
      JOIN visit_type_hotel AS sale
        ON sale.visit_type_number = rate.visit_type_number AND sale.hotel_number = room_type.hotel_number
      JOIN hotel ON hotel.number = room_type.hotel_number
      LEFT JOIN time_constraint AS allowed ON allowed.visit_type_number = rate.visit_type_number
      WHERE rate.visit_type_number = visit_type.number AND ${ofHotel.join(' AND ')}
        AND greatest(${first}, rate."from", allowed."from") <= least(${last}, rate."to", allowed."to")
        AND (price_list.kind = 'PER_NIGHT'
             OR least(rate."to", ${lastForSale}) - greatest(rate."from", ${now}) + 1 >= price_list.nights)`;
}
