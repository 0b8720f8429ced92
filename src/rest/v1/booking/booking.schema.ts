/**
 * The bodies of POST /v1/booking. Requests are derived from the schema that checks them; the tables of
 * `booking-body.ts` rename and describe the fields. Rules across fields are added here.
 */
import { z } from 'zod';
import * as input from '../../../operations/booking/booking-input.ts';
import * as value from '../../../operations/input-values.ts';
import { CURRENCY, OBJECT_ID, REFERENCE } from '../../openapi/value-schemas.ts';
import { ADDRESS, BILLED_TO, BOOKING, GUEST, type WireField, type WireFields } from './booking-body.ts';

/** Optional fields that a binding booking requires. */
const NEEDED_TO_BIND: ReadonlySet<string> = new Set(['address', ...Object.keys(ADDRESS)]);

/**
 * Nullable since version 0.1, although a binding booking is refused without it. Correcting the document would count as
 * a breaking change.
 */
const MAY_BE_NULL = 'country';

/** Wire schemas that differ from the schema that checks the value. */
const partsOnTheWire = () =>
  z
    .registry<{ readonly schema: unknown }>()
    .add(value.currency, { schema: CURRENCY })
    .add(value.reference, { schema: REFERENCE });

function wireSchema(
  object: z.ZodObject,
  fields: WireFields,
  { parts, isBinding = false }: { parts: ReturnType<typeof partsOnTheWire>; isBinding?: boolean },
) {
  const entries = Object.entries<WireField>(fields).map(([canonical, [name, meaning]]) => {
    const field = object.shape[canonical] as z.ZodType;
    const sent = value.sentValue(field);
    const described = ((parts.get(sent)?.schema ?? sent) as z.ZodType).describe(meaning);
    const isNeeded = !field.isOptional() || (isBinding && NEEDED_TO_BIND.has(canonical));
    if (isNeeded) return [name, canonical === MAY_BE_NULL ? described.nullable() : described];
    return [name, described.nullish()];
  });
  // Unknown fields are ignored. A price is one of them: prices are always the server's.
  return z.looseObject(Object.fromEntries(entries)).meta({ additionalProperties: true });
}

const GUEST_SCHEMA = wireSchema(input.guest, GUEST, { parts: partsOnTheWire() }).meta({
  id: 'Guest',
  description: 'A guest.',
});

function bodyOf(isBinding: boolean) {
  const prefix = isBinding ? 'Binding' : '';
  const parts = partsOnTheWire()
    .add(value.kind, { schema: z.literal(isBinding) })
    .add(input.bookingSchema.shape.guests, { schema: z.array(GUEST_SCHEMA).min(1) });
  const part = (object: z.ZodObject, fields: WireFields, meta: { id: string; description: string }) =>
    parts.add(object, { schema: wireSchema(object, fields, { parts, isBinding }).meta(meta) });
  part(input.address, ADDRESS, { id: `${prefix}Address`, description: BILLED_TO.address[1] });
  part(input.contact, BILLED_TO, { id: `${prefix}BilledTo`, description: BOOKING.billedTo[1] });
  return wireSchema(input.bookingSchema, BOOKING, { parts, isBinding }).meta({
    id: isBinding ? 'BindingBooking' : 'BookingRequest',
    description: isBinding ? 'A binding booking.' : 'A request, which an operator answers.',
  });
}

/** Either kind: a binding booking needs an address. */
export const BOOKING_REQUEST = z
  .xor([bodyOf(false), bodyOf(true)])
  .describe(
    'A stay to be booked or requested. Fields that are not named here are ignored; a name that stands twice in an object is refused. Texts have no control characters and none that change the direction of text (U+202A to U+202E, U+2066 to U+2069), and are one line each but for `customer_note`.',
  );

export const BOOKING_RESULT = z
  .strictObject({
    _id: OBJECT_ID.describe(
      'Its id, random and in the form of an ObjectId. Whoever has it and a key of the client that is not publishable can read the booking over GraphQL: keep it secret.',
    ),
    id: OBJECT_ID.describe('The same.'),
  })
  .meta({ id: 'BookingResult', description: 'The booking or request that was stored.' });
