/** The input types of a booking, made of the schema that checks it. */
import type { InputType } from '@pothos/core';
import { z } from 'zod';
import * as input from '../operations/booking-input.ts';
import { builder, type SchemaTypes } from './builder.ts';
import { BookingKindEnum, CurrencyEnum, GenderEnum, LocaleEnum } from './enums.ts';

/** The types of values; all others are texts. */
const types = z
  .registry<{ readonly type: InputType<SchemaTypes> }>()
  .add(input.reference, { type: 'ID' })
  .add(input.date, { type: 'LocalDate' })
  .add(input.email, { type: 'EmailAddress' })
  .add(input.flag, { type: 'Boolean' })
  .add(input.minorUnits, { type: 'SafeInt' })
  .add(input.gender, { type: GenderEnum })
  .add(input.kind, { type: BookingKindEnum })
  .add(input.currency, { type: CurrencyEnum })
  .add(input.language, { type: LocaleEnum });

function typeOf(value: z.core.$ZodType): InputType<SchemaTypes> {
  return types.get(value)?.type ?? 'String';
}

/** An input type with the fields of an object. */
function inputType(name: string, object: z.ZodObject, description: string) {
  const type = builder.inputType(name, {
    description,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(object.shape).map(([field, schema]) => {
          const value = input.sentValue(schema);
          const options = { required: !schema.isOptional(), description: schema.description };
          const isList = value instanceof z.ZodArray;
          return [
            field,
            isList
              ? t.field({ type: [typeOf(value.element)], ...options })
              : t.field({ type: typeOf(value), ...options }),
          ];
        }),
      ),
  });
  types.add(object, { type });
  return type;
}

inputType(
  'AddressInput',
  input.address,
  'A postal address. A binding booking needs all of it, a request may give any part.',
);
inputType('ContactInput', input.contact, 'Whom a stay is billed to.');
inputType('GuestInput', input.guest, 'A person staying in the room.');

export const CreateBookingInput = inputType(
  'CreateBookingInput',
  input.bookingSchema,
  'A stay to be booked or requested. The price is always calculated from the current price lists.',
);
