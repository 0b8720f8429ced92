/** Looks a booking up (S6): by its id, by its reference, or by reference and e-mail address as the customer has them. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../../data/database/database.ts';
import { redactRowValues } from '../../../data/database/database-failures.ts';
import type { TransactionTimeouts } from '../../../data/database/sql-transactions.ts';
import type { Caller } from '../../../data/keys/api-keys.ts';
import { parseReference } from '../../../domain/booking/reference.ts';
import type { Clock } from '../../../domain/time/clock.ts';
import { type InputProblem, inputProblem } from '../../input-problem.ts';
import { toServiceUnavailable } from '../../service-unavailable.ts';
import { emailProblems, normaliseEmail, referenceProblems } from './booking-filter.ts';
import { countFailedLookup, lockLookups } from './lookup-limit.ts';

/** What a look-up is given; null and absent both mean: nothing. */
export interface BookingLookup {
  readonly id?: string | null | undefined;
  readonly reference?: string | null | undefined;
  readonly email?: string | null | undefined;
}

type LookingCaller = Pick<Caller, 'scopes' | 'clientId' | 'destinations'>;

/**
 * Whether a caller may look bookings up by reference alone: those that it may list. One that may only `book` must know the e-mail
 * address, too.
 */
export function mayListBookings({ scopes }: Pick<Caller, 'scopes'>): boolean {
  return scopes.has('bookings') || scopes.has('operate');
}

/** Exactly an id or a reference, and the e-mail address beside it if the caller must know it. */
export function lookupProblems({ id, reference, email }: BookingLookup, caller: LookingCaller): InputProblem[] {
  if (id == null && reference == null) {
    return [inputProblem('id', 'oneRequired', { fields: ['id', 'reference'] })];
  }
  if (id != null) {
    const others = Object.entries({ reference, email }).filter(([, value]) => value != null);
    return others.map(([path]) => inputProblem(path, 'excluded', { fields: ['id'] }));
  }
  const isMissing = email == null && !mayListBookings(caller);
  const facts = { fields: ['reference'], scopes: ['bookings', 'operate'] };
  return [
    ...referenceProblems(reference),
    ...emailProblems(email),
    ...(isMissing ? [inputProblem('email', 'requiredBeside', facts)] : []),
  ];
}

export type FoundBooking =
  | { readonly kind: 'found'; readonly id: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number };

const LOOKUP_TIMEOUTS: TransactionTimeouts = {
  lockMs: 4_000,
  statementMs: 6_000,
  transactionMs: 8_000,
  connectionMs: undefined,
};

const READ_CONTACT = `
  SELECT b.id, lower(c.email) AS email FROM booking AS b LEFT JOIN booking_contact AS c ON c.booking_id = b.id
  WHERE b.reference = $1 AND b.client_id = $2`;

/**
 * Finds a booking of the client by reference and e-mail address, without problems. A wrong pair is counted, a right one is not.
 * @throws ServiceUnavailable when locks, connections or the database are not available in time
 */
export async function findByEmail(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { clientId }: Pick<Caller, 'clientId'>,
  { reference: sent, email }: { readonly reference: string; readonly email: string },
): Promise<FoundBooking> {
  const reference = parseReference(sent)!;
  try {
    return await database.transact(async (sql) => {
      const now = clock.now();
      const subjects = { clientId, reference };
      const retryAfterSeconds = await lockLookups(sql, subjects, now);
      if (retryAfterSeconds !== null) return { kind: 'limited', retryAfterSeconds };
      const [row] = await sql.query<{ id: string; email: string | null }>(READ_CONTACT, [reference, clientId]);
      // Once it is erased, nobody has its address.
      if (row?.email && isSameText(row.email, normaliseEmail(email))) return { kind: 'found', id: row.id };
      await countFailedLookup(sql, subjects, now);
      return { kind: 'none' };
    }, LOOKUP_TIMEOUTS);
  } catch (error) {
    throw toServiceUnavailable(error) ?? redactRowValues(error);
  }
}

/** In a time that says nothing about where they differ. */
function isSameText(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(left!, right!);
}
