import { LRUCache } from 'lru-cache';
import { when } from '../data/soon.js';
import { isEncodable } from '../rest/content-encoding.js';
import { presentedKey } from '../rest/credentials.js';
import { VARY } from '../rest/plugin.js';
import { questionOf } from '../rest/question.js';
import { headerText, representationOf } from '../rest/representation.js';
import { reportFailure } from './errors.js';
import { GRAPHQL_PATH, isJsonType } from './graphql-answers.js';
import { answerToThrown } from './graphql-endpoint.js';
/** Creates the front of an application. */
export function createFront(parts) {
    return (request, response) => {
        const isOperation = request.method === 'POST' && request.url === GRAPHQL_PATH && hasPlainBody(request, parts);
        if (!isOperation && !isPlainRead(request))
            return false;
        const headers = parts.headers.of(request.headers.origin);
        const caller = headers && callerOf(request, parts.apiKeys);
        if (!caller || (parts.perMinute > 0 && parts.counts.of(caller.apiKeyId).current >= parts.perMinute))
            return false;
        if (isOperation) {
            const exchange = begin({ request, response, headers, caller, route: GRAPHQL_PATH }, parts);
            answerOperation(exchange, parts);
            return true;
        }
        const kept = parts.answers.find(caller, questionOf(request.url, request.headers['accept-language']));
        if (!kept)
            return false;
        const exchange = begin({ request, response, headers, caller, route: kept.route ?? 'kept' }, parts);
        answerRead(exchange, kept, parts);
        return true;
    };
}
/** A GET of the REST interface without a body. */
function isPlainRead({ method, url, headers }) {
    return (method === 'GET' &&
        url.startsWith('/api/') &&
        headers['content-length'] === undefined &&
        headers['transfer-encoding'] === undefined);
}
/** Whether the body is JSON of a known length within the limit, to be sent without asking. */
function hasPlainBody({ headers }, { bodyLimit }) {
    const length = Number(headers['content-length']);
    return length > 0 && length <= bodyLimit && headers.expect === undefined && isJsonType(headers['content-type']);
}
/** The caller, if the key in the headers is one that was looked up before. */
function callerOf({ headers: { authorization }, url }, apiKeys) {
    if (authorization === undefined || url.includes('access_token'))
        return null;
    const key = presentedKey({ authorization, accessToken: undefined });
    return key === null ? null : apiKeys.recall(key);
}
/** From here on the request is the front's: it counts, and observers are told when it has been answered. */
function begin({ request, response, headers, caller, route, }, { counts, perMinute, nextRequestId, observe }) {
    const requestId = nextRequestId();
    const count = perMinute > 0 ? counts.add(caller.apiKeyId) : null;
    const exchange = { request, response, headers, caller, requestId, count, about: null };
    const start = performance.now();
    response.on('close', () => {
        // Whose caller has hung up before is not answered.
        if (!response.headersSent)
            return;
        observe({
            requestId,
            method: request.method,
            route,
            status: response.statusCode,
            durationMs: performance.now() - start,
            about: exchange.about,
        });
    });
    return exchange;
}
const ENCODABLE_VARY = [...VARY, 'Accept-Encoding'];
const NO_VARY = [];
/** Answers a read from what is kept. */
function answerRead(exchange, kept, parts) {
    respond(exchange, { vary: isEncodable(kept) ? ENCODABLE_VARY : VARY, make: () => kept }, parts);
}
/** Reads the body, and answers the operation in it. */
function answerOperation(exchange, parts) {
    const { request, caller } = exchange;
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    // Of a request that breaks off nothing more is heard, and nobody waits for an answer.
    request.once('error', () => { });
    request.once('end', () => {
        const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
        const asked = { method: 'POST', query: '', headers: request.headers, body };
        respond(exchange, { vary: NO_VARY, make: () => parts.graphql.answer(caller, asked) }, parts);
    });
}
/** Writes the answer that `make` makes, or what is to be said when that fails; at once if it is there at once. */
function respond(exchange, { vary, make }, parts) {
    const { requestId, request, response } = exchange;
    const failed = (error) => answerToThrown(error, { requestId, log: parts.log });
    let answer;
    try {
        answer = when(make(), (made) => {
            exchange.about = made.about ?? null;
            return representationOf(made, request.headers);
        });
        if (!(answer instanceof Promise)) {
            write(exchange, { answer, vary }, parts);
            return;
        }
    }
    catch (error) {
        answer = failed(error);
    }
    Promise.resolve(answer)
        .catch(failed)
        .then((made) => write(exchange, { answer: made, vary }, parts))
        .catch((error) => {
        reportFailure(parts.log, error, requestId);
        response.destroy();
    });
}
/** Writes an answer with everything that the framework would have added to it. */
function write({ response, headers: ofOrigin, count, about }, { answer, vary }, { perMinute }) {
    const { status, bytes } = answer;
    const head = about?.origin === 'stored' ? knownHeadOf(answer, { ofOrigin, vary }) : headOf(answer, { ofOrigin, vary });
    if (count) {
        const reset = String(Math.ceil(count.ttl / 1_000));
        const remaining = String(perMinute - count.current);
        const limits = ['ratelimit-limit', String(perMinute), 'ratelimit-remaining', remaining, 'ratelimit-reset', reset];
        response.writeHead(status, [...head, ...limits]);
    }
    else
        response.writeHead(status, head);
    response.end(status === 304 ? undefined : bytes);
}
/** Heads of answers that are kept, as they were written last. */
const heads = new WeakMap();
function knownHeadOf(answer, { ofOrigin, vary }) {
    const known = heads.get(answer);
    if (known?.ofOrigin === ofOrigin)
        return known.head;
    const head = headOf(answer, { ofOrigin, vary });
    heads.set(answer, { ofOrigin, head });
    return head;
}
/** The names and values of all headers in turn, those apart that are of the moment. */
function headOf({ status, headers, bytes }, { ofOrigin, vary }) {
    const head = [...ofOrigin.fields];
    if (ofOrigin.vary.length + vary.length > 0)
        head.push('vary', [...ofOrigin.vary, ...vary].join(', '));
    for (const name in headers)
        head.push(name, headers[name]);
    if (status !== 304)
        head.push('content-length', String(bytes.length));
    return head;
}
/**
 * The headers that the framework's hooks set, by the origin of the request, which is all that those hooks look at: learned
 * from what they do.
 */
export class HeadersByOrigin {
    #known = new LRUCache({ max: 100 });
    of(origin = '') {
        return this.#known.get(origin) ?? null;
    }
    /** Learns from every request of another origin than before. Register it after those hooks and before all others. */
    learnFrom(fastify) {
        fastify.addHook('onRequest', (request, reply, done) => {
            const { origin = '' } = request.headers;
            if (request.method !== 'OPTIONS' && !this.#known.has(origin)) {
                const { vary, ...others } = reply.getHeaders();
                this.#known.set(origin, {
                    fields: Object.entries(others).flatMap(([name, value]) => [name, headerText(value)]),
                    vary: vary === undefined ? [] : [String(vary)],
                });
            }
            done();
        });
    }
}
//# sourceMappingURL=front.js.map