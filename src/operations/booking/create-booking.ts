/**
 * Makes a booking in one transaction: every reported booking is committed, and a refusal leaves nothing behind. Locks are taken in one
 * order (idempotency key, nights ascending, catalogue rows, catalogue as a whole, then its hold, the inventory epoch or the request
 * count), so bookings queue up but never deadlock. The price is computed from one state of the catalogue, read under those locks and
 * never from a cache; prices sent by callers are ignored. It is a few statements of plain SQL, because others wait for the same rooms
 * while they run.
 */
import type { BookingRows } from '../../data/booking-rows.ts';
import { commitBooking, newBookingReference, newSecretId } from '../../data/bookings.ts';
import type { Epochs } from '../../data/cache/epochs.ts';
import type { RaisedEpoch } from '../../data/cache/raise-epochs.ts';
import type { Database } from '../../data/database/database.ts';
import { redactRowValues } from '../../data/database/database-failures.ts';
import type { SqlTransaction, TransactionTimeouts } from '../../data/database/sql-transactions.ts';
import { retryWriteConflicts } from '../../data/database/write-conflicts.ts';
import { lockOpenHold } from '../../data/holds.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import { lockUses, type NextUse, recordUses } from '../../data/limits/recent-uses.ts';
import { firstStatus } from '../../domain/booking/status.ts';
import type { Actor } from '../../domain/event/actor.ts';
import { nightsOf } from '../../domain/stay/stay.ts';
import type { Locale } from '../../domain/text/locale.ts';
import { type Day, dayInTimeZone, formatDay } from '../../domain/time/civil-date.ts';
import type { Clock } from '../../domain/time/clock.ts';
import { parseObjectId } from '../access/references.ts';
import { decideHeldBooking } from '../hold/decide-held-booking.ts';
import { toServiceUnavailable } from '../service-unavailable.ts';
import { claimIdempotencyKey, hashRequest } from './booking-idempotency.ts';
import { address, type BookingInput, type DeskPart } from './booking-input.ts';
import { bookingSubjects, limitRefusal, nextUses, type PublicUse } from './booking-limits.ts';
import { takeLocks } from './booking-locks.ts';
import type { BookingCreated, BookingOutcome, BookingRefusal } from './booking-outcome.ts';
import {
  type BookingSubjects,
  findNumbers,
  type GuestProgram,
  onlyLocked,
  programsOfGuests,
  readSubjects,
} from './booking-subjects.ts';
import { BOOKING_TIMEOUTS } from './booking-timeouts.ts';
import { type BookableStay, decideBooking, guestRows, priceRows } from './decide-booking.ts';

/** A well-formed booking request from a caller that may book. */
export interface BookingRequest {
  readonly database: Database;
  readonly epochs: Epochs;
  readonly clock: Clock;
  /** IANA time zone of the business date (T2). */
  readonly businessTimeZone: string;
  readonly caller: Pick<Caller, 'apiKeyId' | 'clientId' | 'isTest' | 'channel' | 'destinations'> & Actor;
  readonly input: BookingInput;
  /** What the desk says of it; its channel (M11) is that of the caller already. Absent: nothing. */
  readonly desk?: DeskPart;
  /** The language of e-mails to the customer (L2): from the input, or else from the request's headers. */
  readonly language: Locale;
  /** What limits a publishable key (A4); null or absent: the key is another one. */
  readonly publicUse?: PublicUse;
  readonly timeouts?: Partial<TransactionTimeouts>;
}

const NO_ADDRESS = address.parse({});

/** Rolls a transaction back; carries the outcome to return after that. */
class BookingRollback extends Error {
  readonly answer: BookingRefusal;
  constructor(answer: BookingRefusal) {
    super(answer.kind);
    this.answer = answer;
  }
}

/**
 * Makes the booking, or returns the reason why not. A returned outcome is final: it follows the commit.
 * @throws ServiceUnavailable when locks, connections or the database are not available in time. If the commit itself
 * was interrupted, the booking may exist; callers that send an idempotency key can retry safely.
 */
export async function createBooking(request: BookingRequest): Promise<BookingOutcome> {
  const timeouts = { ...BOOKING_TIMEOUTS, ...request.timeouts };
  try {
    const { created, raised } = await retryWriteConflicts(() =>
      request.database.transact((sql) => writeBooking(sql, request), timeouts),
    );
    request.epochs.observe(raised);
    return created;
  } catch (error) {
    if (error instanceof BookingRollback) return error.answer;
    throw toServiceUnavailable(error) ?? redactRowValues(error);
  }
}

interface CommittedBooking {
  readonly created: BookingCreated;
  readonly raised: readonly RaisedEpoch[];
}

