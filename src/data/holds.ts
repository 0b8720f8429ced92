/**
 * Holds as rows (S13); their ends are in `ended-holds.ts`. Every statement that makes, uses or releases a hold has locked its nights, so holds of one night never
 * change concurrently; its own row is locked after them. Test holds are in no night.
 */

import type { CancellationTerm } from '../domain/booking/cancellation-terms.ts';
import { PARTY_ROOMS } from '../domain/booking/party.ts';
import type { OfferedQuote } from '../domain/stay/sellable-stay.ts';
import type { Day } from '../domain/time/civil-date.ts';
import { RAISED, RAISED_COLUMNS, type RaisedEpoch } from './cache/raise-epochs.ts';
import type { Database } from './database/database.ts';
import type { SqlTransaction } from './database/sql-transactions.ts';
import { hashSubject } from './limits/recent-uses.ts';
import type { NamedPromotion } from './reads/tariffs.ts';
import { raiseCapacitySql, roomsLeftSql, stillHeldSql } from './rooms-left.ts';
import {
  bool,
  float8,
  int4,
  int8,
  json,
  jsonList,
  jsonObject,
  nullable,
  text,
  timestamptz,
} from './sql/column-types.ts';
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
 * The snapshot of this statement is taken after the lock. Tests are counted apart (A7), those of an address for all clients together; the
 * oldest that may be released is one of the client.
 */
const COUNT_OPEN = statement({
  takes: { clientId: text, networkHash: nullable(text), now: timestamptz, isTest: bool },
  returns: {
    open: int4,
    /** When the first of them expires, in milliseconds since 1970; null: there is none. */
    firstEnd: nullable(int8),
    /** The one that expires first of those that the caller may release; null: they are of other clients. */
    oldest: nullable(jsonObject({ id: text, expiresAt: int8 })),
  },
  sql: ({ clientId, networkHash, now, isTest }) => `
    WITH open AS (
      SELECT DISTINCT coalesce(party_id, id) AS id, client_id, expires_at FROM stay_hold
      WHERE (CASE WHEN ${networkHash}::text IS NULL THEN client_id = ${clientId} AND network_hash IS NULL
          ELSE network_hash = ${networkHash} END)
        AND is_test = ${isTest} AND expires_at > ${now} AND released_at IS NULL)
    SELECT (SELECT count(*)::int FROM open) AS open,
      (SELECT (extract(epoch FROM min(expires_at)) * 1000)::bigint FROM open) AS "firstEnd",
      (SELECT json_build_object('id', id, 'expiresAt', (extract(epoch FROM expires_at) * 1000)::bigint) FROM open
        WHERE client_id = ${clientId} ORDER BY expires_at, id LIMIT 1) AS oldest`,
});

/** The open holds of a holder; rooms that are held together are one. */
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

const HOLD = {
  ...{ id: text, visitTypeNumber: int4, hotelNumber: int4, roomTypeNumber: int4, arrival: int4, departure: int4 },
  ...{ quote: json<OfferedQuote<NamedPromotion>>(), cancellationTerms: json<readonly CancellationTerm[]>() },
  /** Whoever reads a hold names the type that its maker stored; no element can be read without a name. */
  programs: json<readonly never[]>(),
};

/** The holds of a JSON list as rows. */
const HOLD_ROWS = `json_to_recordset(%) AS h (id char(24), "visitTypeNumber" int, "hotelNumber" int, "roomTypeNumber" int, arrival int,
        departure int, quote jsonb, programs jsonb, "cancellationTerms" jsonb, room int)`;

/** If a night turns out to have too few rooms left, everything is rolled back. */
const WRITE_HOLDS = statement({
  takes: {
    holds: jsonList(jsonObject({ ...HOLD, programs: json(), room: int4 })),
    ...{ partyId: nullable(text), clientId: text, isTest: bool, networkHash: nullable(text) },
    ...{ expiresAt: int8, now: int8, apiKeyId: nullable(text), key: nullable(text) },
  },
  returns: { nights: int4, ...RAISED },
  sql: ($) => `
    WITH made AS (
      INSERT INTO stay_hold (id, client_id, is_test, visit_type_number, hotel_number, room_type_number, arrival, departure, quote,
        programs, network_hash, expires_at, cancellation_terms, party_id, party_room)
      SELECT h.id, ${$.clientId}, ${$.isTest}, "visitTypeNumber", "hotelNumber", "roomTypeNumber", date '1970-01-01' + arrival,
        date '1970-01-01' + departure, quote, programs, ${$.networkHash}, to_timestamp(${$.expiresAt}::bigint / 1000.0),
        "cancellationTerms", ${$.partyId}::text, CASE WHEN ${$.partyId}::text IS NOT NULL THEN room END
      FROM ${HOLD_ROWS.replace('%', $.holds)} LIMIT ${PARTY_ROOMS.max}
      RETURNING *),
    rooms AS (
      SELECT hotel_number, room_type_number, arrival, departure, count(*)::int AS rooms, jsonb_object_agg(id, ${$.expiresAt}::bigint) AS held
      FROM made WHERE NOT is_test GROUP BY 1, 2, 3, 4),
    taken AS (
      UPDATE inventory_night AS n SET held = coalesce(${stillHeldSql('n', $.now)}, '{}'::jsonb) || r.held
      FROM rooms AS r
      WHERE n.room_type_number = r.room_type_number AND n.night >= r.arrival AND n.night < r.departure
        AND ${roomsLeftSql('n', $.now)} >= r.rooms
      RETURNING r.hotel_number, r.room_type_number, n.night),
    answered AS (
      UPDATE idempotency_record AS r SET hold_id = coalesce(m.party_id, m.id) FROM made AS m
      WHERE coalesce(m.party_room, 1) = 1 AND r.api_key_id = ${$.apiKeyId} AND r.key = ${$.key}),
    ${raiseCapacitySql('taken')}
    SELECT require_every_night((SELECT count(*) FROM taken),
        (SELECT coalesce(sum(departure - arrival), 0)::int FROM rooms)) AS nights, ${RAISED_COLUMNS}`,
});

