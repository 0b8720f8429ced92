/**
 * API keys: created, revoked, and looked up for every request. The database stores a keyed hash only, so a key is shown
 * once, on creation. Each change raises the epoch `keys` in its own transaction, and lookups are cached within one epoch, so a
 * revocation by any process applies to the next request of every other. A process has the hashes of all keys in memory: guessed
 * keys never reach the database and cannot evict valid ones. Keys are replaced in `rotate-key.ts`, and listed in `list-keys.ts`.
 */
import { hash, randomBytes, randomInt } from 'node:crypto';
import { ObjectId } from 'bson';
import { apiKeyPrefix, generateApiKey, isWellFormedApiKey } from '../../domain/api-key-format.ts';
import type { Clock } from '../../domain/time/clock.ts';
import { KEYS } from '../cache/cache-tags.ts';
import { type CacheState, EpochCache } from '../cache/epoch-cache.ts';
import type { Epochs } from '../cache/epochs.ts';
import { raiseEpochs } from '../cache/raise-epochs.ts';
import type { Database } from '../database/database.ts';
import type { ApiKey, Prisma } from '../generated/prisma/client.ts';
import { hashPepper, requirePepper } from './api-key-pepper.ts';
import { KeyUses } from './key-uses.ts';
import { formatScopes, PUBLISHABLE_SCOPES, SCOPES, type Scope } from './scopes.ts';
import {
  type Caller,
  hashSecret,
  hashWithPeppers,
  type Peppers,
  readHashes,
  readKey,
  WITHOUT_SCOPES,
} from './stored-api-keys.ts';

export type { Caller } from './stored-api-keys.ts';

/** A key without its scopes, which are read apart. */
export type StoredKey = Omit<ApiKey, 'scopes'>;

/** A request about keys failed. The message says why and what there is instead. */
export class ApiKeyError extends Error {
  override readonly name = 'ApiKeyError';
}

const MAX_CACHED_KEYS = 10_000;
/** Stands for a key that does not exist, or no longer. */
const REVOKED = 'revoked';
const MAX_LISTED_CHOICES = 20;

/**
 * Creates a key.
 * @returns the key, which cannot be read again, and the prefix by which it is listed
 * @throws ApiKeyError when the channel or a destination does not exist, or the key would have expired already
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
  scopes: readonly Scope[];
  /** Whether it may lie in browsers (S7). */
  isPublishable?: boolean;
  /** Whether its bookings are tests (S8). */
  isTest?: boolean;
  /** When it expires; null: never. */
  expiresAt: Date | null;
  clock: Clock;
}): Promise<{ key: string; prefix: string }> {
  const { database, name, clientName, channelCode, destinationNumbers, scopes, expiresAt, clock } = options;
  if (name.trim() === '') throw new ApiKeyError('a key needs a name that says whom it is for');
  if (clientName?.trim() === '') throw new ApiKeyError('a client needs a name');
  if (scopes.length === 0) throw new ApiKeyError(`a key needs a scope: ${formatScopes(SCOPES)}`);
  const secret = scopes.filter((scope) => options.isPublishable && !PUBLISHABLE_SCOPES.includes(scope));
  if (secret.length > 0) {
    const [may, mayNot] = [PUBLISHABLE_SCOPES.join(' and '), formatScopes(secret)];
    throw new ApiKeyError(`anybody can use a publishable key, so it may only ${may}, not ${mayNot}`);
  }
  if (destinationNumbers?.length === 0) throw new ApiKeyError('a key without any destination would see nothing');
  if (expiresAt && expiresAt.getTime() <= clock.now()) throw new ApiKeyError('the key would have expired already');
  await requireKnownChannel(database, channelCode);
  await requireKnownDestinations(database, destinationNumbers ?? []);
  return database.prisma.$transaction(async (tx) => {
    const created = await insertKey(tx, { ...options, isDemo: false });
    await raiseEpochs(tx, ['keys']);
    return created;
  });
}

/** Writes a new key in the caller's transaction, which then raises the epoch `keys`. */
export async function insertKey(
  tx: Prisma.TransactionClient,
  options: Omit<Parameters<typeof createKey>[0], 'database'> & { isDemo: boolean },
): Promise<{ key: string; prefix: string }> {
  const { pepper, name, clientName, channelCode, destinationNumbers, scopes, expiresAt, clock, isDemo } = options;
  const { isPublishable = false, isTest = false } = options;
  const key = generateApiKey(randomInt);
  const prefix = apiKeyPrefix(key);
  await requirePepper(tx, pepper);
  await tx.apiKey.create({
    data: {
      id: new ObjectId().toHexString(),
      prefix,
      secretHash: hashSecret({ pepper, key }),
      pepperCheck: hashPepper(pepper),
      name: name.trim(),
      channelCode,
      allDestinations: destinationNumbers === null,
      destinations: { create: [...new Set(destinationNumbers)].map((destinationNumber) => ({ destinationNumber })) },
      scopes: [...new Set(scopes)],
      clientId: await findOrCreateClient(tx, { name: clientName ?? name, createdAt: new Date(clock.now()) }),
      createdAt: new Date(clock.now()),
      expiresAt,
      isDemo,
      isPublishable,
      isTest,
    },
  });
  return { key, prefix };
}

