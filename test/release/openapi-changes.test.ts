/** Every kind of change of the REST interface gets its level: the real document, changed in one place each. */
import { describe, expect, test } from 'vitest';
import type { Level } from './change.ts';
import type { Json } from './json-schema-changes.ts';
import { openApiChanges } from './openapi-changes.ts';
import { presentState } from './releases.ts';

/** A mutable document, as far as these tests use it. */
interface Draft {
  servers: Json[];
  paths: Record<string, Record<string, DraftOperation>>;
  webhooks: Record<string, Record<string, DraftOperation>>;
  components: {
    schemas: Record<string, DraftSchema>;
    parameters: Record<string, { required: boolean }>;
    headers: Record<string, { required: boolean }>;
    securitySchemes: Record<string, { in?: string }>;
  };
}
interface DraftOperation {
  operationId: string;
  deprecated?: boolean;
  parameters: DraftParameter[];
  requestBody?: unknown;
  responses: Record<string, { headers?: Record<string, unknown>; content: Record<string, unknown> }>;
}
interface DraftParameter {
  name?: string;
  in?: string;
  required?: boolean;
  explode?: boolean;
  schema?: DraftSchema;
}
interface DraftSchema {
  [keyword: string]: unknown;
  type?: string | string[];
  enum?: unknown[];
  required: string[];
  properties: Record<string, DraftSchema>;
}

const { document } = presentState();

function changesAfter(change: (draft: Draft) => void) {
  const draft = structuredClone(document);
  change(draft as unknown as Draft);
  expect(draft).not.toEqual(document);
  return openApiChanges(document, draft);
}

const get = (draft: Draft, path: string) => draft.paths[path]!.get!;
const post = (draft: Draft) => draft.paths['/v1/booking']!.post!;
const parameter = (draft: Draft, path: string, name: string) =>
  get(draft, path).parameters.find((one) => one.name === name)!;
const fields = (draft: Draft, schema: string) => draft.components.schemas[schema]!.properties;
const schemaOf = (draft: Draft, schema: string) => draft.components.schemas[schema]!;
const without = (list: unknown[], value: unknown) => list.splice(list.indexOf(value), 1);

const TEXT = { type: 'string' };

type Row = readonly [Level, string, string, (draft: Draft) => void];

const OPERATIONS: readonly Row[] = [
  ['breaking', 'GET /v1/price', 'is gone', (draft) => delete draft.paths['/v1/price']],
  ['breaking', 'POST /v1/booking', 'is gone', (draft) => delete draft.paths['/v1/booking']!.post],
  [
    'breaking',
    'GET /v1/price',
    'has the operationId other now',
    (draft) => Object.assign(get(draft, '/v1/price'), { operationId: 'other' }),
  ],
  ['breaking', 'REST', 'is no longer at /api', (draft) => Object.assign(draft, { servers: [{ url: '/rest' }] })],
  [
    'breaking',
    'GET /manage/catalogue',
    'is no longer at /',
    (draft) => Reflect.deleteProperty(get(draft, '/manage/catalogue'), 'servers'),
  ],
  [
    'breaking',
    'GET /v1/price',
    'takes the key in another way',
    (draft) => Object.assign(draft.components.securitySchemes.accessToken!, { in: 'cookie' }),
  ],
  ['safe', 'GET /v1/price', 'is deprecated', (draft) => Object.assign(get(draft, '/v1/price'), { deprecated: true })],
  ['safe', 'GET /v3/price', 'is new', (draft) => Object.assign(draft.paths, { '/v3/price': draft.paths['/v1/price'] })],
];

