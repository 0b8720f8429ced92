/**
 * What a booking request must look like before anything is looked up: required fields, types, bounded lengths, real
 * dates, an ISO country, a complete address where it is binding (B2, B4). GraphQL and REST both ask here. Every
 * problem is told at once, one for each field; strings are kept as they were sent. How many guests the room holds, and
 * whether there is any guest at all, is not judged here: that needs the room, and is another kind of refusal (B2).
 */
import countries from 'i18n-iso-countries';
import { z } from 'zod';
import { parseDay } from '../domain/civil-date.js';
import { LOCALES } from '../domain/locale.js';
import { CURRENCIES } from '../domain/money.js';
import { bookingProblems } from './booking-problems.js';
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
};
/** HTML's e-mail address with a dot in its domain. */
const EMAIL = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/;
/** No control characters: such a text may end up in the header of an e-mail. */
const ONE_LINE = /^\P{Cc}*$/u;
/** Line breaks and tabs are welcome, other control characters (NUL above all, which PostgreSQL refuses) are not. */
const SEVERAL_LINES = /^[\P{Cc}\t\n\r]*$/u;
/** No half of a surrogate pair: JSON can write it, no database keeps it. */
const WHOLE_CHARACTERS = /^\P{Surrogate}*$/u;
/** Visible ASCII, as a header can carry it. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]+$/;
const text = (max) => z.string().max(max).regex(WHOLE_CHARACTERS, 'MALFORMED');
const optionalLine = (max) => text(max).regex(ONE_LINE, 'CONTROL_CHARACTER').nullish();
const requiredLine = (max) => text(max).regex(ONE_LINE, 'CONTROL_CHARACTER').regex(/\S/, 'BLANK');
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
        .refine((text) => text.trim() === '' || isCountry(text), 'NOT_A_COUNTRY')
        .nullish()
        .describe('ISO 3166-1 alpha-3, in capitals.'),
});
const contact = z.object({
    gender,
    firstName: requiredLine(TEXT_LIMITS.name),
    lastName: requiredLine(TEXT_LIMITS.name),
    email: z.string().max(TEXT_LIMITS.email).regex(EMAIL, 'NOT_AN_EMAIL'),
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
    customerNote: text(TEXT_LIMITS.customerNote).regex(SEVERAL_LINES, 'CONTROL_CHARACTER').nullish(),
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
/**
 * The booking that `raw` (anything) describes, or everything that is wrong with it. `today` is the business date, which a
 * birth date may not exceed.
 */
export function bookingInputProblems(raw, today) {
    const parsed = bookingSchema.safeParse(raw);
    const problems = bookingProblems(raw, parsed.error?.issues ?? [], today);
    if (!parsed.success || problems.length > 0)
        return { ok: false, problems };
    return { ok: true, input: filledIn(parsed.data) };
}
function isCountry(text) {
    return /^[A-Z]{3}$/.test(text) && countries.isValid(text);
}
function addressOf(given) {
    const part = (text) => (text?.trim() ? text : null);
    const parts = {
        street: part(given?.street),
        houseNumber: part(given?.houseNumber),
        city: part(given?.city),
        zipCode: part(given?.zipCode),
        country: part(given?.country),
    };
    return Object.values(parts).every((text) => text === null) ? null : parts;
}
function filledIn(booking) {
    const { billedTo } = booking;
    return {
        kind: booking.kind,
        currency: booking.currency,
        visitType: booking.visitType,
        hotel: booking.hotel,
        roomType: booking.roomType,
        arrival: parseDay(booking.arrival),
        departure: parseDay(booking.departure),
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
//# sourceMappingURL=booking-input.js.map