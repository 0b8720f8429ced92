/** An import that replaces looks at each night once, although the database has no statistics of nights yet. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { CREATE_STAGED_NIGHTS, REMOVE_UNSTAGED } from '../../../src/catalogue/write/write-inventory.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { sampleCatalogue } from '../sample-catalogue.ts';

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const NIGHTS = 5_000;

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await importCatalogue({ database, source: sampleCatalogue() });
});
afterAll(() => database?.close());

/** The rows that a plan touched, with those that a join compared and dropped. */
function rowsOf(node: PlanNode): number {
  const own = (node['Actual Rows'] + (node['Rows Removed by Join Filter'] ?? 0)) * node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), own);
}

test(`of ${NIGHTS} nights, half of them named, the others are removed without comparing each with all`, async () => {
  const touched = await database.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`DELETE FROM inventory_night`;
    await tx.$executeRaw`INSERT INTO inventory_night (room_type_number, night, units)
      SELECT (SELECT min(number) FROM room_type), DATE '2027-01-01' + n::int, 2 FROM generate_series(1, ${NIGHTS}::int) AS n`;
    await tx.$executeRawUnsafe(CREATE_STAGED_NIGHTS.text);
    await tx.$executeRaw`INSERT INTO staged_night
      SELECT room_type_number, night, 2, false, 0 FROM inventory_night WHERE night <= DATE '2027-01-01' + ${NIGHTS / 2}::int`;
    await tx.$executeRaw`CREATE INDEX ON staged_night (room_type_number, night)`;
    await tx.$executeRaw`ANALYZE staged_night`;
    const explain = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${REMOVE_UNSTAGED.text}`;
    const [row] = await tx.$queryRawUnsafe<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>(explain, '0');
    expect(await tx.inventoryNight.count()).toBe(NIGHTS / 2);
    return rowsOf(row!['QUERY PLAN'][0]!.Plan);
  });
  expect(touched).toBeLessThan(10 * NIGHTS);
});
