/**
 * Erases what bookings tell of people (S19): names, contacts, birth dates, memberships and notes, in the booking and in its history, the
 * mails that the demo keeps, and the text of idempotency keys. Figures stay, and who made the booking when. What tells others of bookings
 * holds no personal data, so nothing else stays.
 */

import type { Database } from '../../../data/database/database.ts';
import { redactRowValues } from '../../../data/database/database-failures.ts';
import { type SqlTransaction, USUAL_TIMEOUTS } from '../../../data/database/sql-transactions.ts';
import { EVENTS_WITH_FORMER_EMAIL } from '../../../data/deliveries/former-addresses.ts';
import {
  bool,
  date,
  int4,
  listOf,
  nullable,
  text,
  timestamptz,
  type ValuesOf,
} from '../../../data/sql/column-types.ts';
import { onlyRow, type Placeholder, query, statement } from '../../../data/sql/statement.ts';
import { SERVICE } from '../../../domain/event/actor.ts';
import { type InputProblem, inputProblem } from '../../../domain/problem/input-problem.ts';
import { notFound, type Refusal } from '../../../domain/problem/refusal.ts';
import { comparableEmail } from '../../../domain/text/email-address.ts';
import type { Day } from '../../../domain/time/civil-date.ts';
import { REACH_COLUMNS } from '../../access/hotel-reach.ts';
import { parseObjectId } from '../../access/references.ts';
import { toServiceUnavailable } from '../../service-unavailable.ts';
import type { BookingReach } from '../booking-access.ts';
import { erasedKeySql, isUnerasedKeySql } from '../booking-idempotency.ts';
import { emailProblems } from '../search/booking-filter.ts';

/** Exactly one of both. Null and absent both mean: not given. */
export interface ErasedSubject {
  /** Id of a booking. */
  readonly booking?: string | null | undefined;
  /** E-mail address of the contact of bookings. */
  readonly email?: string | null | undefined;
}

/** What was named is gone, now or before. */
export interface Erased {
  readonly kind: 'erased';
  /** Bookings that were named and have no guest data any more. */
  readonly bookings: number;
  /** Changes of other bookings that kept the e-mail address as the one before, and have forgotten it. */
  readonly formerAddresses: number;
}

export type ErasureOutcome = Erased | Refusal<'notFound'>;

export function erasureProblems({ booking, email }: ErasedSubject): InputProblem[] {
  if (booking == null && email == null) {
    return [inputProblem('booking', 'oneRequired', { fields: ['booking', 'email'] })];
  }
  if (booking != null && email != null) {
    return [inputProblem('email', 'excluded', { fields: ['booking'] })];
  }
  return emailProblems(email);
}

/** Bookings of a transaction: what else they hold up is short. */
const BATCH = 200;
/** The fields of a `BookingReach`. */
const REACH = { clientId: nullable(text), ...REACH_COLUMNS, isTest: nullable(bool) };
const isReachedSql = ({ clientId, destinations, hotels, isTest }: Record<keyof typeof REACH, Placeholder>) =>
  `b.is_test = coalesce(${isTest}, b.is_test) AND (${hotels}::int[] IS NULL OR b.hotel_number = ANY(${hotels})) AND (${destinations}::int[] IS NULL OR b.client_id = ${clientId}
    OR b.hotel_number IN (SELECT number FROM hotel WHERE destination_number = ANY (${destinations})))`;

