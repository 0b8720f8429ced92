import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { LOCK_IMPORTS } from '../../../src/data/cache/raise-epochs.ts';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { query } from '../../../src/data/sql/statement.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { untilWaiting } from '../../support/database/rival-transactions.ts';
import { sell } from '../sample-booking.ts';
import { sampleCatalogue } from '../sample-catalogue.ts';
import { exportedCatalogue, snapshotOf } from '../snapshot.ts';

const format = 'spa-stay-catalogue/1' as const;

describe('capacity that is partly sold or held', () => {
  let database: FreshDatabase;
  beforeEach(async () => {
    database = await freshDatabase();
    await importCatalogue({ database, source: sampleCatalogue() });
  });
  afterEach(() => database.close());

  const units = (count: number) => [{ roomTypeId: 21, from: '2027-01-01', to: '2027-01-05', units: count }];

  test('is not imported below the sold units; the problem names the entry, the room type, the night and the number', async () => {
    await sell(database, { roomType: 21, nights: ['2027-01-03', '2027-01-04'] });
    await sell(database, { roomType: 21, nights: ['2027-01-04'] });
    const before = await snapshotOf(database, { rewritten: true });
    const inventory = [...sampleCatalogue().inventory.slice(0, 2), ...units(0)];
    expect(await importCatalogue({ database, source: { format, inventory } })).toEqual({
      ok: false,
      problems: [
        {
          path: '$.inventory[2].units',
          code: 'BELOW_SOLD',
          message: '0 is below what is sold of room type 21: 2027-01-03 is the first such night, up to 2 on 2 nights',
        },
      ],
    });
    expect(await snapshotOf(database, { rewritten: true })).toEqual(before);
  });

  test('may be imported down to the sold units', async () => {
    await sell(database, { roomType: 21, nights: ['2027-01-03'] });
    expect(await importCatalogue({ database, source: { format, inventory: units(1) } })).toMatchObject({ ok: true });
    const night = { roomTypeNumber: 21, night: new Date('2027-01-03') };
    expect(await database.prisma.inventoryNight.findFirst({ where: night })).toMatchObject({ units: 1, sold: 1 });
  });

  test('an earlier entry below the sold units is fine if a later one overrides it', async () => {
    await sell(database, { roomType: 21, nights: ['2027-01-03'] });
    const inventory = [...units(0), ...units(3)];
    expect(await importCatalogue({ database, source: { format, inventory } })).toMatchObject({ ok: true });
  });

  test('may be closed, whatever is sold; an entry that does not say so opens its nights, and an export says it', async () => {
    await sell(database, { roomType: 21, nights: ['2027-01-03'] });
    const closed = { roomTypeId: 21, from: '2027-01-02', to: '2027-01-03', units: 2, closed: true };
    const counted = { ok: true, counts: { inventoryNights: { created: 0, updated: 2, unchanged: 0 } } };
    expect(await importCatalogue({ database, source: { format, inventory: [closed] } })).toMatchObject(counted);
    expect((await exportedCatalogue(database)).inventory).toEqual([
      { roomTypeId: 11, from: '2027-01-01', to: '2027-01-09', units: 4 },
      { roomTypeId: 11, from: '2027-01-10', to: '2027-01-12', units: 0 },
      { roomTypeId: 11, from: '2027-01-13', to: '2027-01-31', units: 4 },
      { roomTypeId: 21, from: '2027-01-01', to: '2027-01-01', units: 2 },
      closed,
      { roomTypeId: 21, from: '2027-01-04', to: '2027-01-05', units: 2 },
    ]);
    const before = await snapshotOf(database, { rewritten: true });
    const again = await exportedCatalogue(database);
    expect(await importCatalogue({ database, source: again })).toMatchObject({ ok: true, changed: false });
    expect(await importCatalogue({ database, source: again, replace: true })).toMatchObject({
      ok: true,
      changed: false,
    });
    expect(await snapshotOf(database, { rewritten: true })).toEqual(before);
    const { closed: _, ...open } = closed;
    expect(await importCatalogue({ database, source: { format, inventory: [open] } })).toMatchObject(counted);
    expect(await database.prisma.inventoryNight.count({ where: { closed: true } })).toBe(0);
  });

  test('an import waits for a booking that holds the night, and then sees what it sold', async () => {
    const other: Database = await openDatabase({ kind: 'postgresql', url: database.url, poolSize: 2 });
    try {
      let importing: ReturnType<typeof importCatalogue> | null = null;
      await other.prisma.$transaction(async (tx) => {
        await tx.$queryRaw`
          SELECT sold FROM inventory_night WHERE room_type_number = 21 ORDER BY night FOR UPDATE`;
        importing = importCatalogue({ database, source: { format, inventory: units(0) } });
        await untilWaiting(other, 1);
        await tx.$executeRaw`
          UPDATE inventory_night SET sold = sold + 1 WHERE room_type_number = 21 AND night = '2027-01-02'`;
      });
      expect(await importing).toMatchObject({ ok: false, problems: [{ code: 'BELOW_SOLD' }] });
    } finally {
      await other.close();
    }
  });

  test('an import that has waited for another one counts and records by the time at which it goes on', async () => {
    const other: Database = await openDatabase({ kind: 'postgresql', url: database.url, poolSize: 2 });
    let now = Date.parse('2027-01-01T10:00:00Z');
    await database.prisma.inventoryNight.updateMany({
      where: { roomTypeNumber: 21 },
      data: { held: { '400000000000000000000001': now + 60_000 } },
    });
    try {
      let importing: ReturnType<typeof importCatalogue> | null = null;
      await other.prisma.$transaction(async (tx) => {
        await query(tx, LOCK_IMPORTS);
        const source = { format, inventory: units(0) };
        importing = importCatalogue({ database, source, clock: { now: () => now } });
        await untilWaiting(other, 1);
        now += 120_000;
      });
      expect(await importing).toMatchObject({ ok: true, changed: true });
      expect(await database.prisma.hotelChange.findMany()).toMatchObject([{ at: new Date('2027-01-01T10:02:00Z') }]);
    } finally {
      await other.close();
    }
  });

  test('a hold that ends while an import prepares its nights takes no room of it (S13)', async () => {
    let now = Date.parse('2027-01-01T10:00:00Z');
    await database.prisma.inventoryNight.updateMany({
      where: { roomTypeNumber: 21 },
      data: { held: { '400000000000000000000001': now + 60_000 } },
    });
    const onProgress = ({ phase }: { readonly phase: string }) => {
      if (phase === 'checking capacity') now += 120_000;
    };
    const source = { format, inventory: units(0) };
    const imported = await importCatalogue({ database, source, clock: { now: () => now }, onProgress });
    expect(imported).toMatchObject({ ok: true, changed: true });
  });

  test('two imports at once come one after the other and both succeed', async () => {
    const sources = [1, 2, 3].map((id) => ({ format, tags: [{ id: 7, color: `00000${id}` }], inventory: units(id) }));
    const results = await Promise.all(sources.map((source) => importCatalogue({ database, source })));
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
  });
});
