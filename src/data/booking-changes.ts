/**
 * Changes of bookings as rows. The bookings themselves are locked first, those of a party by id (Y3): changes of one booking take turns, and its
 * stay is the one that is locked. Then come their nights, in the order in which bookings lock them, and the inventory epoch with the last
 * statements. Nobody who holds nights waits for a booking, so nobody waits in a circle.
 */

import type { CancellationTerm } from '../domain/booking/cancellation-terms.ts';
import type { Ending } from '../domain/booking/changes.ts';
import type { BookingStatus } from '../domain/booking/status.ts';
import type { BookingEventType } from '../domain/event/event-types.ts';
import type { Currency } from '../domain/pricing/money.ts';
import type { Stay } from '../domain/stay/stay.ts';
import { type BookingRows, readBookingRows, replaceParts, setColumnsSql, withColumns } from './booking-rows.ts';
import { newEventId } from './bookings.ts';
import { RAISED, RAISED_COLUMNS, type RaisedEpoch } from './cache/raise-epochs.ts';
import type { Database } from './database/database.ts';
import type { SqlTransaction } from './database/sql-transactions.ts';
import { bookingFactsSql } from './events/booking-facts.ts';
import type { CancelledBy } from './generated/prisma/enums.ts';
import {
  byRoomType,
  NIGHTS_LEFT,
  type NightsOfRoomTypes,
  nightsLeft,
  raiseCapacitySql,
  roomsLeftSql,
} from './rooms-left.ts';
import { bool, int4, int8, json, listOf, nullable, oneOf, text, timestamptz } from './sql/column-types.ts';
import { onlyRow, query, statement } from './sql/statement.ts';
import { CHANGEABLE_COLUMNS, type ChangedDetails } from './stay-changes.ts';

/** The fields of a booking that change in its life. */
interface BookingLife {
  readonly status: BookingStatus;
  readonly hasRooms: boolean;
  readonly cancellationFeeMinor: number | null;
  readonly ending: Ending | null;
  /** Whether what it says of guests was erased (S19). */
  readonly isErased: boolean;
}

/** What a booking is as long as it exists. */
export interface BookingConstants {
  readonly clientId: string;
  readonly isTest: boolean;
  readonly hotelNumber: number;
  readonly destinationNumber: number;
  readonly currency: Currency;
}

/** A booking as it is before a change. */
export interface StoredBooking extends BookingConstants, BookingLife, Stay {
  readonly id: string;
  readonly visitTypeNumber: number;
  readonly roomTypeNumber: number;
  readonly amountMinor: number;
  readonly cancellationTerms: readonly CancellationTerm[];
  /** E-mail address of the contact; empty: none. */
  readonly email: string;
}

const CONSTANT = {
  clientId: text,
  isTest: bool,
  hotelNumber: int4,
  destinationNumber: int4,
  currency: oneOf('Currency'),
};
const CONSTANT_SQL = `b.client_id AS "clientId", b.is_test AS "isTest", b.hotel_number AS "hotelNumber", b.currency,
      (SELECT destination_number FROM hotel WHERE number = b.hotel_number) AS "destinationNumber"`;

const CHANGING = {
  ...{ status: oneOf('BookingStatus'), hasRooms: bool, cancellationFeeMinor: nullable(int8), roomTypeNumber: int4 },
  ...{ arrival: int4, departure: int4, amountMinor: int8, cancellationTerms: json<readonly CancellationTerm[]>() },
  ...{ ending: nullable(json<Ending>()), isErased: bool, email: text, visitTypeNumber: int4 },
};
const CHANGING_SQL = `b.status, b.has_rooms AS "hasRooms", b.cancellation_fee_minor AS "cancellationFeeMinor",
      b.visit_type_number AS "visitTypeNumber", b.room_type_number AS "roomTypeNumber",
      b.arrival - date '1970-01-01' AS arrival, b.departure - date '1970-01-01' AS departure,
      b.amount_minor AS "amountMinor", b.cancellation_terms AS "cancellationTerms", b.ending,
      b.erased_at IS NOT NULL AS "isErased",
      coalesce((SELECT email FROM booking_contact WHERE booking_id = b.id), '') AS email`;

const FIND = statement({
  takes: { id: text, party: bool },
  returns: { id: text, ...CONSTANT, ...CHANGING },
  sql: ({ id, party }) => `SELECT b.id, ${CONSTANT_SQL}, ${CHANGING_SQL} FROM booking AS b
    WHERE b.id = ${id} OR b.party_id = (SELECT party_id FROM booking WHERE id = ${id} AND ${party})
    ORDER BY b.party_room`,
});

/** A booking, or all of its party in the order of the rooms, without a lock; empty: there is none. */
export function findBookings(
  { prisma }: Pick<Database, 'prisma'>,
  { id, isParty }: { id: string; isParty: boolean },
): Promise<readonly StoredBooking[]> {
  return query(prisma, FIND, { id, party: isParty });
}

const READ_CONSTANTS = statement({
  takes: { id: text },
  returns: CONSTANT,
  sql: ({ id }) => `SELECT ${CONSTANT_SQL} FROM booking AS b WHERE b.id = ${id}`,
});

