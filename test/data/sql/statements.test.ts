/** Plain SQL is declared, and what is declared is what PostgreSQL finds. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bool,
  type ColumnType,
  type ColumnTypes,
  date,
  int4,
  json,
  jsonDate,
  jsonList,
  jsonObject,
  jsonRecord,
  jsonTuple,
  nullable,
  text,
} from '../../../src/data/sql/column-types.ts';
import { bookingPageForms, COMPOSED, visitTypeForms } from '../../support/database/composed-statements.ts';
import { declares, loadStatements, readSources } from '../../support/database/declared.ts';
import { sufficing } from '../../support/database/sql-signs.ts';
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
    const types = await preparer.mistakesOf(one);
    const found = types.length > 0 ? types : await preparer.partMistakesOf(one);
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

test('the holds that a booking does not use up are looked up one by one, by their index: PostgreSQL 18 crashes where a list of them is made after a wait', async () => {
  const plans = [];
  for (const { text: sql } of statements.filter(({ text }) => text.includes('FROM stay_hold WHERE id = hold.key'))) {
    const [plan] = await preparer.pglite.exec(`EXPLAIN (GENERIC_PLAN) ${sql}`);
    plans.push(plan!.rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  expect(plans).toEqual([expect.stringMatching(/Scan using stay_hold_pkey on stay_hold/)]);
  expect(plans[0]).not.toContain('hashed SubPlan');
});

test('every form of the page of bookings can be prepared, and returns what it declares', async () => {
  const forms = bookingPageForms();
  expect(forms.length).toBeGreaterThan(100);
  for (const page of forms) expect(await preparer.mistakesOf(page)).toEqual([]);
  for (const page of sufficing(forms)) expect(await preparer.partMistakesOf(page)).toEqual([]);
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

describe('JSON that a statement makes is found wrong', () => {
  const HOTEL = { number: int4, contact: nullable(text), isOpen: bool };
  const SQL = `SELECT json_agg(json_build_object('number', number, 'contact', reservation_email, 'isOpen', stars > 3)) AS hotels FROM hotel`;
  const mistakesOf = (hotels: ColumnType<unknown>, sql = SQL) =>
    preparer.partMistakesOf({ declaration: { returns: { hotels } }, text: sql });

  test('not when nothing is', async () => {
    expect(await mistakesOf(nullable(jsonList(jsonObject(HOTEL))))).toEqual([]);
  });

  test.each<[string, ColumnType<unknown>, string[]]>([
    [
      'a part is of another type',
      nullable(jsonList(jsonObject({ ...HOTEL, number: text }))),
      ['hotels[].number is int4, not text or bpchar or varchar'],
    ],
    [
      'a part has another name',
      nullable(jsonList(jsonObject({ number: int4, contact: nullable(text), open: bool }))),
      ['hotels[].isOpen is not declared', 'hotels[].open is missing'],
    ],
    [
      'a part may be null that is declared not to be',
      nullable(jsonList(jsonObject({ ...HOTEL, contact: text }))),
      ['hotels[].contact may be null'],
    ],
    ['there may be no rows that it is made of', jsonList(jsonObject(HOTEL)), ['hotels may be null']],
    ['it is no list', nullable(jsonObject(HOTEL)), ['hotels is made of elements, not of fields']],
    ['its parts are not declared', nullable(json()), ['hotels has parts that are not declared']],
  ])('when %s', async (_what, declared, mistakes) => {
    expect(await mistakesOf(declared)).toEqual(mistakes);
  });

  test.each<[string, string, ColumnType<unknown>, string[]]>([
    [
      'a column has it',
      'SELECT name AS hotels FROM tag',
      jsonObject({ en: text }),
      ['hotels is stored so, and not made of parts'],
    ],
    [
      'drivers would read a date',
      `SELECT json_build_array(night) AS hotels FROM inventory_night`,
      jsonTuple(date),
      ['hotels[0] is date in JSON, not date'],
    ],
    [
      'a name has a value of another type',
      'SELECT json_object_agg(code, number) AS hotels FROM hotel',
      nullable(jsonRecord(text)),
      ['hotels.* is int4, not text or bpchar or varchar'],
    ],
  ])('when %s', async (_what, sql, declared, mistakes) => {
    expect(await mistakesOf(declared, sql)).toEqual(mistakes);
  });

  test('and not when it is a text there', async () => {
    const sql = 'SELECT json_build_array(night) AS hotels FROM inventory_night';
    expect(await mistakesOf(jsonTuple(jsonDate), sql)).toEqual([]);
  });

  test.each([
    ['of another type', { number: text, code: text }, ['hotels[].number is int4, not text or bpchar or varchar']],
    ['not taken', { number: int4, code: text, stars: int4 }, ['hotels[].stars is missing']],
  ])('when a part of what it takes is %s', async (_what, fields, mistakes) => {
    const takes = { hotels: jsonList(jsonObject(fields as ColumnTypes)) };
    const sql = 'SELECT FROM json_to_recordset($1) AS h (number int, code text)';
    expect(await preparer.partMistakesOf({ declaration: { takes }, text: sql })).toEqual(mistakes);
  });

  test.each([
    ['changes the type of a column', 'TYPE text', 'tariff.promotions[].basisPoints is text, not int4'],
    ['lets a column be null', 'DROP NOT NULL', 'tariff.promotions[].basisPoints may be null'],
  ])('when a migration %s that is in the JSON of all prices', async (_change, migration, mistake) => {
    const tariffs = statements.find(
      (one) => 'tariff' in (one.declaration.returns ?? {}) && !('hotel' in one.declaration.returns!),
    )!;
    await preparer.pglite.exec(`BEGIN; CREATE TABLE copied (LIKE promotion); ALTER TABLE promotion RENAME TO before;
      ALTER TABLE copied RENAME TO promotion; ALTER TABLE promotion ALTER COLUMN basis_points ${migration}`);
    try {
      expect(await preparer.partMistakesOf(tariffs)).toEqual([mistake]);
    } finally {
      await preparer.pglite.exec('ROLLBACK');
    }
  });
});