const LIST = '/v1/visit-types';
const REQUESTS: readonly Row[] = [
  [
    'breaking',
    `GET ${LIST}`,
    'query parameter hotel_id is gone',
    (draft) => without(get(draft, LIST).parameters, parameter(draft, LIST, 'hotel_id')),
  ],
  [
    'breaking',
    `GET ${LIST}`,
    'query parameter hotel_id is required now',
    (draft) => Object.assign(parameter(draft, LIST, 'hotel_id'), { required: true }),
  ],
  [
    'safe',
    'GET /v1/price',
    'query parameter date_to may be left out now',
    (draft) => Object.assign(parameter(draft, '/v1/price', 'date_to'), { required: false }),
  ],
  [
    'breaking',
    `GET ${LIST}`,
    'query parameter channel is new and required',
    (draft) => get(draft, LIST).parameters.push({ name: 'channel', in: 'query', required: true }),
  ],
  [
    'safe',
    `GET ${LIST}`,
    'query parameter channel is new',
    (draft) => get(draft, LIST).parameters.push({ name: 'channel', in: 'query', required: false }),
  ],
  [
    'breaking',
    `GET ${LIST}`,
    'query parameter max has maximum 50 now, and had 100',
    (draft) => Object.assign(parameter(draft, LIST, 'max').schema!, { maximum: 50 }),
  ],
  [
    'safe',
    `GET ${LIST}`,
    'query parameter max has maximum 500 now, and had 100',
    (draft) => Object.assign(parameter(draft, LIST, 'max').schema!, { maximum: 500 }),
  ],
  [
    'dangerous',
    `GET ${LIST}`,
    'query parameter max has the default 20 now, and had 10',
    (draft) => Object.assign(parameter(draft, LIST, 'max').schema!, { default: 20 }),
  ],
  [
    'breaking',
    'GET /v2/hotels',
    'query parameter sort has no value "-stars" any more',
    (draft) => without(parameter(draft, '/v2/hotels', 'sort').schema!.enum!, '-stars'),
  ],
  [
    'safe',
    'GET /v2/hotels',
    'query parameter sort has the new value "-name"',
    (draft) => parameter(draft, '/v2/hotels', 'sort').schema!.enum!.push('-name'),
  ],
  [
    'breaking',
    'GET /v2/hotels',
    'query parameter expand is written in another way (explode)',
    (draft) => Object.assign(parameter(draft, '/v2/hotels', 'expand'), { explode: true }),
  ],
  [
    'breaking',
    'POST /v1/booking',
    'header parameter idempotency-key is required now',
    (draft) => Object.assign(draft.components.parameters.IdempotencyKey!, { required: true }),
  ],
  [
    'breaking',
    'POST /v1/booking',
    'body guests[].title is required now',
    (draft) => [
      Object.assign(fields(draft, 'Guest'), { title: TEXT }),
      schemaOf(draft, 'Guest').required.push('title'),
    ],
  ],
  [
    'safe',
    'POST /v1/booking',
    'body guests[].title is new',
    (draft) => Object.assign(fields(draft, 'Guest'), { title: TEXT }),
  ],
  [
    'breaking',
    'POST /v1/booking',
    'body customer_note is gone',
    (draft) => delete fields(draft, 'BookingRequest').customer_note,
  ],
  [
    'breaking',
    'POST /v1/booking',
    'body customer_note may no longer be null',
    (draft) => Object.assign(fields(draft, 'BookingRequest').customer_note!, { type: 'string' }),
  ],
  [
    'breaking',
    'POST /v1/booking',
    'body guests has minItems 2 now, and had 1',
    (draft) => Object.assign(fields(draft, 'BookingRequest').guests!, { minItems: 2 }),
  ],
  [
    'breaking',
    'POST /v1/booking',
    'body guests[].first_name has another pattern now',
    (draft) => Object.assign(fields(draft, 'Guest').first_name!, { pattern: '^[A-Z]+$' }),
  ],
  [
    'breaking',
    'POST /v1/booking',
    'body * is another now: fields without a name',
    (draft) => Object.assign(schemaOf(draft, 'BookingRequest'), { additionalProperties: false }),
  ],
  ['breaking', 'POST /v1/booking', 'body is gone', (draft) => delete post(draft).requestBody],
];

