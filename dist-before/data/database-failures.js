/**
 * What a failed query or transaction means. One and the same event comes in several shapes: the database's own error with its
 * SQLSTATE, from transactions in plain SQL; Prisma's known error with the driver's cause in its `meta`; a bare driver error
 * (from Prisma's COMMIT); a plain error of the connection or the pool. They are told apart here and nowhere else.
 */
const FAILURE_OF_SQLSTATE = {
    '40001': 'writeConflict', // serialization failure
    '40P01': 'writeConflict', // deadlock
    '55P03': 'lockTimeout',
    '25P03': 'unavailable', // idle in transaction for too long
    '25P04': 'unavailable', // a transaction that took too long
    '53300': 'unavailable', // too many connections
    '57014': 'unavailable', // statement timeout
    '57P01': 'unavailable', // shutting down
    '57P02': 'unavailable', // crashed
    '57P03': 'unavailable', // starting up
};
/** Connection exceptions: the class of SQLSTATE 08xxx. */
const CONNECTION_EXCEPTION = /^08/;
const FAILURE_OF_KIND = {
    TransactionWriteConflict: 'writeConflict',
    DatabaseNotReachable: 'unavailable',
    ConnectionClosed: 'unavailable',
    SocketTimeout: 'unavailable',
    TooManyConnections: 'unavailable',
};
const FAILURE_OF_CODE = {
    P2034: 'writeConflict',
    P2028: 'unavailable', // no connection in time, or a transaction that took too long
    P2024: 'unavailable', // no connection in time
    P1001: 'unavailable',
    P1002: 'unavailable',
    P1008: 'unavailable',
    P1017: 'unavailable',
    EAI_AGAIN: 'unavailable',
    ECONNREFUSED: 'unavailable',
    ECONNRESET: 'unavailable',
    EHOSTUNREACH: 'unavailable',
    ENETUNREACH: 'unavailable',
    ENOTFOUND: 'unavailable',
    EPIPE: 'unavailable',
    ETIMEDOUT: 'unavailable',
};
/** What the `pg` client and its pool say, in plain errors without a code. */
const LOST_CONNECTION = /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|was closed and is not queryable/;
/** What `error`, thrown by a query or a transaction, means; null when it is none of these. */
export function databaseFailureOf(error) {
    if (!isRecord(error))
        return null;
    const { kind, originalCode } = driverCauseOf(error) ?? {};
    const code = [originalCode, error.code].find((one) => typeof one === 'string') ?? '';
    return (FAILURE_OF_SQLSTATE[code] ??
        (CONNECTION_EXCEPTION.test(code) ? 'unavailable' : null) ??
        (typeof kind === 'string' ? FAILURE_OF_KIND[kind] : null) ??
        (typeof error.code === 'string' ? FAILURE_OF_CODE[error.code] : null) ??
        (error instanceof Error && LOST_CONNECTION.test(error.message) ? 'unavailable' : null));
}
/**
 * The error without the values of rows. What PostgreSQL adds to a broken constraint, what the embedded database adds of a
 * statement and what Prisma prints of a query may quote whole rows, personal data included; none of it may reach a log.
 * Errors from elsewhere are returned as they are.
 */
export function withoutRowValues(error) {
    if (!(error instanceof Error))
        return error;
    const cause = driverCauseOf(error);
    const isOfDatabase = 'severity' in error && 'code' in error;
    if (!cause && !isOfDatabase && !error.name.startsWith('PrismaClient'))
        return error;
    const told = isOfDatabase ? [error.code, error.message] : [cause?.originalCode, cause?.originalMessage];
    const reason = told.filter((part) => typeof part === 'string').join(' ');
    const clean = new Error(`the database refused a query: ${reason || error.name}`);
    const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
    clean.stack = [`${clean.name}: ${clean.message}`, ...frames].join('\n');
    return clean;
}
function driverCauseOf(error) {
    const reported = isRecord(error.meta) ? error.meta.driverAdapterError : null;
    const driverError = isRecord(reported) ? reported : error.name === 'DriverAdapterError' ? error : null;
    return driverError && isRecord(driverError.cause) ? driverError.cause : null;
}
function isRecord(value) {
    return typeof value === 'object' && value !== null;
}
//# sourceMappingURL=database-failures.js.map