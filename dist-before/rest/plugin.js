/**
 * The REST interface as a Fastify plugin, to be registered under `/api`. It guarantees for every answer below that prefix:
 * a key is asked for before anything is read (401, then 403), problems of the request are told together (400), languages and
 * caching are declared in the headers, and every error, wherever it arose, has an ErrorResponse as its body (I6, I7).
 */
import { isUtf8 } from 'node:buffer';
import { includedLocales, languageTag } from '../domain/locale.js';
import { aboutOf } from '../operations/answer-store.js';
import { timeLimit, within } from '../operations/time-limit.js';
import { failure, finished, invalid } from './answer.js';
import { isEncodable } from './content-encoding.js';
import { presentedKey } from './credentials.js';
import { answerToFastifyError } from './fastify-errors.js';
import { questionOf } from './question.js';
import { headerText, representationOf } from './representation.js';
import { isAddressOf } from './route.js';
import { ROUTES } from './routes.js';
import { statusOfCode, storedDocument } from './run-document.js';
/** What every answer depends on beside the address. */
export const VARY = ['Accept-Language', 'Authorization'];
/** Registers every route; options: the runtime, and the prefix that Fastify handles. */
export async function restPlugin(fastify, { runtime }) {
    const callers = new WeakMap();
    acceptOnlyJson(fastify);
    fastify.addHook('onRequest', async (request, reply) => {
        vary(reply, VARY);
        // Before any body is read: an unknown address or a wrong method needs none.
        if (request.is404)
            return send(reply, answerToUnknown(request, fastify.prefix));
    });
    fastify.setNotFoundHandler((request, reply) => send(reply, answerToUnknown(request, fastify.prefix)));
    fastify.setErrorHandler((error, request, reply) => send(reply, answerToThrown(error, { runtime, request })));
    for (const route of ROUTES) {
        const document = storedDocument(runtime, route);
        fastify.route({
            // Fastify's own answer to HEAD would tell a length of 0 with a 304, which has none.
            method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
            exposeHeadRoute: false,
            url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
            // Before any body is read, and after the rate limit has counted: guessing keys is limited, too.
            async preParsing(request, reply) {
                const admitted = await admission(request, { runtime, scope: route.scope });
                if ('caller' in admitted)
                    callers.set(request, admitted.caller);
                else
                    await send(reply, admitted.refusal);
            },
            async handler(request, reply) {
                const caller = callers.get(request);
                const question = route.method === 'GET' ? questionOf(request.url, request.headers['accept-language']) : null;
                const kept = question === null ? null : runtime.answers.find(caller, question);
                if (kept)
                    return sendRepresentation(reply, kept);
                const { answer, session } = await answerTo(request, { route, document, runtime, caller });
                const made = { route: request.routeOptions.url, ...finished(answer) };
                const isKept = question !== null && session && made.status === 200 && runtime.answers.keep(session, question, made);
                const about = aboutOf(made.status >= 400 ? 'refused' : isKept ? 'computed' : 'not_kept');
                return sendRepresentation(reply, { about, ...made });
            },
        });
    }
}
/** The caller, or 401 for any key that is not accepted, or 403 for one whose scopes do not reach. */
async function admission(request, { runtime, scope }) {
    const { access_token: accessToken } = request.query;
    const key = presentedKey({ authorization: request.headers.authorization, accessToken });
    const caller = key === null ? null : await runtime.authenticate(key);
    if (!caller)
        return { refusal: failure(401) };
    return caller.scopes.has(scope) ? { caller } : { refusal: failure(403) };
}
/** The answer, and the session that made it, if it came to that. */
async function answerTo(request, parts) {
    const { route, document, runtime, caller } = parts;
    const path = request.params;
    if (Object.values(path).includes(''))
        return { answer: failure(404), session: null };
    if (route.method === 'POST' && request.headers['content-type'] === undefined) {
        return { answer: failure(415), session: null };
    }
    const read = route.read({
        query: request.query,
        path,
        body: request.body,
        acceptLanguage: request.headers['accept-language'],
        idempotencyKey: headerText(request.headers['idempotency-key']),
        today: runtime.today(),
        cursors: runtime.cursors,
    });
    if ('problems' in read)
        return { answer: invalid(read.problems), session: null };
    const locales = includedLocales(request.headers['accept-language']);
    const limit = timeLimit(runtime.operationTimeoutMs);
    const running = Promise.resolve(runtime.contextFor(caller, request, limit)).then(async (context) => ({
        session: context.session,
        answer: await document.run({
            variables: read.variables,
            locales,
            context,
            parts: {
                find: (name) => runtime.answers.findPart(context.session, `${route.path} ${name}`),
                keep: (name, bytes) => runtime.answers.keepPart(context.session, `${route.path} ${name}`, bytes),
            },
            codeOfError: (error) => runtime.codeOfError(error),
            report: (error) => runtime.report(error, request),
        }),
    }));
    // A booking is always answered with what became of it.
    const { answer, session } = await (route.method === 'GET' ? within(limit, running) : running);
    if (!route.isLocalized || answer.status >= 400)
        return { answer, session };
    const languages = { 'Content-Language': locales.map(languageTag).join(', ') };
    return { answer: { ...answer, headers: { ...answer.headers, ...languages } }, session };
}
/** 405 with what the address allows, or 404. */
function answerToUnknown(request, prefix) {
    const path = request.url.split('?', 1)[0].slice(prefix.length);
    const methods = ROUTES.filter((route) => isAddressOf(route, path)).map((route) => route.method);
    if (methods.length === 0)
        return failure(404);
    const answer = failure(405);
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    return { ...answer, headers: { ...answer.headers, Allow: allowed.join(', ') } };
}
/**
 * Answers a request whose address cannot even be read, so that no route and no hook sees it: for the server's option
 * `frameworkErrors`.
 */
