/**
 * Every environment variable with its schema, default and meaning: the one table behind `config.ts`, `serve --help` and
 * `docs/configuration.md`. A new variable goes here and into `config.ts`; `npm run schema` rewrites the table of the document.
 */
import { Help } from 'commander';
import { z } from 'zod';
import { USUAL_VISIT_TYPES } from '../data/cache/epoch-cache.ts';
import { DEFAULT_POOL_SIZE, isPooled } from '../data/database/server-address.ts';
import { isWellFormedApiKey } from '../domain/api-key-format.ts';
import { DEFAULT_PUBLIC_LIMITS } from '../domain/limits/public-limits.ts';
import { toAsciiEmail } from '../domain/text/email-address.ts';
import { isNetwork, PROXY_HEADERS } from '../http/request/trusted-proxies.ts';
import {
  isAddress,
  isDecodable,
  isHostName,
  isOrigin,
  isPostgres,
  PERCENT_RULE,
  suitsPg,
} from './settings/addresses.ts';

const POSTGRES_ADDRESS = 'postgresql://user:password@host:5432/database';
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const MIN_PEPPER_LENGTH = 32;

export const PEPPER_RULE = `a random text of ${MIN_PEPPER_LENGTH} characters or more, as \`openssl rand -hex 32\` makes one`;

