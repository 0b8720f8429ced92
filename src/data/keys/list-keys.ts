/** The keys of a database, as they are listed. */
import type { Database } from '../database/database.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { readPepperCheck } from './api-key-pepper.ts';
import type { StoredKey } from './api-keys.ts';
import { readScopes, WITHOUT_SCOPES } from './stored-api-keys.ts';

/** A key as listed. */
export interface ListedApiKey extends StoredKey {
  /** Some may be of a newer release. */
  readonly scopes: readonly string[];
  /** Ascending; null: all. */
  readonly destinationNumbers: readonly number[] | null;
  /** Ascending; null: it is not bound to hotels. */
  readonly boundTo: readonly number[] | null;
  /** The name of its client. */
  readonly clientName: string;
  /** Whether it is hashed under the database's current pepper; null: unknown until it is used. */
  readonly hasCurrentPepper: boolean | null;
}

/** All keys, oldest first, including revoked and expired ones. */
export async function listKeys({ prisma }: Database): Promise<ListedApiKey[]> {
  return find(prisma, {});
}

/** The keys with these ids, in their order. */
export async function readKeys(prisma: Prisma.TransactionClient, ids: readonly string[]): Promise<ListedApiKey[]> {
  const keys = new Map((await find(prisma, { id: { in: [...ids] } })).map((key) => [key.id, key]));
  return ids.flatMap((id) => keys.get(id) ?? []);
}

async function find(prisma: Prisma.TransactionClient, where: Prisma.ApiKeyWhereInput): Promise<ListedApiKey[]> {
  const present = await readPepperCheck(prisma);
  const rows = await prisma.apiKey.findMany({
    where,
    include: { destinations: { orderBy: { destinationNumber: 'asc' } }, client: true },
    omit: WITHOUT_SCOPES,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const scopes = await readScopes(prisma, rows);
  return rows.map(({ destinations, client, ...row }) => ({
    ...row,
    scopes: scopes.get(row.id) ?? [],
    clientName: client.name,
    destinationNumbers: row.allDestinations ? null : destinations.map((one) => one.destinationNumber),
    boundTo: row.hotelNumbers.length === 0 ? null : row.hotelNumbers,
    hasCurrentPepper: present === null || row.pepperCheck === null ? null : row.pepperCheck === present,
  }));
}
