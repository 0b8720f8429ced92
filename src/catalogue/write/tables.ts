/**
 * The tables that a catalogue file fills, as data: their keys, owners and parts. Their columns are those of the rows that are
 * written to them, with the types that the database gives them.
 */
import type { CatalogueEpochKind } from '../../data/cache/epoch-scopes.ts';
import type { CountedKind } from '../counted.ts';

/** How imports write a table. */
export interface CatalogueTable {
  table: string;
  /** The primary key. */
  key: readonly string[];
  /** Columns that name the entry of the file that a row belongs to; changes are counted by it. All numbers, or one code. */
  owner: readonly string[];
  /** Columns that never change after insertion. */
  immutable?: readonly string[];
  /** What its rows are counted as. */
  counted: CountedKind;
  /** Columns whose content is counted part by part, by what the parts are counted as. */
  parts?: Parts;
  /** What any change of a row touches (U5): of entities, the one that the first owner column names. */
  touches: readonly Touched[];
  /** What is touched as well when rows come or go, or when one of `columns` changes. */
  redefines?: { readonly columns: readonly string[]; readonly touches: readonly Touched[] };
}

/** Everything that is cached for what was touched is forgotten. */
export type Touched = CatalogueEpochKind | 'structure' | 'dictionary';

export type Parts = { readonly [Kind in CountedKind]?: readonly string[] };

/** The PostgreSQL type of a column that names an entry. */
export function keyType(column: string): 'text' | 'int' {
  return column.endsWith('code') ? 'text' : 'int';
}

const BY_CODE = { key: ['code'], owner: ['code'] };
const BY_NUMBER = { key: ['number'], owner: ['number'], immutable: ['id'] };

const touching = (...touches: Touched[]) => ({ touches });
/** What a change of an entity touches; one of `columns` redefines it for all that refer to it. */
const touchingEntity = (kind: Touched, columns: readonly string[] = [], ...touches: Touched[]) => ({
  touches: [kind],
  redefines: { columns, touches: ['structure', ...touches] as const },
});

/** The keys of rows that belong to an entry: its key, then what tells them apart. */
const within = (owner: readonly string[], ...others: string[]) => ({ key: [...owner, ...others], owner });

const HOTEL = ['hotel_number'];
const VISIT_TYPE = ['visit_type_number'];
const PROMOTION = ['visit_type_number', 'promotion_number'];
/** Price lists and promotions are numbered within their visit type. */
const NUMBERED_IN_VISIT_TYPE = {
  key: ['visit_type_number', 'number'],
  owner: ['visit_type_number', 'number'],
  immutable: ['id'],
};

/** Columns of a visit type that decide what it or cancelling it costs and when it is sold. */
const TERMS = [
  ...['on_demand', 'stay_category', 'nights_min', 'nights_max', 'reservation_time_span', 'starting_days'],
  ...['selling_from', 'selling_to', 'cancellation_terms'],
];

const NAME: Parts = { texts: ['name'] };
const IMAGE: Parts = { texts: ['alt'], imageVariants: ['variants'], details: ['thumbnail_url', 'width', 'height'] };

