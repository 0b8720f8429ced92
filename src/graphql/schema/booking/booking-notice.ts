/** The feed of what happens to bookings (S15), read or followed (U6). */
import { GraphQLError } from 'graphql';
import type { StoredEvent } from '../../../data/events/stored-events.ts';
import { CursorGone, eventCursorAt, formatEventCursor } from '../../../operations/events/event-cursors.ts';
import { EVENTS_AT_ONCE, type EventBatch } from '../../../operations/events/event-feeds.ts';
import { followBookings } from '../../../operations/events/follow-bookings.ts';
import { EVENTS_PAGE_DEFAULT, eventsProblems, listEvents } from '../../../operations/events/list-events.ts';
import { builder, FAILS_ALONE, requiresScope } from '../builder.ts';
import { cursorsOf, uncountedConnectionType } from '../connection.ts';
import { eventsCost, PAGE_ENTRIES_COST } from '../cost.ts';
import { BookingEventTypeEnum, BookingKindEnum, BookingPartEnum, BookingStatusEnum } from '../enums.ts';
import { throwIfInvalid } from '../errors.ts';

const BookingNotice = builder.objectRef<StoredEvent>('BookingNotice').implement({
  description:
    'Something that happened to a booking, as others receive it: without anything about persons. It never changes, however often it is delivered.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`evt_` and 24 hexadecimal digits.' }),
    type: t.expose('type', { type: BookingEventTypeEnum, description: 'What happened.' }),
    timestamp: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
    bookingId: t.exposeID('bookingId', { description: 'Id of the booking. Keep it secret.' }),
    reference: t.exposeString('reference', { description: 'Reference of the booking for people: `XXXX-XXXX`.' }),
    party: t.exposeID('party', {
      nullable: true,
      description: 'Id of the party whose rooms were booked together (Y2); null: it was booked alone.',
    }),
    status: t.expose('status', {
      type: BookingStatusEnum,
      description: 'State of the booking after the event; it may have another one by now.',
    }),
    kind: t.expose('kind', { type: BookingKindEnum, description: 'Whether it was made as binding or as a request.' }),
    isTest: t.exposeBoolean('isTest', { description: 'Whether a test key made the booking.' }),
    visitType: t.exposeInt('visitType', { description: 'Number of the visit type.' }),
    hotel: t.exposeInt('hotel', { description: 'Number of the hotel.' }),
    roomType: t.exposeInt('roomType', { description: 'Number of the room type.' }),
    arrival: t.field({ type: 'LocalDate', description: 'First day of the stay.', resolve: ({ arrival }) => arrival }),
    departure: t.field({
      type: 'LocalDate',
      description: 'Day on which the guests leave.',
      resolve: ({ departure }) => departure,
    }),
    channel: t.exposeString('channel', { description: 'Code of the sales channel.' }),
    client: t.exposeString('client', { description: 'Name of the client that the booking belongs to.' }),
    changed: t.field({
      type: [BookingPartEnum],
      nullable: true,
      description: 'Of CHANGED: which parts are others than before (M7); null: of another type.',
      resolve: ({ changed }) => changed ?? null,
    }),
  }),
});

/** Errors with the code `CURSOR_GONE` say where to go on. */
function orCursorGone<T>(found: Promise<T>): Promise<T> {
  return found.catch((error: unknown) => {
    if (!(error instanceof CursorGone)) throw error;
    const { message, nextCursor } = error;
    throw new GraphQLError(message, { extensions: { code: 'CURSOR_GONE', nextCursor } });
  });
}

const BookingNoticeConnection = uncountedConnectionType(
  'BookingNotice',
  BookingNotice,
  'A page of the feed. Its length is not known: it grows. `pageInfo.endCursor` is never null: it is where to go on, after the last event as well.',
);

const TYPES = { description: 'Only these; null or an empty list: all.' } as const;
const INCLUDE_TESTS = {
  required: true,
  defaultValue: false,
  description: 'Whether to include bookings of test keys.',
} as const;

