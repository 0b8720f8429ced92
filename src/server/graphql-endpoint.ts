/**
 * The GraphQL endpoint in the framework: it reads the body (within its limit) and checks the key before anything of it is
 * looked at. A browser gets GraphiQL, without a key, or 404 where it is turned off.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../data/api-keys.ts';
import type { FinishedAnswer } from '../operations/answer-store.ts';
import { splitAddress } from '../rest/address.ts';
import { messageOfStatus } from '../rest/answer.ts';
import { representationOf } from '../rest/representation.ts';
import { RefusedRequest, refuseUnreadableBody } from '../rest/request-headers.ts';
import type { DemoKey } from './demo-key.ts';
import { codeOfError, maskedError, reportFailure } from './errors.ts';
import type { Explorer } from './graphiql.ts';
import {
  CACHE_CONTROL,
  errorAnswer,
  GRAPHQL_PATH,
  type GraphQLAnswers,
  type GraphQLRequest,
} from './graphql-answers.ts';
import { sendPage } from './html-page.ts';
import type { Logger } from './log.ts';

/** Registers the endpoint. `authenticate` gives the caller of a request, or null for any key that is not accepted. */
export function registerGraphQL(
  fastify: FastifyInstance,
  {
    graphql,
    explorer,
    demoKey,
    authenticate,
    log,
  }: {
    graphql: GraphQLAnswers;
    /** Null: there is none. */
    explorer: Explorer | null;
    demoKey: DemoKey;
    authenticate: (request: FastifyRequest) => Promise<Caller | null>;
    log: Logger;
  },
): void {
  fastify.register(async (scope) => {
    // Refusals before an operation is looked at are nobody's to keep either.
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('Cache-Control', CACHE_CONTROL);
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async ({ headers }: FastifyRequest, body: Buffer) => {
        refuseUnreadableBody(headers);
        return body;
      },
    );
    scope.setErrorHandler((error, { id }, reply) => send(reply, answerToThrown(error, { requestId: id, log })));
    scope.route({
      method: ['HEAD', 'PUT', 'PATCH', 'DELETE'],
      url: GRAPHQL_PATH,
      // Before any body is read: a wrong method needs none.
      onRequest: async (_request, reply) =>
        send(reply, errorAnswer(405, messageOfStatus(405), 'BAD_REQUEST', { Allow: 'GET, POST' })),
      handler: async () => {},
    });
    scope.route({
      method: ['GET', 'POST'],
      url: GRAPHQL_PATH,
      exposeHeadRoute: false,
      async handler(request, reply) {
        if (isForBrowser(request)) {
          if (!explorer) return send(reply, errorAnswer(404, messageOfStatus(404), 'BAD_REQUEST'));
          return sendPage(reply, await explorer.page(await demoKey.shownTo(request.headers)), demoKey.vary);
        }
        const asked = requestOf(request);
        const caller = await authenticate(request).catch((error) => {
          reply.booking = graphql.refusedUnread(asked, codeOfError(error));
          throw error;
        });
        const answer = caller
          ? await graphql.answer(caller, asked)
          : errorAnswer(401, 'A valid API key is required.', 'UNAUTHENTICATED', { 'WWW-Authenticate': 'Bearer' });
        reply.about = answer.about ?? null;
        reply.booking = answer.booking ?? null;
        reply.refusal = answer.refusal ?? null;
        return send(reply, await representationOf(answer, request.headers));
      },
    });
  });
}

/** Whether a page is asked for, and no data. */
function isForBrowser({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers.accept?.includes('text/html') === true;
}

function requestOf({ method, url, headers, body }: FastifyRequest): GraphQLRequest {
  const { query } = splitAddress(url);
  return { method, query, headers, body: Buffer.isBuffer(body) ? body : null };
}

function send(reply: FastifyReply, { status, headers, bytes, refusal }: FinishedAnswer): FastifyReply {
  if (refusal !== undefined) reply.refusal = refusal;
  return reply.code(status).headers(headers).send(bytes);
}

/** The answer to what was thrown outside of GraphQL: over a body, by the rate limiter, by the look-up of a key. */
export function answerToThrown(error: unknown, { requestId, log }: { requestId: string; log: Logger }): FinishedAnswer {
  if (error instanceof RefusedRequest)
    return errorAnswer(error.statusCode, error.message, 'BAD_REQUEST', error.headers);
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode < 500) {
    const code = statusCode === 429 ? 'RATE_LIMITED' : 'BAD_REQUEST';
    return errorAnswer(statusCode, messageOfStatus(statusCode), code);
  }
  reportFailure(log, error, requestId);
  const { message, extensions } = maskedError(error);
  const { status = 500, headers = {} } = (extensions.http ?? {}) as {
    status?: number;
    headers?: Record<string, string>;
  };
  return errorAnswer(status, message, String(extensions.code), headers);
}
