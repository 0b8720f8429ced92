/**
 * Holds as rows (S13). Every statement that makes, uses or releases a hold has locked its nights, so holds of one night never
 * change concurrently; its own row is locked after them. Test holds are in no night.
 */

import type { CancellationTerm } from '../domain/booking/cancellation-terms.ts';
import type { OfferedQuote } from '../domain/stay/sellable-stay.ts';
import type { Day } from '../domain/time/civil-date.ts';
import { RAISED, RAISED_COLUMNS, type RaisedEpoch } from './cache/raise-epochs.ts';
import type { Database } from './database/database.ts';
import type { SqlTransaction } from './database/sql-transactions.ts';
import { hashSubject } from './limits/recent-uses.ts';
import type { NamedPromotion } from './reads/tariffs.ts';
import { heldWithoutSql, raiseCapacitySql, roomsLeftSql, stillHeldSql } from './rooms-left.ts';
import { bool, date, float8, int4, int8, json, nullable, text, timestamptz } from './sql/column-types.ts';
import { onlyRow, type Placeholder, query, type RowOf, statement } from './sql/statement.ts';

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

const LOCK_HOLDER = statement({
  takes: { holder: text },
  sql: ({ holder }) => `SELECT pg_advisory_xact_lock(${HOLDER_LOCK}, hashtext(${holder}))`,
});

/**
 * The snapshot of this statement is taken after the lock. Those of an address are counted for all clients together; the oldest that may
 * be released is one of the client.
 */
const COUNT_OPEN = statement({
  takes: { clientId: text, networkHash: nullable(text), now: timestamptz, isTest: bool },
  returns: {
    open: int4,
    /** The one that expires first of those that the caller may release; null: they are of other clients. */
    oldest: nullable(json<{ readonly id: string; readonly expiresAt: number }>()),
  },
  sql: ({ clientId, networkHash, now, isTest }) => `
    WITH open AS (
      SELECT id, client_id, is_test, expires_at FROM stay_hold
      WHERE (CASE WHEN ${networkHash}::text IS NULL THEN client_id = ${clientId} AND network_hash IS NULL
          ELSE network_hash = ${networkHash} END)
        AND expires_at > ${now} AND released_at IS NULL)
    SELECT (SELECT count(*)::int FROM open) AS open,
      (SELECT json_build_object('id', id, 'expiresAt', (extract(epoch FROM expires_at) * 1000)::bigint) FROM open
        WHERE client_id = ${clientId} AND is_test = ${isTest} ORDER BY expires_at, id LIMIT 1) AS oldest`,
});

/** The open holds of a holder. */
export type CountedHolds = RowOf<typeof COUNT_OPEN>;

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
    sql.query(LOCK_HOLDER, { holder: networkHash ?? clientId }),
    sql.query(COUNT_OPEN, { clientId, networkHash, now: new Date(now), isTest }),
  ]);
  return onlyRow(counted);
}

function hashNetwork(network: string | null): string | null {
  return network === null ? null : hashSubject(network);
}