export function refuseUnreadableAddress(error, _request, reply) {
    reply.header('X-Content-Type-Options', 'nosniff');
    vary(reply, VARY);
    send(reply, answerToFastifyError(error) ?? failure(400));
}
function answerToThrown(error, { runtime, request }) {
    const known = answerToFastifyError(error);
    if (known)
        return known;
    runtime.report(error, request);
    return failure(statusOfCode(runtime.codeOfError(error)));
}
function acceptOnlyJson(fastify) {
    const parse = fastify.getDefaultJsonParser('error', 'error');
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
        // Names in another encoding would be kept with holes in them.
        if (isUtf8(body))
            parse(request, body.toString(), done);
        else
            done(Object.assign(new SyntaxError('not UTF-8'), { statusCode: 400 }));
    });
}
/** Writes an answer. */
export function send(reply, answer) {
    return sendFinished(reply, finished(answer));
}
/** Writes an answer as the caller wants it. It depends on these headers of the request, and on the encodings that it accepts. */
export async function sendRepresentation(reply, answer, depends = []) {
    reply.about = answer.about ?? null;
    vary(reply, isEncodable(answer) ? [...depends, 'Accept-Encoding'] : depends);
    return sendFinished(reply, await representationOf(answer, reply.request.headers));
}
/** When to come back, the rate limiter knows better than the answer does. */
function sendFinished(reply, { status, headers, bytes }) {
    const retryAfter = reply.getHeader('retry-after');
    reply.code(status).headers(headers);
    if (retryAfter !== undefined)
        reply.header('Retry-After', retryAfter);
    return status === 304 ? reply.send() : reply.send(bytes);
}
/** Adds to `Vary` what is not there yet: CORS has put its own word in before. */
function vary(reply, names) {
    if (names.length === 0)
        return;
    const present = String(reply.getHeader('vary') ?? '')
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
    reply.header('Vary', [...new Set([...present, ...names])].join(', '));
}
//# sourceMappingURL=plugin.js.map