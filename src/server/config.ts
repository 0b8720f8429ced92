/**
 * The environment, read once and checked as a whole. The result is complete and valid, or a `ConfigError` lists every
 * wrong variable in one line, never with the value of a secret. An empty variable counts as unset.
 */
import type { z } from 'zod';
import { DEFAULT_POOL_SIZE, isPooled, type ServerAddress } from '../data/database/server-address.ts';
import { beginningOf } from '../domain/text/text-characters.ts';
import { PROXY_HEADERS, type TrustedProxiesConfig } from '../http/request/trusted-proxies.ts';
import { VARIABLES } from './variables.ts';

export type Config = Readonly<ReturnType<typeof readConfig>>;
type Values = z.output<typeof VARIABLES>;

/** The configuration is unusable. The message is one line that names the variables. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const SECRET_VARIABLES: ReadonlySet<string> = new Set([
  ...['DATABASE_URL', 'DATABASE_REPLICA_URLS', 'DATABASE_DIRECT_URL', 'REDIS_URL', 'MAIL_URL'],
  ...['PAGES_KEY', 'API_KEY_PEPPER', 'API_KEY_PEPPER_PREVIOUS', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
]);
const MAX_QUOTED_LENGTH = 60;

/** @throws ConfigError naming every variable whose value is wrong */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const { success, data, error } = VARIABLES.safeParse(set);
  if (!success) {
    const problems = error.issues.map(({ path: [name], message }) => formatProblem(String(name), message, set));
    throw new ConfigError(problems.join('; '));
  }
  return {
    /** 0 picks a free port. */
    port: data.PORT,
    host: data.HOST,
    database: parseDatabase(data),
    /** The folder of the embedded database and of this installation's own files. */
    dataDir: data.DATA_DIR,
    /** Whether to load the demo catalogue; null: if the embedded database is empty or already holds it. */
    demo: data.DEMO ?? null,
    /** IANA time zone of the business date (T2). */
    businessTimeZone: data.BUSINESS_TIME_ZONE,
    /** After the departure (S19); null: guest data is retained. */
    bookingRetentionDays: data.BOOKING_RETENTION_DAYS ?? null,
    /** Allowed origins; `*` allows all. Null: not set (none, in demo mode all). */
    corsOrigins: data.CORS_ORIGINS ?? null,
    /** Lower case and without ports. */
    publicHosts: data.PUBLIC_HOSTS ?? [],
    /** The key with which the shop's pages are rendered and ask; null: in demo mode it is the demo's. */
    pagesKey: data.PAGES_KEY ?? null,
    trustedProxies: parseTrustedProxies(data),
    graphiql: data.GRAPHIQL,
    /** Null: not set (an embedded database has one in `dataDir`). */
    apiKeyPepper: data.API_KEY_PEPPER ?? null,
    previousApiKeyPepper: data.API_KEY_PEPPER_PREVIOUS ?? null,
    logLevel: data.LOG_LEVEL,
    /** Open at a time; 0: no limit. */
    connectionsPerAddress: data.CONNECTIONS_PER_ADDRESS,
    /** 0: no limit. */
    rateLimitPerMinute: data.RATE_LIMIT_PER_MINUTE,
    /** 0: no limit. */
    rateLimitCostPerMinute: data.RATE_LIMIT_COST_PER_MINUTE,
    /** What may be spent with a publishable key (A4). */
    publicLimits: {
      bookingsPerHour: data.PUBLIC_BOOKINGS_PER_HOUR,
      roomNightsPerDay: data.PUBLIC_ROOM_NIGHTS_PER_DAY,
    },
    /** Null: each process counts alone. */
    redisUrl: data.REDIS_URL ?? null,
    /** The most open subscriptions of this process. */
    subscriptionsMax: data.SUBSCRIPTIONS_MAX,
    /** In megabytes; 0: none. */
    responseStoreMb: data.RESPONSE_STORE_MB,
    /** For how many visit types caches have room. */
    cachedVisitTypes: data.CACHED_VISIT_TYPES,
    /** The largest catalogue file over HTTP, in megabytes. */
    importLimitMb: data.IMPORT_LIMIT_MB,
    /** Whether mails and webhooks go out from this process. */
    deliveries: data.DELIVERIES,
    mail: parseMail(data),
    webhooksAllowPrivate: data.WEBHOOKS_ALLOW_PRIVATE,
    /** 0: any free port; null: the main port, for programs of this machine only. */
    metricsPort: parseMetricsPort(data),
    /** Null: off. The OpenTelemetry libraries read this and related variables themselves. */
    tracesEndpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    trustedDocuments: parseTrustedDocuments(data),
  };
}