/** In display order. */
export const VARIABLES = z.object({
  PORT: variable('port to listen on; 0: any free one, which is printed', wholeNumber(0, 65_535).default(4000)),
  HOST: variable(
    'host name or address to listen on',
    text('a host name or an address', (value) => !/[\s/]/.test(value)).default('127.0.0.1'),
  ),
  DATABASE_URL: variable(
    'a PostgreSQL; none: embedded in `DATA_DIR`',
    text(`an address like ${POSTGRES_ADDRESS}`, isPostgres).superRefine(suitsPg).optional(),
  ),
  DATABASE_POOL_SIZE: variable(
    'connections of a process to the database, and to each replica',
    wholeNumber(1, 1_000).optional(),
    String(DEFAULT_POOL_SIZE),
  ),
  DATABASE_REPLICA_URLS: variable(
    'standbys, separated by commas, that may answer for the catalogue',
    list(`addresses like ${POSTGRES_ADDRESS}`, isPostgres).superRefine(suitsPg).optional(),
  ),
  DATABASE_SYNCHRONOUS: variable(
    '1: `DATABASE_REPLICA_URLS` are all servers of the cluster, the leader included, and a commit waits until a second one shows it; then reads go on while there is no leader',
    flag().optional(),
    '0',
  ),
  DATABASE_DIRECT_URL: variable(
    'the database past a pooler; required when `DATABASE_URL` says `pgbouncer=true`',
    text(
      `an address like ${POSTGRES_ADDRESS} that leads past the pooler`,
      (value) => isPostgres(value) && !isPooled(value),
    )
      .superRefine(suitsPg)
      .optional(),
  ),
  DATA_DIR: variable(
    'folder of the embedded database, the demo key and the pepper; closed to other users (mode 700)',
    z.string().default('.data'),
  ),
  DEMO: variable(
    '1: load the demo catalogue into an empty database and make the demo key; 0: never',
    flag().optional(),
    'on when embedded and empty',
  ),
  BUSINESS_TIME_ZONE: variable(
    'whose date is today for stays',
    text('an IANA time zone like Europe/Prague', isTimeZone).default('Europe/Prague'),
  ),
  BOOKING_RETENTION_DAYS: variable(
    'days after departure until names, contacts, birth dates and notes of a booking are erased for good; none: never',
    wholeNumber(0, 36_500).optional(),
  ),
  CORS_ORIGINS: variable(
    'origins whose pages may call, separated by commas',
    list('* or origins like https://shop.example', isOrigin).optional(),
    'none (`*` in demo mode)',
  ),
  PUBLIC_HOSTS: variable(
    'host names, separated by commas, under which pages show the demo key beside `localhost` and loopback addresses; search engines are given the first one',
    list('host names like demo.example, without ports', isHostName)
      .transform((hosts) => hosts.map((host) => host.toLowerCase()))
      .optional(),
  ),
  PAGES_KEY: variable(
    'a publishable key with which the pages of the shop are rendered and ask; everybody can read it there',
    text('an API key', isWellFormedApiKey).optional(),
    'the demo key in demo mode, else none',
  ),
  TRUSTED_PROXIES: variable(
    'networks of the proxies in front, separated by commas: the address of a visitor is what they say',
    list('addresses or networks like 10.0.0.0/8', isNetwork).optional(),
  ),
  TRUSTED_PROXY_HEADER: variable(
    `where they say it: \`${PROXY_HEADERS.join('` or `')}\``,
    z.enum(PROXY_HEADERS, { error: `must be ${PROXY_HEADERS.join(' or ')}` }).optional(),
    `\`${PROXY_HEADERS[0]}\``,
  ),
  GRAPHIQL: variable(
    '0: browsers get no GraphiQL at `/graphql` (404), and nothing leads to it',
    flag().default(true),
    '1',
  ),
  API_KEY_PEPPER: variable(
    'secret of 32 characters or more under which keys are hashed; required with `DATABASE_URL`',
    z
      .string()
      .refine(isLongEnoughPepper, { error: `must be ${PEPPER_RULE}` })
      .optional(),
    'made and kept in `DATA_DIR` when embedded',
  ),
  API_KEY_PEPPER_PREVIOUS: variable(
    'the pepper before, while it is being changed: keys hashed under it are accepted and hashed anew when used',
    // One from before the minimum length must still be accepted, or it could not be rotated.
    z.string().optional(),
  ),
  LOG_LEVEL: variable(
    '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`; JSON lines, readable ones on a terminal',
    z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  ),
  CONNECTIONS_PER_ADDRESS: variable(
    'open connections of an address (an IPv6 address counts as its /64 network), loopback and `TRUSTED_PROXIES` excepted; 0: no limit',
    wholeNumber(0, 1_000_000).default(256),
  ),
  RATE_LIMIT_PER_MINUTE: variable(
    'requests of a key, of an address with a publishable one, and of an address without an accepted one; 0: no limit',
    wholeNumber(0, 1_000_000_000).default(600),
  ),
  RATE_LIMIT_COST_PER_MINUTE: variable(
    'what the operations of a key may cost, as `extensions.cost` says it; of an address with a publishable one a sixth; 0: no limit',
    // It stops who always asks for the most long before the limit of requests, and nobody else.
    wholeNumber(0, 9_999_999_999).default(30_000_000),
  ),
  PUBLIC_BOOKINGS_PER_HOUR: variable(
    'bookings and requests of an address with a publishable key in an hour, twice as many in a day; 0: no limit, also for an e-mail address',
    wholeNumber(0, 10_000).default(DEFAULT_PUBLIC_LIMITS.bookingsPerHour),
  ),
  PUBLIC_ROOM_NIGHTS_PER_DAY: variable(
    'room nights that an address books or holds with a publishable key in a day; 0: no limit',
    wholeNumber(0, 100_000).default(DEFAULT_PUBLIC_LIMITS.roomNightsPerDay),
  ),
  REDIS_URL: variable(
    'a Redis in which all processes count requests and their cost together; none: each counts for itself',
    text('an address like redis://host:6379', isAddress(['redis:', 'rediss:']))
      .refine(isDecodable, PERCENT_RULE)
      .optional(),
  ),
  SUBSCRIPTIONS_MAX: variable(
    'open subscriptions of a process; one more is refused with 503',
    wholeNumber(0, 1_000_000).default(5_000),
  ),
  RESPONSE_STORE_MB: variable('memory for cached responses; 0: nothing is cached', wholeNumber(0, 65_536).default(64)),
  CACHED_VISIT_TYPES: variable(
    'visit types of which prices, rooms left and words to search by are cached: as many as the catalogue has; 20,000 take up to 600 MB, 200,000 up to 3 GB',
    wholeNumber(1_000, 1_000_000).default(USUAL_VISIT_TYPES),
  ),
  IMPORT_LIMIT_MB: variable(
    'largest catalogue file that `PUT /manage/catalogue` takes, decompressed',
    wholeNumber(1, 1_048_576).default(1_024),
  ),
  DELIVERIES: variable(
    '0: this process sends no mails and calls no webhooks, what is to be delivered waits; for a restored backup',
    flag().default(true),
    '1',
  ),
  MAIL_URL: variable(
    'the mail server: `smtp://user:password@host:587`, `smtps://` for TLS from the start; none: no mail is sent, in demo mode it is shown at `/mail`',
    text('an address like smtp://user:password@host:587', isAddress(['smtp:', 'smtps:'])).optional(),
  ),
  MAIL_FROM: variable(
    'the sender of mails: `Spa Stays <stays@example.com>`; required with `MAIL_URL`',
    mailbox('a sender like Spa Stays <stays@example.com>').optional(),
  ),
  MAIL_TEMPLATES: variable(
    'folder with texts of mails in place of ours: `cs_CZ.json`, `de.json`, `en.json`, `ru.json`',
    z.string().optional(),
  ),
  WEBHOOKS_ALLOW_PRIVATE: variable(
    '1: webhooks may lead to addresses that are not public, and over `http:`; for tests and closed networks',
    flag().default(false),
    '0',
  ),
  METRICS_PORT: variable(
    'where Prometheus reads `/metrics` (0: any free port); none: on `PORT`, for programs of this machine',
    wholeNumber(0, 65_535).optional(),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    'where traces are sent (OTLP over HTTP); other `OTEL_...` as OpenTelemetry reads them',
    text('an address like http://collector:4318', isAddress(['http:', 'https:']))
      .refine(isDecodable, PERCENT_RULE)
      .optional(),
  ),
  TRUSTED_DOCUMENTS: variable(
    'manifest of GraphQL documents that clients name by id, or a folder of them (`*.json`); read again when it changes',
    z.string().optional(),
  ),
  TRUSTED_DOCUMENTS_ONLY: variable('1: nothing else is executed over GraphQL', flag().optional(), '0'),
});

