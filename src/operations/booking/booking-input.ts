/**
 * The form of a booking request, checked before any look-up: required fields, types, bounded lengths, real dates, an
 * ISO country (B2, B4). It is the only declaration of a booking's input: GraphQL generates its input types from it,
 * REST its bodies under legacy names, and its output is booked. Strings are stored as sent but for the
 * domain of an e-mail address, unknown fields are dropped.
 * The number of guests is not checked here: that depends on the room, and is another kind of refusal (B2).
 */
import { z } from 'zod';
import { PRICE_CHOICES } from '../../domain/booking/changed-booking.ts';
import { PARTY_ROOMS } from '../../domain/booking/party.ts';
import { NAME_MAX_LENGTH } from '../../domain/text/person-name.ts';
import { isBlank } from '../../domain/text/text-characters.ts';
import * as value from '../input-values.ts';
import { line, lines, listOf, optional, optionalUnlessBlank } from '../input-values.ts';
import { GUESTS_SENT } from '../search/search-input.ts';

/** `parseBooking` checks which parts are required, depending on the kind of booking. */
export const address = z.object({
  street: optionalUnlessBlank(line(200)).describe('Street, at most 200 characters.'),
  houseNumber: optionalUnlessBlank(line(30)).describe(
    'House number, at most 30 characters; null: it stands in the street, or there is none.',
  ),
  city: optionalUnlessBlank(line(100)).describe('City, at most 100 characters.'),
  zipCode: optionalUnlessBlank(line(20)).describe('Postal code, at most 20 characters.'),
  country: optionalUnlessBlank(value.country).describe('Country by its ISO 3166-1 alpha-3 code, in capitals: `CZE`.'),
});

const person = {
  gender: optional(value.gender).describe('How the person is addressed.'),
  firstName: value.name.describe(`First name, 1 to ${NAME_MAX_LENGTH} characters, without addresses of pages (A5).`),
  lastName: value.name.describe(`Last name, 1 to ${NAME_MAX_LENGTH} characters, without addresses of pages (A5).`),
};

export const contact = z.object({
  ...person,
  email: value.asciiEmail.describe('E-mail address, at most 254 characters.'),
  phone: optionalUnlessBlank(value.phone).describe('Telephone number, with digits, at most 40 characters.'),
  consentMarketing: value.flag
    .nullish()
    .transform((isGiven) => isGiven ?? false)
    .describe('Whether marketing messages are allowed. Default: no.'),
  // Null if no part is given.
  address: address
    .nullish()
    .transform((parts) => (parts && Object.values(parts).some((part) => part !== null) ? parts : null))
    .describe(
      'Address; required for a binding booking: its country at least, and with any other part street, city and postal code (B2).',
    ),
});

export const guest = z.object({
  ...person,
  birthDate: optional(value.day).describe('Date of birth, not in the future, at most 130 years ago.'),
  loyaltyProgram: optional(value.reference).describe('ObjectId or number of a loyalty programme.'),
  loyaltyProgramCode: optional(line(100)).describe('Membership code in the programme, at most 100 characters.'),
});

/** What a caller has been shown of cancelling. */
export const expectedCancellation = z.object({
  freeCancellationUntil: optional(value.day).describe(
    'The last day on which cancelling is free, as `Quote.freeCancellationUntil` has it; null: it never costs anything.',
  ),
});

/** A booking in canonical names, dates as text. */
export const bookingSchema = z.object({
  kind: value.kind.describe('Binding, or a request to an operator.'),
  currency: value.currency.describe('Currency of the price.'),
  visitType: value.reference.describe('ObjectId or number of the visit type.'),
  hotel: value.reference.describe('ObjectId or number of the hotel.'),
  roomType: value.reference.describe('ObjectId or number of the room type.'),
  arrival: value.day.describe('First day of the stay.'),
  departure: value.day.describe('Day on which the guests leave; after `arrival`.'),
  customerNote: optional(lines(4_000)).describe('What the customer writes, at most 4,000 characters.'),
  affiliate: optional(line(100)).describe('Affiliate who referred the customer, at most 100 characters.'),
  billedTo: contact.describe('Whom the stay is billed to.'),
  guests: listOf(guest, GUESTS_SENT).describe(
    'People staying in the room: at least one, at most as many as it has beds.',
  ),
  idempotencyKey: optional(value.idempotencyKey).describe(
    'A key of the caller for this request, 1 to 255 visible ASCII characters. A repetition within 24 hours gets the same answer and books nothing more; another request under the same key is refused.',
  ),
  hold: optional(value.holdId).describe(
    'Id of a hold of the client (S13), which the booking uses up: it takes the held room and has the held price. It must be binding, and its stay, currency and loyalty programmes those of the hold.',
  ),
  expectedTotal: optional(value.minorUnits).describe(
    'The price that the caller counts on, in minor units. If it is another one, nothing is booked.',
  ),
  expectedCancellation: optional(expectedCancellation).describe(
    'What the caller counts on for a cancellation. If it is free until another day, nothing is booked (B7).',
  ),
  language: optional(value.language).describe(
    'Language of automated e-mails. Default: the first supported one in `Accept-Language`, else Czech.',
  ),
});

