/** How long the transactions of bookings and holds may wait. */
import type { TransactionTimeouts } from '../../data/database/sql-transactions.ts';

/** `lockMs` also bounds the wait for an earlier request with the same idempotency key. */
export const BOOKING_TIMEOUTS: TransactionTimeouts = {
  lockMs: 4_000,
  statementMs: 6_000,
  transactionMs: 12_000,
  connectionMs: undefined,
};
