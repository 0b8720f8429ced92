/**
 * The application: everything wired, nothing listening. Requests go to GraphQL, to REST, or to the few pages about the
 * service itself; what is common to all (keys, limits, CORS, headers, logging) is set up here once.
 */
import { STATUS_CODES } from 'node:http';
import cors from '@fastify/cors';
import Fastify, {} from 'fastify';
import { execute } from 'graphql';
import { dayInTimeZone } from '../domain/civil-date.js';
import { schema } from '../graphql/schema.js';
import { createAnswerStore } from '../operations/answer-store.js';
import { createGateway } from '../operations/session.js';
import { failure } from '../rest/answer.js';
import { presentedKey } from '../rest/credentials.js';
import { answerToFastifyError } from '../rest/fastify-errors.js';
import { refuseUnreadableAddress, restPlugin, send } from '../rest/plugin.js';
import { CompiledOperations, runOr } from './compiled-operations.js';
import { contextOf } from './context.js';
import { codeOfError, failureCounts, reportFailure } from './errors.js';
import { createFront, HeadersByOrigin } from './front.js';
import { registerFrontPage } from './front-page.js';
import { createGraphQLAnswers } from './graphql-answers.js';
import { registerGraphQL } from './graphql-endpoint.js';
import { logRequest } from './log.js';
import { createMetrics } from './metrics.js';
import { registerMetrics } from './metrics-page.js';
import { OperationLabels } from './operation-label.js';
import { registerPages } from './pages.js';
import { registerRateLimit } from './rate-limit.js';
import { registerReference } from './reference.js';
import { RequestCounts } from './request-counts.js';
import { answeredBy, observeRequests, UNREADABLE } from './request-observer.js';
import { HEADERS_OF_UNREADABLE, registerSecurityHeaders } from './security-headers.js';
import { sweepPeriodically } from './sweep.js';
import { readTrustedDocuments } from './trusted-documents.js';
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
/** Wires the application. `drain` makes `/ready` answer 503 from then on. */
export async function createApp(parts) {
    const { config, epochs, apiKeys, cursors, clock, log, demoKey, tracing = null } = parts;
    const database = tracing
        ? { ...parts.database, transact: tracing.transact(parts.database.transact) }
        : parts.database;
    const { operationTimeoutMs = OPERATION_TIMEOUT_MS } = parts;
    const { businessTimeZone } = config;
    const gateway = createGateway({ database, epochs, clock, businessTimeZone, cursors });
    const answers = createAnswerStore({ megabytes: config.responseStoreMb, epochs, clock, businessTimeZone });
    const metrics = createMetrics({ database, epochs, gateway, answers, failures: failureCounts(log) });
    const logged = log.isLevelEnabled('info');
    const observe = (request) => {
        metrics.answered(request);
        if (logged)
            logRequest(log, request);
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
            if (status && error.code !== 'HPE_INVALID_EOF_STATE')
                metrics.answered({ ...UNREADABLE_REQUEST, status });
        },
    });
    observeRequests(fastify, observe);
    fastify.setNotFoundHandler((_request, reply) => send(reply, failure(404)));
    fastify.setErrorHandler((error, request, reply) => {
        const refusal = answerToFastifyError(error);
        if (!refusal)
            reportFailure(log, error, request.id);
        send(reply, refusal ?? failure(500));
    });
    const authenticate = (request) => {
        const key = keyOf(request);
        return key === null ? Promise.resolve(null) : apiKeys.authenticate(key);
    };
    registerSecurityHeaders(fastify);
    await fastify.register(cors, {
        origin: config.corsOrigins?.includes('*') ? '*' : [...(config.corsOrigins ?? [])],
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
    const headers = new HeadersByOrigin();
    headers.learnFrom(fastify);
    // Before the limit, which would count their requests.
    registerFrontPage(fastify, { demoKey });
    await registerReference(fastify, { demoKey, today: () => dayInTimeZone(clock.now(), businessTimeZone) });
    const counts = new RequestCounts();
    if (config.rateLimitPerMinute > 0) {
        await registerRateLimit(fastify, {
            counts,
            perMinute: config.rateLimitPerMinute,
            redisUrl: config.redisUrl,
            // Made-up keys share the count of the address that they come from, or guessing would never be limited.
            holderOf: async (request) => (await authenticate(request).catch(() => null))?.apiKeyId ?? request.ip,
            log,
        });
    }
    if (config.metricsPort === null)
        registerMetrics(fastify, metrics);
    registerPages(fastify, { database, log });
    const compiled = new CompiledOperations(schema);
    const trusted = config.trustedDocuments && readTrustedDocuments(config.trustedDocuments, schema);
    const labels = new OperationLabels(schema, (text) => trusted?.has(text) ?? false);
    const graphql = createGraphQLAnswers({
        ...{ compiled, gateway, apiKeys, demoKey, log, operationTimeoutMs, answers, labels, tracing, trusted },
    });
    registerGraphQL(fastify, { graphql, authenticate, log });
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
            contextFor: (caller, request, limit) => contextOf({
                gateway,
                caller,
                acceptLanguage: request.headers['accept-language'],
                timeLimit: limit,
            }),
            today: () => dayInTimeZone(clock.now(), businessTimeZone),
            cursors,
            answers,
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
/** Lets the front see every request first, and all of it be traced. */
function putInFront(server, { front, tracing }) {
    const [framework] = server.listeners('request');
    const handle = (request, response) => {
        if (!front?.(request, response))
            framework(request, response);
    };
    server.removeAllListeners('request');
    server.on('request', tracing ? (request, response) => tracing.serve(request, response, () => handle(request, response)) : handle);
}
/** The key that a request presents, if any. */
function keyOf(request) {
    const { access_token: accessToken } = (request.query ?? {});
    return presentedKey({ authorization: request.headers.authorization, accessToken });
}
/** What is told of a request that is none; its time is not known. */
const UNREADABLE_REQUEST = { requestId: '', method: '', route: UNREADABLE, durationMs: 0, about: null };
/**
 * Answers what is no HTTP that could be routed (headers too large, too slow, malformed), on the bare connection; the status,
 * or null when there is nobody to answer.
 */
function answerUnreadableRequest(error, socket) {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable)
        return null;
    const statuses = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
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
//# sourceMappingURL=app.js.map