builder.queryField('events', (t) =>
  t.field({
    ...FAILS_ALONE,
    type: BookingNoticeConnection,
    extensions: requiresScope('bookings', 'operate'),
    complexity: eventsCost,
    description:
      'What happens to bookings, from the first event on. Whoever follows `endCursor` sees every event exactly once, and all see them in one order, whatever commits at the same time. With `BOOKINGS` these are the bookings of the client, with `OPERATE` those in the destinations of the key. The REST feed `GET /api/v2/events` has the same events and can wait for the next one.',
    args: {
      first: t.arg.int({
        required: true,
        defaultValue: EVENTS_PAGE_DEFAULT,
        description: 'Events of the page, 1 to 500.',
      }),
      after: t.arg.string({
        description:
          'The `endCursor` of the page before; a cursor holds for every value of the other arguments. One of events that a restored backup does not have is an error with the code `CURSOR_GONE`, whose `extensions.nextCursor` says where to go on.',
      }),
      types: t.arg({ ...TYPES, type: [BookingEventTypeEnum] }),
      includeTests: t.arg.boolean(INCLUDE_TESTS),
    },
    resolve: async (_, { first, after = null, types, includeTests }, context) => {
      context.dependencies.isPrivate = true;
      context.dependencies.isPersonal = true;
      const { cursors } = context.services;
      throwIfInvalid(eventsProblems({ first, after }, cursors));
      const page = await orCursorGone(
        listEvents(context, { first, after, types: types ?? null, includesTests: includeTests }),
      );
      const cursorOf = cursorsOf(page.events, (event) => formatEventCursor(event, cursors));
      return {
        nodes: page.events,
        cursorAt: (place: number) => (place === -1 ? page.endCursor : cursorOf(place)),
        hasNextPage: page.hasMore,
        hasPreviousPage: page.after > 0,
      };
    },
  }),
);

const BookingUpdate = builder.objectRef<EventBatch>('BookingUpdate').implement({
  description: 'What has happened to bookings that are followed (U6).',
  fields: (t) => ({
    events: t.expose('events', {
      type: [BookingNotice],
      complexity: PAGE_ENTRIES_COST,
      description: `Events that were not sent on this connection before, in the order of the feed, at most ${EVENTS_AT_ONCE}. At first those after \`after\`, without it none.`,
    }),
    endCursor: t.string({
      description:
        'Where to go on, as `after` of another subscription or of `Query.events`, or as `cursor` of `GET /api/v2/events`.',
      resolve: ({ seenUpTo }, _, { services: { database, cursors } }) => eventCursorAt(database, seenUpTo, cursors),
    }),
  }),
});

builder.subscriptionField('bookings', (t) =>
  t.field({
    type: BookingUpdate,
    extensions: requiresScope('bookings', 'operate'),
    complexity: eventsCost({ first: EVENTS_AT_ONCE }),
    description:
      'The events of `Query.events` as they come: each once on a connection, all in the order of the feed. The first update comes at once and says from where on nothing is missed. Keep `endCursor`: whoever comes back with it misses nothing. With `BOOKINGS` these are the bookings of the client, with `OPERATE` those in the destinations of the key. Only over `text/event-stream`; 100 open subscriptions of a key are the most (U6).',
    args: {
      after: t.arg.string({
        description:
          'The `endCursor` of an earlier update or page; null: what comes from now on. One that is no cursor of the feed is refused, and one of events that a restored backup does not have is `CURSOR_GONE`.',
      }),
      types: t.arg({ ...TYPES, type: [BookingEventTypeEnum] }),
      includeTests: t.arg.boolean(INCLUDE_TESTS),
    },
    subscribe: (_, { after = null, types, includeTests }, context) => {
      throwIfInvalid(eventsProblems({ first: null, after }, context.services.cursors));
      return orCursorGone(followBookings(context, { after, types: types ?? null, includesTests: includeTests }));
    },
    resolve: (update) => update,
  }),
);
