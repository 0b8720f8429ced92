/** The service is too busy for a moment, its database is away or read-only, or a disk is full. Both interfaces report 503 (I7), imports a full disk as 507. */
import { classifyDatabaseFailure, sqlStateOf } from '../data/database/database-failures.ts';

/** The request may be valid and can be retried. */
export class ServiceUnavailable extends Error {
  override readonly name = 'ServiceUnavailable';
  /** Whole seconds for `Retry-After`, at least 1. */
  readonly retryAfterSeconds: number;
  /** The database's SQLSTATE, for the log; null: none. */
  readonly sqlState: string | null;

  constructor(
    message: string,
    { retryAfterSeconds = USUAL_SECONDS, cause }: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.retryAfterSeconds = retryAfterSeconds;
    this.sqlState = sqlStateOf(cause);
  }
}

/** A lock or a conflict is gone in a moment; what is away, read-only or full needs longer. */
const BUSY_SECONDS = 1;
const USUAL_SECONDS = 5;

/** The SQLSTATE of a database whose disk is full. */
const DATABASE_DISK_FULL = '53100';
/** Codes of a file that cannot grow: the file system is full, a quota is used up, or the process may write no larger file. */
const NO_SPACE: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether there is no space left: on the database's disk, or for the gateway's own files. */
export function isDiskFull(error: unknown): boolean {
  return sqlStateOf(error) === DATABASE_DISK_FULL || isFileSystemFull(error);
}

function isFileSystemFull(error: unknown): boolean {
  return error instanceof Error && NO_SPACE.has((error as NodeJS.ErrnoException).code);
}

/** The database does not answer in time. */
export function databaseAway(cause?: unknown): ServiceUnavailable {
  const message = 'The service cannot reach its database in time; please try again.';
  return new ServiceUnavailable(message, { cause });
}

/** The error to throw instead of one from a query, a transaction or a file; null: it means something else. */
export function toServiceUnavailable(error: unknown): ServiceUnavailable | null {
  if (isFileSystemFull(error)) {
    const message = 'The service has no space left for files; please try again.';
    return new ServiceUnavailable(message, { cause: error });
  }
  const failure = classifyDatabaseFailure(error);
  if (failure === null) return null;
  if (failure === 'unavailable') return databaseAway(error);
  if (failure === 'readOnly') {
    const message = 'The service cannot write to its database at the moment; please try again.';
    return new ServiceUnavailable(message, { cause: error });
  }
  const message = 'Too many requests are working on the same data; please try again.';
  return new ServiceUnavailable(message, { retryAfterSeconds: BUSY_SECONDS, cause: error });
}
