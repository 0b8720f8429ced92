/**
 * The environment, read once and checked whole: what comes out is complete and valid, or a `ConfigError` names every
 * variable that is wrong on one line. The values of secrets never appear in it. An empty variable counts as not set.
 */
import { z } from 'zod';
import { DEFAULT_POOL_SIZE, isPooled } from '../data/server-address.js';
/** The configuration cannot be used; the message is one line that names the variables. */
export class ConfigError extends Error {
    name = 'ConfigError';
}
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const SECRETS = new Set([
    'DATABASE_URL',
    'DATABASE_REPLICA_URLS',
    'DATABASE_DIRECT_URL',
    'API_KEY_PEPPER',
    'REDIS_URL',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
]);
const POSTGRES_ADDRESS = 'postgresql://user:password@host:5432/database';
const LONGEST_QUOTED_VALUE = 60;
const variables = z.object({
    PORT: wholeNumber({ from: 0, to: 65_535 }).default(4000),
    HOST: text('a host name or an address', (value) => !/[\s/]/.test(value)).default('127.0.0.1'),
    DATABASE_URL: text(`an address like ${POSTGRES_ADDRESS}`, isPostgresAddress).optional(),
    DATABASE_DIRECT_URL: text(`an address like ${POSTGRES_ADDRESS} that leads past the pooler`, (value) => isPostgresAddress(value) && !isPooled(value)).optional(),
    DATABASE_REPLICA_URLS: text(`addresses like ${POSTGRES_ADDRESS}, separated by commas`, (value) => {
        return listed(value).every(isPostgresAddress);
    })
        .transform(listed)
        .optional(),
    DATABASE_POOL_SIZE: wholeNumber({ from: 1, to: 1_000 }).optional(),
    DATA_DIR: z.string().default('.data'),
    DEMO: z
        .enum(['0', '1'], { error: 'must be 0 or 1' })
        .transform((value) => value === '1')
        .optional(),
    BUSINESS_TIME_ZONE: text('an IANA time zone like Europe/Prague', isTimeZone).default('Europe/Prague'),
    CORS_ORIGINS: text('* or origins like https://shop.example, separated by commas', (value) => listed(value).every(isOrigin))
        .transform(listed)
        .optional(),
    API_KEY_PEPPER: z.string().optional(),
    LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
    RATE_LIMIT_PER_MINUTE: wholeNumber({ from: 0, to: 1_000_000_000 }).default(600),
    REDIS_URL: text('an address like redis://host:6379', isRedisAddress).optional(),
    RESPONSE_STORE_MB: wholeNumber({ from: 0, to: 65_536 }).default(64),
    METRICS_PORT: wholeNumber({ from: 0, to: 65_535 }).optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: text('an address like http://collector:4318', isHttpAddress).optional(),
    TRUSTED_DOCUMENTS: z.string().optional(),
    TRUSTED_DOCUMENTS_ONLY: z.enum(['0', '1'], { error: 'must be 0 or 1' }).optional(),
});
/**
 * The configuration that an environment describes.
 * @throws ConfigError naming every variable whose value is wrong
 */
export function readConfig(env) {
    const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''));
    const { success, data, error } = variables.safeParse(set);
    if (!success) {
        throw new ConfigError(error.issues.map(({ path, message }) => complaint(String(path[0]), { message, value: set })).join('; '));
    }
    return {
        port: data.PORT,
        host: data.HOST,
        database: databaseOf(data),
        dataDir: data.DATA_DIR,
        demo: data.DEMO ?? null,
        businessTimeZone: data.BUSINESS_TIME_ZONE,
        corsOrigins: data.CORS_ORIGINS ?? null,
        apiKeyPepper: data.API_KEY_PEPPER ?? null,
        logLevel: data.LOG_LEVEL,
        rateLimitPerMinute: data.RATE_LIMIT_PER_MINUTE,
        redisUrl: data.REDIS_URL ?? null,
        responseStoreMb: data.RESPONSE_STORE_MB,
        metricsPort: data.METRICS_PORT ?? null,
        tracesEndpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
        trustedDocuments: trustedDocumentsOf(data),
    };
}
function databaseOf(data) {
    const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl = null } = data;
    if (url === undefined) {
        const aboutServer = ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS', 'DATABASE_POOL_SIZE'];
        const wrong = aboutServer.filter((name) => data[name] !== undefined);
        if (wrong.length === 0)
            return { kind: 'embedded' };
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
function trustedDocumentsOf({ TRUSTED_DOCUMENTS: file, TRUSTED_DOCUMENTS_ONLY: only, }) {
    if (file !== undefined)
        return { file, only: only === '1' };
    if (only !== '1')
        return null;
    throw new ConfigError('TRUSTED_DOCUMENTS_ONLY needs TRUSTED_DOCUMENTS, the file with the documents');
}
function complaint(name, { message, value }) {
    if (SECRETS.has(name))
        return `${name} ${message}`;
    const quoted = JSON.stringify(String(value[name]).slice(0, LONGEST_QUOTED_VALUE));
    return `${name} ${message}, not ${quoted}`;
}
function text(expected, holds) {
    return z
        .string()
        .trim()
        .refine(holds, { error: `must be ${expected}` });
}
function wholeNumber({ from, to }) {
    return text(`a whole number from ${from} to ${to}`, (value) => {
        return /^\d{1,10}$/.test(value) && Number(value) >= from && Number(value) <= to;
    }).transform(Number);
}
function listed(value) {
    return value
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '');
}
function isOrigin(value) {
    return value === '*' || (URL.canParse(value) && new URL(value).origin === value);
}
function isPostgresAddress(value) {
    return URL.canParse(value) && ['postgres:', 'postgresql:'].includes(new URL(value).protocol);
}
function isHttpAddress(value) {
    return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
}
function isRedisAddress(value) {
    return URL.canParse(value) && ['redis:', 'rediss:'].includes(new URL(value).protocol);
}
function isTimeZone(value) {
    try {
        new Intl.DateTimeFormat('en', { timeZone: value });
        return true;
    }
    catch {
        return false;
    }
}
//# sourceMappingURL=config.js.map