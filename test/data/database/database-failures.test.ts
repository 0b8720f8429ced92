/** A database failure means the same on every way to the database; the log gets its SQLSTATE. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { classifyDatabaseFailure, sqlStateOf } from '../../../src/data/database/database-failures.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { raw } from '../../support/database/raw-sql.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await database.prisma.$executeRawUnsafe(`
    CREATE FUNCTION say() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'said so' USING ERRCODE = TG_ARGV[0]; END $$`);
});
afterAll(() => database?.close());

const PATIENCE = { lockMs: 60_000, statementMs: 60_000, transactionMs: 60_000, connectionMs: undefined };

/** Every way in which the gateway writes. */
const WAYS: [name: string, write: () => Promise<unknown>][] = [
  [
    'a transaction in plain SQL',
    () => database.transact((sql) => sql.query(raw(`INSERT INTO channel (code, name) VALUES ('c', 'C')`)), PATIENCE),
  ],
  [
    'its last statement',
    () => database.transact((sql) => sql.finish(raw(`INSERT INTO channel (code, name) VALUES ('c', 'C')`)), PATIENCE),
  ],
  ['a model', () => database.prisma.channel.create({ data: { code: 'c', name: 'C' } })],
  [
    'a model in a transaction',
    () => database.prisma.$transaction((tx) => tx.channel.create({ data: { code: 'c', name: 'C' } })),
  ],
  ['raw SQL', () => database.prisma.$executeRaw`INSERT INTO channel (code, name) VALUES ('c', 'C')`],
];

async function thrownBy(write: () => Promise<unknown>): Promise<unknown> {
  try {
    await write();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe.each(WAYS)('a write by %s', (_, write) => {
  test.each([
    ...['25006', '53100', '54000', '55000'].map((state) => [state, 'readOnly']),
    ...['53000', '53200', '53400', '57P01', '57P02', '57P03', '57P04', '57P05', '58030', '08006'].map((state) => [
      state,
      'unavailable',
    ]),
    ['55P03', 'lockTimeout'],
    ['40001', 'writeConflict'],
    ...['22012', 'P0001', '42501', 'XX000'].map((state) => [state, null]),
  ])('that the database refuses with %s means %s', async (state, meaning) => {
    await database.prisma.$executeRawUnsafe(
      `CREATE OR REPLACE TRIGGER refused BEFORE INSERT ON channel EXECUTE FUNCTION say('${state}')`,
    );
    const error = await thrownBy(write);
    expect([classifyDatabaseFailure(error), sqlStateOf(error)]).toEqual([meaning, state]);
  });
});

test('an error of a program, of the system or of Prisma has no SQLSTATE', () => {
  for (const code of ['EPIPE', 'ECONNREFUSED', 'P2028', 'P1001', 'ERR_ASSERTION', '', undefined, 25006]) {
    expect([code, sqlStateOf(Object.assign(new Error('of no database'), { code }))]).toEqual([code, null]);
  }
  expect(sqlStateOf(null)).toBeNull();
});
