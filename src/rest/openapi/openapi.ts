/**
 * The OpenAPI 3.1 document of REST, generated from the definitions that validate requests: it holds every route with
 * all its parameters, the files of catalogue and bookings, the webhook, and nothing else. It is plain JSON, the same in every process on the same day.
 */
import { type Day, dayOf, formatDay } from '../../domain/time/civil-date.ts';
import type { DocumentedRoute, RequestExample } from '../route.ts';
import { ROUTES } from '../routes.ts';
import { type JsonObject, withJsonSchemas } from './json-schema.ts';
import { ABOUT, TAGS, tagOf } from './openapi-about.ts';
import { bookingFileOperations } from './openapi-booking-file.ts';
import { CATALOGUE_OPERATIONS, MANAGE_TAG } from './openapi-catalogue.ts';
import { COMPONENTS } from './openapi-components.ts';
import { buildParameters, type ShiftDate } from './openapi-parameters.ts';
import { buildResponses } from './openapi-responses.ts';
import { WEBHOOKS } from './openapi-webhooks.ts';

/** The earliest date in the example requests; from then on they are shifted, to stay in the future. */
const FIRST_EXAMPLE_DAY = dayOf('2027-02-01');
/** Whole weeks, so that a stay keeps its weekdays. */
const ABOUT_A_YEAR_DAYS = 364;

/** The example requests ask for dates after `today`. */
export function buildOpenApiDocument(today: Day): JsonObject {
  const years = Math.max(0, Math.ceil((today + 1 - FIRST_EXAMPLE_DAY) / ABOUT_A_YEAR_DAYS));
  const moved: ShiftDate = (date) => formatDay(dayOf(date) + years * ABOUT_A_YEAR_DAYS);
  const operations = {
    ...Object.fromEntries(
      ROUTES.map((route) => [route.path, { [route.method.toLowerCase()]: buildOperation(route, moved) }]),
    ),
    ...bookingFileOperations(moved),
    ...CATALOGUE_OPERATIONS,
  };
  const schemas: Record<string, unknown> = {};
  const paths = withJsonSchemas(operations, schemas);
  const webhooks = withJsonSchemas(WEBHOOKS, schemas);
  const components = withJsonSchemas(COMPONENTS, schemas);
  return {
    ...ABOUT,
    tags: [...TAGS, MANAGE_TAG],
    security: [{ bearer: [] }, { accessToken: [] }],
    paths,
    webhooks,
    components: { schemas, ...components, securitySchemes: SECURITY_SCHEMES },
  };
}

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The API key in the header: `Authorization: Bearer <API key>`. Sent in both ways, it must be the same.',
  },
  accessToken: {
    type: 'apiKey',
    in: 'query',
    name: 'access_token',
    description: 'The API key in the address, for callers who cannot send headers: addresses end up in logs.',
  },
};

function shiftStay({ summary, value }: RequestExample, moved: ShiftDate): JsonObject {
  return { summary, value: { ...value, date_from: moved(value.date_from), date_to: moved(value.date_to) } };
}

function buildOperation(route: DocumentedRoute<never>, moved: ShiftDate): JsonObject {
  const { summary, description, scopes, reference } = route;
  const { operationId, request } = reference;
  const examples = Object.fromEntries(
    Object.entries(request?.examples ?? {}).map(([name, example]) => [name, shiftStay(example, moved)]),
  );
  return {
    operationId,
    tags: [tagOf(route)],
    summary,
    description: `${description}\n\nThe key needs the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`,
    parameters: buildParameters(route, moved),
    ...(request
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { examples, schema: request.schema } },
          },
        }
      : {}),
    responses: buildResponses(route),
  };
}
