/**
 * The log: JSON lines on stdout, readable ones on a terminal. It guarantees that no personal data or credentials get
 * into it. Fields are redacted by name at any depth, addresses lose their query, errors that quote input lose their
 * message. As a safety net, everything that looks like a key or an e-mail address is cut from the finished line.
 */
import pino, { type DestinationStream, type Logger } from 'pino';
import { sqlStateOf } from '../../data/database/database-failures.ts';
import { type AnsweredRequest, type RequestObserver, UNREADABLE } from '../../http/exchange.ts';
import { bookingResultLabel } from '../../operations/booking/booking-counts.ts';
import type { Config } from '../config.ts';

export type { Logger } from 'pino';

const CUT = '[cut]';
const MAX_DEPTH = 6;

/** Field names, lower case and without `_` and `-`, of credentials, people and whole requests. */
const PRIVATE_FIELDS: ReadonlySet<string> = new Set([
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
  ...['address', 'billedto', 'bookingid', 'birthdate', 'contact', 'customernote', 'email', 'firstname', 'gender'],
  ...['messagetoguest', 'note'],
  ...['guests', 'lastname', 'phone', 'affiliate', 'affilusername', 'affiliateusername'],
  ...['street', 'housenumber', 'city', 'zipcode', 'loyaltyprogramcode', 'idempotencykey'],
  ...['body', 'headers', 'input', 'query', 'rawheaders', 'searchparams', 'variables'],
]);

/**
 * API keys, ids of bookings and secrets of webhooks, anywhere in a text. The first eight characters of a key are public: keys are listed by
 * them.
 */
const SECRET_PATTERN =
  /(?<![0-9A-Za-z])[0-9a-f]{24}(?![0-9A-Za-z])|ssg_(?![0-9A-Za-z]{8}(?![0-9A-Za-z]))[0-9A-Za-z]+|whsec_[\w+/=-]+|\bBearer\s+[^\s"\\]+|access_token=[^&\s"\\]*|postgres(?:ql)?:\/\/[^\s"\\]+/g;
/** The longest run of characters that an e-mail address may consist of. */
const WORD = /[^\s"'\\/<>()[\]{},:;=]+/g;
const END_OF_ADDRESS = /.\.[A-Za-z]{2}/;

/** Errors whose messages quote input: queries with their values, JSON bodies, GraphQL variables. */
const QUOTING_ERRORS = /^(Prisma|DriverAdapterError|GraphQLError|SyntaxError|ZodError|DatabaseError|error$)/;

/**
 * @param terminal whether to write readable lines
 * @param destination instead of stdout
 * @param traceId returns the active trace, which lines are marked with
 */
export async function createLog(options: {
  level: Config['logLevel'];
  terminal: boolean;
  destination?: DestinationStream;
  traceId?: () => string | undefined;
}): Promise<Logger> {
  const { level, terminal, destination, traceId } = options;
  const log = pino(
    {
      level,
      base: null,
      ...(traceId ? { mixin: () => ({ traceId: traceId() }) } : {}),
      formatters: { log: publicFields },
      serializers: { err: describeError },
      hooks: { streamWrite: redactText, logMethod: nameErrors },
    },
    terminal ? await openPrettyStream(destination) : (destination ?? pino.destination({ dest: 1, sync: false })),
  );
  // Bindings of a child bypass the formatters.
  const { child } = log;
  log.child = function (this: Logger, bindings: Record<string, unknown>, ...rest: unknown[]) {
    return Reflect.apply(child, this, [publicFields(bindings), ...rest]);
  } as typeof child;
  return log;
}

/** Word by word, so the time stays linear in the length of the line. */
function redactText(line: string): string {
  const cut = line.replace(SECRET_PATTERN, CUT);
  return cut.includes('@') ? cut.replace(WORD, (word) => (isAddress(word) ? CUT : word)) : cut;
}

function isAddress(word: string): boolean {
  const at = word.indexOf('@', 1);
  return at !== -1 && END_OF_ADDRESS.test(word.slice(at + 1));
}

/** Logs an error without a message under its kind. By default pino would use the error's own message. */
function nameErrors(this: Logger, args: unknown[], method: (...args: unknown[]) => void): void {
  const [first] = args;
  const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err;
  if (args.length === 1 && error instanceof Error) method.call(this, first, error.constructor.name);
  else method.apply(this, args);
}

/** Loaded on demand, because it is slow to load. */
async function openPrettyStream(destination: DestinationStream | undefined): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty');
  return pretty({
    colorize: !destination,
    ignore: 'pid,hostname',
    ...(destination ? { destination } : { sync: true }),
  });
}

function publicFields(fields: Record<string, unknown>): Record<string, unknown> {
  return redactFields(fields, 0) as Record<string, unknown>;
}

function redactFields(value: unknown, level: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // The serializer redacts errors itself.
  if (!Array.isArray(value) && level > 0 && Object.getPrototypeOf(value) !== Object.prototype) {
    return value instanceof Error ? describeError(value) : value instanceof Date ? value : CUT;
  }
  if (level > MAX_DEPTH) return CUT;
  if (Array.isArray(value)) return value.map((one) => redactFields(one, level + 1));
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, redactField(name, field, level)]));
}

