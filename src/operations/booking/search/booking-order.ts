/** The orders of lists of bookings (S9), and what a page of one is asked by. */
import type { Day } from '../../../domain/time/civil-date.ts';
import type { CursorKey, CursorOrder } from '../../search/cursors.ts';
import type { BookingReach } from '../booking-access.ts';
import type { BookingFilter } from './booking-filter.ts';

/** The time of booking, or the day of arrival. */
export type Axis = 'created' | 'arrival';

interface BookingOrder extends CursorOrder {
  readonly axis: Axis;
  readonly isDescending: boolean;
}

const RESOURCE = { resource: 'bookings' } as const;

/** Bookings with equal values are ordered by id, in the same direction. */
export const BOOKING_ORDERS = {
  NEWEST: { ...RESOURCE, mode: 'NEWEST', words: 'time of booking, latest first', axis: 'created', isDescending: true },
  OLDEST: {
    ...RESOURCE,
    mode: 'OLDEST',
    words: 'time of booking, earliest first',
    axis: 'created',
    isDescending: false,
  },
  ARRIVAL: { ...RESOURCE, mode: 'ARRIVAL', words: 'arrival, earliest first', axis: 'arrival', isDescending: false },
} as const satisfies Record<string, BookingOrder>;
export type BookingSort = keyof typeof BOOKING_ORDERS;

/** Milliseconds since 1970 or a day, by the axis; and the id. */
export type BookingKey = CursorKey<string>;

/** What a list selects, whatever its order. */
export interface SelectedBookings {
  readonly reach: BookingReach;
  /** A filter without problems. */
  readonly filter: BookingFilter;
  /** The business date (T2). */
  readonly today: Day;
  /** Days from a booking to its arrival, at most. Default: those of bookings that were not moved. */
  readonly daysAhead?: number;
}

export interface ListedBookings extends SelectedBookings {
  readonly sort: BookingSort;
  /** Rows of the page. */
  readonly first: number;
  /** The row before the page; null: it is the first. */
  readonly after: BookingKey | null;
}
