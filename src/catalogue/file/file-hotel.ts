/**
 * Hotels, room types and the amenity dictionary in the catalogue file: shapes and defaults. Rules across values are checked
 * elsewhere.
 */
import { z } from 'zod';
import { DETAIL_KINDS } from '../../domain/hotel/amenity-values.ts';
import { BEDS_MAX } from '../../domain/stay/stay.ts';
import { WEEKDAYS } from '../../domain/time/civil-date.ts';
import { code, email, id, line, locale, localized, name, objectId, text, time, url, whole } from './file-values.ts';

export const weekday = z.enum(WEEKDAYS);

export const boarding = z
  .enum(['HALF_BOARD', 'FULL_BOARD', 'BREAKFAST', 'LUNCH', 'DINNER', 'ALL_INCLUSIVE'])
  .meta({ id: 'Boarding' });

/** The fields that amenity values may have. */
const detailKind = z.enum(DETAIL_KINDS);

/** Widths of image variants, in pixels. */
export const VARIANT_WIDTHS = ['480', '960', '1440', '1920'] as const;

export const imageEntry = z
  .strictObject({
    url,
    thumbnailUrl: url.nullable().default(null),
    width: whole(1, 100_000).nullable().default(null),
    height: whole(1, 100_000).nullable().default(null),
    alt: localized.default({}),
    variants: z
      .strictObject({ '480': url.optional(), '960': url.optional(), '1440': url.optional(), '1920': url.optional() })
      .default({}),
  })
  .meta({ id: 'Image', description: 'A picture; an unknown width or height is null.' });

export const amenityOption = z.strictObject({ code, label: localized.default({}) });

export const amenity = z.strictObject({
  code,
  label: localized.default({}),
  detailKinds: z.array(detailKind).default([]),
  options: z.array(amenityOption).default([]),
});

export const amenityCategory = z.strictObject({
  code,
  name: localized.default({}),
  amenities: z.array(amenity).default([]),
});

export const openingHours = z.strictObject({
  days: z.array(weekday).min(1),
  from: time,
  to: time,
});

export const hotelAmenity = z.strictObject({
  code,
  access: z.enum(['included', 'conditional', 'paid']).nullable().default(null),
  options: z.array(code).default([]),
  openingHours: z.array(openingHours).default([]),
  note: localized.default({}),
  quantity: whole(0, 1_000_000).nullable().default(null),
  area: z.number().min(0).max(10_000_000).nullable().default(null),
  temperature: z.number().min(-100).max(200).nullable().default(null),
  distance: z.number().min(0).max(10_000_000).nullable().default(null),
  ageLimit: whole(0, 150).nullable().default(null),
});

export const accommodationRules = z.strictObject({
  checkInFrom: time.nullable().default(null),
  checkInTo: time.nullable().default(null),
  checkOutTo: time.nullable().default(null),
  petsAllowed: z.boolean().nullable().default(null),
  childrenFromAge: whole(0, 150).nullable().default(null),
  smokingAllowed: z.boolean().nullable().default(null),
  note: localized.default({}),
});

export const mealService = z.strictObject({
  boarding,
  servedAs: code.nullable().default(null),
  from: time.nullable().default(null),
  to: time.nullable().default(null),
});

/** A point of WGS 84, in degrees. */
const coordinates = z.strictObject({
  latitude: z.number().min(-90).max(90).describe('Degrees north of the equator.'),
  longitude: z.number().min(-180).max(180).describe('Degrees east of Greenwich.'),
});

export const roomType = z.strictObject({
  id,
  _id: objectId,
  code,
  category: localized.default({}),
  beds: whole(1, BEDS_MAX),
  area: z.number().positive().max(10_000).nullable().default(null),
  bedTypes: localized.default({}),
  images: z.array(imageEntry).default([]),
});

export const tagline = z.strictObject({ channel: code, text: localized.default({}) });

export const hotel = z.strictObject({
  id,
  _id: objectId,
  code,
  name,
  destinationId: id,
  stars: whole(1, 5),
  shortDescription: localized.default({}),
  description: localized.default({}),
  childrenPolicy: localized.default({}),
  touristTax: localized.default({}),
  taglines: z.array(tagline).default([]),
  accommodationRules: accommodationRules.nullable().default(null),
  mealServices: z.array(mealService).default([]),
  indicationCodes: z.array(code).default([]),
  staffLanguageCodes: z
    .array(z.string().regex(/^[a-z]{2,3}$/, { error: 'must be a language code such as cs' }))
    .default([]),
  address: line(300).nullable().default(null),
  coordinates: coordinates.nullable().default(null),
  phone: line(40)
    .refine((number) => /\d/.test(number), { error: 'must have a digit' })
    .nullable()
    .default(null),
  reservationEmail: email.nullable().default(null),
  reservationLanguage: locale.nullable().default(null),
  images: z.array(imageEntry).default([]),
  amenities: z.array(hotelAmenity).default([]),
  roomTypes: z.array(roomType).default([]),
});

/** The fields of tags, loyalty programmes, categories and destinations. */
export const namedFields = { id, _id: objectId, name: localized.default({}) };

export const channel = z.strictObject({ code, name: text(300) });

export type AmenityCategoryEntry = z.output<typeof amenityCategory>;
export type HotelEntry = z.output<typeof hotel>;
export type RoomTypeEntry = z.output<typeof roomType>;
export type ImageEntry = z.output<typeof imageEntry>;
export type HotelAmenityEntry = z.output<typeof hotelAmenity>;
