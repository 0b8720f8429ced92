/** The service cannot answer now but is expected to: too busy, or its database is away. Outside it is a 503 (I7). */
import { databaseFailureOf } from '../data/database-failures.js';
/** Nothing is wrong with the request; it may be sent again after a while. */
export class ServiceUnavailable extends Error {
    name = 'ServiceUnavailable';
    /** Whole seconds for `Retry-After`, at least 1. */
    retryAfterSeconds;
    constructor(message, { retryAfterSeconds, cause }) {
        super(message, { cause });
        this.retryAfterSeconds = retryAfterSeconds;
    }
}
/** A lock or a conflict is gone in a moment; a database that is away or has no connection to spare needs longer. */
const BUSY_SECONDS = 1;
const AWAY_SECONDS = 5;
/** The error to throw in place of one that a query or transaction threw; null when that one means something else. */
export function serviceUnavailableFor(error) {
    const failure = databaseFailureOf(error);
    if (failure === null)
        return null;
    if (failure === 'unavailable') {
        const message = 'The service cannot reach its database in time; please try again.';
        return new ServiceUnavailable(message, { retryAfterSeconds: AWAY_SECONDS, cause: error });
    }
    const message = 'Too many requests are working on the same data; please try again.';
    return new ServiceUnavailable(message, { retryAfterSeconds: BUSY_SECONDS, cause: error });
}
//# sourceMappingURL=service-unavailable.js.map