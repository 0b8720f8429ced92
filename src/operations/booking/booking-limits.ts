/**
 * What a booking, a hold and a change of a booking count against: with a publishable key the address and the e-mail address (A4), and
 * with every key the hotel and the e-mail address of a request (B8). They are counted in the transaction that they are made in, so what
 * is refused, and the repetition of an idempotent request, does not count.
 */

import type { Database } from '../../data/database/database.ts';
import {
  firstExceeded,
  type LockedUses,
  type NextUse,
  readUses,
  type UseSubject,
} from '../../data/limits/recent-uses.ts';
import {
  addressBookingLimits,
  CHANGE_LIMITS,
  emailBookingLimits,
  type PublicLimits,
  REQUEST_LIMITS,
  roomNightLimits,
} from '../../domain/limits/public-limits.ts';
import { secondsUntil } from '../../domain/limits/use-limits.ts';
import type { Refusal } from '../../domain/problem/refusal.ts';
import type { SpentLimit } from '../../domain/problem/spent-limits.ts';
import { comparableEmail } from '../../domain/text/email-address.ts';
import type { RequestContext } from '../access/request-context.ts';
import type { Limit, LimitCounts } from '../limit-counts.ts';

/** A subject with the name of its limit. */
export interface LimitedSubject extends UseSubject {
  readonly limit: SpentLimit;
}

/** Where a publishable key was used, and what may be spent with it; null: the key is another one. */
export type PublicUse = { readonly network: string; readonly limits: PublicLimits } | null;

/** The public use that a request counts as. */
export function publicUseOf({ caller, network, services }: RequestContext): PublicUse {
  return caller.isPublishable ? { network: network ?? '', limits: services.publicLimits } : null;
}

/** What holds and changes of a booking are made with, for the caller. */
export function partsForCaller(context: RequestContext) {
  const { database, epochs, clock, businessTimeZone } = context.services;
  return { database, epochs, clock, businessTimeZone, caller: context.caller, publicUse: publicUseOf(context) };
}

/** What a booking counts against. */
export function bookingSubjects({
  hotel,
  email,
  isRequest,
  publicUse,
}: {
  hotel: number | null;
  /** As it is stored; letter case makes no difference. Without one, the telephone number. */
  email: string;
  isRequest: boolean;
  publicUse: PublicUse;
}): LimitedSubject[] {
  const address = comparableEmail(email);
  const requests: LimitedSubject[] =
    isRequest && hotel !== null
      ? [{ limit: 'HOTEL_REQUESTS', kind: 'request', subject: `${hotel} ${address}`, limits: REQUEST_LIMITS }]
      : [];
  if (publicUse === null) return requests;
  const { network, limits } = publicUse;
  return [
    ...requests,
    { limit: 'ADDRESS_BOOKINGS', kind: 'booking', subject: network, limits: addressBookingLimits(limits) },
    ...emailSubjects(publicUse, email),
    ...roomNightSubjects(publicUse),
  ];
}

/** What gives an e-mail address a booking: making one for it, or changing the address of one. */
export function emailSubjects(publicUse: PublicUse, email: string): LimitedSubject[] {
  if (publicUse === null) return [];
  const limits = emailBookingLimits(publicUse.limits);
  return [{ limit: 'EMAIL_BOOKINGS', kind: 'email', subject: comparableEmail(email), limits }];
}

/** What a hold counts against. */
export function roomNightSubjects(publicUse: PublicUse): LimitedSubject[] {
  if (publicUse === null) return [];
  const { network, limits } = publicUse;
  return [{ limit: 'ADDRESS_ROOM_NIGHTS', kind: 'roomNights', subject: network, limits: roomNightLimits(limits) }];
}

/** What a change of a booking with a publishable key counts against. */
export function changeSubjects(bookingId: string): LimitedSubject[] {
  return [{ limit: 'BOOKING_CHANGES', kind: 'change', subject: bookingId, limits: CHANGE_LIMITS }];
}

/**
 * What rooms that are booked together use: an address as many bookings as rooms and their room nights, a hotel as many requests. An
 * e-mail address uses one, because one mail is about all.
 */
export function nextUses(
  locked: readonly LockedUses<LimitedSubject>[],
  { roomNights, rooms = 1 }: { roomNights: number; rooms?: number },
): NextUse<LimitedSubject>[] {
  const amounts: Readonly<Record<SpentLimit, number>> = {
    HOTEL_REQUESTS: rooms,
    ADDRESS_BOOKINGS: rooms,
    EMAIL_BOOKINGS: 1,
    ADDRESS_ROOM_NIGHTS: roomNights,
    BOOKING_CHANGES: 1,
  };
  return locked.map((one) => ({ ...one, amount: amounts[one.of.limit] }));
}

/** The refusal (429) of what exceeds a limit at `now`, in the hotel with that number; null: nothing does. */
export function limitRefusal(
  next: readonly NextUse<LimitedSubject>[],
  { hotel, now }: { hotel: number; now: number },
): Refusal<'tooManyRequests'> | null {
  const exceeded = firstExceeded(next, now);
  if (exceeded === null) return null;
  const { of, limit, until } = exceeded;
  return {
    kind: 'tooManyRequests',
    limit: of.limit,
    most: limit.most,
    windowSeconds: limit.windowMs / 1_000,
    retryAfterSeconds: secondsUntil(until, now),
    hotel: of.limit === 'HOTEL_REQUESTS' ? hotel : null,
  };
}

/** The name of a limit in metrics. */
const METRICS: Readonly<Record<SpentLimit, Limit>> = {
  HOTEL_REQUESTS: 'bookings',
  ADDRESS_BOOKINGS: 'bookings',
  EMAIL_BOOKINGS: 'bookings',
  ADDRESS_ROOM_NIGHTS: 'room_nights',
  BOOKING_CHANGES: 'bookings',
};

/** Counts the limit that a refusal has reached, if it is about one. */
export function countReached(
  { limits }: { readonly limits: LimitCounts },
  refusal: { readonly kind: string } | Refusal<'tooManyRequests'>,
): void {
  if ('limit' in refusal && refusal.kind === 'tooManyRequests') limits.add(METRICS[refusal.limit]);
  if (refusal.kind === 'tooManyHolds') limits.add('holds');
}

/** What is counted of an e-mail address: requests by hotel, and bookings with publishable keys. Times are newest first. */
export async function countedOfEmail(database: Pick<Database, 'prisma'>, email: string) {
  const address = comparableEmail(email);
  const hotels = await database.prisma.hotel.findMany({ select: { number: true }, orderBy: { number: 'asc' } });
  const subjectOf = (hotel: number) => `${hotel} ${address}`;
  const [requests, bookings, mails] = await Promise.all([
    readUses(
      database,
      'request',
      hotels.map(({ number }) => subjectOf(number)),
    ),
    readUses(database, 'email', [address]),
    readUses(database, 'mail', [address]),
  ]);
  return {
    recentRequests: hotels.flatMap(({ number: hotelNumber }) => {
      const madeAt = requests.get(subjectOf(hotelNumber));
      return madeAt === undefined ? [] : [{ hotelNumber, madeAt }];
    }),
    recentBookings: bookings.get(address) ?? [],
    recentMails: mails.get(address) ?? [],
  };
}
