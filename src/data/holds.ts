/**
 * Holds as rows (S13). Every statement that makes, uses or releases a hold has locked its nights, so holds of one night never
 * change concurrently; its own row is locked after them. Test holds are in no night.
 */

import type { CancellationTerm } from '../domain/booking/cancellation-terms.ts';
import type { OfferedQuote } from '../domain/stay/sellable-stay.ts';
import type { Day } from '../domain/time/civil-date.ts';
import { notifySql, type RaisedEpoch } from './cache/raise-epochs.ts';
import type { Database } from './database/database.ts';
import type { SqlTransaction } from './database/sql-transactions.ts';
import { hashSubject } from './limits/recent-uses.ts';
import { onlyRow } from './only-row.ts';
import type { NamedPromotion } from './reads/tariffs.ts';
import { heldWithoutSql, raiseCapacitySql, roomsLeftSql, stillHeldSql } from './rooms-left.ts';

/** A hold as it is stored; `Program` is what the maker stores of a guest's loyalty programme. */
export interface StoredHold<Program> {
  readonly id: string;
  readonly visitTypeNumber: number;
  readonly hotelNumber: number;
  readonly roomTypeNumber: number;
  readonly arrival: Day;
  readonly departure: Day;
  readonly quote: OfferedQuote<NamedPromotion>;
  readonly cancellationTerms: readonly CancellationTerm[];
  readonly programs: readonly Program[];
}

/** A hold that is open. */
export interface OpenHold<Program> extends StoredHold<Program> {
  /** Whether a publishable key made it. */
  readonly isPublic: boolean;
}

/** The owner of a hold. */
export interface HoldOwner {
  readonly clientId: string;
  readonly isTest: boolean;
}

/** Who holds a stay: a client, or with a publishable key an address. */
export interface Holder extends HoldOwner {
  /** The network of a publishable key; null: the key is another one. */
  readonly network: string | null;
}

/** A key space of its own among advisory locks; the number is arbitrary. */
const HOLDER_LOCK = 735_513;

const LOCK_HOLDER = `SELECT pg_advisory_xact_lock(${HOLDER_LOCK}, hashtext($1))::text AS holder`;

/**
 * The snapshot of this statement is taken after the lock. Those of an address are counted for all clients together; the oldest that may
 * be released is one of the client.
 */
const COUNT_OPEN = `
  WITH open AS (
    SELECT id, client_id, is_test, expires_at FROM stay_hold
    WHERE (CASE WHEN $2::text IS NULL THEN client_id = $1 AND network_hash IS NULL ELSE network_hash = $2 END)
      AND expires_at > $3::timestamptz AND released_at IS NULL)
  SELECT (SELECT count(*)::int FROM open) AS open,
    (SELECT json_build_object('id', id, 'expiresAt', (extract(epoch FROM expires_at) * 1000)::bigint) FROM open
      WHERE client_id = $1 AND is_test = $4::boolean ORDER BY expires_at, id LIMIT 1) AS oldest`;

/** The open holds of a holder. */
export interface CountedHolds {
  readonly open: number;
  /** The one that expires first of those that the caller may release; null: they are of other clients. */
  readonly oldest: { readonly id: string; readonly expiresAt: number } | null;
}

/**
 * Open holds of a holder, under a lock that keeps others from adding to them until the transaction ends. Call it last before the
 * counting of uses and the write: holders of this lock wait for no other lock but those.
 */
export async function countOpenHolds(
  sql: SqlTransaction,
  { clientId, isTest, network, now }: Holder & { now: number },
): Promise<CountedHolds> {
  const networkHash = hashNetwork(network);
  const [, counted] = await Promise.all([
    sql.query(LOCK_HOLDER, [networkHash ?? clientId]),
    sql.query<CountedHolds>(COUNT_OPEN, [clientId, networkHash, new Date(now).toISOString(), isTest]),
  ]);
  return onlyRow(counted);
}

function hashNetwork(network: string | null): string | null {
  return network === null ? null : hashSubject(network);
}

