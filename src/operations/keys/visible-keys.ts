/**
 * The keys that a key with the scope `keys` sees (M10): those that reach no further than itself, so none of other destinations, of more
 * of them, or of hotels that it is not bound to. Test keys see no others (A7).
 */
import type { Database } from '../../data/database/database.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import { type ListedApiKey, readKeys } from '../../data/keys/list-keys.ts';
import { bool, int8, nullable, text, timestamptz } from '../../data/sql/column-types.ts';
import { type Placeholder, query, type SqlClient, statement } from '../../data/sql/statement.ts';
import type { InputProblem } from '../../domain/problem/input-problem.ts';
import { type HotelReach, REACH_COLUMNS, reachValues } from '../access/hotel-reach.ts';
import { parseObjectId } from '../access/references.ts';
import { type CursorOrder, type CursorSigner, parseSignedCursor } from '../search/cursors.ts';
import { pageProblems } from '../search/search-input.ts';

export type KeysReader = Pick<Caller, keyof HotelReach | 'isTest'>;

const SEEN_BY = { ...REACH_COLUMNS, isTest: bool };
const seenValues = ({ isTest, ...reach }: KeysReader) => ({ ...reachValues(reach), isTest });

/** SQL condition: a reader sees the key `k`. */
function keyIsSeenSql({ destinations, hotels, isTest }: Record<keyof typeof SEEN_BY, Placeholder>): string {
  return `((${destinations}::int[] IS NULL OR NOT k.all_destinations AND NOT EXISTS (SELECT FROM api_key_destination AS d
        WHERE d.api_key_id = k.id AND d.destination_number <> ALL(${destinations})))
      AND (${hotels}::int[] IS NULL OR cardinality(k.hotel_numbers) > 0 AND k.hotel_numbers <@ ${hotels}) AND (NOT ${isTest} OR k.is_test))`;
}

/** ObjectIds begin with the time at which they were made. */
const LIST_KEYS = statement({
  takes: {
    ...SEEN_BY,
    ...{ includesEnded: bool, now: timestamptz, id: nullable(text), after: nullable(text), first: int8 },
  },
  returns: { id: text },
  sql: ({ includesEnded, now, id, after, first, ...reader }) => `
    SELECT k.id FROM api_key AS k
    WHERE ${keyIsSeenSql(reader)} AND (${id}::text IS NULL OR k.id = ${id}) AND (${after}::text IS NULL OR k.id < ${after})
      AND (${includesEnded} OR k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now}))
    ORDER BY k.id DESC LIMIT ${first}`,
});

export const KEY_ORDER: CursorOrder = { resource: 'keys', mode: 'newest', words: 'the newest first' };

export interface KeysRequest {
  readonly first: number;
  readonly after: string | null;
  /** Whether revoked and expired ones are listed, too. */
  readonly includesEnded: boolean;
}

/** 1 to 100, and a cursor of this list. */
export function keysProblems(
  { first, after }: Pick<KeysRequest, 'first' | 'after'>,
  cursors: CursorSigner,
): InputProblem[] {
  const read = after === null ? null : parseSignedCursor<string>(after, KEY_ORDER, cursors);
  return [...pageProblems({ first }), ...(read && 'problem' in read ? [read.problem] : [])];
}

/** A page of a well-formed request, the newest first, and whether more follow. */
export async function listVisibleKeys(
  { prisma }: Pick<Database, 'prisma'>,
  { first, after, includesEnded }: KeysRequest,
  { reader, cursors, now }: { reader: KeysReader; cursors: CursorSigner; now: number },
): Promise<{ readonly keys: readonly ListedApiKey[]; readonly hasMore: boolean }> {
  const read = after === null ? null : parseSignedCursor<string>(after, KEY_ORDER, cursors);
  const rows = await query(prisma, LIST_KEYS, {
    ...{ ...seenValues(reader), includesEnded, now: new Date(now), id: null, first: first + 1 },
    after: read && 'key' in read ? read.key[1] : null,
  });
  const ids = rows.slice(0, first).map(({ id }) => id);
  return { keys: await readKeys(prisma, ids), hasMore: rows.length > first };
}

/** The key with an id, if the reader sees it, ended or not. */
export async function findVisibleKey(tx: SqlClient, reader: KeysReader, id: string): Promise<string | null> {
  const [row] = await query(tx, LIST_KEYS, {
    ...seenValues(reader),
    includesEnded: true,
    now: new Date(0),
    id: parseObjectId(id) ?? '',
    after: null,
    first: 1,
  });
  return row?.id ?? null;
}

const ANY_HIDDEN = statement({
  takes: { ...SEEN_BY, clientId: text },
  returns: { isHidden: bool },
  sql: ({ clientId, ...reader }) => `
    SELECT EXISTS (SELECT FROM api_key AS k WHERE k.client_id = ${clientId} AND NOT ${keyIsSeenSql(reader)}) AS "isHidden"`,
});

/** Whether the reader sees all keys of a client. */
export async function seesAllOfClient(tx: SqlClient, reader: KeysReader, clientId: string): Promise<boolean> {
  const [row] = await query(tx, ANY_HIDDEN, { ...seenValues(reader), clientId });
  return row?.isHidden === false;
}
