/**
 * What a booking request must look like before anything is looked up: required fields, types, bounded lengths, real
 * dates, an ISO country, a complete address where it is binding (B2, B4). GraphQL and REST both ask here. Every
 * problem is told at once, one for each field; strings are kept as they were sent. How many guests the room holds, and
 * whether there is any guest at all, is not judged here: that needs the room, and is another kind of refusal (B2).
 */
import countries from 'i18n-iso-countries';
import { z } from 'zod';
import { type Day, parseDay } from '../domain/civil-date.ts';
import { LOCALES, type Locale } from '../domain/locale.ts';
import { CURRENCIES, type Currency } from '../domain/money.ts';
import { isBlank, isPlainLine, isPlainText } from '../domain/text-characters.ts';
import { bookingProblems } from './booking-problems.ts';
import type { InputProblem } from './input-problem.ts';

/** Greatest lengths of the texts of a booking, in characters. */
export const TEXT_LIMITS = {
  name: 100,
  email: 254,
  phone: 40,
  street: 200,
  houseNumber: 30,
  city: 100,
  zipCode: 20,
  customerNote: 4000,
  affiliate: 100,
  loyaltyProgramCode: 100,
  idempotencyKey: 255,
} as const;

/** HTML's e-mail address with a dot in its domain. */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/;
const LONGEST_MAILBOX = 64;
/** No control characters: such a text may end up in the header of an e-mail. */
const ONE_LINE = /^\P{Cc}*$/u;
/** Line breaks and tabs are welcome, other control characters (NUL above all, which PostgreSQL refuses) are not. */
const SEVERAL_LINES = /^[\P{Cc}\t\n\r]*$/u;
/** No half of a surrogate pair: JSON can write it, no database keeps it. */
const WHOLE_CHARACTERS = /^\P{Surrogate}*$/u;
/** Visible ASCII, as a header can carry it. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]+$/;

const text = (max: number) => z.string().max(max).regex(WHOLE_CHARACTERS, 'MALFORMED');
const line = (max: number) => text(max).regex(ONE_LINE, 'CONTROL_CHARACTER').refine(isPlainLine, 'CONTROL_CHARACTER');
const optionalLine = (max: number) => line(max).nullish();
const requiredLine = (max: number) =>
  line(max)
    .regex(/\S/, 'BLANK')
    .refine((text) => !isBlank(text), 'BLANK');
const reference = z.string().regex(/^(?:0|-?[1-9]\d*|[0-9a-fA-F]{24})$/, 'NOT_AN_ID');
const date = z.string().refine((text) => parseDay(text) !== null, 'NOT_A_DATE');
const gender = z.enum(['male', 'female']).nullish();

/** Which of its parts must be there depends on the kind of the booking (`bookingProblems`). */
const address = z.object({
  street: optionalLine(TEXT_LIMITS.street),
  houseNumber: optionalLine(TEXT_LIMITS.houseNumber),
  city: optionalLine(TEXT_LIMITS.city),
  zipCode: optionalLine(TEXT_LIMITS.zipCode),
  country: z
    .string()
    .refine((text) => (isBlank(text) && isPlainLine(text)) || isCountry(text), 'NOT_A_COUNTRY')
    .nullish()
    .describe('ISO 3166-1 alpha-3, in capitals.'),
});

const contact = z.object({
  gender,
  firstName: requiredLine(TEXT_LIMITS.name),
  lastName: requiredLine(TEXT_LIMITS.name),
  email: z.string().max(TEXT_LIMITS.email).regex(EMAIL, 'NOT_AN_EMAIL').refine(hasMailbox, 'NOT_AN_EMAIL'),
  phone: optionalLine(TEXT_LIMITS.phone),
  consentMarketing: z.boolean().nullish(),
  address: address.nullish(),
});

const guest = z.object({
  gender,
  firstName: requiredLine(TEXT_LIMITS.name),
  lastName: requiredLine(TEXT_LIMITS.name),
  birthDate: date.nullish(),
  loyaltyProgram: reference.nullish(),
  loyaltyProgramCode: optionalLine(TEXT_LIMITS.loyaltyProgramCode),
});

/** A booking in canonical names, dates as text, references as a number's digits or an ObjectId. Unknown fields are dropped. */
export const bookingSchema = z.object({
  kind: z.enum(['BINDING', 'REQUEST']),
  currency: z.enum(CURRENCIES),
  visitType: reference,
  hotel: reference,
  roomType: reference,
  arrival: date,
  departure: date,
  customerNote: text(TEXT_LIMITS.customerNote)
    .regex(SEVERAL_LINES, 'CONTROL_CHARACTER')
    .refine(isPlainText, 'CONTROL_CHARACTER')
    .nullish(),
  affiliate: optionalLine(TEXT_LIMITS.affiliate),
  billedTo: contact,
  guests: z.array(guest),
  idempotencyKey: z
    .string()
    .max(TEXT_LIMITS.idempotencyKey)
    .regex(IDEMPOTENCY_KEY, 'INVALID_VALUE')
    .describe('1 to 255 visible ASCII characters.')
    .nullish(),
  /** Minor units. */
  expectedTotal: z.int().min(0).nullish(),
  language: z.enum(LOCALES).nullish(),
});

