/** The service is too busy for a moment, or its database is away or read-only. Both interfaces report 503 (I7). */
import { classifyDatabaseFailure, sqlStateOf } from '../data/database/database-failures.ts';

/** The request may be valid and can be retried. */
export class ServiceUnavailable extends Error {
  override readonly name = 'ServiceUnavailable';
  /** Whole seconds for `Retry-After`, at least 1. */
  readonly retryAfterSeconds: number;
  /** The database's SQLSTATE, for the log; null: none. */
  readonly sqlState: string | null;

  constructor(message: string, { retryAfterSeconds, cause }: { retryAfterSeconds: number; cause?: unknown }) {
    super(message, { cause });
    this.retryAfterSeconds = retryAfterSeconds;
    this.sqlState = sqlStateOf(cause);
  }
}

/** A lock or a conflict is gone in a moment; a database that is away, read-only or out of connections needs longer. */
const BUSY_SECONDS = 1;
const AWAY_SECONDS = 5;

/** The database does not answer in time. */
export function databaseAway(cause?: unknown): ServiceUnavailable {
  const message = 'The service cannot reach its database in time; please try again.';
  return new ServiceUnavailable(message, { retryAfterSeconds: AWAY_SECONDS, cause });
}

/** The error to throw instead of one from a query or transaction; null: it means something else. */
export function toServiceUnavailable(error: unknown): ServiceUnavailable | null {
  const failure = classifyDatabaseFailure(error);
  if (failure === null) return null;
  if (failure === 'unavailable') return databaseAway(error);
  if (failure === 'readOnly') {
    const message = 'The service cannot write to its database at the moment; please try again.';
    return new ServiceUnavailable(message, { retryAfterSeconds: AWAY_SECONDS, cause: error });
  }
  const message = 'Too many requests are working on the same data; please try again.';
  return new ServiceUnavailable(message, { retryAfterSeconds: BUSY_SECONDS, cause: error });
}
