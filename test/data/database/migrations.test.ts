import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import {
  diffFromSchema,
  findPendingMigrations,
  migrate,
  readMigrationNames,
} from '../../../src/data/database/migrations.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';

describe('migrations on the embedded database', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase({ kind: 'memory' });
  });
  afterAll(() => database.close());

  test('an empty database gets every migration of the folder', async () => {
    expect(await migrate(database)).toEqual(await readMigrationNames());
  });

  test('migrations and schema.prisma describe the same database', async () => {
    expect(await diffFromSchema(database)).toBe('');
  });

  test('a column that schema.prisma does not know is reported as drift', async () => {
    await database.prisma.$executeRaw`ALTER TABLE hotel ADD COLUMN surplus int`;
    expect(await diffFromSchema(database)).toContain('DROP COLUMN "surplus"');
  });
});

describe('migrations on PostgreSQL', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.close());

  test('applying them a second time does nothing', async () => {
    expect(await findPendingMigrations(database)).toEqual([]);
    expect(await migrate(database)).toEqual([]);
  });

  test('the database itself refuses to record more rooms sold than there are', async () => {
    const id = 'a'.repeat(24);
    await database.prisma.destination.create({ data: { number: 1, id, name: {} } });
    await database.prisma.hotel.create({
      data: { number: 1, id, code: 'h', name: 'H', destinationNumber: 1, stars: 4, shortDescription: {} },
    });
    await database.prisma.roomType.create({
      data: { number: 1, id, hotelNumber: 1, code: 'R', category: {}, beds: 2 },
    });
    const night = { roomTypeNumber: 1, night: new Date('2027-01-01') };
    await expect(database.prisma.inventoryNight.create({ data: { ...night, units: 1, sold: 2 } })).rejects.toThrow(
      /inventory_night_sold_check/,
    );
  });
});

test('connections that migrate an empty PostgreSQL at once apply each migration once, and all of them find it done', async () => {
  const first = await freshDatabase();
  await first.prisma.$executeRawUnsafe('DROP SCHEMA public CASCADE');
  await first.prisma.$executeRawUnsafe('CREATE SCHEMA public');
  const others = await Promise.all([1, 2].map(() => openDatabase({ kind: 'postgresql', url: first.url, poolSize: 2 })));
  const applied = await Promise.all([first, ...others].map((database) => migrate(database)));
  expect(applied.flat()).toEqual(await readMigrationNames());
  for (const database of [first, ...others]) expect(await findPendingMigrations(database)).toEqual([]);
  await Promise.all(others.map((database) => database.close()));
  await first.close();
});
