/** The pepper of a database: a wrong one is noticed, and rotation keeps all keys valid. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Epochs, watchEpochs } from '../../../src/data/cache/epochs.ts';
import { adoptPepper, hashPepper, PepperMismatch, readPepperCheck } from '../../../src/data/keys/api-key-pepper.ts';
import { createKey, revokeKey } from '../../../src/data/keys/api-keys.ts';
import { readDemoKeyState } from '../../../src/data/keys/demo-keys.ts';
import { type ApiKeys, openApiKeys } from '../../../src/data/keys/key-lookup.ts';
import { listKeys } from '../../../src/data/keys/list-keys.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { readRaised } from '../../support/database/raised-epochs.ts';

const OLD = 'the pepper that was there at first';
const NEW = 'the pepper that comes in its place';

let database: FreshDatabase;
let epochs: Epochs;
beforeEach(async () => {
  database = await freshDatabase();
  await database.prisma.channel.create({ data: { code: 'public', name: 'Public' } });
  epochs = await watchEpochs(database);
});
afterEach(async () => {
  await epochs.close();
  await database.close();
});

const make = (pepper: string) =>
  createKey({
    database,
    pepper,
    name: 'Web shop',
    channelCode: 'public',
    destinationNumbers: null,
    scopes: ['read'],
    expiresAt: null,
    clock: systemClock,
  });

/** The keys of a process, at the current epochs. */
async function keysUnder(pepper: string, previousPepper: string | null = null): Promise<ApiKeys> {
  epochs.observe(await readRaised(database));
  return openApiKeys({ database, epochs, pepper, previousPepper, clock: systemClock });
}
const accepts = async (keys: ApiKeys, key: string) => (await keys.authenticate(key)) !== null;
const start = (pepper: string, previousPepper: string | null = null) =>
  adoptPepper(database, { pepper, previousPepper });

/** Resets the database to the state of version 0.1.0: keys, but no record of their pepper. */
async function forgetPeppers(): Promise<void> {
  await database.prisma.apiKeyPepper.deleteMany();
  await database.prisma.apiKey.updateMany({ data: { pepperCheck: null } });
}

