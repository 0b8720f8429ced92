/** The headers of responses in the reference: their meaning, and which responses have them (L1, V6, I6, I7, F11, F12). */
import { z } from 'zod';
import { LOCALES, languageTag } from '../../domain/text/locale.ts';
import type { DocumentedRoute } from '../route.ts';
import { AMENITIES_VERSION_HEADER } from '../v2/amenity-categories/amenities.ts';
import type { JsonObject } from './json-schema.ts';
import { component } from './openapi-components.ts';

export type Headers = Readonly<Record<string, JsonObject>>;

/** A header of every such response, or with `mayBeMissing` of some. */
function headerComponent(
  name: string,
  description: string,
  schema: z.ZodType,
  { mayBeMissing = false } = {},
): JsonObject {
  return component('headers', name, { description, ...(mayBeMissing ? {} : { required: true }), schema });
}

const VARY_HEADER = headerComponent(
  'Vary',
  'What the answer depends on beside its address: always the languages and the key.',
  z
    .string()
    .regex(/(^|, )Accept-Language, Authorization(,|$)/)
    .meta({ examples: ['Accept-Language, Authorization'] }),
);

const LIMITED = 'when the server limits requests, which is its usual setting.';
const count = z.int().min(0);
const POLICY = headerComponent(
  'RateLimitPolicy',
  `The limits of the key as structured fields: \`q\` in \`w\` seconds, of requests and of what they cost; ${LIMITED}`,
  z.string().meta({ examples: ['"requests";q=600;w=60, "cost";q=30000000;w=60'] }),
  { mayBeMissing: true },
);
const LEFT = headerComponent(
  'RateLimitLeft',
  `What is left of the limits that the request has counted against: \`r\`, and all again in \`t\` seconds; ${LIMITED}`,
  z.string().meta({ examples: ['"requests";r=598;t=42, "cost";r=29998765;t=42'] }),
  { mayBeMissing: true },
);
function rateLimit(mayBeMissing: boolean, prefix = ''): Headers {
  const header = (name: string, description: string) =>
    headerComponent(`${prefix}${name}`, `${description}; ${LIMITED}`, count, { mayBeMissing });
  return {
    RateLimit: LEFT,
    'RateLimit-Policy': POLICY,
    'RateLimit-Limit': header('RateLimitLimit', 'Requests that the key has in a minute'),
    'RateLimit-Remaining': header('RateLimitRemaining', 'How many of them are left'),
    'RateLimit-Reset': header('RateLimitReset', 'Seconds until all are there again'),
  };
}
export const RATE_LIMIT = rateLimit(true);

const REQUEST_ID: Headers = {
  'X-Request-Id': headerComponent(
    'RequestId',
    "Names the request in the server's log: the `X-Request-Id` of the request if it is 1 to 100 letters, digits and `-_.`, else one that the server gives it.",
    z.string().regex(/^[A-Za-z0-9._-]{1,100}$/),
  ),
};

const RETRY_AFTER = headerComponent('RetryAfter', 'Seconds after which it is worth trying again.', z.int().min(1));

/** Additional headers by status. */
const HEADERS_OF_STATUS: Readonly<Record<number, Headers>> = {
  401: { 'WWW-Authenticate': headerComponent('WWWAuthenticate', 'How a key is sent.', z.literal('Bearer')) },
  405: {
    Allow: headerComponent('Allow', 'The methods of the address.', z.string().meta({ examples: ['GET, HEAD'] })),
  },
  415: {
    'Accept-Encoding': headerComponent(
      'AcceptEncoding',
      'The encodings that are read, if the one of the body is not.',
      z.literal('identity'),
      { mayBeMissing: true },
    ),
  },
  429: { ...rateLimit(false, 'Reached'), 'Retry-After': RETRY_AFTER },
  503: { 'Retry-After': RETRY_AFTER },
};

const NO_STORE = headerComponent('NoStore', 'Nobody may keep the answer.', z.literal('no-store'));

export function headersOfFailure(status: number): Headers {
  return { 'Cache-Control': NO_STORE, Vary: VARY_HEADER, ...REQUEST_ID, ...RATE_LIMIT, ...HEADERS_OF_STATUS[status] };
}

const CONTENT_LANGUAGE = headerComponent(
  'ContentLanguage',
  'The languages that the answer includes, as BCP 47 tags in a fixed order.',
  z.string().meta({ examples: [LOCALES.map(languageTag).join(', ')] }),
);
const ETAG = headerComponent(
  'ETag',
  'Stands for the bytes of the answer: send it as `If-None-Match` to ask whether they still hold.',
  z.string().regex(/^"[\w-]+"$/),
);
const CONTENT_ENCODING = headerComponent(
  'ContentEncoding',
  'How the body is compressed, for callers whose `Accept-Encoding` allows it and bodies for which it is worth it.',
  z.enum(['br', 'gzip']),
  { mayBeMissing: true },
);

export const TOTAL_COUNT = headerComponent('TotalCount', 'Number of all records that the filters select.', count);
export const VERSION_OF_AMENITIES: Headers = {
  [AMENITIES_VERSION_HEADER]: headerComponent(
    'AmenitiesVersion',
    'Which content of the amenity dictionary the answer goes with: changes only when that content does.',
    z.string().min(1),
  ),
};

function cacheControl(value: string): Headers[string] {
  if (value === 'no-store') return NO_STORE;
  return {
    description: value.includes('max-age')
      ? 'How long the caller, and nobody else, may keep the answer, in seconds.'
      : 'The caller, and nobody else, may keep the answer, and has to ask before each use whether it still holds.',
    required: true,
    schema: z.literal(value),
  };
}

/** The headers of a success, and of the 304 in its place. */
export function headersOfSuccess({ method, isLocalized, reference }: DocumentedRoute<never>): Headers {
  return {
    ...(method === 'GET'
      ? { 'Cache-Control': cacheControl(reference.cacheControl ?? 'private, no-cache'), ETag: ETAG }
      : { 'Cache-Control': NO_STORE }),
    ...(isLocalized ? { 'Content-Language': CONTENT_LANGUAGE } : {}),
    ...reference.headers,
    Vary: VARY_HEADER,
    'Content-Encoding': CONTENT_ENCODING,
    ...REQUEST_ID,
    ...RATE_LIMIT,
  };
}