/** The id of the client of this name, made if there is none (S5). */
async function findOrCreateClient(
  tx: Prisma.TransactionClient,
  { name, createdAt }: { name: string; createdAt: Date },
): Promise<string> {
  const data = { id: new ObjectId().toHexString(), name: name.trim(), createdAt };
  await tx.client.createMany({ data, skipDuplicates: true });
  // Another process may have made it at the same time.
  const { id } = await tx.client.findUniqueOrThrow({ where: { name: data.name }, select: { id: true } });
  return id;
}

async function requireKnownChannel({ prisma }: Database, code: string): Promise<void> {
  const codes = (await prisma.channel.findMany({ orderBy: { code: 'asc' } })).map((channel) => channel.code);
  if (codes.includes(code)) return;
  throw new ApiKeyError(
    `there is no channel ${JSON.stringify(code)}; ${formatChoices({ known: codes, one: 'channel', many: 'channels' })}`,
  );
}

async function requireKnownDestinations({ prisma }: Database, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  const known = (await prisma.destination.findMany({ orderBy: { number: 'asc' } })).map(({ number }) => number);
  const unknown = numbers.filter((number) => !known.includes(number));
  if (unknown.length === 0) return;
  throw new ApiKeyError(
    `there is no destination ${unknown.join(', ')}; ${formatChoices({ known, one: 'destination', many: 'destinations' })}`,
  );
}

function formatChoices({
  known,
  one,
  many,
}: {
  known: readonly (string | number)[];
  one: string;
  many: string;
}): string {
  if (known.length === 0) return `the catalogue has no ${one} yet: import one first`;
  const shown = known.slice(0, MAX_LISTED_CHOICES).join(', ');
  return `the ${many} are ${shown}${known.length > MAX_LISTED_CHOICES ? ', ...' : ''}`;
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

/** The keys of a serving process. */
export interface ApiKeys {
  /** The caller of a key; null when it is malformed, unknown, expired or revoked, without distinction. */
  authenticate(text: string): Promise<Caller | null>;
  /** Like `authenticate`, without a query; null also for a key not yet looked up in the current epochs. */
  authenticateCached(text: string): Caller | null;
  /** Writes when keys were last used, as far as it is new (S5). */
  recordUses(): Promise<void>;
}

/** Opens the keys for lookups, which are cached for the lifetime of the `epochs`. */
export function openApiKeys({
  database,
  epochs,
  clock,
  ...peppers
}: { database: Database; epochs: Epochs; clock: Clock } & Peppers): ApiKeys {
  const storedHashes = new EpochCache<'all', ReadonlySet<string>>({ entries: 1 });
  const knownKeys = new EpochCache<string, Caller | typeof REVOKED>({ entries: MAX_CACHED_KEYS });
  // An import that removes destinations from keys raises their epoch.
  const state = (): CacheState => ({ epoch: epochs.of(KEYS), day: 0 });
  // The digest is private to this process: it takes a quarter of the time of the stored hash.
  const salt = randomBytes(32).toString('base64');
  const digestOf = (text: string) => hash('sha256', salt + text, 'base64');
  const checkValue = hashPepper(peppers.pepper);
  const uses = new KeyUses(database, clock);

  /** A key that does not exist costs no query. */
  async function look(text: string): Promise<Caller | typeof REVOKED> {
    const now = state();
    const hashes = hashWithPeppers(text, peppers);
    const all = await storedHashes.getOrCompute('all', now, () => readHashes(database));
    if (!hashes.some((one) => all.has(one))) return REVOKED;
    return knownKeys.getOrCompute(
      digestOf(text),
      now,
      async () => (await readKey(database, { hashes, checkValue })) ?? REVOKED,
    );
  }

  function unlessExpired(key: Caller | typeof REVOKED): Caller | null {
    if (key === REVOKED || (key.expiresAtMs !== null && clock.now() >= key.expiresAtMs)) return null;
    uses.note(key.apiKeyId);
    return key;
  }

  function recall(text: string): Caller | null {
    if (!epochs.isCurrent()) return null;
    const known = knownKeys.get(digestOf(text), state());
    return known ? unlessExpired(known) : null;
  }

  return {
    authenticateCached: recall,
    async authenticate(text) {
      if (!isWellFormedApiKey(text)) return null;
      const recalled = recall(text);
      if (recalled) return recalled;
      await epochs.refresh();
      return unlessExpired(await look(text));
    },
    recordUses: () => uses.write(),
  };
}
