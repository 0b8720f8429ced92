/** What has changed prices and rooms, the newest first (M14): by whom, by which operation, and what was there before. */
import type { Database } from '../../data/database/database.ts';
import type { HotelChangeKind } from '../../data/generated/prisma/enums.ts';
import { date, int4, int8, json, listOf, nullable, oneOf, text } from '../../data/sql/column-types.ts';
import { query, type RowOf, statement } from '../../data/sql/statement.ts';
import type { InputProblem } from '../../domain/problem/input-problem.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import { type HotelReach, hotelIsReachedSql, REACH_COLUMNS, reachValues } from '../access/hotel-reach.ts';
import { type CursorOrder, type CursorSigner, parseSignedCursor } from '../search/cursors.ts';
import { nameProblems, pageProblems, reversedProblems } from '../search/search-input.ts';

const CHANGE_COLUMNS = {
  ...{ id: text, sequence: int8, operation: oneOf('HotelChangeOperation'), hotelNumber: int4, at: int8, keyName: text },
  ...{ clientName: nullable(text), from: int4, to: int4, nights: int4, undoneAt: nullable(int8) },
};
const LIST_CHANGES = statement({
  takes: {
    ...{
      kind: oneOf('HotelChangeKind'),
      hotel: nullable(int4),
      from: nullable(date),
      to: nullable(date),
      by: nullable(text),
    },
    ...{ ...REACH_COLUMNS, after: nullable(int8), first: int8 },
  },
  returns: CHANGE_COLUMNS,
  sql: ({ kind, hotel, from, to, by, after, first, ...reach }) => `
    SELECT c.id, c.sequence, c.operation, c.hotel_number AS "hotelNumber", (extract(epoch FROM c.at) * 1000)::bigint AS at, c.key_name AS "keyName",
      c.client_name AS "clientName", c."from" - date '1970-01-01' AS "from", c."to" - date '1970-01-01' AS "to", c.nights,
      (extract(epoch FROM c.undone_at) * 1000)::bigint AS "undoneAt"
    FROM hotel_change AS c JOIN hotel AS h ON h.number = c.hotel_number
    WHERE c.kind = ${kind}::"HotelChangeKind" AND (${hotel}::int IS NULL OR c.hotel_number = ${hotel}) AND ${hotelIsReachedSql(reach)}
      AND (${by}::text IS NULL OR c.key_name = ${by} OR c.client_name = ${by})
      AND (${from}::date IS NULL OR c."to" >= ${from}) AND (${to}::date IS NULL OR c."from" <= ${to})
      AND ((${from}::date IS NULL AND ${to}::date IS NULL) OR EXISTS (
        SELECT FROM hotel_change_part AS p, jsonb_to_recordset(p.ranges) AS r("from" int, "to" int)
        WHERE p.change_id = c.id AND (${from}::date IS NULL OR r."to" >= ${from}::date - date '1970-01-01')
          AND (${to}::date IS NULL OR r."from" <= ${to}::date - date '1970-01-01')))
      AND (${after}::bigint IS NULL OR c.sequence < ${after})
    ORDER BY c.sequence DESC LIMIT ${first}`,
});

/** A change of a hotel. Times are milliseconds since 1970; `from` and `to` are its first and its last night. */
export type ListedChange = RowOf<typeof LIST_CHANGES>;

export const CHANGE_ORDERS = {
  PRICES: { resource: 'changesOfPrices', mode: 'newest', words: 'the newest first' },
  ROOMS: { resource: 'changesOfRooms', mode: 'newest', words: 'the newest first' },
} as const satisfies Readonly<Record<HotelChangeKind, CursorOrder>>;

export interface ChangesRequest {
  readonly kind: HotelChangeKind;
  /** Its number; null: all hotels. */
  readonly hotel: number | null;
  /** Only what has changed one of the nights from the first to the last; null: no bound. */
  readonly from: Day | null;
  readonly to: Day | null;
  /** Name of a key or a client; null: anybody. */
  readonly by: string | null;
  readonly first: number;
  readonly after: string | null;
}

/** 1 to 100, dates in order, a name of at most 200 characters on one line, and a cursor of this list. */
export function changesProblems(
  { kind, from, to, by, first, after }: Omit<ChangesRequest, 'hotel'>,
  cursors: CursorSigner,
): InputProblem[] {
  const read = after === null ? null : parseSignedCursor<number>(after, CHANGE_ORDERS[kind], cursors);
  return [
    ...reversedProblems({ from, to, path: 'filter.to', mayBeEqual: true }),
    ...nameProblems('filter.by', by),
    ...pageProblems({ first }),
    ...(read && 'problem' in read ? [read.problem] : []),
  ];
}

/** A page of a well-formed request, and whether more follow. Read from the primary database, so that who changes something sees it. */
export async function listChanges(
  { prisma }: Pick<Database, 'prisma'>,
  { first, after, ...asked }: ChangesRequest,
  { caller, cursors }: { caller: HotelReach; cursors: CursorSigner },
): Promise<{ readonly changes: readonly ListedChange[]; readonly hasMore: boolean }> {
  const read = after === null ? null : parseSignedCursor<number>(after, CHANGE_ORDERS[asked.kind], cursors);
  const place = read && 'key' in read ? Number(read.key[0]) : null;
  const values = { ...asked, ...reachValues(caller), after: place, first: first + 1 };
  const rows = await query(prisma, LIST_CHANGES, values);
  return { changes: rows.slice(0, first), hasMore: rows.length > first };
}

export const READ_PARTS = statement({
  takes: { changes: listOf(text), after: int4, first: int8 },
  returns: {
    ...{
      changeId: text,
      position: int4,
      roomTypeNumber: int4,
      visitTypeNumber: nullable(int4),
      priceListNumber: nullable(int4),
    },
    ...{ currency: nullable(oneOf('Currency')), ranges: json() },
  },
  sql: ({ changes, after, first }) => `
    SELECT p.change_id AS "changeId", p.position, p.room_type_number AS "roomTypeNumber", p.visit_type_number AS "visitTypeNumber",
      p.price_list_number AS "priceListNumber", p.currency, p.ranges
    FROM unnest(${changes}::char(24)[]) AS c(id) CROSS JOIN LATERAL (
      SELECT * FROM hotel_change_part WHERE change_id = c.id AND position > ${after} ORDER BY position LIMIT ${first}) AS p
    ORDER BY p.change_id, p.position`,
});

/** What a change has made of a room type, and of its prices in one list. */
export type ListedPart = RowOf<typeof READ_PARTS>;

/** The next parts of changes, `first` of each, after the position `after`. */
export function readParts(
  { prisma }: Pick<Database, 'prisma'>,
  asked: { changes: readonly string[]; after: number; first: number },
): Promise<ListedPart[]> {
  return query(prisma, READ_PARTS, asked);
}

const KEPT_MS = 400 * 24 * 60 * 60 * 1_000;

/** Forgets changes of 400 days ago. */
export async function deleteOldChanges({ prisma }: Pick<Database, 'prisma'>, now: number): Promise<void> {
  await prisma.hotelChange.deleteMany({ where: { at: { lt: new Date(now - KEPT_MS) } } });
}
