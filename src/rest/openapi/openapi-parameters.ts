/**
 * Parameters in the reference, generated from the definitions that read them. A required parameter has its example
 * filled in, so that the request can be sent as it stands; other examples are only shown.
 */
import { z } from 'zod';
import { SIMULATIONS } from '../../domain/booking/simulation.ts';
import { SIMULATE_HEADER } from '../../http/request/simulation.ts';
import { idempotencyKey } from '../../operations/input-values.ts';
import type { Parameter } from '../parameters.ts';
import type { DocumentedRoute } from '../route.ts';
import { IDEMPOTENCY_HEADER } from '../v1/booking/booking-body.ts';
import type { JsonObject } from './json-schema.ts';
import { component } from './openapi-components.ts';
import { DATE, REFERENCE } from './value-schemas.ts';

/** Shifts a date of an example, which was written for one point in time. */
export type ShiftDate = (date: string) => string;

const SCHEMA_OF_KIND: Readonly<Record<Parameter['kind'], (parameter: Parameter) => z.ZodType>> = {
  integer: ({ bounds }) =>
    z
      .int()
      .min(bounds?.min ?? Number.MIN_SAFE_INTEGER)
      .max(bounds?.max ?? Number.MAX_SAFE_INTEGER),
  date: () => DATE,
  time: () => z.iso.datetime({ offset: true }),
  reference: () => REFERENCE,
  text: ({ maxLength }) => (maxLength === undefined ? z.string() : z.string().max(maxLength)),
  choice: ({ values = [] }) => z.enum(values),
  list: ({ values = [] }) => z.array(z.enum(values)),
};

/** The example in the form of the schema. */
function parameterExample({ kind, example }: Parameter, moved: ShiftDate): unknown {
  if (example === undefined) return undefined;
  if (kind === 'date') return moved(example);
  if (kind === 'list') return example.split(',');
  return kind === 'integer' || (kind === 'reference' && /^\d+$/.test(example)) ? Number(example) : example;
}

export function buildParameter([name, parameter]: [string, Parameter], moved: ShiftDate): JsonObject {
  const { isRequired, kind, description, defaultValue } = parameter;
  const example = parameterExample(parameter, moved);
  const isAtHand = isRequired && example !== undefined;
  return {
    name,
    in: parameter.in,
    description,
    required: isRequired,
    ...(kind === 'list' ? { style: 'form', explode: false } : {}),
    schema: SCHEMA_OF_KIND[kind](parameter).meta({
      ...(defaultValue === undefined ? {} : { default: defaultValue }),
      ...(example === undefined || isAtHand ? {} : { examples: [example] }),
    }),
    ...(isAtHand ? { example } : {}),
  };
}

function headerParameter(name: string, description: string, schema: z.ZodType): JsonObject {
  const content = { name, in: 'header', description, required: false, schema };
  return component('parameters', name.replaceAll('-', ''), content);
}

const ACCEPT_LANGUAGE =
  'Languages to include, comma-separated: `cs` (also `cs-CZ`, `cs_CZ`), `de`, `en`, `ru`, or `*` for all; `q=0` excludes one (with nothing else, all others are included), other weights do not matter. Without it, or with nothing usable in it, all four are included.';
const INCLUDED = headerParameter('Accept-Language', ACCEPT_LANGUAGE, z.string().meta({ examples: ['cs, en'] }));
const CUSTOMER_LANGUAGE: JsonObject = {
  name: 'Accept-Language',
  in: 'header',
  description: 'Its first supported language is the one of automated e-mails to the customer; without any it is Czech.',
  required: false,
  schema: z.string().meta({ examples: ['de, en'] }),
};
const IF_NONE_MATCH = headerParameter(
  'If-None-Match',
  'Entity tags of answers that the caller has: a list, weak ones, or `*`. When the answer is still one of them, 304 without a body.',
  z.string(),
);
const IDEMPOTENCY_KEY_HEADER = headerParameter(
  IDEMPOTENCY_HEADER,
  'Makes repeating safe: for at least 24 hours the same request with the same key books once and gets the same answer; another request with it is refused with 422, one sent while the first is still running with 409. 1 to 255 visible ASCII characters.',
  idempotencyKey,
);
const SIMULATE = headerParameter(
  SIMULATE_HEADER,
  'For test keys: what the booking meets. `no-capacity`: no room is left, so a binding booking gets 422. `price-changed`: 409. `unavailable`: 503. `slow`: the booking, after five seconds. The answer is that of the real case, and a refusal leaves the `Idempotency-Key` free. With any other key, or another value, 400.',
  z.enum(SIMULATIONS),
);

/** All parameters of an operation: those of the route, and the headers. */
export function buildParameters({ parameters, method }: DocumentedRoute<never>, moved: ShiftDate): JsonObject[] {
  const own = Object.entries(parameters).map((entry) => buildParameter(entry, moved));
  return [
    ...own,
    ...(method === 'GET' ? [INCLUDED, IF_NONE_MATCH] : [CUSTOMER_LANGUAGE, IDEMPOTENCY_KEY_HEADER, SIMULATE]),
  ];
}