/**
 * Writes and commits holds that are made together, one or the rooms of a party (Y3). They take a room each of every night, and are the answer
 * under their idempotency key if they have one. It must be the last call of its transaction.
 * @returns what was raised
 * @throws the database's error when a night has too few rooms left; then nothing is committed
 */
export async function commitHolds<Program>(
  sql: SqlTransaction,
  holds: readonly KnownHold<Program>[],
  {
    clientId,
    isTest,
    network,
    partyId,
    now,
    idempotency,
  }: Holder & {
    /** Null: one is held alone. */
    readonly partyId: string | null;
    readonly now: number;
    readonly idempotency: { readonly apiKeyId: string; readonly key: string } | null;
  },
): Promise<readonly RaisedEpoch[]> {
  const written = onlyRow(
    await sql.finish(WRITE_HOLDS, {
      ...{ partyId, clientId, isTest, networkHash: hashNetwork(network), now },
      ...{ holds: holds.map((hold, index) => ({ ...hold, room: index + 1 })), expiresAt: holds[0]?.expiresAt ?? now },
      ...{ apiKeyId: idempotency?.apiKeyId ?? null, key: idempotency?.key ?? null },
    }),
  );
  return written.raised ?? [];
}

const COLUMNS = `id, visit_type_number AS "visitTypeNumber", hotel_number AS "hotelNumber", room_type_number AS "roomTypeNumber",
  arrival - date '1970-01-01' AS arrival, departure - date '1970-01-01' AS departure, quote, programs,
  cancellation_terms AS "cancellationTerms"`;

/**
 * SQL condition: the hold with the id `hold` is not what `id` names; a null names none. It looks each hold up: PostgreSQL 18 crashes if a
 * list of ids is made once in a statement that has waited for a row, and `OFFSET 0` keeps the planner from making one.
 */
export function isOtherHoldSql(hold: string, id: Placeholder): string {
  return `(${id}::text IS NULL OR NOT EXISTS (
    SELECT FROM stay_hold WHERE id = ${hold}::char(24) AND ${isNamedSql(`${id}::text`)} OFFSET 0))`;
}

/** SQL condition: what the id names, a hold by itself or those of a party. */
function isNamedSql(id: string): string {
  return `(id = ${id} OR party_id = ${id})`;
}

export const OWN = { id: text, clientId: text, isTest: bool };
export const isOwnSql = ({ id, clientId, isTest }: Record<keyof typeof OWN, Placeholder>) =>
  `${isNamedSql(id)} AND client_id = ${clientId} AND is_test = ${isTest}`;

const LOCK_OPEN = statement({
  takes: { ...OWN, now: timestamptz },
  returns: { ...HOLD, isPublic: bool },
  sql: ({ now, ...own }) => `
    SELECT ${COLUMNS}, network_hash IS NOT NULL AS "isPublic" FROM stay_hold
    WHERE ${isOwnSql(own)} AND released_at IS NULL AND expires_at > ${now} ORDER BY party_room FOR UPDATE`,
});

/**
 * The hold with the id, or those of the party with it in the order of their rooms, as far as they are the owner's and open at `now`, locked.
 * Call it after locking the nights of the stay.
 */
export function lockOpenHolds<Program>(
  sql: SqlTransaction,
  id: string,
  { clientId, isTest, now }: HoldOwner & { now: number },
): Promise<OpenHold<Program>[]> {
  return sql.query(LOCK_OPEN, { id, clientId, isTest, now: new Date(now) });
}

/** A hold with its end. */
export interface KnownHold<Program> extends StoredHold<Program> {
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const KNOWN = { ...HOLD, expiresAt: float8 };
const SELECT_KNOWN = `SELECT ${COLUMNS}, (extract(epoch FROM expires_at) * 1000)::float8 AS "expiresAt" FROM stay_hold`;

const READ_OWN = statement({
  takes: OWN,
  returns: KNOWN,
  sql: (own) => `${SELECT_KNOWN} WHERE ${isOwnSql(own)} ORDER BY party_room`,
});

/** The hold, or those of a party, of the owner, as they were made: whether they are open or have ended within the last day. */
export function readHolds<Program>(
  sql: SqlTransaction,
  id: string,
  { clientId, isTest }: HoldOwner,
): Promise<KnownHold<Program>[]> {
  return sql.query(READ_OWN, { id, clientId, isTest });
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
