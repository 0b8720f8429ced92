/** Bookings of release 0.1.0 get states, references, clients and a history, also those that it makes during the upgrade. */
import { expect, test } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import {
  inTransaction,
  migrate,
  readMigration,
  readMigrationNames,
  splitScript,
} from '../../../src/data/database/migrations.ts';
import type { SqlTransaction } from '../../../src/data/database/sql-transactions.ts';
import { onlyRow } from '../../../src/data/sql/statement.ts';
import { parseReference } from '../../../src/domain/booking/reference.ts';
import { describeSchema } from '../../support/database/described-schema.ts';
import { emptyEmbedded } from '../../support/database/embedded-database.ts';
import {
  addKeyLikeFirstRelease,
  becomeFirstRelease,
  becomeSecondRelease,
  bookLikeFirstRelease,
  emptyDatabase,
  REFERENCES_BY_INDEX,
} from '../../support/database/first-release.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { raw } from '../../support/database/raw-sql.ts';

const FIRST = '20261122172000_booking_scopes';
const FILLED_IN = '20261122172200_earlier_bookings';
const LAST = '20261122172300_booking_life_complete';
const TIMEOUTS = { lockMs: 60_000, statementMs: 60_000, transactionMs: 60_000, connectionMs: undefined };
/** So many that a statement which reads all of them for each is told from one that reads all of them. */
const MANY = 1_000;
/** What the present transaction has read of the table, and what an earlier one of its connection has not reported yet. */
const ROWS_READ = raw<{ rows: number }>(
  `SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'booking'`,
);

async function run(sql: SqlTransaction, name: string): Promise<void> {
  for (const statement of splitScript(await readMigration(name))) await sql.query(raw(inTransaction(statement)));
}

const apply = ({ transact }: Database, name: string) => transact((sql) => run(sql, name), TIMEOUTS);

