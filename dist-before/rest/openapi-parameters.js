/**
 * Parameters in the reference, made of the definitions by which they are read. A parameter that a request cannot do without
 * has its example at hand, so that the request can be sent as it stands; an example of another is only shown.
 */
import { Component, use } from './json-schema.js';
import { IDEMPOTENCY_KEY_SCHEMA } from './v1/booking.schema.js';
import { IDEMPOTENCY_HEADER } from './v1/booking-body.js';
import { REFERENCE } from './value-schemas.js';
const SCHEMA_OF_KIND = {
    integer: ({ bounds }) => ({
        type: 'integer',
        ...(bounds ? { minimum: bounds.min } : {}),
        ...(bounds?.max === undefined ? {} : { maximum: bounds.max }),
    }),
    date: () => ({ type: 'string', format: 'date' }),
    reference: () => use(REFERENCE),
    text: ({ maxLength }) => ({ type: 'string', ...(maxLength === undefined ? {} : { maxLength }) }),
    choice: ({ values = [] }) => ({ type: 'string', enum: [...values] }),
    list: ({ values = [] }) => ({ type: 'array', items: { type: 'string', enum: [...values] } }),
};
/** The example as the schema has it. */
function exampleOf({ kind, example }, moved) {
    if (example === undefined)
        return undefined;
    if (kind === 'date')
        return moved(example);
    if (kind === 'list')
        return example.split(',');
    return kind === 'integer' || (kind === 'reference' && /^\d+$/.test(example)) ? Number(example) : example;
}
function parameterOf([name, parameter], moved) {
    const { isRequired, kind, description, defaultValue } = parameter;
    const example = exampleOf(parameter, moved);
    const isAtHand = isRequired && example !== undefined;
    return {
        name,
        in: parameter.in,
        description,
        required: isRequired,
        ...(kind === 'list' ? { style: 'form', explode: false } : {}),
        schema: {
            ...SCHEMA_OF_KIND[kind](parameter),
            ...(defaultValue === undefined ? {} : { default: defaultValue }),
            ...(example === undefined || isAtHand ? {} : { examples: [example] }),
        },
        ...(isAtHand ? { example } : {}),
    };
}
function header(name, description, schema) {
    const content = { name, in: 'header', description, required: false, schema };
    return { $ref: new Component('parameters', name.replaceAll('-', ''), content) };
}
const ACCEPT_LANGUAGE = 'Languages to include, comma-separated: `cs` (also `cs-CZ`, `cs_CZ`), `de`, `en`, `ru`, or `*` for all; `q=0` excludes one, other weights do not matter. Without it, or with nothing usable in it, all four are included.';
const INCLUDED = header('Accept-Language', ACCEPT_LANGUAGE, { type: 'string', examples: ['cs, en'] });
const CUSTOMER_LANGUAGE = {
    name: 'Accept-Language',
    in: 'header',
    description: 'Its first supported language is the one of automated e-mails to the customer; without any it is Czech.',
    required: false,
    schema: { type: 'string', examples: ['de, en'] },
};
const IF_NONE_MATCH = header('If-None-Match', 'Entity tags of answers that the caller has: a list, weak ones, or `*`. When the answer is still one of them, 304 without a body.', { type: 'string' });
const IDEMPOTENCY_KEY = header(IDEMPOTENCY_HEADER, 'Makes repeating safe: for at least 24 hours the same request with the same key books once and gets the same answer; another request with it is refused with 422, one sent while the first is still running with 409. 1 to 255 visible ASCII characters.', IDEMPOTENCY_KEY_SCHEMA);
/** All parameters of an operation: those that the route reads, and the headers. */
export function parametersOf({ parameters, method }, moved) {
    const own = Object.entries(parameters).map((entry) => parameterOf(entry, moved));
    return [...own, ...(method === 'GET' ? [INCLUDED, IF_NONE_MATCH] : [CUSTOMER_LANGUAGE, IDEMPOTENCY_KEY])];
}
//# sourceMappingURL=openapi-parameters.js.map