function parseDatabase(data: Values): Readonly<Required<ServerAddress>> | { readonly kind: 'embedded' } {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl = null } = data;
  if (url === undefined) {
    const aboutServer = [
      ...(['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS'] as const),
      ...(['DATABASE_SYNCHRONOUS', 'DATABASE_POOL_SIZE'] as const),
    ];
    const wrong = aboutServer.filter((name) => data[name] !== undefined);
    if (wrong.length === 0) return { kind: 'embedded' };
    throw new ConfigError(wrong.map((name) => `${name} needs DATABASE_URL to be set`).join('; '));
  }
  if (isPooled(url) && directUrl === null) {
    const rule = 'must be set together with pgbouncer=true in DATABASE_URL: the same database past the pooler';
    throw new ConfigError(`DATABASE_DIRECT_URL ${rule}, for migrations and notifications`);
  }
  const { DATABASE_REPLICA_URLS: replicaUrls = [], DATABASE_POOL_SIZE: poolSize = DEFAULT_POOL_SIZE } = data;
  const { DATABASE_SYNCHRONOUS: isSynchronous = false } = data;
  if (isSynchronous && replicaUrls.length < 2) {
    throw new ConfigError(
      'DATABASE_SYNCHRONOUS needs DATABASE_REPLICA_URLS with all servers of the cluster, two or more',
    );
  }
  return { kind: 'postgresql', url, directUrl, replicaUrls, isSynchronous, poolSize };
}

/** The networks of trusted proxies, and the one header of theirs that is read (A1). */
function parseTrustedProxies({
  TRUSTED_PROXIES: networks = [],
  TRUSTED_PROXY_HEADER: header,
}: Values): TrustedProxiesConfig {
  if (header !== undefined && networks.length === 0) {
    throw new ConfigError('TRUSTED_PROXY_HEADER needs TRUSTED_PROXIES, the networks whose header is read');
  }
  return { networks, header: header ?? PROXY_HEADERS[0] };
}

function parseMetricsPort({ PORT: port, METRICS_PORT: metricsPort }: Values): number | null {
  if (metricsPort !== port || port === 0) return metricsPort ?? null;
  throw new ConfigError(`METRICS_PORT must be another port than PORT, not "${port}"`);
}

/** The mail server and the sender, each null if not set, and the folder with texts of the operator's; null: ours. */
function parseMail(data: Values) {
  const { MAIL_URL: url, MAIL_FROM: from, MAIL_TEMPLATES: templates } = data;
  if (url !== undefined && from === undefined) {
    throw new ConfigError('MAIL_FROM must be set together with MAIL_URL: the sender of mails');
  }
  return { url: url ?? null, from: from ?? null, templates: templates ?? null };
}

/** The manifests of trusted documents, and whether GraphQL clients may execute only those; null: none. */
function parseTrustedDocuments({ TRUSTED_DOCUMENTS: path, TRUSTED_DOCUMENTS_ONLY: only = false }: Values) {
  if (path !== undefined) return { path, only };
  if (!only) return null;
  throw new ConfigError('TRUSTED_DOCUMENTS_ONLY needs TRUSTED_DOCUMENTS, the file or folder with the documents');
}

function formatProblem(name: string, message: string, set: Readonly<Record<string, unknown>>): string {
  if (SECRET_VARIABLES.has(name)) return `${name} ${message}`;
  return `${name} ${message}, not ${JSON.stringify(beginningOf(String(set[name]), MAX_QUOTED_LENGTH))}`;
}
