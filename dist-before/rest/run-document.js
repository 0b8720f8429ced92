/**
 * Runs the stored document of a route and turns whatever comes of it into an answer. Here, and nowhere else, outcomes get
 * their statuses: the problems of a typed result by their type, errors by their code (section 7 of the interface, I3, I4,
 * I7). Documents are checked against the schema before the first request; a broken one stops the start.
 */
import { GraphQLError, parse, validate } from 'graphql';
import { LOCALES } from '../domain/locale.js';
import { failure, invalid } from './answer.js';
import { writtenEntities } from './written-entities.js';
const STATUS_OF_PROBLEM = {
    InvalidInput: 400,
    NotFound: 404,
    PriceChanged: 409,
    StayNotAllowed: 422,
    NotPriced: 422,
    LoyaltyNotApplicable: 422,
    NoCapacity: 422,
    OnDemandOnly: 422,
    GuestCountProblem: 422,
    IdempotencyProblem: 422,
};
/** Where the code says more than the type. */
const STATUS_OF_PROBLEM_CODE = { IDEMPOTENCY_IN_PROGRESS: 409 };
const STATUS_OF_ERROR = {
    BAD_USER_INPUT: 400,
    UNAUTHENTICATED: 401,
    FORBIDDEN: 403,
    RATE_LIMITED: 429,
    SERVICE_UNAVAILABLE: 503,
};
/** The status of a failure by its stable code; an unknown code is a defect of the server. */
export function statusOfCode(code) {
    return STATUS_OF_ERROR[code] ?? 500;
}
/** The document with `...Text` meaning just these locales, in this order. */
function documentText(document, locales) {
    return document.includes('...Text')
        ? `${document}\nfragment Text on LocalizedText { ${locales.join(' ')} }`
        : document;
}
/**
 * Prepares the document of a route.
 * @throws Error naming the route, when the document is not valid against the schema
 */
export function storedDocument(runtime, route) {
    const documentFor = variantsOf(route.document, { runtime, route });
    const { shared } = route;
    const sharedFor = shared && variantsOf(shared.document, { runtime, route });
    return {
        async run({ variables, locales, context, parts, codeOfError, report }) {
            const execute = (document, variableValues) => runtime.execute({ schema: runtime.schema, document, contextValue: context, variableValues });
            const { data, errors } = await execute(documentFor(locales), variables);
            if (errors?.[0] || !data)
                return failureOf(errors ?? [], { route, codeOfError, report });
            const { result, ...beside } = data;
            const problem = problemOf(result, route);
            if (problem)
                return problem;
            if (!shared || !sharedFor)
                return route.answer(result, locales, beside);
            const numbers = new Set(shared.numbersIn(result));
            const ask = (ids) => execute(sharedFor(locales), { ids });
            const found = await writtenEntities(numbers, { ask, nameOf: (number) => `${locales} ${number}`, parts });
            if ('errors' in found)
                return failureOf(found.errors, { route, codeOfError, report });
            return route.answer(result, locales, { ...beside, shared: found.written });
        },
    };
}
/** A document for any set of locales, parsed once for each. */
function variantsOf(document, { runtime, route }) {
    // With all locales it is the largest of its variants: when it is valid, so are they.
    const errors = validate(runtime.schema, parse(documentText(document, LOCALES)));
    if (errors.length > 0) {
        throw new Error(`The document of ${route.method} ${route.path} is broken: ${errors.map(String).join('; ')}`);
    }
    const variants = new Map();
    return (locales) => {
        const key = locales.join();
        const held = variants.get(key) ?? parse(documentText(document, locales), { noLocation: true });
        variants.set(key, held);
        return held;
    };
}
/** The answer to a typed problem; null when the result is none. */
function problemOf(result, route) {
    const { __typename = '', code = '', message, problems = [] } = result ?? {};
    const status = STATUS_OF_PROBLEM_CODE[code] ?? STATUS_OF_PROBLEM[__typename];
    if (status === undefined)
        return null;
    return status === 400 ? invalid(named(problems, route)) : failure(status, message);
}
function failureOf(errors, { route, codeOfError, report }) {
    const found = errors.map((error) => ({ error, status: statusOf(error, codeOfError) }));
    for (const { error, status } of found)
        if (status >= 500 || error.path === undefined)
            report(error);
    const { error, status } = found.reduce((worst, one) => (one.status > worst.status ? one : worst), {
        error: new GraphQLError('no data'),
        status: errors.length > 0 ? 0 : 500,
    });
    if (status !== 400)
        return failure(status);
    const { problems } = error.extensions;
    return invalid(Array.isArray(problems) ? named(problems, route) : []);
}
/**
 * An error outside of any field is a variable that the schema does not take: the request's fault, and reported none the less,
 * because the route should have told what is wrong with it.
 */
function statusOf(error, codeOfError) {
    return error.path === undefined ? 400 : statusOfCode(codeOfError(error));
}
/** Problems that the schema found, under the names that the caller used. */
function named(problems, route) {
    return problems.map((problem) => ({
        ...problem,
        path: route.nameOf(problem.path.replace(/^(?:input|filter)\./, '')),
    }));
}
//# sourceMappingURL=run-document.js.map