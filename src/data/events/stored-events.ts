/** Published events, read in their order. */
import type { Database } from '../database/database.ts';
import type { BookingEventType, BookingKind } from '../generated/prisma/enums.ts';

/** An event with what is told of its booking. Nothing in it changes later. */
export interface StoredEvent {
  readonly position: number;
  /** `evt_` and 24 hexadecimal digits. */
  readonly id: string;
  readonly type: BookingEventType;
  readonly at: Date;
  readonly bookingId: string;
  /** In the stored form. */
  readonly reference: string;
  /** The type of the last event before, of one that says nothing about the state. */
  readonly status: Exclude<BookingEventType, 'ERASED'>;
  readonly kind: BookingKind;
  readonly isTest: boolean;
  readonly visitType: number;
  readonly hotel: number;
  readonly roomType: number;
  /** YYYY-MM-DD. */
  readonly arrival: string;
  /** YYYY-MM-DD. */
  readonly departure: string;
  /** Code of the channel. */
  readonly channel: string;
  /** Name of the client that the booking belongs to. */
  readonly client: string;
}

/** The columns of `StoredEvent` but its position, of the event `e` and its booking `b` and client `c`. */
export const EVENT_COLUMNS = `e.id, e.type::text AS type, e.at, b.id AS "bookingId", b.reference,
    CASE WHEN e.type <> 'ERASED' THEN e.type::text ELSE (
      SELECT p.type::text FROM booking_event AS p WHERE p.booking_id = e.booking_id AND p.sequence < e.sequence AND p.type <> 'ERASED'
      ORDER BY p.sequence DESC LIMIT 1) END AS status,
    b.kind::text AS kind, b.is_test AS "isTest", b.visit_type_number AS "visitType", b.hotel_number AS hotel,
    b.room_type_number AS "roomType", to_char(b.arrival, 'YYYY-MM-DD') AS arrival,
    to_char(b.departure, 'YYYY-MM-DD') AS departure, b.channel_code AS channel, c.name AS client`;

/** Whose events, and which. */
export interface EventSelection {
  /** Those of bookings of this client; null: not for that reason. */
  readonly ownClientId: string | null;
  /** Those of bookings in these destinations, of every client, or in all. */
  readonly destinations: readonly number[] | 'all';
  /** Null: all. */
  readonly types: readonly BookingEventType[] | null;
  /** Whether the bookings are tests (A7); null: either. */
  readonly isTest: boolean | null;
}

/** Positions that one query looks at: it takes bounded time, however few of them are selected. */
export const WINDOW = 10_000;

const READ_LAST = 'SELECT coalesce(max(position), 0) AS last FROM booking_event';

/** One row at least: `last` is the last position there is, in the same snapshot. */
const READ_WINDOW = `
  SELECT l.last, f.* FROM (${READ_LAST}) AS l LEFT JOIN LATERAL (
    SELECT e.position, ${EVENT_COLUMNS}
    FROM booking_event AS e JOIN booking AS b ON b.id = e.booking_id JOIN hotel AS h ON h.number = b.hotel_number
      JOIN client AS c ON c.id = b.client_id
    WHERE e.position > $1 AND e.position <= $1 + ${WINDOW}
      AND (b.client_id = $2 OR $3 OR h.destination_number = ANY($4::int[]))
      AND ($5::text[] IS NULL OR e.type::text = ANY($5::text[])) AND b.is_test = coalesce($6::boolean, b.is_test)
    ORDER BY e.position LIMIT $7) AS f ON true
  ORDER BY f.position`;

/** The last position there is; 0: nothing was published yet. */
export async function readLastPosition({ prisma }: Pick<Database, 'prisma'>): Promise<number> {
  const [row] = await prisma.$queryRawUnsafe<{ last: bigint }[]>(READ_LAST);
  return Number(row!.last);
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

/** The last position before all events that happened at a time or later. It reads the whole feed. */
export async function lastPositionBefore({ prisma }: Pick<Database, 'prisma'>, time: Date): Promise<number> {
  const [row] = await prisma.$queryRaw<{ last: bigint }[]>`
    SELECT coalesce(min(position) FILTER (WHERE at >= ${time}) - 1, max(position), 0) AS last FROM booking_event`;
  return Number(row!.last);
}

/** Events after a position. */
export interface EventWindow {
  readonly events: readonly StoredEvent[];
  /** Every selected event up to this position was seen. */
  readonly seenUpTo: number;
  /** Whether there may be more. */
  readonly hasMore: boolean;
}

/** The first `limit` selected events among the next `WINDOW` after a position. */
export async function readEventWindow(
  { prisma }: Pick<Database, 'prisma'>,
  { after, limit, selection }: { after: number; limit: number; selection: EventSelection },
): Promise<EventWindow> {
  const { ownClientId, destinations, types, isTest } = selection;
  const rows = await prisma.$queryRawUnsafe<
    (Omit<StoredEvent, 'position'> & { last: bigint; position: bigint | null })[]
  >(
    READ_WINDOW,
    ...[
      BigInt(after),
      ownClientId,
      destinations === 'all',
      destinations === 'all' ? null : destinations,
      types,
      isTest,
      limit,
    ],
  );
  const last = Number(rows[0]!.last);
  const events = rows.flatMap(({ last: _, position, ...event }) =>
    position === null ? [] : [{ ...event, position: Number(position) }],
  );
  const seenUpTo = events.length === limit ? events.at(-1)!.position : Math.max(after, Math.min(last, after + WINDOW));
  return { events, seenUpTo, hasMore: seenUpTo < last };
}

const READ_ONE = `
  SELECT ${EVENT_COLUMNS} FROM booking_event AS e JOIN booking AS b ON b.id = e.booking_id JOIN client AS c ON c.id = b.client_id
  WHERE e.sequence = $1`;

/** The event of a sequence number; null: there is none. */
export async function readEvent(
  { prisma }: Pick<Database, 'prisma'>,
  sequence: string,
): Promise<Omit<StoredEvent, 'position'> | null> {
  const [event] = await prisma.$queryRawUnsafe<Omit<StoredEvent, 'position'>[]>(READ_ONE, BigInt(sequence));
  return event ?? null;
}
