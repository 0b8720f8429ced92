/**
 * What the GraphQL endpoint answers, whoever has read the request: from the store of finished answers, by the short way for
 * plain operations, or by Yoga. The key has been checked before.
 */
import { isUtf8 } from 'node:buffer';
import { createYoga, processRegularResult, shouldRenderGraphiQL } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { when } from '../data/soon.js';
import { preferredLocales } from '../domain/locale.js';
import { schema } from '../graphql/schema.js';
import { aboutOf } from '../operations/answer-store.js';
import { timeLimit } from '../operations/time-limit.js';
import { utf8 } from '../operations/utf8.js';
import { contextOf } from './context.js';
import { execute, MediaTypes, plainOperation } from './direct-entrance.js';
import { createDocumentCaches } from './document-cache.js';
import { maskedError } from './errors.js';
import { explorer } from './graphiql.js';
import { guards } from './graphql-guards.js';
import { reportDefects, tellExecutions } from './graphql-reports.js';
import { knownOperations } from './known-operations.js';
import { NO_OPERATION } from './operation-label.js';
import { traceExecutions } from './tracing.js';
import { trustDocuments } from './trusted-documents.js';
export const GRAPHQL_PATH = '/graphql';
const DOCUMENT_CACHE_BYTES = 48 * 1024 * 1024;
/** Nobody is to keep an answer: what it says depends on the key, and on the moment. */
export const CACHE_CONTROL = 'private, no-store';
/** Opens the endpoint. */
export function createGraphQLAnswers({ compiled, gateway, apiKeys, demoKey, log, operationTimeoutMs, answers, labels, tracing, trusted, }) {
    const documents = createDocumentCaches({ bytes: DOCUMENT_CACHE_BYTES });
    const contextFor = ({ caller, acceptLanguage, opened }) => {
        const limit = timeLimit(operationTimeoutMs);
        return when(contextOf({ gateway, caller: caller, acceptLanguage, timeLimit: limit }), (context) => {
            opened(context.session);
            return context;
        });
    };
    const executeKnown = knownOperations({
        documents: documents.documentCache,
        compiled,
        contextFor,
        trace: tracing?.operation,
    });
    const yoga = createYoga({
        schema,
        graphqlEndpoint: GRAPHQL_PATH,
        context: contextFor,
        ...explorer({ gateway, apiKeys, demoKey, onlyTrusted: trusted?.only ?? false }),
        plugins: [
            ...(trusted ? [trustDocuments(trusted)] : []),
            tellExecutions(),
            ...guards(compiled),
            reportDefects(log),
            ...(tracing ? [traceExecutions(tracing.operation)] : []),
        ],
        maskedErrors: { isDev: false, maskError: maskedError },
        parserAndValidationCache: { ...documents },
        landingPage: false,
        cors: false,
        multipart: false,
        batching: false,
        logging: false,
    });
    const mediaTypes = new MediaTypes();
    const nobody = { caller: null, acceptLanguage: undefined, opened: () => { }, executing: () => { } };
    /** By the short way, or null when the request is not for it. */
    function directly(request, context) {
        const mediaType = isPlain(request) ? mediaTypes.of(request.headers.accept) : null;
        const operation = mediaType && request.body && plainOperation(request.body, trusted);
        if (!operation)
            return null;
        const written = (result) => writtenAnswer(result, mediaType);
        return when(executeKnown(operation, context), (known) => {
            if (known)
                return written(known);
            return execute(yoga, operation, context)?.then(written) ?? null;
        });
    }
    function writtenAnswer(result, mediaType) {
        // Errors have a say in the status.
        if (result.errors)
            return finished(processRegularResult(result, yoga.fetchAPI, mediaType));
        return jsonAnswer(JSON.stringify(result), mediaType);
    }
    async function byYoga(request, context) {
        const refusal = refusalOf(request);
        if (refusal)
            return refusal;
        const response = await yoga.fetch(fetchRequestOf(request), context);
        if (response.status === 200)
            mediaTypes.learn(request.headers.accept, response.headers.get('content-type'));
        return finished(response);
    }
    return {
        isForPage: (request) => request.method === 'GET' && shouldRenderGraphiQL(fetchRequestOf(request)),
        page: async (request) => (await yoga.fetch(fetchRequestOf(request), nobody)).text(),
        answer(caller, request) {
            const question = questionOf(request);
            const kept = answers.find(caller, question);
            if (kept)
                return kept;
            let session = null;
            let operation = NO_OPERATION;
            const context = {
                caller,
                acceptLanguage: request.headers['accept-language'],
                opened: (one) => {
                    session = one;
                },
                executing: (document, operationName) => {
                    operation = labels.of(document, operationName);
                },
            };
            const made = when(directly(request, context), (answer) => answer ?? byYoga(request, context));
            return when(made, (answer) => {
                const isKept = session && answer.status === 200 && answers.keep(session, question, answer, operation);
                const origin = answer.status >= 400 ? 'refused' : isKept ? 'computed' : 'not_kept';
                return { about: aboutOf(origin, operation), ...answer };
            });
        },
    };
}
/** Languages as they are wanted; callers send few different headers, and each is understood once. */
const wanted = new LRUCache({ max: 200, memoMethod: (header) => preferredLocales(header).join() });
/** What is asked, with all that shapes the answer beside it; who asks is not a part of it. */
function questionOf({ method, query, headers, body }) {
    const { accept = '', 'content-type': type = '', 'accept-language': languages = '' } = headers;
    const asked = query === '' ? '' : query.replaceAll(/(?<=[?&])access_token=[^&]*/g, '');
    return `${method} ${asked} ${accept} ${type} ${wanted.memo(languages)} ${body ? body.toString() : ''}`;
}
/** A POST of JSON with nothing in its address but perhaps the question mark. */
function isPlain({ method, query, headers }) {
    return method === 'POST' && query.length < 2 && isJsonType(headers['content-type']);
}
/** Whether a body is said to be JSON, in no other encoding than UTF-8. */
export function isJsonType(contentType) {
    return (contentType === 'application/json' || /^application\/json\s*;\s*charset="?utf-8"?\s*$/i.test(contentType ?? ''));
}
function jsonAnswer(text, mediaType) {
    const headers = { 'content-type': `${mediaType}; charset=utf-8`, 'cache-control': CACHE_CONTROL };
    return { status: 200, headers, bytes: utf8(text) };
}
/** A response as it is sent. */
async function finished(response) {
    // How long it is depends on the encoding that it will be sent in.
    const { 'content-length': _length, ...headers } = Object.fromEntries(response.headers);
    return {
        status: response.status,
        headers: { ...headers, 'cache-control': CACHE_CONTROL },
        bytes: Buffer.from(await response.arrayBuffer()),
    };
}
/** The request as Yoga takes it. */
function fetchRequestOf({ method, query, headers, body }) {
    const copied = new Headers();
    for (const [name, value] of Object.entries(headers)) {
        if (value !== undefined && !name.startsWith(':'))
            copied.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
    return new Request(`http://gateway${GRAPHQL_PATH}${query}`, {
        method,
        headers: copied,
        ...(body ? { body: body } : {}),
    });
}
/** What is refused before Yoga is asked, which would fail on it instead. */
function refusalOf({ query, body }) {
    const malformed = query === '' ? null : malformedParameter(new URLSearchParams(query));
    if (malformed)
        return errorAnswer(400, `The parameter ${malformed} is not a JSON object.`, 'BAD_REQUEST');
    const isRefused = body !== null && !isJson(body);
    return isRefused ? errorAnswer(400, 'The body must be one JSON object in UTF-8.', 'BAD_REQUEST') : null;
}
/** An error that is answered outside of Yoga. */
export function errorAnswer(status, message, code, headers = {}) {
    return {
        status,
        headers: { ...headers, 'content-type': 'application/json; charset=utf-8', 'cache-control': CACHE_CONTROL },
        bytes: Buffer.from(JSON.stringify({ errors: [{ message, extensions: { code } }] })),
    };
}
function isJson(body) {
    if (!isUtf8(body))
        return false;
    try {
        JSON.parse(body.toString());
        return true;
    }
    catch {
        return false;
    }
}
function malformedParameter(query) {
    for (const name of ['variables', 'extensions']) {
        const texts = query.getAll(name);
        if (texts.length === 0 || texts[0] === '')
            continue;
        try {
            const value = JSON.parse(texts[0]);
            if (texts.length > 1 || (value !== null && (typeof value !== 'object' || Array.isArray(value))))
                return name;
        }
        catch {
            return name;
        }
    }
    return null;
}
//# sourceMappingURL=graphql-answers.js.map