/**
 * Looks a booking up (S6): by its id, by its reference, or by either with the e-mail address as the customer has it. Ids and references
 * are passed on to others, so a key that lies in a web page always needs the address, too (A8). The secret of a link in a mail stands for both (A11).
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { redactRowValues } from '../../../data/database/database-failures.ts';
import type { SqlTransaction, TransactionTimeouts } from '../../../data/database/sql-transactions.ts';
import type { Caller } from '../../../data/keys/api-keys.ts';
import { bool, int4, nullable, text } from '../../../data/sql/column-types.ts';
import { query, statement } from '../../../data/sql/statement.ts';
import { parseReference } from '../../../domain/booking/reference.ts';
import { type InputProblem, inputProblem } from '../../../domain/problem/input-problem.ts';
import { comparableEmail } from '../../../domain/text/email-address.ts';
import { parseObjectId } from '../../access/references.ts';
import type { RequestContext, Services } from '../../access/request-context.ts';
import { toServiceUnavailable } from '../../service-unavailable.ts';
import { listedBookings, visibleBookings } from '../booking-access.ts';
import { emailProblems, referenceProblems } from './booking-filter.ts';
import { openBooking } from './booking-link.ts';
import { listBookings } from './list-bookings.ts';
import { compareWithinLimit } from './lookup-limit.ts';

/** What a look-up is given; null and absent both mean: nothing. */
export interface BookingLookup {
  readonly id?: string | null | undefined;
  readonly reference?: string | null | undefined;
  readonly email?: string | null | undefined;
  /** The secret that a link in a mail has (A11); it names the booking alone, without the other fields. */
  readonly secret?: string | null | undefined;
}

type LookingCaller = Pick<Caller, 'scopes' | 'clientId' | 'destinations' | 'hotels' | 'isTest' | 'isPublishable'>;

/**
 * Whether a caller may look bookings up by reference alone: those that it may list. One that may only `book` must know the e-mail
 * address, too.
 */
export function mayListBookings({ scopes }: Pick<Caller, 'scopes'>): boolean {
  return scopes.has('bookings') || scopes.has('operate');
}

/** Either an id or a reference, and the e-mail address beside it if the caller must know it, whether the booking exists or not. */
export function lookupProblems(
  { id, reference, email, secret }: BookingLookup,
  caller: Pick<Caller, 'scopes' | 'isPublishable'>,
): InputProblem[] {
  if (secret != null) {
    return Object.entries({ id, reference, email })
      .filter(([, value]) => value != null)
      .map(([field]) => inputProblem(field, 'excluded', { fields: ['secret'] }));
  }
  if (id == null && reference == null) {
    return [inputProblem('id', 'oneRequired', { fields: ['id', 'reference'] })];
  }
  if (id != null && reference != null) return [inputProblem('reference', 'excluded', { fields: ['id'] })];
  const mustKnow = id == null ? !mayListBookings(caller) : caller.isPublishable;
  const facts =
    id == null ? { fields: ['reference'], rights: ['bookings', 'operate'] } : { fields: ['id'], rights: [] };
  return [
    ...referenceProblems(reference),
    ...emailProblems(email),
    ...(email == null && mustKnow ? [inputProblem('email', 'requiredBeside', facts)] : []),
  ];
}

export type FoundBooking =
  /** Whether there is a booking of this id is known only when it is read within what the caller reaches. */
  | { readonly kind: 'found'; readonly id: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number };

/** Who looks, and from where. */
export interface LookupRequest extends Pick<RequestContext, 'network' | 'today'> {
  readonly caller: LookingCaller;
  readonly services: Pick<Services, 'database' | 'clock' | 'limits' | 'slowedLookups' | 'cursors'>;
}

/**
 * The id that a look-up without problems leads to.
 * @throws ServiceUnavailable when locks, connections or the database are not available in time
 */
export async function resolveLookup(
  request: LookupRequest,
  { id, reference, email, secret }: BookingLookup,
): Promise<FoundBooking> {
  if (secret != null) return findBySecret(request, secret);
  const {
    caller,
    today,
    services: { database },
  } = request;
  if (id != null && email == null) return { kind: 'found', id };
  // biome-ignore lint/style/noNonNullAssertion: the look-up had no problem: without an id it has an address.
  if (!mayListBookings(caller)) return findByPair(request, { id, reference, email: email! });
  if (id != null) {
    const where = { id: parseObjectId(id) ?? '', ...visibleBookings(caller) };
    const found = await database.prisma.booking.findFirst({ where, select: { id: true, billedTo: true } });
    // biome-ignore lint/style/noNonNullAssertion: with an id alone it would have been found above.
    return found && isEmailOf(email!, found.billedTo?.email) ? { kind: 'found', id: found.id } : { kind: 'none' };
  }
  const reach = listedBookings(caller);
  const listed = await listBookings(database, {
    ...{ reach, filter: { reference, email }, sort: 'NEWEST', first: 1, after: null, today },
  });
  const [key] = listed.keys;
  if (key) return { kind: 'found', id: key[1] };
  // The client's own may be elsewhere; to find those takes what a customer knows.
  const mayBeElsewhere =
    email != null && (reach.clientId === null || reach.hotels !== null) && caller.scopes.has('book');
  return mayBeElsewhere ? findByPair(request, { reference, email }) : { kind: 'none' };
}

