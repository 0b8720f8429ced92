import { randomInt } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Epochs, watchEpochs } from '../../../src/data/cache/epochs.ts';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { ApiKeyError, createKey, revokeKey } from '../../../src/data/keys/api-keys.ts';
import { hasDemoCatalogue, readDemoKeyState } from '../../../src/data/keys/demo-keys.ts';
import { type ApiKeys, openApiKeys } from '../../../src/data/keys/key-lookup.ts';
import { listKeys } from '../../../src/data/keys/list-keys.ts';
import { rotateKey } from '../../../src/data/keys/rotate-key.ts';
import { completeScopes, HOTEL_SCOPES, SCOPES } from '../../../src/data/keys/scopes.ts';
import { generateApiKey } from '../../../src/domain/api-key-format.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { type ObservedDatabase, observe } from '../../support/database/observed-database.ts';
import { untilWaiting } from '../../support/database/rival-transactions.ts';
import { until } from '../../support/requests/until.ts';

const pepper = 'the pepper of the tests';
const NOON = Date.parse('2026-11-21T12:00:00Z');

describe('API keys', () => {
  let database: FreshDatabase;
  let otherProcess: Database;
  let observed: ObservedDatabase;
  let epochs: Epochs;
  let apiKeys: ApiKeys;
  let queries: number;
  let nowMs: number;
  const clock = { now: () => nowMs };

  beforeAll(async () => {
    database = await freshDatabase();
    otherProcess = await openDatabase({ kind: 'postgresql', url: database.url });
    await database.prisma.channel.createMany({
      data: [
        { code: 'public', name: 'Public' },
        { code: 'partner', name: 'Partners' },
      ],
    });
    await database.prisma.destination.createMany({
      data: [1, 2, 3].map((number) => ({ number, id: String(number).repeat(24), name: {} })),
    });
    await database.prisma.hotel.createMany({
      data: [11, 12, 31].map((number) => ({
        ...{ number, id: String(number).repeat(12), code: `h${number}`, name: 'Hotel', stars: 4, shortDescription: {} },
        destinationNumber: Math.floor(number / 10),
      })),
    });
  });
  afterAll(async () => {
    await otherProcess.close();
    await database.close();
  });
  beforeEach(async () => {
    nowMs = NOON;
    await database.prisma.apiKey.deleteMany();
    observed = observe(database);
    epochs = await watchEpochs(observed.database);
    queries = 0;
    const prisma = database.prisma.$extends({
      query: {
        apiKey: {
          $allOperations({ args, query }) {
            queries += 1;
            return query(args);
          },
        },
      },
    }) as unknown as Database['prisma'];
    apiKeys = openApiKeys({ database: { ...database, prisma }, epochs, pepper, clock });
  });
  afterEach(() => epochs.close());

  const make = (options: Partial<Parameters<typeof createKey>[0]> = {}) =>
    createKey({
      database: otherProcess,
      pepper,
      name: 'Web shop',
      channelCode: 'public',
      destinationNumbers: null,
      scopes: ['read', 'book'],
      expiresAt: null,
      clock,
      ...options,
    });

  test('a key stands for its channel, destinations and scopes', async () => {
    const { key, prefix } = await make({ channelCode: 'partner', destinationNumbers: [3, 1, 3], scopes: ['read'] });
    const [row] = await database.prisma.apiKey.findMany({ include: { client: true } });
    expect(row!.client.name).toBe('Web shop');
    expect(await apiKeys.authenticate(key)).toEqual({
      apiKeyId: row!.id,
      clientId: row!.clientId,
      name: 'Web shop',
      isTest: false,
      isPublishable: false,
      channel: 'partner',
      destinations: new Set([1, 3]),
      hotels: null,
      scopes: new Set(['read']),
      prefix,
      visibilityKey: '["partner",[1,3],null,["read"]]',
      expiresAtMs: null,
    });
  });

  test('two keys that are made for the same new client at once are both made, and of one client', async () => {
    let second: Promise<unknown> | undefined;
    await database.prisma.$transaction(async (tx) => {
      await tx.client.create({ data: { id: 'c'.repeat(24), name: 'Both', createdAt: new Date(NOON) } });
      second = make({ clientName: 'Both' });
      await untilWaiting(otherProcess, 1, second);
    });
    await second;
    const [key] = await database.prisma.apiKey.findMany();
    expect(key?.clientId).toBe('c'.repeat(24));
  });

  test('a key without a list of destinations sees all', async () => {
    expect((await apiKeys.authenticate((await make()).key))?.destinations).toBeNull();
  });

  test('the database never holds the key, only its hash under the pepper', async () => {
    const { key, prefix } = await make();
    const [row] = await database.prisma.apiKey.findMany();
    expect(JSON.stringify(row)).not.toContain(key.slice(prefix.length));
    const underAnotherPepper = openApiKeys({ database, epochs, pepper: 'another', clock });
    expect(await underAnotherPepper.authenticate(key)).toBeNull();
  });

  test('a mistyped key is refused without a query', async () => {
    const { key } = await make();
    const typo = key.slice(0, 9) + (key[9] === 'a' ? 'b' : 'a') + key.slice(10);
    for (const text of [typo, key.slice(1), `${key}a`, '', 'ssg_', `${key} `, key.toUpperCase()]) {
      expect(await apiKeys.authenticate(text)).toBeNull();
    }
    expect(queries).toBe(0);
  });

  test('a known key is looked up once and unknown ones never, however many requests come at once or later', async () => {
    const reported = observed.nextPayload();
    const { key } = await make();
    await reported;
    const unknown = () => generateApiKey(randomInt);
    await Promise.all(
      Array.from({ length: 50 }, () => [apiKeys.authenticate(key), apiKeys.authenticate(unknown())]).flat(),
    );
    expect(await apiKeys.authenticate(key)).not.toBeNull();
    expect(await apiKeys.authenticate(unknown())).toBeNull();
    // The hashes of all keys, and the one row that matches.
    expect(queries).toBe(2);
  });

  test('a key that has never been used is accepted however many were guessed before it', async () => {
    const reported = observed.nextPayload();
    const { key } = await make();
    await reported;
    for (let guess = 0; guess < 1_000; guess++) await apiKeys.authenticate(generateApiKey(randomInt));
    expect(await apiKeys.authenticate(key)).not.toBeNull();
    expect(queries).toBe(2);
  });

  test('a key revoked by another process is refused for the next request', async () => {
    const made = observed.nextPayload();
    const { key, prefix } = await make();
    await made;
    expect(await apiKeys.authenticate(key)).not.toBeNull();
    const reported = observed.nextPayload();
    expect(await revokeKey({ database: otherProcess, prefix, clock })).toMatchObject({ prefix, wasRevoked: false });
    await reported;
    expect(await apiKeys.authenticate(key)).toBeNull();
  });

  test('a revocation holds even while notifications cannot arrive', async () => {
    const { key, prefix } = await make();
    observed.holdReconnect(true);
    const lost = observed.nextConnection(false);
    await otherProcess.prisma.$queryRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query ~ '^(LISTEN |SELECT ''listening'')'`;
    await lost;
    expect(await apiKeys.authenticate(key)).not.toBeNull();
    await revokeKey({ database: otherProcess, prefix, clock });
    expect(await apiKeys.authenticate(key)).toBeNull();
  });

  test('a key made by another process is accepted although it was unknown a moment before', async () => {
    const reported = observed.nextPayload();
    const { key } = await make();
    await reported;
    expect(await apiKeys.authenticate(key)).not.toBeNull();
  });

  test('a key is refused from the millisecond of its expiry on, though it was looked up before', async () => {
    const expiresAt = new Date(NOON + 1000);
    const { key } = await make({ expiresAt });
    nowMs = expiresAt.getTime() - 1;
    expect(await apiKeys.authenticate(key)).not.toBeNull();
    nowMs = expiresAt.getTime();
    expect(await apiKeys.authenticate(key)).toBeNull();
  });

  test('a failed look-up is not cached', async () => {
    const { key } = await make();
    const rename = (from: string, to: string) =>
      database.prisma.$executeRawUnsafe(`ALTER TABLE ${from} RENAME TO ${to}`);
    await rename('api_key', 'api_key_away');
    await expect(apiKeys.authenticate(key)).rejects.toThrow();
    await rename('api_key_away', 'api_key');
    expect(await apiKeys.authenticate(key)).not.toBeNull();
  });

  test('an unknown channel or destination is named, with those there are', async () => {
    await expect(make({ channelCode: 'web' })).rejects.toThrow(
      new ApiKeyError('there is no channel "web"; the channels are partner, public'),
    );
    await expect(make({ destinationNumbers: [2, 9, 8] })).rejects.toThrow(
      new ApiKeyError('there is no destination 9, 8; the destinations are 1, 2, 3'),
    );
    expect(await listKeys(database)).toEqual([]);
  });

  test('a destination that an import removes at the same moment is named, too', async () => {
    await database.prisma.destination.create({ data: { number: 9, id: '9'.repeat(24), name: {} } });
    let refused: Promise<void> | null = null;
    await database.prisma.$transaction(async (removal) => {
      await removal.destination.delete({ where: { number: 9 } });
      refused = expect(make({ destinationNumbers: [9] })).rejects.toThrow(
        new ApiKeyError('there is no destination 9; the destinations are 1, 2, 3'),
      );
      await untilWaiting(database, 1, refused);
    });
    await refused;
    expect(await listKeys(database)).toEqual([]);
  });

  test('a key that could never be used is not made', async () => {
    await expect(make({ expiresAt: new Date(NOON) })).rejects.toThrow(/expired already/);
    await expect(make({ scopes: [] })).rejects.toThrow(/needs a scope/);
    await expect(make({ destinationNumbers: [] })).rejects.toThrow(/without any destination/);
    await expect(make({ name: ' ' })).rejects.toThrow(/needs a name/);
  });

  test('each scope may be the only one, and a publishable key may only read and book', async () => {
    // The process is notified of a new key a moment later.
    const callerOf = ({ key }: { key: string }) =>
      until(
        () => apiKeys.authenticate(key),
        (caller) => caller !== null,
      );
    for (const scope of SCOPES) {
      expect((await callerOf(await make({ scopes: [scope] })))!.scopes).toEqual(new Set(completeScopes([scope])));
    }
    for (const scope of HOTEL_SCOPES) {
      await expect(make({ scopes: ['read', scope], isPublishable: true })).rejects.toThrow(/publishable key/);
    }
    expect(await callerOf(await make({ isPublishable: true }))).toMatchObject({ isPublishable: true, isTest: false });
    expect(await callerOf(await make({ isTest: true }))).toMatchObject({ isTest: true });
  });

  test('M10: a key is bound to hotels in its destinations, with the scopes that are about them, and so is the one that replaces it', async () => {
    const scopes = ['read', 'operate'] as const;
    const { key, prefix } = await make({ destinationNumbers: [1], hotelNumbers: [12, 11, 12], scopes });
    const bound = { destinations: new Set([1]), hotels: new Set([11, 12]), scopes: new Set(scopes) };
    const found = await apiKeys.authenticate(key);
    expect(found).toMatchObject(bound);
    const rotated = await rotateKey({ database, pepper, prefix, overlapMs: 0, clock });
    const next = await until(
      () => apiKeys.authenticate(rotated.key),
      (caller) => caller !== null,
    );
    expect(next).toMatchObject({ ...bound, visibilityKey: found!.visibilityKey });
    expect(await listKeys(database)).toMatchObject([{ boundTo: [11, 12] }, { boundTo: [11, 12] }]);
    for (const [changes, message] of [
      [{ hotelNumbers: [] }, /bound to no hotel/],
      [{ hotelNumbers: [11, 31] }, /no hotel 31 in these destinations; the hotels are 11, 12/],
      [{ hotelNumbers: [99], destinationNumbers: null }, /no hotel 99; the hotels are 11, 12, 31/],
      [{ hotelNumbers: [11], scopes: ['read', 'book'] }, /hotels do not limit read and book/],
    ] as const) {
      await expect(make({ destinationNumbers: [1], scopes, ...changes })).rejects.toThrow(message);
    }
  });

  test('a scope of a newer release, on the same database, is one that a key does not have here, and stays when the key is rotated', async () => {
    const newer = await freshDatabase();
    await newer.prisma.channel.create({ data: { code: 'public', name: 'Public' } });
    const { key, prefix } = await make({ database: newer, scopes: ['read'] });
    await newer.prisma.$executeRaw`ALTER TYPE "Scope" ADD VALUE 'weddings'`;
    await newer.prisma.$executeRaw`UPDATE api_key SET scopes = '{weddings,read}', is_demo = true`;
    const epochs = await watchEpochs(newer);
    const keys = openApiKeys({ database: newer, epochs, pepper, clock });
    const caller = await keys.authenticate(key);
    expect([...caller!.scopes]).toEqual(['read']);
    expect(await readDemoKeyState({ database: newer, key, pepper, now: clock.now() })).toBe('active');
    expect(await newer.prisma.$transaction(hasDemoCatalogue)).toBe(true);
    const rotated = await rotateKey({ database: newer, pepper, prefix, overlapMs: 0, clock });
    const next = await until(
      () => keys.authenticate(rotated.key),
      (found) => found !== null,
    );
    expect(next!.visibilityKey).toBe(caller!.visibilityKey);
    await revokeKey({ database: newer, prefix, clock });
    const scopes = ['read', 'weddings'];
    expect(await listKeys(newer)).toMatchObject([
      { scopes, revokedAt: new Date(NOON) },
      { scopes, revokedAt: null },
    ]);
    epochs.close();
    await newer.close();
  });

  test('a key belongs to the client of that name, one for all keys, and without a name to that of its own', async () => {
    const [first, second, own] = [
      await make({ name: 'First', clientName: ' Shop ' }),
      await make({ name: 'Second', clientName: 'Shop' }),
      await make({ name: 'Shop 2' }),
    ];
    const callers = await Promise.all([first, second, own].map(({ key }) => apiKeys.authenticate(key)));
    expect((await listKeys(database)).map(({ clientName }) => clientName)).toEqual(['Shop', 'Shop', 'Shop 2']);
    expect(callers[0]!.clientId).toBe(callers[1]!.clientId);
    expect(callers[2]!.clientId).not.toBe(callers[0]!.clientId);
    await expect(make({ clientName: '  ' })).rejects.toThrow(/a client needs a name/);
  });

  test('keys are listed oldest first with what they see, revoked ones included', async () => {
    const first = await make({ name: 'First', destinationNumbers: [2, 1] });
    nowMs += 1;
    const second = await make({ name: 'Second' });
    await revokeKey({ database, prefix: first.prefix, clock });
    expect(await listKeys(database)).toMatchObject([
      { prefix: first.prefix, name: 'First', destinationNumbers: [1, 2], revokedAt: new Date(nowMs) },
      { prefix: second.prefix, name: 'Second', destinationNumbers: null, revokedAt: null },
    ]);
  });

  test('a key is revoked by as much of its beginning as no other shares, and the first revocation stays', async () => {
    const [{ prefix, key }] = [await make(), await make()];
    await expect(revokeKey({ database, prefix: 'ssg_', clock })).rejects.toThrow(/2 keys begin with "ssg_"/);
    await expect(revokeKey({ database, prefix: 'ssg_%', clock })).rejects.toThrow(/no key begins with "ssg_%"/);
    await expect(revokeKey({ database, prefix: '', clock })).rejects.toThrow(/no key begins with/);
    await revokeKey({ database, prefix: key, clock });
    nowMs += 1000;
    expect(await revokeKey({ database, prefix, clock })).toMatchObject({ wasRevoked: true });
    const row = await database.prisma.apiKey.findUnique({ where: { prefix } });
    expect(row?.revokedAt).toEqual(new Date(NOON));
  });
});
