/** Events that are written at the same time, in transactions that overtake each other and of which some are rolled back. */
import { newEventId } from '../../../src/data/bookings.ts';
import type { Database } from '../../../src/data/database/database.ts';
import { raw } from '../../support/database/raw-sql.ts';
import { between, drawFromSeed } from '../catalogue/random/random-draw.ts';
import { BOOKING, fillScene, openScene } from './booking-scene.ts';

const TIMEOUTS = { lockMs: 60_000, statementMs: 60_000, transactionMs: 60_000, connectionMs: undefined };

class RolledBack extends Error {}

/** Fills an empty database with so many bookings, of which each has an event; returns their ids. */
export async function makeBookings(database: Database, count: number): Promise<string[]> {
  await fillScene(database);
  const scene = await openScene(database);
  const bookings: string[] = [];
  for (let index = 0; index < count; index++) {
    const email = `guest${index}@rupertsberg.example`;
    const made = await scene.book({ input: { kind: 'REQUEST', billedTo: { ...BOOKING.billedTo, email } } });
    if (made.kind !== 'created') throw new Error(made.kind);
    bookings.push(made.bookingId);
  }
  await scene.close();
  return bookings;
}

/**
 * Commits at least `count` events of one booking, one to three a transaction; every fifth transaction is rolled back. Returns what it
 * committed.
 */
export async function writeRacingEvents(
  database: Pick<Database, 'transact'>,
  { bookingId, count, seed }: { bookingId: string; count: number; seed: number },
): Promise<string[]> {
  const draw = drawFromSeed(seed);
  const committed: string[] = [];
  while (committed.length < count) {
    const ids = Array.from({ length: between(draw, 1, 3) }, newEventId);
    const isKept = draw(5) > 0;
    try {
      await database.transact(async (sql) => {
        const insert = `INSERT INTO booking_event (id, booking_id, type, at)
          SELECT id, $2, 'CONFIRMED', current_timestamp FROM unnest($1::text[]) AS id`;
        await sql.query(raw(insert, [ids, bookingId]));
        // The others overtake it.
        await sql.query(raw(`SELECT pg_sleep($1::int / 1000.0)::text AS slept`, [draw(6)]));
        if (!isKept) throw new RolledBack();
      }, TIMEOUTS);
      committed.push(...ids);
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
    }
  }
  return committed;
}
