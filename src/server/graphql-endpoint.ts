/**
 * The GraphQL endpoint: Yoga behind Fastify. Fastify reads the body (within its limit) and the key is checked before Yoga
 * sees anything; GraphiQL, for a browser, is the one page that needs no key.
 */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { createYoga, type Plugin, shouldRenderGraphiQL } from 'graphql-yoga';
import type { ApiKeys, Caller } from '../data/api-keys.ts';
import { preferredLocales } from '../domain/locale.ts';
import type { GraphQLContext } from '../graphql/context.ts';
import { schema } from '../graphql/schema.ts';
import type { AnswerStore, FinishedAnswer } from '../operations/answer-store.ts';
import type { Gateway, Session } from '../operations/session.ts';
import { timeLimit } from '../operations/time-limit.ts';
import { messageOfStatus } from '../rest/answer.ts';
import { encodedFor } from '../rest/content-encoding.ts';
import { contextOf } from './context.ts';
import { createDocumentCaches } from './document-cache.ts';
import { maskedError, reportFailure, unavailabilityOf } from './errors.ts';
import { authorizationHeader, type ExampleTab, exampleTabs } from './example-operations.ts';
import { guards } from './graphql-guards.ts';
import type { Logger } from './log.ts';
import { sendPage } from './security-headers.ts';

export const GRAPHQL_PATH = '/graphql';

const DOCUMENT_CACHE_BYTES = 48 * 1024 * 1024;

/** What Yoga is given with every request. */
interface ServerContext {
  caller: Caller | null;
  acceptLanguage: string | undefined;
  /** Told of the session that is opened for the request. */
  opened(session: Session): void;
}

/** Registers the endpoint. `authenticate` gives the caller of a request, or null for any key that is not accepted. */
export function registerGraphQL(
  fastify: FastifyInstance,
  {
    gateway,
    apiKeys,
    authenticate,
    demoKey,
    log,
    operationTimeoutMs,
    answers,
  }: {
    gateway: Gateway;
    apiKeys: ApiKeys;
    authenticate: (request: FastifyRequest) => Promise<Caller | null>;
    demoKey: string | null;
    log: Logger;
    operationTimeoutMs: number;
    answers: AnswerStore;
  },
): void {
  async function tabs(): Promise<ExampleTab[]> {
    const caller = demoKey ? await apiKeys.authenticate(demoKey) : null;
    return exampleTabs({ gateway, demo: demoKey && caller ? { key: demoKey, caller } : null });
  }
  const yoga = createYoga<ServerContext, GraphQLContext>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    async context({ caller, acceptLanguage, opened }) {
      const limit = timeLimit(operationTimeoutMs);
      const context = await contextOf({ gateway, caller: caller!, acceptLanguage, timeLimit: limit });
      opened(context.session);
      return context;
    },
    // Nine megabytes of page are read when somebody looks at it, not when the server starts.
    renderGraphiQL: async (options) => (await import('@graphql-yoga/render-graphiql')).renderGraphiQL(options),
    graphiql: async () => ({
      title: 'spa-stay-gateway',
      defaultEditorToolsVisibility: 'headers',
      // The demo key is for everybody; another key is not to be left behind in a browser.
      shouldPersistHeaders: demoKey !== null,
      headers: authorizationHeader(demoKey),
      defaultHeaders: authorizationHeader(demoKey),
      defaultTabs: await tabs(),
    }),
    plugins: [...guards(), reportDefects(log)],
    maskedErrors: { isDev: false, maskError: maskedError },
    parserAndValidationCache: { ...createDocumentCaches({ bytes: DOCUMENT_CACHE_BYTES }) },
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
    logging: false,
  });

  fastify.register(async (scope) => {
    // Refusals before Yoga is asked are nobody's to keep either.
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('Cache-Control', 'private, no-store');
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error, { id }, reply) => answerToThrown(error, { requestId: id, reply, log }));
    scope.route({
      method: ['HEAD', 'PUT', 'PATCH', 'DELETE'],
      url: GRAPHQL_PATH,
      // Before any body is read: a wrong method needs none.
      onRequest: async (_request, reply) =>
        reply
          .code(405)
          .header('Allow', 'GET, POST')
          .send(errorBody(messageOfStatus(405), 'BAD_REQUEST')),
      handler: async () => {},
    });
    scope.route({
      method: ['GET', 'POST'],
      url: GRAPHQL_PATH,
      exposeHeadRoute: false,
      async handler(request, reply) {
        const isPage = request.method === 'GET' && shouldRenderGraphiQL(requestOf(request));
        const caller = isPage ? null : await authenticate(request);
        if (!caller && !isPage) {
          reply.header('WWW-Authenticate', 'Bearer');
          return reply.code(401).send(errorBody('A valid API key is required.', 'UNAUTHENTICATED'));
        }
        const question = caller && questionOf(request);
        const kept = question && answers.find(caller, question);
        if (kept) return sendEncoded(reply, kept);
        const malformed = malformedParameter(request.query as Record<string, unknown>);
        if (malformed) {
          return reply.code(400).send(errorBody(`The parameter ${malformed} is not a JSON object.`, 'BAD_REQUEST'));
        }
        if (request.body !== undefined && !isJson(request.body as Buffer)) {
          return reply.code(400).send(errorBody('The body must be one JSON object in UTF-8.', 'BAD_REQUEST'));
        }
        let session: Session | null = null;
        const opened = (one: Session) => {
          session = one;
        };
        const acceptLanguage = request.headers['accept-language'];
        const response = await yoga.fetch(requestOf(request), { caller, acceptLanguage, opened });
        if (response.headers.get('content-type')?.startsWith('text/html')) {
          return sendPage(reply, await response.text());
        }
        const made = await finished(response);
        if (question && session && made.status === 200) answers.keep(session, question, made);
        return sendEncoded(reply, made);
      },
    });
  });
}

