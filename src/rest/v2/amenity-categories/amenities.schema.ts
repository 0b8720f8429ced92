/** Amenities in v2: the dictionary, and the values of hotels (V5). */
import { z } from 'zod';
import { AmenityAccess, Weekday } from '../../../data/generated/prisma/enums.ts';
import { DETAIL_KINDS } from '../../../domain/hotel/amenity-values.ts';
import { LOCALIZED_STRING, TIME } from '../../openapi/value-schemas.ts';
import { pageSchema } from '../page.schema.ts';

const CODED = z.object({
  code: z.string().describe('Its code.'),
  label: LOCALIZED_STRING.describe('Its label.'),
});
/** A dictionary entry in a hotel; only `expand=amenityLabels` adds its labels. */
const CODED_IN_HOTEL = z.object({
  code: z.string().describe('Its code in the dictionary.'),
  label: LOCALIZED_STRING.describe('Its label; only with `expand=amenityLabels`.').optional(),
});

const AMENITY = CODED.extend({
  detailKinds: z
    .array(
      z
        .enum(DETAIL_KINDS)
        .describe(
          'A detail; the field of a value has the same name in camel case (`opening_hours` is `openingHours`).',
        ),
    )
    .describe('The details that its values carry in hotels; empty: its presence is all there is to say.'),
  options: z.array(CODED.describe('An option.')).describe('Options that its values choose from.'),
}).meta({ id: 'Amenity', description: 'An entry of the dictionary.' });

const AMENITY_CATEGORY = z
  .object({
    category: CODED.describe('The category.'),
    amenities: z.array(AMENITY).describe('All amenities in it, in order, whether a hotel has them or not.'),
  })
  .meta({ id: 'AmenityCategory', description: 'A category of the dictionary with its amenities.' });

export const AMENITY_CATEGORIES = pageSchema('AmenityCategoryPage', AMENITY_CATEGORY);

const OPENING_HOURS = z
  .object({
    days: z.array(z.enum(Weekday).describe('A weekday.')).describe('The weekdays.'),
    from: TIME.describe('When it opens. Local time, HH:MM.'),
    to: TIME.describe('When it closes. Local time, HH:MM.'),
  })
  .describe('Hours on some weekdays.');

const DETAILS = z
  .object({
    access: z
      .enum(AmenityAccess)
      .nullable()
      .describe('How its use is charged: free, free under conditions, or paid; null: not stated.'),
    options: z.array(CODED_IN_HOTEL.describe('An option.')).describe('The options that the hotel offers.'),
    note: LOCALIZED_STRING.describe('A remark; null in languages that have none.'),
    openingHours: z.array(OPENING_HOURS).describe('When it is open; empty: not stated.'),
    quantity: z.int().min(0).nullable().describe('How many there are; null: not stated.'),
    area: z.number().nullable().describe('Square metres; null: not stated.'),
    temperature: z.number().nullable().describe('Degrees Celsius; null: not stated.'),
    distance: z.number().nullable().describe('Metres from the hotel; null: not stated.'),
    ageLimit: z.int().min(0).nullable().describe('Minimum age of guests in years; null: not stated.'),
  })
  .partial();

const HOTEL_AMENITY = CODED_IN_HOTEL.extend(DETAILS.shape).meta({
  id: 'HotelAmenity',
  description:
    'An amenity of a hotel: its code, and exactly the details that `detailKinds` of its entry in the dictionary names. A detail that is there and null or empty has not been filled.',
});

const HOTEL_AMENITY_CATEGORY = z
  .object({
    category: CODED_IN_HOTEL.describe('The category.'),
    amenities: z.array(HOTEL_AMENITY).describe('The amenities in it that the hotel has.'),
  })
  .meta({ id: 'HotelAmenityCategory', description: 'The amenities of a hotel in a category.' });

export const HOTEL_AMENITY_CATEGORIES = z
  .array(HOTEL_AMENITY_CATEGORY)
  .describe('Its amenities by category, in the order of the dictionary; categories in which it has none are left out.');
