import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportCatalogue } from '../../../src/catalogue/export/export.ts';
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { revokeKey } from '../../../src/data/keys/api-keys.ts';
import { readDemoKeyState } from '../../../src/data/keys/demo-keys.ts';
import { listKeys } from '../../../src/data/keys/list-keys.ts';
import { rotateKey } from '../../../src/data/keys/rotate-key.ts';
import { completeScopes } from '../../../src/data/keys/scopes.ts';
import { ConfigError, readConfig } from '../../../src/server/config.ts';
import { type DemoMode, enterDemoMode } from '../../../src/server/demo/demo-mode.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';

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

  /**
   * Starts as on an embedded database, unless `DEMO` says otherwise; `folder` is the data folder of another
   * installation.
   */
  function enter(env: Record<string, string> = { DEMO: '1' }, folder = dataDir): Promise<DemoMode> {
    return enterDemoMode({ config: readConfig({ DATA_DIR: folder, ...env }), database, pepper, clock });
  }
  /** The same, asserting demo mode. */
  async function enterDemo(...asked: Parameters<typeof enter>): Promise<string> {
    const demo = await enter(...asked);
    if (demo.key === null) throw new Error(`there is no demo mode: ${demo.because}`);
    return demo.key;
  }
  const stateOf = (key: string) => readDemoKeyState({ database, pepper, key, now: clock.now() });
  const exported = async () => {
    const texts: string[] = [];
    await exportCatalogue({ database, write: async (text) => void texts.push(text) });
    return JSON.parse(texts.join(''));
  };
  const ownCatalogue = {
    format: 'spa-stay-catalogue/1',
    tags: [{ id: 77, name: { en: 'Our own' }, color: 'aabbcc' }],
  } as Catalogue;
  const lastRate = async () => (await database.prisma.rate.aggregate({ _max: { to: true } }))._max.to;
  const epoch = async () => (await database.prisma.epoch.findUnique({ where: { scope: 'catalogue' } }))?.value;

  test('loads an empty database and creates a key for guests and one for the desk, in files that only their owner can read', async () => {
    const key = await enterDemo();
    expect(await stateOf(key)).toBe('active');
    expect(await listKeys(database)).toMatchObject([
      { name: 'demo', channelCode: 'public', destinationNumbers: null, scopes: ['read', 'book'], expiresAt: null },
      {
        name: 'demo desk',
        scopes: completeScopes(['read', 'book', 'bookings', 'operate', 'manage', 'erase']),
        isPublishable: false,
      },
    ]);
    const [file, deskFile] = [join(dataDir, 'demo-key'), join(dataDir, 'demo-desk-key')];
    expect(readFileSync(file, 'utf8')).toBe(`${key}\n`);
    expect(await stateOf(readFileSync(deskFile, 'utf8').trim())).toBe('active');
    for (const one of [file, deskFile]) expect(statSync(one).mode & 0o777).toBe(0o600);
    expect(await database.prisma.hotel.count()).toBeGreaterThan(0);
  });

  test('goes on with the same key and the same catalogue within the month', async () => {
    const key = await enterDemo();
    const before = await epoch();
    now = '2026-11-30T12:00:00Z';
    expect(await enterDemo()).toBe(key);
    expect(await epoch()).toBe(before);
  });

  test('moves its seasons forward in a later month, and keeps the key', async () => {
    const key = await enterDemo();
    const before = await lastRate();
    now = '2027-02-01T12:00:00Z';
    expect(await enterDemo()).toBe(key);
    expect((await lastRate())!.getTime()).toBeGreaterThan(before!.getTime());
    const after = await epoch();
    expect(await enterDemo()).toBe(key);
    expect(await epoch()).toBe(after);
  });

  test('keeps in a later month what its desk has set of prices and rooms, and brings the rest', async () => {
    await enterDemo();
    const { prisma } = database;
    const room = { roomTypeNumber: 11 };
    const where = { ...room, visitTypeNumber: 101, to: { gte: new Date('2027-03-15') } };
    const [season] = await prisma.rate.findMany({ where, orderBy: { from: 'asc' }, take: 1 });
    const { visitTypeNumber, priceListNumber, from } = season!;
    const id = { ...room, visitTypeNumber, priceListNumber, from };
    const key = { visitTypeNumber_priceListNumber_roomTypeNumber_from: id };
    await prisma.rate.update({ where: key, data: { amountMinor: 123_400 } });
    await prisma.inventoryNight.updateMany({ where: { ...room, night: new Date('2027-03-15') }, data: { units: 77 } });
    now = '2027-02-01T12:00:00Z';
    await enterDemo();
    const covers = { from: { lte: new Date('2027-03-15') }, to: { gte: new Date('2027-03-15') } };
    const kept = await prisma.rate.findFirst({ where: { ...room, visitTypeNumber, priceListNumber, ...covers } });
    expect(kept?.amountMinor).toBe(123_400);
    const others = { ...room, visitTypeNumber, priceListNumber, from: { gt: season!.to } };
    const later = await prisma.rate.findMany({ where: others });
    expect(later.length).toBeGreaterThan(0);
    expect(later.map(({ amountMinor }) => amountMinor)).not.toContain(123_400);
    const night = (date: string) =>
      prisma.inventoryNight.findFirst({ where: { ...room, night: new Date(date) }, select: { units: true } });
    expect(await Promise.all(['2027-03-14', '2027-03-15', '2027-03-16'].map(night))).toEqual(
      [12, 77, 12].map((units) => ({ units })),
    );
  });

  describe('ends', () => {
    test.each([
      ['adds to it', () => ownCatalogue, false],
      ['takes its place', () => ownCatalogue, true],
      [
        'changes nothing but capacity',
        ({ format, inventory }: Catalogue) => ({ format, inventory: [{ ...inventory![0]!, units: 77 }] }),
        false,
      ],
    ])(
      'with the first import that %s: its key is revoked with it, and a dry run says that it would be',
      async (_, change, replace) => {
        const key = await enterDemo();
        const source = change(await exported());
        const keysBefore = (await database.prisma.epoch.findUnique({ where: { scope: 'keys' } }))!.value;
        const shown = await listKeys(database);
        const report = { ok: true, changed: true, revokedDemoKeys: shown.map(({ prefix }) => prefix) };
        // A dry run says so and leaves the demo alone.
        expect(await importCatalogue({ database, source, replace, dryRun: true })).toMatchObject({
          ...report,
          raised: [],
        });
        expect(await stateOf(key)).toBe('active');
        expect(await importCatalogue({ database, source, replace })).toMatchObject(report);
        expect(await stateOf(key)).toBe('revoked');
        const keysAfter = (await database.prisma.epoch.findUnique({ where: { scope: 'keys' } }))!.value;
        expect(keysAfter).toBe(keysBefore + 1n);
        const before = [await epoch(), await lastRate()];
        now = '2027-02-01T12:00:00Z';
        expect(await enter()).toEqual({ key: null, because: expect.stringContaining('revoked') });
        expect([await epoch(), await lastRate()]).toEqual(before);
      },
    );

    test('not with a dry run, an import with a fault, or one that changes nothing, like that of its own export', async () => {
      const key = await enterDemo();
      const demo = await exported();
      const imports = [
        { source: ownCatalogue, dryRun: true },
        { source: { ...ownCatalogue, tags: [{ id: 0 }] } },
        { source: demo },
        { source: demo, replace: true },
      ];
      for (const one of imports) await importCatalogue({ database, ...one } as never);
      expect(await stateOf(key)).toBe('active');
      expect(await enterDemo()).toBe(key);
    });

    test('for every installation that shares the database, each of which has a key of its own', async () => {
      const other = mkdtempSync(join(tmpdir(), 'gateway-demo-'));
      const keys = [await enterDemo(), await enterDemo({ DEMO: '1' }, other)];
      expect(new Set(keys).size).toBe(2);
      // One moves the seasons forward, which is still the demo.
      now = '2027-02-01T12:00:00Z';
      expect([await enterDemo({ DEMO: '1' }, other), await enterDemo()]).toEqual([keys[1], keys[0]]);
      await importCatalogue({ database, source: ownCatalogue });
      expect(await Promise.all(keys.map(stateOf))).toEqual(['revoked', 'revoked']);
      expect([await enter(), await enter({ DEMO: '1' }, other)]).toMatchObject([{ key: null }, { key: null }]);
      rmSync(other, { recursive: true });
    });

    test('for good when its key is revoked by hand', async () => {
      const key = await enterDemo();
      await revokeKey({ database, prefix: key, clock });
      expect(await enter()).toMatchObject({ key: null });
      expect(await listKeys(database)).toHaveLength(2);
    });
  });

  test('is never entered by two that start at once on what one of them finds to be another catalogue', async () => {
    const [demo, own] = await Promise.all([enter(), importCatalogue({ database, source: ownCatalogue })]);
    expect(own).toMatchObject({ ok: true, changed: true });
    // The later of the two counts: the demo's own import only fills an empty catalogue.
    const keys = await listKeys(database);
    expect(keys.filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
    if (demo.key !== null) expect(await stateOf(demo.key)).toBe('revoked');
  });

  test('makes another key where the first one was lost before it could be written down', async () => {
    const lost = await enterDemo();
    rmSync(join(dataDir, 'demo-key'));
    const key = await enterDemo();
    expect([key === lost, await stateOf(key)]).toEqual([false, 'active']);
  });

  test('makes no key and loads nothing where the data folder cannot be written', async () => {
    const folder = join(dataDir, 'leads-nowhere');
    symlinkSync(join(dataDir, 'missing'), folder);
    await expect(enter({ DEMO: '1' }, folder)).rejects.toThrow(ConfigError);
    expect([await listKeys(database), await database.prisma.hotel.count()]).toEqual([[], 0]);
  });

  test('makes others for those that have expired after a rotation, and keeps the rooms that its desk has set', async () => {
    const first = await enter();
    const { prisma } = database;
    const nights = { roomTypeNumber: 11, night: new Date('2027-03-15') };
    await prisma.inventoryNight.updateMany({ where: nights, data: { units: 77 } });
    for (const { prefix } of await listKeys(database))
      await rotateKey({ database, pepper, prefix, overlapMs: 3_600_000, clock });
    expect(await enter()).toEqual(first);
    now = '2026-11-21T13:00:00Z';
    const second = await enter();
    const lasting = (await listKeys(database)).filter(({ expiresAt }) => expiresAt === null);
    const made = lasting.slice(-2).map(({ prefix }) => expect.stringContaining(prefix));
    expect([lasting.length, second]).toEqual([4, { key: made[0], deskKey: made[1] }]);
    expect(await enter()).toEqual(second);
    expect((await prisma.inventoryNight.findFirstOrThrow({ where: nights })).units).toBe(77);
  });

  test('continues when the recorded month cannot be read any more', async () => {
    const key = await enterDemo();
    const before = await epoch();
    writeFileSync(join(dataDir, 'demo-catalogue.json'), '{"database":');
    expect(await enterDemo()).toBe(key);
    expect(await epoch()).toBe(before);
  });

  describe('of 0.1.0, which did not mark its key,', () => {
    /** Puts the demo into the state that 0.1.0 left. */
    async function asBefore(): Promise<string> {
      const key = await enterDemo();
      await database.prisma.apiKey.updateMany({ data: { isDemo: false } });
      const mark = { database: 'embedded', loaded: { month: '2026-11', catalogueEpoch: String(await epoch()) } };
      writeFileSync(join(dataDir, 'demo-catalogue.json'), JSON.stringify(mark));
      return key;
    }

    test('goes on with its key and its seasons, and ends as any other', async () => {
      const key = await asBefore();
      const before = await epoch();
      expect([await enterDemo(), await stateOf(key), await epoch()]).toEqual([key, 'active', before]);
      now = '2027-02-01T12:00:00Z';
      expect([await enterDemo(), (await epoch())! > before!]).toEqual([key, true]);
    });

    test('has ended where the catalogue was changed since: the key is revoked', async () => {
      const key = await asBefore();
      await importCatalogue({ database, source: ownCatalogue });
      expect(await stateOf(key)).toBe('unmarked');
      expect(await enter()).toMatchObject({ key: null });
      expect(await stateOf(key)).toBe('revoked');
    });
  });

  test('is off where it is not wanted: DEMO=0, and a database server without DEMO=1', async () => {
    expect(await enter({ DEMO: '0' })).toEqual({ key: null, because: null });
    expect(await enter({ DATABASE_URL: database.url })).toEqual({ key: null, because: null });
    expect(await database.prisma.channel.count()).toBe(0);
  });

  test('leaves a database with another catalogue alone, whatever the data folder records of another one', async () => {
    await enterDemo();
    await database.prisma.apiKey.deleteMany();
    await database.prisma.destination.create({ data: { number: 900, id: 'a'.repeat(24), name: {} } });
    for (const env of [{ DEMO: '1' }, { DEMO: '1', DATABASE_URL: database.url }] as Record<string, string>[]) {
      expect(await enter(env)).toEqual({ key: null, because: expect.stringContaining('another catalogue') });
    }
    expect(await listKeys(database)).toEqual([]);
  });
});