/** The request as Yoga takes it. */
function requestOf(request: FastifyRequest): Request {
  return new Request(`http://gateway${GRAPHQL_PATH}${queryOf(request)}`, {
    method: request.method,
    headers: headersOf(request),
    ...(request.body ? { body: request.body as Buffer<ArrayBuffer> } : {}),
  });
}

/** What is asked, with all that shapes the answer beside it; who asks is not a part of it. */
function questionOf(request: FastifyRequest): string {
  const { accept = '', 'content-type': type = '', 'accept-language': languages } = request.headers;
  const body = Buffer.isBuffer(request.body) ? request.body.toString() : '';
  const asked = queryOf(request).replaceAll(/(?<=[?&])access_token=[^&]*/g, '');
  return [request.method, asked, accept, type, preferredLocales(languages).join(), body].join(' ');
}

/** Writes an answer in the encoding that the caller prefers. */
async function sendEncoded(reply: FastifyReply, answer: FinishedAnswer): Promise<FastifyReply> {
  const accepted = reply.request.headers['accept-encoding'];
  const { status, headers, bytes } = await encodedFor(Array.isArray(accepted) ? accepted.join() : accepted, answer);
  return reply.code(status).headers(headers).send(bytes);
}

/** A response as it is sent. */
async function finished(response: Response): Promise<FinishedAnswer> {
  return {
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), 'cache-control': 'private, no-store' },
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** The body of an error that is answered outside of Yoga. */
export function errorBody(message: string, code: string): object {
  return { errors: [{ message, extensions: { code } }] };
}

/** Answers what was thrown outside of Yoga: by the server over a body, by the rate limiter, by the look-up of a key. */
function answerToThrown(
  error: unknown,
  { requestId, reply, log }: { requestId: string; reply: FastifyReply; log: Logger },
): FastifyReply {
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode < 500) {
    const code = statusCode === 429 ? 'RATE_LIMITED' : 'BAD_REQUEST';
    return reply.code(statusCode).send(errorBody(messageOfStatus(statusCode), code));
  }
  reportFailure(log, error, requestId);
  const { message, extensions } = maskedError(error);
  const { status = 500, headers = {} } = (extensions.http ?? {}) as {
    status?: number;
    headers?: Record<string, string>;
  };
  return reply
    .code(status)
    .headers(headers)
    .send(errorBody(message, String(extensions.code)));
}

/** The query of the address as it was sent, whatever stands before it: addresses may be complete ones. */
function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}

function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':'))
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}

function isJson(body: Buffer): boolean {
  if (!isUtf8(body)) return false;
  try {
    JSON.parse(body.toString());
    return true;
  } catch {
    return false;
  }
}

/** The parameter of a GET request that Yoga would fail on instead of refusing it. */
function malformedParameter(query: Record<string, unknown>): string | null {
  for (const name of ['variables', 'extensions']) {
    const text = query[name];
    if (text === undefined || text === '') continue;
    try {
      const value: unknown = typeof text === 'string' ? JSON.parse(text) : text;
      if (value !== null && (typeof value !== 'object' || Array.isArray(value))) return name;
    } catch {
      return name;
    }
  }
  return null;
}

/** Logs what clients are not told about: errors that nobody expected. */
function reportDefects(log: Logger): Plugin<GraphQLContext> {
  return {
    onExecute() {
      return {
        onExecuteDone({ result }) {
          if (Symbol.asyncIterator in result) return;
          for (const error of result.errors ?? []) {
            const unavailable = unavailabilityOf(error);
            if (unavailable) log.warn(unavailable, 'unavailable');
            else if (error.originalError && !(error.originalError instanceof GraphQLError)) {
              log.error(error.originalError, 'a resolver failed');
            }
          }
        },
      };
    },
  };
}
