/**
 * Replaces a key by a new one of the same client (S5), so that a key that leaked, or is only old, can be changed without a
 * minute in which neither works.
 */
import type { Clock } from '../../domain/time/clock.ts';
import { raiseEpochs } from '../cache/raise-epochs.ts';
import type { Database } from '../database/database.ts';
import { text } from '../sql/column-types.ts';
import { query, statement } from '../sql/statement.ts';
import { ApiKeyError, findKey, insertKey } from './api-keys.ts';
import { WITHOUT_SCOPES } from './stored-api-keys.ts';

const LOCK_KEY = statement({
  takes: { id: text },
  sql: ({ id }) => `SELECT id FROM api_key WHERE id = ${id} FOR NO KEY UPDATE`,
});

const COPY_SCOPES = statement({
  takes: { newPrefix: text, id: text },
  sql: ({ newPrefix, id }) => `
    UPDATE api_key SET scopes = old.scopes, hotel_scopes = old.hotel_scopes FROM api_key AS old WHERE api_key.prefix = ${newPrefix} AND old.id = ${id}`,
});

/**
 * Makes a key of the same client, name, channel, destinations, hotels, scopes, kind and end, and lets the old one expire after the
 * overlap, or when it would have anyway if that is sooner.
 * @param prefix the prefix of exactly one key, or the whole key
 * @throws ApiKeyError when no key or more than one has this prefix, or the key is revoked or expired
 * @throws PepperMismatch when the database is set up with another pepper
 */
export async function rotateKey({
  database,
  pepper,
  prefix,
  overlapMs,
  clock,
}: {
  database: Database;
  pepper: string;
  prefix: string;
  /** How long both keys are accepted, in milliseconds. */
  overlapMs: number;
  clock: Clock;
}): Promise<{ key: string; old: { prefix: string; name: string; expiresAt: Date } }> {
  return database.prisma.$transaction(async (tx) => {
    const { id } = await findKey(tx, prefix);
    // Two rotations or a revocation at once wait for each other here.
    await query(tx, LOCK_KEY, { id });
    const old = await tx.apiKey.findUniqueOrThrow({
      where: { id },
      include: { client: true, destinations: true },
      omit: WITHOUT_SCOPES,
    });
    const now = clock.now();
    if (old.revokedAt) throw new ApiKeyError(`${old.prefix} (${old.name}) is revoked; create a new key`);
    if (old.expiresAt && old.expiresAt.getTime() <= now) {
      throw new ApiKeyError(`${old.prefix} (${old.name}) has expired; create a new key`);
    }
    const { key, prefix: newPrefix } = await insertKey(tx, {
      ...old,
      createdBy: null,
      pepper,
      scopes: [],
      clientName: old.client.name,
      destinationNumbers: old.allDestinations ? null : old.destinations.map((one) => one.destinationNumber),
      hotelNumbers: old.hotelNumbers.length === 0 ? null : old.hotelNumbers,
      clock,
    });
    // Scopes of a newer release are copied, too; this one could not write them.
    await query(tx, COPY_SCOPES, { newPrefix, id });
    const expiresAt = new Date(Math.min(now + overlapMs, old.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY));
    await tx.apiKey.updateMany({ where: { id }, data: { expiresAt } });
    await raiseEpochs(tx, ['keys']);
    return { key, old: { prefix: old.prefix, name: old.name, expiresAt } };
  });
}
