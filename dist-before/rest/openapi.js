/**
 * The OpenAPI 3.1 document of the REST interface, made of the very definitions that validate requests: a route that exists is
 * in it with all its parameters, and nothing else is. It is plain JSON, and the same in every process on the same day.
 */
import { formatDay, parseDay } from '../domain/civil-date.js';
import { Component } from './json-schema.js';
import { ABOUT, TAGS, tagOf } from './openapi-about.js';
import { parametersOf } from './openapi-parameters.js';
import { responsesOf } from './openapi-responses.js';
import { ROUTES } from './routes.js';
/** The earliest date in the examples of requests; later they would ask for the past. */
const FIRST_EXAMPLE_DAY = parseDay('2027-02-01');
/** Whole weeks, so that a stay keeps its weekdays. */
const ABOUT_A_YEAR_DAYS = 364;
/** The document; on `today` and after, the examples of requests ask for later dates. */
export function openApiDocument(today) {
    const years = Math.max(0, Math.ceil((today + 1 - FIRST_EXAMPLE_DAY) / ABOUT_A_YEAR_DAYS));
    const moved = (date) => formatDay(parseDay(date) + years * ABOUT_A_YEAR_DAYS);
    const components = {
        schemas: {},
        parameters: {},
        headers: {},
        responses: {},
        securitySchemes: SECURITY_SCHEMES,
    };
    const paths = {};
    for (const route of ROUTES) {
        paths[route.path] ??= {};
        paths[route.path][route.method.toLowerCase()] = withReferences(operationOf(route, moved), components);
    }
    return { ...ABOUT, tags: TAGS, security: [{ bearer: [] }, { accessToken: [] }], paths, components };
}
const SECURITY_SCHEMES = {
    bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'The API key in the header: `Authorization: Bearer <API key>`. Sent in both ways, it must be the same.',
    },
    accessToken: {
        type: 'apiKey',
        in: 'query',
        name: 'access_token',
        description: 'The API key in the address, for callers who cannot send headers: addresses end up in logs.',
    },
};
function operationOf(route, moved) {
    const { summary, description, scope, reference } = route;
    const { operationId, request } = reference;
    return {
        operationId,
        tags: [tagOf(route)],
        summary,
        description: `${description}\n\nThe key needs the scope \`${scope}\`.`,
        parameters: parametersOf(route, moved),
        ...(request
            ? {
                requestBody: {
                    required: true,
                    content: { 'application/json': { ...request.examples(moved), schema: request.schema } },
                },
            }
            : {}),
        responses: responsesOf(route),
    };
}
/** The same with every component put under its name, and an address in its place. */
function withReferences(value, components) {
    if (value instanceof Component) {
        const { section, name, content } = value;
        if (!Object.hasOwn(components[section], name)) {
            components[section][name] = null;
            components[section][name] = withReferences(content, components);
        }
        return value.address;
    }
    if (Array.isArray(value))
        return value.map((item) => withReferences(item, components));
    if (typeof value !== 'object' || value === null)
        return value;
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return Object.fromEntries(entries.map(([name, item]) => [name, withReferences(item, components)]));
}
//# sourceMappingURL=openapi.js.map