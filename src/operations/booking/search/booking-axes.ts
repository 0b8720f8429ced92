/**
 * The two dates by which bookings are ordered and selected (S9), and which of them a page is searched by. A booking is made before its
 * arrival and at most the sales horizon ahead of it (P8), so bounds of one date bound the other one, too. Few are later moved further ahead
 * of the day that they were made on (M1).
 */

import type { Database } from '../../../data/database/database.ts';
import { int4 } from '../../../data/sql/column-types.ts';
import { query, statement } from '../../../data/sql/statement.ts';
import type { BookingStatus } from '../../../domain/booking/status.ts';
import { MONTHS_AHEAD } from '../../../domain/stay/stay.ts';
import { FIRST_DAY, formatDay, LAST_DAY, MS_PER_DAY, utcDay } from '../../../domain/time/civil-date.ts';
import { type BookingFilter, recordedAs } from './booking-filter.ts';
import type { ListedBookings, SelectedBookings } from './booking-order.ts';

/** For time zones and clocks: the business date of a time is at most so many days from its UTC date. */
const DAY_SLACK = 2;
/** Days from a booking to its arrival, at most, unless it was moved. An index has those that are further. */
const DAYS_AHEAD = MONTHS_AHEAD * 31 + DAY_SLACK;

/** The bookings that are further ahead are few, in an index that has the furthest one first. */
const READ_FURTHEST = statement({
  returns: { days: int4 },
  sql: () => `
    SELECT arrival - (created_at AT TIME ZONE 'UTC')::date AS days FROM booking
    WHERE arrival - (created_at AT TIME ZONE 'UTC')::date > ${DAYS_AHEAD} ORDER BY 1 DESC LIMIT 1`,
});

/** Days from a booking to its arrival, at most, if a bound of one date bounds the other one by it. */
export async function readDaysAhead(
  { prisma }: Pick<Database, 'prisma'>,
  { arrivalFrom, createdTo }: BookingFilter,
): Promise<number> {
  if (arrivalFrom == null && createdTo == null) return DAYS_AHEAD;
  const [furthest] = await query(prisma, READ_FURTHEST);
  return furthest ? furthest.days + DAY_SLACK : DAYS_AHEAD;
}

/** Bounds of dates or times, as PostgreSQL reads them; both ends included. */
interface Bounds {
  readonly from: string;
  readonly to: string;
}

export interface BoundsOfPage {
  readonly created: Bounds;
  /** What the bookings may be recorded as, with bounds of the arrival. */
  readonly ranges: readonly (Bounds & { readonly status: BookingStatus; readonly test: boolean })[];
}

export function boundsOfPage({ reach, filter, today, daysAhead = DAYS_AHEAD }: SelectedBookings): BoundsOfPage {
  const arrival = { from: filter.arrivalFrom ?? -Infinity, to: filter.arrivalTo ?? Infinity };
  const created = { from: filter.createdFrom?.getTime() ?? -Infinity, to: filter.createdTo?.getTime() ?? Infinity };
  const tests = [false, true].filter((test) => test === (reach.isTest ?? test) && test === (filter.isTest ?? test));
  return {
    created: {
      from: timeBound(Math.max(created.from, (arrival.from - daysAhead) * MS_PER_DAY)),
      to: timeBound(Math.min(created.to, (arrival.to + DAY_SLACK) * MS_PER_DAY)),
    },
    ranges: recordedAs(filter, today).flatMap(({ status, arrivalFrom, arrivalTo }) =>
      tests.map((test) => ({
        status,
        test,
        from: dayBound(Math.max(arrivalFrom ?? -Infinity, utcDay(created.from) - DAY_SLACK)),
        to: dayBound(Math.min(arrivalTo ?? Infinity, Math.ceil(created.to / MS_PER_DAY) + daysAhead)),
      })),
    ),
  };
}

/** Years outside 1 to 9999 are beyond every booking. */
function dayBound(day: number): string {
  if (day < FIRST_DAY) return '-infinity';
  return day > LAST_DAY ? 'infinity' : formatDay(day);
}

function timeBound(ms: number): string {
  if (ms < FIRST_DAY * MS_PER_DAY) return '-infinity';
  return ms > LAST_DAY * MS_PER_DAY ? 'infinity' : new Date(ms).toISOString();
}

/** The most days of bookings that a page may look through, to sort those within its reach. */
const DAYS_READ = { month: 31, year: 366 } as const;

/**
 * Whether a page is searched by the date that it is not ordered by: the index goes through a short range of that. In a long one the order
 * meets selected bookings soon; only the earliest bookings were made long before the latest arrivals.
 */
export function isReadByOtherAxis({ sort, filter, reach, today }: ListedBookings): boolean {
  const { arrivalFrom, arrivalTo, createdFrom, createdTo } = filter;
  switch (sort) {
    case 'NEWEST': {
      // Each hotel of several has few arrivals to come among all of its bookings.
      const { destinations, hotels } = reach;
      const isOfHotels = destinations === null ? hotels !== null : destinations.length > 0;
      const latest = Math.min(arrivalTo ?? Infinity, isOfHotels ? today + DAYS_READ.month : Infinity);
      return latest - (arrivalFrom ?? -Infinity) <= DAYS_READ.month;
    }
    case 'OLDEST':
      return Math.min(arrivalTo ?? Infinity, today + DAYS_READ.month) - (arrivalFrom ?? -Infinity) < DAYS_READ.year;
    case 'ARRIVAL': {
      const latest = Math.min(createdTo?.getTime() ?? Infinity, (today + 1) * MS_PER_DAY);
      return latest - (createdFrom?.getTime() ?? -Infinity) < DAYS_READ.month * MS_PER_DAY;
    }
  }
}
