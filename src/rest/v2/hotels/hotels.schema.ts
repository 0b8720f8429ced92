/** Hotels in v2: the same shape in the list and alone. */
import { z } from 'zod';
import { Boarding } from '../../../data/generated/prisma/enums.ts';
import { HOTEL_STARS } from '../../../operations/search/search-input.ts';
import type { HotelFragment } from '../../generated/operations.ts';
import { describedBy, IDENTIFIERS, LOCALIZED_STRING, type ShapeOf, TIME } from '../../openapi/value-schemas.ts';
import { DESTINATION } from '../../v1/destinations/destinations.schema.ts';
import { HOTEL_AMENITY_CATEGORIES } from '../amenity-categories/amenities.schema.ts';
import { IMAGE_SCHEMA } from '../image.schema.ts';
import { pageSchema } from '../page.schema.ts';
import { ROOM_TYPE_SCHEMA } from '../room-types/room-types.schema.ts';
import { PRICE_FROM_SCHEMA } from './price-from.schema.ts';

const ACCOMMODATION_RULES = z
  .object(
    describedBy('AccommodationRules', {
      checkInFrom: TIME.nullable(),
      checkInTo: TIME.nullable(),
      checkOutTo: TIME.nullable(),
      petsAllowed: z.boolean().nullable(),
      childrenFromAge: z.int().min(0).nullable(),
      smokingAllowed: z.boolean().nullable(),
      note: LOCALIZED_STRING.describe('A remark.'),
    } satisfies ShapeOf<HotelFragment['accommodationRules']>),
  )
  .nullable()
  .describe('House rules; null: not stated.');

const MEAL_SERVICE = z
  .object(
    describedBy('MealService', {
      boarding: z.enum(Boarding),
      servedAs: z.string().nullable(),
      from: TIME.nullable(),
      to: TIME.nullable(),
    } satisfies ShapeOf<HotelFragment['mealServices'][number]>),
  )
  .describe('A meal that the hotel serves.');

const CHANNEL_CONTENT = z
  .object({
    tagline: LOCALIZED_STRING.describe(
      'The line by which it is advertised; null in every language when there is none.',
    ),
  })
  .describe('What it says in the channel of the key.');

export const HOTEL_SCHEMA = z
  .object(
    describedBy('Hotel', {
      ...IDENTIFIERS,
      code: z.string(),
      name: z.string(),
      stars: z.int().min(HOTEL_STARS.min).max(HOTEL_STARS.max),
      destination: DESTINATION.describe('The destination that it stands in.'),
      shortDescription: LOCALIZED_STRING.describe('A short description.'),
      channelContent: CHANNEL_CONTENT,
      accommodationRules: ACCOMMODATION_RULES,
      mealServices: z.array(MEAL_SERVICE).describe('Meals that it serves, in order.'),
      indicationCodes: z.array(z.string()),
      staffLanguageCodes: z.array(z.string()),
      images: z.array(IMAGE_SCHEMA),
      roomTypes: z.array(ROOM_TYPE_SCHEMA).describe('Its room types, by `id`.'),
      amenityCategories: HOTEL_AMENITY_CATEGORIES,
      priceFrom: PRICE_FROM_SCHEMA,
    } satisfies ShapeOf<HotelFragment>),
  )
  .meta({ id: 'Hotel', description: 'A hotel in full.' });

export const HOTELS = pageSchema('HotelPage', HOTEL_SCHEMA);
