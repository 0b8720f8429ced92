import { utf8 } from '../operations/utf8.js';
import { entityTagOf } from './entity-tag.js';
/** A body that has been written as JSON already, because parts of it stand in it many times: its parts in turn. */
export class WrittenJson {
    parts;
    constructor(parts) {
        this.parts = parts;
    }
}
/** Seconds after which a client may try again when the service is overloaded or its database is away. */
const RETRY_AFTER_SECONDS = 5;
/** What is said when the message of the failure is not for callers. */
const MESSAGES = {
    400: 'The request is not valid.',
    401: 'A valid API key is required.',
    403: 'The API key does not allow this.',
    404: 'There is nothing at this address.',
    405: 'This address does not support the method.',
    408: 'The request took too long to arrive.',
    409: 'The request conflicts with another one.',
    413: 'The body of the request is too large.',
    414: 'The address of the request is too long.',
    415: 'The body of the request must be sent as application/json.',
    429: 'Too many requests.',
    431: 'The headers of the request are too large.',
    500: 'Something went wrong on the server.',
    503: 'The service is busy or not ready. Try again later.',
};
/** Headers without which a status would be incomplete (I6, I7). */
const HEADERS = {
    401: { 'WWW-Authenticate': 'Bearer' },
    429: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
    503: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
};
/** What is said of a failure when nothing more is known than its status. */
export function messageOfStatus(status) {
    return MESSAGES[status] ?? MESSAGES[status < 500 ? 400 : 500];
}
/** 200 with a body and an entity tag, for callers to keep only as long as they ask again. */
export function found(body, headers = {}) {
    return { status: 200, headers: { 'Cache-Control': 'private, no-cache', ...headers }, body, isTagged: true };
}
/** An ErrorResponse; without a message the one of its status. */
export function failure(status, message = messageOfStatus(status)) {
    const body = { success: false, message };
    return { status, headers: { ...HEADERS[status], 'Cache-Control': 'no-store' }, body };
}
/** 400 with a ValidationErrorResponse that tells all problems, each as `path`, `code`, `message` (I5). */
export function invalid(problems) {
    const errors = problems.map(({ path, code, message }) => ({ path, code, message }));
    const answer = failure(400);
    return { ...answer, body: { ...answer.body, errors } };
}
/** The answer as it is sent. */
export function finished({ status, headers, body, isTagged }) {
    const bytes = body instanceof WrittenJson ? Buffer.concat(body.parts) : utf8(JSON.stringify(body));
    const tag = isTagged ? { ETag: entityTagOf(bytes, headers['Content-Language']) } : {};
    return {
        status,
        headers: { ...headers, ...tag, 'Content-Type': 'application/json; charset=utf-8' },
        bytes,
    };
}
//# sourceMappingURL=answer.js.map