/**
 * The environment, read once and checked as a whole. The result is complete and valid, or a `ConfigError` lists every
 * wrong variable in one line, never with the value of a secret. An empty variable counts as unset.
 */
import { z } from 'zod';
import { DEFAULT_POOL_SIZE, isPooled } from '../data/database/server-address.ts';
import type { VariableName } from './variables.ts';

export type LogLevel = (typeof LOG_LEVELS)[number];

export interface ServerConfig {
  readonly kind: 'postgresql';
  readonly url: string;
  /** The same database without the pooler; null: not set. */
  readonly directUrl: string | null;
  /** Standbys that may answer for the catalogue. */
  readonly replicaUrls: readonly string[];
  /** Maximum connections to the server, and to each replica. */
  readonly poolSize: number;
}

export interface Config {
  /** 0 to 65535; 0 picks a free port. */
  readonly port: number;
  readonly host: string;
  readonly database: ServerConfig | { readonly kind: 'embedded' };
  /** The folder of the embedded database and of this installation's own files. */
  readonly dataDir: string;
  /** Whether to load the demo catalogue; null: if the embedded database is empty or already holds it. */
  readonly demo: boolean | null;
  /** IANA time zone of the business date (T2). */
  readonly businessTimeZone: string;
  /** Allowed origins; `*` allows all. Null: not set (none, in demo mode all). */
  readonly corsOrigins: readonly string[] | null;
  /** Host names, lower case and without ports, under which pages show the demo key, in addition to this machine's. */
  readonly publicHosts: readonly string[];
  /** Whether browsers get GraphiQL at `/graphql`. */
  readonly graphiql: boolean;
  /** Secret under which API keys are hashed; null: not set (an embedded database has one in `dataDir`). */
  readonly apiKeyPepper: string | null;
  /** The former secret, still accepted during a rotation; null: not set. */
  readonly previousApiKeyPepper: string | null;
  readonly logLevel: LogLevel;
  /** Requests per minute and API key; 0: no limit. */
  readonly rateLimitPerMinute: number;
  /** Redis with the shared request counts; null: each process counts alone. */
  readonly redisUrl: string | null;
  /** Size of the response cache in megabytes; 0: none. */
  readonly responseStoreMb: number;
  /** Port of the metrics, 0 to 65535 (0: any free port); null: the main port, for programs of this machine only. */
  readonly metricsPort: number | null;
  /**
   * Where traces are sent (OTLP over HTTP); null: off. The OpenTelemetry libraries read this and related variables
   * themselves.
   */
  readonly tracesEndpoint: string | null;
  /** The manifest of trusted documents, and whether GraphQL clients may execute only those; null: none. */
  readonly trustedDocuments: { readonly file: string; readonly only: boolean } | null;
}

/** The configuration is unusable. The message is one line that names the variables. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const SECRET_VARIABLES: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'DATABASE_REPLICA_URLS',
  'DATABASE_DIRECT_URL',
  'API_KEY_PEPPER',
  'API_KEY_PEPPER_PREVIOUS',
  'REDIS_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
]);
const POSTGRES_ADDRESS = 'postgresql://user:password@host:5432/database';
const MAX_QUOTED_LENGTH = 60;
const MIN_PEPPER_LENGTH = 32;

export const PEPPER_RULE = `a random text of ${MIN_PEPPER_LENGTH} characters or more, as \`openssl rand -hex 32\` makes one`;

const variables = z.object({
  PORT: integerVariable({ from: 0, to: 65_535 }).default(4000),
  HOST: textVariable('a host name or an address', (value) => !/[\s/]/.test(value)).default('127.0.0.1'),
  DATABASE_URL: textVariable(`an address like ${POSTGRES_ADDRESS}`, isPostgresAddress).optional(),
  DATABASE_DIRECT_URL: textVariable(
    `an address like ${POSTGRES_ADDRESS} that leads past the pooler`,
    (value) => isPostgresAddress(value) && !isPooled(value),
  ).optional(),
  DATABASE_REPLICA_URLS: textVariable(`addresses like ${POSTGRES_ADDRESS}, separated by commas`, (value) => {
    return parseList(value).every(isPostgresAddress);
  })
    .transform(parseList)
    .optional(),
  DATABASE_POOL_SIZE: integerVariable({ from: 1, to: 1_000 }).optional(),
  DATA_DIR: z.string().default('.data'),
  DEMO: z
    .enum(['0', '1'], { error: 'must be 0 or 1' })
    .transform((value) => value === '1')
    .optional(),
  BUSINESS_TIME_ZONE: textVariable('an IANA time zone like Europe/Prague', isTimeZone).default('Europe/Prague'),
  CORS_ORIGINS: textVariable('* or origins like https://shop.example, separated by commas', (value) =>
    parseList(value).every(isOrigin),
  )
    .transform(parseList)
    .optional(),
  PUBLIC_HOSTS: textVariable('host names like demo.example, without ports, separated by commas', (value) =>
    parseList(value).every(isHostName),
  )
    .transform((value) => parseList(value).map((host) => host.toLowerCase()))
    .default([]),
  GRAPHIQL: z
    .enum(['0', '1'], { error: 'must be 0 or 1' })
    .transform((value) => value === '1')
    .default(true),
  API_KEY_PEPPER: z
    .string()
    .refine(isLongEnoughPepper, { error: `must be ${PEPPER_RULE}` })
    .optional(),
  // A pepper from before the minimum length must still be accepted, or it could not be rotated.
  API_KEY_PEPPER_PREVIOUS: z.string().optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  RATE_LIMIT_PER_MINUTE: integerVariable({ from: 0, to: 1_000_000_000 }).default(600),
  REDIS_URL: textVariable('an address like redis://host:6379', isRedisAddress).optional(),
  RESPONSE_STORE_MB: integerVariable({ from: 0, to: 65_536 }).default(64),
  METRICS_PORT: integerVariable({ from: 0, to: 65_535 }).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: textVariable('an address like http://collector:4318', isHttpAddress).optional(),
  TRUSTED_DOCUMENTS: z.string().optional(),
  TRUSTED_DOCUMENTS_ONLY: z.enum(['0', '1'], { error: 'must be 0 or 1' }).optional(),
} satisfies Record<VariableName, z.ZodType>);

/** @throws ConfigError naming every variable whose value is wrong */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const { success, data, error } = variables.safeParse(set);
  if (!success) {
    throw new ConfigError(
      error.issues.map(({ path, message }) => formatConfigProblem(String(path[0]), { message, value: set })).join('; '),
    );
  }
  return {
    port: data.PORT,
    host: data.HOST,
    database: parseDatabase(data),
    dataDir: data.DATA_DIR,
    demo: data.DEMO ?? null,
    businessTimeZone: data.BUSINESS_TIME_ZONE,
    corsOrigins: data.CORS_ORIGINS ?? null,
    publicHosts: data.PUBLIC_HOSTS,
    graphiql: data.GRAPHIQL,
    apiKeyPepper: data.API_KEY_PEPPER ?? null,
    previousApiKeyPepper: data.API_KEY_PEPPER_PREVIOUS ?? null,
    logLevel: data.LOG_LEVEL,
    rateLimitPerMinute: data.RATE_LIMIT_PER_MINUTE,
    redisUrl: data.REDIS_URL ?? null,
    responseStoreMb: data.RESPONSE_STORE_MB,
    metricsPort: data.METRICS_PORT ?? null,
    tracesEndpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    trustedDocuments: parseTrustedDocuments(data),
  };
}

