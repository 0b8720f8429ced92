/** Descriptions of a hotel beyond name and place: channel content, house rules, meals, indications, languages. */
import { chain } from '../../../data/cache/maybe-promise.ts';
import type { Localized } from '../../../domain/text/localized.ts';
import { builder } from '../builder.ts';
import { BoardingEnum } from '../enums.ts';
import { LocalizedText, localizedField, parseLocalized } from '../localized-text.ts';
import { Hotel } from './hotel.ts';

const ChannelContent = builder.objectRef<{ tagline: Localized }>('ChannelContent').implement({
  description: 'What a hotel says in the channel of the API key.',
  fields: (t) => ({
    tagline: t.field({
      type: LocalizedText,
      description: 'The line by which it is advertised in the channel; null in every language when there is none.',
      resolve: ({ tagline }) => tagline,
    }),
  }),
});

const AccommodationRules = builder.prismaObject('AccommodationRules', {
  fields: (t) => ({
    checkInFrom: t.exposeString('checkInFrom', { nullable: true }),
    checkInTo: t.exposeString('checkInTo', { nullable: true }),
    checkOutTo: t.exposeString('checkOutTo', { nullable: true }),
    petsAllowed: t.exposeBoolean('petsAllowed', { nullable: true }),
    childrenFromAge: t.exposeInt('childrenFromAge', { nullable: true }),
    smokingAllowed: t.exposeBoolean('smokingAllowed', { nullable: true }),
    note: t.field(localizedField('note', 'A remark.')),
  }),
});

const MealService = builder.prismaObject('MealService', {
  fields: (t) => ({
    boarding: t.expose('boarding', { type: BoardingEnum }),
    servedAs: t.exposeString('servedAs', { nullable: true }),
    from: t.exposeString('from', { nullable: true }),
    to: t.exposeString('to', { nullable: true }),
  }),
});

const Coordinates = builder.objectRef<{ latitude: number; longitude: number }>('Coordinates').implement({
  description: 'A point of WGS 84.',
  fields: (t) => ({
    latitude: t.exposeFloat('latitude', { description: 'Degrees north of the equator, -90 to 90.' }),
    longitude: t.exposeFloat('longitude', { description: 'Degrees east of Greenwich, -180 to 180.' }),
  }),
});

builder.prismaObjectFields(Hotel, (t) => ({
  description: t.field(localizedField('description', 'A full description.')),
  childrenPolicy: t.field(localizedField('childrenPolicy', 'What holds for children: ages, beds, reductions.')),
  touristTax: t.field(
    localizedField('touristTax', 'The local tax on a stay: how much it is, and that it is paid apart from the price.'),
  ),
  coordinates: t.field({
    type: Coordinates,
    nullable: true,
    description: 'Where it is; null: not stated.',
    resolve: ({ coordinates }) => coordinates as typeof Coordinates.$inferType | null,
  }),
  channelContent: t.field({
    type: ChannelContent,
    description: 'What it says in the channel of the API key.',
    resolve: async ({ number }, _, context) => {
      const tagline = await context.hotelDetails.tagline.load(number);
      return { tagline: tagline ? parseLocalized(tagline.text) : {} };
    },
  }),
  accommodationRules: t.field({
    type: AccommodationRules,
    nullable: true,
    description: 'House rules; null: not stated.',
    resolve: ({ number }, _, context) => context.hotelDetails.accommodationRules.load(number),
  }),
  mealServices: t.field({
    type: [MealService],
    description: 'Meals that it serves, in order.',
    resolve: ({ number }, _, context) => chain(context.hotelDetails.mealServices.load(number), (rows) => rows ?? []),
  }),
  indicationCodes: t.exposeStringList('indicationCodes'),
  staffLanguageCodes: t.exposeStringList('staffLanguageCodes'),
}));
