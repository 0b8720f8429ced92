/** What thrown errors mean outside, for both interfaces: a stable code, and no word of the inside. */
import { GraphQLError } from 'graphql';
import { ServiceUnavailable, serviceUnavailableFor } from '../operations/service-unavailable.js';
import { TOO_LARGE, tooLarge } from './operation-limits.js';
import { withoutValues } from './quoted-values.js';
/** The service being unable to answer now, if that is what was thrown. */
export function unavailabilityOf(error) {
    const cause = error instanceof GraphQLError && error.originalError ? error.originalError : error;
    return cause instanceof ServiceUnavailable ? cause : serviceUnavailableFor(cause);
}
/** The stable code of whatever was thrown. */
export function codeOfError(error) {
    if (unavailabilityOf(error))
        return 'SERVICE_UNAVAILABLE';
    const code = error instanceof GraphQLError ? error.extensions.code : undefined;
    return typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR';
}
/**
 * The error that a GraphQL client sees in place of one that was thrown: its own words where they were written for it, else
 * that the service is unavailable, else that something went wrong.
 */
export function maskedError(error) {
    const unavailable = unavailabilityOf(error);
    const place = error instanceof GraphQLError ? { path: error.path, nodes: error.nodes } : {};
    if (unavailable) {
        return new GraphQLError(unavailable.message, {
            ...place,
            extensions: {
                code: 'SERVICE_UNAVAILABLE',
                http: { status: 503, headers: { 'Retry-After': String(unavailable.retryAfterSeconds) } },
            },
        });
    }
    // Errors of parsing are given a status by Yoga on their way here; the one of a limit is to keep its own.
    if (error instanceof GraphQLError && error.extensions.code === TOO_LARGE)
        return tooLarge(error.message);
    // An error without an original was made by GraphQL itself or by our own refusals, and is about the request.
    if (error instanceof GraphQLError && (!error.originalError || error.originalError instanceof GraphQLError))
        return withoutValues(error);
    return new GraphQLError('Something went wrong on our side.', {
        ...place,
        extensions: { code: 'INTERNAL_SERVER_ERROR', http: { status: 500 } },
    });
}
const countsOf = new WeakMap();
/** The counts of what is reported to a log. */
export function failureCounts(log) {
    const counts = countsOf.get(log) ?? { unavailable: 0, defect: 0 };
    countsOf.set(log, counts);
    return counts;
}
/** Logs a failure of a request that is not the caller's. */
export function reportFailure(log, error, requestId) {
    const unavailable = unavailabilityOf(error);
    failureCounts(log)[unavailable ? 'unavailable' : 'defect']++;
    if (unavailable)
        log.warn({ requestId, err: unavailable }, 'unavailable');
    else
        log.error({ requestId, err: error }, 'a request failed');
}
//# sourceMappingURL=errors.js.map