/** If a night turns out to be full, everything is rolled back. */
const WRITE_HOLD = statement({
  takes: {
    ...{ id: text, clientId: text, isTest: bool, networkHash: nullable(text) },
    ...{ visitTypeNumber: int4, hotelNumber: int4, roomTypeNumber: int4, arrival: date, departure: date },
    ...{ quote: json(), programs: json(), cancellationTerms: json(), expiresAt: int8, now: int8 },
    ...{ apiKeyId: nullable(text), key: nullable(text) },
  },
  returns: { nights: int4, ...RAISED },
  sql: ($) => `
    WITH made AS (
      INSERT INTO stay_hold (id, client_id, is_test, visit_type_number, hotel_number, room_type_number, arrival, departure, quote,
        programs, network_hash, expires_at, cancellation_terms)
      VALUES (${$.id}, ${$.clientId}, ${$.isTest}, ${$.visitTypeNumber}, ${$.hotelNumber}, ${$.roomTypeNumber}, ${$.arrival},
        ${$.departure}, ${$.quote}, ${$.programs}, ${$.networkHash}, to_timestamp(${$.expiresAt}::bigint / 1000.0), ${$.cancellationTerms})
      RETURNING *),
    taken AS (
      UPDATE inventory_night AS n
      SET held = coalesce(${stillHeldSql('n', $.now)}, '{}'::jsonb) || jsonb_build_object(m.id, ${$.expiresAt}::bigint)
      FROM made AS m
      WHERE NOT m.is_test AND n.room_type_number = m.room_type_number AND n.night >= m.arrival AND n.night < m.departure
        AND ${roomsLeftSql('n', $.now)} > 0
      RETURNING m.hotel_number, m.room_type_number),
    answered AS (
      UPDATE idempotency_record AS r SET hold_id = m.id FROM made AS m WHERE r.api_key_id = ${$.apiKeyId} AND r.key = ${$.key}),
    ${raiseCapacitySql('taken')}
    SELECT require_every_night((SELECT count(*) FROM taken),
        (SELECT CASE WHEN is_test THEN 0 ELSE departure - arrival END FROM made)) AS nights, ${RAISED_COLUMNS}`,
});

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
  const written = onlyRow(
    await sql.finish(WRITE_HOLD, {
      ...{ ...hold, clientId, isTest, networkHash: hashNetwork(network), expiresAt, now },
      ...{ apiKeyId: idempotency?.apiKeyId ?? null, key: idempotency?.key ?? null },
    }),
  );
  return written.raised ?? [];
}

const HOLD = {
  ...{ id: text, visitTypeNumber: int4, hotelNumber: int4, roomTypeNumber: int4, arrival: int4, departure: int4 },
  ...{ quote: json<OfferedQuote<NamedPromotion>>(), cancellationTerms: json<readonly CancellationTerm[]>() },
  /** Whoever reads a hold names the type that its maker stored; no element can be read without a name. */
  programs: json<readonly never[]>(),
};
const COLUMNS = `id, visit_type_number AS "visitTypeNumber", hotel_number AS "hotelNumber", room_type_number AS "roomTypeNumber",
  arrival - date '1970-01-01' AS arrival, departure - date '1970-01-01' AS departure, quote, programs,
  cancellation_terms AS "cancellationTerms"`;

const OWN = { id: text, clientId: text, isTest: bool };
const isOwnSql = ({ id, clientId, isTest }: Record<keyof typeof OWN, Placeholder>) =>
  `id = ${id} AND client_id = ${clientId} AND is_test = ${isTest}`;

const LOCK_OPEN = statement({
  takes: { ...OWN, now: timestamptz },
  returns: { ...HOLD, isPublic: bool },
  sql: ({ now, ...own }) => `
    SELECT ${COLUMNS}, network_hash IS NOT NULL AS "isPublic" FROM stay_hold
    WHERE ${isOwnSql(own)} AND released_at IS NULL AND expires_at > ${now} FOR UPDATE`,
});

/** The hold, if it is the owner's and open at `now`, locked. Call it after locking the nights of the stay. */
export async function lockOpenHold<Program>(
  sql: SqlTransaction,
  id: string,
  { clientId, isTest, now }: HoldOwner & { now: number },
): Promise<OpenHold<Program> | null> {
  const [found] = await sql.query(LOCK_OPEN, { id, clientId, isTest, now: new Date(now) });
  return found ?? null;
}

