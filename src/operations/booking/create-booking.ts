/**
 * Makes a booking, in one transaction: whatever is answered is committed, and whatever is refused leaves nothing behind.
 * Locks are taken in one order (idempotency key, nights ascending, catalogue rows, catalogue as a whole, then the epoch or the
 * count of requests), so
 * bookings queue up but never deadlock with each other; the price is the catalogue's of one moment, read under those
 * locks and never from a cache. Prices that callers send are not even looked at (section 4 of the interface). All of it is
 * a few statements in plain SQL, because while they run others wait for the same rooms.
 */
import { type BookingRows, commitBooking, newBookingId } from '../../data/bookings.ts';
import type { Epochs, RaisedEpoch } from '../../data/cache/epochs.ts';
import type { Database } from '../../data/database/database.ts';
import { redactRowValues } from '../../data/database/database-failures.ts';
import type { SqlTransaction, TransactionTimeouts } from '../../data/database/sql-transactions.ts';
import { retryWriteConflicts } from '../../data/database/write-conflicts.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import type { Locale } from '../../domain/text/locale.ts';
import { type Day, dayInTimeZone, formatDay } from '../../domain/time/civil-date.ts';
import type { Clock } from '../../domain/time/clock.ts';
import { toServiceUnavailable } from '../service-unavailable.ts';
import { claimIdempotencyKey, hashRequest } from './booking-idempotency.ts';
import { address, type BookingInput } from './booking-input.ts';
import { takeLocks } from './booking-locks.ts';
import type { BookingCreated, BookingOutcome, BookingRefusal } from './booking-outcome.ts';
import { countRequest, readRequestRefusal } from './booking-request-limit.ts';
import { type BookingSubjects, findNumbers, onlyLocked, readSubjects } from './booking-subjects.ts';
import { type BookableStay, decideBooking } from './decide-booking.ts';

/** A booking request that is well formed, from a caller that may book. */
export interface BookingRequest {
  readonly database: Database;
  readonly epochs: Epochs;
  readonly clock: Clock;
  /** IANA name of the zone whose date is today for stays (T2). */
  readonly businessTimeZone: string;
  readonly caller: Pick<Caller, 'apiKeyId' | 'channel' | 'destinations'>;
  readonly input: BookingInput;
  /** Of the e-mails to the customer (L2): the input's own or the one that the request's headers give. */
  readonly language: Locale;
  readonly timeouts?: Partial<TransactionTimeouts>;
}

/** A lock is waited for so long also where an earlier request with the same idempotency key holds it. */
const BOOKING_TIMEOUTS: TransactionTimeouts = {
  lockMs: 4_000,
  statementMs: 6_000,
  transactionMs: 12_000,
  connectionMs: undefined,
};

const NO_ADDRESS = address.parse({});

/** Thrown to roll a transaction back, with the answer that is to be given after that. */
class BookingRollback extends Error {
  readonly answer: BookingRefusal;
  constructor(answer: BookingRefusal) {
    super(answer.kind);
    this.answer = answer;
  }
}

/**
 * Makes the booking, or tells why not. The answer is given after the commit and holds.
 * @throws ServiceUnavailable when locks, connections or the database are not to be had in time. If it was the very commit
 *   that was interrupted, the booking may exist: callers that send an idempotency key can ask again safely.
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
    const requestHash = hashRequest(input, language);
    const earlier = await claimIdempotencyKey(
      sql,
      { apiKeyId: caller.apiKeyId, key: idempotencyKey, requestHash },
      now,
    );
    if (earlier?.kind === 'created') return { created: earlier, raised: [] };
    if (earlier) throw new BookingRollback(earlier);
  }
  const { stay, subjects } = await lockAndDecide(sql, { request, now, today });
  const bookingId = newBookingId();
  const rows = rowsOf({ bookingId, createdAt: new Date(now), request, stay, subjects });
  const raised = await commitBooking(sql, rows, { idempotencyKey });
  return { created: { kind: 'created', bookingId, replayed: false }, raised };
}

/** Takes the locks, reads and decides; a refusal rolls the transaction back. */
async function lockAndDecide(
  sql: SqlTransaction,
  { request, now, today }: { request: BookingRequest; now: number; today: Day },
): Promise<{ stay: BookableStay; subjects: BookingSubjects }> {
  const { input, caller } = request;
  const named = await findNumbers(sql, input);
  const isRequest = input.kind === 'REQUEST';
  const counted = isRequest && named.hotel !== null ? { hotel: named.hotel, email: input.billedTo.email } : null;
  // Sent together, executed in this order: nobody waits for our locks while we wait for the answer to the first.
  const [{ nights, existing }, read, isWithinLimit] = await Promise.all([
    takeLocks(sql, { named, channel: caller.channel, stay: isRequest ? null : input, today }),
    readSubjects(sql, { input, named, caller }),
    counted === null || countRequest(sql, counted, now),
  ]);
  const subjects = onlyLocked(read, existing);
  const stay = decideBooking({ input, subjects, nights, caller, today });
  if (stay.kind !== 'bookable') throw new BookingRollback(stay);
  if (counted && !isWithinLimit) throw new BookingRollback(await readRequestRefusal(sql, counted, now));
  return { stay, subjects };
}

/** The rows of a booking. Fields of the input and of the decision that have a column are stored as they are. */
function rowsOf({
  bookingId,
  createdAt,
  request: { input, caller, language },
  stay: { quote, kind: _, ...numbers },
  subjects: { programs },
}: {
  bookingId: string;
  createdAt: Date;
  request: BookingRequest;
  stay: BookableStay;
  subjects: BookingSubjects;
}): BookingRows {
  const programOfGuest = new Map(programs.map(({ guest, program }) => [guest, program.found!]));
  return {
    booking: {
      ...input,
      ...numbers,
      ...quote,
      id: bookingId,
      apiKeyId: caller.apiKeyId,
      channelCode: caller.channel,
      arrival: formatDay(input.arrival),
      departure: formatDay(input.departure),
      language,
      createdAt: createdAt.toISOString(),
    },
    contact: { ...input.billedTo, ...(input.billedTo.address ?? NO_ADDRESS) },
    guests: input.guests.map((guest, index) => ({
      ...guest,
      birthDate: guest.birthDate === null ? null : formatDay(guest.birthDate),
      loyaltyProgramNumber: programOfGuest.get(index + 1)?.number ?? null,
    })),
    promotions: quote.promotions.map(({ promotion, ...line }) => ({
      ...promotion,
      ...line,
      validFrom: formatDay(promotion.validFrom),
      validTo: promotion.validTo === null ? null : formatDay(promotion.validTo),
    })),
    discounts: quote.discounts.map(({ guest, programNumber, amountMinor }) => ({
      ...programOfGuest.get(guest)!,
      guestPosition: guest,
      loyaltyProgramNumber: programNumber,
      amountMinor,
    })),
  };
}
