/**
 * Idempotency of bookings (B6), of their changes (M1) and of holds (S13). The record of a key is written first and committed with the booking or the hold that
 * it protects, so there is never a key without it, nor two bookings under one key. Requests that arrive while the first one
 * runs wait for the record's row lock. A refused request leaves no record.
 *
 * A key is a text of the caller, which may name a guest. So it is replaced by its hash when the booking's guest data is erased (S19), and
 * not before: processes of release 0.2.0 know a key by its text, and would book again what they do not find. That of a hold is stored as its
 * hash: a hold has no guest data that are erased, and release 0.2.0 knows no keys of holds.
 */
import { createHash } from 'node:crypto';
import type { Database } from '../../data/database/database.ts';
import { classifyDatabaseFailure } from '../../data/database/database-failures.ts';
import type { SqlTransaction } from '../../data/database/sql-transactions.ts';
import { bool, nullable, text, timestamptz } from '../../data/sql/column-types.ts';
import { type Placeholder, query, statement } from '../../data/sql/statement.ts';
import { IDEMPOTENCY_LIFETIME_MS } from '../../domain/booking/idempotency.ts';
import type { Refusal } from '../../domain/problem/refusal.ts';
import type { Locale } from '../../domain/text/locale.ts';
import type { DeskPart, PartyInput } from './booking-input.ts';
import { idempotencyInProgress, idempotencyKeyReused } from './booking-outcome.ts';

/** An idempotency key of a client, and the request that it came with. */
export interface IdempotencyClaim {
  readonly clientId: string;
  readonly apiKeyId: string;
  readonly key: string;
  /** What is stored of the key; absent: the key. */
  readonly storedKey?: string;
  readonly requestHash: string;
}

/**
 * SHA-256 of what a request would book, in hexadecimal digits: all fields of the input, in any order, and the language.
 * It leaves out the key, and the expected price and cancellation, which are conditions of booking and not part of it: a caller that lost
 * the response and retries with today's price must get its booking. A test is another request than the booking that it
 * tries out: a client's live key must never get the booking of its test key (S8).
 */
export function hashRequest(
  input: PartyInput,
  { language, isTest, desk = {} }: { language: Locale; isTest: boolean; desk?: Partial<DeskPart> | undefined },
): string {
  const { idempotencyKey: _key, expectedTotal: _price, expectedCancellation: _terms, hold, rooms, ...shared } = input;
  // One room is a booking as `createBooking` and earlier releases know it.
  const booked = rooms.length === 1 ? { ...shared, ...rooms[0] } : { ...shared, rooms };
  // Where none is given, the request is what processes and records of release 0.1.0 know.
  const added = {
    ...(hold === null ? {} : { hold }),
    ...(isTest ? { isTest } : {}),
    ...Object.fromEntries(Object.entries(desk).filter(([, said]) => said !== null)),
  };
  return hashSorted({ ...booked, ...added, language });
}

/** SHA-256 of what a request would hold, without the key. It is never equal to that of a booking. */
export function hashHold(
  { idempotencyKey: _key, rooms, ...shared }: { readonly idempotencyKey: unknown; readonly rooms: readonly object[] },
  { isTest }: { isTest: boolean },
): string {
  // One room is a hold as `holdStay` and earlier releases know it.
  const held = rooms.length === 1 ? { ...shared, ...rooms[0] } : { ...shared, rooms };
  return hashSorted({ held, isTest });
}

/** SHA-256 of what a request would change of which booking. It is never equal to that of a booking or a hold. */
export function hashChange(changed: object, { isTest }: { isTest: boolean }): string {
  return hashSorted({ changed, isTest });
}

function hashSorted(request: object): string {
  return createHash('sha256').update(JSON.stringify(request, withSortedKeys)).digest('hex');
}

function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A key space of its own among advisory locks; the number is arbitrary. */
const KEY_LOCK = 735_514;

/** Requests of a client under one key take turns, whichever API keys they come with. Protects later statements. */
const LOCK_KEY = statement({
  takes: { key: text },
  sql: ({ key }) => `SELECT pg_advisory_xact_lock(${KEY_LOCK}, hashtext(${key}))`,
});

/** What takes the place of a key: SHA-256 of the client and the key. No other client's keys are compared with it. */
export function erasedKeySql({ clientId, key }: { readonly clientId: string; readonly key: string }): string {
  return `'sha256:' || encode(sha256(convert_to(${clientId} || ' ' || ${key}, 'UTF8')), 'hex')`;
}

/** Computes the same hash as `erasedKeySql`. */
export function erasedKey({ clientId, key }: Pick<IdempotencyClaim, 'clientId' | 'key'>): string {
  return `sha256:${createHash('sha256').update(`${clientId} ${key}`).digest('hex')}`;
}

/**
 * SQL condition: a key is still a text of the caller. What is hashed already must not be hashed again, or a repetition would find neither: rooms
 * of a party share a record and may be erased one after the other.
 */
export function isUnerasedKeySql(key: string): string {
  return `${key} !~ '^sha256:[0-9a-f]{64}$'`;
}

/** SQL condition: the record of a key, which may be erased to its hash. */
const isOfKeySql = ({ clientId, key }: Record<'clientId' | 'key', Placeholder>) =>
  `client_id = ${clientId} AND key IN (${key}, ${erasedKeySql({ clientId: `${clientId}::text`, key: `${key}::text` })})`;

