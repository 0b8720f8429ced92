/** What may be spent with a key that lies in browsers (A4). */
import type { UseLimit } from './use-limits.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What an operator sets; 0: no limit. */
export interface PublicLimits {
  /** Bookings and requests of an address in an hour; twice as many in a day. */
  readonly bookingsPerHour: number;
  /** Room nights of an address in holds and binding bookings. */
  readonly roomNightsPerDay: number;
}

export const DEFAULT_PUBLIC_LIMITS: PublicLimits = { bookingsPerHour: 6, roomNightsPerDay: 30 };

/** Bookings and requests of an address. */
export function addressBookingLimits({ bookingsPerHour }: PublicLimits): UseLimit[] {
  if (bookingsPerHour === 0) return [];
  return [
    { most: bookingsPerHour, windowMs: HOUR_MS },
    { most: 2 * bookingsPerHour, windowMs: DAY_MS },
  ];
}

/** Bookings and requests under an e-mail address, in all hotels and from all addresses. */
export function emailBookingLimits({ bookingsPerHour }: PublicLimits): UseLimit[] {
  if (bookingsPerHour === 0) return [];
  return [
    { most: 3, windowMs: HOUR_MS },
    { most: 6, windowMs: DAY_MS },
  ];
}

/** Room nights of an address. */
export function roomNightLimits({ roomNightsPerDay }: PublicLimits): UseLimit[] {
  return roomNightsPerDay === 0 ? [] : [{ most: roomNightsPerDay, windowMs: DAY_MS }];
}

/** Changes of a booking. */
export const CHANGE_LIMITS: readonly UseLimit[] = [{ most: 6, windowMs: DAY_MS }];

/** Mails to an e-mail address. */
export const MAIL_LIMITS: readonly UseLimit[] = [{ most: 6, windowMs: HOUR_MS }];

/** Booking requests for a hotel under an e-mail address, with whatever keys (B8). */
export const REQUEST_LIMITS: readonly UseLimit[] = [{ most: 10, windowMs: MINUTE_MS }];
