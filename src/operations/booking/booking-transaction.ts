/** The transactions of bookings and holds: how long they may wait, and what they answer. */
import type { Database } from '../../data/database/database.ts';
import { redactRowValues } from '../../data/database/database-failures.ts';
import type { SqlTransaction, TransactionTimeouts } from '../../data/database/sql-transactions.ts';
import { retryWriteConflicts } from '../../data/database/write-conflicts.ts';
import { toServiceUnavailable } from '../service-unavailable.ts';

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