const LOOKUP_TIMEOUTS: TransactionTimeouts = {
  lockMs: 4_000,
  statementMs: 6_000,
  transactionMs: 8_000,
  connectionMs: undefined,
  isRead: true,
};

const READ_CONTACT = statement({
  takes: { id: nullable(text), reference: nullable(text), clientId: text, isTest: bool },
  returns: { id: text, email: nullable(text) },
  sql: ({ id, reference, clientId, isTest }) => `
    SELECT b.id, lower(c.email) AS email FROM booking AS b LEFT JOIN booking_contact AS c ON c.booking_id = b.id
    WHERE (b.id = ${id} OR b.reference = ${reference}) AND b.client_id = ${clientId} AND b.is_test = ${isTest}`,
});

const READ_LINKED = statement({
  takes: { id: text, clientId: text, isTest: bool },
  returns: { email: nullable(text), departure: int4 },
  sql: ({ id, clientId, isTest }) => `
    SELECT c.email, b.departure - date '1970-01-01' AS departure
    FROM booking AS b LEFT JOIN booking_contact AS c ON c.booking_id = b.id
    WHERE b.id = ${id} AND b.client_id = ${clientId} AND b.is_test = ${isTest}`,
});

/**
 * Finds a booking of the client by the secret of a link (A11): until its departure, and as long as it has the address that the link was mailed
 * to. One that was not sealed here is a failed look-up (A6); one that is good no longer is no guess.
 */
async function findBySecret(request: LookupRequest, secret: string): Promise<FoundBooking> {
  const { caller, today, services } = request;
  const opened = openBooking(secret, services.cursors);
  if (opened === null) return comparePair(request, { named: '', compare: async () => null });
  const { id, isMailedTo } = opened;
  const asked = { id, clientId: caller.clientId, isTest: caller.isTest };
  const [row] = await query(services.database.prisma, READ_LINKED, asked);
  return row?.email && isMailedTo(row.email) && today <= row.departure ? { kind: 'found', id } : { kind: 'none' };
}

/**
 * Finds a booking of the client by an id or a reference with the e-mail address. A wrong pair is counted, a right one is not (A6). What is
 * slowed waits after the transaction.
 */
async function findByPair(
  request: LookupRequest,
  { id, reference, email }: BookingLookup & { readonly email: string },
): Promise<FoundBooking> {
  const { clientId, isTest } = request.caller;
  const byId = id == null ? null : parseObjectId(id);
  const byReference = reference == null ? null : parseReference(reference);
  const compare = async (sql: SqlTransaction): Promise<string | null> => {
    const [row] = await sql.query(READ_CONTACT, { id: byId, reference: byReference, clientId, isTest });
    return row && isEmailOf(email, row.email) ? row.id : null;
  };
  return comparePair(request, { named: byId ?? byReference ?? '', compare });
}

/** What `compare` finds, if its asker has not failed too often. */
async function comparePair(
  { caller, network, services: { database, clock, limits, slowedLookups } }: LookupRequest,
  { named, compare }: { readonly named: string; readonly compare: (sql: SqlTransaction) => Promise<string | null> },
): Promise<FoundBooking> {
  const subjects = { clientId: caller.clientId, network: caller.isPublishable ? (network ?? '') : null, named };
  const checked = await database
    .transact(
      (sql) => compareWithinLimit(sql, subjects, { now: clock.now(), compare: () => compare(sql) }),
      LOOKUP_TIMEOUTS,
    )
    .catch((error) => {
      throw toServiceUnavailable(error) ?? redactRowValues(error);
    });
  if (checked.kind === 'limited') {
    limits.add('lookups');
    return checked;
  }
  if (checked.isSlowed) {
    limits.add('lookups');
    await slowedLookups.wait();
  }
  return checked.found === null ? { kind: 'none' } : { kind: 'found', id: checked.found };
}

/** Whether it is the contact's address, in a time that says nothing about where they differ. Once it is erased, nobody has it. */
export function isEmailOf(email: string, ofContact: string | null | undefined): boolean {
  if (!ofContact) return false;
  const digestOf = (text: string) => createHash('sha256').update(comparableEmail(text)).digest();
  return timingSafeEqual(digestOf(email), digestOf(ofContact));
}