const LOCKED = { id: text };
const LOCK_ONE = statement({
  takes: { ...REACH, booking: nullable(text) },
  returns: LOCKED,
  sql: ({ booking, ...reach }) => `
    SELECT b.id FROM booking AS b WHERE b.id = ${booking} AND ${isReachedSql(reach)} FOR UPDATE`,
});
/** The contacts are locked after their bookings, as changes do: the address of one that was waited for is looked at again. */
const LOCK_OF_EMAIL = statement({
  takes: { ...REACH, email: text },
  returns: LOCKED,
  sql: ({ email, ...reach }) => `
    SELECT b.id FROM booking AS b JOIN booking_contact AS c ON c.booking_id = b.id
    WHERE lower(c.email) = ${email} AND b.erased_at IS NULL AND ${isReachedSql(reach)} ORDER BY b.id LIMIT ${BATCH} FOR UPDATE OF b, c`,
});
const LOCK_EXPIRED = statement({
  takes: { lastRetained: date },
  returns: LOCKED,
  sql: ({ lastRetained }) => `
    SELECT id FROM booking WHERE erased_at IS NULL AND departure <= ${lastRetained}
    ORDER BY departure LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
});

/** SQL: the ids, with those of the other rooms of their parties: one mail and one key are about all of them. */
const withPartiesSql = (ids: Placeholder) => `
  SELECT unnest(${ids}::char(24)[])
  UNION SELECT o.id FROM booking AS b JOIN booking AS o ON o.party_id = b.party_id WHERE b.id = ANY (${ids}::char(24)[])`;

const ERASED_KEY = erasedKeySql({ clientId: 'r.client_id::text', key: 'r.key' });
/** SQL condition: the record `r` has a key to erase with the bookings. */
export const hasKeySql = (ids: Placeholder) =>
  `r.booking_id IN (${withPartiesSql(ids)}) AND ${isUnerasedKeySql('r.key')}`;

/** The hash of a key that was used again belongs to the later booking; an earlier one that had it is erased as well. */
const REPLACE_HASHES = statement({
  takes: { ids: listOf(text) },
  sql: ({ ids }) => `
    DELETE FROM idempotency_record AS earlier USING idempotency_record AS r
    WHERE ${hasKeySql(ids)} AND earlier.api_key_id = r.api_key_id AND earlier.key = ${ERASED_KEY}`,
});

/**
 * A statement of its own, after the locks: it sees what others wrote before they gave them up. `clientId` asked for it; null: no client. What is
 * erased already is erased again, in case that something was written since, without another event.
 */
const ERASE = statement({
  takes: { ids: listOf(text), clientId: nullable(text), by: text, at: timestamptz },
  sql: ({ ids, clientId, by, at }) => `
    WITH contact AS (
      UPDATE booking_contact SET gender = NULL, first_name = '', last_name = '', email = '', phone = NULL, consent_marketing = false,
        street = NULL, house_number = NULL, city = NULL, zip_code = NULL, country = NULL WHERE booking_id = ANY (${ids}::char(24)[])),
    guests AS (
      UPDATE booking_guest SET gender = NULL, first_name = '', last_name = '', birth_date = NULL, loyalty_program_code = NULL
      WHERE booking_id = ANY (${ids}::char(24)[])),
    history AS (
      UPDATE booking_event SET note = NULL, message_to_guest = NULL, former_email = NULL
      WHERE booking_id = ANY (${ids}::char(24)[]) AND coalesce(note, message_to_guest, former_email) IS NOT NULL),
    mails AS (DELETE FROM kept_mail WHERE booking_id IN (${withPartiesSql(ids)})),
    keys AS (UPDATE idempotency_record AS r SET key = ${ERASED_KEY} WHERE ${hasKeySql(ids)}),
    erased AS (
      UPDATE booking SET customer_note = NULL, erased_at = ${at}
      WHERE id = ANY (${ids}::char(24)[]) AND erased_at IS NULL RETURNING id, status)
    INSERT INTO booking_event (id, booking_id, type, status, at, client_id, by)
    SELECT 'evt_' || new_object_id(), id, 'ERASED', status, ${at}, ${clientId}, ${by} FROM erased`,
});

/**
 * A booking that had the address before is somebody else's, or has another address of the same person, and keeps what it says: the address alone
 * goes, with the mails to it that the demo keeps.
 */
const FORGET_FORMER = statement({
  takes: { ...REACH, email: text },
  returns: { changes: int4 },
  sql: ({ email, ...reach }) => `
    WITH reached AS (
      UPDATE booking_event AS e SET former_email = NULL FROM booking AS b
      WHERE e.sequence IN (${EVENTS_WITH_FORMER_EMAIL}) AND lower(e.former_email) = ${email}
        AND b.id = e.booking_id AND ${isReachedSql(reach)}
      RETURNING e.sequence),
    mails AS (
      DELETE FROM kept_mail AS k USING booking AS b WHERE lower(k.to_email) = ${email} AND b.id = k.booking_id AND ${isReachedSql(reach)})
    SELECT count(*)::int AS changes FROM reached`,
});

interface Erasing {
  readonly database: Pick<Database, 'transact'>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Who erases, as the history says it (M8). */
interface Eraser {
  /** Null: no client. */
  readonly clientId: string | null;
  readonly by: string;
}

/**
 * Erases the guest data of a booking, or of all bookings of an e-mail address, and the address where a change keeps it as the one before, without
 * problems. Asked again, it leaves the booking as it is.
 * @throws ServiceUnavailable when locks, connections or the database are not available in time; then some bookings of an e-mail
 * address may be erased, and asking again erases the others
 */
export async function eraseGuestData(
  erasing: Erasing,
  {
    reach,
    subject: { booking, email },
    ...eraser
  }: Eraser & {
    readonly reach: BookingReach;
    readonly subject: ErasedSubject;
  },
): Promise<ErasureOutcome> {
  if (booking == null) {
    const named = { ...reach, email: comparableEmail(email ?? '') };
    const bookings = await eraseAll(erasing, (sql) => sql.query(LOCK_OF_EMAIL, named), eraser);
    const forget = async (sql: SqlTransaction) => onlyRow(await sql.query(FORGET_FORMER, named)).changes;
    return { kind: 'erased', bookings, formerAddresses: await inTransaction(erasing, forget) };
  }
  const lock: Lock = (sql) => sql.query(LOCK_ONE, { ...reach, booking: parseObjectId(booking) });
  if ((await eraseBatch(erasing, lock, eraser)) === 1) return { kind: 'erased', bookings: 1, formerAddresses: 0 };
  return notFound('BOOKING', booking);
}

/** Guest data expires when the guests left so many days before `today`. */
export interface Retention {
  readonly retentionDays: number;
  readonly today: Day;
}

const lastRetained = ({ retentionDays, today }: Retention): Day => today - retentionDays;

/**
 * Erases the guest data of bookings whose guests left so many days ago, however many. A periodic sweep asks first whether they are few
 * enough (`countExpiredGuestData`, `mayEraseAtOnce`).
 * @returns how many were erased
 */
export function eraseExpiredGuestData(erasing: Erasing, retention: Retention): Promise<number> {
  const lock: Lock = (sql) => sql.query(LOCK_EXPIRED, { lastRetained: lastRetained(retention) });
  return eraseAll(erasing, lock, { clientId: null, by: SERVICE });
}

const COUNT_EXPIRED = statement({
  takes: { lastRetained: date },
  returns: { due: int4, bookings: int4 },
  sql: ({ lastRetained }) => `
    SELECT (SELECT count(*)::int FROM booking WHERE erased_at IS NULL AND departure <= ${lastRetained}) AS due,
      (SELECT count(*)::int FROM booking) AS bookings`,
});

/** How many bookings `eraseExpiredGuestData` would erase, and how many there are, erased ones too. */
export async function countExpiredGuestData(
  { prisma }: Pick<Database, 'prisma'>,
  retention: Retention,
): Promise<{ readonly due: number; readonly bookings: number }> {
  return onlyRow(await query(prisma, COUNT_EXPIRED, { lastRetained: lastRetained(retention) }));
}

/** Locks bookings. */
type Lock = (sql: SqlTransaction) => Promise<ValuesOf<typeof LOCKED>[]>;

async function eraseAll(erasing: Erasing, lock: Lock, eraser: Eraser): Promise<number> {
  for (let sum = 0; ; ) {
    const erased = await eraseBatch(erasing, lock, eraser);
    sum += erased;
    if (erased < BATCH) return sum;
  }
}

/** The number of bookings that were locked; those that were erased before count, too. */
function eraseBatch(erasing: Erasing, lock: Lock, eraser: Eraser): Promise<number> {
  const at = new Date(erasing.now);
  return inTransaction(erasing, async (sql) => {
    const rows = await lock(sql);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) {
      await Promise.all([sql.query(REPLACE_HASHES, { ids }), sql.query(ERASE, { ids, ...eraser, at })]);
    }
    return rows.length;
  });
}

async function inTransaction<T>({ database }: Erasing, work: (sql: SqlTransaction) => Promise<T>): Promise<T> {
  try {
    return await database.transact(work, USUAL_TIMEOUTS);
  } catch (error) {
    throw toServiceUnavailable(error) ?? redactRowValues(error);
  }
}
