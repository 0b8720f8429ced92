/**
 * Bookings as rows, each written by one statement in the transaction that makes it. The price is stored as calculated, line by
 * line with the names and percentages of that moment, so later changes of the catalogue never change a booking (B5).
 */

import { randomBytes, randomInt } from 'node:crypto';
import { generateReference } from '../domain/booking/reference.ts';
import { GUEST } from '../domain/event/actor.ts';
import {
  type BookingRows,
  columnList,
  insertRowSql,
  insertRowsSql,
  listColumns,
  searchColumn,
  withColumns,
} from './booking-rows.ts';
import { RAISED, RAISED_COLUMNS, type RaisedEpoch } from './cache/raise-epochs.ts';
import type { SqlTransaction } from './database/sql-transactions.ts';
import { heldWithoutSql, raiseCapacitySql, roomsLeftSql } from './rooms-left.ts';
import { int4, int8, json, nullable, text } from './sql/column-types.ts';
import { onlyRow, statement } from './sql/statement.ts';

/** An ObjectId has 24 hexadecimal digits. */
const ID_BYTES = 12;

/**
 * A new id of a booking or a hold: 96 random bits in the form of an ObjectId. The id of a booking plus an API key of the client gives
 * access to personal data, so nothing in one id (time, process, counter) may lead to another (S3).
 */
export function newSecretId(): string {
  return randomBytes(ID_BYTES).toString('hex');
}

/** A new id of an event. */
export function newEventId(): string {
  return `evt_${randomBytes(ID_BYTES).toString('hex')}`;
}

/** A new reference, in the stored form. One that a booking has already fails as a write conflict, and is drawn again. */
export function newBookingReference(): string {
  return generateReference(randomInt);
}

/** `actorName` of the key `k`, which the statement reads anyway. */
const ACTOR_OF_KEY = `CASE WHEN k.is_publishable THEN '${GUEST}' ELSE k.name END`;

/**
 * All writes of a booking. The nights and the referenced rows are locked already, so only the epoch, which comes last, can
 * wait. If a night turns out to have no room left, everything is rolled back.
 */
const WRITE_BOOKING = statement({
  takes: {
    ...{ booking: json(), contact: json(), guests: json(), promotions: json(), discounts: json() },
    ...{ idempotencyKey: nullable(text), eventId: text, hold: nullable(text), now: int8 },
    ...{ note: nullable(text), messageToGuest: nullable(text) },
  },
  returns: { nights: int4, ...RAISED },
  sql: ({
    booking,
    contact,
    guests,
    promotions,
    discounts,
    idempotencyKey,
    eventId,
    hold,
    now,
    note,
    messageToGuest,
  }) => `
    WITH booked AS (${insertRowSql('booking', booking)} RETURNING *),
    billed AS (${insertRowSql('booking_contact', contact)}),
    guests AS (${insertRowsSql('booking_guest', guests)}),
    promoted AS (${insertRowsSql('booking_promotion', promotions)}),
    discounted AS (${insertRowsSql('booking_discount', discounts)}),
    notified AS (
      INSERT INTO booking_event (id, booking_id, type, status, at, client_id, by, is_public, note, message_to_guest)
      SELECT ${eventId}, b.id, b.status::text::"BookingEventType", b.status, b.created_at, b.client_id,
        ${ACTOR_OF_KEY}, k.is_publishable, ${note}, ${messageToGuest}
      FROM booked AS b JOIN api_key AS k ON k.id = b.api_key_id),
    answered AS (
      UPDATE idempotency_record AS r SET booking_id = b.id
      FROM booked AS b WHERE r.api_key_id = b.api_key_id AND r.key = ${idempotencyKey}),
    used AS (DELETE FROM stay_hold WHERE id = ${hold}),
    taken AS (
      UPDATE inventory_night AS n SET sold = sold + 1,
        held = CASE WHEN n.held IS NULL OR ${hold} IS NULL THEN n.held ELSE ${heldWithoutSql('n', hold)} END
      FROM booked AS b
      WHERE b.has_rooms AND n.room_type_number = b.room_type_number
        AND n.night >= b.arrival AND n.night < b.departure AND ${roomsLeftSql('n', now, hold)} > 0
      RETURNING b.hotel_number, b.room_type_number),
    ${raiseCapacitySql('taken')}
    SELECT require_every_night((SELECT count(*) FROM taken),
        (SELECT CASE WHEN has_rooms THEN departure - arrival ELSE 0 END FROM booked)) AS nights, ${RAISED_COLUMNS}`,
});

/**
 * Writes and commits a booking with new ids: its rows, its first event (S4), by whose key it is (M8), the response under its idempotency key if it has one,
 * and a room on every night if it has rooms. It uses up its hold, if it has one, which must be locked (S13). Other holds that are open
 * at `now` (milliseconds since 1970) take a room. It must be the last call of its transaction.
 * @returns the epoch of the room type's capacity, if rooms were taken
 * @throws the database's error when a night has no room left; then nothing is committed
 */
export async function commitBooking(
  sql: SqlTransaction,
  { booking, contact, guests, promotions, discounts }: BookingRows,
  said: {
    readonly idempotencyKey: string | null;
    readonly hold: string | null;
    readonly now: number;
    readonly note: string | null;
    readonly messageToGuest: string | null;
  },
): Promise<readonly RaisedEpoch[]> {
  const bookingId = booking.id;
  const written = onlyRow(
    await sql.finish(WRITE_BOOKING, {
      booking: withColumns('booking', { ...booking, search: searchColumn({ ...booking, contact, guests }) }),
      contact: withColumns('booking_contact', { bookingId, ...contact }),
      guests: listColumns('guests', bookingId, guests),
      promotions: listColumns('promotions', bookingId, promotions),
      discounts: listColumns('discounts', bookingId, discounts),
      ...{ ...said, eventId: newEventId() },
    }),
  );
  return written.raised ?? [];
}

/** Writes what a booking would: a copy of any one, with enough ballast that the files must grow, which fails on a full disk. */
const PROBE_WRITE = statement({
  takes: { ballast: text, id: text, reference: text },
  sql: ({ ballast, id, reference }) => `
    WITH grown AS (
      INSERT INTO recent_use (kind, subject_hash, times, amounts, expires_at)
      SELECT 'probe', rpad(${ballast}, 64, '0'), array_agg(to_timestamp(random() * 1e9)), array_agg(1), now() FROM generate_series(1, 3000)),
    copied AS (SELECT * FROM booking LIMIT 1)
    INSERT INTO booking (${columnList('booking')})
    SELECT ${columnList('booking', (field, column) => ({ id, reference })[field] ?? column)} FROM copied`,
});

/**
 * Tries to write a booking in a transaction that the caller rolls back.
 * @throws the database's error when it refuses writes
 */
export async function probeWrite(sql: SqlTransaction): Promise<void> {
  await sql.query(PROBE_WRITE, { ballast: newSecretId(), id: newSecretId(), reference: newBookingReference() });
}
