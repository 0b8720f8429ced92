/** Which statements PostgreSQL plans again: what an index finds depends on the value, and then a plan is for one value. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { int4 } from '../../../src/data/sql/column-types.ts';
import { composed, query, statement } from '../../../src/data/sql/statement.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database?.close());

const DECLARED = statement({
  takes: { number: int4 },
  returns: { number: int4 },
  sql: ({ number }) => `SELECT number FROM hotel WHERE number = ${number} LIMIT 11`,
});
const composedFor = (value: number) =>
  composed({ number: int4 }, (bind) => `SELECT number FROM hotel WHERE number = ${bind(int4, value)} LIMIT 12`, {
    plansForValues: true,
  });
const prepared = async (text: string) =>
  (
    await database.prisma.$queryRaw<unknown[]>`
      SELECT FROM pg_prepared_statements WHERE strpos(statement, ${text}) > 0 AND strpos(statement, 'strpos') = 0`
  ).length;

test('a statement stays prepared, unless it is planned for its values each time', async () => {
  // One after another, so that one connection serves all of them.
  for (let number = 1; number <= 7; number += 1) {
    await query(database.prisma, DECLARED, { number });
    await query(database.prisma, composedFor(number));
  }
  expect(await prepared('LIMIT 11')).toBe(1);
  expect(await prepared('LIMIT 12')).toBe(0);
});
