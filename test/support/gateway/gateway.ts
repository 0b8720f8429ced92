/**
 * The whole gateway for tests: its own database on the test run's PostgreSQL, an imported catalogue, the real
 * application, and a clock under the test's control.
 */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import inject, { type InjectOptions, type Response as LightMyRequestResponse } from 'light-my-request';
import { STRUCTURE } from '../../../src/data/cache/cache-tags.ts';
import { type Epochs, watchEpochs } from '../../../src/data/cache/epochs.ts';
import { createKey } from '../../../src/data/keys/api-keys.ts';
import { insertDemoKey } from '../../../src/data/keys/demo-keys.ts';
import { type ApiKeys, openApiKeys } from '../../../src/data/keys/key-lookup.ts';
import { type CatalogueSize, readCatalogueSizes } from '../../../src/data/reads/catalogue-size.ts';
import { formatDay, parseDay } from '../../../src/domain/time/civil-date.ts';
import type { Scheduler } from '../../../src/domain/time/clock.ts';
import type { Services } from '../../../src/operations/access/request-context.ts';
import { createCursorSigner } from '../../../src/operations/search/cursors.ts';
import { createApp } from '../../../src/server/app.ts';
import { type Config, readConfig } from '../../../src/server/config.ts';
import type { OtherPages } from '../../../src/server/pages/page-endpoints.ts';
import { createLog, type Logger } from '../../../src/server/telemetry/log.ts';
import { databaseWith, type FreshDatabase, freshDatabase, putInto } from '../database/fresh-database.ts';
import { readRaised } from '../database/raised-epochs.ts';
import { leftOpen } from '../left-open.ts';

/** The pepper of its keys. */
export const PEPPER = 'the pepper of the tests, long enough for all';

/**
 * An interval that never ends: with it a process reads the epochs only when it is notified. A reading that overtakes a notification knows
 * which hotel's capacity changed, but not which room type's, so it forgets more than a counting test expects; and it takes a counter that a
 * test made up for a sign of a restored database.
 */
export const NEVER_MS = 2 ** 31 - 1;

/** Scopes and visibility of a test's key; by default everything, in the public channel. */
type Scope = Parameters<typeof createKey>[0]['scopes'][number];

export interface KeyOptions {
  channel?: string;
  destinations?: readonly number[] | null;
  hotels?: readonly number[] | null;
  scopes?: readonly Scope[];
  /** Default: `test`. */
  name?: string;
  /** Name of its client; by default a client of its own. */
  client?: string;
  isPublishable?: boolean;
  isTest?: boolean;
  expiresAt?: Date | null;
}