/** What a booking that exists is as long as it exists. */
export async function readConstants(sql: SqlTransaction, id: string): Promise<BookingConstants> {
  return onlyRow(await sql.query(READ_CONSTANTS, { id }));
}

/** Events of others, which refer to the booking, need not wait. */
const LOCK_BOOKINGS = statement({
  takes: { ids: listOf(text) },
  returns: CONSTANT,
  sql: ({ ids }) =>
    `SELECT ${CONSTANT_SQL} FROM booking AS b WHERE b.id = ANY(${ids}) ORDER BY b.id FOR NO KEY UPDATE OF b`,
});

/** A statement of its own: it sees what others wrote before they gave the locks up. */
const READ_LOCKED = statement({
  takes: { ids: listOf(text) },
  returns: { id: text, ...CHANGING },
  sql: ({ ids }) => `SELECT b.id, ${CHANGING_SQL} FROM booking AS b WHERE b.id = ANY(${ids})`,
});

/** The nights of bookings that are locked. */
const LOCK_THEIR_NIGHTS = statement({
  takes: { ids: listOf(text), now: int8 },
  returns: { nights: nightsLeft },
  sql: ({ ids, now }) => `
    WITH n AS (
      SELECT i.room_type_number, i.night, ${roomsLeftSql('i', now)} AS left FROM booking AS b
      JOIN inventory_night AS i ON i.room_type_number = b.room_type_number AND i.night >= b.arrival AND i.night < b.departure
      WHERE b.id = ANY(${ids}) ORDER BY i.room_type_number, i.night FOR UPDATE OF i)
    SELECT ${NIGHTS_LEFT} AS nights FROM n`,
});

/** What is locked until the transaction ends. */
export interface LockedBookings {
  readonly bookings: readonly StoredBooking[];
  readonly nights: NightsOfRoomTypes;
}

/** Locks bookings and their nights; returns them as they are now, with what is neither sold nor held at `now` (milliseconds since 1970). */
export async function lockBookings(
  sql: SqlTransaction,
  found: readonly StoredBooking[],
  now: number,
): Promise<LockedBookings> {
  const ids = found.map(({ id }) => id);
  const [, read, locked] = await Promise.all([
    sql.query(LOCK_BOOKINGS, { ids }),
    sql.query(READ_LOCKED, { ids }),
    sql.query(LOCK_THEIR_NIGHTS, { ids, now }),
  ]);
  const byId = new Map(read.map((row) => [row.id, row]));
  return {
    bookings: found.map((booking) => ({ ...booking, ...byId.get(booking.id) })),
    nights: byRoomType(onlyRow(locked).nights),
  };
}

/** A booking that is locked, as it is now. */
export interface LockedRows {
  readonly constants: BookingConstants;
  readonly rows: BookingRows;
}

/** Locks a booking alone; null: there is none. */
export async function lockBookingRows(sql: SqlTransaction, id: string): Promise<LockedRows | null> {
  const [[constants], rows] = await Promise.all([sql.query(LOCK_BOOKINGS, { ids: [id] }), readBookingRows(sql, id)]);
  return constants && rows ? { constants, rows } : null;
}

/** What becomes of a booking, by its id. The rooms that it has no longer are given back, those that it has now are taken. */
export interface BookingChange {
  readonly id: string;
  readonly event: BookingEventType;
  readonly status: BookingStatus;
  readonly hasRooms: boolean;
  readonly cancellationFeeMinor: number | null;
  /** Absent: it stays. */
  readonly ending?: Ending | null;
  /** Null or absent: it is no cancellation. */
  readonly cancelledBy?: CancelledBy | null;
  /** When, in milliseconds since 1970. */
  readonly at: number;
  /** Client that changes it; null: none. */
  readonly clientId: string | null;
  /** Who changes it, as the history calls them (M8). */
  readonly by: string;
  /** For the house (M5); null: nothing. */
  readonly note: string | null;
  readonly messageToGuest: string | null;
  /** Whether a publishable key changes it. */
  readonly isPublic: boolean;
  /** Place of the change, among those that are made at once, whose mails are about this one, too; null or absent: it has its own. */
  readonly mailedWith?: number | null;
  /** Absent: the state alone changes. */
  readonly details?: ChangedDetails;
}

const nightsSql = (booking: string, rooms: 1 | -1) => `
        SELECT room_type_number, arrival + place AS night, ${rooms} AS rooms
        FROM ${booking}, generate_series(0, departure - arrival - 1) AS place WHERE has_rooms`;

/**
 * All writes of a change. A room is taken of every night that the booking has only now, and given back of every night that it had only
 * before (M1); if one has no room left to take, everything is rolled back. Events of before keep the facts that they were about (M7).
 */
