/** When a key was last used (S5): to the hour, written at most once an hour, and never at the cost of a request. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Epochs, watchEpochs } from '../../../src/data/cache/epochs.ts';
import { openDatabase } from '../../../src/data/database/database.ts';
import { createKey } from '../../../src/data/keys/api-keys.ts';
import { type ApiKeys, openApiKeys } from '../../../src/data/keys/key-lookup.ts';
import { fillDataFolder } from '../../support/database/embedded-database.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { statementsOf } from '../../support/database/query-count.ts';
import { readRaised } from '../../support/database/raised-epochs.ts';

const pepper = 'the pepper of the tests';
const AT = Date.parse('2026-11-21T12:34:56Z');
const HOUR = 3_600_000;

describe('the last use of keys', () => {
  let database: FreshDatabase;
  let epochs: Epochs;
  let nowMs: number;
  const clock = { now: () => nowMs };
  const open = (): ApiKeys => openApiKeys({ database, epochs, pepper, clock });

  beforeAll(async () => {
    database = await freshDatabase();
    await database.prisma.channel.create({ data: { code: 'public', name: 'Public' } });
    epochs = await watchEpochs(database);
  });
  afterAll(async () => {
    await epochs.close();
    await database.close();
  });
  beforeEach(async () => {
    nowMs = AT;
    await database.prisma.apiKey.deleteMany();
  });

  const make = async (expiresAt: Date | null = null) => {
    const made = await createKey({
      ...{ database, pepper, name: 'x', channelCode: 'public', destinationNumbers: null, scopes: ['read'] as const },
      ...{ expiresAt, clock },
    });
    epochs.observe(await readRaised(database));
    return made;
  };
  const lastUse = async (prefix: string) =>
    (await database.prisma.apiKey.findUniqueOrThrow({ where: { prefix } })).lastUsedAt?.toISOString() ?? null;

  test('is the hour of the last accepted request, for each key', async () => {
    const keys = open();
    const [used, never, expired] = [await make(), await make(), await make(new Date(AT + 1))];
    nowMs = AT + 1;
    expect(await keys.authenticate(expired.key)).toBeNull();
    await keys.authenticate(used.key);
    await keys.recordUses();
    expect(await Promise.all([used, never, expired].map(({ prefix }) => lastUse(prefix)))).toEqual([
      '2026-11-21T12:00:00.000Z',
      null,
      null,
    ]);
    nowMs = AT + HOUR;
    keys.authenticateCached(used.key);
    await keys.recordUses();
    expect(await lastUse(used.prefix)).toBe('2026-11-21T13:00:00.000Z');
  });

  test('costs a request nothing, and one statement an hour for all keys together', async () => {
    const keys = open();
    const made = [await make(), await make(), await make()];
    for (const { key } of made) await keys.authenticate(key);
    const use = () => {
      for (const { key } of made) expect(keys.authenticateCached(key)).not.toBeNull();
    };
    expect(await statementsOf(async () => use())).toEqual([]);
    expect(await statementsOf(() => keys.recordUses(), { withUsesOfKeys: true })).toHaveLength(1);
    use();
    expect(await statementsOf(() => keys.recordUses(), { withUsesOfKeys: true })).toEqual([]);
    nowMs += HOUR;
    use();
    expect(await statementsOf(() => keys.recordUses(), { withUsesOfKeys: true })).toHaveLength(1);
    expect(await Promise.all(made.map(({ prefix }) => lastUse(prefix)))).toEqual(
      made.map(() => '2026-11-21T13:00:00.000Z'),
    );
  });

  test('never goes back, whatever the clocks of processes say', async () => {
    const [ahead, behind] = [open(), open()];
    const { key, prefix } = await make();
    await behind.authenticate(key);
    nowMs += HOUR;
    await ahead.authenticate(key);
    await ahead.recordUses();
    await behind.recordUses();
    expect(await lastUse(prefix)).toBe('2026-11-21T13:00:00.000Z');
  });

  test('waits for nobody who holds the key', async () => {
    const keys = open();
    const { key, prefix } = await make();
    await keys.authenticate(key);
    await database.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM api_key WHERE prefix = ${prefix} FOR UPDATE`;
      await keys.recordUses();
    });
    expect(await lastUse(prefix)).toBeNull();
  });

  test('is kept while the database refuses writes, and recorded when it takes them again', async () => {
    const keys = open();
    const { key, prefix } = await make();
    const readOnly = (on: boolean) =>
      database.prisma.$executeRawUnsafe(
        on
          ? `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
               RAISE EXCEPTION 'read only' USING ERRCODE = '25006'; END $$`
          : 'DROP FUNCTION refuse() CASCADE',
      );
    await readOnly(true);
    await database.prisma.$executeRawUnsafe(
      'CREATE TRIGGER refuse BEFORE UPDATE ON api_key FOR EACH STATEMENT EXECUTE FUNCTION refuse()',
    );
    expect(await keys.authenticate(key)).not.toBeNull();
    await keys.recordUses();
    expect(await lastUse(prefix)).toBeNull();
    await readOnly(false);
    await keys.recordUses();
    expect(await lastUse(prefix)).toBe('2026-11-21T12:00:00.000Z');
  });
});

test('is recorded in the embedded database too', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-key-uses-'));
  await fillDataFolder(dataDir);
  const database = await openDatabase({ kind: 'embedded', dataDir, command: 'a test' });
  await database.prisma.channel.create({ data: { code: 'public', name: 'Public' } });
  const clock = { now: () => AT };
  const made = await createKey({
    ...{ database, pepper, name: 'x', channelCode: 'public', destinationNumbers: null, scopes: ['read'] },
    ...{ expiresAt: null, clock },
  });
  const epochs = await watchEpochs(database);
  const keys = openApiKeys({ database, epochs, pepper, clock });
  expect(await keys.authenticate(made.key)).not.toBeNull();
  await keys.recordUses();
  const { lastUsedAt } = await database.prisma.apiKey.findUniqueOrThrow({ where: { prefix: made.prefix } });
  expect(lastUsedAt).toEqual(new Date('2026-11-21T12:00:00Z'));
  await epochs.close();
  await database.close();
  await rm(dataDir, { recursive: true });
});
