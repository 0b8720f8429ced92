/**
 * Changes of a booking as rows. Locks are taken in the order in which bookings are made: the nights of the stay ascending, then
 * the booking itself, and the inventory epoch with the last statement. Whoever waits for the booking holds all nights that the
 * holder of it will want, so nobody waits in a circle; and two changes of one booking take turns.
 */

import type { CancellationTerm } from '../domain/booking/cancellation-terms.ts';
import type { BookingStatus } from '../domain/booking/status.ts';
import type { BookingEventType } from '../domain/event/event-types.ts';
import type { Currency } from '../domain/pricing/money.ts';
import type { Stay } from '../domain/stay/stay.ts';
import type { Day } from '../domain/time/civil-date.ts';
import { newEventId } from './bookings.ts';
import { RAISED, RAISED_COLUMNS, type RaisedEpoch } from './cache/raise-epochs.ts';
import { storedTerms } from './cancellation-terms.ts';
import { dayOfColumn } from './civil-dates.ts';
import type { Database } from './database/database.ts';
import type { SqlTransaction } from './database/sql-transactions.ts';
import type { Prisma } from './generated/prisma/client.ts';
import { onlyRow } from './only-row.ts';
import { lockNightsSql, NIGHTS_LEFT, nightsLeft, raiseCapacitySql, roomsLeftSql } from './rooms-left.ts';
import { bool, date, int4, int8, nullable, oneOf, text, timestamptz } from './sql/column-types.ts';
import { statement } from './sql/statement.ts';

/** The fields of a booking that change in its life. */
interface BookingLife {
  readonly status: BookingStatus;
  readonly hasRooms: boolean;
  readonly cancellationFeeMinor: number | null;
}

/** A booking as it is before a change. */
export interface StoredBooking extends BookingLife, Stay {
  readonly id: string;
  readonly isTest: boolean;
  readonly hotelNumber: number;
  readonly destinationNumber: number;
  readonly roomTypeNumber: number;
  readonly currency: Currency;
  readonly amountMinor: number;
  readonly cancellationTerms: readonly CancellationTerm[];
}

/** The booking that `where` finds, without a lock; null: none. */
export async function findBooking(
  { prisma }: Pick<Database, 'prisma'>,
  where: Prisma.BookingWhereInput,
): Promise<StoredBooking | null> {
  const found = await prisma.booking.findFirst({
    where,
    select: {
      id: true,
      status: true,
      hasRooms: true,
      isTest: true,
      hotelNumber: true,
      hotel: { select: { destinationNumber: true } },
      roomTypeNumber: true,
      arrival: true,
      departure: true,
      currency: true,
      amountMinor: true,
      cancellationTerms: true,
      cancellationFeeMinor: true,
    },
  });
  return (
    found && {
      ...found,
      destinationNumber: found.hotel.destinationNumber,
      arrival: dayOfColumn(found.arrival),
      departure: dayOfColumn(found.departure),
      amountMinor: Number(found.amountMinor),
      cancellationTerms: storedTerms(found),
      cancellationFeeMinor: found.cancellationFeeMinor === null ? null : Number(found.cancellationFeeMinor),
    }
  );
}

const LOCK_NIGHTS = statement({
  takes: { roomType: int4, from: date, to: date, now: int8 },
  returns: { nights: nightsLeft },
  sql: (of) => `WITH n AS (${lockNightsSql(of)}) SELECT ${NIGHTS_LEFT} AS nights FROM n`,
});

/** Events of others, which refer to the booking, need not wait. */
const LOCK_BOOKING = statement({
  takes: { id: text },
  returns: { status: oneOf('BookingStatus'), hasRooms: bool, cancellationFeeMinor: nullable(int8) },
  sql: ({ id }) => `
    SELECT status, has_rooms AS "hasRooms", cancellation_fee_minor AS "cancellationFeeMinor"
    FROM booking WHERE id = ${id} FOR NO KEY UPDATE`,
});

