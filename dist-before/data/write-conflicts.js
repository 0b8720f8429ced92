/**
 * Trying a transaction again when another one was in its way. Bookings take their locks in one order and so hardly ever
 * need it; it is what makes the rest (an import that removes what is being booked, a server that runs everything
 * SERIALIZABLE) invisible to callers. Nothing else is tried again: after a lost connection nobody knows what was committed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { databaseFailureOf } from './database-failures.js';
/** The first attempt and up to five more. */
const MOST_ATTEMPTS = 6;
/** Greatest wait in milliseconds before the first repetition; it doubles each time. */
const FIRST_WAIT_MS = 20;
/**
 * What `transact` gives; on a write conflict it is called again, after a random wait so that those in each other's way do
 * not meet again.
 * @throws whatever the last attempt threw
 */
export async function retryWriteConflicts(transact, wait = pause) {
    for (let attempt = 1;; attempt++) {
        try {
            return await transact();
        }
        catch (error) {
            if (attempt === MOST_ATTEMPTS || databaseFailureOf(error) !== 'writeConflict')
                throw error;
            await wait(Math.random() * FIRST_WAIT_MS * 2 ** (attempt - 1));
        }
    }
}
//# sourceMappingURL=write-conflicts.js.map