/** A process of release 0.1.0 takes no such lock; with it, requests of one API key take turns by their row. */
const CLAIM_KEY = statement({
  takes: {
    ...{ clientId: text, key: text, storedKey: text, requestHash: text, apiKeyId: text },
    ...{ expiresAt: timestamptz, now: timestamptz },
  },
  returns: { claimed: bool },
  sql: ({ clientId, key, storedKey, requestHash, expiresAt, now, apiKeyId }) => `
    INSERT INTO idempotency_record AS r (client_id, key, request_hash, expires_at, api_key_id)
    SELECT ${clientId}, ${storedKey}, ${requestHash}, ${expiresAt}, ${apiKeyId}
    WHERE NOT EXISTS (
      SELECT FROM idempotency_record WHERE ${isOfKeySql({ clientId, key })} AND expires_at > ${now})
    ON CONFLICT (api_key_id, key) DO UPDATE
      SET request_hash = excluded.request_hash, expires_at = excluded.expires_at, booking_id = NULL, hold_id = NULL, event_id = NULL
      WHERE r.expires_at <= ${now}
    RETURNING true AS claimed`,
});

const READ_RECORD = statement({
  takes: { clientId: text, key: text, now: timestamptz },
  returns: { requestHash: text, madeId: nullable(text), eventId: nullable(text) },
  sql: ({ clientId, key, now }) => `
    SELECT request_hash AS "requestHash", coalesce(booking_id, hold_id) AS "madeId", event_id AS "eventId" FROM idempotency_record
    WHERE ${isOfKeySql({ clientId, key })} AND expires_at > ${now}`,
});

/** An earlier request was the same. */
export interface RepeatedRequest {
  readonly kind: 'repeated';
  /** Id of the booking that it made or changed, or of the hold that it made. */
  readonly madeId: string;
  /** Id of the event of the change that it made; null: it made another thing, or changed nothing. */
  readonly eventId: string | null;
}

/**
 * Claims the key for the caller's transaction. Null: claimed (new, or expired before `now`), and the booking or the hold must be
 * written with it. Otherwise the outcome: what the same request made, or the problem. Waits for an earlier request
 * in flight, as long as the transaction's lock timeout allows; after that timeout the transaction is unusable.
 */
export async function claimIdempotencyKey(
  sql: SqlTransaction,
  { clientId, apiKeyId, key, storedKey = key, requestHash }: IdempotencyClaim,
  now: number,
): Promise<RepeatedRequest | Refusal<'idempotency'> | null> {
  const [expiresAt, present] = [new Date(now + IDEMPOTENCY_LIFETIME_MS), new Date(now)];
  try {
    const [, claimed] = await Promise.all([
      sql.query(LOCK_KEY, { key: `${clientId} ${key}` }),
      sql.query(CLAIM_KEY, { clientId, key, storedKey, requestHash, expiresAt, now: present, apiKeyId }),
    ]);
    if (claimed.length === 1) return null;
  } catch (error) {
    if (classifyDatabaseFailure(error) === 'lockTimeout') return idempotencyInProgress();
    throw error;
  }
  const [record] = await sql.query(READ_RECORD, { clientId, key, now: present });
  // It has just expired and was swept: asked again, the request is a new one.
  if (!record) return idempotencyInProgress();
  if (record.requestHash !== requestHash) return idempotencyKeyReused();
  if (record.madeId === null) throw new Error('an idempotency record was committed without what it protects');
  return { kind: 'repeated', madeId: record.madeId, eventId: record.eventId };
}

const KEEP_KEY = statement({
  takes: { apiKeyId: text, key: text, bookingId: text },
  sql: ({ apiKeyId, key, bookingId }) =>
    `UPDATE idempotency_record SET booking_id = ${bookingId} WHERE api_key_id = ${apiKeyId} AND key = ${key}`,
});

/** Keeps a claimed key for a request that found its booking as it was asked for. */
export async function keepIdempotencyKey(
  sql: SqlTransaction,
  claimed: Pick<IdempotencyClaim, 'apiKeyId' | 'key'> & { readonly bookingId: string },
): Promise<void> {
  await sql.query(KEEP_KEY, claimed);
}

/** What the same request under the key has made before, without a claim of the key; null: nothing that is known. */
export async function findRepeated(
  { prisma }: Pick<Database, 'prisma'>,
  { clientId, key, requestHash }: Pick<IdempotencyClaim, 'clientId' | 'key' | 'requestHash'>,
  now: number,
): Promise<RepeatedRequest | null> {
  const [record] = await query(prisma, READ_RECORD, { clientId, key, now: new Date(now) });
  if (!record || record.requestHash !== requestHash || record.madeId === null) return null;
  return { kind: 'repeated', madeId: record.madeId, eventId: record.eventId };
}

/**
 * Deletes keys that expired before `now` (milliseconds since 1970), for a periodic sweep; bookings stay. Expired
 * records count as absent before they are swept, too.
 * @returns how many were deleted
 */
export async function deleteExpiredIdempotencyRecords({ prisma }: Database, now: number): Promise<number> {
  const { count } = await prisma.idempotencyRecord.deleteMany({ where: { expiresAt: { lte: new Date(now) } } });
  return count;
}