/** What is locked until the transaction ends. */
export interface LockedBooking {
  readonly booking: StoredBooking;
  /** Rooms left by night, of the nights that have recorded capacity. */
  readonly nights: ReadonlyMap<Day, number>;
}

/** Locks a booking and its nights; returns it as it is now, with what is neither sold nor held at `now` (milliseconds since 1970). Its stay and its price never change. */
export async function lockBooking(sql: SqlTransaction, found: StoredBooking, now: number): Promise<LockedBooking> {
  const { id, roomTypeNumber, arrival, departure } = found;
  const [locked, life] = await Promise.all([
    sql.query(LOCK_NIGHTS, { roomType: roomTypeNumber, from: arrival, to: departure, now }),
    sql.query(LOCK_BOOKING, { id }),
  ]);
  return { booking: { ...found, ...onlyRow(life) }, nights: new Map(onlyRow(locked).nights) };
}

/** What becomes of a booking. Rooms are taken or given back when `hasRooms` changes. */
export interface BookingChange {
  readonly event: BookingEventType;
  readonly status: Exclude<BookingStatus, 'REQUESTED'>;
  readonly hasRooms: boolean;
  readonly cancellationFeeMinor: number | null;
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
}

/** All writes of a change. `rooms` is added to what is sold of every night; if one has no room left to take, everything is rolled back. */
const WRITE_CHANGE = statement({
  takes: {
    ...{ id: text, status: oneOf('BookingStatus'), hasRooms: bool, cancellationFeeMinor: nullable(int8) },
    ...{ eventId: text, event: oneOf('BookingEventType'), at: timestamptz, clientId: nullable(text) },
    ...{ by: text, note: nullable(text), messageToGuest: nullable(text), isPublic: bool, rooms: int4, now: int8 },
  },
  returns: { nights: int4, ...RAISED },
  sql: ($) => `
    WITH changed AS (
      UPDATE booking SET status = ${$.status}, has_rooms = ${$.hasRooms}, cancellation_fee_minor = ${$.cancellationFeeMinor}
      WHERE id = ${$.id} RETURNING *),
    notified AS (
      INSERT INTO booking_event (id, booking_id, type, status, at, client_id, by, note, message_to_guest, is_public)
      SELECT ${$.eventId}, id, ${$.event}, status, ${$.at}, ${$.clientId}, ${$.by}, ${$.note}, ${$.messageToGuest}, ${$.isPublic}
      FROM changed),
    moved AS (
      UPDATE inventory_night AS n SET sold = sold + ${$.rooms}::int FROM changed AS b
      WHERE ${$.rooms}::int <> 0 AND n.room_type_number = b.room_type_number AND n.night >= b.arrival AND n.night < b.departure
        AND (${$.rooms}::int < 0 OR ${roomsLeftSql('n', $.now)} > 0)
      RETURNING b.hotel_number),
    ${raiseCapacitySql({ moved: 'moved', stay: 'changed' })}
    SELECT require_every_night((SELECT count(*) FROM moved),
        (SELECT CASE WHEN ${$.rooms}::int = 0 THEN 0 ELSE departure - arrival END FROM changed)) AS nights, ${RAISED_COLUMNS}`,
});

/**
 * Writes and commits a change of a locked booking with its event (S4). It must be the last call of its transaction.
 * @returns the epoch of the room type's capacity, if rooms were taken or given back
 * @throws the database's error when a night has no room left to take; then nothing is committed
 */
export async function commitBookingChange(
  sql: SqlTransaction,
  booking: Pick<StoredBooking, 'id' | 'hasRooms'>,
  { event, status, hasRooms, cancellationFeeMinor, at, ...said }: BookingChange,
): Promise<readonly RaisedEpoch[]> {
  const written = onlyRow(
    await sql.finish(WRITE_CHANGE, {
      ...{ id: booking.id, status, hasRooms, cancellationFeeMinor, rooms: Number(hasRooms) - Number(booking.hasRooms) },
      ...{ eventId: newEventId(), event, at: new Date(at), ...said, now: at },
    }),
  );
  return written.raised ?? [];
}
