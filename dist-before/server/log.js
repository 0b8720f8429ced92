/**
 * The log: JSON lines on stdout, readable ones on a terminal. It guarantees that personal data and credentials cannot get
 * into it: fields by the names they go by are cut wherever they stand, addresses lose their query, errors that quote what
 * was sent lose their message, and what looks like a key or an e-mail address is cut from the finished line as the last net.
 */
import pino, {} from 'pino';
const CUT = '[cut]';
const DEEPEST_LEVEL = 6;
/** Names of fields, lower case and without `_` and `-`, that hold credentials, people, or whole requests. */
const PRIVATE_FIELDS = new Set([
    ...[
        'accesstoken',
        'apikey',
        'authorization',
        'cookie',
        'databaseurl',
        'key',
        'password',
        'pepper',
        'secret',
        'token',
    ],
    ...['address', 'billedto', 'birthdate', 'contact', 'customernote', 'email', 'firstname', 'gender', 'guests'],
    ...['lastname', 'phone', 'affiliate', 'affilusername', 'affiliateusername'],
    ...['street', 'housenumber', 'city', 'zipcode', 'loyaltyprogramcode', 'idempotencykey'],
    ...['body', 'headers', 'input', 'query', 'rawheaders', 'searchparams', 'variables'],
]);
/** What credentials and e-mail addresses look like wherever they stand in text. */
const PRIVATE_TEXT = /ssg_[0-9A-Za-z]+|\bBearer\s+[^\s"\\]+|access_token=[^&\s"\\]*|postgres(?:ql)?:\/\/[^\s"\\]+|[^\s"'\\/<>()[\]{},:;=]+@[^\s"'\\/<>()[\]{},:;=]+\.[A-Za-z]{2,}/g;
/** Errors whose messages quote what was sent: queries with their values, JSON bodies, GraphQL variables. */
const QUOTING_ERRORS = /^(Prisma|DriverAdapterError|GraphQLError|SyntaxError|ZodError|DatabaseError|error$)/;
/**
 * A log that writes lines of `level` and above.
 * @param terminal whether people read it on a terminal
 * @param destination where to instead of stdout
 * @param traceId the trace that is active, for every line that is written under one
 */
export async function createLog(options) {
    const { level, terminal, destination, traceId } = options;
    const log = pino({
        level,
        base: null,
        ...(traceId ? { mixin: () => fieldsOfTrace(traceId()) } : {}),
        formatters: { log: publicFields },
        serializers: { err: describeError, req: describeRequest, res: describeReply },
        hooks: { streamWrite: (line) => line.replace(PRIVATE_TEXT, CUT), logMethod: nameErrors },
    }, terminal ? await prettyStream(destination) : (destination ?? pino.destination({ dest: 1, sync: false })));
    // What a child repeats on every line passes no formatter of its own.
    const { child } = log;
    log.child = function (bindings, ...rest) {
        return Reflect.apply(child, this, [publicFields(bindings), ...rest]);
    };
    return log;
}
/** What a line says of its trace. */
function fieldsOfTrace(traceId) {
    return traceId === undefined ? {} : { traceId };
}
/** An error without a message of ours is named by its kind; by default the log would repeat the error's own message. */
function nameErrors(args, method) {
    const [first] = args;
    const error = first instanceof Error ? first : first?.err;
    if (args.length === 1 && error instanceof Error)
        method.call(this, first, error.constructor.name);
    else
        method.apply(this, args);
}
/** Loaded for a terminal only, as it takes a while. */
async function prettyStream(destination) {
    const { default: pretty } = await import('pino-pretty');
    return pretty({
        colorize: !destination,
        ignore: 'pid,hostname',
        ...(destination ? { destination } : { sync: true }),
    });
}
function publicFields(fields) {
    return withoutPrivateFields(fields, 0);
}
function withoutPrivateFields(value, level) {
    if (typeof value !== 'object' || value === null)
        return value;
    // Errors, requests and dates are whole to the serializers, which know what of them may be said.
    if (!Array.isArray(value) && level > 0 && Object.getPrototypeOf(value) !== Object.prototype) {
        return value instanceof Error ? describeError(value) : value instanceof Date ? value : CUT;
    }
    if (level > DEEPEST_LEVEL)
        return CUT;
    if (Array.isArray(value))
        return value.map((one) => withoutPrivateFields(one, level + 1));
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, publicPart(name, field, level)]));
}
function publicPart(name, field, level) {
    if (PRIVATE_FIELDS.has(name.toLowerCase().replaceAll(/[_-]/g, '')))
        return CUT;
    if (name === 'url' && typeof field === 'string')
        return field.replace(/\?.*$/s, '');
    if (level === 0 && (name === 'req' || name === 'res' || name === 'err'))
        return field;
    return withoutPrivateFields(field, level + 1);
}
/** What may be said of an error: its kind, code, message unless it quotes, and where it arose. */
function describeError(error) {
    if (!(error instanceof Error))
        return { type: typeof error };
    const { code, meta } = error;
    const kind = meta?.driverAdapterError?.cause?.kind;
    const quotes = QUOTING_ERRORS.test(error.name) || QUOTING_ERRORS.test(error.constructor.name);
    return {
        type: error.constructor.name,
        ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
        ...(typeof kind === 'string' ? { kind } : {}),
        message: quotes ? CUT : error.message,
        stack: error.stack?.match(/^ {4}at .*$/gm)?.join('\n') ?? '',
        ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
    };
}
/** Of a request its method alone: its address may hold a key. `logRequest` adds the route. */
function describeRequest({ method }) {
    return { method };
}
function describeReply({ statusCode }) {
    return { status: statusCode };
}
/** One line for an answered request. */
export function logRequest(log, { durationMs, about, ...request }) {
    const answer = about && { answer: about.origin, ...(about.operation === null ? {} : { operation: about.operation }) };
    log.info({ ...request, durationMs: Math.round(durationMs * 10) / 10, ...answer }, 'request');
}
//# sourceMappingURL=log.js.map