const WRITE_CHANGE = statement({
  takes: {
    ...{ id: text, fields: json(), eventId: text, event: oneOf('BookingEventType'), at: timestamptz },
    clientId: nullable(text),
    ...{
      by: text,
      note: nullable(text),
      messageToGuest: nullable(text),
      cancelledBy: nullable(oneOf('CancelledBy')),
      isPublic: bool,
      changed: nullable(json()),
      before: nullable(json()),
      formerEmail: nullable(text),
      mailedWith: nullable(text),
    },
    ...{ apiKeyId: nullable(text), key: nullable(text), now: int8 },
  },
  returns: { nights: int4, ...RAISED },
  sql: ($) => `
    WITH before AS (SELECT * FROM booking WHERE id = ${$.id}),
    changed AS (
      UPDATE booking AS b SET ${setColumnsSql('booking', { fields: CHANGEABLE_COLUMNS, row: 'b', values: $.fields })}
      WHERE id = ${$.id} RETURNING *),
    preserved AS (
      UPDATE booking_event AS e SET data = ${bookingFactsSql({ booking: 'b', status: 'e.status', client: 'c' })}::jsonb
      FROM before AS b JOIN client AS c ON c.id = b.client_id JOIN changed AS n
        ON (n.visit_type_number, n.room_type_number, n.arrival, n.departure) IS DISTINCT FROM
          (b.visit_type_number, b.room_type_number, b.arrival, b.departure)
      WHERE e.booking_id = b.id AND e.data IS NULL),
    notified AS (
      INSERT INTO booking_event (id, booking_id, type, status, at, client_id, by, note, message_to_guest, is_public, cancelled_by,
        fee_minor, former_email, mailed_with, data, before)
      SELECT ${$.eventId}, b.id, ${$.event}, b.status, ${$.at}, ${$.clientId}, ${$.by}, ${$.note}, ${$.messageToGuest},
        ${$.isPublic}, ${$.cancelledBy}, b.cancellation_fee_minor, ${$.formerEmail}, ${$.mailedWith},
        CASE WHEN ${$.changed}::jsonb IS NOT NULL THEN
          ${bookingFactsSql({ booking: 'b', status: 'b.status', client: 'c' })}::jsonb || jsonb_build_object('changed', ${$.changed}::jsonb) END,
        ${$.before}::jsonb || (
          SELECT jsonb_build_object('roomType', r.category, 'visitType', v.name) FROM before AS o
          JOIN room_type AS r ON r.number = o.room_type_number JOIN visit_type AS v ON v.number = o.visit_type_number)
      FROM changed AS b JOIN client AS c ON c.id = b.client_id),
    answered AS (
      UPDATE idempotency_record SET booking_id = ${$.id}, event_id = ${$.eventId}
      WHERE api_key_id = ${$.apiKeyId} AND key = ${$.key}),
    moves AS (
      SELECT room_type_number, night, sum(rooms)::int AS rooms FROM (${nightsSql('before', -1)}
        UNION ALL ${nightsSql('changed', 1)}) AS m
      GROUP BY room_type_number, night HAVING sum(rooms) <> 0),
    moved AS (
      UPDATE inventory_night AS n SET sold = n.sold + m.rooms FROM moves AS m, changed AS b
      WHERE n.room_type_number = m.room_type_number AND n.night = m.night
        AND (m.rooms < 0 OR ${roomsLeftSql('n', $.now)} > 0)
      RETURNING b.hotel_number, n.room_type_number, n.night),
    ${raiseCapacitySql('moved')}
    SELECT require_every_night((SELECT count(*) FROM moved), (SELECT count(*)::int FROM moves)) AS nights, ${RAISED_COLUMNS}`,
});

/**
 * Writes and commits changes of locked bookings with their events (S4). It must be the last call of its transaction.
 * @returns the epochs of the room types' capacity, if rooms were taken or given back
 * @throws the database's error when a night has no room left to take; then nothing is committed
 */
export async function commitBookingChanges(
  sql: SqlTransaction,
  changes: readonly BookingChange[],
): Promise<readonly RaisedEpoch[]> {
  const made = changes.map((change) => ({ ...change, eventId: newEventId() }));
  const written = await Promise.all(
    made.map(async ({ id, details, mailedWith = null, at, ...change }, index) => {
      const { status, hasRooms, cancellationFeeMinor, ending, cancelledBy = null, ...recorded } = change;
      const { fields, parts, changed = null, before = null, formerEmail = null, idempotency = null } = details ?? {};
      const send = index === changes.length - 1 ? sql.finish : sql.query;
      const [, rows] = await Promise.all([
        replaceParts(sql, id, parts ?? {}),
        send(WRITE_CHANGE, {
          ...{ ...recorded, id, cancelledBy, at: new Date(at), now: at, changed, before, formerEmail },
          mailedWith: mailedWith === null ? null : (made[mailedWith]?.eventId ?? null),
          fields: withColumns('booking', {
            ...{ status, hasRooms, cancellationFeeMinor, ending, ...fields },
            ...(details && { search: details.search }),
          }),
          ...{ apiKeyId: idempotency?.apiKeyId ?? null, key: idempotency?.key ?? null },
        }),
      ]);
      return onlyRow(rows).raised ?? [];
    }),
  );
  return written.flat();
}
