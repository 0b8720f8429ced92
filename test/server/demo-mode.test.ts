import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isActiveKey, listKeys, revokeKey } from '../../src/data/api-keys.ts';
import { importCatalogue } from '../../src/data/catalogue/import.ts';
import { demoCatalogue } from '../../src/data/demo/catalogue.ts';
import { parseDay } from '../../src/domain/civil-date.ts';
import { readConfig } from '../../src/server/config.ts';
import { enterDemoMode } from '../../src/server/demo-mode.ts';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts';

const pepper = 'the pepper of the tests';

describe('demo mode', () => {
  let database: FreshDatabase;
  let dataDir: string;
  let now: string;
  const clock = { now: () => Date.parse(now) };

  beforeEach(async () => {
    now = '2026-11-21T12:00:00Z';
    database = await freshDatabase();
    dataDir = mkdtempSync(join(tmpdir(), 'gateway-demo-'));
  });
  afterEach(async () => {
    rmSync(dataDir, { recursive: true });
    await database.close();
  });

  /** Starts as on an embedded database, unless `DEMO` says otherwise. */
  function enter(env: Record<string, string> = { DEMO: '1' }): Promise<string | null> {
    return enterDemoMode({ config: readConfig({ DATA_DIR: dataDir, ...env }), database, pepper, clock });
  }
  const lastRate = async () => (await database.prisma.rate.aggregate({ _max: { to: true } }))._max.to;
  const epoch = async () => (await database.prisma.epoch.findUnique({ where: { scope: 'catalogue' } }))?.value;

  test('loads an empty database and makes one key for everything, kept where only its owner can read it', async () => {
    const key = await enter();
    expect(await isActiveKey({ database, pepper, key: key!, clock })).toBe(true);
    expect(await listKeys(database)).toMatchObject([
      { name: 'demo', channelCode: 'public', destinationNumbers: null, scopes: ['read', 'book'], expiresAt: null },
    ]);
    const file = join(dataDir, 'demo-key');
    expect(readFileSync(file, 'utf8')).toBe(`${key}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await database.prisma.hotel.count()).toBeGreaterThan(0);
  });

  test('goes on with the same key and the same catalogue within the month', async () => {
    const key = await enter();
    const before = await epoch();
    now = '2026-11-30T12:00:00Z';
    expect(await enter()).toBe(key);
    expect(await epoch()).toBe(before);
  });

  test('brings its seasons forward in a later month, and keeps the key', async () => {
    const key = await enter();
    const before = await lastRate();
    now = '2027-02-01T12:00:00Z';
    expect(await enter()).toBe(key);
    expect((await lastRate())!.getTime()).toBeGreaterThan(before!.getTime());
    const after = await epoch();
    expect(await enter()).toBe(key);
    expect(await epoch()).toBe(after);
  });

  test('never overwrites a catalogue that was changed since', async () => {
    const key = await enter();
    const changed = demoCatalogue(parseDay('2026-11-21')!);
    changed.hotels![0]!.name = 'My own hotel';
    expect(await importCatalogue({ database, source: changed })).toMatchObject({ ok: true, changed: true });
    const before = await lastRate();
    now = '2027-02-01T12:00:00Z';
    expect(await enter()).toBe(key);
    expect(await lastRate()).toEqual(before);
    expect(await database.prisma.hotel.count({ where: { name: 'My own hotel' } })).toBe(1);
  });

  test('makes up for a start that was cut short between the catalogue and the key', async () => {
    await importCatalogue({ database, source: demoCatalogue(parseDay('2026-11-21')!) });
    writeFileSync(join(dataDir, 'demo-catalogue.json'), '{"database":"embedded","loaded":null}');
    expect(await enter()).toMatch(/^ssg_/);
  });

  test('goes on with its key when what it remembers cannot be read any more, and leaves the catalogue as it is', async () => {
    const key = await enter();
    const before = await epoch();
    writeFileSync(join(dataDir, 'demo-catalogue.json'), '{"database":');
    now = '2027-01-21T12:00:00Z';
    expect(await enter()).toBe(key);
    expect(await epoch()).toBe(before);
  });

  test('ends for good when its key is revoked', async () => {
    const key = await enter();
    await revokeKey({ database, prefix: key!, clock });
    expect(await enter()).toBeNull();
    expect(await listKeys(database)).toHaveLength(1);
  });

  test('is off where it is not wanted: DEMO=0, and a database server without DEMO=1', async () => {
    expect(await enter({ DEMO: '0' })).toBeNull();
    expect(await enter({ DATABASE_URL: database.url })).toBeNull();
    expect(await database.prisma.channel.count()).toBe(0);
  });

  test('leaves a database with another catalogue alone, whatever the data folder remembers of another one', async () => {
    const key = await enter();
    await database.prisma.apiKey.deleteMany();
    await database.prisma.destination.create({ data: { number: 900, id: 'a'.repeat(24), name: {} } });
    expect(key).not.toBeNull();
    expect(await enter({ DEMO: '1', DATABASE_URL: database.url })).toBeNull();
    expect(await listKeys(database)).toEqual([]);
  });
});
