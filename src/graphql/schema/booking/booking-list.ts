/** Lists of bookings, for those who run the shop or the hotel (S9). */
import type { ObjectRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Booking as BookingRow } from '../../../data/generated/prisma/client.ts';
import { SEARCHED_TEXT_MAX } from '../../../domain/booking/booking-search.ts';
import type { RequestContext } from '../../../operations/access/request-context.ts';
import { listedBookings } from '../../../operations/booking/booking-access.ts';
import { bookingFilterProblems } from '../../../operations/booking/search/booking-filter.ts';
import { BOOKING_ORDERS, type BookingKey } from '../../../operations/booking/search/booking-order.ts';
import { type CountedBookings, countBookings, listBookings } from '../../../operations/booking/search/list-bookings.ts';
import { resolveBookingFilter } from '../../../operations/booking/search/resolve-filter.ts';
import { formatCursor, parseSignedCursor } from '../../../operations/search/cursors.ts';
import { pageProblems } from '../../../operations/search/search-input.ts';
import { builder, FAILS_ALONE, LOADS_THROUGH_PRISMA, requiresScope, type SchemaTypes } from '../builder.ts';
import { cursorsOf, type Page, uncountedConnectionType } from '../connection.ts';
import { bookingsCost, COUNT_COST } from '../cost.ts';
import { BookingSortEnum, BookingStatusEnum } from '../enums.ts';
import { prefixPaths, throwIfInvalid } from '../errors.ts';
import { pageSize, withCharacters } from '../input/bounds.ts';
import { Booking } from './booking.ts';

interface BookingPage extends Page<BookingRow> {
  count(): Promise<CountedBookings>;
}
const BookingConnection = uncountedConnectionType<BookingRow>(
  'Booking',
  Booking as never,
  'A page of a list.',
) as ObjectRef<SchemaTypes, BookingPage, BookingPage>;
builder.objectFields(BookingConnection, (t) => ({
  totalCount: t.int({
    complexity: COUNT_COST,
    description: 'Number of bookings in the whole list, at most 10000 (M9).',
    resolve: async (page) => (await page.count()).count,
  }),
  totalCountIsExact: t.boolean({
    description: 'Whether there are no more than `totalCount`.',
    resolve: async (page) => (await page.count()).isExact,
  }),
}));

const BookingFilter = builder.inputType('BookingFilter', {
  description: 'Which bookings to list; what is left out does not select. Dates and times include both ends.',
  fields: (t) => ({
    status: t.field({ type: BookingStatusEnum, description: 'Where they are in their life, as it reads today.' }),
    hotel: t.id({ description: 'ObjectId or number of a hotel; one that names nothing selects nothing.' }),
    visitType: t.id({ description: 'ObjectId or number of a visit type; one that names nothing selects nothing.' }),
    roomType: t.id({ description: 'ObjectId or number of a room type; one that names nothing selects nothing.' }),
    channel: t.string({
      description: 'Code of the channel that they were made through; one that names nothing selects nothing.',
    }),
    text: t.string({
      description:
        'What somebody says on the phone: beginnings of the words of a name of the contact or a guest, three or more characters of the reference, the beginning of the e-mail address, the beginning or end of the phone number (three digits or more). All words must be found, in any order, whatever their case and accents (M9). 1 to 100 characters and 1 to 8 words, with a letter or a digit.',
      ...withCharacters(SEARCHED_TEXT_MAX),
    }),
    staysOn: t.field({
      type: 'LocalDate',
      description: 'A night: confirmed bookings whose guests are in house then (M9).',
    }),
    arrivalFrom: t.field({ type: 'LocalDate', description: 'First day of arrival.' }),
    arrivalTo: t.field({ type: 'LocalDate', description: 'Last day of arrival; not before `arrivalFrom`.' }),
    departureFrom: t.field({ type: 'LocalDate', description: 'First day of departure.' }),
    departureTo: t.field({ type: 'LocalDate', description: 'Last day of departure; not before `departureFrom`.' }),
    createdFrom: t.field({ type: 'DateTime', description: 'First moment of booking.' }),
    createdTo: t.field({ type: 'DateTime', description: 'Last moment of booking; not before `createdFrom`.' }),
    reference: t.string({
      description: 'Reference, in any case, with or without the dash; a wrong check symbol is `INVALID_REFERENCE`.',
    }),
    email: t.string({ description: 'E-mail address of the contact, in any case.' }),
    isTest: t.boolean({
      description:
        'Whether they are tests; default: tests of a test key, of another key what is none. A test key lists nothing else (A7).',
    }),
  }),
});

builder.queryField('bookings', (t) =>
  t.field({
    ...FAILS_ALONE,
    extensions: { ...LOADS_THROUGH_PRISMA, ...requiresScope('bookings', 'operate') },
    type: BookingConnection,
    complexity: bookingsCost,
    description:
      'Bookings: with the right `BOOKINGS` those of the client, with `OPERATE` those in the destinations of the key, of every client.',
    args: {
      filter: t.arg({ type: BookingFilter, description: 'Which bookings.' }),
      sort: t.arg({ type: BookingSortEnum, defaultValue: 'NEWEST', required: true, description: 'Their order.' }),
      first: t.arg.int(pageSize(20)),
      after: t.arg.string({ description: 'Cursor of the row before the page, from a list in the same order.' }),
    },
    resolve: async (_, { filter, sort, first, after }, context, info) => {
      context.dependencies.isPrivate = true;
      context.dependencies.isPersonal = true;
      const order = BOOKING_ORDERS[sort];
      const { cursors, database } = context.services;
      const read = after == null ? { key: null } : parseSignedCursor<string>(after, order, cursors);
      throwIfInvalid([
        ...prefixPaths('filter', bookingFilterProblems(filter ?? {})),
        ...pageProblems({ first }),
        ...('problem' in read ? [read.problem] : []),
      ]);
      const selected = await resolveBookingFilter(context, filter ?? {});
      const reach = listedBookings(context.caller, { asksForTests: filter?.isTest === true });
      const { keys, hasNextPage } =
        selected === null
          ? { keys: [], hasNextPage: false }
          : await listBookings(database, {
              ...{ reach, filter: selected, sort, first, today: context.today },
              after: 'key' in read ? read.key : null,
            });
      let counting: Promise<CountedBookings> | undefined;
      const page: BookingPage = {
        nodes: await loadRows(context, info, keys),
        cursorAt: cursorsOf(keys, (key) => formatCursor(key, order, cursors)),
        hasNextPage,
        hasPreviousPage: after != null,
        count() {
          counting ??=
            selected === null
              ? Promise.resolve({ count: 0, isExact: true })
              : countBookings(database, { reach, filter: selected, today: context.today });
          return counting;
        },
      };
      return page;
    },
  }),
);

/** The bookings of a page with all that is asked of them, in a fixed number of queries. */
async function loadRows(
  context: RequestContext,
  info: GraphQLResolveInfo,
  keys: readonly BookingKey[],
): Promise<BookingRow[]> {
  if (keys.length === 0) return [];
  const ids = keys.map(([, id]) => id);
  const query = queryFromInfo({ context, info, typeName: 'Booking', paths: [['nodes'], ['edges', 'node']] });
  const rows = await context.services.database.prisma.booking.findMany({ ...query, where: { id: { in: ids } } });
  const rowOf = new Map((rows as BookingRow[]).map((row) => [row.id, row]));
  return ids.flatMap((id) => rowOf.get(id) ?? []);
}
