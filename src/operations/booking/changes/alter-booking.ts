/**
 * Changes what a booking is about (M1 to M4): its stay, its guests, its contact. One transaction claims the idempotency key, drafts the change
 * under its locks, and writes everything at once; a refusal leaves nothing behind. With a publishable key a change counts against the limits of
 * the booking, its new e-mail address against those of the address, and the nights that it takes anew against those of the visitor (A4).
 */
import { commitBookingChanges, lockBookingRows, readConstants } from '../../../data/booking-changes.ts';
import type { Epochs } from '../../../data/cache/epochs.ts';
import type { RaisedEpoch } from '../../../data/cache/raise-epochs.ts';
import type { Database } from '../../../data/database/database.ts';
import { redactRowValues } from '../../../data/database/database-failures.ts';
import type { SqlTransaction, TransactionTimeouts } from '../../../data/database/sql-transactions.ts';
import { readChange } from '../../../data/events/changes-of-bookings.ts';
import type { Caller } from '../../../data/keys/api-keys.ts';
import { lockUses, recordUses } from '../../../data/limits/recent-uses.ts';
import { changesPurchase } from '../../../domain/booking/changed-booking.ts';
import { actorName } from '../../../domain/event/actor.ts';
import { invalidInput, notFound } from '../../../domain/problem/refusal.ts';
import { dayInTimeZone } from '../../../domain/time/civil-date.ts';
import type { Clock } from '../../../domain/time/clock.ts';
import { parseObjectId } from '../../access/references.ts';
import { toServiceUnavailable } from '../../service-unavailable.ts';
import { operatesIn, seesBooking } from '../booking-access.ts';
import {
  claimIdempotencyKey,
  findRepeated,
  hashChange,
  keepIdempotencyKey,
  type RepeatedRequest,
} from '../booking-idempotency.ts';
import type { ChangeInput } from '../booking-input.ts';
import {
  changeSubjects,
  emailSubjects,
  limitRefusal,
  nextUses,
  type PublicUse,
  roomNightSubjects,
} from '../booking-limits.ts';
import { BOOKING_TIMEOUTS, Rollback, transactBooking } from '../booking-transaction.ts';
import { isEmailOf } from '../search/find-booking.ts';
import { reservedProblems } from './change-note.ts';
import type { ChangedPrice, ChangeRefusal, StoredPrice } from './decide-change.ts';
import { type ChangeDraft, draftChange } from './draft-change.ts';

/** A well-formed change of a booking. */
export interface AlterRequest {
  readonly database: Database;
  readonly epochs: Epochs;
  readonly clock: Clock;
  /** IANA time zone of the business date (T2). */
  readonly businessTimeZone: string;
  readonly caller: Pick<
    Caller,
    'apiKeyId' | 'clientId' | 'isTest' | 'isPublishable' | 'destinations' | 'hotels' | 'scopes' | 'name'
  >;
  readonly input: ChangeInput;
  /** What the input leads to, which may be no id. */
  readonly bookingId: string;
  /** What limits a publishable key (A4); null: the key is another one. */
  readonly publicUse: PublicUse;
  readonly timeouts?: Partial<TransactionTimeouts>;
}

/** The booking is as it was asked for. */
export interface BookingChanged {
  readonly kind: 'bookingChanged';
  readonly bookingId: string;
  readonly before: StoredPrice;
  readonly after: StoredPrice;
  /** Whether an earlier request with the same idempotency key changed it. */
  readonly replayed: boolean;
}

/** What would become of the booking. */
export type ChangeQuoted = Pick<ChangeDraft, 'rows' | 'before' | 'after' | 'isRequoted'> & {
  readonly kind: 'changeQuoted';
};

/**
 * Changes the booking, or returns the reason why not.
 * @throws ServiceUnavailable when locks, connections or the database are not available in time. If the commit itself was interrupted,
 * the change may be made; callers that send an idempotency key can retry safely.
 */