function parseDatabase(data: z.output<typeof variables>): Config['database'] {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl = null } = data;
  if (url === undefined) {
    const aboutServer = ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS', 'DATABASE_POOL_SIZE'] as const;
    const wrong = aboutServer.filter((name) => data[name] !== undefined);
    if (wrong.length === 0) return { kind: 'embedded' };
    throw new ConfigError(wrong.map((name) => `${name} needs DATABASE_URL to be set`).join('; '));
  }
  if (isPooled(url) && directUrl === null) {
    const rule = 'must be set together with pgbouncer=true in DATABASE_URL: the same database past the pooler';
    throw new ConfigError(`DATABASE_DIRECT_URL ${rule}, for migrations and notifications`);
  }
  return {
    kind: 'postgresql',
    url,
    directUrl,
    replicaUrls: data.DATABASE_REPLICA_URLS ?? [],
    poolSize: data.DATABASE_POOL_SIZE ?? DEFAULT_POOL_SIZE,
  };
}

function parseTrustedDocuments({
  TRUSTED_DOCUMENTS: file,
  TRUSTED_DOCUMENTS_ONLY: only,
}: z.infer<typeof variables>): Config['trustedDocuments'] {
  if (file !== undefined) return { file, only: only === '1' };
  if (only !== '1') return null;
  throw new ConfigError('TRUSTED_DOCUMENTS_ONLY needs TRUSTED_DOCUMENTS, the file with the documents');
}

/** Surrounding white space does not count. */
export function isLongEnoughPepper(pepper: string): boolean {
  return pepper.trim().length >= MIN_PEPPER_LENGTH;
}

function formatConfigProblem(
  name: string,
  { message, value }: { message: string; value: Record<string, unknown> },
): string {
  if (SECRET_VARIABLES.has(name)) return `${name} ${message}`;
  const quoted = JSON.stringify(String(value[name]).slice(0, MAX_QUOTED_LENGTH));
  return `${name} ${message}, not ${quoted}`;
}

function textVariable(expected: string, isValid: (value: string) => boolean) {
  return z
    .string()
    .trim()
    .refine(isValid, { error: `must be ${expected}` });
}

function integerVariable({ from, to }: { from: number; to: number }) {
  return textVariable(`a whole number from ${from} to ${to}`, (value) => {
    return /^\d{1,10}$/.test(value) && Number(value) >= from && Number(value) <= to;
  }).transform(Number);
}

function parseList(value: string): string[] {
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function isOrigin(value: string): boolean {
  return value === '*' || (URL.canParse(value) && new URL(value).origin === value);
}

/** Whether a browser would send it as `Host`, the port aside. */
function isHostName(value: string): boolean {
  return URL.canParse(`http://${value}`) && new URL(`http://${value}`).hostname === value.toLowerCase();
}

function isPostgresAddress(value: string): boolean {
  return URL.canParse(value) && ['postgres:', 'postgresql:'].includes(new URL(value).protocol);
}

function isHttpAddress(value: string): boolean {
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
}

function isRedisAddress(value: string): boolean {
  return URL.canParse(value) && ['redis:', 'rediss:'].includes(new URL(value).protocol);
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
