/** The visit types that a filter selects, but for its search: one statement (C1, F5). */
import { columnOfDay } from '../../data/civil-dates.ts';
import { Prisma } from '../../data/generated/prisma/client.ts';
import type { StayCategory } from '../../domain/minimum-price/price-from.ts';
import type { SortKey } from '../../domain/text/sort-order.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import { lastNightForSale } from '../../domain/time/horizon.ts';
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
  /** Part of name or description in any language, without regard to case and accents. */
  search?: string | null | undefined;
}

/** What a filter refers to; undefined: it refers to nothing of the kind. */
export interface References {
  readonly hotel: number | undefined;
  readonly destination: number | undefined;
  readonly category: number | undefined;
  readonly tag: number | undefined;
}

/** Position and number of the selected visit types, in listing order; `search` is not looked at. */
export async function selectVisitTypes(
  context: RequestContext,
  {
    filter,
    references: { hotel, destination, category, tag },
    destinations,
  }: {
    filter: VisitTypeFilter;
    references: References;
    /** The destinations that the caller sees; null: all. */
    destinations: readonly number[] | null;
  },
): Promise<readonly SortKey[]> {
  // One hotel must meet all conditions, and there one room type those about it.
  const hotelConditions = [Prisma.sql`sale.visit_type_number = visit_type.number`];
  if (destinations !== null) hotelConditions.push(Prisma.sql`hotel.destination_number = ANY(${destinations}::int[])`);
  if (hotel !== undefined) hotelConditions.push(Prisma.sql`hotel.number = ${hotel}`);
  if (destination !== undefined) hotelConditions.push(Prisma.sql`hotel.destination_number = ${destination}`);
  if (filter.starsMin != null) hotelConditions.push(Prisma.sql`hotel.stars >= ${filter.starsMin}`);
  if (filter.starsMax != null) hotelConditions.push(Prisma.sql`hotel.stars <= ${filter.starsMax}`);
  if (filter.occupancy != null) hotelConditions.push(Prisma.sql`room_type.beds = ${filter.occupancy}`);
  const hasDates = filter.dateFrom != null || filter.dateTo != null;
  const conditions = [hasDates ? hasOfferedNight(context, filter, hotelConditions) : isSold(hotelConditions)];
  if (filter.nightsMin != null) conditions.push(Prisma.sql`visit_type.nights_max >= ${filter.nightsMin}`);
  if (filter.nightsMax != null) conditions.push(Prisma.sql`visit_type.nights_min <= ${filter.nightsMax}`);
  if (category !== undefined) {
    conditions.push(Prisma.sql`EXISTS (
      SELECT FROM visit_type_category_link WHERE visit_type_number = visit_type.number AND category_number = ${category})`);
  }
  if (tag !== undefined) {
    conditions.push(Prisma.sql`EXISTS (
      SELECT FROM visit_type_tag WHERE visit_type_number = visit_type.number AND tag_number = ${tag})`);
  }
  if (filter.stayCategory != null) {
    conditions.push(Prisma.sql`visit_type.stay_category = ${filter.stayCategory}::"StayCategory"`);
  }
  const rows = await context.services.database.catalogue.$queryRaw<{ position: number; number: number }[]>`
    SELECT priority_position AS position, number FROM visit_type WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY priority_position, number`;
  return rows.map(({ position, number }): SortKey => [position, number]);
}

/** Whether a hotel sells it that meets the conditions, those about a room type in one of them. */
function isSold(conditions: readonly Prisma.Sql[]): Prisma.Sql {
  return Prisma.sql`EXISTS (
      SELECT FROM visit_type_hotel AS sale
      JOIN hotel ON hotel.number = sale.hotel_number
      LEFT JOIN room_type ON room_type.hotel_number = hotel.number
      WHERE ${Prisma.join([...conditions], ' AND ')})`;
}

/**
 * The same, and that the dates contain a night on offer in that room type: one of `offeredNights` (P6, T3, P8, P9). The rule is repeated in SQL, because the rate books of the whole catalogue are not in
 * memory; a test compares the two. A package prices the nights of its season from today to the horizon, if the whole
 * package fits into them. Time constraints apply after that, to each night alone: it must lie in one of them. Without
 * any, the outer join yields nulls, which `greatest` and `least` ignore.
 */
function hasOfferedNight(
  context: RequestContext,
  { dateFrom, dateTo }: VisitTypeFilter,
  conditions: readonly Prisma.Sql[],
): Prisma.Sql {
  const horizon = lastNightForSale(context.today);
  const today = columnOfDay(context.today);
  const lastForSale = columnOfDay(horizon);
  const first = columnOfDay(Math.max(context.today, dateFrom ?? context.today));
  const last = columnOfDay(Math.min(horizon, dateTo ?? horizon));
  return Prisma.sql`
    coalesce(visit_type.selling_from <= ${today}::date, TRUE) AND coalesce(visit_type.selling_to >= ${today}::date, TRUE)
    AND EXISTS (
      SELECT FROM rate
      JOIN price_list ON price_list.visit_type_number = rate.visit_type_number AND price_list.number = rate.price_list_number
      JOIN room_type ON room_type.number = rate.room_type_number
      JOIN visit_type_hotel AS sale
        ON sale.visit_type_number = rate.visit_type_number AND sale.hotel_number = room_type.hotel_number
      JOIN hotel ON hotel.number = room_type.hotel_number
      LEFT JOIN time_constraint AS allowed ON allowed.visit_type_number = rate.visit_type_number
      WHERE rate.visit_type_number = visit_type.number AND ${Prisma.join([...conditions], ' AND ')}
        AND greatest(${first}::date, rate."from", allowed."from") <= least(${last}::date, rate."to", allowed."to")
        AND (price_list.kind = 'PER_NIGHT'
             OR least(rate."to", ${lastForSale}::date) - greatest(rate."from", ${today}::date) + 1 >= price_list.nights))`;
}
