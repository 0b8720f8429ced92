/** Schemas of the values that every resource is made of: identifiers, localized texts, money, dates (sections 1 and 2 of the interface). */
import { LOCALES } from '../domain/locale.js';
import { CURRENCIES } from '../domain/money.js';
import { decimal, named, object, oneOf, text, use, whole } from './json-schema.js';
export const OBJECT_ID = named('ObjectId', {
    type: 'string',
    pattern: '^[0-9a-fA-F]{24}$',
    description: 'The ObjectId of an entity: 24 hexadecimal digits.',
    examples: ['6735f0a1c2b3d4e5f6a7b8c9'],
});
/** How a request names an entity. */
export const REFERENCE = named('Reference', {
    description: 'An entity, by its integer `id` or by its ObjectId `_id`.',
    anyOf: [{ type: 'integer' }, use(OBJECT_ID)],
});
export const LOCALIZED_STRING = named('LocalizedString', {
    ...object('A text in several languages: exactly the languages that the answer includes (see `Accept-Language`), each with its text, an empty text or null.', Object.fromEntries(LOCALES.map((locale) => [locale, { type: ['string', 'null'] }])), { optional: LOCALES }),
    minProperties: 1,
});
export const CURRENCY = named('Currency', oneOf('The currency of a price. Prices for Czech are in `CZK`, those for all other languages in `EUR`.', CURRENCIES));
/** The integer and the ObjectId with which every entity begins. */
export const IDENTIFIERS = {
    _id: use(OBJECT_ID, 'Its ObjectId.'),
    id: whole('Its integer identifier; the same entity.'),
};
/** The fields of whatever has identifiers and a localized name, and nothing else. */
export const NAMED_ENTITY = { ...IDENTIFIERS, name: use(LOCALIZED_STRING, 'Its name.') };
/** An amount of money. */
export function amount(description) {
    return decimal(`${description} At most two decimals.`, { minimum: 0 });
}
/** A civil date. */
export function date(description) {
    return text(description, { format: 'date' });
}
/** A time on the clock of the hotel. */
export function time(description) {
    return text(`${description} Local time, HH:MM.`, { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });
}
/** An object with an entry for each included language that has one. */
export function byLanguage(description, entry, more = {}) {
    const entries = Object.fromEntries(LOCALES.map((locale) => [locale, use(entry)]));
    return {
        ...object(description, { ...more, ...entries }, { optional: LOCALES }),
        minProperties: 1 + Object.keys(more).length,
    };
}
//# sourceMappingURL=value-schemas.js.map