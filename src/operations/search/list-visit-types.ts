/**
 * The visit types that a filter selects, in listing order (C1). Filters select records and never change their content.
 * The result is a list of sort keys, cached for what it is made of and the day, so paging and counting are free.
 */
import type { EpochKind } from '../../data/cache/epoch-scopes.ts';
import { columnOfDay } from '../../data/civil-dates.ts';
import { Prisma } from '../../data/generated/prisma/client.ts';
import type { SortKey, SortOrder } from '../../domain/text/sort-order.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import { lastNightForSale } from '../../domain/time/horizon.ts';
import { resolveNumber } from '../access/references.ts';
import type { RequestContext } from '../access/request-context.ts';
import { visibleDestinationNumbers } from '../access/visibility.ts';
import { getOrComputeList } from './cached-lists.ts';

/** Omitted conditions select everything. Dates are inclusive. */
export interface VisitTypeFilter {
  hotel?: string | null | undefined;
  destination?: string | null | undefined;
  hotelStarsMin?: number | null | undefined;
  hotelStarsMax?: number | null | undefined;
  /** Some room type of the hotel has exactly this many beds. */
  beds?: number | null | undefined;
  /** Some night from here to `dateTo` is on offer (`offeredNights`) in a hotel that the caller sees. */
  dateFrom?: Day | null | undefined;
  dateTo?: Day | null | undefined;
  nightsMin?: number | null | undefined;
  nightsMax?: number | null | undefined;
}

/** The only order of visit types. */
export const VISIT_TYPE_ORDER = {
  resource: 'visit-types',
  mode: 'priority',
  words: 'priority position',
  valueType: 'number',
} as const satisfies SortOrder;

/** The sort keys of the selected visit types that the caller sees, in order. */
export async function listVisitTypes(context: RequestContext, filter: VisitTypeFilter): Promise<readonly SortKey[]> {
  const hotel = filter.hotel == null ? undefined : await resolveNumber(context, 'hotel', filter.hotel);
  const destination =
    filter.destination == null ? undefined : await resolveNumber(context, 'destination', filter.destination);
  if (hotel === null || destination === null) return [];
  const destinations = visibleDestinationNumbers(context);
  const key = JSON.stringify(['visit-types', { ...filter, hotel, destination }, destinations]);
  const hasDates = filter.dateFrom != null || filter.dateTo != null;
  return getOrComputeList(context, { key, madeOf: hasDates ? MADE_OF_WITH_DATES : MADE_OF }, () =>
    selectRows(context, { filter, hotel, destination, destinations }),
  );
}

const MADE_OF: readonly EpochKind[] = ['structure', 'visitType', 'hotel', 'roomType'];
const MADE_OF_WITH_DATES: readonly EpochKind[] = [...MADE_OF, 'rates'];

async function selectRows(
  context: RequestContext,
  {
    filter,
    hotel,
    destination,
    destinations,
  }: {
    filter: VisitTypeFilter;
    hotel: number | undefined;
    destination: number | undefined;
    /** Those that the caller sees; null: all. */
    destinations: readonly number[] | null;
  },
): Promise<readonly SortKey[]> {
  const seen = (alias: string) =>
    destinations === null
      ? Prisma.sql`TRUE`
      : Prisma.sql`${Prisma.raw(alias)}.destination_number = ANY(${destinations}::int[])`;
  // One hotel must meet all conditions.
  const hotelConditions = [seen('hotel')];
  if (hotel !== undefined) hotelConditions.push(Prisma.sql`hotel.number = ${hotel}`);
  if (destination !== undefined) hotelConditions.push(Prisma.sql`hotel.destination_number = ${destination}`);
  if (filter.hotelStarsMin != null) hotelConditions.push(Prisma.sql`hotel.stars >= ${filter.hotelStarsMin}`);
  if (filter.hotelStarsMax != null) hotelConditions.push(Prisma.sql`hotel.stars <= ${filter.hotelStarsMax}`);
  if (filter.beds != null) {
    hotelConditions.push(Prisma.sql`EXISTS (
      SELECT FROM room_type WHERE room_type.hotel_number = hotel.number AND room_type.beds = ${filter.beds})`);
  }
  const conditions = [
    Prisma.sql`EXISTS (
      SELECT FROM visit_type_hotel AS sale JOIN hotel ON hotel.number = sale.hotel_number
      WHERE sale.visit_type_number = visit_type.number AND ${Prisma.join(hotelConditions, ' AND ')})`,
  ];
  if (filter.nightsMin != null) conditions.push(Prisma.sql`visit_type.nights_max >= ${filter.nightsMin}`);
  if (filter.nightsMax != null) conditions.push(Prisma.sql`visit_type.nights_min <= ${filter.nightsMax}`);
  if (filter.dateFrom != null || filter.dateTo != null) {
    conditions.push(hasOfferedNight(context, filter, seen('offering_hotel')));
  }
  const rows = await context.services.database.catalogue.$queryRaw<{ position: number; number: number }[]>`
    SELECT priority_position AS position, number FROM visit_type WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY priority_position, number`;
  return rows.map(({ position, number }): SortKey => [position, number]);
}

/**
 * Whether the dates contain a night on offer in a hotel that the caller sees: one of `offeredNights` (P6, T3, P8, P9)
 * of some room type there. The rule is repeated in SQL, because the rate books of the whole catalogue are not in
 * memory; a test compares the two. A package prices the nights of its season from today to the horizon, if the whole
 * package fits into them. Time constraints apply after that, to each night alone: it must lie in one of them. Without
 * any, the outer join yields nulls, which `greatest` and `least` ignore.
 */
function hasOfferedNight(
  context: RequestContext,
  { dateFrom, dateTo }: VisitTypeFilter,
  isSeen: Prisma.Sql,
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
      JOIN visit_type_hotel AS offering_sale
        ON offering_sale.visit_type_number = rate.visit_type_number AND offering_sale.hotel_number = room_type.hotel_number
      JOIN hotel AS offering_hotel ON offering_hotel.number = room_type.hotel_number
      LEFT JOIN time_constraint AS allowed ON allowed.visit_type_number = rate.visit_type_number
      WHERE rate.visit_type_number = visit_type.number AND ${isSeen}
        AND greatest(${first}::date, rate."from", allowed."from") <= least(${last}::date, rate."to", allowed."to")
        AND (price_list.kind = 'PER_NIGHT'
             OR least(rate."to", ${lastForSale}::date) - greatest(rate."from", ${today}::date) + 1 >= price_list.nights))`;
}
