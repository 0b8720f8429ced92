/**
 * What a failed query or transaction means. The same event has several shapes: the database's own error with its SQLSTATE
 * (plain SQL), Prisma's known error with the driver's cause in `meta`, a bare driver error (Prisma's COMMIT), or a plain error
 * of the connection or the pool. Only this file tells them apart.
 */

/**
 * `writeConflict`: another transaction interfered, so this one may be retried. `lockTimeout`: it waited too long for a lock.
 * `unavailable`: no connection in time, too slow, or the database is down. `readOnly`: the database answers but takes no writes, or none of this
 * process, whose clock is off or whose commits hang.
 */
export type DatabaseFailure = 'writeConflict' | 'lockTimeout' | 'unavailable' | 'readOnly';

const FAILURE_OF_SQLSTATE: Readonly<Record<string, DatabaseFailure>> = {
  '40001': 'writeConflict', // serialization failure
  '40P01': 'writeConflict', // deadlock
  '55P03': 'lockTimeout',
  '25P03': 'unavailable', // idle in transaction for too long
  '25P04': 'unavailable', // transaction timeout
  '25006': 'readOnly', // a read-only transaction: a standby, or a server set to read only
  '53100': 'readOnly', // the disk is full
  '54000': 'readOnly', // out of transaction ids until a vacuum; our statements never exceed the server's limits
  '55000': 'readOnly', // not in the required state: in recovery, under maintenance
  '57014': 'unavailable', // statement timeout
  '58030': 'unavailable', // reading or writing a file failed
};
/** SQLSTATE classes: connection exceptions, exhausted resources, operator intervention (or a crash). */
const UNAVAILABLE_CLASS = /^(?:08...|53...|57P..)$/;

/** Five capital letters and digits. System error codes have no digit, and Prisma's begin with P and a digit. */
const SQLSTATE = /^(?!P[1-9])(?=[A-Z]{0,4}\d)[0-9A-Z]{5}$/;

/** References are random: one that was drawn twice is a conflict of two bookings, which ends when another one is drawn. */
const BOOKING_REFERENCE_KEY = 'booking_reference_key';

const FAILURE_OF_KIND: Readonly<Record<string, DatabaseFailure>> = {
  TransactionWriteConflict: 'writeConflict',
  DatabaseNotReachable: 'unavailable',
  ConnectionClosed: 'unavailable',
  SocketTimeout: 'unavailable',
  TooManyConnections: 'unavailable',
};

const FAILURE_OF_CODE: Readonly<Record<string, DatabaseFailure>> = {
  P2034: 'writeConflict',
  P2028: 'unavailable', // no connection in time, or transaction timeout
  P2024: 'unavailable', // no connection in time
  P1001: 'unavailable',
  P1002: 'unavailable',
  P1008: 'unavailable',
  P1017: 'unavailable',
  CLOCK_OFF: 'readOnly',
  COMMITS_HANG: 'readOnly',
  EAI_AGAIN: 'unavailable',
  ECONNREFUSED: 'unavailable',
  ECONNRESET: 'unavailable',
  EHOSTUNREACH: 'unavailable',
  ENETUNREACH: 'unavailable',
  ENOTFOUND: 'unavailable',
  EPIPE: 'unavailable',
  ETIMEDOUT: 'unavailable',
};

/** Messages of plain errors without a code, from the `pg` client and its pool. */
const LOST_CONNECTION =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|was closed and is not queryable/;

interface DriverCause {
  readonly kind?: unknown;
  readonly originalCode?: unknown;
  readonly originalMessage?: unknown;
}

/** The SQLSTATE of an error; null if it did not come from the database. */
export function sqlStateOf(error: unknown): string | null {
  if (!isRecord(error)) return null;
  const codes = [driverCauseOf(error)?.originalCode, error.code];
  return codes.find((code): code is string => typeof code === 'string' && SQLSTATE.test(code)) ?? null;
}

/** The meaning of an error thrown by a query or a transaction; null when it is none of these. */
export function classifyDatabaseFailure(error: unknown): DatabaseFailure | null {
  if (!isRecord(error)) return null;
  const { kind } = driverCauseOf(error) ?? {};
  const code = sqlStateOf(error) ?? '';
  return (
    (error.constraint === BOOKING_REFERENCE_KEY ? 'writeConflict' : null) ??
    FAILURE_OF_SQLSTATE[code] ??
    (UNAVAILABLE_CLASS.test(code) ? 'unavailable' : null) ??
    (typeof kind === 'string' ? FAILURE_OF_KIND[kind] : null) ??
    (typeof error.code === 'string' ? FAILURE_OF_CODE[error.code] : null) ??
    (error instanceof Error && LOST_CONNECTION.test(error.message) ? 'unavailable' : null)
  );
}

/**
 * Removes row values from an error. PostgreSQL's detail of a broken constraint, the embedded database's statement and Prisma's
 * printed query may quote whole rows with personal data, which must not reach a log. Other errors are returned unchanged.
 */
export function redactRowValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const cause = driverCauseOf(error as unknown as Record<string, unknown>);
  const isOfDatabase = 'severity' in error && 'code' in error;
  if (!cause && !isOfDatabase && !error.name.startsWith('PrismaClient')) return error;
  const reported = isOfDatabase ? [error.code, error.message] : [cause?.originalCode, cause?.originalMessage];
  const reason = reported.filter((part) => typeof part === 'string').join(' ');
  const clean = new Error(`the database refused a query: ${reason || error.name}`);
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  clean.stack = [`${clean.name}: ${clean.message}`, ...frames].join('\n');
  return clean;
}

function driverCauseOf(error: Record<string, unknown>): DriverCause | null {
  const reported = isRecord(error.meta) ? error.meta.driverAdapterError : null;
  const driverError = isRecord(reported) ? reported : error.name === 'DriverAdapterError' ? error : null;
  return driverError && isRecord(driverError.cause) ? driverError.cause : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