/** Dates are days since 1970. If a night turns out to be full, the statement casts a text to a number; the error rolls all back. */
const WRITE_HOLD = `
  WITH made AS (
    INSERT INTO stay_hold (id, client_id, is_test, visit_type_number, hotel_number, room_type_number, arrival, departure, quote,
      programs, network_hash, expires_at, cancellation_terms)
    SELECT $1, $2, $3::boolean, $4::int, $5::int, $6::int, date '1970-01-01' + $7::int, date '1970-01-01' + $8::int, $9::jsonb,
      $10::jsonb, $11, to_timestamp($12::bigint / 1000.0), $14::jsonb
    RETURNING *),
  taken AS (
    UPDATE inventory_night AS n
    SET held = coalesce(${stillHeldSql('n', '$13')}, '{}'::jsonb) || jsonb_build_object(m.id, $12::bigint)
    FROM made AS m
    WHERE NOT m.is_test AND n.room_type_number = m.room_type_number AND n.night >= m.arrival AND n.night < m.departure
      AND ${roomsLeftSql('n', '$13')} > 0
    RETURNING m.hotel_number),
  answered AS (
    UPDATE idempotency_record AS r SET hold_id = m.id FROM made AS m WHERE r.api_key_id = $15 AND r.key = $16),
  ${raiseCapacitySql({ moved: 'taken', stay: 'made' })}
  SELECT CASE WHEN taken = nights THEN taken ELSE ('held ' || taken || ' of ' || nights || ' nights')::int END AS nights,
    (SELECT json_agg(json_build_object('scope', scope, 'value', value)) FROM raised) AS raised, ${notifySql('raised')} AS told
  FROM (SELECT count(*)::int AS taken FROM taken) AS t,
    (SELECT CASE WHEN is_test THEN 0 ELSE departure - arrival END AS nights FROM made) AS m`;

/**
 * Writes and commits a hold, which takes a room of every night, and is the answer under its idempotency key if it has one. It must be
 * the last call of its transaction.
 * @returns what was raised
 * @throws the database's error when a night has no room left; then nothing is committed
 */
export async function commitHold<Program>(
  sql: SqlTransaction,
  { clientId, isTest, network, expiresAt, ...hold }: StoredHold<Program> & Holder & { readonly expiresAt: number },
  { now, idempotency }: { now: number; idempotency: { readonly apiKeyId: string; readonly key: string } | null },
): Promise<readonly RaisedEpoch[]> {
  const written = await sql.finish<{ raised: RaisedEpoch[] | null }>(WRITE_HOLD, [
    hold.id,
    clientId,
    isTest,
    hold.visitTypeNumber,
    hold.hotelNumber,
    hold.roomTypeNumber,
    hold.arrival,
    hold.departure,
    JSON.stringify(hold.quote),
    JSON.stringify(hold.programs),
    hashNetwork(network),
    expiresAt,
    now,
    JSON.stringify(hold.cancellationTerms),
    idempotency?.apiKeyId ?? null,
    idempotency?.key ?? null,
  ]);
  return onlyRow(written).raised ?? [];
}

const COLUMNS = `id, visit_type_number AS "visitTypeNumber", hotel_number AS "hotelNumber", room_type_number AS "roomTypeNumber",
  arrival - date '1970-01-01' AS arrival, departure - date '1970-01-01' AS departure, quote, programs,
  cancellation_terms AS "cancellationTerms"`;

const IS_OWN = 'id = $1 AND client_id = $2 AND is_test = $3::boolean';

const LOCK_OPEN = `
  SELECT ${COLUMNS}, network_hash IS NOT NULL AS "isPublic" FROM stay_hold
  WHERE ${IS_OWN} AND released_at IS NULL AND expires_at > $4::timestamptz FOR UPDATE`;

/** The hold, if it is the owner's and open at `now`, locked. Call it after locking the nights of the stay. */
export async function lockOpenHold<Program>(
  sql: SqlTransaction,
  id: string,
  { clientId, isTest, now }: HoldOwner & { now: number },
): Promise<OpenHold<Program> | null> {
  const [found] = await sql.query<OpenHold<Program>>(LOCK_OPEN, [id, clientId, isTest, new Date(now).toISOString()]);
  return found ?? null;
}