export async function alterBooking(request: AlterRequest): Promise<BookingChanged | ChangeRefusal> {
  const changed = await inTransaction<BookingChanged>(request, (sql, id) => writeChange(sql, request, id));
  if ('kind' in changed) return changed;
  request.epochs.observe(changed.raised);
  return changed.answer;
}

/** What `alterBooking` would do; changes nothing (M2). */
export async function quoteChange(
  request: AlterRequest,
): Promise<
  ChangeQuoted | Exclude<ChangeRefusal, { readonly kind: 'priceChanged' | 'idempotency' | 'tooManyRequests' }>
> {
  const reading = { ...request, timeouts: { ...request.timeouts, isRead: true } };
  const quoted = await inTransaction<ChangeQuoted>(reading, async (sql, id) => {
    const { rows, before, after, isRequoted } = await draft(sql, request, id);
    throw new Rollback<ChangeQuoted>({ kind: 'changeQuoted', rows, before, after, isRequoted });
  });
  return quoted as never;
}

/**
 * What the same request has changed before under its idempotency key; null: nothing that the caller reaches. It may have changed what names
 * the booking.
 */
export async function repeatedChange({
  database,
  clock,
  caller,
  input,
}: Pick<AlterRequest, 'database' | 'clock' | 'caller' | 'input'>): Promise<BookingChanged | null> {
  const { idempotencyKey: key } = input;
  if (key === null) return null;
  try {
    const claim = { clientId: caller.clientId, key, requestHash: hashOf(input, caller) };
    const earlier = await findRepeated(database, claim, clock.now());
    if (earlier === null) return null;
    return await database.transact((sql) => answerAgain(sql, earlier, caller), BOOKING_TIMEOUTS);
  } catch (error) {
    throw toServiceUnavailable(error) ?? redactRowValues(error);
  }
}

interface Written<Answer> {
  readonly answer: Answer;
  readonly raised: readonly RaisedEpoch[];
}

async function inTransaction<Answer>(
  request: AlterRequest,
  write: (sql: SqlTransaction, id: string) => Promise<Written<Answer>>,
): Promise<Written<Answer> | Answer | ChangeRefusal> {
  const id = parseObjectId(request.bookingId);
  if (id === null) return notFound('BOOKING', request.bookingId);
  return transactBooking<Written<Answer>, Answer | ChangeRefusal>(request, (sql) => write(sql, id));
}

/**
 * The change as it is decided at `now`, in milliseconds since 1970. It must be written by the same moment, because other holds are open at another.
 * @throws Rollback if the change is refused
 */
async function draft(
  sql: SqlTransaction,
  request: AlterRequest,
  id: string,
): Promise<ChangeDraft & { readonly now: number }> {
  const { input, caller, clock, businessTimeZone, bookingId } = request;
  const locked = await lockBookingRows(sql, id);
  // The address that it was named by may be another one since (A8).
  const isNamed = input.email === null || isEmailOf(input.email, locked?.rows.contact.email);
  if (locked === null || !isNamed || !seesBooking(caller, locked.constants)) {
    throw new Rollback<ChangeRefusal>(notFound('BOOKING', bookingId));
  }
  // Only who operates the hotel may send texts in its name (M5).
  const { messageToGuest, note } = input;
  const problems = operatesIn(caller, locked.constants) ? [] : reservedProblems({ messageToGuest, note });
  if (problems.length > 0) throw new Rollback<ChangeRefusal>(invalidInput(problems));
  const now = clock.now();
  const drafted = await draftChange(sql, { locked, input, caller, now, today: dayInTimeZone(now, businessTimeZone) });
  if (drafted.kind !== 'drafted') throw new Rollback<ChangeRefusal>(drafted);
  return { ...drafted, now };
}