describe('a pepper that is not the one of the database', () => {
  test('creates no key: the pepper of the first server counts, even without a key', async () => {
    await start(OLD);
    await expect(make(NEW)).rejects.toThrow(PepperMismatch);
    expect(await listKeys(database)).toEqual([]);
    const { key } = await make(OLD);
    expect(await accepts(await keysUnder(OLD), key)).toBe(true);
  });

  test('creates no key: the pepper of the first key counts if no server has started', async () => {
    await make(OLD);
    await expect(make(NEW)).rejects.toThrow(
      /^the pepper of API keys \(API_KEY_PEPPER, or [^\n]+\) is not the one [^\n]+$/,
    );
    expect(await listKeys(database)).toHaveLength(1);
  });

  test('loses the race for the first key: one key is created, under the recorded pepper', async () => {
    const outcomes = await Promise.allSettled([OLD, NEW].map(make));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const winner = outcomes[0]!.status === 'fulfilled' ? OLD : NEW;
    expect(await readPepperCheck(database.prisma)).toBe(hashPepper(winner));
  });

  test('stops the start of a server while there are keys, and is accepted when all of them are revoked', async () => {
    const { prefix } = await make(OLD);
    await expect(start(NEW)).rejects.toThrow(PepperMismatch);
    await start(OLD);
    await revokeKey({ database, prefix, clock: systemClock });
    await start(NEW);
    const { key } = await make(NEW);
    expect(await accepts(await keysUnder(NEW), key)).toBe(true);
  });

  test('is detected by a value that reveals neither the pepper nor key hashes', async () => {
    const { key } = await make(OLD);
    const [row] = await database.prisma.apiKeyPepper.findMany();
    expect(row).toEqual({ id: 1, checkValue: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const [stored] = await database.prisma.apiKey.findMany();
    expect(row!.checkValue).not.toBe(stored!.secretHash);
    expect(JSON.stringify([row, stored])).not.toMatch(new RegExp(`${key.slice(12)}|${OLD}`));
  });
});

describe('a database from before check values', () => {
  test('keeps its keys, and adopts the pepper that a key proves: not that of a start, nor that of a new key', async () => {
    const { key } = await make(OLD);
    await forgetPeppers();
    await start(NEW);
    expect(await accepts(await keysUnder(NEW), key)).toBe(false);
    expect(await readPepperCheck(database.prisma)).toBeNull();
    await make(NEW);
    expect(await readPepperCheck(database.prisma)).toBeNull();
    await start(OLD);
    expect(await accepts(await keysUnder(OLD), key)).toBe(true);
    expect(await readPepperCheck(database.prisma)).toBe(hashPepper(OLD));
    await expect(start(NEW)).rejects.toThrow(PepperMismatch);
    expect((await listKeys(database)).map((one) => one.hasCurrentPepper)).toEqual([true, false]);
  });

  test('without keys adopts the pepper of the next start', async () => {
    await start(NEW);
    expect(await readPepperCheck(database.prisma)).toBe(hashPepper(NEW));
  });

  test('answers as before while it is read-only', async () => {
    const { key } = await make(OLD);
    await forgetPeppers();
    await database.prisma.$executeRawUnsafe('ALTER TABLE api_key_pepper RENAME TO away');
    expect(await accepts(await keysUnder(OLD), key)).toBe(true);
    expect((await database.prisma.apiKey.findFirst())!.pepperCheck).toBeNull();
  });
});

describe('changing the pepper', () => {
  test('a key is accepted under the previous pepper and rehashed on use; from then on it needs only the new one', async () => {
    const [{ key: used }, { key: unused }] = [await make(OLD), await make(OLD)];
    await start(NEW, OLD);
    expect(await accepts(await keysUnder(NEW, OLD), used)).toBe(true);
    expect((await listKeys(database)).map((one) => one.hasCurrentPepper)).toEqual([true, false]);

    const afterwards = await keysUnder(NEW);
    expect([await accepts(afterwards, used), await accepts(afterwards, unused)]).toEqual([true, false]);
    const before = await keysUnder(OLD);
    expect([await accepts(before, used), await accepts(before, unused)]).toEqual([false, true]);
  });

  test('a key used by many at once is rehashed once, and the other processes are notified', async () => {
    const { key } = await make(OLD);
    await start(NEW, OLD);
    const keysEpoch = async () => (await database.prisma.epoch.findUnique({ where: { scope: 'keys' } }))!.value;
    const before = await keysEpoch();
    const processes = [await keysUnder(NEW, OLD), await keysUnder(NEW, OLD), await keysUnder(NEW, OLD)];
    const answers = await Promise.all(processes.flatMap((one) => [accepts(one, key), accepts(one, key)]));
    expect(answers).toEqual(Array(6).fill(true));
    expect(await keysEpoch()).toBe(before + 1n);
  });

  test('processes with either order of peppers accept the same keys, and only those with the new one first rehash any', async () => {
    const { key } = await make(OLD);
    await start(OLD, NEW);
    await start(NEW, OLD);
    expect(await accepts(await keysUnder(OLD, NEW), key)).toBe(true);
    expect((await listKeys(database))[0]!.hasCurrentPepper).toBe(false);
    expect(await accepts(await keysUnder(NEW, OLD), key)).toBe(true);
    expect((await listKeys(database))[0]!.hasCurrentPepper).toBe(true);
    expect(await accepts(await keysUnder(OLD, NEW), key)).toBe(true);
    expect((await listKeys(database))[0]!.hasCurrentPepper).toBe(true);
  });

  test('a revoked key stays refused under both, and the demo key stays active', async () => {
    const { key, prefix } = await make(OLD);
    await revokeKey({ database, prefix, clock: systemClock });
    const { key: demo } = await make(OLD);
    await start(NEW, OLD);
    expect(await accepts(await keysUnder(NEW, OLD), key)).toBe(false);
    const asked = { database, key: demo, now: systemClock.now() };
    expect(await readDemoKeyState({ ...asked, pepper: NEW })).toBe('unknown');
    expect(await readDemoKeyState({ ...asked, pepper: NEW, previousPepper: OLD })).toBe('unmarked');
  });

  test('a database set up with neither of the two stops the start', async () => {
    await make(OLD);
    await expect(start(NEW, 'a third pepper, of somebody else')).rejects.toThrow(PepperMismatch);
  });
});