/** A hold with its end. */
export interface KnownHold<Program> extends StoredHold<Program> {
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const KNOWN = { ...HOLD, expiresAt: float8 };
const SELECT_KNOWN = `SELECT ${COLUMNS}, (extract(epoch FROM expires_at) * 1000)::float8 AS "expiresAt" FROM stay_hold`;

const READ_OWN = statement({ takes: OWN, returns: KNOWN, sql: (own) => `${SELECT_KNOWN} WHERE ${isOwnSql(own)}` });

/** The hold, if it is the owner's, as it was made: whether it is open or has ended within the last day. */
export async function readHold<Program>(
  sql: SqlTransaction,
  id: string,
  { clientId, isTest }: HoldOwner,
): Promise<KnownHold<Program> | null> {
  const [found] = await sql.query(READ_OWN, { id, clientId, isTest });
  return found ?? null;
}

const LIST_OPEN = statement({
  takes: { clientId: text, isTest: bool, networkHash: nullable(text), now: timestamptz, id: nullable(text) },
  returns: KNOWN,
  sql: ({ clientId, isTest, networkHash, now, id }) => `${SELECT_KNOWN}
    WHERE client_id = ${clientId} AND is_test = ${isTest} AND (${networkHash}::text IS NULL OR network_hash = ${networkHash})
      AND released_at IS NULL AND expires_at > ${now} AND (${id}::text IS NULL OR id = ${id})
    ORDER BY expires_at, id`,
});

/**
 * The open holds of a client, with a publishable key those of its address alone, the first to expire first.
 * @param id null: all of them
 */
export function listOpenHolds<Program>(
  { prisma }: Pick<Database, 'prisma'>,
  { clientId, isTest, network }: Holder,
  { now, id }: { now: number; id: string | null },
): Promise<KnownHold<Program>[]> {
  return query(prisma, LIST_OPEN, { clientId, isTest, networkHash: hashNetwork(network), now: new Date(now), id });
}

/** The nights of the hold are locked in the order of bookings. */
const LOCK_ITS_NIGHTS = statement({
  takes: OWN,
  sql: ({ id, clientId, isTest }) => `
    SELECT count(*) FROM (
      SELECT FROM inventory_night AS n
      JOIN stay_hold AS h ON n.room_type_number = h.room_type_number AND n.night >= h.arrival AND n.night < h.departure
      WHERE h.id = ${id} AND h.client_id = ${clientId} AND h.is_test = ${isTest} ORDER BY n.night FOR UPDATE OF n) AS locked`,
});

/** One that was given back or has expired stays as it is. */
const RELEASE = statement({
  takes: { ...OWN, now: timestamptz },
  returns: { known: bool, ...RAISED },
  sql: ({ now, ...own }) => `
    WITH known AS (SELECT id FROM stay_hold WHERE ${isOwnSql(own)}),
    released AS (
      UPDATE stay_hold SET released_at = ${now} WHERE ${isOwnSql(own)} AND released_at IS NULL AND expires_at > ${now}
      RETURNING id, hotel_number, room_type_number, arrival, departure),
    freed AS (
      UPDATE inventory_night AS n SET held = ${heldWithoutSql('n', 'r.id')} FROM released AS r
      WHERE n.room_type_number = r.room_type_number AND n.night >= r.arrival AND n.night < r.departure AND n.held ? r.id::text
      RETURNING r.hotel_number, r.room_type_number),
    ${raiseCapacitySql('freed')}
    SELECT EXISTS (SELECT FROM known) AS known, ${RAISED_COLUMNS}`,
});

/**
 * Gives a hold back and commits. It must be the last call of its transaction.
 * @returns what was raised; null: the owner has no such hold
 */
export async function commitRelease(
  sql: SqlTransaction,
  id: string,
  { clientId, isTest, now }: HoldOwner & { now: number },
): Promise<readonly RaisedEpoch[] | null> {
  const own = { id, clientId, isTest };
  const [, released] = await Promise.all([
    sql.query(LOCK_ITS_NIGHTS, own),
    sql.finish(RELEASE, { ...own, now: new Date(now) }),
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
  const row = onlyRow(await query(prisma, DELETE_ENDED, { before }));
  return row.ended;
}

const DELETE_ENDED = statement({
  takes: { before: int8 },
  returns: { ended: int4 },
  sql: ({ before }) => `
    WITH ended AS (
      DELETE FROM stay_hold WHERE expires_at <= to_timestamp(${before}::bigint / 1000.0)
      RETURNING room_type_number, arrival, departure),
    nights AS (
      SELECT DISTINCT room_type_number, arrival + place AS night FROM ended, generate_series(0, departure - arrival - 1) AS place),
    marked AS (
      SELECT n.room_type_number, n.night FROM nights JOIN inventory_night AS n USING (room_type_number, night)
      WHERE n.held IS NOT NULL ORDER BY n.room_type_number, n.night FOR UPDATE OF n SKIP LOCKED),
    cleared AS (
      UPDATE inventory_night AS n SET held = ${stillHeldSql('n', before)} FROM marked AS m
      WHERE n.room_type_number = m.room_type_number AND n.night = m.night)
    SELECT count(*)::int AS ended FROM ended`,
});
