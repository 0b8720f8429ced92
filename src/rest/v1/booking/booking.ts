/** POST /v1/booking: a binding booking or a non-binding request (B1 to B6). */
import { EXPECTED_FORMS, type InputProblem, type WordedProblem } from '../../../domain/problem/input-problem.ts';
import { inSchemaSpelling } from '../../../graphql/schema/booking/booking-input.ts';
import { parseBooking } from '../../../operations/booking/booking-problems.ts';
import { inPlainEnglish } from '../../../wording/word-problem.ts';
import { BookDocument, type BookMutationVariables } from '../../generated/operations.ts';
import type { RouteOf } from '../../route.ts';
import BOOKING_EXAMPLE from './booking.example.json' with { type: 'json' };
import { BOOKING_REQUEST, BOOKING_RESULT } from './booking.schema.ts';
import { legacyBookingPath, toCanonicalBooking } from './booking-body.ts';

/** For fields whose wire values differ from those of the shared rules. */
const NOT_A_KIND = { code: 'INVALID_TYPE', message: 'Must be true or false.' } as const;
const NOT_AN_ID = { code: 'NOT_AN_ID', message: `Must be ${EXPECTED_FORMS.NOT_AN_ID}.` } as const;

/** A problem under the names of the body, and about its values. */
function toLegacyProblem(found: InputProblem): WordedProblem {
  const problem = inPlainEnglish(found);
  const path = legacyBookingPath(problem.path);
  if (problem.code === 'REQUIRED') return { ...problem, path };
  return { ...problem, path, ...(path === 'binding_booking' && NOT_A_KIND), ...(path.endsWith('_id') && NOT_AN_ID) };
}

export const booking: RouteOf<typeof BookDocument> = {
  method: 'POST',
  path: '/v1/booking',
  scopes: ['book'],
  summary: 'Create a booking or a booking request',
  description: [
    'A binding booking takes one room for every night, at once or not at all. A request takes none: an operator may contact the customer later.',
    'The price is always calculated on the server, in the currency of the body; a price sent in the body is ignored. It is the price of the room, however many guests sleep in it.',
    'With the header `Idempotency-Key` a repeated request books once and gets the same answer.',
  ].join('\n\n'),
  parameters: {},
  reference: {
    operationId: 'createBooking',
    success:
      'The booking or request is stored. A repeated request with the same `Idempotency-Key` gets the same answer.',
    body: BOOKING_RESULT,
    example: BOOKING_EXAMPLE,
    refusals: {
      404: 'The visit type, the hotel, the room type or a loyalty program does not exist, or the key may not see it.',
      409: 'A request with the same `Idempotency-Key` is still running. Try again. Or a test key simulates a changed price.',
      422: 'They exist and cannot be booked so: they do not fit together, the stay is not allowed or not priced in the currency on every night, the list of guests is empty or longer than the room has beds, the visit type does not list a loyalty program; for a binding booking also no room left on a night, or a visit type on demand; or the `Idempotency-Key` was used for another request. The message names the rule.',
      429: 'The key has made too many requests in this minute; or ten requests (`binding_booking` false) for the hotel under the e-mail address were stored within the last minute, with whatever keys. Binding bookings, and repetitions with the same `Idempotency-Key`, do not count. With a publishable key the bookings, booking requests and room nights of an address are limited, too, and so are bookings and booking requests under an e-mail address. `Retry-After` says when one more is taken, and `RateLimit-*` are of the limit that was reached.',
    },
    request: { schema: BOOKING_REQUEST, examples: BOOKING_EXAMPLE.requests },
  },
  isLocalized: false,
  document: BookDocument,
  read({ body, idempotencyKey, languages, today }) {
    const canonical = toCanonicalBooking(body);
    const isObject = typeof canonical === 'object' && canonical !== null && !Array.isArray(canonical);
    const input = isObject ? { idempotencyKey, language: languages.customer, ...canonical } : canonical;
    // The mutation checks it again; but GraphQL would look at all of it before, and word its own problems (A2).
    const checked = parseBooking(input, today);
    return checked.ok
      ? { variables: { input: inSchemaSpelling(input as never) as BookMutationVariables['input'] } }
      : { problems: checked.problems.map(toLegacyProblem), booking: isObject ? { ...canonical } : {} };
  },
  nameOf: legacyBookingPath,
  answer: ({ result: { _id, id } }) => ({ status: 201, headers: { 'Cache-Control': 'no-store' }, body: { _id, id } }),
};
