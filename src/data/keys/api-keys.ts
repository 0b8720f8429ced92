/**
 * API keys: created and revoked. The database stores a keyed hash only, so a key is shown once, on creation. Each change raises the
 * epoch `keys` in its own transaction. Keys are looked up in `key-lookup.ts`, replaced in `rotate-key.ts`, listed in `list-keys.ts`.
 */
import { randomInt } from 'node:crypto';
import { ObjectId } from 'bson';
import { apiKeyPrefix, generateApiKey } from '../../domain/api-key-format.ts';
import { isWordOfHistory } from '../../domain/event/actor.ts';
import type { Clock } from '../../domain/time/clock.ts';
import { raiseEpochs } from '../cache/raise-epochs.ts';
import type { Database } from '../database/database.ts';
import type { ApiKey, Prisma } from '../generated/prisma/client.ts';
import { hashPepper, requirePepper } from './api-key-pepper.ts';
import {
  completeScopes,
  formatScopes,
  HOTEL_SCOPES,
  PUBLISHABLE_SCOPES,
  SCOPES,
  type Scope,
  scopesApart,
} from './scopes.ts';
import { hashSecret, WITHOUT_SCOPES } from './stored-api-keys.ts';

export type { Caller } from './stored-api-keys.ts';

/** A key without its scopes, which are read apart. */
export type StoredKey = Omit<ApiKey, 'scopes' | 'hotelScopes'>;

/** A request about keys failed. The message says why and what there is instead. */
export class ApiKeyError extends Error {
  override readonly name = 'ApiKeyError';
}

const MAX_LISTED_CHOICES = 20;

/**
 * Creates a key.
 * @returns the key, which cannot be read again, and the prefix by which it is listed
 * @throws ApiKeyError when the channel, a destination or a hotel does not exist, or the key would have expired already
 * @throws PepperMismatch when the database is set up with another pepper
 */
export async function createKey(options: {
  database: Database;
  pepper: string;
  name: string;
  /** The client whose key it is, made if there is none of that name; missing: the name of the key. */
  clientName?: string;
  channelCode: string;
  /** Null: all destinations, including later ones. */
  destinationNumbers: readonly number[] | null;
  /** Hotels in these destinations, which all scopes but `read` and `book` are about (M10); null or missing: all of them. */
  hotelNumbers?: readonly number[] | null;
  scopes: readonly Scope[];
  /** Whether it may lie in browsers (S7). */
  isPublishable?: boolean;
  /** Whether its bookings are tests (S8). */
  isTest?: boolean;
  /** When it expires; null: never. */
  expiresAt: Date | null;
  /** Name of the key that makes it; null or missing: it is made at the server. */
  createdBy?: string | null;
  clock: Clock;
}): Promise<{ key: string; prefix: string }> {
  const { database, name, clientName, channelCode, destinationNumbers, scopes, expiresAt, clock } = options;
  if (name.trim() === '') throw new ApiKeyError('a key needs a name that says whom it is for');
  if (isWordOfHistory(name)) throw new ApiKeyError('the history calls somebody else by this name');
  if (clientName?.trim() === '') throw new ApiKeyError('a client needs a name');
  if (scopes.length === 0) throw new ApiKeyError(`a key needs a scope: ${formatScopes(SCOPES)}`);
  const secret = scopes.filter((scope) => options.isPublishable && !PUBLISHABLE_SCOPES.includes(scope));
  if (secret.length > 0) {
    const [may, mayNot] = [PUBLISHABLE_SCOPES.join(' and '), formatScopes(secret)];
    throw new ApiKeyError(`anybody can use a publishable key, so it may only ${may}, not ${mayNot}`);
  }
  if (destinationNumbers?.length === 0) throw new ApiKeyError('a key without any destination would see nothing');
  if (expiresAt && expiresAt.getTime() <= clock.now()) throw new ApiKeyError('the key would have expired already');
  const requireKnown = async () => {
    await requireKnownChannel(database, channelCode);
    await requireKnownDestinations(database, destinationNumbers ?? []);
    await requireHotels(database, options);
  };
  await requireKnown();
  const made = database.prisma.$transaction(async (tx) => {
    const created = await insertKey(tx, { ...options, isDemo: false });
    await raiseEpochs(tx, ['keys']);
    return created;
  });
  return made.catch(async (error) => {
    // An import may have removed the channel, a destination or a hotel meanwhile.
    await requireKnown();
    throw error;
  });
}

/** Writes a new key in the caller's transaction, which then raises the epoch `keys`. */
export async function insertKey(
  tx: Prisma.TransactionClient,
  options: Omit<Parameters<typeof createKey>[0], 'database'> & { isDemo: boolean },
): Promise<{ id: string; key: string; prefix: string }> {
  const { pepper, name, clientName, channelCode, destinationNumbers, scopes, expiresAt, clock, isDemo } = options;
  const { isPublishable = false, isTest = false, hotelNumbers = null } = options;
  const apart = scopesApart(hotelNumbers !== null);
  const complete = completeScopes(scopes);
  const id = new ObjectId().toHexString();
  const key = generateApiKey(randomInt);
  const prefix = apiKeyPrefix(key);
  await requirePepper(tx, pepper);
  await tx.apiKey.create({
    data: {
      id,
      prefix,
      secretHash: hashSecret({ pepper, key }),
      pepperCheck: hashPepper(pepper),
      name: name.trim(),
      channelCode,
      allDestinations: destinationNumbers === null,
      destinations: { create: [...new Set(destinationNumbers)].map((destinationNumber) => ({ destinationNumber })) },
      scopes: complete.filter((scope) => !apart.includes(scope)),
      hotelNumbers: [...new Set(hotelNumbers)].sort((a, b) => a - b),
      hotelScopes: complete.filter((scope) => apart.includes(scope)),
      clientId: await findOrCreateClient(tx, { name: clientName ?? name, createdAt: new Date(clock.now()) }),
      createdAt: new Date(clock.now()),
      createdBy: options.createdBy ?? null,
      expiresAt,
      isDemo,
      isPublishable,
      isTest,
    },
  });
  return { id, key, prefix };
}

