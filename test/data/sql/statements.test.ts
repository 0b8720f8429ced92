/** Plain SQL is declared, and what is declared is what PostgreSQL finds. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ColumnTypes, int4, nullable, text } from '../../../src/data/sql/column-types.ts';
import { bookingPageForms, COMPOSED, visitTypeForms } from '../../support/database/composed-statements.ts';
import { declares, loadStatements, readSources } from '../../support/database/declared.ts';
import { openPreparer, type Preparer } from '../../support/database/statement-mistakes.ts';

const sources = readSources();
const filesWith = (pattern: RegExp) => sources.flatMap(({ file, source }) => (pattern.test(source) ? [file] : []));

let preparer: Preparer;
let statements: Awaited<ReturnType<typeof loadStatements>>;
beforeAll(async () => {
  preparer = await openPreparer();
  statements = await loadStatements(sources);
});
afterAll(() => preparer?.close());

test('every declared statement can be prepared, and takes and returns what it declares', async () => {
  const mistakes = new Map<string, string[]>();
  for (const one of statements) {
    const found = await preparer.mistakesOf(one);
    if (found.length > 0) mistakes.set(one.text, found);
  }
  expect(mistakes).toEqual(new Map());
  expect(statements.length).toBeGreaterThan(sources.filter(declares).length);
});

/** In a plan: an id of a booking, or any of a list, that is compared as a text. */
const ID_AS_TEXT = /(\((b\.id|(\w+\.)?booking_id)\)::text = |\bid\)::text = ANY).*/g;

test('bookings, and whatever a list of ids names, are found by an index: no id is compared as a text', async () => {
  let explained = 0;
  const asTexts = new Map<string, string[]>();
  for (const { text: sql } of statements) {
    // What is no query has no plan.
    const [plan] = await preparer.pglite.exec(`EXPLAIN (GENERIC_PLAN) ${sql}`).catch(() => []);
    if (!plan) continue;
    explained += 1;
    const found = plan.rows.flatMap((row) => row['QUERY PLAN']?.match(ID_AS_TEXT) ?? []);
    if (found.length > 0) asTexts.set(sql, found);
  }
  expect(asTexts).toEqual(new Map());
  expect(explained).toBeGreaterThan(100);
});

test('every form of the page of bookings can be prepared, and returns what it declares', async () => {
  const forms = bookingPageForms();
  expect(forms.length).toBeGreaterThan(100);
  for (const page of forms) expect(await preparer.mistakesOf(page)).toEqual([]);
});

test('every condition of a filter of visit types, alone and with all others, too', async () => {
  for (const selection of visitTypeForms()) expect(await preparer.mistakesOf(selection)).toEqual([]);
});

test('nothing else can be run: raw SQL of Prisma and connections of the driver have one place', () => {
  expect(filesWith(/\.\$(query|execute)Raw|Prisma\.(sql|raw|join)\b/)).toEqual(['data/sql/statement.ts']);
  expect(
    filesWith(/from '(pg|@electric-sql\/pglite)'/).filter((file) => !/^data\/(database|replicas|sql)\//.test(file)),
  ).toEqual([]);
  expect(filesWith(/\bcomposed\(/).sort()).toEqual(COMPOSED);
});

describe('a statement is found wrong', () => {
  const TAKES: ColumnTypes = { number: int4 };
  const RETURNS: ColumnTypes = { number: int4, code: text, contact: nullable(text) };
  const SQL = 'SELECT number, code, reservation_email AS contact FROM hotel WHERE number = $1';
  const mistakesOf = ({ takes = TAKES, returns = RETURNS, sql = SQL }) =>
    preparer.mistakesOf({ declaration: { takes, returns }, text: sql });

  test('not when nothing is', async () => {
    expect(await mistakesOf({})).toEqual([]);
  });

  test.each<[string, Parameters<typeof mistakesOf>[0], string[]]>([
    [
      'a column of it is renamed',
      { sql: SQL.replace('code', 'code AS name') },
      ['name is not declared', 'code is missing'],
    ],
    [
      'it returns a column of another type',
      { returns: { ...RETURNS, number: text } },
      ['number is int4, not text or bpchar or varchar'],
    ],
    ['it returns what it does not declare', { returns: { number: int4, code: text } }, ['contact is not declared']],
    [
      'a column may be null that is declared not to be',
      { returns: { ...RETURNS, contact: text } },
      ['contact may be null'],
    ],
    [
      'it takes a value of another type',
      { takes: { number: text } },
      ['number is int4, not text or bpchar or varchar'],
    ],
    ['a value has no place in it', { sql: SQL.replace('$1', '1') }, ['number is missing']],
    ['a place has no value', { takes: {} }, ['$1 is not declared']],
  ])('when %s', async (_what, changed, mistakes) => {
    expect(await mistakesOf(changed)).toEqual(mistakes);
  });

  test.each([
    ['renames a column', 'ALTER TABLE hotel RENAME COLUMN code TO short_name', 'column "code" does not exist'],
    ['changes its type', 'ALTER TABLE hotel ALTER COLUMN number TYPE bigint', 'number is int8, not int4'],
    ['lets it be null', 'ALTER TABLE hotel ALTER COLUMN code DROP NOT NULL', 'code may be null'],
  ])('when a migration %s', async (_change, migration, mistake) => {
    const { pglite } = preparer;
    await pglite.exec(
      `CREATE TABLE kept AS TABLE hotel; ALTER TABLE hotel RENAME TO hotel_before; ALTER TABLE kept RENAME TO hotel`,
    );
    await pglite.exec('ALTER TABLE hotel ALTER COLUMN code SET NOT NULL, ALTER COLUMN number SET NOT NULL');
    try {
      expect(await mistakesOf({})).toEqual([]);
      await pglite.exec(migration);
      expect(await mistakesOf({})).toContain(mistake);
    } finally {
      await pglite.exec('DROP TABLE hotel; ALTER TABLE hotel_before RENAME TO hotel');
    }
  });
});
