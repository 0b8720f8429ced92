/**
 * Bookings as rows: written whole, by one statement in the transaction that makes them. The price is kept as it was
 * calculated, line by line with the names and percentages of that moment, so nothing that happens to the catalogue later
 * changes what a booking says (B5).
 */
import { formatDay } from '../domain/civil-date.js';
import { raisingSql, TOLD_TO_LISTENERS } from './epochs.js';
/** The columns that are written of each table. What a later version adds to a table keeps its default. */
const COLUMNS = {
    booking: 'id, kind, api_key_id, channel_code, visit_type_number, hotel_number, room_type_number, arrival, departure, currency, ' +
        'price_list_kind, base_minor, amount_minor, language, affiliate, customer_note, created_at',
    booking_contact: 'booking_id, gender, first_name, last_name, email, phone, consent_marketing, street, house_number, city, zip_code, country',
    booking_guest: 'booking_id, "position", gender, first_name, last_name, birth_date, loyalty_program_number, loyalty_program_code',
    booking_promotion: 'booking_id, "position", name, basis_points, nights, amount_minor, valid_from, valid_to',
    booking_discount: 'booking_id, guest_position, loyalty_program_number, name, basis_points, amount_minor',
};
/** Writes the row given as a JSON object whose keys are the columns. Of a list the planner would expect a hundred rows. */
function insertingOneSql(table, row) {
    return insertingSql(table, `json_populate_record(NULL::${table}, ${row}::json)`);
}
/** Writes the rows given as a JSON list of such objects. */
function insertingManySql(table, rows) {
    return insertingSql(table, `json_populate_recordset(NULL::${table}, ${rows}::json)`);
}
function insertingSql(table, source) {
    const columns = COLUMNS[table];
    return `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${source}`;
}
/**
 * All that a booking writes. The nights are locked already, and so are the rows that the booking refers to: the epoch is the
 * last thing that anybody is waited for. Should a night have no room left after all, the text that tells so is no number, and
 * making one of it takes everything back.
 */
const WRITE_BOOKING = `
  WITH booked AS (${insertingOneSql('booking', '$1')} RETURNING *),
  billed AS (${insertingOneSql('booking_contact', '$2')}),
  guests AS (${insertingManySql('booking_guest', '$3')}),
  promoted AS (${insertingManySql('booking_promotion', '$4')}),
  discounted AS (${insertingManySql('booking_discount', '$5')}),
  told AS (
    INSERT INTO outbox_message (topic, booking_id, created_at) SELECT 'booking.created', id, created_at FROM booked),
  answered AS (
    UPDATE idempotency_record SET booking_id = (SELECT id FROM booked) WHERE api_key_id = $6 AND key = $7),
  taken AS (
    UPDATE inventory_night AS n SET sold = sold + 1 FROM booked AS b
    WHERE b.kind = 'BINDING' AND n.room_type_number = b.room_type_number
      AND n.night >= b.arrival AND n.night < b.departure AND n.sold < n.units
    RETURNING b.hotel_number),
  raised AS (${raisingSql(`SELECT DISTINCT 'inventory:' || hotel_number FROM taken`)})
  SELECT CASE WHEN taken = nights THEN taken ELSE ('took ' || taken || ' of ' || nights || ' nights')::int END AS nights,
    (SELECT json_agg(json_build_object('scope', scope, 'value', value::text, 'told', ${TOLD_TO_LISTENERS})) FROM raised)
      AS raised
  FROM (SELECT count(*)::int AS taken FROM taken) AS t,
    (SELECT CASE kind WHEN 'BINDING' THEN departure - arrival ELSE 0 END AS nights FROM booked) AS b`;
/**
 * Writes a booking, whose id and rows must be new: with a message about it for other systems, the answer to be kept under its
 * idempotency key if it has one, and for a binding booking a room on every night of the stay. It is the last thing of its
 * transaction, and commits it.
 * @returns the inventory epoch of the hotel, where rooms were taken
 * @throws what the database says when a night has no room left; then nothing is committed
 */
export async function commitBooking(sql, booking, { idempotencyKey }) {
    const { id, price, billedTo, guests } = booking;
    const { address } = billedTo;
    const [written] = await sql.finish(WRITE_BOOKING, [
        JSON.stringify({
            id,
            kind: booking.kind,
            api_key_id: booking.apiKeyId,
            channel_code: booking.channelCode,
            visit_type_number: booking.visitTypeNumber,
            hotel_number: booking.hotelNumber,
            room_type_number: booking.roomTypeNumber,
            arrival: formatDay(booking.arrival),
            departure: formatDay(booking.departure),
            currency: price.currency,
            price_list_kind: price.priceListKind,
            base_minor: price.baseMinor,
            amount_minor: price.amountMinor,
            language: booking.language,
            affiliate: booking.affiliate,
            customer_note: booking.customerNote,
            created_at: booking.createdAt.toISOString(),
        }),
        JSON.stringify({
            booking_id: id,
            gender: billedTo.gender,
            first_name: billedTo.firstName,
            last_name: billedTo.lastName,
            email: billedTo.email,
            phone: billedTo.phone,
            consent_marketing: billedTo.consentMarketing,
            street: address?.street,
            house_number: address?.houseNumber,
            city: address?.city,
            zip_code: address?.zipCode,
            country: address?.country,
        }),
        JSON.stringify(guests.map((guest, index) => ({
            booking_id: id,
            position: index + 1,
            gender: guest.gender,
            first_name: guest.firstName,
            last_name: guest.lastName,
            birth_date: guest.birthDate === null ? null : formatDay(guest.birthDate),
            loyalty_program_number: guest.loyaltyProgramNumber,
            loyalty_program_code: guest.loyaltyProgramCode,
        }))),
        JSON.stringify(price.promotions.map((line, position) => ({
            booking_id: id,
            position,
            name: line.name,
            basis_points: line.basisPoints,
            nights: line.nights,
            amount_minor: line.amountMinor,
            valid_from: formatDay(line.validFrom),
            valid_to: line.validTo === null ? null : formatDay(line.validTo),
        }))),
        JSON.stringify(price.discounts.map((line) => ({
            booking_id: id,
            guest_position: line.guest,
            loyalty_program_number: line.programNumber,
            name: line.name,
            basis_points: line.basisPoints,
            amount_minor: line.amountMinor,
        }))),
        booking.apiKeyId,
        idempotencyKey,
    ]);
    return (written.raised ?? []).map(({ scope, value }) => ({ scope, value: BigInt(value) }));
}
//# sourceMappingURL=bookings.js.map