/** A well-formed booking. Whatever was optional and not sent is null. */
export interface BookingInput {
  readonly kind: 'BINDING' | 'REQUEST';
  readonly currency: Currency;
  /** A number's digits or an ObjectId; so are the other references. */
  readonly visitType: string;
  readonly hotel: string;
  readonly roomType: string;
  readonly arrival: Day;
  /** After `arrival`. */
  readonly departure: Day;
  readonly customerNote: string | null;
  readonly affiliate: string | null;
  readonly billedTo: BookingContactInput;
  /** May be empty, and may be more than the room has beds. */
  readonly guests: readonly BookingGuestInput[];
  readonly idempotencyKey: string | null;
  /** Minor units. */
  readonly expectedTotal: number | null;
  readonly language: Locale | null;
}

export interface BookingContactInput {
  readonly gender: 'male' | 'female' | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly consentMarketing: boolean;
  /** Never null on a binding booking, and then complete. */
  readonly address: BookingAddressInput | null;
}

/** The parts of an address; blank ones are null. */
export interface BookingAddressInput {
  readonly street: string | null;
  readonly houseNumber: string | null;
  readonly city: string | null;
  readonly zipCode: string | null;
  readonly country: string | null;
}

export interface BookingGuestInput {
  readonly gender: 'male' | 'female' | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: Day | null;
  readonly loyaltyProgram: string | null;
  readonly loyaltyProgramCode: string | null;
}

/**
 * The booking that `raw` (anything) describes, or everything that is wrong with it. `today` is the business date, which a
 * birth date may not exceed.
 */
export function bookingInputProblems(
  raw: unknown,
  today: Day,
): { ok: true; input: BookingInput } | { ok: false; problems: readonly InputProblem[] } {
  const parsed = bookingSchema.safeParse(raw);
  const problems = bookingProblems(raw, parsed.error?.issues ?? [], today);
  if (!parsed.success || problems.length > 0) return { ok: false, problems };
  return { ok: true, input: filledIn(parsed.data) };
}

/** Whether what stands before the @ is one that a mail server takes (RFC 5321, section 4.5.3.1.1; RFC 5322, dot-atom). */
function hasMailbox(email: string): boolean {
  const mailbox = email.slice(0, email.indexOf('@'));
  return mailbox.length <= LONGEST_MAILBOX && mailbox.split('.').every((label) => label !== '');
}

function isCountry(text: string): boolean {
  return /^[A-Z]{3}$/.test(text) && countries.isValid(text);
}

function addressOf(given: z.infer<typeof address> | null | undefined): BookingAddressInput | null {
  const part = (text: string | null | undefined) => (text == null || isBlank(text) ? null : text);
  const parts = {
    street: part(given?.street),
    houseNumber: part(given?.houseNumber),
    city: part(given?.city),
    zipCode: part(given?.zipCode),
    country: part(given?.country),
  };
  return Object.values(parts).every((text) => text === null) ? null : parts;
}

function filledIn(booking: z.infer<typeof bookingSchema>): BookingInput {
  const { billedTo } = booking;
  return {
    kind: booking.kind,
    currency: booking.currency,
    visitType: booking.visitType,
    hotel: booking.hotel,
    roomType: booking.roomType,
    arrival: parseDay(booking.arrival)!,
    departure: parseDay(booking.departure)!,
    customerNote: booking.customerNote ?? null,
    affiliate: booking.affiliate ?? null,
    billedTo: {
      gender: billedTo.gender ?? null,
      firstName: billedTo.firstName,
      lastName: billedTo.lastName,
      email: billedTo.email,
      phone: billedTo.phone ?? null,
      consentMarketing: billedTo.consentMarketing ?? false,
      address: addressOf(billedTo.address),
    },
    guests: booking.guests.map((guest) => ({
      gender: guest.gender ?? null,
      firstName: guest.firstName,
      lastName: guest.lastName,
      birthDate: guest.birthDate == null ? null : parseDay(guest.birthDate),
      loyaltyProgram: guest.loyaltyProgram ?? null,
      loyaltyProgramCode: guest.loyaltyProgramCode ?? null,
    })),
    idempotencyKey: booking.idempotencyKey ?? null,
    expectedTotal: booking.expectedTotal ?? null,
    language: booking.language ?? null,
  };
}
