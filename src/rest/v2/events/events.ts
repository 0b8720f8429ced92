// biome-ignore-all lint/style/noNonNullAssertion: a well-formed request has its required parameters, and those with a default.
/** GET /v2/events: the feed of what happens to bookings (S15). */
import { toEventMessage } from '../../../domain/event/event-message.ts';
import { EVENTS_PAGE, EVENTS_PAGE_DEFAULT, eventsProblems } from '../../../operations/events/list-events.ts';
import { boundsProblems } from '../../../operations/search/search-input.ts';
import { ListEventsDocument } from '../../generated/operations.ts';
import { choice, integer, queryReader, readParameters, text } from '../../parameters.ts';
import { ok } from '../../rest-response.ts';
import type { RouteOf } from '../../route.ts';
import EVENTS_EXAMPLE from './events.example.json' with { type: 'json' };
import { EVENTS } from './events.schema.ts';

const NO_STORE = 'no-store';
const WAIT_SECONDS = { min: 0, max: 30 } as const;

const PARAMETERS = {
  cursor: text({
    canonical: 'after',
    description: 'The `nextCursor` of the answer before; without it the feed begins with the first event there is.',
  }),
  limit: integer({
    canonical: 'first',
    description: 'Number of events to return.',
    example: '100',
    bounds: EVENTS_PAGE,
    defaultValue: EVENTS_PAGE_DEFAULT,
  }),
  wait: integer({
    canonical: 'wait',
    description: 'For how many seconds an answer without events is held back until there is one.',
    example: '0',
    bounds: WAIT_SECONDS,
    defaultValue: 0,
  }),
  tests: choice({
    canonical: 'includeTests',
    description: 'Whether to include the bookings of test keys.',
    example: 'false',
    values: ['true', 'false'],
    defaultValue: 'false',
  }),
};

export const events: RouteOf<typeof ListEventsDocument> = {
  method: 'GET',
  path: '/v2/events',
  scopes: ['bookings', 'operate'],
  summary: 'Follow what happens to bookings',
  description:
    'Each change of a booking is an event. Whoever goes on from each `nextCursor` sees every event exactly once, and all see them in the same order, whatever happens at the same time. With `bookings` these are the bookings of the client, with `operate` those in the destinations of the key. Cursors are those of this feed only, and hold for every value of the other parameters.',
  reference: {
    operationId: 'listEvents',
    success: 'Events after the cursor, and where to go on.',
    body: EVENTS,
    example: EVENTS_EXAMPLE,
    cacheControl: NO_STORE,
    refusals: {
      410: 'The cursor is of events that this database does not have: it was restored from a backup. Go on from `nextCursor`: some events come again, under the same ids, and none is missed.',
    },
  },
  isLocalized: false,
  document: ListEventsDocument,
  ...queryReader(PARAMETERS, {
    problems: ({ limit, cursor, wait }, { cursors }) => [
      ...eventsProblems({ first: limit, after: cursor }, cursors),
      ...boundsProblems('wait', wait, WAIT_SECONDS),
    ],
    variables: ({ limit, cursor, tests }) => ({ first: limit!, after: cursor, includeTests: tests === 'true' }),
  }),
  pollSeconds: ({ query }) => readParameters(PARAMETERS, query).values.wait ?? 0,
  answer({ result: { nodes, pageInfo } }) {
    const data = nodes.map(({ changed, ...node }) =>
      toEventMessage({ ...node, ...(changed && { changed: changed.map((part) => part.toLowerCase()) }) }),
    );
    const body = { data, nextCursor: pageInfo.endCursor };
    // Ids of bookings lead to what guests have said of themselves (F10).
    return { ...ok(body, { 'Cache-Control': NO_STORE }), isEmpty: data.length === 0 && !pageInfo.hasNextPage };
  },
};
