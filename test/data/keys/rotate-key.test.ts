/** A key is replaced by another one of its client, while both work (S5). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Epochs, watchEpochs } from '../../../src/data/cache/epochs.ts';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { ApiKeyError, createKey, revokeKey } from '../../../src/data/keys/api-keys.ts';
import { type ApiKeys, openApiKeys } from '../../../src/data/keys/key-lookup.ts';
import { listKeys } from '../../../src/data/keys/list-keys.ts';
import { rotateKey } from '../../../src/data/keys/rotate-key.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { readRaised } from '../../support/database/raised-epochs.ts';

const pepper = 'the pepper of the tests';
const NOON = Date.parse('2026-11-21T12:00:00Z');
const HOUR = 3_600_000;

describe('rotating a key', () => {
  let database: FreshDatabase;
  let otherProcess: Database;
  let epochs: Epochs;
  let apiKeys: ApiKeys;
  let nowMs: number;
  const clock = { now: () => nowMs };

  beforeAll(async () => {
    database = await freshDatabase();
    otherProcess = await openDatabase({ kind: 'postgresql', url: database.url });
    await database.prisma.channel.create({ data: { code: 'partner', name: 'Partners' } });
    await database.prisma.destination.createMany({
      data: [1, 2].map((number) => ({ number, id: String(number).repeat(24), name: {} })),
    });
    const hotel = { code: 'aurora', name: 'Aurora', stars: 4, destinationNumber: 1, shortDescription: {} };
    await database.prisma.hotel.create({ data: { ...hotel, number: 4, id: '4'.repeat(24) } });
    epochs = await watchEpochs(database);
    apiKeys = openApiKeys({ database, epochs, pepper, clock });
  });
  afterAll(async () => {
    await epochs.close();
    await otherProcess.close();
    await database.close();
  });
  beforeEach(async () => {
    nowMs = NOON;
    await database.prisma.apiKey.deleteMany();
  });

  const make = (options: Partial<Parameters<typeof createKey>[0]> = {}) =>
    createKey({
      database,
      pepper,
      name: 'Office',
      clientName: 'Shop',
      channelCode: 'partner',
      destinationNumbers: [2, 1],
      scopes: ['read', 'book'],
      expiresAt: null,
      clock,
      ...options,
    });
  const rotate = (prefix: string, overlapMs: number, via: Database = database) =>
    rotateKey({ database: via, pepper, prefix, overlapMs, clock });
  const rightsOf = async (key: string) => {
    epochs.observe(await readRaised(database));
    const { apiKeyId: _id, prefix: _prefix, ...rights } = (await apiKeys.authenticate(key))!;
    return rights;
  };
  const isAccepted = async (key: string) => {
    epochs.observe(await readRaised(database));
    return (await apiKeys.authenticate(key)) !== null;
  };

  test.each([
    ['that sees some destinations', {}],
    ['that sees all destinations', { destinationNumbers: null }],
    ['with other scopes', { scopes: ['operate', 'manage'] as const }],
    ['that is bound to hotels', { hotelNumbers: [4], scopes: ['read', 'operate'] as const }],
    ['for browsers', { isPublishable: true }],
    ['for tests', { isTest: true }],
    ['of its own client', { name: 'Alone', clientName: 'Alone' }],
    ['with an end', { expiresAt: new Date(NOON + 1_000 * HOUR) }],
  ])('the new key of one %s has all that the old one had but itself', async (_, options) => {
    const { key: old, prefix } = await make(options);
    const before = await rightsOf(old);
    const { key } = await rotate(prefix, 24 * HOUR);
    expect(key).not.toBe(old);
    expect(await rightsOf(key)).toEqual(before);
    const [first, second] = await listKeys(database);
    expect({ ...second, ...unlike(first!) }).toEqual(first);
  });

  /** What differs between a key and the one that replaces it. */
  const unlike = ({
    id,
    prefix,
    secretHash,
    createdAt,
    expiresAt,
    lastUsedAt,
  }: Awaited<ReturnType<typeof listKeys>>[0]) => ({
    ...{ id, prefix, secretHash, createdAt, expiresAt, lastUsedAt },
  });

  test('the new key is not said to be made by whoever made the old one', async () => {
    const { prefix } = await make({ createdBy: 'Anna, front desk' });
    await rotate(prefix, HOUR);
    expect((await listKeys(database)).map(({ createdBy }) => createdBy)).toEqual(['Anna, front desk', null]);
  });

  test('both keys are accepted until the overlap ends, then the new one alone', async () => {
    const { key: old, prefix } = await make();
    const { key, old: reported } = await rotate(prefix, 24 * HOUR);
    expect(reported).toEqual({ prefix, name: 'Office', expiresAt: new Date(NOON + 24 * HOUR) });
    nowMs = NOON + 24 * HOUR - 1;
    expect([await isAccepted(old), await isAccepted(key)]).toEqual([true, true]);
    nowMs = NOON + 24 * HOUR;
    expect([await isAccepted(old), await isAccepted(key)]).toEqual([false, true]);
  });

  test('without an overlap the old key is refused at once', async () => {
    const { key: old, prefix } = await make();
    expect(await isAccepted(old)).toBe(true);
    const { key } = await rotate(prefix, 0);
    expect([await isAccepted(old), await isAccepted(key)]).toEqual([false, true]);
  });

  test('a rotation gives no key more time than it had', async () => {
    const expiresAt = new Date(NOON + HOUR);
    const { prefix } = await make({ expiresAt });
    await rotate(prefix, 24 * HOUR);
    expect((await listKeys(database)).map((key) => key.expiresAt)).toEqual([expiresAt, expiresAt]);
  });

  test('a revoked or expired key is not rotated, nor one that is not named alone, and nothing is made', async () => {
    const { prefix: revoked } = await make();
    await revokeKey({ database, prefix: revoked, clock });
    const { prefix: expired } = await make({ expiresAt: new Date(NOON + HOUR) });
    nowMs = NOON + HOUR;
    await expect(rotate(revoked, HOUR)).rejects.toThrow(
      new ApiKeyError(`${revoked} (Office) is revoked; create a new key`),
    );
    await expect(rotate(expired, HOUR)).rejects.toThrow(
      new ApiKeyError(`${expired} (Office) has expired; create a new key`),
    );
    await expect(rotate('ssg_', HOUR)).rejects.toThrow(/2 keys begin with "ssg_"/);
    await expect(rotate('none', HOUR)).rejects.toThrow(/no key begins with "none"/);
    expect(await listKeys(database)).toHaveLength(2);
  });

  test('of rotations and a revocation at once, none brings a revoked key back', async () => {
    const { key: old, prefix } = await make();
    const outcomes = await Promise.allSettled([
      rotate(prefix, HOUR),
      rotate(prefix, 2 * HOUR, otherProcess),
      revokeKey({ database, prefix, clock }),
      rotate(prefix, 3 * HOUR, otherProcess),
    ]);
    expect(outcomes[2]!.status).toBe('fulfilled');
    expect(await isAccepted(old)).toBe(false);
    const made = outcomes.filter(({ status }) => status === 'fulfilled').length - 1;
    expect(await listKeys(database)).toHaveLength(1 + made);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toEqual(new ApiKeyError(`${prefix} (Office) is revoked; create a new key`));
    }
    const left = (await listKeys(database)).find((key) => key.prefix === prefix)!;
    expect(left.expiresAt === null || left.expiresAt.getTime() <= NOON + HOUR * 3).toBe(true);
  });
});
