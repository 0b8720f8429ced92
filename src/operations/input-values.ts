/**
 * Schemas of single input values with their bounds (B4); a check names the code of its problem (`booking-problems.ts`).
 * They return what the rules work with: days for dates, null for values that were not sent.
 */
import countries from 'i18n-iso-countries';
import { z } from 'zod';
import { CURRENCIES } from '../domain/pricing/money.ts';
import { isEmailAddress, MAX_EMAIL_LENGTH, toAsciiEmail } from '../domain/text/email-address.ts';
import { LOCALES } from '../domain/text/locale.ts';
import { leadsSomewhere, NAME_MAX_LENGTH } from '../domain/text/person-name.ts';
import { isBlank, isPlainLine, isPlainText } from '../domain/text/text-characters.ts';
import { dayOf, parseDay } from '../domain/time/civil-date.ts';
import { isHostName } from './booking/host-names.ts';
import type { Bounds } from './search/search-input.ts';

/** No control characters: the text may end up in an e-mail header. */
const ONE_LINE = /^\P{Cc}*$/u;
/** Line breaks and tabs are allowed, other control characters are not (PostgreSQL refuses NUL). */
const SEVERAL_LINES = /^[\P{Cc}\t\n\r]*$/u;
/** No surrogate halves: JSON can express them, databases cannot store them. */
const WHOLE_CHARACTERS = /^\P{Surrogate}*$/u;
/** Characters of an idempotency key. */
export const KEY_LENGTH_MAX = 255;
/** Visible ASCII, as in a header. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]+$/;

/** One that is too long is not looked at further. */
const text = (max: number) => z.string().max(max, { abort: true }).regex(WHOLE_CHARACTERS, 'MALFORMED');
export const line = (max: number) =>
  text(max).regex(ONE_LINE, 'CONTROL_CHARACTER').refine(isPlainLine, 'CONTROL_CHARACTER');
export const lines = (max: number) =>
  text(max).regex(SEVERAL_LINES, 'CONTROL_CHARACTER').refine(isPlainText, 'CONTROL_CHARACTER');
/** A name of a person, which is not a message (A5). */
export const name = line(NAME_MAX_LENGTH)
  .regex(/\S/, 'BLANK')
  .refine((text) => !isBlank(text), 'BLANK')
  .refine((text) => !leadsSomewhere(text, isHostName), 'NOT_A_NAME');

/** A telephone number as it is written; only its digits are dialled. */
export const phone = line(40).refine((text) => isBlank(text) || /\d/.test(text), 'NOT_A_PHONE');

/** Null when it is missing. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null);
/** Null when it is missing or blank. */
export const optionalUnlessBlank = (schema: z.ZodType<string>) =>
  schema.nullish().transform((text) => (text == null || isBlank(text) ? null : text));

/** A list with so many entries: they are counted before any of them is looked at (`countProblems`). */
export const listOf = <Entry extends z.ZodType>(entry: Entry, { min, max }: Required<Bounds>) =>
  z.array(entry).meta({ minItems: min, maxItems: max });

/** A number's digits or an ObjectId. */
export const reference = z.string().regex(/^(?:0|-?[1-9]\d*|[0-9a-fA-F]{24})$/, 'NOT_AN_ID');
/** Its signature is checked by whoever reads it. */
export const offerId = z.string();
/** Any other text is no id of a hold. */
export const holdId = z.string();
/** Any other text is no id of a booking. */
export const bookingId = z.string();
/** Part of what names a booking; the look-up checks its form. */
export const lookedUp = z.string();
export const date = z.stringFormat('date', (text) => parseDay(text) !== null, 'NOT_A_DATE');
/** The text of a date, or the day that an interface has parsed. */
export const day = z.union([date, z.int()]).transform((sent) => (typeof sent === 'string' ? dayOf(sent) : sent));
export const email = z.string().max(MAX_EMAIL_LENGTH).refine(isEmailAddress, 'NOT_AN_EMAIL');
/** An international domain comes in its ASCII form. */
// biome-ignore lint/style/noNonNullAssertion: an address has passed the check of its form.
export const asciiEmail = email.transform((text) => toAsciiEmail(text)!);
export const country = z
  .string()
  .refine((text) => (isBlank(text) && isPlainLine(text)) || isCountry(text), 'NOT_A_COUNTRY');
export const gender = z.enum(['male', 'female']);
export const kind = z.enum(['BINDING', 'REQUEST']);
export const currency = z.enum(CURRENCIES);
export const language = z.enum(LOCALES);
export const flag = z.boolean();
export const minorUnits = z.int().min(0);
export const idempotencyKey = z
  .string()
  .max(KEY_LENGTH_MAX)
  .regex(IDEMPOTENCY_KEY, 'INVALID_VALUE')
  .describe('1 to 255 visible ASCII characters.');

/** The schema of a value that is present: unwraps optional, nullable and transforming schemas. */
export function sentValue(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodPipe) return sentValue(field.in as z.ZodType);
  if (field instanceof z.ZodUnion) return field.options[0] as z.ZodType;
  const isWrapped = field instanceof z.ZodOptional || field instanceof z.ZodNullable;
  return isWrapped ? sentValue(field.unwrap() as z.ZodType) : field;
}

function isCountry(text: string): boolean {
  return /^[A-Z]{3}$/.test(text) && countries.isValid(text);
}
