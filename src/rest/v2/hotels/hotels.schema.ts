/** Hotels in v2: the same shape in the list and alone (change log of 2026-07-23 to 2026-09-18). */
import { z } from 'zod';
import { Boarding } from '../../../data/generated/prisma/enums.ts';
import { HOTEL_STARS } from '../../../operations/search/search-input.ts';
import type { HotelFragment } from '../../generated/operations.ts';
import { IDENTIFIERS, LOCALIZED_STRING, type ShapeOf, time } from '../../openapi/value-schemas.ts';
import { DESTINATION } from '../../v1/destinations/destinations.schema.ts';
import { HOTEL_AMENITY_CATEGORIES } from '../amenity-categories/amenities.schema.ts';
import { IMAGE_SCHEMA } from '../image.schema.ts';
import { pageSchema } from '../page.schema.ts';
import { ROOM_TYPE_SCHEMA } from '../room-types/room-types.schema.ts';
import { PRICE_FROM_SCHEMA } from './price-from.schema.ts';

const ACCOMMODATION_RULES = z
  .strictObject({
    checkInFrom: time('Earliest check-in; null: not stated.').nullable(),
    checkInTo: time('Latest check-in; null: not stated.').nullable(),
    checkOutTo: time('Latest check-out; null: not stated.').nullable(),
    petsAllowed: z.boolean().nullable().describe('Whether pets may come; null: not stated.'),
    childrenFromAge: z
      .int()
      .min(0)
      .nullable()
      .describe('Youngest age in years at which children are welcome; null: not stated.'),
    smokingAllowed: z.boolean().nullable().describe('Whether smoking is allowed; null: not stated.'),
    note: LOCALIZED_STRING.describe('A remark.'),
  } satisfies ShapeOf<HotelFragment['accommodationRules']>)
  .nullable()
  .describe('House rules; null: not stated.');

const MEAL_SERVICE = z
  .strictObject({
    boarding: z.enum(Boarding).describe('Which meals.'),
    servedAs: z.string().nullable().describe('How they are served, for example `BUFFET`; null: not stated.'),
    from: time('From when; null: not stated.').nullable(),
    to: time('Until when; null: not stated.').nullable(),
  } satisfies ShapeOf<HotelFragment['mealServices'][number]>)
  .describe('A meal that the hotel serves.');

const CHANNEL_CONTENT = z
  .strictObject({
    tagline: LOCALIZED_STRING.describe(
      'The line by which it is advertised; null in every language when there is none.',
    ),
  })
  .describe('What it says in the channel of the key.');

export const HOTEL_SCHEMA = z
  .strictObject({
    ...IDENTIFIERS,
    code: z.string().describe('Its code.'),
    name: z.string().describe('Its name, the same in every language.'),
    stars: z.int().min(HOTEL_STARS.min).max(HOTEL_STARS.max).describe('Stars.'),
    destination: DESTINATION.describe('The destination that it stands in.'),
    shortDescription: LOCALIZED_STRING.describe('A short description.'),
    channelContent: CHANNEL_CONTENT,
    accommodationRules: ACCOMMODATION_RULES,
    mealServices: z.array(MEAL_SERVICE).describe('Meals that it serves, in order.'),
    indicationCodes: z.array(z.string()).describe('Codes of the indications treated there, in order.'),
    staffLanguageCodes: z.array(z.string()).describe('Codes of the languages that its staff speak (ISO 639).'),
    images: z.array(IMAGE_SCHEMA).describe('Pictures of it, in order.'),
    roomTypes: z.array(ROOM_TYPE_SCHEMA).describe('Its room types, by `id`.'),
    amenityCategories: HOTEL_AMENITY_CATEGORIES,
    priceFrom: PRICE_FROM_SCHEMA,
  } satisfies ShapeOf<HotelFragment>)
  .meta({ id: 'Hotel', description: 'A hotel in full.' });

export const HOTELS = pageSchema('HotelPage', HOTEL_SCHEMA);
