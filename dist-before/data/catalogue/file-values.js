/**
 * The single values of a catalogue file: identifiers, texts, dates, times, amounts, each with its bounds. They keep what
 * the database, the rules and the answers rely on: a value that passes here never fails further in.
 */
import { z } from 'zod';
import { minorOf } from '../../domain/money.js';
const GREATEST_ID = 2_147_483_647;
/** A zero character or half of a surrogate pair: JSON can write them, the database cannot store them. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
const storable = (text) => !UNSTORABLE.test(text);
const STORABLE = { error: 'holds a zero character or half of a character' };
const hasTwoDecimals = (value) => minorOf(Math.abs(value)) !== null;
const TWO_DECIMALS = { error: 'must have at most two decimals' };
/** The integer that documents call `id`. */
export const id = z.int().min(0).max(GREATEST_ID).describe('Integer identifier.');
/** The ObjectId that documents call `_id`; minted when absent, kept afterwards. */
export const objectId = z
    .string()
    .regex(/^[0-9a-fA-F]{24}$/, { error: 'must be 24 hexadecimal digits' })
    .optional()
    .describe('ObjectId; minted when absent and kept afterwards.');
/** Text of at most `length` characters, possibly empty. */
export function text(length) {
    return z.string().max(length).refine(storable, STORABLE);
}
/** A code that people and programs refer to: not empty, no space around it. */
export const code = z
    .string()
    .min(1)
    .max(100)
    .regex(/^\S(.*\S)?$/su, { error: 'must not begin or end with a space' })
    .refine(storable, STORABLE);
/** A name that has to be there. */
export const name = z.string().min(1).max(300).regex(/\S/, { error: 'must not be blank' }).refine(storable, STORABLE);
const translation = text(50_000).nullable().optional();
/** Text by locale; a locale may be missing, null or empty, and the difference is kept. */
export const localized = z
    .strictObject({ cs_CZ: translation, de: translation, en: translation, ru: translation })
    .meta({ id: 'Localized', description: 'Text by locale; any locale may be missing, null or empty.' });
/** A date as text, `YYYY-MM-DD`, that exists in the calendar and lies between two years, both included. */
function dateBetween(first, last) {
    return z.iso
        .date({ error: 'must be a date that exists, written YYYY-MM-DD' })
        .refine((value) => value >= `${first}-01-01` && value <= `${last}-12-31`, {
        error: `must lie within ${first}-01-01 and ${last}-12-31`,
    });
}
/** A date; an end that is never to come may be written as 9999-12-31. */
export const date = dateBetween(1900, 9999).meta({ id: 'Date', description: 'A civil date from 1900-01-01.' });
/** A night with recorded capacity; ranges of them are kept night by night, so they have an end. */
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
/** The address of a picture. */
export const url = z
    .url({ protocol: /^https?$/, error: 'must be a complete http or https address' })
    .max(2_000)
    .refine(storable, STORABLE);
/** A whole number from `least` to `most`. */
export function whole(least, most) {
    return z.int().min(least).max(most);
}
//# sourceMappingURL=file-values.js.map