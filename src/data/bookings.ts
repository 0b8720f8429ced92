/**
 * Bookings as rows, each written by one statement in the transaction that makes it. The price is stored as calculated, line by
 * line with the names and percentages of that moment, so later changes of the catalogue never change a booking (B5).
 */
import { randomBytes } from 'node:crypto';
import { type Day, formatDay } from '../domain/civil-date.ts';
import type { Locale } from '../domain/locale.ts';
import type { Currency } from '../domain/money.ts';
import { type RaisedEpoch, raisingSql, TOLD_TO_LISTENERS } from './epochs.ts';
import type { Prisma } from './generated/prisma/client.ts';
import type { BookingKind, Gender, PriceListKind } from './generated/prisma/enums.ts';
import type { SqlTransaction } from './sql-transactions.ts';

/** By locale. */
type Texts = Prisma.JsonValue;

export interface BookedContact {
  readonly gender: Gender | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly consentMarketing: boolean;
  /** Complete on a binding booking. */
  readonly address: {
    readonly street: string | null;
    readonly houseNumber: string | null;
    readonly city: string | null;
    readonly zipCode: string | null;
    /** ISO 3166-1 alpha-3. */
    readonly country: string | null;
  } | null;
}

/** A person who stays in the room. Their position, from 1, is that in the list. */
export interface BookedGuest {
  readonly gender: Gender | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: Day | null;
  readonly loyaltyProgramNumber: number | null;
  readonly loyaltyProgramCode: string | null;
}

export interface BookedPromotionLine {
  readonly name: Texts;
  readonly basisPoints: number;
  readonly nights: number;
  readonly amountMinor: number;
  readonly validFrom: Day;
  readonly validTo: Day | null;
}

export interface BookedDiscountLine {
  readonly guest: number;
  readonly programNumber: number;
  readonly name: Texts;
  readonly basisPoints: number;
  readonly amountMinor: number;
}

/** `amountMinor = baseMinor - promotions - discounts`. */
export interface BookedPrice {
  readonly currency: Currency;
  readonly priceListKind: PriceListKind;
  readonly baseMinor: number;
  readonly promotions: readonly BookedPromotionLine[];
  readonly discounts: readonly BookedDiscountLine[];
  readonly amountMinor: number;
}

export interface StoredBooking {
  readonly id: string;
  readonly kind: BookingKind;
  readonly apiKeyId: string;
  readonly channelCode: string;
  readonly visitTypeNumber: number;
  readonly hotelNumber: number;
  readonly roomTypeNumber: number;
  readonly arrival: Day;
  readonly departure: Day;
  readonly price: BookedPrice;
  readonly language: Locale;
  readonly affiliate: string | null;
  readonly customerNote: string | null;
  readonly createdAt: Date;
  readonly billedTo: BookedContact;
  readonly guests: readonly BookedGuest[];
}

/** An ObjectId has 24 hexadecimal digits. */
const ID_BYTES = 12;

/**
 * A new id: 96 random bits in the form of an ObjectId. An id plus its API key gives access to personal data, so nothing in one
 * id (time, process, counter) may lead to another.
 */
export function newBookingId(): string {
  return randomBytes(ID_BYTES).toString('hex');
}

/** The columns written to each table. Columns added by a later version keep their defaults. */
const COLUMNS = {
  booking:
    'id, kind, api_key_id, channel_code, visit_type_number, hotel_number, room_type_number, arrival, departure, currency, ' +
    'price_list_kind, base_minor, amount_minor, language, affiliate, customer_note, created_at',
  booking_contact:
    'booking_id, gender, first_name, last_name, email, phone, consent_marketing, street, house_number, city, zip_code, country',
  booking_guest:
    'booking_id, "position", gender, first_name, last_name, birth_date, loyalty_program_number, loyalty_program_code',
  booking_promotion: 'booking_id, "position", name, basis_points, nights, amount_minor, valid_from, valid_to',
  booking_discount: 'booking_id, guest_position, loyalty_program_number, name, basis_points, amount_minor',
} as const;

