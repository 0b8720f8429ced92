/**
 * Every environment variable with its default and meaning: the one table behind `config.ts`, `serve --help` and the
 * README. A new variable goes here and into `config.ts`; the compiler finds the one that is missing, and a test
 * (`test/server/variables`) says what to change in the README.
 */
import { DEFAULT_POOL_SIZE } from '../data/database/server-address.ts';

/** In both texts, code is between backticks as in Markdown. */
export interface Variable {
  /** What applies when it is not set. */
  readonly default: string;
  readonly meaning: string;
}

/** In display order. */
export const VARIABLES = {
  PORT: { default: '4000', meaning: 'port to listen on; 0: any free one, which is printed' },
  HOST: { default: '127.0.0.1', meaning: 'host name or address to listen on' },
  DATABASE_URL: { default: 'none', meaning: 'a PostgreSQL; none: embedded in `DATA_DIR`' },
  DATABASE_POOL_SIZE: {
    default: String(DEFAULT_POOL_SIZE),
    meaning: 'connections of a process to the database, and to each replica',
  },
  DATABASE_REPLICA_URLS: {
    default: 'none',
    meaning: 'standbys, separated by commas, that may answer for the catalogue',
  },
  DATABASE_DIRECT_URL: {
    default: 'none',
    meaning: 'the database past a pooler; required when `DATABASE_URL` says `pgbouncer=true`',
  },
  DATA_DIR: {
    default: '`.data`',
    meaning: 'folder of the embedded database, the demo key and the pepper; closed to other users (mode 700)',
  },
  DEMO: {
    default: 'on when embedded and empty',
    meaning: '1: load the demo catalogue into an empty database and make the demo key; 0: never',
  },
  BUSINESS_TIME_ZONE: { default: '`Europe/Prague`', meaning: 'whose date is today for stays' },
  CORS_ORIGINS: {
    default: 'none (`*` in demo mode)',
    meaning: 'origins whose pages may call, separated by commas',
  },
  PUBLIC_HOSTS: {
    default: 'none',
    meaning:
      'host names, separated by commas, under which pages show the demo key beside `localhost` and loopback addresses',
  },
  GRAPHIQL: { default: '1', meaning: '0: browsers get no GraphiQL at `/graphql` (404), and nothing leads to it' },
  API_KEY_PEPPER: {
    default: 'made and kept in `DATA_DIR` when embedded',
    meaning: 'secret of 32 characters or more under which keys are hashed; required with `DATABASE_URL`',
  },
  API_KEY_PEPPER_PREVIOUS: {
    default: 'none',
    meaning:
      'the pepper before, while it is being changed: keys hashed under it are accepted and hashed anew when used',
  },
  LOG_LEVEL: {
    default: '`info`',
    meaning: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`; JSON lines, readable ones on a terminal',
  },
  RATE_LIMIT_PER_MINUTE: {
    default: '600',
    meaning: 'requests of a key, and of an address without an accepted one; 0: no limit',
  },
  REDIS_URL: {
    default: 'none',
    meaning: 'a Redis in which all processes count requests together; none: each counts for itself',
  },
  RESPONSE_STORE_MB: { default: '64', meaning: 'memory for cached responses; 0: nothing is cached' },
  METRICS_PORT: {
    default: 'none',
    meaning: 'where Prometheus reads `/metrics` (0: any free port); none: on `PORT`, for programs of this machine',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: 'none',
    meaning: 'where traces are sent (OTLP over HTTP); other `OTEL_...` as OpenTelemetry reads them',
  },
  TRUSTED_DOCUMENTS: { default: 'none', meaning: 'manifest of GraphQL documents that clients name by id' },
  TRUSTED_DOCUMENTS_ONLY: { default: '0', meaning: '1: nothing else is executed over GraphQL' },
} satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;

/** For the README. */
export function variablesAsMarkdown(): string {
  const rows = entries().map(([name, { default: value, meaning }]) => `| \`${name}\` | ${value} | ${meaning} |`);
  return ['| environment | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

/** For a terminal: a line for name and default, the meaning below. */
export function variablesAsText(): string {
  return entries()
    .map(([name, { default: value, meaning }]) => {
      const lines = wrapText(stripMarkup(meaning)).map((line) => `      ${line}`);
      return [`  ${name} (${stripMarkup(value)})`, ...lines].join('\n');
    })
    .join('\n');
}

function entries(): [string, Variable][] {
  return Object.entries(VARIABLES);
}

function stripMarkup(text: string): string {
  return text.replaceAll('`', '');
}

const TEXT_WIDTH = 94;

function wrapText(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= TEXT_WIDTH) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
