/**
 * What a booking request must look like before anything is looked up: required fields, types, bounded lengths, real
 * dates, an ISO country, a complete address where it is binding (B2, B4). GraphQL and REST both ask here. Every
 * problem is told at once, one for each field; strings are kept as they were sent. How many guests the room holds, and
 * whether there is any guest at all, is not judged here: that needs the room, and is another kind of refusal (B2).
 */
import countries from 'i18n-iso-countries';
import { z } from 'zod';
import { type Day, parseDay } from '../domain/civil-date.ts';
import { LOCALES } from '../domain/locale.ts';
import { CURRENCIES } from '../domain/money.ts';
import { isBlank, isPlainLine, isPlainText } from '../domain/text-characters.ts';
import { bookingProblems } from './booking-problems.ts';
import type { InputProblem } from './input-problem.ts';

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
const name = line(100)
  .regex(/\S/, 'BLANK')
  .refine((text) => !isBlank(text), 'BLANK');

/** Null stands for what is not sent. */
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null);
/** So it does for a text that nobody sees. */
const optionalUnlessBlank = (schema: z.ZodType<string>) =>
  schema.nullish().transform((text) => (text == null || isBlank(text) ? null : text));

/** A number's digits or an ObjectId. */
export const reference = z.string().regex(/^(?:0|-?[1-9]\d*|[0-9a-fA-F]{24})$/, 'NOT_AN_ID');
export const date = z.stringFormat('date', (text) => parseDay(text) !== null, 'NOT_A_DATE');
const day = date.transform((text) => parseDay(text)!);
export const email = z.string().max(254).regex(EMAIL, 'NOT_AN_EMAIL').refine(hasMailbox, 'NOT_AN_EMAIL');
export const gender = z.enum(['male', 'female']);
export const kind = z.enum(['BINDING', 'REQUEST']);
export const currency = z.enum(CURRENCIES);
export const language = z.enum(LOCALES);
export const flag = z.boolean();
export const minorUnits = z.int().min(0);
export const idempotencyKey = z
  .string()
  .max(255)
  .regex(IDEMPOTENCY_KEY, 'INVALID_VALUE')
  .describe('1 to 255 visible ASCII characters.');

/** Which of its parts must be there depends on the kind of the booking (`bookingProblems`). */
export const address = z.object({
  street: optionalUnlessBlank(line(200)).describe('Street, at most 200 characters.'),
  houseNumber: optionalUnlessBlank(line(30)).describe('House number, at most 30 characters.'),
  city: optionalUnlessBlank(line(100)).describe('City, at most 100 characters.'),
  zipCode: optionalUnlessBlank(line(20)).describe('Postal code, at most 20 characters.'),
  country: optionalUnlessBlank(
    z.string().refine((text) => (isBlank(text) && isPlainLine(text)) || isCountry(text), 'NOT_A_COUNTRY'),
  ).describe('Country by its ISO 3166-1 alpha-3 code, in capitals: `CZE`.'),
});

export const contact = z.object({
  gender: optional(gender).describe('How the person is addressed.'),
  firstName: name.describe('First name, 1 to 100 characters.'),
  lastName: name.describe('Last name, 1 to 100 characters.'),
  email: email.describe('E-mail address, at most 254 characters.'),
  phone: optional(line(40)).describe('Telephone number, at most 40 characters.'),
  consentMarketing: flag
    .nullish()
    .transform((isGiven) => isGiven ?? false)
    .describe('Whether marketing messages are allowed. Default: no.'),
  // Null where no part is given.
  address: address
    .nullish()
    .transform((parts) => (parts && Object.values(parts).some((part) => part !== null) ? parts : null))
    .describe('Address; required for a binding booking.'),
});

export const guest = z.object({
  gender: optional(gender).describe('How the person is addressed.'),
  firstName: name.describe('First name, 1 to 100 characters.'),
  lastName: name.describe('Last name, 1 to 100 characters.'),
  birthDate: optional(day).describe('Date of birth, not in the future.'),
  loyaltyProgram: optional(reference).describe('ObjectId or number of a loyalty programme.'),
  loyaltyProgramCode: optional(line(100)).describe('Membership code in the programme, at most 100 characters.'),
});

/**
 * A booking in canonical names, dates as text. It is the one declaration of what a caller sends: GraphQL makes its input types
 * of it, REST its bodies under older names, and what comes out is what is booked. Unknown fields are dropped.
 */
export const bookingSchema = z.object({
  kind: kind.describe('Binding, or a request to an operator.'),
  currency: currency.describe('Currency of the price.'),
  visitType: reference.describe('ObjectId or number of the visit type.'),
  hotel: reference.describe('ObjectId or number of the hotel.'),
  roomType: reference.describe('ObjectId or number of the room type.'),
  arrival: day.describe('First day of the stay.'),
  departure: day.describe('Day on which the guests leave; after `arrival`.'),
  customerNote: optional(
    text(4_000).regex(SEVERAL_LINES, 'CONTROL_CHARACTER').refine(isPlainText, 'CONTROL_CHARACTER'),
  ).describe('What the customer writes, at most 4,000 characters.'),
  affiliate: optional(line(100)).describe('Affiliate who referred the customer, at most 100 characters.'),
  billedTo: contact.describe('Whom the stay is billed to.'),
  guests: z.array(guest).describe('People staying in the room: at least one, at most as many as it has beds.'),
  idempotencyKey: optional(idempotencyKey).describe(
    'A key of the caller for this request, 1 to 255 visible ASCII characters. A repetition within 24 hours gets the same answer and books nothing more; another request under the same key is refused.',
  ),
  expectedTotal: optional(minorUnits).describe(
    'The price that the caller counts on, in minor units. If it is another one, nothing is booked.',
  ),
  language: optional(language).describe(
    'Language of automated e-mails. Default: the first supported one in `Accept-Language`, else Czech.',
  ),
});

/** A well-formed booking. Whatever was optional and not sent is null. A binding one has a complete address. */
export type BookingInput = z.output<typeof bookingSchema>;

/** What is to be sent for a field where it is sent: without what says that it may be missing, and what becomes of it. */
export function sentValue(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodPipe) return sentValue(field.in as z.ZodType);
  const isWrapped = field instanceof z.ZodOptional || field instanceof z.ZodNullable;
  return isWrapped ? sentValue(field.unwrap() as z.ZodType) : field;
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
  return { ok: true, input: parsed.data };
}

/** Whether what stands before the @ is one that a mail server takes (RFC 5321, section 4.5.3.1.1; RFC 5322, dot-atom). */
function hasMailbox(email: string): boolean {
  const mailbox = email.slice(0, email.indexOf('@'));
  return mailbox.length <= LONGEST_MAILBOX && mailbox.split('.').every((label) => label !== '');
}

function isCountry(text: string): boolean {
  return /^[A-Z]{3}$/.test(text) && countries.isValid(text);
}
