import { messageOfStatus } from '../rest/answer.js';
import { representationOf } from '../rest/representation.js';
import { maskedError, reportFailure } from './errors.js';
import { CACHE_CONTROL, errorAnswer, GRAPHQL_PATH, } from './graphql-answers.js';
import { sendPage } from './security-headers.js';
/** Registers the endpoint. `authenticate` gives the caller of a request, or null for any key that is not accepted. */
export function registerGraphQL(fastify, { graphql, authenticate, log, }) {
    fastify.register(async (scope) => {
        // Refusals before an operation is looked at are nobody's to keep either.
        scope.addHook('onRequest', async (_request, reply) => {
            reply.header('Cache-Control', CACHE_CONTROL);
        });
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
        scope.setErrorHandler((error, { id }, reply) => send(reply, answerToThrown(error, { requestId: id, log })));
        scope.route({
            method: ['HEAD', 'PUT', 'PATCH', 'DELETE'],
            url: GRAPHQL_PATH,
            // Before any body is read: a wrong method needs none.
            onRequest: async (_request, reply) => send(reply, errorAnswer(405, messageOfStatus(405), 'BAD_REQUEST', { Allow: 'GET, POST' })),
            handler: async () => { },
        });
        scope.route({
            method: ['GET', 'POST'],
            url: GRAPHQL_PATH,
            exposeHeadRoute: false,
            async handler(request, reply) {
                const asked = requestOf(request);
                if (graphql.isForPage(asked))
                    return sendPage(reply, await graphql.page(asked));
                const caller = await authenticate(request);
                const answer = caller
                    ? await graphql.answer(caller, asked)
                    : errorAnswer(401, 'A valid API key is required.', 'UNAUTHENTICATED', { 'WWW-Authenticate': 'Bearer' });
                reply.about = answer.about ?? null;
                return send(reply, await representationOf(answer, request.headers));
            },
        });
    });
}
function requestOf({ method, url, headers, body }) {
    // The query as it was sent, whatever stands before it: addresses may be complete ones.
    const start = url.indexOf('?');
    return { method, query: start === -1 ? '' : url.slice(start), headers, body: Buffer.isBuffer(body) ? body : null };
}
function send(reply, { status, headers, bytes }) {
    return reply.code(status).headers(headers).send(bytes);
}
/** The answer to what was thrown outside of GraphQL: over a body, by the rate limiter, by the look-up of a key. */
export function answerToThrown(error, { requestId, log }) {
    const { statusCode = 500 } = error;
    if (statusCode < 500) {
        const code = statusCode === 429 ? 'RATE_LIMITED' : 'BAD_REQUEST';
        return errorAnswer(statusCode, messageOfStatus(statusCode), code);
    }
    reportFailure(log, error, requestId);
    const { message, extensions } = maskedError(error);
    const { status = 500, headers = {} } = (extensions.http ?? {});
    return errorAnswer(status, message, String(extensions.code), headers);
}
//# sourceMappingURL=graphql-endpoint.js.map