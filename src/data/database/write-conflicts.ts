/**
 * Retries a transaction after a write conflict. Bookings take their locks in one order and so hardly ever need it. It hides the
 * rest from callers: an import that removes what is being booked, a server that runs everything SERIALIZABLE. Nothing else is
 * retried: after a lost connection nobody knows what was committed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { classifyDatabaseFailure } from './database-failures.ts';

/** The first attempt and up to five more. */
const MAX_ATTEMPTS = 6;
/** Upper bound of the wait before the first retry, in milliseconds; it doubles each time. */
const FIRST_WAIT_MS = 20;

/**
 * Calls `transact`, again on a write conflict, after a random wait so that the transactions do not meet again.
 * @throws whatever the last attempt threw
 */
export async function retryWriteConflicts<T>(
  transact: () => Promise<T>,
  wait: (ms: number) => Promise<unknown> = pause,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || classifyDatabaseFailure(error) !== 'writeConflict') throw error;
      await wait(Math.random() * FIRST_WAIT_MS * 2 ** (attempt - 1));
    }
  }
}
