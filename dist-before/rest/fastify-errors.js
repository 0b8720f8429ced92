/**
 * What the HTTP server itself refuses (bodies that are no JSON, too large, of another type; addresses that cannot be read)
 * as answers of the REST interface. The server's own messages are not passed on: they speak of its insides (I7).
 */
import { failure, invalid } from './answer.js';
const BODY_IS_NOT_JSON = new Set([
    'FST_ERR_CTP_INVALID_JSON_BODY',
    'FST_ERR_CTP_EMPTY_JSON_BODY',
    'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
]);
/** The answer to an error that the server raised over a request; null when it is another error. */
export function answerToFastifyError(error) {
    if (typeof error !== 'object' || error === null)
        return null;
    // Plugins may throw plain objects with a status: the rate limiter does.
    const { code = '', statusCode = 500 } = error;
    if (BODY_IS_NOT_JSON.has(code) || (error instanceof SyntaxError && statusCode === 400)) {
        return invalid([{ path: '', code: 'MALFORMED', message: 'The body must be one JSON object in UTF-8.' }]);
    }
    return (statusCode >= 400 && statusCode < 500) || statusCode === 503 ? failure(statusCode) : null;
}
//# sourceMappingURL=fastify-errors.js.map