/** A hold with its end. */
export interface KnownHold<Program> extends StoredHold<Program> {
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const READ = `SELECT ${COLUMNS}, (extract(epoch FROM expires_at) * 1000)::float8 AS "expiresAt" FROM stay_hold`;
const READ_OWN = `${READ} WHERE ${IS_OWN}`;

/** The hold, if it is the owner's, as it was made: whether it is open or has ended within the last day. */
export async function readHold<Program>(
  sql: SqlTransaction,
  id: string,
  { clientId, isTest }: HoldOwner,
): Promise<KnownHold<Program> | null> {
  const [found] = await sql.query<KnownHold<Program>>(READ_OWN, [id, clientId, isTest]);
  return found ?? null;
}

const LIST_OPEN = `${READ}
  WHERE client_id = $1 AND is_test = $2::boolean AND ($3::text IS NULL OR network_hash = $3)
    AND released_at IS NULL AND expires_at > $4::timestamptz AND ($5::text IS NULL OR id = $5)
  ORDER BY expires_at, id`;

/**
 * The open holds of a client, with a publishable key those of its address alone, the first to expire first.
 * @param id null: all of them
 */
export function listOpenHolds<Program>(
  { prisma }: Pick<Database, 'prisma'>,
  { clientId, isTest, network }: Holder,
  { now, id }: { now: number; id: string | null },
): Promise<KnownHold<Program>[]> {
  return prisma.$queryRawUnsafe(LIST_OPEN, clientId, isTest, hashNetwork(network), new Date(now).toISOString(), id);
}

/** The nights of the hold are locked in the order of bookings. */
const LOCK_ITS_NIGHTS = `
  SELECT count(*)::int AS nights FROM (
    SELECT FROM inventory_night AS n
    JOIN stay_hold AS h ON n.room_type_number = h.room_type_number AND n.night >= h.arrival AND n.night < h.departure
    WHERE h.id = $1 AND h.client_id = $2 AND h.is_test = $3::boolean ORDER BY n.night FOR UPDATE OF n) AS locked`;

/** One that was given back or has expired stays as it is. */
const RELEASE = `
  WITH known AS (SELECT id FROM stay_hold WHERE ${IS_OWN}),
  released AS (
    UPDATE stay_hold SET released_at = $4::timestamptz WHERE ${IS_OWN} AND released_at IS NULL AND expires_at > $4::timestamptz
    RETURNING id, hotel_number, room_type_number, arrival, departure),
  freed AS (
    UPDATE inventory_night AS n SET held = ${heldWithoutSql('n', 'r.id')} FROM released AS r
    WHERE n.room_type_number = r.room_type_number AND n.night >= r.arrival AND n.night < r.departure AND n.held ? r.id::text
    RETURNING r.hotel_number),
  ${raiseCapacitySql({ moved: 'freed', stay: 'released' })}
  SELECT EXISTS (SELECT FROM known) AS known,
    (SELECT json_agg(json_build_object('scope', scope, 'value', value)) FROM raised) AS raised, ${notifySql('raised')} AS told`;

/**
 * Gives a hold back and commits. It must be the last call of its transaction.
 * @returns what was raised; null: the owner has no such hold
 */
export async function commitRelease(
  sql: SqlTransaction,
  id: string,
  { clientId, isTest, now }: HoldOwner & { now: number },
): Promise<readonly RaisedEpoch[] | null> {
  const own = [id, clientId, isTest] as const;
  const [, released] = await Promise.all([
    sql.query(LOCK_ITS_NIGHTS, own),
    sql.finish<{ known: boolean; raised: RaisedEpoch[] | null }>(RELEASE, [...own, new Date(now).toISOString()]),
  ]);
  const { known, raised } = onlyRow(released);
  return known ? (raised ?? []) : null;
}

/**
 * Deletes holds that ended at `before` or earlier (milliseconds since 1970), for a periodic sweep, and takes them off their nights.
 * Nights in use stay as they are: whoever makes the next hold there removes what has expired.
 * @returns how many were deleted
 */
export async function deleteEndedHolds({ prisma }: Pick<Database, 'prisma'>, before: number): Promise<number> {
  const [row] = await prisma.$queryRawUnsafe<{ ended: number }[]>(DELETE_ENDED, BigInt(before));
  return row?.ended ?? 0;
}

const DELETE_ENDED = `
  WITH ended AS (
    DELETE FROM stay_hold WHERE expires_at <= to_timestamp($1::bigint / 1000.0)
    RETURNING room_type_number, arrival, departure),
  nights AS (
    SELECT DISTINCT room_type_number, arrival + place AS night FROM ended, generate_series(0, departure - arrival - 1) AS place),
  marked AS (
    SELECT n.room_type_number, n.night FROM nights JOIN inventory_night AS n USING (room_type_number, night)
    WHERE n.held IS NOT NULL ORDER BY n.room_type_number, n.night FOR UPDATE OF n SKIP LOCKED),
  cleared AS (
    UPDATE inventory_night AS n SET held = ${stillHeldSql('n', '$1')} FROM marked AS m
    WHERE n.room_type_number = m.room_type_number AND n.night = m.night)
  SELECT count(*)::int AS ended FROM ended`;