test.each([
  { name: 'PostgreSQL', open: emptyDatabase },
  { name: 'the embedded database', open: emptyEmbedded },
])(
  'on $name every booking of release 0.1.0 gets its client, state, reference and first event, whenever it is made (S1 to S5)',
  async ({ open }) => {
    const database = await open();
    const names = await readMigrationNames();
    const earlier = names.slice(1, names.indexOf(FIRST));
    const upgrade = names.slice(names.indexOf(FIRST), names.indexOf(LAST) + 1);
    await becomeFirstRelease(database);
    for (const name of earlier) await apply(database, name);
    const bookings: { id: string; kind: 'BINDING' | 'REQUEST'; isOld: boolean }[] = [];
    const book = async (isOld: boolean) => {
      for (const kind of ['BINDING', 'REQUEST'] as const) {
        const id = String(bookings.length + 1).padStart(24, '0');
        await bookLikeFirstRelease(database.prisma, { id, kind });
        bookings.push({ id, kind, isOld });
      }
    };
    for (let time = 0; time < 10; time++) await book(true);
    // A request of long ago: nobody is notified now that it has expired.
    const over = bookings[1]!.id;
    await database.prisma
      .$executeRaw`UPDATE booking SET arrival = '2020-01-01', departure = '2020-01-03' WHERE id = ${over}`;
    for (const name of upgrade) {
      await apply(database, name);
      await book(name < '20261122172100');
    }
    await addKeyLikeFirstRelease(database.prisma, { id: '4'.repeat(24), name: 'Tour operator' });

    const keys = await database.prisma.$queryRaw<{ id: string; client: string }[]>`
    SELECT k.id, c.name AS client FROM api_key AS k JOIN client AS c ON c.id = k.client_id ORDER BY k.id`;
    expect(keys.map(({ client }) => client)).toEqual([
      'Web shop (ssg_11111111)',
      'Web shop (ssg_22222222)',
      'Tour operator',
      'Tour operator',
    ]);
    const rows = await database.prisma.$queryRaw<Record<string, unknown>[]>`
    SELECT b.id, b.status::text, b.has_rooms, b.is_test, b.reference, c.name AS client, r.client_id = b.client_id AS claimed,
      (SELECT json_agg(json_build_object('type', type, 'isTold', position IS NOT NULL, 'client', e.client_id = b.client_id))
        FROM booking_event AS e WHERE e.booking_id = b.id) AS events
    FROM booking AS b JOIN client AS c ON c.id = b.client_id JOIN idempotency_record AS r ON r.booking_id = b.id ORDER BY b.id`;
    expect(rows).toEqual(
      bookings.map(({ id, kind, isOld }) => {
        const first = kind === 'BINDING' ? 'CONFIRMED' : 'REQUESTED';
        const isOver = id === over;
        return {
          id,
          status: isOver ? 'EXPIRED' : first,
          has_rooms: kind === 'BINDING',
          is_test: false,
          reference: expect.any(String),
          client: 'Web shop (ssg_11111111)',
          claimed: true,
          // Nobody is notified now of what was booked before; of what is booked during the upgrade everybody is.
          events: [
            { type: first, isTold: isOld, client: true },
            ...(isOver ? [{ type: 'EXPIRED', isTold: true, client: null }] : []),
          ],
        };
      }),
    );
    const references = rows.map(({ reference }) => String(reference));
    expect(references.map(parseReference)).toEqual(references);
    expect(new Set(references).size).toBe(bookings.length);

    // An event that says nothing about the state has that of the event before.
    await database.prisma
      .$executeRaw`INSERT INTO booking_event (id, booking_id, type, at) VALUES ('evt_e', ${over}, 'ERASED', current_timestamp)`;
    for (const name of names.slice(names.indexOf(LAST) + 1)) await apply(database, name);
    const states = await database.prisma.$queryRaw`
      SELECT DISTINCT type::text, status::text FROM booking_event ORDER BY 1`;
    expect(states).toEqual([
      { type: 'CONFIRMED', status: 'CONFIRMED' },
      { type: 'ERASED', status: 'EXPIRED' },
      { type: 'EXPIRED', status: 'EXPIRED' },
      { type: 'REQUESTED', status: 'REQUESTED' },
    ]);
    await database.close();
  },
);

test('giving bookings of release 0.1.0 their references reads each of them a few times, however many there are (S2, U9)', async () => {
  const database = await emptyDatabase();
  const names = await readMigrationNames();
  await becomeFirstRelease(database);
  await bookLikeFirstRelease(database.prisma, { id: 'f'.repeat(24), kind: 'BINDING' });
  await database.prisma.$executeRaw`
    INSERT INTO booking SELECT (jsonb_populate_record(b, jsonb_build_object('id', lpad(to_hex(n), 24, '0')))).*
    FROM booking AS b, generate_series(1, ${MANY - 1}::int) AS n`;
  for (const name of names.slice(1, names.indexOf(FILLED_IN))) await apply(database, name);
  const read = await database.transact(async (sql) => {
    const before = onlyRow(await sql.query(ROWS_READ)).rows;
    await run(sql, FILLED_IN);
    return onlyRow(await sql.query(ROWS_READ)).rows - before;
  }, TIMEOUTS);
  const given = await database.prisma.$queryRaw`
    SELECT count(*)::int AS bookings, count(DISTINCT reference)::int AS references FROM booking`;
  expect(given).toEqual([{ bookings: MANY, references: MANY }]);
  expect(read).toBeLessThan(10 * MANY);
  await database.close();
});

test('a database of release 0.2.0, which has given references to its bookings, looks for them as a new one does', async () => {
  const [database, whole] = [await emptyDatabase(), await freshDatabase()];
  await becomeSecondRelease(database);
  expect((await migrate(database))[0]).toBe(REFERENCES_BY_INDEX);
  expect(await describeSchema(database)).toEqual(await describeSchema(whole));
  await Promise.all([database.close(), whole.close()]);
});
