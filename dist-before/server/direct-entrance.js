/**
 * The short way into GraphQL for what nearly every request is: one operation in one JSON object. It takes the same steps in
 * the same pipeline as the server's own way, which first makes a `Request` and in the end reads a `Response`; that costs ten
 * times what the operation itself does. What is unusual in any respect is left to the server's way.
 */
import { isUtf8 } from 'node:buffer';
import { LRUCache } from 'lru-cache';
import { maskedError } from './errors.js';
const PARAMETERS = new Set(['query', 'variables', 'operationName']);
/**
 * The operation in a body, if that is one JSON object with nothing in it but an operation, or the id of a trusted document in
 * place of its text; null: it is something else.
 */
export function plainOperation(body, trusted) {
    if (!isUtf8(body))
        return null;
    let sent;
    try {
        sent = JSON.parse(body.toString());
    }
    catch {
        return null;
    }
    const value = trusted && isObject(sent) ? trusted.resolve(sent) : sent;
    if (!isObject(value) || !Object.keys(value).every((name) => PARAMETERS.has(name)))
        return null;
    const { query, variables, operationName } = value;
    const isPlain = typeof query === 'string' &&
        (variables == null || isObject(variables)) &&
        (operationName == null || typeof operationName === 'string');
    return isPlain ? value : null;
}
function isObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
/** For the steps of the pipeline that tell reading requests from others; they look at nothing else of it. */
const POST = new Request('http://gateway', { method: 'POST' });
/**
 * Executes an operation in the server's pipeline.
 * @returns null when it cannot be parsed or is not valid: that is for the server's own way to say
 */
export function execute(yoga, { query, variables, operationName }, serverContext) {
    const enveloped = yoga.getEnveloped({ ...serverContext, request: POST, params: { query, operationName } });
    let document;
    try {
        document = enveloped.parse(query);
        if (enveloped.validate(enveloped.schema, document).length > 0)
            return null;
    }
    catch {
        return null;
    }
    const run = async () => {
        try {
            const contextValue = await enveloped.contextFactory();
            return (await enveloped.execute({
                schema: enveloped.schema,
                document,
                contextValue,
                variableValues: variables,
                operationName,
            }));
        }
        catch (error) {
            return { errors: [maskedError(error)] };
        }
    };
    return run();
}
const JSON_TYPE = /^(application\/(?:graphql-response\+)?json); charset=utf-8$/;
const LONGEST_HEADER = 200;
/**
 * The media type that the server's own way answers with to an `Accept` header: learned from its answers, as the choice is its
 * own.
 */
export class MediaTypes {
    #known = new LRUCache({ max: 100 });
    /** Null: not known yet. */
    of(accept = '') {
        return this.#known.get(accept) ?? null;
    }
    /** Takes note of what such a header was answered with. */
    learn(accept = '', contentType) {
        const [, mediaType] = JSON_TYPE.exec(contentType ?? '') ?? [];
        if (mediaType && accept.length <= LONGEST_HEADER)
            this.#known.set(accept, mediaType);
    }
}
//# sourceMappingURL=direct-entrance.js.map