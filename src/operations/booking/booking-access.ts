/**
 * Which bookings a key reaches: by its scopes (S6), and tests apart from the others (A7). Everything that shows, finds, tells or changes
 * bookings asks here.
 */
import type { Prisma } from '../../data/generated/prisma/client.ts';
import type { Caller } from '../../data/keys/api-keys.ts';

/** Who asks. The operator at the command line is no client (S20), and reaches tests and others: its `isTest` is null. */
export type BookingCaller = Pick<Caller, 'scopes' | 'destinations'> & {
  readonly clientId: string | null;
  readonly isTest: boolean | null;
};

/**
 * The bookings that a caller may see: with the scope `operate` those in its destinations, of every client; with `book` or
 * `bookings` those of its client; otherwise none. Listing them all takes `bookings` or `operate`: a key with `book` must name one.
 * A test key sees tests, every other key what is none (A7).
 */
export function visibleBookings({ scopes, clientId, destinations, isTest }: BookingCaller): Prisma.BookingWhereInput {
  const ofKind: Prisma.BookingWhereInput = isTest === null ? {} : { isTest };
  // All bookings. As an alternative of OR, Prisma takes an empty condition for one that never holds.
  const operates = scopes.has('operate');
  if (operates && destinations === null) return ofKind;
  const isClient = clientId !== null && (scopes.has('book') || scopes.has('bookings'));
  const ownOnes: Prisma.BookingWhereInput[] = isClient ? [{ clientId }] : [];
  const operated: Prisma.BookingWhereInput[] =
    operates && destinations ? [{ hotel: { destinationNumber: { in: [...destinations] } } }] : [];
  return { ...ofKind, OR: [...ownOnes, ...operated] };
}

/** Whether a caller acts as the operator of a hotel, by its destination. */
export function operatesIn(
  { scopes, destinations }: Pick<Caller, 'scopes' | 'destinations'>,
  destinationNumber: number,
): boolean {
  return scopes.has('operate') && (destinations === null || destinations.has(destinationNumber));
}

/** The bookings of a list: those of a client, and those of destinations; null: of all. */
export interface BookingReach {
  readonly clientId: string | null;
  readonly destinations: readonly number[] | null;
  /** Whether they are tests (A7); null: either. */
  readonly isTest: boolean | null;
}

/** Everything, for the operator at the command line (S20). */
export const EVERY_BOOKING: BookingReach = { clientId: null, destinations: null, isTest: null };

/**
 * The bookings that a caller may list (S6): with `bookings` its client's, with `operate` those in its destinations. A test key lists
 * tests, another key what is none, or tests where it asks for them (A7).
 */
export function listedBookings(
  { scopes, clientId, destinations, isTest }: Pick<Caller, 'scopes' | 'clientId' | 'destinations' | 'isTest'>,
  { asksForTests = false }: { readonly asksForTests?: boolean } = {},
): BookingReach {
  return {
    clientId: scopes.has('bookings') ? clientId : null,
    destinations: scopes.has('operate') ? destinations && [...destinations] : [],
    isTest: isTest || asksForTests,
  };
}

/** A reach as a condition. */
export function withinReach({ clientId, destinations, isTest }: BookingReach): Prisma.BookingWhereInput {
  const ofKind: Prisma.BookingWhereInput = isTest === null ? {} : { isTest };
  if (destinations === null) return ofKind;
  const operated: Prisma.BookingWhereInput = { hotel: { destinationNumber: { in: [...destinations] } } };
  return { ...ofKind, ...(clientId === null ? operated : { OR: [{ clientId }, operated] }) };
}