async function writeChange(sql: SqlTransaction, request: AlterRequest, id: string): Promise<Written<BookingChanged>> {
  const { caller, input, clock, publicUse } = request;
  const { clientId, apiKeyId, isPublishable: isPublic } = caller;
  const { idempotencyKey: key, note, messageToGuest } = input;
  if (key !== null) {
    const earlier = await claimIdempotencyKey(
      sql,
      { clientId, apiKeyId, key, requestHash: hashOf(input, caller) },
      clock.now(),
    );
    if (earlier?.kind === 'repeated') {
      const again = await answerAgain(sql, earlier, caller);
      throw new Rollback<BookingChanged | ChangeRefusal>(again ?? notFound('BOOKING', request.bookingId));
    }
    if (earlier) throw new Rollback<ChangeRefusal>(earlier);
  }
  const drafted = await draft(sql, request, id);
  const { now, rows, details, nightsTaken, newEmail, before, after } = drafted;
  const priceChanged = totalProblem(drafted, input);
  if (priceChanged) throw new Rollback<ChangeRefusal>(priceChanged);
  const answer: BookingChanged = { kind: 'bookingChanged', bookingId: id, before, after, replayed: false };
  if (details.changed.length === 0) {
    // With a publishable key it counts against no limit (A4), so nothing is stored of it.
    if (key === null || isPublic) throw new Rollback(answer);
    await keepIdempotencyKey(sql, { apiKeyId, key, bookingId: id });
    return { answer, raised: [] };
  }
  const subjects = isPublic
    ? [
        ...changeSubjects(id),
        ...(newEmail === null ? [] : emailSubjects(publicUse, newEmail)),
        ...(nightsTaken > 0 ? roomNightSubjects(publicUse) : []),
      ]
    : [];
  const uses = nextUses(await lockUses(sql, subjects), { roomNights: nightsTaken });
  const exceeded = limitRefusal(uses, { hotel: rows.booking.hotelNumber, now });
  if (exceeded) throw new Rollback<ChangeRefusal>(exceeded);
  const { status, hasRooms, cancellationFeeMinor } = rows.booking;
  const [, raised] = await Promise.all([
    recordUses(sql, uses, now),
    commitBookingChanges(sql, [
      {
        ...{ id, event: 'CHANGED', status, hasRooms, cancellationFeeMinor },
        ...{ at: now, clientId, by: actorName(caller), isPublic, note, messageToGuest },
        details: { ...details, idempotency: key === null ? null : { apiKeyId, key } },
      },
    ]),
  ]);
  return { answer, raised };
}

/**
 * A stay that is priced anew needs the price that the caller counts on, and so does whatever else becomes of stay or price, if the caller wants to
 * be asked. Without it the price of the booking is the one to compare with.
 */
function totalProblem(
  { after, before, isRequoted, details }: ChangeDraft,
  { expectedTotal, needsExpectedTotal }: Pick<ChangeInput, 'expectedTotal' | 'needsExpectedTotal'>,
): ChangedPrice | null {
  const { currency, amountMinor } = after;
  const isNeeded = isRequoted || (needsExpectedTotal && changesPurchase(details.changed));
  if (expectedTotal === null ? !isNeeded : expectedTotal === amountMinor) return null;
  const expectedMinor = expectedTotal ?? before.amountMinor;
  return { kind: 'priceChanged', code: 'PRICE_CHANGED', quote: after, currency, amountMinor, expectedMinor };
}

/** What is asked, without the condition that it is asked under: a repetition with the price of today gets its change. */
function hashOf(
  { idempotencyKey: _key, expectedTotal: _condition, needsExpectedTotal: _isNeeded, ...changed }: ChangeInput,
  caller: Pick<Caller, 'isTest'>,
): string {
  return hashChange(changed, caller);
}

/**
 * The answer to a repeated request: the prices before and after its change, whatever came later; if it changed nothing, as they are. Idempotency
 * keys belong to the client, and its keys do not all reach the same bookings: null, if this one does not reach the booking.
 */
async function answerAgain(
  sql: SqlTransaction,
  { madeId: bookingId, eventId }: RepeatedRequest,
  caller: AlterRequest['caller'],
): Promise<BookingChanged | null> {
  if (!seesBooking(caller, await readConstants(sql, bookingId))) return null;
  return { kind: 'bookingChanged', bookingId, ...(await readChange(sql, { bookingId, eventId })), replayed: true };
}