export interface TestGateway {
  readonly server: Server;
  readonly services: Services;
  readonly database: FreshDatabase;
  readonly epochs: Epochs;
  readonly apiKeys: ApiKeys;
  /** The key with which demo mode started; null: not in demo mode. */
  readonly demoKey: string | null;
  /** Listens on a free port of this machine; returns the address. */
  listen(): Promise<string>;
  /** Sends a request without a network. */
  inject(request: InjectOptions): Promise<LightMyRequestResponse>;
  /** Makes an API key. */
  key(options?: KeyOptions): Promise<string>;
  /** Runs a GraphQL operation with a key (by default one with all scopes); returns the parsed body. */
  graphql<Data = Record<string, never>>(
    query: string,
    options?: { key?: string; variables?: Record<string, unknown>; headers?: Record<string, string> },
  ): Promise<GraphQLAnswer<Data>>;
  /** The same for an operation without errors: returns its data. */
  ask<Data = Record<string, unknown>>(...asked: Parameters<TestGateway['graphql']>): Promise<Data>;
  /** Sets the clock to noon UTC of a date. */
  setToday(date: string): void;
  /** Sets the clock to an instant in ISO 8601 with a zone. */
  setClock(instant: string): void;
  /** Ends its subscriptions, as a process that stops. */
  drain(): void;
  /** Stops it but leaves its database open for other gateways. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export interface GraphQLAnswer<Data> {
  data: Data;
  errors?: { message: string; path?: (string | number)[]; extensions?: Record<string, unknown> }[];
}

/** Starts a gateway on `today` (YYYY-MM-DD, at noon UTC), with a catalogue if one is given. */
export async function startGateway({
  catalogue,
  today,
  config = {},
  database: given,
  log,
  operationTimeoutMs,
  schedule,
  uploadIdleMs,
  requestTimeoutMs,
  readerStallMs,
  catalogueSize,
  epochPollMs,
  pages,
  demo = false,
}: {
  catalogue?: unknown;
  today: string;
  config?: Partial<Config>;
  database?: FreshDatabase;
  /** Default: a silent one. */
  log?: Logger;
  /** The deadline of reads. Default: the usual one. */
  operationTimeoutMs?: number;
  /** The timers of subscriptions. Default: the machine's. */
  schedule?: Scheduler;
  /** How long an upload may make no progress. Default: the usual time. */
  uploadIdleMs?: number;
  /** How long a client may take to send a request. Default: the usual time. */
  requestTimeoutMs?: number;
  /** How long a reader may take nothing. Default: the usual time. */
  readerStallMs?: number;
  /** How large it takes the catalogue to be, for costs. Default: as large as it is. */
  catalogueSize?: CatalogueSize;
  /** How often it reads the epochs. Default: as often as usual. */
  epochPollMs?: number;
  /** Its pages, as `sourcePages()` has them. Default: none, as where nothing was built. */
  pages?: OtherPages;
  /** Whether it is in demo mode; then the given catalogue counts as the demo's. */
  demo?: boolean;
}): Promise<TestGateway> {
  const database = given ?? (await (catalogue === undefined ? freshDatabase() : databaseWith(catalogue)));
  let now = noonOf(today);
  const clock = { now: () => now };
  if (given && catalogue !== undefined) await putInto(given, catalogue);
  const demoKey = demo
    ? await database.prisma.$transaction((tx) => insertDemoKey(tx, { pepper: PEPPER, clock }))
    : null;
  const epochs = await watchEpochs(database, epochPollMs);
  const apiKeys = openApiKeys({ database, epochs, pepper: PEPPER, clock });
  const app = createApp({
    config: { ...readConfig({ RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_COST_PER_MINUTE: '0' }), ...config },
    database,
    epochs,
    apiKeys,
    cursors: createCursorSigner(PEPPER),
    catalogueSizes: { epoch: epochs.of(STRUCTURE), sizes: await readCatalogueSizes(database) },
    clock,
    log: log ?? (await createLog({ level: 'silent', terminal: false })),
    demoKey,
    ...(operationTimeoutMs === undefined ? {} : { operationTimeoutMs }),
    ...(schedule === undefined ? {} : { schedule }),
    ...(pages && { pages }),
    ...(uploadIdleMs === undefined ? {} : { uploadIdleMs }),
    ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
    ...(readerStallMs === undefined ? {} : { readerStallMs }),
  });
  // Whatever is read of the database, costs go by this size.
  if (catalogueSize) {
    const { catalogueSize: sizeOf } = app.services;
    const pinned: typeof sizeOf = (caller) => (caller.destinations === null ? catalogueSize : sizeOf(caller));
    Object.assign(app.services, { catalogueSize: pinned });
  }
  const { server } = app;
  const ask = (request: InjectOptions) =>
    inject((incoming, response) => server.emit('request', incoming, response), request);
  let everything: string | null = null;
  let clients = 0;
  const key = async ({
    channel = 'public',
    destinations = null,
    hotels = null,
    scopes = ['read', 'book'],
    expiresAt = null,
    isPublishable = false,
    isTest = false,
    client = `test ${++clients}`,
    name = 'test',
  }: KeyOptions = {}) => {
    const made = await createKey({
      database,
      pepper: PEPPER,
      name,
      clientName: client,
      channelCode: channel,
      destinationNumbers: destinations,
      hotelNumbers: hotels,
      scopes,
      isPublishable,
      isTest,
      expiresAt,
      clock,
    });
    // The notification of the new key may still be in flight.
    epochs.observe(await readRaised(database));
    return made.key;
  };
  const gateway: TestGateway = {
    server,
    services: app.services,
    database,
    epochs,
    apiKeys,
    demoKey,
    inject: ask,
    key,
    async listen() {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    async graphql(query, { key: presented, variables, headers } = {}) {
      if (!presented) everything ??= await key();
      const response = await ask({
        method: 'POST',
        url: '/graphql',
        headers: { authorization: `Bearer ${presented ?? everything}`, ...headers },
        payload: { query, variables },
      });
      return response.json();
    },
    setToday(date) {
      now = noonOf(date);
    },
    setClock(instant) {
      now = Date.parse(instant);
    },
    async ask<Data>(...asked: Parameters<TestGateway['graphql']>) {
      const { data, errors } = await gateway.graphql<Data>(...asked);
      if (errors) throw new Error(`the operation has errors: ${JSON.stringify(errors)}`);
      return data;
    },
    drain: () => app.drain(),
    async stop() {
      leftOpen.delete(gateway);
      await app.close();
      await epochs.close();
    },
    async close() {
      await gateway.stop();
      await database.close();
    },
  };
  leftOpen.add(gateway);
  return gateway;
}

function noonOf(date: string): number {
  const day = parseDay(date);
  if (day === null) throw new RangeError(`not a date: ${date}`);
  return Date.parse(`${formatDay(day)}T12:00:00Z`);
}
