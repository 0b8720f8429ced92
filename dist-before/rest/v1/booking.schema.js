/**
 * The bodies of POST /v1/booking. What a request must look like is taken from the schema that checks it, under the names that
 * the table of `booking-body.ts` gives its fields; here is only what they mean, and what no schema of one field can say.
 */
import { z } from 'zod';
import { bookingSchema } from '../../operations/booking-input.js';
import { named, nullable, object, use } from '../json-schema.js';
import { CURRENCY, OBJECT_ID, REFERENCE } from '../value-schemas.js';
import { ADDRESS, BILLED_TO, BOOKING, GUEST, kindOf, referenceOf } from './booking-body.js';
/** What a field means, by its name on the wire. */
const MEANINGS = {
    binding_booking: 'True: a binding booking, which takes a room at once; `billed_to` must then have a complete address. False: a request, after which an operator may contact the customer; it takes no room, and may be for a stay that is on demand or has no room left.',
    currency: 'The currency of the price. Every night of the stay must have a price in it.',
    visit_type_id: 'The visit type.',
    hotel_id: 'The hotel, which must sell the visit type.',
    room_type_id: 'The room type, which must be one of the hotel.',
    date_from: 'Arrival.',
    date_to: 'Departure, after `date_from`; its night is not charged.',
    customer_note: 'Free text from the customer; it may have several lines.',
    affilUserName: 'Name of the affiliate user.',
    billed_to: 'Who is billed.',
    guests: 'Who stays in the room: at least one, and at most as many as the room type has beds; otherwise 422.',
    gender: 'Gender.',
    first_name: 'First name; not blank.',
    last_name: 'Last name; not blank.',
    email: 'E-mail address.',
    phone: 'Telephone number.',
    consent_marketing: 'Whether news may be sent; false when it is not given.',
    address: 'Address. A binding booking needs all of it; otherwise any part may be missing or null.',
    street: 'Street.',
    house_number: 'House number.',
    city: 'City.',
    zip_code: 'Postal code.',
    country: 'Country as ISO 3166-1 alpha-3, in capitals, for example `CZE`.',
    birth_date: 'Date of birth; not in the future.',
    loyalty_program_id: 'Loyalty program of the guest, which the visit type must list; the price is less its discount.',
    loyalty_program_code: "The guest's membership number in it.",
};
/** The schema that checks a booking, in the words of JSON Schema. Checks that are functions say nothing in it. */
const CANONICAL = z.toJSONSchema(bookingSchema, { io: 'input', unrepresentable: 'any' });
/** Dates, which are checked by a function. */
const DATES = new Set(['date_from', 'date_to', 'birth_date']);
/** The parts of a schema that is wrapped because null is welcome, too. */
function unwrapped(schema) {
    const choices = (schema.anyOf ?? []);
    const [only, ...others] = choices.filter(({ type }) => type !== 'null');
    if (only === undefined || others.length > 0)
        return { schema, mayBeNull: false };
    const { anyOf: _, ...beside } = schema;
    return { schema: { ...only, ...beside }, mayBeNull: choices.length > 1 };
}
/** The object of canonical names under those on the wire. */
function onTheWire({ canonical, fields, description, isBinding }) {
    const properties = canonical.properties;
    const required = (canonical.required ?? []);
    const isRequired = (name) => required.includes(name) || (isBinding && (name === 'address' || fields === ADDRESS));
    return {
        type: 'object',
        description,
        properties: Object.fromEntries(fields.map(([legacy, name, translate]) => {
            const { schema, mayBeNull } = unwrapped(properties[name]);
            const field = fieldOnTheWire({ legacy, translate, schema, isBinding });
            return [legacy, mayBeNull && !isRequired(name) ? nullable(field) : field];
        })),
        required: fields.filter(([, name]) => isRequired(name)).map(([legacy]) => legacy),
        // Unknown fields are ignored: a price among them, which is always the server's.
        additionalProperties: true,
    };
}
function fieldOnTheWire({ legacy, translate, schema, isBinding, }) {
    const description = MEANINGS[legacy];
    const kind = isBinding ? 'Binding' : '';
    const part = (name, canonical, fields) => use(named(name, onTheWire({ canonical, fields, description, isBinding })));
    if (translate === kindOf)
        return { type: 'boolean', const: isBinding, description };
    if (translate === referenceOf)
        return use(REFERENCE, description);
    if (DATES.has(legacy))
        return { type: 'string', format: 'date', description };
    switch (legacy) {
        case 'currency':
            return use(CURRENCY, description);
        case 'billed_to':
            return part(`${kind}BilledTo`, schema, BILLED_TO);
        case 'address':
            return part(`${kind}Address`, schema, ADDRESS);
        case 'guests':
            return { type: 'array', description, minItems: 1, items: use(GUEST_SCHEMA) };
        default:
            return { ...schema, description };
    }
}
const GUEST_SCHEMA = named('Guest', onTheWire({
    canonical: CANONICAL.properties.guests.items,
    fields: GUEST,
    description: 'A guest.',
    isBinding: false,
}));
/** A body of either kind: a binding booking cannot do without an address. */
export const BOOKING_REQUEST = {
    description: 'A stay to be booked or requested. Fields that are not named here are ignored.',
    oneOf: [false, true].map((isBinding) => use(named(isBinding ? 'BindingBooking' : 'BookingRequest', onTheWire({
        canonical: CANONICAL,
        fields: BOOKING,
        description: isBinding ? 'A binding booking.' : 'A request, which an operator answers.',
        isBinding,
    })))),
};
/** Of the header, which the same schema checks. */
export const IDEMPOTENCY_KEY_SCHEMA = unwrapped(CANONICAL.properties.idempotencyKey).schema;
export const BOOKING_RESULT = named('BookingResult', object('The booking or request that was stored.', {
    _id: use(OBJECT_ID, 'Its ObjectId.'),
    id: use(OBJECT_ID, 'The same.'),
}));
//# sourceMappingURL=booking.schema.js.map