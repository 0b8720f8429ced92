/**
 * The field names of a booking on the wire and inside, one table per object. A body is translated field by field.
 * Unknown fields are dropped (a price among them, I5). Values keep their type, so that the shared input rules judge
 * them.
 */
import type { address, bookingSchema, contact, guest } from '../../../operations/booking/booking-input.ts';
import { GUESTS_SENT } from '../../../operations/search/search-input.ts';
import { OBJECT_ID } from '../../openapi/value-schemas.ts';

/** A field on the wire: name, description, translation of its value. */
export type WireField = readonly [name: string, meaning: string, translate?: (value: unknown) => unknown];
/** The fields of an object, by canonical name. */
export type WireFields<Name extends string = string> = Readonly<Record<Name, WireField>>;

export const ADDRESS: WireFields<keyof typeof address.shape> = {
  street: ['street', 'Street.'],
  houseNumber: ['house_number', 'House number.'],
  city: ['city', 'City.'],
  zipCode: ['zip_code', 'Postal code.'],
  country: ['country', 'Country as ISO 3166-1 alpha-3, for example `CZE`, in any case.', inCapitals],
};

const PERSON: WireFields<'gender' | 'firstName' | 'lastName'> = {
  gender: ['gender', 'Gender, in any case.', (value) => inCase(value, 'toLowerCase')],
  firstName: ['first_name', 'First name; not blank: one character at least is visible.'],
  lastName: ['last_name', 'Last name; not blank: one character at least is visible.'],
};

export const BILLED_TO: WireFields<keyof typeof contact.shape> = {
  ...PERSON,
  email: ['email', 'E-mail address; before the @ at most 64 characters, with no dot at the ends or beside another.'],
  phone: ['phone', 'Telephone number; it has digits.'],
  consentMarketing: ['consent_marketing', 'Whether news may be sent; false when it is not given.'],
  address: [
    'address',
    'Address. A binding booking needs all of it; otherwise any part may be missing or null.',
    (value) => translateFields(value, ADDRESS),
  ],
};

export const GUEST: WireFields<keyof typeof guest.shape> = {
  ...PERSON,
  birthDate: ['birth_date', 'Date of birth; not in the future, at most 130 years ago.', translateDate],
  loyaltyProgram: [
    'loyalty_program_id',
    'Loyalty program of the guest, which the visit type must list; the price is less its discount.',
    translateReference,
  ],
  loyaltyProgramCode: ['loyalty_program_code', "The guest's membership number in it."],
};

/** Not in the body: two come from headers, and REST callers expect no price and hold nothing. */
type NotInBody = 'idempotencyKey' | 'language' | 'expectedTotal' | 'expectedCancellation' | 'hold';

export const BOOKING: WireFields<Exclude<keyof typeof bookingSchema.shape, NotInBody>> = {
  kind: [
    'binding_booking',
    'True: a binding booking, which takes a room at once; `billed_to` must then have a complete address. False: a request, after which an operator may contact the customer; it takes no room, and may be for a stay that is on demand or has no room left.',
    translateKind,
  ],
  currency: [
    'currency',
    'The currency of the price, in any case. Every night of the stay must have a price in it.',
    inCapitals,
  ],
  visitType: ['visit_type_id', 'The visit type.', translateReference],
  hotel: ['hotel_id', 'The hotel, which must sell the visit type.', translateReference],
  roomType: ['room_type_id', 'The room type, which must be one of the hotel.', translateReference],
  arrival: ['date_from', 'Arrival.', translateDate],
  departure: ['date_to', 'Departure, after `date_from`; its night is not charged.', translateDate],
  customerNote: ['customer_note', 'Free text from the customer; it may have several lines.'],
  affiliate: ['affilUserName', 'Name of the affiliate user.'],
  billedTo: ['billed_to', 'Who is billed.', (value) => translateFields(value, BILLED_TO)],
  guests: [
    'guests',
    'Who stays in the room: at least one, and at most as many as the room type has beds; otherwise 422.',
    translateGuests,
  ],
};

/** The name under which problems report the idempotency key. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

const LEGACY_NAMES: ReadonlyMap<string, string> = new Map([
  ...[BOOKING, BILLED_TO, ADDRESS, GUEST].flatMap((fields) =>
    Object.entries<WireField>(fields).map(([canonical, [name]]) => [canonical, name] as const),
  ),
  ['idempotencyKey', IDEMPOTENCY_HEADER],
]);

/** All field names of the body. */
export const BOOKING_NAMES: ReadonlySet<string> = new Set(LEGACY_NAMES.values());

/** Replaces a malformed value that the rules would accept; they refuse this one. */
const REFUSED: readonly never[] = [];

/** A body under canonical names. Anything but an object is returned unchanged, for the rules to refuse. */
export function toCanonicalBooking(body: unknown): unknown {
  return translateFields(body, BOOKING);
}

/** `billedTo.firstName` under the caller's name: `billed_to.first_name`. */
export function legacyBookingPath(canonicalPath: string): string {
  return canonicalPath
    .split('.')
    .map((name) => LEGACY_NAMES.get(name) ?? name)
    .join('.');
}

function translateFields(value: unknown, fields: WireFields): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const given = value as Readonly<Record<string, unknown>>;
  const found: Record<string, unknown> = {};
  for (const [canonical, [name, , translate]] of Object.entries(fields)) {
    if (Object.hasOwn(given, name)) found[canonical] = translate ? translate(given[name]) : given[name];
  }
  return found;
}

/** A list that is too long is refused as it is (A2). */
function translateGuests(value: unknown): unknown {
  if (!Array.isArray(value) || value.length > GUESTS_SENT.max) return value;
  return value.map((guest) => translateFields(guest, GUEST));
}

/** On the wire only true and false are kinds; the canonical names are not. */
function translateKind(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 'BINDING' : 'REQUEST';
  return typeof value === 'string' ? REFUSED : value;
}

const ONLY_ASCII_LETTERS = /^[a-z]+$/i;

/** On the wire the case of a code does not matter. Other letters may become ASCII ones in another case, and stay as they are. */
function inCase(value: unknown, toCase: 'toLowerCase' | 'toUpperCase'): unknown {
  return typeof value === 'string' && ONLY_ASCII_LETTERS.test(value) ? value[toCase]() : value;
}

function inCapitals(value: unknown): unknown {
  return inCase(value, 'toUpperCase');
}

/** On the wire a date is a text; a number is no day. */
function translateDate(value: unknown): unknown {
  return typeof value === 'number' ? REFUSED : value;
}

/** An identifier is an integer or an ObjectId; digits in a string are not an integer. */
function translateReference(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value).toString() : REFUSED;
  return typeof value === 'string' && !OBJECT_ID.safeParse(value).success ? REFUSED : value;
}