export const tables = {
  channel: { table: 'channel', ...BY_CODE, ...touching('structure'), counted: 'channels' },
  destination: {
    table: 'destination',
    ...BY_NUMBER,
    ...touchingEntity('destination'),
    counted: 'destinations',
    parts: NAME,
  },
  tag: { table: 'tag', ...BY_NUMBER, ...touchingEntity('tag'), counted: 'tags', parts: NAME },
  loyaltyProgram: {
    table: 'loyalty_program',
    ...BY_NUMBER,
    ...touchingEntity('loyaltyProgram'),
    counted: 'loyaltyPrograms',
    parts: NAME,
  },
  visitTypeCategory: {
    table: 'visit_type_category',
    ...BY_NUMBER,
    ...touchingEntity('visitTypeCategory'),
    counted: 'visitTypeCategories',
    parts: NAME,
  },
  amenityCategory: {
    table: 'amenity_category',
    ...BY_CODE,
    ...touching('dictionary'),
    counted: 'amenityCategories',
    parts: NAME,
  },
  amenity: {
    table: 'amenity',
    ...BY_CODE,
    ...touching('dictionary'),
    counted: 'amenities',
    parts: { texts: ['label'], detailKinds: ['detail_kinds'] },
  },
  amenityOption: {
    table: 'amenity_option',
    ...within(['amenity_code'], 'code'),
    ...touching('dictionary'),
    counted: 'amenityOptions',
    parts: { texts: ['label'] },
  },
  hotel: {
    table: 'hotel',
    ...BY_NUMBER,
    ...touchingEntity('hotel', ['destination_number']),
    counted: 'hotels',
    parts: {
      texts: ['short_description'],
      indicationCodes: ['indication_codes'],
      staffLanguages: ['staff_language_codes'],
    },
  },
  accommodationRules: {
    table: 'accommodation_rules',
    ...within(HOTEL),
    ...touching('hotel'),
    counted: 'accommodationRules',
    parts: {
      texts: ['note'],
      details: [
        ...['check_in_from', 'check_in_to', 'check_out_to'],
        ...['pets_allowed', 'children_from_age', 'smoking_allowed'],
      ],
    },
  },
  hotelTagline: {
    table: 'hotel_tagline',
    ...within(HOTEL, 'channel_code'),
    ...touching('hotel'),
    counted: 'taglines',
    parts: { texts: ['text'] },
  },
  mealService: {
    table: 'meal_service',
    ...within(HOTEL, 'position'),
    ...touching('hotel'),
    counted: 'mealServices',
    parts: { details: ['served_as', 'from', 'to'] },
  },
  hotelImage: {
    table: 'hotel_image',
    ...within(HOTEL, 'position'),
    ...touching('hotel'),
    counted: 'hotelImages',
    parts: IMAGE,
  },
  hotelAmenity: {
    table: 'hotel_amenity',
    ...within(HOTEL, 'amenity_code'),
    ...touching('hotel'),
    counted: 'hotelAmenities',
    parts: {
      details: ['access', 'quantity', 'area', 'temperature', 'distance', 'age_limit'],
      chosenOptions: ['options'],
      openingHours: ['opening_hours'],
      texts: ['note'],
    },
  },
  roomType: {
    table: 'room_type',
    ...BY_NUMBER,
    immutable: ['id', 'hotel_number'],
    ...touchingEntity('roomType', ['beds']),
    counted: 'roomTypes',
    parts: { texts: ['category'] },
  },
  roomTypeImage: {
    table: 'room_type_image',
    ...within(['room_type_number'], 'position'),
    ...touching('roomType'),
    counted: 'roomTypeImages',
    parts: IMAGE,
  },
  visitType: {
    table: 'visit_type',
    ...BY_NUMBER,
    ...touchingEntity('visitType', TERMS, 'rates'),
    counted: 'visitTypes',
    parts: {
      details: ['stay_category', 'selling_from', 'selling_to', 'boarding'],
      texts: ['name', 'booking_url', 'description', 'commercial_slogan', 'notice', 'services'],
      startingDays: ['starting_days'],
      cancellationTerms: ['cancellation_terms'],
      availableBoardings: ['available_boardings'],
    },
  },
  timeConstraint: {
    table: 'time_constraint',
    ...within(VISIT_TYPE, 'from', 'to'),
    ...touching('visitType', 'rates'),
    counted: 'timeConstraints',
  },
  visitTypeCategoryLink: {
    table: 'visit_type_category_link',
    ...within(VISIT_TYPE, 'category_number'),
    ...touching('structure'),
    counted: 'visitTypeCategoryLinks',
  },
  visitTypeTag: {
    table: 'visit_type_tag',
    ...within(VISIT_TYPE, 'tag_number'),
    ...touching('structure'),
    counted: 'visitTypeTags',
  },
  visitTypeLoyaltyProgram: {
    table: 'visit_type_loyalty_program',
    ...within(VISIT_TYPE, 'loyalty_program_number'),
    ...touching('structure'),
    counted: 'visitTypeLoyaltyPrograms',
  },
  visitTypeHotel: {
    table: 'visit_type_hotel',
    ...within(VISIT_TYPE, 'hotel_number'),
    ...touching('structure'),
    counted: 'visitTypeHotels',
  },
  priceList: {
    table: 'price_list',
    ...NUMBERED_IN_VISIT_TYPE,
    ...touching('rates'),
    counted: 'priceLists',
    parts: { details: ['nights'] },
  },
  rate: {
    table: 'rate',
    ...within([...VISIT_TYPE, 'price_list_number'], 'room_type_number', 'from'),
    ...touching('rates'),
    counted: 'rates',
  },
  promotion: {
    table: 'promotion',
    ...NUMBERED_IN_VISIT_TYPE,
    ...touching('rates'),
    counted: 'promotions',
    parts: { ...NAME, details: ['valid_to'] },
  },
  promotionChannel: {
    table: 'promotion_channel',
    ...within(PROMOTION, 'channel_code'),
    ...touching('rates'),
    counted: 'promotionChannels',
  },
  promotionHotel: {
    table: 'promotion_hotel',
    ...within(PROMOTION, 'hotel_number'),
    ...touching('rates'),
    counted: 'promotionHotels',
  },
} satisfies Record<string, CatalogueTable>;
