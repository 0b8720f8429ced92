import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { generateApiKey } from '../../src/domain/api-key-format.ts';
import { ConfigError, readConfig } from '../../src/server/config.ts';
import { loadApiKeyPepper } from '../../src/server/settings/pepper.ts';

const KEY = generateApiKey(() => 7);

describe('the configuration', () => {
  test('an empty environment is a whole configuration: embedded database, loopback, Prague', () => {
    expect(readConfig({})).toEqual({
      port: 4000,
      host: '127.0.0.1',
      database: { kind: 'embedded' },
      dataDir: '.data',
      demo: null,
      businessTimeZone: 'Europe/Prague',
      bookingRetentionDays: null,
      corsOrigins: null,
      publicHosts: [],
      pagesKey: null,
      trustedProxies: { networks: [], header: 'x-forwarded-for' },
      graphiql: true,
      apiKeyPepper: null,
      previousApiKeyPepper: null,
      logLevel: 'info',
      rateLimitPerMinute: 600,
      rateLimitCostPerMinute: 30_000_000,
      publicLimits: { bookingsPerHour: 6, roomNightsPerDay: 30 },
      connectionsPerAddress: 256,
      redisUrl: null,
      subscriptionsMax: 5_000,
      responseStoreMb: 64,
      cachedVisitTypes: 20_000,
      importLimitMb: 1_024,
      deliveries: true,
      mail: { url: null, from: null, templates: null },
      metricsPort: null,
      tracesEndpoint: null,
      trustedDocuments: null,
      webhooksAllowPrivate: false,
    });
  });

  test('every variable is read', () => {
    const url = 'postgresql://spa:secret@db.example:5432/spa';
    expect(
      readConfig({
        PORT: '0',
        HOST: '0.0.0.0',
        DATABASE_URL: `${url}?pgbouncer=true`,
        DATABASE_DIRECT_URL: url,
        DATABASE_REPLICA_URLS: `${url}?replica=1, ${url}?replica=2`,
        DATABASE_SYNCHRONOUS: '1',
        DATABASE_POOL_SIZE: '25',
        DATA_DIR: '/var/lib/spa',
        DEMO: '1',
        BUSINESS_TIME_ZONE: 'Europe/Berlin',
        BOOKING_RETENTION_DAYS: '30',
        CORS_ORIGINS: 'https://shop.example, http://localhost:3000',
        PAGES_KEY: KEY,
        PUBLIC_HOSTS: 'Demo.example, 192.0.2.7, [2001:db8::7]',
        TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::7',
        TRUSTED_PROXY_HEADER: 'forwarded',
        GRAPHIQL: '0',
        API_KEY_PEPPER: 'a secret that is long enough for all',
        API_KEY_PEPPER_PREVIOUS: 'short',
        LOG_LEVEL: 'warn',
        RATE_LIMIT_PER_MINUTE: '0',
        RATE_LIMIT_COST_PER_MINUTE: '200000',
        PUBLIC_BOOKINGS_PER_HOUR: '10',
        PUBLIC_ROOM_NIGHTS_PER_DAY: '0',
        CONNECTIONS_PER_ADDRESS: '64',
        REDIS_URL: 'rediss://:secret@cache.example:6380/1',
        SUBSCRIPTIONS_MAX: '250',
        RESPONSE_STORE_MB: '0',
        CACHED_VISIT_TYPES: '200000',
        IMPORT_LIMIT_MB: '16',
        DELIVERIES: '0',
        MAIL_URL: 'smtps://spa:secret@mail.example:465',
        MAIL_FROM: 'Spa Stays <stays@spa.example>',
        MAIL_TEMPLATES: '/etc/spa/texts',
        WEBHOOKS_ALLOW_PRIVATE: '1',
        METRICS_PORT: '9464',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example:4318',
        TRUSTED_DOCUMENTS: '/etc/spa/documents.json',
        TRUSTED_DOCUMENTS_ONLY: '1',
      }),
    ).toEqual({
      port: 0,
      host: '0.0.0.0',
      database: {
        kind: 'postgresql',
        url: `${url}?pgbouncer=true`,
        directUrl: url,
        replicaUrls: [`${url}?replica=1`, `${url}?replica=2`],
        isSynchronous: true,
        poolSize: 25,
      },
      dataDir: '/var/lib/spa',
      demo: true,
      businessTimeZone: 'Europe/Berlin',
      bookingRetentionDays: 30,
      corsOrigins: ['https://shop.example', 'http://localhost:3000'],
      pagesKey: KEY,
      publicHosts: ['demo.example', '192.0.2.7', '[2001:db8::7]'],
      trustedProxies: { networks: ['10.0.0.0/8', '2001:db8::7'], header: 'forwarded' },
      graphiql: false,
      apiKeyPepper: 'a secret that is long enough for all',
      previousApiKeyPepper: 'short',
      logLevel: 'warn',
      rateLimitPerMinute: 0,
      rateLimitCostPerMinute: 200_000,
      publicLimits: { bookingsPerHour: 10, roomNightsPerDay: 0 },
      connectionsPerAddress: 64,
      redisUrl: 'rediss://:secret@cache.example:6380/1',
      subscriptionsMax: 250,
      responseStoreMb: 0,
      cachedVisitTypes: 200_000,
      importLimitMb: 16,
      deliveries: false,
      mail: {
        url: 'smtps://spa:secret@mail.example:465',
        from: { name: 'Spa Stays', email: 'stays@spa.example' },
        templates: '/etc/spa/texts',
      },
      metricsPort: 9464,
      tracesEndpoint: 'https://collector.example:4318',
      trustedDocuments: { path: '/etc/spa/documents.json', only: true },
      webhooksAllowPrivate: true,
    });
  });

  test('an empty or blank variable counts as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', CORS_ORIGINS: '' })).toEqual(readConfig({}));
  });

  test.each([
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['PORT', '4000x', 'must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'must be a whole number from 0 to 65535'],
    ['HOST', 'http://localhost', 'must be a host name or an address'],
    ['DATABASE_POOL_SIZE', '0', 'must be a whole number from 1 to 1000'],
    ['DEMO', 'yes', 'must be 0 or 1'],
    ['BUSINESS_TIME_ZONE', 'Prague', 'must be an IANA time zone like Europe/Prague'],
    [
      'CORS_ORIGINS',
      'https://shop.example/path',
      'must be * or origins like https://shop.example, separated by commas',
    ],
    ['PUBLIC_HOSTS', 'demo.example:80', 'must be host names like demo.example, without ports, separated by commas'],
    ['TRUSTED_PROXIES', 'caddy', 'must be addresses or networks like 10.0.0.0/8, separated by commas'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,0.0.0.0/0', 'must be addresses or networks like 10.0.0.0/8, separated by commas'],
    ['TRUSTED_PROXY_HEADER', 'x-real-ip', 'must be x-forwarded-for or forwarded'],
    ['GRAPHIQL', 'yes', 'must be 0 or 1'],
    ['CORS_ORIGINS', 'shop.example', 'must be * or origins like https://shop.example, separated by commas'],
    ['LOG_LEVEL', 'loud', 'must be one of trace, debug, info, warn, error, fatal, silent'],
    ['RATE_LIMIT_PER_MINUTE', '1.5', 'must be a whole number from 0 to 1000000000'],
    ['RESPONSE_STORE_MB', '1e3', 'must be a whole number from 0 to 65536'],
    ['IMPORT_LIMIT_MB', '0', 'must be a whole number from 1 to 1048576'],
    ['METRICS_PORT', '70000', 'must be a whole number from 0 to 65535'],
    ['TRUSTED_DOCUMENTS_ONLY', 'yes', 'must be 0 or 1'],
  ])('%s=%s stops the start with one line that names the variable', (name, value, rule) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      new ConfigError(`${name} ${rule}, not ${JSON.stringify(value)}`),
    );
  });

  const POSTGRES = 'must be an address like postgresql://user:password@host:5432/database';
  const SERVER = { DATABASE_URL: 'postgresql://db/spa' };
  test.each<[string, string, string, Record<string, string>?]>([
    ['MAIL_URL', 'smtp:mail.example:587', 'must be an address like smtp://user:password@host:587'],
    ['MAIL_URL', 'smtp:///mail.example', 'must be an address like smtp://user:password@host:587'],
    ['MAIL_URL', 'smtps://', 'must be an address like smtp://user:password@host:587'],
    ['REDIS_URL', 'redis:cache.example:6379', 'must be an address like redis://host:6379'],
    ['REDIS_URL', 'redis:///0', 'must be an address like redis://host:6379'],
    ['DATABASE_URL', 'postgresql:db.example/spa', POSTGRES],
    ['DATABASE_URL', 'postgresql:///spa', POSTGRES],
    ['DATABASE_DIRECT_URL', 'postgres:/spa', `${POSTGRES} that leads past the pooler`, SERVER],
    [
      ...(['DATABASE_REPLICA_URLS', 'postgresql://db/spa, postgresql:db2/spa'] as const),
      'must be addresses like postgresql://user:password@host:5432/database, separated by commas',
      SERVER,
    ],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://', 'must be an address like http://collector:4318'],
  ])('%s=%s stops the start: the address names no host', (name, value, rule, set = {}) => {
    const mail = { MAIL_FROM: 'stays@spa.example' };
    expect(() => readConfig({ ...mail, ...set, [name]: value })).toThrow(new ConfigError(`${name} ${rule}`));
  });

  const PERCENT = 'must have each percent sign of a name or a password written as %25';
  test.each<[string, string, Record<string, string>?]>([
    ['REDIS_URL', 'redis://:50%off@cache.example'],
    ['REDIS_URL', 'redis://cache%ff:secret@cache.example'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://spa:50%off@collector.example'],
    ['DATABASE_URL', 'postgresql://spa:100%ab@db/spa'],
    ['DATABASE_URL', 'postgresql://db/spa%ab'],
    ['DATABASE_URL', 'postgresql://spa:one%two%80@db/spa'],
    ['DATABASE_DIRECT_URL', 'postgresql://spa:100%ab@db/spa', SERVER],
    ['DATABASE_REPLICA_URLS', 'postgresql://db/spa,postgresql://spa:100%ab@db/spa', SERVER],
  ])('%s=%s stops the start: its driver could not read it', (name, value, set = {}) => {
    expect(() => readConfig({ ...set, [name]: value })).toThrow(new ConfigError(`${name} ${PERCENT}`));
  });

  test.each<[string, string, Record<string, string>?]>([
    ['DATABASE_URL', 'sslrootcert'],
    ['DATABASE_URL', 'sslcert'],
    ['DATABASE_DIRECT_URL', 'sslkey', SERVER],
    ['DATABASE_REPLICA_URLS', 'sslrootcert', SERVER],
  ])('a file in %s, as its %s, that cannot be read stops the start', (name, parameter, set = {}) => {
    const url = (file: string) => `postgresql://db/spa?sslmode=verify-full&${parameter}=${file}`;
    const rule = (code: string) => `must name files that can be read, and that in ${parameter} cannot (${code})`;
    for (const [file, code] of [
      ['/none/ca.pem', 'ENOENT'],
      [encodeURIComponent(tmpdir()), 'EISDIR'],
    ] as const) {
      expect(() => new pg.Client({ connectionString: url(file) })).toThrow(code);
      expect(() => readConfig({ ...set, [name]: url(file) })).toThrow(new ConfigError(`${name} ${rule(code)}`));
    }
    expect(() => readConfig({ ...set, [name]: url(import.meta.filename) })).not.toThrow();
  });

  test.each([
    ['100%25', '100%'],
    ['gr%C3%BCn', 'grün'],
    ['100%', '100%'],
    ['50%off', '50%off'],
    ['one%two%41', 'one%twoA'],
  ])('a password of a database is what its driver makes of it: %s is %s', (written, password) => {
    const url = `postgresql://spa:${written}@db/spa`;
    expect(readConfig({ DATABASE_URL: url }).database).toMatchObject({ url });
    expect(new pg.Client({ connectionString: url }).password).toBe(password);
  });

  test.each(['CORS_ORIGINS', 'PUBLIC_HOSTS', 'TRUSTED_PROXIES', 'DATABASE_REPLICA_URLS'])(
    '%s with nothing but commas stops the start: it is set, and says nothing',
    (name) => {
      for (const value of [',', ' , ,']) {
        expect(() => readConfig({ ...SERVER, [name]: value })).toThrow(new RegExp(`^${name} must be `));
      }
    },
  );

  test('the host of a database may be the folder of its socket', () => {
    for (const url of ['postgresql:///spa?host=/run/postgresql', 'postgresql://%2Frun%2Fpostgresql/spa']) {
      expect(readConfig({ DATABASE_URL: url }).database).toMatchObject({ url });
    }
  });

  test('METRICS_PORT that is PORT stops the start, unless each is any free one', () => {
    for (const [set, port] of [
      [{ METRICS_PORT: '4000' }, 4000],
      [{ PORT: '80', METRICS_PORT: '80' }, 80],
    ] as const) {
      expect(() => readConfig(set)).toThrow(
        new ConfigError(`METRICS_PORT must be another port than PORT, not "${port}"`),
      );
    }
    expect(readConfig({ PORT: '0', METRICS_PORT: '0' })).toMatchObject({ port: 0, metricsPort: 0 });
  });

  test('PAGES_KEY that is no key stops the start without being shown', () => {
    expect(() => readConfig({ PAGES_KEY: 'ssg_almost-a-secret' })).toThrow(
      new ConfigError('PAGES_KEY must be an API key'),
    );
  });

  test('TRUSTED_DOCUMENTS_ONLY without documents stops the start, or nothing would be answered', () => {
    expect(() => readConfig({ TRUSTED_DOCUMENTS_ONLY: '1' })).toThrow(
      new ConfigError('TRUSTED_DOCUMENTS_ONLY needs TRUSTED_DOCUMENTS, the file or folder with the documents'),
    );
    expect(readConfig({ TRUSTED_DOCUMENTS_ONLY: '0' }).trustedDocuments).toBeNull();
    expect(readConfig({ TRUSTED_DOCUMENTS: 'documents.json' }).trustedDocuments).toEqual({
      path: 'documents.json',
      only: false,
    });
  });

  test('TRUSTED_PROXY_HEADER without proxies stops the start, because nobody would be believed', () => {
    expect(() => readConfig({ TRUSTED_PROXY_HEADER: 'forwarded' })).toThrow(
      new ConfigError('TRUSTED_PROXY_HEADER needs TRUSTED_PROXIES, the networks whose header is read'),
    );
  });

  test('what operations may cost is limited whatever the limit of requests is (A9)', () => {
    const limitsOf = (env: Record<string, string>) => {
      const { rateLimitPerMinute, rateLimitCostPerMinute } = readConfig(env);
      return [rateLimitPerMinute, rateLimitCostPerMinute];
    };
    expect(limitsOf({ RATE_LIMIT_PER_MINUTE: '0' })).toEqual([0, 30_000_000]);
    expect(limitsOf({ RATE_LIMIT_PER_MINUTE: '6000' })).toEqual([6_000, 30_000_000]);
    expect(limitsOf({ RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_COST_PER_MINUTE: '70' })).toEqual([0, 70]);
    expect(limitsOf({ RATE_LIMIT_COST_PER_MINUTE: '0' })).toEqual([600, 0]);
  });

  test('the address of a collector may hold a password and is not shown', () => {
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318?hunter2' })).toThrow(
      new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http://collector:4318'),
    );
  });

  test('all wrong variables are named at once, on one line', () => {
    expect(() => readConfig({ PORT: 'x\ny', DEMO: '2' })).toThrow(/^PORT must [^\n]*; DEMO must [^\n]*$/);
  });

  test('the value of a secret is never shown', () => {
    const address = 'postgresql://user:password@host:5432/database';
    for (const url of ['mysql://spa:hunter2@db/spa', 'hunter2', 'postgresql//hunter2']) {
      expect(() => readConfig({ DATABASE_URL: url })).toThrow(
        new ConfigError(`DATABASE_URL must be an address like ${address}`),
      );
      const set = { DATABASE_URL: 'postgresql://db/spa' };
      expect(() => readConfig({ ...set, DATABASE_REPLICA_URLS: `postgresql://one/spa,${url}` })).toThrow(
        new ConfigError(`DATABASE_REPLICA_URLS must be addresses like ${address}, separated by commas`),
      );
      expect(() => readConfig({ ...set, DATABASE_DIRECT_URL: url })).toThrow(
        new ConfigError(`DATABASE_DIRECT_URL must be an address like ${address} that leads past the pooler`),
      );
    }
  });

  test('an address that leads through a pooler needs one that leads past it', () => {
    const pooled = 'postgresql://spa:hunter2@pooler:6432/spa?pgbouncer=true';
    expect(() => readConfig({ DATABASE_URL: pooled })).toThrow(
      /^DATABASE_DIRECT_URL must be set together with pgbouncer=true in DATABASE_URL: the same database past the pooler/,
    );
    expect(() => readConfig({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: pooled })).toThrow(
      /^DATABASE_DIRECT_URL must/,
    );
    expect(() => readConfig({ DATABASE_URL: pooled })).not.toThrow(/hunter2/);
  });

  test('that commits wait for a second server says nothing where there is none', () => {
    const set = { DATABASE_URL: 'postgresql://db/spa', DATABASE_SYNCHRONOUS: '1' };
    for (const replicas of [{}, { DATABASE_REPLICA_URLS: 'postgresql://db1/spa' }]) {
      expect(() => readConfig({ ...set, ...replicas })).toThrow(/^DATABASE_SYNCHRONOUS needs DATABASE_REPLICA_URLS/);
    }
  });

  test.each(['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS', 'DATABASE_SYNCHRONOUS', 'DATABASE_POOL_SIZE'])(
    '%s without DATABASE_URL is refused: an embedded database has nothing of the kind',
    (name) => {
      const value = /URLS?$/.test(name) ? 'postgresql://db/spa' : '1';
      expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(`${name} needs DATABASE_URL to be set`));
    },
  );

  test('of a database server only the address is needed', () => {
    const url = 'postgresql://db/spa';
    const database = { kind: 'postgresql', url, directUrl: null, replicaUrls: [], isSynchronous: false, poolSize: 10 };
    expect(readConfig({ DATABASE_URL: url }).database).toEqual(database);
  });
});

