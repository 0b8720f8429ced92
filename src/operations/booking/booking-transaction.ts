/**
 * The transactions of bookings and holds: how long they may wait, what they answer, and their locks. These are taken in one order by every
 * booking: the nights of the stay ascending, of several room types by room type (Y4), then channel, visit type, hotel and room types ascending,
 * then the catalogue as a whole. So bookings of the same room queue up instead of getting into each other's way, and none of them decides on a
 * number that another one is changing. An import takes its locks in the same order: whoever waits for one here holds nothing yet that the
 * import will want.
 */
import { SHARED_CATALOGUE_LOCK } from '../../data/cache/raise-epochs.ts';
import type { Database } from '../../data/database/database.ts';
import { redactRowValues } from '../../data/database/database-failures.ts';
import type { SqlTransaction, TransactionTimeouts } from '../../data/database/sql-transactions.ts';
import { retryWriteConflicts } from '../../data/database/write-conflicts.ts';
import { isOtherHoldSql } from '../../data/holds.ts';
import { byRoomType, lockNightsSql, NIGHTS_LEFT, type NightsOfRoomTypes, nightsLeft } from '../../data/rooms-left.ts';
import { date, int4, int8, jsonList, listOf, nullable, text } from '../../data/sql/column-types.ts';
import { onlyRow, statement } from '../../data/sql/statement.ts';
import { lastNightForSale, type Stay } from '../../domain/stay/stay.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import { toServiceUnavailable } from '../service-unavailable.ts';
import type { ExistingNumbers, NamedNumbers } from './booking-subjects.ts';

/** `lockMs` also bounds the wait for an earlier request with the same idempotency key. */
export const BOOKING_TIMEOUTS: TransactionTimeouts = {
  lockMs: 4_000,
  statementMs: 6_000,
  transactionMs: 12_000,
  connectionMs: undefined,
};

/** Rolls a transaction back; carries the answer to return after that. */
export class Rollback<Answer> extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('a transaction is rolled back');
    this.answer = answer;
  }
}

/**
 * Runs a transaction of a booking or a hold, again after a write conflict. Resolves to what it has done, or to the answer of its `Rollback`.
 * @throws ServiceUnavailable when locks, connections or the database are not available in time
 */
export async function transactBooking<Done, Answer = never>(
  { database, timeouts }: { readonly database: Database; readonly timeouts?: Partial<TransactionTimeouts> },
  work: (sql: SqlTransaction) => Promise<Done>,
): Promise<Done | Answer> {
  try {
    return await retryWriteConflicts(() => database.transact(work, { ...BOOKING_TIMEOUTS, ...timeouts }));
  } catch (error) {
    if (error instanceof Rollback) return error.answer as Answer;
    throw toServiceUnavailable(error) ?? redactRowValues(error);
  }
}

/**
 * PostgreSQL evaluates a list from left to right, and each subquery in its turn; tests pin that down. The nights are
 * [from, to); the other rows are only protected from removal. Open holds take a room, but not those that are used up: the hold or the party with the id `used`.
 */
const TAKE_LOCKS = statement({
  takes: {
    ...{ visitType: nullable(int4), hotel: nullable(int4), roomTypes: listOf(int4), channel: text },
    ...{ from: date, to: date, now: int8, used: nullable(text) },
  },
  returns: {
    nights: nightsLeft,
    ...{ channel: nullable(text), visitType: nullable(int4), hotel: nullable(int4) },
    ...{ roomTypes: nullable(jsonList(int4)), catalogue: text },
  },
  sql: ({ channel, visitType, hotel, used, ...nights }) => `
    WITH n AS (${lockNightsSql({ ...nights, counts: isOtherHoldSql('hold.key', used) })}),
      c AS (SELECT code FROM channel WHERE code = ${channel} FOR KEY SHARE),
      v AS (SELECT number FROM visit_type WHERE number = ${visitType} FOR KEY SHARE),
      h AS (SELECT number FROM hotel WHERE number = ${hotel} FOR KEY SHARE),
      r AS (SELECT number FROM room_type WHERE number = ANY(${nights.roomTypes}) ORDER BY number FOR KEY SHARE)
    SELECT (SELECT ${NIGHTS_LEFT} FROM n) AS nights,
      (SELECT code FROM c) AS channel, (SELECT number FROM v) AS "visitType", (SELECT number FROM h) AS hotel,
      (SELECT json_agg(number) FROM r) AS "roomTypes", ${SHARED_CATALOGUE_LOCK} AS catalogue`,
});

/** What is locked until the transaction ends. */
export interface BookingLocks {
  readonly nights: NightsOfRoomTypes;
  /** The numbers of those that exist. */
  readonly existing: ExistingNumbers;
}

/**
 * Takes the locks of a booking. `stay` is null for a request, which takes no rooms; nights that cannot be sold anyway are left
 * alone. Holds that are open at `now` (milliseconds since 1970) take a room (S13), except those that the booking uses up.
 */
export async function takeLocks(
  sql: SqlTransaction,
  {
    named,
    channel,
    stay,
    today,
    now,
    usedHold = null,
  }: {
    named: NamedNumbers;
    channel: string;
    stay: Stay | null;
    today: Day;
    now: number;
    /** Id of a hold, or of a party whose rooms are held together; null: none is used up. */
    usedHold?: string | null;
  },
): Promise<BookingLocks> {
  const from = Math.max(stay?.arrival ?? today, today);
  const end = Math.min(stay?.departure ?? today, lastNightForSale(today) + 1);
  const roomTypes = [...new Set(named.roomTypes.filter((number) => number !== null))];
  const locked = onlyRow(
    await sql.query(TAKE_LOCKS, { ...named, roomTypes, from, to: end, channel, now, used: usedHold }),
  );
  const { visitType, hotel } = locked;
  return { nights: byRoomType(locked.nights), existing: { visitType, hotel, roomTypes: new Set(locked.roomTypes) } };
}
