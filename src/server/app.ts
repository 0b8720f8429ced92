/**
 * The application: everything wired, nothing listening. Requests go to GraphQL, to REST, or to the few pages about the
 * service itself; what is common to all (keys, limits, CORS, headers, logging) is set up here once.
 */
import { type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import { normalizeIP } from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { execute } from 'graphql';
import type { ApiKeys, Caller } from '../data/api-keys.ts';
import type { Database } from '../data/database.ts';
import type { Epochs } from '../data/epochs.ts';
import { when } from '../data/soon.ts';
import { dayInTimeZone } from '../domain/civil-date.ts';
import type { Clock } from '../domain/clock.ts';
import { schema } from '../graphql/schema.ts';
import { createAnswerStore } from '../operations/answer-store.ts';
import type { CursorSigner } from '../operations/cursors.ts';
import { createGateway, type Gateway } from '../operations/session.ts';
import { addressOf } from '../rest/address.ts';
import { failure } from '../rest/answer.ts';
import { keyOf } from '../rest/credentials.ts';
import { answerToFastifyError } from '../rest/fastify-errors.ts';
import { refuseUnreadableAddress, restPlugin, send } from '../rest/plugin.ts';
import { refuseRepeatedHeaders } from '../rest/request-headers.ts';
import { CompiledOperations, runOr } from './compiled-operations.ts';
import type { Config } from './config.ts';
import { contextOf } from './context.ts';
import { type DemoKey, watchDemoKey } from './demo-key.ts';
import { codeOfError, failureCounts, reportFailure } from './errors.ts';
import { createFront, type Front } from './front.ts';
import { registerFrontPage } from './front-page.ts';
import { createExplorer } from './graphiql.ts';
import { createGraphQLAnswers } from './graphql-answers.ts';
import { registerGraphQL } from './graphql-endpoint.ts';
import { type Logger, logRequest } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { registerMetrics } from './metrics-page.ts';
import { OperationLabels } from './operation-label.ts';
import { PageAssets } from './page-assets.ts';
import { registerPages } from './pages.ts';
import { registerRateLimit } from './rate-limit.ts';
import { registerReference } from './reference.ts';
import { RequestCounts } from './request-counts.ts';
import { answeredBy, observeRequests, type RequestObserver, UNREADABLE } from './request-observer.ts';
import { HeadersByOrigin } from './response-heads.ts';
import { HEADERS_OF_UNREADABLE, registerSecurityHeaders } from './security-headers.ts';
import { sweepPeriodically } from './sweep.ts';
import type { Tracing } from './tracing.ts';
import { readTrustedDocuments } from './trusted-documents.ts';

/** Largest body of a request in bytes. */
const BODY_LIMIT = 256 * 1024;
/** Of a part of the address, in characters: as long as all headers together may be. */
const LONGEST_ADDRESS = 16 * 1024;
/** How long a client may take to send a request, in milliseconds. */
const REQUEST_TIMEOUT_MS = 9_000;
/** How long reading may go on for a request, in milliseconds. Bookings have limits of their own. */
const OPERATION_TIMEOUT_MS = 10_000;
/** How often that is checked, in milliseconds. */
const TIMEOUT_CHECK_MS = 1_000;

/** What the application is made of. */
export interface AppParts {
  config: Config;
  database: Database;
  epochs: Epochs;
  apiKeys: ApiKeys;
  cursors: CursorSigner;
  clock: Clock;
  log: Logger;
  /** The key with which demo mode began; null: there is no demo mode. */
  demoKey: string | null;
  /** Null or left out: nobody wants traces. */
  tracing?: Tracing | null;
  /** In place of the usual ten seconds: how long reading may go on for a request. */
  operationTimeoutMs?: number;
}

/** The application. */
export interface App {
  readonly fastify: FastifyInstance;
  readonly gateway: Gateway;
  readonly metrics: Metrics;
  drain(): void;
  close(): Promise<void>;
}

/** Wires the application. `drain` makes `/ready` answer 503 from then on. */
export async function createApp(parts: AppParts): Promise<App> {
  const { config, epochs, apiKeys, cursors, clock, log, tracing = null } = parts;
  const database = tracing
    ? { ...parts.database, transact: tracing.transact(parts.database.transact) }
    : parts.database;
  const { operationTimeoutMs = OPERATION_TIMEOUT_MS } = parts;
  const { businessTimeZone } = config;
  const gateway = createGateway({ database, epochs, clock, businessTimeZone, cursors });
  const answers = createAnswerStore({ megabytes: config.responseStoreMb, epochs, clock, businessTimeZone });
  const metrics = createMetrics({ database, epochs, gateway, answers, failures: failureCounts(log) });
  const logged = log.isLevelEnabled('info');
  const observe: RequestObserver = (request) => {
    metrics.answered(request);
    if (logged) logRequest(log, request);
    tracing?.answered(request);
  };
  let requests = 0;
  const nextRequestId = () => `req-${(++requests).toString(36)}`;
  const fastify = Fastify({
    logger: false,
    genReqId: nextRequestId,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node looks after the body only when the headers have no more time than the whole request.
    http: { headersTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    forceCloseConnections: 'idle',
    // What still arrives on an open connection while the server closes is answered, and is the last one there.
    return503OnClosing: false,
    // No route, hook or log sees the key in an address.
    rewriteUrl: (request) => addressOf(request).url,
    exposeHeadRoutes: true,
    // An identifier of any length is an identifier that does not exist, or none at all: not another kind of error.
    routerOptions: { maxParamLength: LONGEST_ADDRESS },
    frameworkErrors: (error, request, reply) => {
      refuseUnreadableAddress(error, request, reply.headers(HEADERS_OF_UNREADABLE));
      metrics.answered(answeredBy(reply, UNREADABLE));
    },
    clientErrorHandler: (error, socket) => {
      const status = answerUnreadableRequest(error, socket);
      // What breaks off in the middle is no other request than the one that it is the beginning of.
      if (status && error.code !== 'HPE_INVALID_EOF_STATE') metrics.answered({ ...UNREADABLE_REQUEST, status });
    },
  });
  observeRequests(fastify, observe);
  fastify.setNotFoundHandler((_request, reply) => send(reply, failure(404)));
  fastify.setErrorHandler((error, request, reply) => {
    const refusal = answerToFastifyError(error);
    if (!refusal) reportFailure(log, error, request.id);
    send(reply, refusal ?? failure(500));
  });
  const authenticate = async (request: FastifyRequest): Promise<Caller | null> => {
    const key = keyOf(request.raw);
    const caller = key === null ? null : await apiKeys.authenticate(key);
    request.keyPrefix = caller?.prefix ?? null;
    return caller;
  };

  const demoKey = watchDemoKey({ key: parts.demoKey, apiKeys, epochs, publicHosts: config.publicHosts, log });
  fastify.addHook('preParsing', async (request) => refuseRepeatedHeaders(request.raw));
  registerSecurityHeaders(fastify);
  await fastify.register(cors, {
    origin: originsOf(config, parts.demoKey === null ? null : demoKey),
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ['Accept-Language', 'Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match'],
    exposedHeaders: [
      'Content-Language',
      'ETag',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'Retry-After',
      'X-Service-Amenities-Version',
      'X-Total-Count',
    ],
  });
  const headers = new HeadersByOrigin(() => demoKey.current());
  headers.learnFrom(fastify);
  // Before the limit, which would count their requests.
  const assets = new PageAssets();
  registerFrontPage(fastify, { demoKey, assets, graphiql: config.graphiql });
  registerReference(fastify, { demoKey, assets, today: () => dayInTimeZone(clock.now(), businessTimeZone) });
  assets.register(fastify);
  const counts = new RequestCounts();
  if (config.rateLimitPerMinute > 0) {
    await registerRateLimit(fastify, {
      counts,
      perMinute: config.rateLimitPerMinute,
      redisUrl: config.redisUrl,
      // Made-up keys share the count of the address that they come from, or guessing would never be limited; whoever has
      // an IPv6 address has a network of them.
      holderOf: async (request) => (await authenticate(request).catch(() => null))?.apiKeyId ?? normalizeIP(request.ip),
      log,
    });
  }
  if (config.metricsPort === null) registerMetrics(fastify, metrics);
  registerPages(fastify, { database, log });
  const compiled = new CompiledOperations(schema);
  const trusted = config.trustedDocuments && readTrustedDocuments(config.trustedDocuments, schema);
  const labels = new OperationLabels(schema, (text) => trusted?.has(text) ?? false);
  const graphql = createGraphQLAnswers({
    ...{ compiled, gateway, log, operationTimeoutMs, answers, labels, tracing, trusted },
  });
  const explorer = config.graphiql
    ? createExplorer({ gateway, apiKeys, assets, onlyTrusted: trusted?.only ?? false })
    : null;
  registerGraphQL(fastify, { graphql, explorer, demoKey, authenticate, log });
  await fastify.register(restPlugin, {
    prefix: '/api',
    runtime: {
      schema,
      execute: (args) => {
        const run = compiled.toExecute(args.document, args.operationName);
        const executed = () => (run ? runOr(run, args, execute) : execute(args));
        return tracing ? tracing.operation(args.document, args.operationName, executed) : executed();
      },
      authenticate: (key) => apiKeys.authenticate(key),
      operationTimeoutMs,
      contextFor: (caller, request, limit) =>
        contextOf({
          gateway,
          caller,
          acceptLanguage: request.headers['accept-language'],
          timeLimit: limit,
        }),
      today: () => dayInTimeZone(clock.now(), businessTimeZone),
      cursors,
      answers,
      bookings: gateway.bookings,
      codeOfError,
      report: (error, request) => reportFailure(log, error, request.id),
    },
  });
  // What processes count together takes a question to another server: the framework's limiter asks it.
  const { rateLimitPerMinute: perMinute } = config;
  const isCountedHere = config.redisUrl === null || perMinute === 0;
  const bodyLimit = BODY_LIMIT;
  const front = isCountedHere
    ? createFront({ apiKeys, answers, graphql, counts, perMinute, bodyLimit, headers, nextRequestId, observe, log })
    : null;
  putInFront(fastify.server, { front, tracing });
  const stopSweeping = sweepPeriodically({ database, clock, log });
  return {
    fastify,
    gateway,
    metrics,
    drain() {
      fastify.gatewayIsDraining = true;
    },
    async close() {
      stopSweeping();
      await fastify.close();
    },
  };
}

/** Whose pages may call, as the CORS plugin takes it. `demoKey` is null where there is no demo mode. */
function originsOf({ corsOrigins }: Config, demoKey: DemoKey | null): FastifyCorsOptions['origin'] {
  if (corsOrigins !== null) return corsOrigins.includes('*') ? '*' : [...corsOrigins];
  if (!demoKey) return [];
  return (_origin, allow) => void when(demoKey.current(), (key) => allow(null, key === null ? false : '*'));
}

/** Lets the front see every request first, and all of it be traced. */
function putInFront(server: Server, { front, tracing }: { front: Front | null; tracing: Tracing | null }): void {
  const [framework] = server.listeners('request') as RequestListener[];
  const handle: RequestListener = (request, response) => {
    if (!front?.(request, response)) framework!(request, response);
  };
  server.removeAllListeners('request');
  server.on(
    'request',
    tracing ? (request, response) => tracing.serve(request, response, () => handle(request, response)) : handle,
  );
}

/** What is told of a request that is none; its time is not known. */
const UNREADABLE_REQUEST = {
  ...{ requestId: '', method: '', route: UNREADABLE, durationMs: 0 },
  ...{ about: null, keyPrefix: null, refusal: null, booking: null },
};

/**
 * Answers what is no HTTP that could be routed (headers too large, too slow, malformed), on the bare connection; the status,
 * or null when there is nobody to answer.
 */
function answerUnreadableRequest(error: Error & { code?: string }, socket: Socket): number | null {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return null;
  const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
  const status = statuses[error.code ?? ''] ?? 400;
  const body = JSON.stringify(failure(status).body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...Object.entries(HEADERS_OF_UNREADABLE).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  return status;
}
