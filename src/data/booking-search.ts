/**
 * The column that bookings are found by (M9) is written with the booking. Those of releases without it get it later, in batches; a trigger
 * empties it with the guest data, and then it is filled with what is left.
 */
import type { FoundBy } from '../domain/booking/booking-search.ts';
import { searchColumn } from './booking-rows.ts';
import type { Database } from './database/database.ts';
import type { SqlTransaction, TransactionTimeouts } from './database/sql-transactions.ts';
import { jsonList, jsonObject, listOf, nullable, text } from './sql/column-types.ts';
import { statement } from './sql/statement.ts';

/** Bookings of a transaction: whoever changes one of them waits for it. */
const BATCH = 200;
const TIMEOUTS: TransactionTimeouts = {
  lockMs: 1_000,
  statementMs: 5_000,
  transactionMs: 10_000,
  connectionMs: undefined,
};

/** Bookings that another transaction has locked are left to the next batch. */
const LOCK_WITHOUT_COLUMN = statement({
  returns: { id: text },
  sql: () => `SELECT id FROM booking WHERE search IS NULL ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED`,
});

const NAME = { firstName: text, lastName: text };

/** A statement of its own: what was erased just before the lock is erased for it. */
const READ_LOCKED = statement({
  takes: { ids: listOf(text) },
  returns: {
    ...{ id: text, reference: text },
    contact: nullable(jsonObject({ ...NAME, email: text, phone: nullable(text) })),
    guests: jsonList(jsonObject(NAME)),
  },
  sql: ({ ids }) => `
    SELECT b.id, b.reference,
      (SELECT json_build_object('firstName', c.first_name, 'lastName', c.last_name, 'email', c.email, 'phone', c.phone)
        FROM booking_contact AS c WHERE c.booking_id = b.id) AS contact,
      (SELECT coalesce(json_agg(json_build_object('firstName', g.first_name, 'lastName', g.last_name)), '[]')
        FROM booking_guest AS g WHERE g.booking_id = b.id) AS guests
    FROM booking AS b WHERE b.id = ANY (${ids}::char(24)[])`,
});

const FILL_COLUMN = statement({
  takes: { ids: listOf(text), columns: listOf(text) },
  sql: ({ ids, columns }) => `
    UPDATE booking AS b SET search = f.search::tsvector
    FROM unnest(${ids}::char(24)[], ${columns}::text[]) AS f(id, search) WHERE b.id = f.id`,
});

/**
 * Fills the column of bookings that releases without it have made, and of erased ones, for a periodic sweep of every process.
 * @returns how many
 */
export async function fillSearchColumn({ transact }: Pick<Database, 'transact'>): Promise<number> {
  const fill = async (sql: SqlTransaction) => {
    const locked = await sql.query(LOCK_WITHOUT_COLUMN);
    if (locked.length > 0) {
      const read = await sql.query(READ_LOCKED, { ids: locked.map(({ id }) => id) });
      const columns = read.map(({ contact, ...found }) => searchColumn({ ...found, contact: contact ?? NOBODY }));
      await sql.query(FILL_COLUMN, { ids: read.map(({ id }) => id), columns });
    }
    return locked.length;
  };
  for (let sum = 0; ; ) {
    const filled = await transact(fill, TIMEOUTS);
    sum += filled;
    if (filled < BATCH) return sum;
  }
}

const NOBODY: FoundBy['contact'] = { firstName: '', lastName: '', email: '', phone: null };
