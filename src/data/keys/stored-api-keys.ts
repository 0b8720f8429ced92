/** API keys as stored: keyed hashes, compared in constant time. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { listOf, text } from '../sql/column-types.ts';
import { query, type SqlClient, statement } from '../sql/statement.ts';
import { recordKeyUse } from './api-key-pepper.ts';
import { completeScopes, isScope, type Scope } from './scopes.ts';

/** What the holder of a key sees and may do (I2). */
export interface Caller {
  readonly apiKeyId: string;
  /** What or whom the key is for. */
  readonly name: string;
  /** The client that the key belongs to, and with it bookings and idempotency keys. */
  readonly clientId: string;
  /** Whether its bookings are tests. */
  readonly isTest: boolean;
  /** Whether the key may lie in browsers. */
  readonly isPublishable: boolean;
  readonly channel: string;
  /** The destinations that it sees, by number; null: all, including later ones. */
  readonly destinations: ReadonlySet<number> | null;
  /** The hotels that all scopes but `read` and `book` are about, by number; null: all in its destinations (M10). */
  readonly hotels: ReadonlySet<number> | null;
  readonly scopes: ReadonlySet<Scope>;
  readonly prefix: string;
  /**
   * Equal for callers who see and may do the same in the catalogue. What a client alone sees, its bookings and itself, is never
   * shared between requests.
   */
  readonly visibilityKey: string;
  /** Milliseconds since 1970-01-01T00:00:00Z; null: never. */
  readonly expiresAtMs: number | null;
}

/** The peppers under which keys may be hashed. */
export interface Peppers {
  pepper: string;
  /** For keys that have not been used since the pepper was changed; null or missing: none. */
  previousPepper?: string | null;
}

/** HMAC-SHA-256 of a key, hexadecimal. */
export function hashSecret({ pepper, key }: { pepper: string; key: string }): string {
  return createHmac('sha256', pepper).update(key).digest('hex');
}

/** The hashes under which a key may be stored: with the pepper, then with the previous one. */
export function hashWithPeppers(
  key: string,
  { pepper, previousPepper = null }: Peppers,
): readonly [string, ...string[]] {
  const secretHash = hashSecret({ pepper, key });
  return previousPepper === null ? [secretHash] : [secretHash, hashSecret({ pepper: previousPepper, key })];
}

/** The hashes of all keys that are not revoked. */
export async function readHashes({ prisma }: Database): Promise<ReadonlySet<string>> {
  const rows = await prisma.apiKey.findMany({ where: { revokedAt: null }, select: { secretHash: true } });
  return new Set(rows.map((row) => row.secretHash));
}

/** Prisma reads no row with a value that its enum does not have, so the scopes of keys are read by `readScopes`. */
export const WITHOUT_SCOPES = { scopes: true, hotelScopes: true } as const;

const READ_SCOPES = statement({
  takes: { ids: listOf(text) },
  returns: { id: text, scopes: listOf(text) },
  sql: ({ ids }) =>
    `SELECT id, (scopes || hotel_scopes)::text[] AS scopes FROM api_key WHERE id = ANY(${ids}::char(24)[])`,
});

/**
 * What keys may do, by id, complete. A newer release that uses the same database may have scopes that this one does not know (S6), the
 * release before knew `manage` alone.
 */
export async function readScopes(
  prisma: SqlClient,
  keys: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await query(prisma, READ_SCOPES, { ids: keys.map(({ id }) => id) });
  return new Map(
    rows.map(({ id, scopes }) => [
      id,
      [...completeScopes(scopes.filter(isScope)), ...scopes.filter((one) => !isScope(one))],
    ]),
  );
}

/**
 * Reads the key that has one of these hashes; null: none, or revoked. Found by a single query, because the key may be rehashed
 * meanwhile.
 */
export async function readKey(
  database: Database,
  { hashes, checkValue }: { hashes: readonly [string, ...string[]]; checkValue: string },
): Promise<Caller | null> {
  const row = await database.prisma.apiKey.findFirst({
    where: { secretHash: { in: [...hashes] } },
    include: { destinations: true },
    omit: WITHOUT_SCOPES,
  });
  if (!row || row.revokedAt !== null || !hashes.some((one) => equalsInConstantTime(one, row.secretHash))) return null;
  // A read-only database still knows its keys; the next lookup tries again.
  if (row.pepperCheck !== checkValue) {
    await recordKeyUse(database, { key: row, checkValue, secretHash: hashes[0] }).catch(() => {});
  }
  const scopes = ((await readScopes(database.prisma, [row])).get(row.id) ?? []).filter(isScope);
  const destinations = row.allDestinations
    ? null
    : row.destinations.map((one) => one.destinationNumber).sort((a, b) => a - b);
  const hotels = row.hotelNumbers.length === 0 ? null : row.hotelNumbers;
  return {
    apiKeyId: row.id,
    name: row.name,
    clientId: row.clientId,
    isTest: row.isTest,
    isPublishable: row.isPublishable,
    channel: row.channelCode,
    destinations: destinations && new Set(destinations),
    hotels: hotels && new Set(hotels),
    scopes: new Set(scopes),
    prefix: row.prefix,
    visibilityKey: JSON.stringify([row.channelCode, destinations, hotels, scopes]),
    expiresAtMs: row.expiresAt?.getTime() ?? null,
  };
}

/** Compares texts in ASCII in constant time. */
export function equalsInConstantTime(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
