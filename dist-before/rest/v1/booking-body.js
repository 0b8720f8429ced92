/**
 * The names of a booking on the wire and inside, as one table. A body is translated field by field, what the table does not
 * name is dropped (a price among it: section 4 of the interface, POST /booking, rule 3), and values keep whatever type they came with,
 * so that the shared input rules judge them.
 */
export const ADDRESS = [
    ['street', 'street'],
    ['house_number', 'houseNumber'],
    ['city', 'city'],
    ['zip_code', 'zipCode'],
    ['country', 'country'],
];
export const BILLED_TO = [
    ['gender', 'gender'],
    ['first_name', 'firstName'],
    ['last_name', 'lastName'],
    ['email', 'email'],
    ['phone', 'phone'],
    ['consent_marketing', 'consentMarketing'],
    ['address', 'address', (value) => translated(value, ADDRESS)],
];
export const GUEST = [
    ['gender', 'gender'],
    ['first_name', 'firstName'],
    ['last_name', 'lastName'],
    ['birth_date', 'birthDate'],
    ['loyalty_program_id', 'loyaltyProgram', referenceOf],
    ['loyalty_program_code', 'loyaltyProgramCode'],
];
export const BOOKING = [
    ['binding_booking', 'kind', kindOf],
    ['currency', 'currency'],
    ['visit_type_id', 'visitType', referenceOf],
    ['hotel_id', 'hotel', referenceOf],
    ['room_type_id', 'roomType', referenceOf],
    ['date_from', 'arrival'],
    ['date_to', 'departure'],
    ['customer_note', 'customerNote'],
    ['affilUserName', 'affiliate'],
    ['billed_to', 'billedTo', (value) => translated(value, BILLED_TO)],
    ['guests', 'guests', (value) => (Array.isArray(value) ? value.map((guest) => translated(guest, GUEST)) : value)],
];
/** The header that carries the idempotency key, as problems name it. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';
const LEGACY_NAMES = new Map([
    ...[BOOKING, BILLED_TO, ADDRESS, GUEST].flat().map(([legacy, canonical]) => [canonical, legacy]),
    ['idempotencyKey', IDEMPOTENCY_HEADER],
]);
/** What a value of a wrong form is replaced by where the rules would take it: something that no rule takes. */
const REFUSED = [];
/** A booking body under canonical names; anything that is not an object stays as it is, to be refused. */
export function canonicalBooking(body) {
    return translated(body, BOOKING);
}
/** `billedTo.firstName` as the caller wrote it: `billed_to.first_name`. */
export function legacyBookingPath(canonicalPath) {
    return canonicalPath
        .split('.')
        .map((name) => LEGACY_NAMES.get(name) ?? name)
        .join('.');
}
function translated(value, fields) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
        return value;
    const given = value;
    const found = {};
    for (const [legacy, canonical, translate] of fields) {
        if (Object.hasOwn(given, legacy))
            found[canonical] = translate ? translate(given[legacy]) : given[legacy];
    }
    return found;
}
/** Only true and false say it; the kinds' own names are not for the wire. */
export function kindOf(value) {
    if (typeof value === 'boolean')
        return value ? 'BINDING' : 'REQUEST';
    return typeof value === 'string' ? REFUSED : value;
}
/** An identifier is an integer or an ObjectId; the digits of an integer in a string are not one. */
export function referenceOf(value) {
    if (typeof value === 'number')
        return Number.isInteger(value) ? BigInt(value).toString() : REFUSED;
    return typeof value === 'string' && !/^[0-9a-fA-F]{24}$/.test(value) ? REFUSED : value;
}
//# sourceMappingURL=booking-body.js.map