/** In `meaning` and `shown`, code is between backticks as in Markdown. `shown`: what applies when it is not set. */
function variable<Schema extends z.ZodType>(meaning: string, schema: Schema, shown = defaultOf(schema)): Schema {
  return schema.meta({ meaning, shown });
}

function defaultOf(schema: z.ZodType): string {
  const value = schema.parse(undefined);
  if (value === undefined) return 'none';
  return /^\d/.test(String(value)) ? String(value) : `\`${value}\``;
}

type Described = { readonly shown: string; readonly meaning: string };

/** The name, default and meaning of each variable. */
export function describeVariables() {
  return Object.entries(VARIABLES.shape).map(([name, schema]) => ({ name, ...(schema.meta() as Described) }));
}

/** The table of `docs/configuration.md`. */
export function variablesAsMarkdown(): string {
  const rows = describeVariables().map(({ name, shown, meaning }) => `| \`${name}\` | ${shown} | ${meaning} |`);
  return ['| environment | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

const TEXT_WIDTH = 94;

/** For a terminal: a line for name and default, the meaning below. */
export function variablesAsText(): string {
  const help = new Help();
  return describeVariables()
    .map(({ name, shown, meaning }) => {
      const lines = help.boxWrap(stripMarkup(meaning), TEXT_WIDTH).replaceAll(/^/gm, '      ');
      return `  ${name} (${stripMarkup(shown)})\n${lines}`;
    })
    .join('\n');
}

function stripMarkup(markdown: string): string {
  return markdown.replaceAll('`', '');
}

function text(expected: string, isValid: (value: string) => boolean) {
  return z
    .string()
    .trim()
    .refine(isValid, { error: `must be ${expected}` });
}

/** An e-mail address, alone or after a name. */
function mailbox(expected: string) {
  // biome-ignore lint/style/noNonNullAssertion: it was parsed in the check before.
  return text(expected, (value) => parseMailbox(value) !== null).transform((value) => parseMailbox(value)!);
}

function parseMailbox(value: string): { name: string; email: string } | null {
  const [, name = '', address = value] = /^([^<>"\p{Cc}]*)<([^<>]*)>$/u.exec(value) ?? [];
  const email = toAsciiEmail(address);
  return email === null ? null : { name: name.trim(), email };
}

function list(expected: string, isValid: (value: string) => boolean) {
  const isList = (value: string) => parseList(value).length > 0 && parseList(value).every(isValid);
  return text(`${expected}, separated by commas`, isList).transform(parseList);
}

function wholeNumber(from: number, to: number) {
  return text(`a whole number from ${from} to ${to}`, (value) => {
    return /^\d{1,10}$/.test(value) && Number(value) >= from && Number(value) <= to;
  }).transform(Number);
}

function flag() {
  return z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((value) => value === '1');
}

function parseList(value: string): string[] {
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** Surrounding white space does not count. */
export function isLongEnoughPepper(pepper: string): boolean {
  return pepper.trim().length >= MIN_PEPPER_LENGTH;
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