/** Inserts the row given as a JSON object by column. For a JSON list the planner would expect a hundred rows. */
function insertingOneSql(table: keyof typeof COLUMNS, row: `$${number}`): string {
  return insertingSql(table, `json_populate_record(NULL::${table}, ${row}::json)`);
}

/** Inserts the rows given as a JSON list of such objects. */
function insertingManySql(table: keyof typeof COLUMNS, rows: `$${number}`): string {
  return insertingSql(table, `json_populate_recordset(NULL::${table}, ${rows}::json)`);
}

function insertingSql(table: keyof typeof COLUMNS, source: string): string {
  const columns = COLUMNS[table];
  return `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${source}`;
}

/**
 * All writes of a booking. The nights and the referenced rows are locked already, so only the epoch, which comes last, can
 * wait. If a night turns out to have no room left, the statement casts a text to a number; the error rolls everything back.
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
 * Writes and commits a booking with new ids: its rows, an outbox message, the response under its idempotency key if it has one,
 * and for a binding booking a room on every night. It must be the last call of its transaction.
 * @returns the inventory epoch of the hotel, if rooms were taken
 * @throws the database's error when a night has no room left; then nothing is committed
 */
export async function commitBooking(
  sql: SqlTransaction,
  booking: StoredBooking,
  { idempotencyKey }: { idempotencyKey: string | null },
): Promise<readonly RaisedEpoch[]> {
  const { id, price, billedTo, guests } = booking;
  const { address } = billedTo;
  const [written] = await sql.finish<{ raised: { scope: string; value: string }[] | null }>(WRITE_BOOKING, [
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
    JSON.stringify(
      guests.map((guest, index) => ({
        booking_id: id,
        position: index + 1,
        gender: guest.gender,
        first_name: guest.firstName,
        last_name: guest.lastName,
        birth_date: guest.birthDate === null ? null : formatDay(guest.birthDate),
        loyalty_program_number: guest.loyaltyProgramNumber,
        loyalty_program_code: guest.loyaltyProgramCode,
      })),
    ),
    JSON.stringify(
      price.promotions.map((line, position) => ({
        booking_id: id,
        position,
        name: line.name,
        basis_points: line.basisPoints,
        nights: line.nights,
        amount_minor: line.amountMinor,
        valid_from: formatDay(line.validFrom),
        valid_to: line.validTo === null ? null : formatDay(line.validTo),
      })),
    ),
    JSON.stringify(
      price.discounts.map((line) => ({
        booking_id: id,
        guest_position: line.guest,
        loyalty_program_number: line.programNumber,
        name: line.name,
        basis_points: line.basisPoints,
        amount_minor: line.amountMinor,
      })),
    ),
    booking.apiKeyId,
    idempotencyKey,
  ]);
  return (written!.raised ?? []).map(({ scope, value }) => ({ scope, value: BigInt(value) }));
}

/** Hotels have no negative numbers. */
const NO_HOTEL = -1;

/**
 * Writes what a booking would: a copy of any one, with enough ballast that the files must grow, which fails on a full disk. $1
 * and $2 are new ids.
 */
const TRY_WRITING = `
  WITH grown AS (
    INSERT INTO recent_request (hotel_number, email_hash, made_at)
    SELECT ${NO_HOTEL}, rpad($1, 64, '0'), array_agg(to_timestamp(random() * 1e9)) FROM generate_series(1, 3000)),
  copied AS (SELECT * FROM booking LIMIT 1)
  INSERT INTO booking (${COLUMNS.booking}) SELECT $2, ${COLUMNS.booking.replace('id, ', '')} FROM copied`;

/**
 * Tries to write a booking in a transaction that the caller rolls back.
 * @throws the database's error when it refuses writes
 */
export async function tryWriting(sql: SqlTransaction): Promise<void> {
  await sql.query(TRY_WRITING, [newBookingId(), newBookingId()]);
}
