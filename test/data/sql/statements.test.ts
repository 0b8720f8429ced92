/** Plain SQL is declared, and what is declared is what PostgreSQL finds. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ColumnTypes, int4, nullable, text } from '../../../src/data/sql/column-types.ts';
import { declaredStatements } from '../../../src/data/sql/statement.ts';
import type { BookingReach } from '../../../src/operations/booking/booking-access.ts';
import type { BookingFilter } from '../../../src/operations/booking/search/booking-filter.ts';
import { countStatement } from '../../../src/operations/booking/search/booking-found-sql.ts';
import { foundPageStatement, pageStatement } from '../../../src/operations/booking/search/booking-page-sql.ts';
import {
  salesStatement,
  selectionStatement,
  type VisitTypeSelection,
} from '../../../src/operations/search/select-visit-types.ts';
import { openPreparer, type Preparer } from '../../support/database/statement-mistakes.ts';

const SOURCE = fileURLToPath(new URL('../../../src/', import.meta.url));
const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/^(web|data\/generated)\//.test(file))
  .map((file) => ({ file, source: readFileSync(join(SOURCE, file), 'utf8') }));
const filesWith = (pattern: RegExp) => sources.flatMap(({ file, source }) => (pattern.test(source) ? [file] : []));

/** Their forms are prepared by the tests below. */
const COMPOSED = [
  'operations/booking/search/booking-found-sql.ts',
  'operations/booking/search/booking-page-sql.ts',
  'operations/search/select-visit-types.ts',
];

let preparer: Preparer;
beforeAll(async () => {
  preparer = await openPreparer();
});
afterAll(() => preparer?.close());

test('every declared statement can be prepared, and takes and returns what it declares', async () => {
  const declaring = filesWith(/\bstatement\(/);
  for (const file of declaring) await import(pathToFileURL(join(SOURCE, file)).href);
  const mistakes = new Map<string, string[]>();
  for (const one of declaredStatements()) {
    const found = await preparer.mistakesOf(one);
    if (found.length > 0) mistakes.set(one.text, found);
  }
  expect(mistakes).toEqual(new Map());
  expect(declaredStatements().length).toBeGreaterThan(declaring.length);
});

test('every form of the page of bookings can be prepared, and returns what it declares', async () => {
  const month = { arrivalFrom: 20_000, arrivalTo: 20_030 };
  const expired = { status: 'EXPIRED' } as const;
  const filters: BookingFilter[] = [{}, { hotel: 1 }, { visitType: 1 }, { hotel: 1, visitType: 1 }, month, expired];
  const names: BookingFilter[] = [
    ...[
      {},
      { email: 'a@example.com' },
      { reference: '0000-0000' },
      { text: 'nov' },
      { text: 'jana nov karel' },
      { channel: 'public' },
    ],
    ...[{ roomType: 1 }, { departureFrom: 20_000, departureTo: 20_001 }, { staysOn: 20_000 }],
  ];
  const own = { clientId: 'c'.repeat(24), isTest: null };
  const reaches: BookingReach[] = [null, [1]].flatMap((hotels) =>
    [
      { ...own, clientId: null, destinations: null },
      { ...own, destinations: [] },
      { ...own, destinations: null },
      { ...own, destinations: [1] },
      { ...own, clientId: null, destinations: [1] },
    ].map((reach) => ({ ...reach, hotels })),
  );
  const forms = new Map<string, Pick<ReturnType<typeof pageStatement>, 'declaration' | 'text'>>();
  for (const sort of ['NEWEST', 'OLDEST', 'ARRIVAL'] as const)
    for (const after of [null, [0, 'b'.repeat(24)] as const])
      for (const reach of reaches)
        for (const filter of filters)
          for (const name of names) {
            const listed = {
              ...{ sort, after, reach, today: 20_000, first: 10 },
              filter: { ...filter, ...name },
            };
            for (const one of [pageStatement(listed), foundPageStatement(listed, 100), countStatement(listed)])
              forms.set(one.text, one);
          }
  expect(forms.size).toBeGreaterThan(100);
  for (const page of forms.values()) expect(await preparer.mistakesOf(page)).toEqual([]);
});

test('every condition of a filter of visit types, alone and with all others, too', async () => {
  const nothing = { hotel: undefined, destination: undefined, category: undefined, tag: undefined };
  const all = {
    ...{
      filter: { starsMin: 1, starsMax: 5, occupancy: 2, nightsMin: 3, nightsMax: 7, stayCategory: 'health' as const },
    },
    ...{ references: { hotel: 1, destination: 1, category: 1, tag: 1 }, destinations: [1] },
  };
  const dates = { dateFrom: 20_001, dateTo: 20_010 };
  const selections: VisitTypeSelection[] = [
    { filter: {}, references: nothing, destinations: null },
    { ...all, filter: { ...all.filter, ...dates } },
    { filter: {}, references: nothing, destinations: all.destinations },
    ...Object.entries({ ...all.filter, ...dates }).map(([name, value]) => {
      return { filter: { [name]: value }, references: nothing, destinations: null };
    }),
    ...Object.entries(all.references).map(([name, value]) => {
      return { filter: {}, references: { ...nothing, [name]: value }, destinations: null };
    }),
  ];
  for (const selection of selections) {
    for (const of of [selectionStatement, salesStatement])
      expect(await preparer.mistakesOf(of(selection, 20_000))).toEqual([]);
  }
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
