/**
 * Changes a booking, or those of its party, in one transaction, all or nothing. What the rules say about the bookings as they were found is
 * enough for an answer that changes nothing: so it was while the request was answered, whatever becomes of them meanwhile. A change is
 * decided again on the locked bookings. With publishable keys a booking is changed a few times a day (A4); an answer that changes nothing does not count.
 */
import {
  type BookingChange,
  commitBookingChanges,
  findBookings,
  lockBookings,
  type StoredBooking,
} from '../../../data/booking-changes.ts';
import type { Epochs } from '../../../data/cache/epochs.ts';
import type { RaisedEpoch } from '../../../data/cache/raise-epochs.ts';
import type { Database } from '../../../data/database/database.ts';
import { redactRowValues } from '../../../data/database/database-failures.ts';
import type { SqlTransaction, TransactionTimeouts } from '../../../data/database/sql-transactions.ts';
import type { Scope } from '../../../data/generated/prisma/enums.ts';
import type { Caller } from '../../../data/keys/api-keys.ts';
import { lockUses, recordUses } from '../../../data/limits/recent-uses.ts';
import { firstFullNight } from '../../../domain/booking/capacity.ts';
import { endingAfter, keptTexts } from '../../../domain/booking/changes.ts';
import { type Actor, actorName } from '../../../domain/event/actor.ts';
import { invalidInput, notFound, type Refusal } from '../../../domain/problem/refusal.ts';
import { comparableEmail } from '../../../domain/text/email-address.ts';
import { type Day, dayInTimeZone } from '../../../domain/time/civil-date.ts';
import type { Clock } from '../../../domain/time/clock.ts';
import { parseObjectId } from '../../access/references.ts';
import { toServiceUnavailable } from '../../service-unavailable.ts';
import { type BookingCaller, operatesIn, seesBooking } from '../booking-access.ts';
import { changeSubjects, limitRefusal, nextUses } from '../booking-limits.ts';
import { noCapacity } from '../booking-outcome.ts';
import { transactBooking } from '../booking-transaction.ts';
import { isEmailOf } from '../search/find-booking.ts';
import { type HouseTexts, reservedProblems } from './change-note.ts';

/** A change that somebody asks for. */
export interface ChangeRequest extends HouseTexts {
  readonly database: Database;
  /** The epochs of this process; null: it caches nothing. */
  readonly epochs: Epochs | null;
  readonly clock: Clock;
  /** IANA time zone of the business date (T2). */
  readonly businessTimeZone: string;
  readonly caller: BookingCaller & Actor;
  /** The request's text, which may be no id. */
  readonly bookingId: string;
  /** The e-mail address that the booking was named by, and must still have when it is changed (A8); null or absent: none. */
  readonly email?: string | null;
  readonly timeouts?: Partial<TransactionTimeouts>;
}

/** A caller with no more than these scopes: what it reaches by others does not count. */
export function limitedTo<C extends Pick<Caller, 'scopes'>>(caller: C, allowed: readonly Scope[]): C {
  return { ...caller, scopes: new Set([...caller.scopes].filter((scope) => allowed.includes(scope))) };
}

/** When it is decided. `at` is in milliseconds since 1970, `today` the business date (T2). */
export interface Now {
  readonly today: Day;
  readonly at: number;
}

/** What a booking becomes. */
export type Becoming = Pick<BookingChange, 'event' | 'status' | 'hasRooms' | 'cancellationFeeMinor' | 'cancelledBy'>;

/** What follows from a booking: an answer, with the change that makes it true, or without. */
export interface Decision<Answer> {
  readonly answer: Answer;
  readonly change: Becoming | null;
}

/** The same of several bookings. */
export interface JointDecision<Answer> {
  readonly answer: Answer;
  /** Bookings with what they become; those that stay as they are are left out. */
  readonly changes: readonly (readonly [StoredBooking, Becoming])[];
}

type Refused = Refusal<'invalidInput' | 'notFound' | 'noCapacity' | 'tooManyRequests'>;

/**
 * Changes a booking that the key reaches as an operator, whatever it reaches by other scopes, as `decide` says, or returns the answer that
 * needs no change.
 */
export async function changeBooking<Answer extends { readonly kind: string }>(
  request: ChangeRequest,
  decide: (booking: StoredBooking, now: Now) => Decision<Answer>,
): Promise<Answer | Exclude<Refused, Refusal<'tooManyRequests'>>> {
  const asOperator = { ...request, caller: limitedTo(request.caller, ['operate']), isParty: false };
  const outcome = await changeBookings<Answer>(asOperator, ([booking], now) => {
    const { answer, change } = decide(booking, now);
    return { answer, changes: change ? [[booking, change]] : [] };
  });
  if (outcome.kind === 'tooManyRequests') throw new Error('a publishable key operates');
  return outcome as Answer | Exclude<Refused, Refusal<'tooManyRequests'>>;
}

