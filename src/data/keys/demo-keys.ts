/**
 * Demo keys mark a database's catalogue as the demo's, for as long as one of them is active. The transaction that loads the
 * demo creates the first one. The first import that changes anything else revokes all of them.
 */
import { isWellFormedApiKey } from '../../domain/api-key-format.ts';
import type { Clock } from '../../domain/time/clock.ts';
import type { Database } from '../database/database.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { text } from '../sql/column-types.ts';
import { query, statement } from '../sql/statement.ts';
import { insertKey } from './api-keys.ts';
import type { Scope } from './scopes.ts';
import { hashWithPeppers, type Peppers } from './stored-api-keys.ts';

/** `unmarked`: not revoked, but not a demo key. `unknown`: not in this database, hashed under another pepper, or expired after a rotation. */
export type DemoKeyState = 'active' | 'revoked' | 'unmarked' | 'unknown';

/** The state of a key in a database, by one query. */
export async function readDemoKeyState({
  database,
  key,
  now,
  ...peppers
}: { database: Database; key: string; now: number } & Peppers): Promise<DemoKeyState> {
  if (!isWellFormedApiKey(key)) return 'unknown';
  const row = await database.prisma.apiKey.findFirst({
    where: { secretHash: { in: [...hashWithPeppers(key, peppers)] } },
    select: { revokedAt: true, expiresAt: true, isDemo: true },
  });
  if (!row) return 'unknown';
  if (row.revokedAt !== null) return 'revoked';
  if (!row.isDemo) return 'unmarked';
  return row.expiresAt !== null && row.expiresAt.getTime() <= now ? 'unknown' : 'active';
}

/** Whether the catalogue is the demo's. */
export async function hasDemoCatalogue(client: Prisma.TransactionClient): Promise<boolean> {
  return (await client.apiKey.findFirst({ where: { isDemo: true, revokedAt: null }, select: { id: true } })) !== null;
}

/** Writes a new demo key in the caller's transaction, which then raises the epoch `keys`. The demo catalogue must exist. */
export async function insertDemoKey(
  tx: Prisma.TransactionClient,
  { pepper, clock }: { pepper: string; clock: Clock },
): Promise<string> {
  return insertMarkedKey(tx, { pepper, clock, name: 'demo', scopes: ['read', 'book'] });
}

/** Writes the key of the demo's desk in the same way: what staff of the hotels may do, which no page for guests shows. */
export async function insertDeskKey(
  tx: Prisma.TransactionClient,
  { pepper, clock }: { pepper: string; clock: Clock },
): Promise<string> {
  const scopes = ['read', 'book', 'bookings', 'operate', 'manage', 'erase'] as const;
  return insertMarkedKey(tx, { pepper, clock, name: 'demo desk', scopes });
}

async function insertMarkedKey(
  tx: Prisma.TransactionClient,
  { pepper, clock, name, scopes }: { pepper: string; clock: Clock; name: string; scopes: readonly Scope[] },
): Promise<string> {
  const { key } = await insertKey(tx, {
    ...{ pepper, clock, name, scopes, channelCode: 'public', destinationNumbers: null, expiresAt: null, isDemo: true },
  });
  return key;
}

/** Marks an active key as a demo key. */
export async function markAsDemoKey(
  tx: Prisma.TransactionClient,
  { key, ...peppers }: { key: string } & Peppers,
): Promise<void> {
  await tx.apiKey.updateMany({
    where: { secretHash: { in: [...hashWithPeppers(key, peppers)] }, revokedAt: null },
    data: { isDemo: true },
  });
}

const REVOKE_DEMO_KEYS = statement({
  returns: { prefix: text },
  sql: () => 'UPDATE api_key SET revoked_at = CURRENT_TIMESTAMP WHERE is_demo AND revoked_at IS NULL RETURNING prefix',
});

/**
 * Revokes every demo key in the caller's transaction, which then raises the epoch `keys`.
 * @returns the prefixes of those that were active
 */
export async function revokeDemoKeys(tx: Prisma.TransactionClient): Promise<string[]> {
  const revoked = await query(tx, REVOKE_DEMO_KEYS);
  return revoked.map(({ prefix }) => prefix);
}
