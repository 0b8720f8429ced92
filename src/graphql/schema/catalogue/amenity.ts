/** The amenity dictionary and the amenities of hotels. */
import type { HotelAmenity as HotelAmenityRow } from '../../../data/generated/prisma/client.ts';
import type { DictionaryAmenity, DictionaryCategory } from '../../../data/reads/amenity-dictionary.ts';
import {
  type AssignedCategory,
  chosenOptions,
  groupByCategory,
  shownDetails,
} from '../../../domain/hotel/amenity-values.ts';
import { builder } from '../builder.ts';
import { inCapitals, WeekdayEnum } from '../enums.ts';
import { LocalizedText, localizedField, parseLocalized } from '../localized-text.ts';
import { AmenityChargeEnum, AmenityDetailEnum, detailName } from './amenity-enums.ts';
import { Hotel } from './hotel.ts';

const AmenityOption = builder.objectRef<DictionaryAmenity['options'][number]>('AmenityOption').implement({
  description: 'A choice that an amenity offers, for example the Finnish sauna.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Its code, unique within the amenity.' }),
    label: t.field(localizedField('label', 'Its label.')),
  }),
});

const Amenity = builder.objectRef<DictionaryAmenity>('Amenity').implement({
  description: 'An entry of the amenity dictionary.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Its code, unique in the whole dictionary.' }),
    label: t.field(localizedField('label', 'Its label.')),
    details: t.field({
      type: [AmenityDetailEnum],
      description: 'Details that its values carry; none: its presence is all there is to say.',
      resolve: ({ detailKinds }) => detailKinds.map(detailName),
    }),
    options: t.expose('options', {
      type: [AmenityOption],
      description: 'Options that its values choose from, in order.',
    }),
  }),
});

const AmenityCategory = builder.objectRef<DictionaryCategory>('AmenityCategory').implement({
  description: 'A group of amenities in the amenity dictionary.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Its code.' }),
    name: t.field(localizedField('name', 'Its name.')),
    amenities: t.expose('amenities', {
      type: [Amenity],
      description: 'All amenities in it, in order, whether a hotel has them or not.',
    }),
  }),
});

/** The catalogue's validation guarantees this shape. */
interface OpeningHoursShape {
  days: ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[];
  from: string;
  to: string;
}

const OpeningHours = builder.objectRef<OpeningHoursShape>('OpeningHours').implement({
  description: 'When an amenity is open on some weekdays. Times are `HH:MM` on the clock of the hotel.',
  fields: (t) => ({
    days: t.expose('days', { type: [WeekdayEnum], description: 'The weekdays.' }),
    from: t.exposeString('from', { description: 'When it opens.' }),
    to: t.exposeString('to', { description: 'When it closes.' }),
  }),
});

/** An amenity of a hotel: its dictionary entry, and the details that the entry names. */
interface HotelAmenityShape {
  readonly amenity: DictionaryAmenity;
  readonly details: ReturnType<typeof shownDetails<HotelAmenityRow>>;
}

const HotelAmenity = builder.objectRef<HotelAmenityShape>('HotelAmenity').implement({
  description:
    'An amenity that a hotel has, with the details that its dictionary entry names in `details`. A detail that is not among them does not apply and is null. One that is among them and has not been filled is null as well where it is a number or `charge`, an empty list where it is a list, and a note without texts where it is the note.',
  fields: (t) => ({
    code: t.string({ description: 'Code of the amenity.', resolve: ({ amenity }) => amenity.code }),
    amenity: t.expose('amenity', { type: Amenity, description: 'The entry of the dictionary.' }),
    details: t.field({
      type: [AmenityDetailEnum],
      description:
        'The details that apply: what is named here and null or empty has not been filled, what is not named here does not apply. None: the presence of the amenity is all there is to say.',
      resolve: ({ amenity }) => amenity.detailKinds.map(detailName),
    }),
    charge: t.field({
      type: AmenityChargeEnum,
      nullable: true,
      description: 'How its use is charged; all that is said of charges.',
      resolve: ({ details }) => details.access && inCapitals(details.access),
    }),
    options: t.field({
      type: [AmenityOption],
      nullable: true,
      description: 'The options that the hotel offers, in its order; null: the detail does not apply.',
      resolve: ({ amenity, details }) => (details.options ? chosenOptions(amenity.options, details.options) : null),
    }),
    openingHours: t.field({
      type: [OpeningHours],
      nullable: true,
      description: 'When it is open; null: the detail does not apply.',
      resolve: ({ details }) => (details.openingHours as OpeningHoursShape[] | undefined) ?? null,
    }),
    note: t.field({
      type: LocalizedText,
      nullable: true,
      description: 'A remark; null: the detail does not apply.',
      resolve: ({ details }) => (details.note === undefined ? null : parseLocalized(details.note)),
    }),
    quantity: t.int({ nullable: true, description: 'How many there are.', resolve: ({ details }) => details.quantity }),
    area: t.float({ nullable: true, description: 'Square metres.', resolve: ({ details }) => details.area }),
    temperature: t.float({
      nullable: true,
      description: 'Degrees Celsius.',
      resolve: ({ details }) => details.temperature,
    }),
    distance: t.float({
      nullable: true,
      description: 'Metres from the hotel.',
      resolve: ({ details }) => details.distance,
    }),
    ageLimit: t.int({
      nullable: true,
      description: 'Minimum age of guests in years.',
      resolve: ({ details }) => details.ageLimit,
    }),
  }),
});

type HotelAmenityCategoryShape = AssignedCategory<DictionaryCategory, HotelAmenityRow>;

const HotelAmenityCategory = builder.objectRef<HotelAmenityCategoryShape>('HotelAmenityCategory').implement({
  description: 'The amenities of a hotel in one category, at least one.',
  fields: (t) => ({
    code: t.string({ description: 'Code of the category.', resolve: ({ category }) => category.code }),
    category: t.expose('category', { type: AmenityCategory, description: 'The category of the dictionary.' }),
    amenities: t.field({
      type: [HotelAmenity],
      description: 'The amenities in it that the hotel has, in the order of the dictionary.',
      resolve: ({ assigned }) =>
        assigned.map(({ amenity, value }) => ({ amenity, details: shownDetails(value, amenity.detailKinds) })),
    }),
  }),
});

builder.prismaObjectFields(Hotel, (t) => ({
  amenityCategories: t.field({
    type: [HotelAmenityCategory],
    description:
      'Its amenities by category, in the order of the dictionary; categories in which it has none are left out.',
    resolve: async ({ number }, _, { hotelDetails }) => {
      const [dictionary, values] = await Promise.all([hotelDetails.dictionary(), hotelDetails.amenities.load(number)]);
      return groupByCategory(dictionary.categories, values ?? []);
    },
  }),
}));

builder.queryField('amenityCategories', (t) =>
  t.field({
    type: [AmenityCategory],
    description: 'The amenity dictionary: all categories in order, the same for every API key.',
    resolve: async (_, __, context) => (await context.hotelDetails.dictionary()).categories,
  }),
);

builder.queryField('amenitiesVersion', (t) =>
  t.string({
    description:
      'Stands for the content of the amenity dictionary: the same for as long as the dictionary says the same, in every process. For knowing whether a copy is still good.',
    resolve: async (_, __, context) => (await context.hotelDetails.dictionary()).version,
  }),
);
