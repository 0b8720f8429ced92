/** The input types of a booking, generated from the schema that checks it. */
import type { InputType } from '@pothos/core';
import { z } from 'zod';
import type { PriceChoice } from '../../../domain/booking/changed-booking.ts';
import * as input from '../../../operations/booking/booking-input.ts';
import * as value from '../../../operations/input-values.ts';
import { builder, type SchemaTypes } from '../builder.ts';
import { asStored, BookingKindEnum, CurrencyEnum, described, GenderEnum, inCapitals, LocaleEnum } from '../enums.ts';
import { checkedBy } from '../input/bounds.ts';
import { localeName, localeOf } from '../locale-names.ts';

const PriceChoiceEnum = builder.enumType('PriceChoice', {
  description: 'What becomes of the price when guests leave early.',
  values: described<PriceChoice>({ KEEP: 'The total stays.', REQUOTE: 'The stay is priced anew.' }),
});

/** GraphQL types by zod schema; unlisted schemas are strings. */
const types = z
  .registry<{ readonly type: InputType<SchemaTypes> }>()
  .add(value.reference, { type: 'ID' })
  .add(value.holdId, { type: 'ID' })
  .add(value.offerId, { type: 'ID' })
  .add(value.date, { type: 'LocalDate' })
  .add(value.email, { type: 'EmailAddress' })
  .add(value.flag, { type: 'Boolean' })
  .add(value.minorUnits, { type: 'SafeInt' })
  .add(value.gender, { type: GenderEnum })
  .add(value.bookingId, { type: 'ID' })
  .add(value.kind, { type: BookingKindEnum })
  .add(input.priceChoice, { type: PriceChoiceEnum })
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
          const options = { required: !schema.isOptional(), description: schema.description, ...checkedBy(sent) };
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

type Sent = Readonly<Record<string, unknown>>;

interface Spelling {
  gender(value: string): string;
  language(value: never): string;
}

/** A booking, or bookings of rooms, with genders and language spelled otherwise; anything malformed as it is. */
function spelled({ billedTo, guests, rooms, ...others }: Sent, { gender, language }: Spelling): Sent {
  const person = (sent: unknown) => {
    const value = (sent as Sent | null | undefined)?.gender;
    return typeof value === 'string' ? { ...(sent as Sent), gender: gender(value) } : sent;
  };
  const people = (sent: unknown) => (Array.isArray(sent) ? sent.map(person) : sent);
  const room = (sent: Sent) => (sent?.guests === undefined ? sent : { ...sent, guests: people(sent.guests) });
  return {
    ...others,
    ...(others.language == null ? {} : { language: language(others.language as never) }),
    billedTo: person(billedTo),
    ...(guests === undefined ? {} : { guests: people(guests) }),
    ...(rooms === undefined ? {} : { rooms: Array.isArray(rooms) ? rooms.map(room) : rooms }),
  };
}

/** A booking as the rules know it, with values as they are stored. */
export const inStoredSpelling = (booking: Sent) => spelled(booking, { gender: asStored, language: localeOf });

/** A valid booking of the rules as `createBooking` takes it. */
export const inSchemaSpelling = (booking: Sent) => spelled(booking, { gender: inCapitals, language: localeName });

inputType(
  'AddressInput',
  input.address,
  'A postal address. A binding booking needs the country, and with any other part of it street, city and postal code; the house number may stand in the street. A request may give any part.',
);
inputType('ExpectedCancellationInput', input.expectedCancellation, 'What a caller has been shown of cancelling.');
inputType('ContactInput', input.deskContact, 'Whom a stay is billed to.');
inputType('GuestInput', input.guest, 'A person staying in the room.');

export const CreateBookingInput = inputType(
  'CreateBookingInput',
  input.deskBookingSchema,
  'A stay to be booked or requested. The price is always calculated from the current price lists.',
);

inputType('BookedRoomInput', input.offeredRoom, 'A room of several that are booked together, with its guests.');

export const CreateBookingsInput = inputType(
  'CreateBookingsInput',
  input.offeredPartySchema,
  'Rooms to be booked or requested together. The prices are always calculated from the current price lists.',
);

inputType('ChangedStayInput', input.changedStay, 'What becomes of a stay; what is missing stays as it is.');
inputType('ChangedContactInput', input.changedContact, 'What becomes of a contact; what is missing stays as it is.');

export const ChangeBookingInput = inputType(
  'ChangeBookingInput',
  input.changeSchema,
  'A booking, named as for `booking`: by `id` or by `reference`; and what becomes of it. What is missing stays as it is.',
);
