/** Published events, read in their order. */

import { formatReference } from '../../domain/booking/reference.ts';
import type { BookingEventData } from '../../domain/event/event-message.ts';
import type { BookingEventType } from '../../domain/event/event-types.ts';
import type { Database } from '../database/database.ts';
import {
  bool,
  type ColumnType,
  int4,
  int8,
  listOf,
  nullable,
  text,
  timestamptz,
  type ValuesOf,
} from '../sql/column-types.ts';
import { onlyRow, query, statement } from '../sql/statement.ts';
import { BOOKING_FACTS, bookingFactsSql, inOrder } from './booking-facts.ts';

/** An event with the facts of its subject. Nothing in it changes later. */
export type StoredEvent<Data extends object = BookingEventData, Type = BookingEventType> = Data & {
  readonly position: number;
  /** `evt_` and 24 hexadecimal digits. */
  readonly id: string;
  readonly type: Type;
  readonly at: Date;
};

/** The columns of an event `e` but its position. Facts that are not stored with it are those of the booking `b` and its client `c`. */
const EVENT_COLUMNS = `e.id, e.type::text AS type, e.at,
      coalesce(e.data::json, ${bookingFactsSql({ booking: 'b', status: 'e.status', client: 'c' })}) AS data`;

/** The booking that an event is about (S14), with its hotel and its client. An event without a booking is for everybody in its destination. */
const SUBJECTS = `LEFT JOIN booking AS b ON b.id = e.booking_id LEFT JOIN hotel AS h ON h.number = b.hotel_number
      LEFT JOIN client AS c ON c.id = b.client_id`;

const EVENT = {
  ...{ id: text, type: text, at: timestamptz },
  /** Events of another subject have no reference. */
  data: BOOKING_FACTS as ColumnType<object & { readonly reference?: string }>,
};

function toEvent<Event>({ data, ...event }: ValuesOf<typeof EVENT>): Event {
  if (data.reference === undefined) return { ...event, ...data } as Event;
  return { ...event, ...inOrder({ party: null, ...data, reference: formatReference(data.reference) }) } as Event;
}

/** Which events a reader gets. */
export interface EventSelection {
  /** Include events of this client's bookings; null: of no client. */
  readonly ownClientId: string | null;
  /** Include events of every client in these destinations, or in all. */
  readonly destinations: readonly number[] | 'all';
  /** Leave out what is not about a booking in these hotels; null: nothing is left out. */
  readonly hotels: readonly number[] | null;
  /** Null: all. */
  readonly types: readonly string[] | null;
  /** Whether the bookings are tests (A7); null: either. */
  readonly isTest: boolean | null;
}

/** Positions that one query looks at: it takes bounded time, however few of them are selected. */
const WINDOW = 10_000;

const LAST = 'SELECT coalesce(max(position), 0) AS last FROM booking_event';
const READ_LAST = statement({ returns: { last: int8 }, sql: () => LAST });

/** One row at least, of which everything else may be null: `last` is the last position there is, in the same snapshot. */
const READ_WINDOW = statement({
  takes: {
    ...{ after: int8, ownClientId: nullable(text), isAll: bool, destinations: nullable(listOf(int4)) },
    ...{ hotels: nullable(listOf(int4)), types: nullable(listOf(text)), isTest: nullable(bool), limit: int8 },
  },
  returns: { last: int8, position: nullable(int8), ...EVENT },
  sql: ({ after, ownClientId, isAll, destinations, hotels, types, isTest, limit }) => `
    SELECT l.last, f.* FROM (${LAST}) AS l LEFT JOIN LATERAL (
      SELECT e.position, ${EVENT_COLUMNS}
      FROM booking_event AS e ${SUBJECTS}
      WHERE e.position > ${after} AND e.position <= ${after} + ${WINDOW}
        AND (b.client_id = ${ownClientId} OR ${isAll} OR coalesce(h.destination_number, e.destination_number) = ANY(${destinations}))
        AND (${hotels}::int[] IS NULL OR b.hotel_number = ANY(${hotels}))
        AND (${types}::text[] IS NULL OR e.type::text = ANY(${types}))
        AND (${isTest}::boolean IS NULL OR coalesce(b.is_test, false) = ${isTest})
      ORDER BY e.position LIMIT ${limit}) AS f ON true
    ORDER BY f.position`,
});

/** The last position there is; 0: nothing was published yet. */
export async function readLastPosition({ prisma }: Pick<Database, 'prisma'>): Promise<number> {
  const row = onlyRow(await query(prisma, READ_LAST));
  return row.last;
}

/** The event at a position, with no more of it than says which one it is; null: there is none. */
export async function findPlace(
  { prisma }: Pick<Database, 'prisma'>,
  position: number,
): Promise<{ readonly position: number; readonly id: string; readonly at: Date } | null> {
  const place = await prisma.bookingEvent.findUnique({
    where: { position: BigInt(position) },
    select: { id: true, at: true },
  });
  return place && { ...place, position };
}

/** It reads the whole feed. */
const READ_LAST_BEFORE = statement({
  takes: { time: timestamptz },
  returns: { last: int8 },
  sql: ({ time }) => `
    SELECT coalesce(min(position) FILTER (WHERE at >= ${time}) - 1, max(position), 0) AS last FROM booking_event`,
});

/** The last position before all events that happened at a time or later. */
export async function lastPositionBefore({ prisma }: Pick<Database, 'prisma'>, time: Date): Promise<number> {
  const row = onlyRow(await query(prisma, READ_LAST_BEFORE, { time }));
  return row.last;
}

/** Events after a position. */
export interface EventWindow<Event> {
  readonly events: readonly Event[];
  /** Every selected event up to this position was seen. */
  readonly seenUpTo: number;
  /** Whether there may be more. */
  readonly hasMore: boolean;
}

/** The first `limit` selected events among the next `WINDOW` after a position. `Event` is what the selected types have. */
export async function readEventWindow<Event extends { readonly position: number } = StoredEvent>(
  { prisma }: Pick<Database, 'prisma'>,
  { after, limit, selection }: { after: number; limit: number; selection: EventSelection },
): Promise<EventWindow<Event>> {
  const { ownClientId, destinations, hotels, types, isTest } = selection;
  const isAll = destinations === 'all';
  const rows = await query(prisma, READ_WINDOW, {
    ...{ after, ownClientId, isAll, destinations: isAll ? null : destinations, hotels, types, isTest, limit },
  });
  const { last } = onlyRow(rows);
  const events = rows.flatMap(({ last: _, position, ...event }) =>
    position === null ? [] : [{ ...toEvent<Event>(event), position }],
  );
  const newest = events.at(-1);
  const seenUpTo =
    newest && events.length === limit ? newest.position : Math.max(after, Math.min(last, after + WINDOW));
  return { events, seenUpTo, hasMore: seenUpTo < last };
}

const READ_ONE = statement({
  takes: { sequence: int8 },
  returns: EVENT,
  sql: ({ sequence }) => `SELECT ${EVENT_COLUMNS} FROM booking_event AS e ${SUBJECTS} WHERE e.sequence = ${sequence}`,
});

/** The event of a sequence number, whatever it is about; null: there is none. */
export async function readEvent(
  { prisma }: Pick<Database, 'prisma'>,
  sequence: number,
): Promise<Omit<StoredEvent<object, string>, 'position'> | null> {
  const [event] = await query(prisma, READ_ONE, { sequence });
  return event ? toEvent(event) : null;
}
