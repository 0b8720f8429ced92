/**
 * Bookings as rows, written by one statement in the transaction that makes it. The price is stored as calculated, line by
 * line with the names and percentages of that moment, so later changes of the catalogue never change a booking (B5).
 */

import { randomBytes, randomInt } from 'node:crypto';
import { PARTY_ROOMS } from '../domain/booking/party.ts';
import { generateReference } from '../domain/booking/reference.ts';
import { GUEST } from '../domain/event/actor.ts';
import {
  type BookingRows,
  columnList,
  insertRowsSql,
  type ListName,
  listColumns,
  searchColumn,
  withColumns,
} from './booking-rows.ts';
import { RAISED, RAISED_COLUMNS, type RaisedEpoch } from './cache/raise-epochs.ts';
import type { SqlTransaction } from './database/sql-transactions.ts';
import { heldWithoutSql, raiseCapacitySql, roomsLeftSql } from './rooms-left.ts';
import { int4, int8, json, listOf, nullable, text } from './sql/column-types.ts';
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
  return `evt_${newSecretId()}`;
}

/** A new reference, in the stored form. One that a booking has already fails as a write conflict, and is drawn again. */
export function newBookingReference(): string {
  return generateReference(randomInt);
}

/** `actorName` of the key `k`, which the statement reads anyway. */
const ACTOR_OF_KEY = `CASE WHEN k.is_publishable THEN '${GUEST}' ELSE k.name END`;

/**
 * All writes of bookings that are made together, each of a room for the same stay. The nights and the referenced rows are locked already,
 * so only the epoch, which comes last, can wait. If a night turns out to have too few rooms left, everything is rolled back (Y4).
 */
const WRITE_BOOKINGS = statement({
  takes: {
    ...{
      party: nullable(text),
      bookings: json(),
      contacts: json(),
      guests: json(),
      promotions: json(),
      discounts: json(),
    },
    ...{ idempotencyKey: nullable(text), eventIds: listOf(text), holds: listOf(text), now: int8 },
    ...{ note: nullable(text), messageToGuest: nullable(text) },
  },
  returns: { nights: int4, ...RAISED },
  sql: ({
    party,
    bookings,
    contacts,
    guests,
    promotions,
    discounts,
    idempotencyKey,
    eventIds,
    holds,
    now,
    note,
    messageToGuest,
  }) => `
    WITH together AS (INSERT INTO booking_party (id) SELECT ${party}::text WHERE ${party}::text IS NOT NULL),
    booked AS (${insertRowsSql('booking', bookings, PARTY_ROOMS.max)} RETURNING *),
    billed AS (${insertRowsSql('booking_contact', contacts)}),
    guests AS (${insertRowsSql('booking_guest', guests)}),
    promoted AS (${insertRowsSql('booking_promotion', promotions)}),
    discounted AS (${insertRowsSql('booking_discount', discounts)}),
    notified AS (
      INSERT INTO booking_event (id, booking_id, type, status, at, client_id, by, is_public, note, message_to_guest, mailed_with)
      SELECT (${eventIds}::text[])[coalesce(b.party_room, 1)], b.id, b.status::text::"BookingEventType", b.status, b.created_at,
        b.client_id, ${ACTOR_OF_KEY}, k.is_publishable, ${note}, ${messageToGuest},
        CASE WHEN b.party_room > 1 THEN (${eventIds}::text[])[1] END
      FROM booked AS b JOIN api_key AS k ON k.id = b.api_key_id ORDER BY b.party_room),
    answered AS (
      UPDATE idempotency_record AS r SET booking_id = b.id
      FROM booked AS b WHERE coalesce(b.party_room, 1) = 1 AND r.api_key_id = b.api_key_id AND r.key = ${idempotencyKey}),
    used AS (DELETE FROM stay_hold WHERE id = ANY(${holds}::text[]::char(24)[])),
    rooms AS (
      SELECT hotel_number, room_type_number, arrival, departure, count(*)::int AS rooms
      FROM booked WHERE has_rooms GROUP BY 1, 2, 3, 4),
    taken AS (
      UPDATE inventory_night AS n SET sold = n.sold + r.rooms, held = ${heldWithoutSql('n', holds)}
      FROM rooms AS r
      WHERE n.room_type_number = r.room_type_number AND n.night >= r.arrival AND n.night < r.departure
        AND ${roomsLeftSql('n', now, `hold.key <> ALL(${holds}::text[])`)} >= r.rooms
      RETURNING r.hotel_number, r.room_type_number, n.night),
    ${raiseCapacitySql('taken')}
    SELECT require_every_night((SELECT count(*) FROM taken),
        (SELECT coalesce(sum(departure - arrival), 0)::int FROM rooms)) AS nights, ${RAISED_COLUMNS}`,
});

/**
 * Writes and commits bookings with new ids, one or the rooms of a party (Y2): their rows, their first events (S4), by whose key they are (M8), the response under
 * their idempotency key if they have one, and a room of each on every night if they have rooms. One mail is about all of them (S17). They use
 * up their holds, if they have some, which must be locked (S13). Other holds that are open at `now` (milliseconds since 1970) take a
 * room. It must be the last call of its transaction.
 * @returns the epoch of the room types' capacity, if rooms were taken
 * @throws the database's error when a night has too few rooms left; then nothing is committed
 */
export async function commitBookings(
  sql: SqlTransaction,
  rooms: readonly BookingRows[],
  said: {
    readonly idempotencyKey: string | null;
    readonly holds: readonly string[];
    readonly now: number;
    readonly note: string | null;
    readonly messageToGuest: string | null;
  },
): Promise<readonly RaisedEpoch[]> {
  const listed = (name: ListName) => rooms.flatMap((room) => listColumns(name, room.booking.id, room[name]));
  const written = onlyRow(
    await sql.finish(WRITE_BOOKINGS, {
      party: rooms[0]?.booking.partyId ?? null,
      bookings: rooms.map((room) =>
        withColumns('booking', { ...room.booking, search: searchColumn({ ...room.booking, ...room }) }),
      ),
      contacts: rooms.map(({ booking, contact }) =>
        withColumns('booking_contact', { bookingId: booking.id, ...contact }),
      ),
      ...{ guests: listed('guests'), promotions: listed('promotions'), discounts: listed('discounts') },
      ...{ ...said, eventIds: rooms.map(newEventId) },
    }),
  );
  return written.raised ?? [];
}

const READ_TOGETHER = statement({
  takes: { id: text },
  returns: { id: text },
  sql: ({ id }) => `
    SELECT b.id FROM booking AS a JOIN booking AS b ON b.party_id = a.party_id WHERE a.id = ${id} ORDER BY b.party_room`,
});

/** The ids of the bookings that were made together with one, it among them, in the order of their rooms; of one made alone none. */
export async function readTogether(sql: SqlTransaction, id: string): Promise<string[]> {
  return (await sql.query(READ_TOGETHER, { id })).map((booking) => booking.id);
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
