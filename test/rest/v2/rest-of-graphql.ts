/**
 * The expected answer of REST v2, derived from GraphQL's by the rules of v2: `_id` and `id` for `id` and `number`,
 * localized texts with the included locales only, amounts as numbers, details by the kinds of the dictionary entry (V1,
 * V4, V5, V7). Independent of the product's code.
 */
import { getNamedType, isLeafType, isObjectType } from 'graphql';
import { schema } from '../../../src/graphql/schema/schema.ts';

type Locale = 'cs_CZ' | 'de' | 'en' | 'ru';
type Texts = Record<Locale, string | null>;

const TEXTS = '{ cs_CZ: cs de en ru }';
const IMAGES = `images { url thumbnailUrl width height alt ${TEXTS} variants { width url } }`;
/** REST v2 does not change with release 1.0. */
const NOT_IN_REST = ['address', 'phone', 'area'];

/** The plain fields of a type, also those that it will have: each is in REST v2. */
function plainFieldsOf(name: string): string {
  const type = schema.getType(name);
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  const isPlain = (field: (typeof fields)[number]) => field.args.length === 0 && isLeafType(getNamedType(field.type));
  return fields
    .filter((field) => isPlain(field) && !NOT_IN_REST.includes(field.name))
    .map((field) => field.name)
    .join(' ');
}

export const ROOM_TYPE_FIELDS = `${plainFieldsOf('RoomType')} category ${TEXTS} ${IMAGES}`;
const MINIMUM = `{ amount { amountMinor } original { amountMinor } nights occupancy: guests visitType { id number name ${TEXTS} } }`;
const MINIMA = `{ perPersonPerNight ${MINIMUM} perStay ${MINIMUM} }`;
export const HOTEL_FIELDS = `
  ${plainFieldsOf('Hotel')} destination { id number name ${TEXTS} } shortDescription ${TEXTS}
  channelContent { tagline ${TEXTS} } mealServices { boarding servedAs from to }
  accommodationRules { checkInFrom checkInTo checkOutTo petsAllowed childrenFromAge smokingAllowed note ${TEXTS} }
  ${IMAGES} roomTypes { ${ROOM_TYPE_FIELDS} }
  amenityCategories {
    category { code name ${TEXTS} }
    amenities {
      amenity { code label ${TEXTS} details }
      access: charge quantity area temperature distance ageLimit note ${TEXTS} openingHours { days from to }
      options { code label ${TEXTS} }
    }
  }
  priceFrom { currency all ${MINIMA} health ${MINIMA} wellness ${MINIMA} }`;

interface Image {
  alt: Texts;
  variants: { width: number; url: string }[];
}
export interface GraphQLRoomType {
  id: string;
  number: number;
  code: string;
  beds: number;
  category: Texts;
  images: Image[];
  hotel: { id: string; number: number; code: string; name: string };
}
interface Labelled {
  code: string;
  label: Texts;
}
interface Value extends Record<string, unknown> {
  amenity: Labelled & { details: string[] };
  note: Texts | null;
  options: Labelled[] | null;
}
interface Minimum extends Record<string, unknown> {
  amount: { amountMinor: number };
  original: { amountMinor: number };
  visitType: { id: string; number: number; name: Texts };
}
type Minima = Record<'perPersonPerNight' | 'perStay', Minimum>;
type PriceFrom = { currency: string; all: Minima; health: Minima | null; wellness: Minima | null };
export interface GraphQLHotel extends Record<string, unknown> {
  id: string;
  number: number;
  destination: { id: string; number: number; name: Texts };
  shortDescription: Texts;
  channelContent: { tagline: Texts };
  accommodationRules: ({ note: Texts } & Record<string, unknown>) | null;
  images: Image[];
  roomTypes: Omit<GraphQLRoomType, 'hotel'>[];
  amenityCategories: { category: { code: string; name: Texts }; amenities: Value[] }[];
  priceFrom: PriceFrom[] | null;
}

