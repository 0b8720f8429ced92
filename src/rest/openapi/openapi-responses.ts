/**
 * The responses of a route in the reference: success with an example, 304, and every possible refusal. Examples of
 * refusals come from the code that produces them (I3 to I7).
 */
import { z } from 'zod';
import type { WordedProblem } from '../../domain/problem/input-problem.ts';
import { messageOfStatus } from '../../http/response/status-messages.ts';
import { cursorGone, failure, invalid, REST_PROBLEM_CODES } from '../rest-response.ts';
import type { DocumentedRoute, RouteExample } from '../route.ts';
import type { JsonObject } from './json-schema.ts';
import { component } from './openapi-components.ts';
import { headersOfFailure, headersOfSuccess } from './openapi-headers.ts';

export const ERROR = z
  .strictObject({
    success: z.literal(false).describe('Always false.'),
    message: z.string().describe('What went wrong, for people.'),
  })
  .meta({ id: 'ErrorResponse', description: 'Why there is no answer.' });
const PROBLEM = z
  .strictObject({
    path: z
      .string()
      .describe(
        'What it is about: a parameter, a header, or a field of the body with dots (`billed_to.address.country`, `guests.0.first_name`); empty: the whole body.',
      ),
    code: z.enum(REST_PROBLEM_CODES).describe('What kind of problem it is.'),
    message: z.string().describe('What is wrong, for people.'),
  })
  .describe('A problem.');
export const VALIDATION_ERROR = ERROR.extend({
  errors: z.array(PROBLEM).describe('The problems, all of them at once, but 50 at most.'),
}).meta({ id: 'ValidationErrorResponse', description: 'Everything that is wrong with the request.' });

const CURSOR_GONE = ERROR.extend({
  nextCursor: z.string().describe('The `cursor` to go on from.'),
}).meta({ id: 'CursorGoneResponse', description: 'The cursor is not valid any more, and where to go on.' });

/** Refusals that are the same for every route, by status: the names of their components, and their descriptions. */
const REFUSALS: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: [
    'BadRequest',
    'The request is malformed: a value of a wrong form, outside its bounds, repeated or missing; or a header that may stand once stands there twice. Or the answer would have more than 3,000,000 bytes, that of `GET /v1/visit-types` more than 12,000,000 (`ANSWER_TOO_LARGE`): ask for a smaller page or fewer days.',
  ],
  401: [
    'Unauthorized',
    'No key, or one that is not valid. A missing, malformed, unknown, expired and revoked key look alike.',
  ],
  403: ['Forbidden', 'The key is valid, but lacks the scope that the operation names.'],
  405: ['MethodNotAllowed', 'The address has other methods than the one of the request.'],
  413: ['BodyTooLarge', 'The body is larger than 256 KiB.'],
  415: [
    'UnsupportedMediaType',
    'The body is not sent as `application/json`, is compressed, or is in another charset than UTF-8.',
  ],
  429: ['TooManyRequests', 'The key has made too many requests in this minute, or requests that cost too much.'],
  500: ['ServerError', 'Something went wrong on the server.'],
  503: [
    'Unavailable',
    'The service is overloaded, or cannot reach its database or write to it. A booking that was interrupted may have been made: send it again with the same `Idempotency-Key`.',
  ],
};
const CURSOR_EXAMPLE = 'WyJldmVudHMiLCJwb3NpdGlvbiIsMCwwXQ.7Yx1nJQn0rCyvNq2hZb9hA';
const PROBLEM_EXAMPLE: WordedProblem = {
  path: 'date_to',
  code: 'NOT_A_DATE',
  message: 'Must be a real date as YYYY-MM-DD, not 1.5.',
};

function bodyOf(status: number): { readonly schema: z.ZodType; readonly example: unknown } {
  if (status === 400) return { schema: VALIDATION_ERROR, example: invalid([PROBLEM_EXAMPLE]).body };
  if (status === 410) return { schema: CURSOR_GONE, example: cursorGone(messageOfStatus(410), CURSOR_EXAMPLE).body };
  return { schema: ERROR, example: failure(status).body };
}

function buildResponse(status: number, description: string): JsonObject {
  const { schema, example } = bodyOf(status);
  return { description, headers: headersOfFailure(status), content: { 'application/json': { schema, example } } };
}

const RESPONSES = Object.fromEntries(
  Object.entries(REFUSALS).map(([status, [name, description]]) => [
    status,
    component('responses', name, buildResponse(Number(status), description)),
  ]),
);

/** Statuses of refusals that any route may have. */
function plainRefusals({ method }: DocumentedRoute<never>): number[] {
  return [400, 401, 403, 405, ...(method === 'POST' ? [413, 415] : []), 429, 500, 503];
}

/** The responses of an operation by status. */
export function buildResponses(route: DocumentedRoute<never>): JsonObject {
  const { reference, method } = route;
  const { success, body, example, refusals = {} } = reference;
  const headers = headersOfSuccess(route);
  const { 'Content-Encoding': _, ...headersWithoutBody } = headers;
  return {
    [method === 'POST' ? '201' : '200']: {
      description: success,
      headers,
      content: { 'application/json': { schema: body, examples: { demo: responseExample(method, example) } } },
    },
    ...(method === 'GET'
      ? {
          304: {
            description: 'The answer that `If-None-Match` names still holds. No body.',
            headers: headersWithoutBody,
          },
        }
      : {}),
    ...Object.fromEntries(plainRefusals(route).map((status) => [status, RESPONSES[status]])),
    ...Object.fromEntries(
      Object.entries(refusals).map(([status, description]) => [status, buildResponse(Number(status), description)]),
    ),
  };
}

function responseExample(method: string, { address, acceptLanguage, body }: RouteExample): JsonObject {
  const languages = acceptLanguage === undefined ? '' : `, with \`Accept-Language: ${acceptLanguage}\``;
  return { summary: 'From the demo catalogue', description: `\`${method} /api${address}\`${languages}`, value: body };
}
