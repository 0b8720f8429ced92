/** The input types of a booking, generated from the schema that checks it. */
import type { InputType } from '@pothos/core';
import { z } from 'zod';
import type { Locale } from '../../../domain/text/locale.ts';
import * as input from '../../../operations/booking/booking-input.ts';
import * as value from '../../../operations/input-values.ts';
import { builder, type SchemaTypes } from '../builder.ts';
import { BookingKindEnum, CurrencyEnum, GenderEnum, LocaleEnum } from '../enums.ts';
import { type LocaleName, localeOf } from '../locale-names.ts';

/** GraphQL types by zod schema; unlisted schemas are strings. */
const types = z
  .registry<{ readonly type: InputType<SchemaTypes> }>()
  .add(value.reference, { type: 'ID' })
  .add(value.holdId, { type: 'ID' })
  .add(value.date, { type: 'LocalDate' })
  .add(value.email, { type: 'EmailAddress' })
  .add(value.flag, { type: 'Boolean' })
  .add(value.minorUnits, { type: 'SafeInt' })
  .add(value.gender, { type: GenderEnum })
  .add(value.kind, { type: BookingKindEnum })
  .add(value.currency, { type: CurrencyEnum })
  .add(value.language, { type: LocaleEnum });

function typeOf(schema: z.core.$ZodType): InputType<SchemaTypes> {
  return types.get(schema)?.type ?? 'String';
}

function inputType(name: string, object: z.ZodObject, description: string) {
  const type = builder.inputType(name, {
    description,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(object.shape).map(([field, schema]) => {
          const sent = value.sentValue(schema);
          const options = { required: !schema.isOptional(), description: schema.description };
          const isList = sent instanceof z.ZodArray;
          return [
            field,
            isList
              ? t.field({ type: [typeOf(sent.element)], ...options })
              : t.field({ type: typeOf(sent), ...options }),
          ];
        }),
      ),
  });
  types.add(object, { type });
  return type;
}

/** A person with the gender as it is stored; anything else as it is. */
function withStoredGender(person: unknown): unknown {
  const { gender } = (person ?? {}) as { readonly gender?: unknown };
  return typeof gender === 'string' ? { ...(person as object), gender: gender.toLowerCase() } : person;
}

/** A booking as the rules know it: with its language and genders in the spelling in which they are stored. */
export function inStoredSpelling({
  billedTo,
  guests,
  ...others
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const people = Array.isArray(guests) ? guests.map(withStoredGender) : guests;
  const { language } = others as { readonly language?: Locale | LocaleName | null };
  const spoken = language == null ? {} : { language: localeOf(language) };
  return { ...others, ...spoken, billedTo: withStoredGender(billedTo), guests: people };
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
