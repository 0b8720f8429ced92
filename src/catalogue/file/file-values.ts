/**
 * The single values of a catalogue file: identifiers, texts, dates, times, amounts, with their bounds. The database and the
 * rules rely on them: a value that passes here never fails later.
 */
import { z } from 'zod';
import { ENTITY_NUMBER_MAX } from '../../domain/entity-number.ts';
import { minorOf } from '../../domain/pricing/money.ts';
import { EMAIL, hasValidMailbox, MAX_EMAIL_LENGTH } from '../../domain/text/email-address.ts';
import { eachLocale, LOCALES } from '../../domain/text/locale.ts';
import { isPlainLine } from '../../domain/text/text-characters.ts';

/** NUL or half of a surrogate pair: valid in JSON, but the database cannot store it. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

const isStorable = (text: string): boolean => !UNSTORABLE.test(text);
const STORABLE = { error: 'holds a zero character or half of a character' };

/** Anything but spaces and invisible characters: joiners, direction marks, fillers, control characters. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

const isVisible = (text: string): boolean => VISIBLE.test(text);
const MUST_BE_VISIBLE = { error: 'must hold a character that can be seen' };

const hasTwoDecimals = (value: number): boolean => minorOf(Math.abs(value)) !== null;
const TWO_DECIMALS = { error: 'must have at most two decimals' };

/** The integer that documents call `id`. */
export const id = z.int().min(0).max(ENTITY_NUMBER_MAX).describe('Integer identifier.');

/** The ObjectId that documents call `_id`; generated when absent, then permanent. */
export const objectId = z
  .string()
  .regex(/^[0-9a-fA-F]{24}$/, { error: 'must be 24 hexadecimal digits' })
  .optional()
  .describe('ObjectId; minted when absent and kept afterwards.');

/** Text of at most `length` characters, possibly empty. */
export function text(length: number) {
  return z.string().max(length).refine(isStorable, STORABLE);
}

/** A code for people and programs: not empty, no surrounding spaces. */
export const code = z
  .string()
  .min(1)
  .max(100)
  .regex(/^\S([\s\S]*\S)?$/, { error: 'must not begin or end with a space' })
  .refine(isStorable, STORABLE)
  .refine(isVisible, MUST_BE_VISIBLE);

export const name = z
  .string()
  .min(1)
  .max(300)
  .regex(/\S/, { error: 'must not be blank' })
  .refine(isStorable, STORABLE)
  .refine(isVisible, MUST_BE_VISIBLE);

const translation = text(50_000).nullable().optional();

/** Text by locale. A locale may be missing, null or empty; the three stay distinct. */
export const localized = z
  .strictObject(eachLocale(translation))
  .meta({ id: 'Localized', description: 'Text by locale; any locale may be missing, null or empty.' });

export const url = z
  .url({ protocol: /^https?$/, error: 'must be a complete http or https address' })
  .max(2_000)
  .refine(isStorable, STORABLE);

const translatedUrl = url.nullable().optional();

/** Addresses of pages by locale. */
export const localizedUrl = z
  .strictObject(eachLocale(translatedUrl))
  .meta({ id: 'LocalizedUrl', description: 'Address of a page by locale; any locale may be missing or null.' });

/** A text of one line that shows something, at most `length` characters. */
export function line(length: number) {
  return text(length)
    .min(1)
    .refine(isVisible, MUST_BE_VISIBLE)
    .refine(isPlainLine, { error: 'must be one line without control or direction characters' });
}

const NOT_AN_EMAIL = { error: 'must be an e-mail address like reservations@hotel.example' };

export const email = z.string().max(MAX_EMAIL_LENGTH).regex(EMAIL, NOT_AN_EMAIL).refine(hasValidMailbox, NOT_AN_EMAIL);

export const locale = z.enum(LOCALES);

/** A real date as `YYYY-MM-DD`, between two years, both included. */
function dateBetween(first: number, last: number) {
  return z.iso
    .date({ error: 'must be a date that exists, written YYYY-MM-DD' })
    .refine((value) => value >= `${first}-01-01` && value <= `${last}-12-31`, {
      error: `must lie within ${first}-01-01 and ${last}-12-31`,
    });
}

/** A date; an open end may be written as 9999-12-31. */
export const date = dateBetween(1900, 9999).meta({ id: 'Date', description: 'A civil date from 1900-01-01.' });

/** A night with recorded capacity. Ranges are stored night by night, so they must end. */
export const inventoryDate = dateBetween(1900, 2200).meta({
  id: 'InventoryDate',
  description: 'A civil date, 1900-01-01 to 2200-12-31.',
});

/** A time on the hotel's clock. */
export const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time written HH:MM, 00:00 to 23:59' })
  .meta({ id: 'Time', description: 'A time on the hotel’s clock, HH:MM.' });

/** Money in major units, at most two decimals, up to ten million. */
export const amount = z
  .number()
  .min(0)
  .max(10_000_000)
  .refine(hasTwoDecimals, TWO_DECIMALS)
  .describe('Amount in the currency of the list, at most two decimals.');

/** A percentage from 0 to 100 with at most two decimals. */
export const percentage = z
  .number()
  .min(0)
  .max(100)
  .refine(hasTwoDecimals, TWO_DECIMALS)
  .describe('Percentage, 0 to 100, at most two decimals.');

/** A whole number from `least` to `most`. */
export function whole(least: number, most: number) {
  return z.int().min(least).max(most);
}