type Locales = readonly Locale[];
interface Shown {
  locales: Locales;
  withLabels: boolean;
}

/** The fields of details. */
const FIELDS: Record<string, string> = { CHARGE: 'access', OPENING_HOURS: 'openingHours', AGE_LIMIT: 'ageLimit' };

const within = (texts: Texts, locales: Locales) => Object.fromEntries(locales.map((locale) => [locale, texts[locale]]));
const named = ({ id, number, name }: { id: string; number: number; name: Texts }, locales: Locales) => ({
  _id: id,
  id: number,
  name: within(name, locales),
});

function restImage({ alt, variants, ...image }: Image, locales: Locales) {
  const addresses: Record<string, string> = {};
  for (const { width, url } of variants) addresses[String(width)] = url;
  return { ...image, alt: within(alt, locales), variants: addresses };
}

/** A room type; an empty text of its category is null. */
export function restRoomType(roomType: Omit<GraphQLRoomType, 'hotel'>, locales: Locales) {
  const { id, number, category, images, ...rest } = roomType;
  const texts = locales.map((locale) => [locale, category[locale] === '' ? null : category[locale]]);
  return {
    _id: id,
    id: number,
    ...rest,
    category: Object.fromEntries(texts),
    images: images.map((image) => restImage(image, locales)),
  };
}

function restValue({ amenity, ...stored }: Value, { locales, withLabels }: Shown) {
  const labelled = ({ code, label }: Labelled) => (withLabels ? { code, label: within(label, locales) } : { code });
  const value: Record<string, unknown> = labelled(amenity);
  for (const detail of amenity.details) {
    const field = FIELDS[detail] ?? detail.toLowerCase();
    value[field] = stored[field];
    if (detail === 'CHARGE') value.access = (stored.access as string | null)?.toLowerCase() ?? null;
    if (detail === 'NOTE') value.note = within(stored.note!, locales);
    if (detail === 'OPTIONS') value.options = stored.options!.map(labelled);
  }
  return value;
}

function restPrices(prices: PriceFrom[], locales: Locales) {
  const minimum = ({ amount, original, visitType, ...stay }: Minimum) => ({
    amount: amount.amountMinor / 100,
    original: original.amountMinor / 100,
    ...stay,
    visitType: named(visitType, locales),
  });
  const byCurrency: Record<string, unknown> = {};
  for (const { currency, ...categories } of prices) {
    const sold = Object.entries(categories).filter((entry): entry is [string, Minima] => entry[1] !== null);
    byCurrency[currency] = Object.fromEntries(
      sold.map(([category, { perPersonPerNight, perStay }]) => [
        category,
        { perPersonPerNight: minimum(perPersonPerNight), perStay: minimum(perStay) },
      ]),
    );
  }
  return byCurrency;
}

/** A hotel. */
export function restHotel(hotel: GraphQLHotel, shown: Shown): { id: number } & Record<string, unknown> {
  const { locales, withLabels } = shown;
  const { id, number, accommodationRules: rules, ...rest } = hotel;
  return {
    ...rest,
    _id: id,
    id: number,
    destination: named(hotel.destination, locales),
    shortDescription: within(hotel.shortDescription, locales),
    channelContent: { tagline: within(hotel.channelContent.tagline, locales) },
    accommodationRules: rules && { ...rules, note: within(rules.note, locales) },
    images: hotel.images.map((image) => restImage(image, locales)),
    roomTypes: hotel.roomTypes.map((roomType) => restRoomType(roomType, locales)),
    amenityCategories: hotel.amenityCategories.map(({ category, amenities }) => ({
      category: withLabels ? { code: category.code, label: within(category.name, locales) } : { code: category.code },
      amenities: amenities.map((value) => restValue(value, shown)),
    })),
    priceFrom: hotel.priceFrom && restPrices(hotel.priceFrom, locales),
  };
}