/** The booking that was named, and with it the others of its party in the order of the rooms. */
export type NamedBookings = readonly [StoredBooking, ...StoredBooking[]];

/** The named booking with the rooms under its address: who knows that address knows nothing of a room that is booked under another one (A8). */
function ofOneAddress([named, ...others]: NamedBookings): NamedBookings {
  const address = comparableEmail(named.email);
  return [named, ...others.filter(({ email }) => comparableEmail(email) === address)];
}

/**
 * Changes a booking as `decide` says, with `isParty` those of its party that the caller sees, or returns the answer that needs no change. A
 * publishable key reaches the rooms under the address of the named one.
 * @throws ServiceUnavailable when locks, connections or the database are not available in time. If the commit itself was
 * interrupted, the changes may be made; asking again is safe.
 */
export async function changeBookings<Answer>(
  request: ChangeRequest & { readonly isParty: boolean },
  decide: (bookings: NamedBookings, now: Now) => JointDecision<Answer>,
): Promise<Answer | Refused> {
  const { database, epochs, clock, caller, bookingId, email = null, isParty, note, messageToGuest } = request;
  const { clientId, isPublishable: isPublic = false } = caller;
  const at = clock.now();
  const today = dayInTimeZone(at, request.businessTimeZone);
  const id = parseObjectId(bookingId);
  if (id === null) return notFound('BOOKING', bookingId);
  const isNamed = (booking: StoredBooking) => email === null || isEmailOf(email, booking.email);
  const reached = (bookings: NamedBookings) => (isPublic ? ofOneAddress(bookings) : bookings);

  const write = async (sql: SqlTransaction, found: NamedBookings): Promise<Written<Answer>> => {
    const { bookings, nights } = await lockBookings(sql, found, at);
    const locked = bookings as typeof found;
    if (!isNamed(locked[0])) return { answer: notFound('BOOKING', bookingId), raised: [] };
    const { answer, changes } = decide(reached(locked), { today, at });
    if (changes.length === 0) return { answer, raised: [] };
    for (const [booking, { hasRooms }] of changes) {
      const ofRoomType = nights.get(booking.roomTypeNumber) ?? new Map();
      const full = hasRooms && !booking.hasRooms ? firstFullNight(ofRoomType, booking) : null;
      if (full !== null) return { answer: noCapacity(booking.roomTypeNumber, full), raised: [] };
    }
    const subjects = isPublic ? changes.flatMap(([booking]) => changeSubjects(booking.id)) : [];
    const uses = nextUses(await lockUses(sql, subjects), { roomNights: 0 });
    const refusal = limitRefusal(uses, { hotel: found[0].hotelNumber, now: at });
    if (refusal) return { answer: refusal, raised: [] };
    const shared = { at, clientId, by: actorName(caller), isPublic };
    const mailGroups = changes.map(([booking]) => mailGroupOf(booking));
    const written = changes.map(([booking, change], index) => {
      const first = mailGroups.indexOf(mailGroups[index] as string);
      return {
        ...{ ...shared, ...change, id: booking.id, ending: endingAfter(booking, { ...change, at }) },
        ...keptTexts(booking, { note, messageToGuest }),
        mailedWith: first === index ? null : first,
      };
    });
    const [, raised] = await Promise.all([recordUses(sql, uses, at), commitBookingChanges(sql, written)]);
    return { answer, raised };
  };
  try {
    const party = (await findBookings(database, { id, isParty })).filter((booking) => seesBooking(caller, booking));
    const named = party.find((booking) => booking.id === id);
    if (!named || !isNamed(named)) return notFound('BOOKING', bookingId);
    const found: NamedBookings = [named, ...party.filter((booking) => booking !== named)];
    // Only who operates the hotel may send texts in its name (M5).
    const isOperated = operatesIn(caller, named);
    const problems = isOperated ? [] : reservedProblems(request.reserved);
    if (problems.length > 0) return invalidInput(problems);
    const { answer, changes } = decide(reached(found), { today, at });
    if (changes.length === 0) return answer;
    const written = await transactBooking(request, (sql) => write(sql, found));
    epochs?.observe(written.raised);
    return written.answer;
  } catch (error) {
    throw toServiceUnavailable(error) ?? redactRowValues(error);
  }
}

/**
 * What a mail says once for all of its rooms (Y2): rooms that differ in it have mails of their own. Whatever differs only when the mail is written
 * is sent room by room (`mailed-events.ts`), so rooms that are alike get one mail together here.
 */
function mailGroupOf({ email, isErased, visitTypeNumber, arrival, departure }: StoredBooking): string {
  return JSON.stringify([comparableEmail(email), isErased, visitTypeNumber, arrival, departure]);
}

interface Written<Answer> {
  readonly answer: Answer | Refusal<'noCapacity' | 'notFound' | 'tooManyRequests'>;
  readonly raised: readonly RaisedEpoch[];
}