describe('the pepper of API keys', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'gateway-pepper-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  test('is required with a database server, where it would be lost with the machine', () => {
    const config = readConfig({ DATABASE_URL: 'postgresql://db/spa', DATA_DIR: dataDir });
    expect(() => loadApiKeyPepper(config)).toThrow(/^API_KEY_PEPPER must be set together with DATABASE_URL/);
  });

  test('is created once for an embedded database, in a file that only its owner can read', () => {
    const config = readConfig({ DATA_DIR: join(dataDir, 'new') });
    const pepper = loadApiKeyPepper(config);
    expect(pepper).toMatch(/^[0-9a-f]{64}$/);
    expect(loadApiKeyPepper(config)).toBe(pepper);
    const file = join(dataDir, 'new', 'api-key-pepper');
    expect(readFileSync(file, 'utf8').trim()).toBe(pepper);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('comes from the environment where it is set', () => {
    const given = 'given '.repeat(6);
    expect(loadApiKeyPepper(readConfig({ API_KEY_PEPPER: given, DATA_DIR: dataDir }))).toBe(given);
  });

  test.each(['', '0123456789abcdef0123456789abcde', `${'0'.repeat(40)}\n${'1'.repeat(40)}`, '\0'.repeat(64)])(
    'is never silently replaced when its file was damaged: %j',
    (left) => {
      const file = join(dataDir, 'api-key-pepper');
      writeFileSync(file, left);
      const said = (): string => {
        try {
          return loadApiKeyPepper(readConfig({ DATA_DIR: dataDir }));
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError);
          return (error as ConfigError).message;
        }
      };
      expect(said()).toMatch(new RegExp(`^the pepper in ${file} is damaged [^\\n]+$`));
      if (left !== '') expect(said()).not.toContain(left.slice(0, 20));
      expect(readFileSync(file, 'utf8')).toBe(left);
    },
  );

  test.each(['API_KEY_PEPPER', 'A'])('of fewer than 32 characters stops the start without being shown', (text) => {
    const rule = 'API_KEY_PEPPER must be a random text of 32 characters or more, as `openssl rand -hex 32` makes one';
    const short = text.repeat(32).slice(0, 31);
    for (const pepper of [short, `${short}${' '.repeat(9)}`, 'x']) {
      expect(() => readConfig({ API_KEY_PEPPER: pepper })).toThrow(new ConfigError(rule));
    }
    expect(readConfig({ API_KEY_PEPPER: `${short}x` }).apiKeyPepper).toBe(`${short}x`);
    expect(readConfig({ API_KEY_PEPPER_PREVIOUS: short }).previousApiKeyPepper).toBe(short);
  });
});