async function writeBooking(sql: SqlTransaction, request: BookingRequest): Promise<CommittedBooking> {
  const { input, caller, language } = request;
  const now = request.clock.now();
  const today = dayInTimeZone(now, request.businessTimeZone);

  const { idempotencyKey } = input;
  if (idempotencyKey !== null) {
    const requestHash = hashRequest(input, { language, isTest: caller.isTest, desk: request.desk });
    const earlier = await claimIdempotencyKey(
      sql,
      { clientId: caller.clientId, apiKeyId: caller.apiKeyId, key: idempotencyKey, requestHash },
      now,
    );
    if (earlier?.kind === 'repeated') {
      return { created: { kind: 'created', bookingId: earlier.madeId, replayed: true }, raised: [] };
    }
    if (earlier) throw new BookingRollback(earlier);
  }
  const hold = input.hold === null ? null : parseObjectId(input.hold);
  const { stay, subjects, uses } = await lockAndDecide(sql, { request, now, today, hold });
  const bookingId = newSecretId();
  const rows = rowsOf({ bookingId, createdAt: new Date(now), request, stay, subjects });
  // Sent together: nothing waits for the counts alone.
  const [, raised] = await Promise.all([
    uses.length === 0 ? null : recordUses(sql, uses, now),
    commitBooking(sql, rows, { ...saidBy(request.desk), idempotencyKey, hold, now }),
  ]);
  return { created: { kind: 'created', bookingId, replayed: false }, raised };
}

/** The two texts of the house (M5). */
function saidBy(desk: DeskPart | undefined) {
  return { messageToGuest: desk?.messageToGuest ?? null, note: desk?.note ?? null };
}

/** Takes the locks, reads and decides; a refusal rolls the transaction back. */
async function lockAndDecide(
  sql: SqlTransaction,
  { request, now, today, hold }: { request: BookingRequest; now: number; today: Day; hold: string | null },
): Promise<{ stay: BookableStay; subjects: BookingSubjects; uses: readonly NextUse[] }> {
  const { input, caller } = request;
  const named = await findNumbers(sql, input);
  const isRequest = input.kind === 'REQUEST';
  const { publicUse = null } = request;
  const { email, phone } = input.billedTo;
  const isLimited = isRequest || publicUse !== null;
  const limited = isLimited
    ? bookingSubjects({ hotel: named.hotel, email: email || (phone ?? ''), isRequest, publicUse })
    : [];
  // Sent together, executed in order: the locks are not held during a round trip of the first.
  const [{ nights, existing }, read, held, locked] = await Promise.all([
    takeLocks(sql, { named, channel: caller.channel, stay: isRequest ? null : input, today, now, usedHold: hold }),
    readSubjects(sql, { input: { ...input, programs: programsOfGuests(input.guests) }, named, caller }),
    hold === null ? null : lockOpenHold<GuestProgram>(sql, hold, { ...caller, now }),
    limited.length === 0 ? [] : lockUses(sql, limited),
  ]);
  const subjects = onlyLocked(read, existing);
  const stay =
    input.hold === null
      ? decideBooking({ input, subjects, nights, caller, today })
      : decideHeldBooking({ input, held, named, subjects, nights, today });
  if (stay.kind !== 'bookable') throw new BookingRollback(stay);
  // A hold of a publishable key has counted its nights; a test takes no rooms.
  const takesRooms = !isRequest && !caller.isTest && !held?.isPublic;
  const uses = locked.length === 0 ? [] : nextUses(locked, { roomNights: takesRooms ? nightsOf(input) : 0 });
  const exceeded = uses.length === 0 ? null : limitRefusal(uses, { hotel: stay.hotelNumber, now });
  if (exceeded) throw new BookingRollback(exceeded);
  return { stay, subjects: held ? { ...subjects, programs: held.programs } : subjects, uses };
}

/** The rows of a booking. Fields of the input and the decision that have a column are stored unchanged. */
function rowsOf({
  bookingId,
  createdAt,
  request: { input, caller, language },
  stay: { quote, cancellationTerms, kind: _, ...numbers },
  subjects: { programs },
}: {
  bookingId: string;
  createdAt: Date;
  request: BookingRequest;
  stay: BookableStay;
  subjects: BookingSubjects;
}): BookingRows {
  return {
    booking: {
      ...input,
      ...numbers,
      ...quote,
      id: bookingId,
      reference: newBookingReference(),
      status: firstStatus(input.kind),
      hasRooms: input.kind === 'BINDING' && !caller.isTest,
      isTest: caller.isTest,
      cancellationTerms: cancellationTerms.map((term) => ({ ...term })),
      cancellationFeeMinor: null,
      ending: null,
      erasedAt: null,
      clientId: caller.clientId,
      apiKeyId: caller.apiKeyId,
      channelCode: caller.channel,
      arrival: formatDay(input.arrival),
      departure: formatDay(input.departure),
      language,
      createdAt: createdAt.toISOString(),
    },
    contact: { ...input.billedTo, ...(input.billedTo.address ?? NO_ADDRESS) },
    guests: guestRows(input.guests, programs),
    ...priceRows(quote, programs),
  };
}