const ANSWERS: readonly Row[] = [
  [
    'breaking',
    `GET ${LIST}`,
    'answer 200 [].procedures is gone',
    (draft) => delete fields(draft, 'VisitType').procedures,
  ],
  [
    'breaking',
    `GET ${LIST}`,
    'answer 200 [].procedures may be missing now',
    (draft) => without(schemaOf(draft, 'VisitType').required, 'procedures'),
  ],
  [
    'breaking',
    `GET ${LIST}`,
    'answer 200 [].procedures is of type string now, and was of integer',
    (draft) => Object.assign(fields(draft, 'VisitType').procedures!, { type: 'string' }),
  ],
  [
    'breaking',
    `GET ${LIST}`,
    'answer 200 [].reservation_time_span may be null now',
    (draft) => Object.assign(fields(draft, 'VisitType').reservation_time_span!, { type: ['string', 'null'] }),
  ],
  [
    'breaking',
    `GET ${LIST}`,
    'answer 200 [].reservation_time_span has the new value "MONTHS"',
    (draft) => fields(draft, 'VisitType').reservation_time_span!.enum!.push('MONTHS'),
  ],
  [
    'safe',
    `GET ${LIST}`,
    'answer 200 [].reservation_time_span has no value "WEEKS" any more',
    (draft) => without(fields(draft, 'VisitType').reservation_time_span!.enum!, 'WEEKS'),
  ],
  [
    'safe',
    'GET /v2/hotels',
    'answer 200 data[].images[].width is never null now',
    (draft) => Object.assign(fields(draft, 'Image').width!, { type: 'integer' }),
  ],
  [
    'safe',
    'GET /v2/hotels',
    'answer 200 data[].images[].width is deprecated',
    (draft) => Object.assign(fields(draft, 'Image').width!, { deprecated: true }),
  ],
  [
    'safe',
    'GET /v2/hotels',
    'answer 200 data[].images[].size is new',
    (draft) => Object.assign(fields(draft, 'Image'), { size: TEXT }),
  ],
  [
    'breaking',
    `GET ${LIST}`,
    'answer 200 header x-total-count is gone',
    (draft) => delete get(draft, LIST).responses['200']!.headers!['X-Total-Count'],
  ],
  [
    'breaking',
    `GET ${LIST}`,
    'answer 200 header etag may be missing now',
    (draft) => Object.assign(draft.components.headers.ETag!, { required: false }),
  ],
  ['breaking', 'GET /v1/price', 'answer 422 is gone', (draft) => delete get(draft, '/v1/price').responses['422']],
  [
    'dangerous',
    'GET /v1/price',
    'answer 418 is new',
    (draft) => Object.assign(get(draft, '/v1/price').responses, { 418: { content: {} } }),
  ],
  [
    'breaking',
    'GET /v1/price',
    'answer 200 is no longer application/json',
    (draft) => Object.assign(get(draft, '/v1/price').responses['200']!, { content: {} }),
  ],
];

const WEBHOOK = 'POST webhook bookingEvent';
const hook = (draft: Draft) => draft.webhooks.bookingEvent!.post!;
/** A webhook is an answer that nobody has asked for. */
const WEBHOOKS: readonly Row[] = [
  ['breaking', WEBHOOK, 'is gone', (draft) => delete draft.webhooks.bookingEvent],
  ['breaking', WEBHOOK, 'header parameter webhook-id is gone', (draft) => hook(draft).parameters.shift()],
  [
    'breaking',
    WEBHOOK,
    'header parameter webhook-id may be left out now',
    (draft) => Object.assign(hook(draft).parameters[0]!, { required: false }),
  ],
  [
    'safe',
    WEBHOOK,
    'header parameter traceparent is new and required',
    (draft) =>
      hook(draft).parameters.push({
        name: 'traceparent',
        in: 'header',
        required: true,
        schema: { ...TEXT, required: [], properties: {} },
      }),
  ],
  ['breaking', WEBHOOK, 'body timestamp is gone', (draft) => delete fields(draft, 'Event').timestamp],
  ['safe', WEBHOOK, 'body subject is new', (draft) => Object.assign(fields(draft, 'Event'), { subject: TEXT })],
  ['breaking', WEBHOOK, 'answer 410 is gone', (draft) => delete hook(draft).responses['410']],
];

describe.each([
  ['operations', OPERATIONS],
  ['what is sent', REQUESTS],
  ['what is answered', ANSWERS],
  ['what is sent to others', WEBHOOKS],
])('%s', (_of, rows) => {
  test.each(rows)('%s: %s %s', (level, where, what, change) => {
    const changes = changesAfter(change);
    expect(changes).toContainEqual({ level, where, what });
    const worst = ['breaking', 'dangerous', 'safe'].find((one) => changes.some((found) => found.level === one));
    expect(worst).toBe(level);
  });
});