/** The id of the client of this name, made if there is none (S5). */
async function findOrCreateClient(
  tx: Prisma.TransactionClient,
  client: { name: string; createdAt: Date },
): Promise<string> {
  await createClient(tx, client);
  // Another process may have made it at the same time.
  const { id } = await tx.client.findUniqueOrThrow({ where: { name: client.name.trim() }, select: { id: true } });
  return id;
}

/** Makes a client, unless there is one of this name. Whoever makes it at the same time is waited for. Resolves to whether it was made. */
export async function createClient(
  tx: Prisma.TransactionClient,
  { name, createdAt }: { name: string; createdAt: Date },
): Promise<boolean> {
  const data = { id: new ObjectId().toHexString(), name: name.trim(), createdAt };
  const { count } = await tx.client.createMany({ data, skipDuplicates: true });
  return count > 0;
}

async function requireKnownChannel({ prisma }: Database, code: string): Promise<void> {
  const codes = (await prisma.channel.findMany({ orderBy: { code: 'asc' } })).map((channel) => channel.code);
  if (codes.includes(code)) return;
  throw new ApiKeyError(`there is no channel ${JSON.stringify(code)}; ${formatChoices(codes, 'channel')}`);
}

async function requireKnownDestinations({ prisma }: Database, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  const known = (await prisma.destination.findMany({ orderBy: { number: 'asc' } })).map(({ number }) => number);
  const unknown = numbers.filter((number) => !known.includes(number));
  if (unknown.length === 0) return;
  throw new ApiKeyError(`there is no destination ${unknown.join(', ')}; ${formatChoices(known, 'destination')}`);
}

async function requireHotels(
  { prisma }: Database,
  {
    destinationNumbers,
    hotelNumbers = null,
    scopes,
  }: Pick<Parameters<typeof createKey>[0], 'destinationNumbers' | 'hotelNumbers' | 'scopes'>,
): Promise<void> {
  if (hotelNumbers === null) return;
  if (hotelNumbers.length === 0) throw new ApiKeyError('a key that is bound to no hotel could do nothing');
  if (!scopes.some((scope) => HOTEL_SCOPES.includes(scope))) {
    const [free, bound] = [PUBLISHABLE_SCOPES.join(' and '), formatScopes(HOTEL_SCOPES)];
    throw new ApiKeyError(
      `hotels do not limit ${free}, which go by destinations; a key that is bound to hotels needs ${bound}`,
    );
  }
  const where = destinationNumbers === null ? {} : { destinationNumber: { in: [...destinationNumbers] } };
  const found = await prisma.hotel.findMany({ where, select: { number: true }, orderBy: { number: 'asc' } });
  const known = found.map(({ number }) => number);
  const unknown = hotelNumbers.filter((number) => !known.includes(number));
  if (unknown.length === 0) return;
  const there = destinationNumbers === null ? '' : ' in these destinations';
  throw new ApiKeyError(`there is no hotel ${unknown.join(', ')}${there}; ${formatChoices(known, 'hotel')}`);
}

function formatChoices(known: readonly (string | number)[], kind: string): string {
  if (known.length === 0) return `the catalogue has no ${kind} yet: import one first`;
  const shown = known.slice(0, MAX_LISTED_CHOICES).join(', ');
  return `the ${kind}s are ${shown}${known.length > MAX_LISTED_CHOICES ? ', ...' : ''}`;
}

/**
 * The key that is named by its prefix, or whole.
 * @throws ApiKeyError when no key or more than one begins so
 */
export async function findKey(prisma: Pick<Prisma.TransactionClient, 'apiKey'>, prefix: string): Promise<StoredKey> {
  const asked = apiKeyPrefix(prefix.trim());
  const matching = (await prisma.apiKey.findMany({ omit: WITHOUT_SCOPES })).filter((key) =>
    key.prefix.startsWith(asked),
  );
  const [key, another] = matching;
  if (asked === '' || !key) throw new ApiKeyError(`no key begins with ${JSON.stringify(asked)}; see keys list`);
  if (another) {
    const prefixes = matching.slice(0, MAX_LISTED_CHOICES).map((one) => one.prefix);
    throw new ApiKeyError(
      `${matching.length} keys begin with ${JSON.stringify(asked)}: ${prefixes.join(', ')}; name one whole`,
    );
  }
  return key;
}

/**
 * Revokes a key for good. A key that is revoked already keeps its date.
 * @param prefix the prefix of exactly one key, or the whole key
 * @returns the prefix of the key
 * @throws ApiKeyError when no key or more than one has this prefix
 */
export async function revokeKey(options: {
  database: Database;
  prefix: string;
  clock: Clock;
}): Promise<{ prefix: string; name: string; wasRevoked: boolean }> {
  const key = await findKey(options.database.prisma, options.prefix);
  if (key.revokedAt === null) {
    await options.database.prisma.$transaction(async (tx) => {
      await tx.apiKey.updateMany({
        where: { id: key.id, revokedAt: null },
        data: { revokedAt: new Date(options.clock.now()) },
      });
      await raiseEpochs(tx, ['keys']);
    });
  }
  return { prefix: key.prefix, name: key.name, wasRevoked: key.revokedAt !== null };
}