function redactField(name: string, field: unknown, level: number): unknown {
  if (PRIVATE_FIELDS.has(name.toLowerCase().replaceAll(/[_-]/g, ''))) return CUT;
  if (name === 'url' && typeof field === 'string') return field.replace(/\?.*$/s, '');
  if (level === 0 && name === 'err') return field;
  return redactFields(field, level + 1);
}

/** Where Prisma puts the database's error; `kind` is a constant like `UniqueConstraintViolation`. */
interface DatabaseErrorMeta {
  driverAdapterError?: { cause?: { kind?: unknown } };
}

/** The public part of an error: kind, code, SQLSTATE, stack, and the message unless it quotes input. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, meta } = error as { code?: unknown; meta?: DatabaseErrorMeta };
  const kind = meta?.driverAdapterError?.cause?.kind;
  const { sqlState = sqlStateOf(error) } = error as { sqlState?: unknown };
  const quotes = QUOTING_ERRORS.test(error.name) || QUOTING_ERRORS.test(error.constructor.name);
  return {
    type: error.constructor.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof kind === 'string' ? { kind } : {}),
    ...(typeof sqlState === 'string' ? { sqlState } : {}),
    message: quotes ? CUT : error.message,
    stack: error.stack?.match(/^ {4}at .*$/gm)?.join('\n') ?? '',
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}

/** Logs every answered request, unless the log takes no such lines. Fields of an unreadable one may hold anything. */
export function requestLog(log: Logger): RequestObserver | null {
  if (!log.isLevelEnabled('info')) return null;
  return (request) => {
    if (request.route !== UNREADABLE) logRequest(log, request);
  };
}

/**
 * One line for an answered request, with the public prefix of its key and the code of a refusal. It says whether a
 * booking was made, never which, and of a refused one what stay was asked for.
 */
export function logRequest(log: Logger, answered: AnsweredRequest): void {
  const { durationMs, source, keyPrefix, refusal, booking, ...request } = answered;
  const made = booking === null ? null : bookingResultLabel(booking.outcome);
  // To GraphQL a refused booking is a value, not an error.
  const code = refusal ?? (booking && made === 'none' ? booking.outcome : null);
  const line = {
    ...request,
    durationMs: Math.round(durationMs * 10) / 10,
    ...(source && { answer: source.origin }),
    ...(source && source.operation !== null && { operation: source.operation }),
    ...(keyPrefix !== null && { keyPrefix }),
    ...(code !== null && { refusal: code }),
    ...(made !== null && { booking: made }),
    ...(booking?.asked && { asked: booking.asked }),
  };
  log.info(line, 'request');
}