/** A well-formed booking. Optional values that were not sent are null. A binding one has an address with a country at least. */
export type BookingInput = z.output<typeof bookingSchema>;

/** A room of several, with its guests. */
export const bookedRoom = bookingSchema.pick({ roomType: true, guests: true });

const { roomType: _roomType, guests: _guests, ...shared } = bookingSchema.shape;

/** Rooms for one stay, which are booked together or not at all (Y2). */
export const partySchema = z.object({
  ...shared,
  rooms: listOf(bookedRoom, PARTY_ROOMS).describe(
    `The rooms with their guests, ${PARTY_ROOMS.min} to ${PARTY_ROOMS.max}; each becomes a booking.`,
  ),
  hold: optional(value.holdId).describe(
    'Id of a hold of the client, or of rooms that it holds together (S13), which the bookings use up: they take the held rooms and have the held prices. They must be binding, and their stay, rooms, currency and loyalty programmes those of the hold.',
  ),
  expectedTotal: optional(value.minorUnits).describe(
    'The price of all rooms that the caller counts on, in minor units. If it is another one, nothing is booked.',
  ),
});

/** Well-formed bookings of rooms for one stay. */
export type PartyInput = z.output<typeof partySchema>;

/** A booking of one room as a party of one. */
export function asParty({ roomType, guests, ...shared }: BookingInput): PartyInput {
  return { ...shared, rooms: [{ roomType, guests }] };
}

const withoutOffer = 'needed without `offer`';
/** A room as it is sent beside an offer, which names its room type: only its guests are needed. */
export const offeredRoom = bookedRoom.extend({
  roomType: optional(value.reference).describe(`ObjectId or number of the room type; ${withoutOffer}.`),
});
const offered = {
  offer: optional(value.offerId).describe(
    '`id` of an offer (F4), which names visit type, hotel, dates, currency and the room type of each room in its order. Beside it they are refused.',
  ),
  visitType: optional(value.reference).describe(`ObjectId or number of the visit type; ${withoutOffer}.`),
  hotel: optional(value.reference).describe(`ObjectId or number of the hotel; ${withoutOffer}.`),
  arrival: optional(value.day).describe(`First day of the stay; ${withoutOffer}.`),
  departure: optional(value.day).describe(`Day on which the guests leave; after \`arrival\`; ${withoutOffer}.`),
  currency: optional(value.currency).describe(`Currency of the prices; ${withoutOffer}.`),
  rooms: listOf(offeredRoom, PARTY_ROOMS).describe(partySchema.shape.rooms.description ?? ''),
};

/** A text of the house about a booking (M5). */
export const NOTE_MAX_LENGTH = 1_000;
export const houseText = optionalUnlessBlank(lines(NOTE_MAX_LENGTH));
const HOUSE_BOUND = `at most ${NOTE_MAX_LENGTH.toLocaleString('en')} characters; blank is nothing. Needs \`OPERATE\` at the hotel of the booking (M5).`;
export const houseTexts = {
  messageToGuest: houseText.describe(`Stands in the e-mail about it and in the history of the booking, ${HOUSE_BOUND}`),
  note: houseText.describe(
    `For the house: in the history of the booking for keys that operate its hotel, and nowhere else, ${HOUSE_BOUND}`,
  ),
};

/** A contact who has called: the desk may leave the e-mail address out (M11). */
export const deskContact = contact.extend({
  email: optional(value.asciiEmail).describe(
    'E-mail address, at most 254 characters. Required, unless a key with `OPERATE` gives a telephone number; no mail goes to the customer then (M11).',
  ),
});

