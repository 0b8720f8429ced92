/** Bookings of release 0.1.0 get states, references, clients and a history, also those that it makes during the upgrade. */
import { expect, test } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import {
  inTransaction,
  readMigration,
  readMigrationNames,
  splitScript,
} from '../../../src/data/database/migrations.ts';
import { parseReference } from '../../../src/domain/booking/reference.ts';
import { emptyEmbedded } from '../../support/database/embedded-database.ts';
import {
  addKeyLikeFirstRelease,
  becomeFirstRelease,
  bookLikeFirstRelease,
  emptyDatabase,
} from '../../support/database/first-release.ts';
import { raw } from '../../support/database/raw-sql.ts';

const FIRST = '20261122172000_booking_scopes';
const LAST = '20261122172300_booking_life_complete';

async function apply({ transact }: Database, name: string): Promise<void> {
  const script = await readMigration(name);
  await transact(
    async (sql) => {
      for (const statement of splitScript(script)) await sql.query(raw(inTransaction(statement)));
    },
    { lockMs: 60_000, statementMs: 60_000, transactionMs: 60_000, connectionMs: undefined },
  );
}

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