const deskFields = {
  billedTo: deskContact.describe('Whom the stay is billed to.'),
  channel: optional(line(100)).describe(
    'Code of a channel of the catalogue, whose promotions price the booking. Default: the channel of the key. Needs `OPERATE`, and goes with no hold, which has its price (M11).',
  ),
  ...houseTexts,
};

/** A booking as GraphQL takes it: beside what everybody sends, what only the desk may. */
export const deskBookingSchema = bookingSchema.extend(deskFields);
export const deskPartySchema = partySchema.extend(deskFields);
export const offeredPartySchema = deskPartySchema.extend(offered);

/** What only the desk may say of a booking that it makes. */
export type DeskPart = Pick<z.output<typeof deskBookingSchema>, 'channel' | keyof typeof houseTexts>;

/** Undefined when it is missing: it stays as it is. */
const unlessMissing = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);
/** Undefined when it is missing: it stays as it is. Null when it is blank: what there is, is removed. */
const removedIfBlank = (schema: z.ZodType<string>) =>
  schema.nullish().transform((text) => (text == null ? undefined : isBlank(text) ? null : text));

export const changedStay = z.object({
  arrival: unlessMissing(value.day).describe('First day of the stay.'),
  departure: unlessMissing(value.day).describe('Day on which the guests leave; after the arrival.'),
  roomType: unlessMissing(value.reference).describe('ObjectId or number of the room type, of the same hotel.'),
  visitType: unlessMissing(value.reference).describe('ObjectId or number of the visit type.'),
});

export const changedContact = z.object({
  gender: unlessMissing(value.gender).describe('How the person is addressed.'),
  firstName: unlessMissing(value.name).describe(contact.shape.firstName.description ?? ''),
  lastName: unlessMissing(value.name).describe(contact.shape.lastName.description ?? ''),
  email: unlessMissing(value.asciiEmail).describe(
    'E-mail address, at most 254 characters. The former one is notified that it was changed.',
  ),
  phone: removedIfBlank(value.phone).describe('Telephone number, with digits, at most 40 characters; blank: none.'),
  consentMarketing: unlessMissing(value.flag).describe('Whether marketing messages are allowed.'),
  address: unlessMissing(address).describe('Address, as a whole.'),
});

export const priceChoice = z.enum(PRICE_CHOICES);

/** A change of a booking: what is missing stays as it is. */
export const changeSchema = z.object({
  id: optional(value.bookingId).describe('Id of the booking.'),
  reference: optional(value.lookedUp).describe('Reference of the booking, in any case, with or without the dash.'),
  email: optional(value.lookedUp).describe(
    'E-mail address of the contact, in any case. Required with a publishable key, and with `BOOK` alone beside a reference.',
  ),
  stay: unlessMissing(changedStay).describe(
    'What becomes of the stay. One that changes is priced anew, and needs `expectedTotal`.',
  ),
  guests: unlessMissing(listOf(guest, GUESTS_SENT)).describe(
    'All people staying in the room: at least one, at most as many as it has beds.',
  ),
  billedTo: unlessMissing(changedContact).describe('What becomes of the contact.'),
  customerNote: removedIfBlank(lines(4_000)).describe(
    'What the customer writes, at most 4,000 characters; blank: nothing.',
  ),
  expectedTotal: optional(value.minorUnits).describe(
    'The price that the caller counts on, in minor units of the currency of the booking. If it is another one, nothing is changed.',
  ),
  needsExpectedTotal: optional(value.flag).describe(
    'Whether every change of the stay or its price needs `expectedTotal`, also an early departure that keeps the price (M4), and other loyalty discounts. Default: only a stay that is priced anew needs it.',
  ),
  price: optional(priceChoice).describe(
    'What becomes of the price when guests leave early (M4), for `OPERATE`. Default: it stays, and then `expectedTotal` is not needed.',
  ),
  ...houseTexts,
  idempotencyKey: optional(value.idempotencyKey).describe(
    'A key of the caller for this request, 1 to 255 visible ASCII characters. A repetition within 24 hours gets the same answer and changes nothing more; another request under the same key is refused.',
  ),
});

/** A well-formed change of a booking. */
export type ChangeInput = z.output<typeof changeSchema>;
