/**
 * The tables that a catalogue file fills, column by column, as plain data: the one place that says how the rows of a table
 * are told apart and whom a row belongs to. `merge-rows.ts` makes every statement from it.
 */
import type { Counted } from './counted.ts';

/** How a table takes part in imports. */
export interface CatalogueTable {
  table: string;
  /** Column names with their PostgreSQL types. */
  columns: Readonly<Record<string, string>>;
  /** Columns of the primary key. */
  key: readonly string[];
  /** The thing of the file that a row is part of; changes are counted by it. All integers, or one code. */
  owner: readonly string[];
  /** Columns that never change once a row is there. */
  fixed?: readonly string[];
  /** What its rows are counted as. */
  counted: Counted;
  /** Columns whose content is counted part by part, by what its parts are counted as. */
  parts?: Readonly<Record<string, Counted>>;
}

const NAMED = { number: 'int', id: 'char(24)', name: 'jsonb' };
const KEYED_BY_NUMBER = { key: ['number'], owner: ['number'], fixed: ['id'] };
const NAME = { name: 'texts' } as const;
const IMAGE_PARTS = {
  alt: 'texts',
  variants: 'imageVariants',
  thumbnail_url: 'details',
  width: 'details',
  height: 'details',
} as const;
const IMAGE = {
  position: 'int',
  url: 'text',
  thumbnail_url: 'text',
  width: 'int',
  height: 'int',
  alt: 'jsonb',
  variants: 'jsonb',
};

/** A link between a visit type and something else. */
function linkOf(table: string, to: string, counted: Counted): CatalogueTable {
  return {
    table,
    columns: { visit_type_number: 'int', [to]: 'int' },
    key: ['visit_type_number', to],
    owner: ['visit_type_number'],
    counted,
  };
}

export const tables = {
  channel: {
    table: 'channel',
    columns: { code: 'text', name: 'text' },
    key: ['code'],
    owner: ['code'],
    counted: 'channels',
  },
  destination: { table: 'destination', columns: NAMED, ...KEYED_BY_NUMBER, counted: 'destinations', parts: NAME },
  tag: { table: 'tag', columns: { ...NAMED, color: 'text' }, ...KEYED_BY_NUMBER, counted: 'tags', parts: NAME },
  loyaltyProgram: {
    table: 'loyalty_program',
    columns: { ...NAMED, basis_points: 'int' },
    ...KEYED_BY_NUMBER,
    counted: 'loyaltyPrograms',
    parts: NAME,
  },
  visitTypeCategory: {
    table: 'visit_type_category',
    columns: NAMED,
    ...KEYED_BY_NUMBER,
    counted: 'visitTypeCategories',
    parts: NAME,
  },
  amenityCategory: {
    table: 'amenity_category',
    columns: { code: 'text', position: 'int', name: 'jsonb' },
    key: ['code'],
    owner: ['code'],
    counted: 'amenityCategories',
    parts: { name: 'texts' },
  },
  amenity: {
    table: 'amenity',
    columns: {
      code: 'text',
      category_code: 'text',
      position: 'int',
      label: 'jsonb',
      detail_kinds: '"AmenityDetailKind"[]',
    },
    key: ['code'],
    owner: ['code'],
    counted: 'amenities',
    parts: { label: 'texts', detail_kinds: 'detailKinds' },
  },
  amenityOption: {
    table: 'amenity_option',
    columns: { amenity_code: 'text', code: 'text', position: 'int', label: 'jsonb' },
    key: ['amenity_code', 'code'],
    owner: ['amenity_code'],
    counted: 'amenityOptions',
    parts: { label: 'texts' },
  },
  hotel: {
    table: 'hotel',
    columns: {
      number: 'int',
      id: 'char(24)',
      code: 'text',
      name: 'text',
      destination_number: 'int',
      stars: 'int',
      short_description: 'jsonb',
      indication_codes: 'text[]',
      staff_language_codes: 'text[]',
    },
    ...KEYED_BY_NUMBER,
    counted: 'hotels',
    parts: { short_description: 'texts', indication_codes: 'indicationCodes', staff_language_codes: 'staffLanguages' },
  },
  accommodationRules: {
    table: 'accommodation_rules',
    columns: {
      hotel_number: 'int',
      check_in_from: 'text',
      check_in_to: 'text',
      check_out_to: 'text',
      pets_allowed: 'boolean',
      children_from_age: 'int',
      smoking_allowed: 'boolean',
      note: 'jsonb',
    },
    key: ['hotel_number'],
    owner: ['hotel_number'],
    counted: 'accommodationRules',
    parts: {
      note: 'texts',
      check_in_from: 'details',
      check_in_to: 'details',
      check_out_to: 'details',
      pets_allowed: 'details',
      children_from_age: 'details',
      smoking_allowed: 'details',
    },
  },
  hotelTagline: {
    table: 'hotel_tagline',
    columns: { hotel_number: 'int', channel_code: 'text', text: 'jsonb' },
    key: ['hotel_number', 'channel_code'],
    owner: ['hotel_number'],
    counted: 'taglines',
    parts: { text: 'texts' },
  },
  mealService: {
    table: 'meal_service',
    columns: {
      hotel_number: 'int',
      position: 'int',
      boarding: '"Boarding"',
      served_as: 'text',
      from: 'text',
      to: 'text',
    },
    key: ['hotel_number', 'position'],
    owner: ['hotel_number'],
    counted: 'mealServices',
    parts: { served_as: 'details', from: 'details', to: 'details' },
  },
  hotelImage: {
    table: 'hotel_image',
    columns: { hotel_number: 'int', ...IMAGE },
    key: ['hotel_number', 'position'],
    owner: ['hotel_number'],
    counted: 'hotelImages',
    parts: IMAGE_PARTS,
  },
  hotelAmenity: {
    table: 'hotel_amenity',
    columns: {
      hotel_number: 'int',
      amenity_code: 'text',
      position: 'int',
      access: '"AmenityAccess"',
      options: 'text[]',
      opening_hours: 'jsonb',
      note: 'jsonb',
      quantity: 'int',
      area: 'double precision',
      temperature: 'double precision',
      distance: 'double precision',
      age_limit: 'int',
    },
    key: ['hotel_number', 'amenity_code'],
    owner: ['hotel_number'],
    counted: 'hotelAmenities',
    parts: {
      access: 'details',
      options: 'chosenOptions',
      opening_hours: 'openingHours',
      note: 'texts',
      quantity: 'details',
      area: 'details',
      temperature: 'details',
      distance: 'details',
      age_limit: 'details',
    },
  },
  roomType: {
    table: 'room_type',
    columns: { number: 'int', id: 'char(24)', hotel_number: 'int', code: 'text', category: 'jsonb', beds: 'int' },
    key: ['number'],
    owner: ['number'],
    fixed: ['id', 'hotel_number'],
    counted: 'roomTypes',
    parts: { category: 'texts' },
  },
  roomTypeImage: {
    table: 'room_type_image',
    columns: { room_type_number: 'int', ...IMAGE },
    key: ['room_type_number', 'position'],
    owner: ['room_type_number'],
    counted: 'roomTypeImages',
    parts: IMAGE_PARTS,
  },
  visitType: {
    table: 'visit_type',
    columns: {
      number: 'int',
      id: 'char(24)',
      priority_position: 'int',
      on_demand: 'boolean',
      stay_category: '"StayCategory"',
      name: 'jsonb',
      booking_url: 'jsonb',
      description: 'jsonb',
      commercial_slogan: 'jsonb',
      notice: 'jsonb',
      services: 'jsonb',
      nights_min: 'int',
      nights_max: 'int',
      reservation_time_span: '"ReservationTimeSpan"',
      starting_days: '"Weekday"[]',
      selling_from: 'date',
      selling_to: 'date',
      procedures: 'int',
      procedure_frequency: '"ProcedureFrequency"',
      procedures_per_day: 'int',
      boarding: '"Boarding"',
      available_boardings: '"Boarding"[]',
    },
    ...KEYED_BY_NUMBER,
    counted: 'visitTypes',
    parts: {
      stay_category: 'details',
      name: 'texts',
      booking_url: 'texts',
      description: 'texts',
      commercial_slogan: 'texts',
      notice: 'texts',
      services: 'texts',
      starting_days: 'startingDays',
      selling_from: 'details',
      selling_to: 'details',
      boarding: 'details',
      available_boardings: 'availableBoardings',
    },
  },
  timeConstraint: {
    table: 'time_constraint',
    columns: { visit_type_number: 'int', from: 'date', to: 'date' },
    key: ['visit_type_number', 'from', 'to'],
    owner: ['visit_type_number'],
    counted: 'timeConstraints',
  },
  visitTypeCategoryLink: linkOf('visit_type_category_link', 'category_number', 'visitTypeCategoryLinks'),
  visitTypeTag: linkOf('visit_type_tag', 'tag_number', 'visitTypeTags'),
  visitTypeLoyaltyProgram: linkOf('visit_type_loyalty_program', 'loyalty_program_number', 'visitTypeLoyaltyPrograms'),
  visitTypeHotel: linkOf('visit_type_hotel', 'hotel_number', 'visitTypeHotels'),
  priceList: {
    table: 'price_list',
    columns: {
      visit_type_number: 'int',
      number: 'int',
      id: 'char(24)',
      kind: '"PriceListKind"',
      nights: 'int',
      quoted_per: '"QuotedPer"',
      currency: '"Currency"',
    },
    key: ['visit_type_number', 'number'],
    owner: ['visit_type_number', 'number'],
    fixed: ['id'],
    counted: 'priceLists',
    parts: { nights: 'details' },
  },
  rate: {
    table: 'rate',
    columns: {
      visit_type_number: 'int',
      price_list_number: 'int',
      room_type_number: 'int',
      from: 'date',
      to: 'date',
      amount_minor: 'int',
    },
    key: ['visit_type_number', 'price_list_number', 'room_type_number', 'from'],
    owner: ['visit_type_number', 'price_list_number'],
    counted: 'rates',
  },
  promotion: {
    table: 'promotion',
    columns: {
      visit_type_number: 'int',
      number: 'int',
      id: 'char(24)',
      name: 'jsonb',
      basis_points: 'int',
      valid_from: 'date',
      valid_to: 'date',
      all_hotels: 'boolean',
    },
    key: ['visit_type_number', 'number'],
    owner: ['visit_type_number', 'number'],
    fixed: ['id'],
    counted: 'promotions',
    parts: { name: 'texts', valid_to: 'details' },
  },
  promotionChannel: {
    table: 'promotion_channel',
    columns: { visit_type_number: 'int', promotion_number: 'int', channel_code: 'text' },
    key: ['visit_type_number', 'promotion_number', 'channel_code'],
    owner: ['visit_type_number', 'promotion_number'],
    counted: 'promotionChannels',
  },
  promotionHotel: {
    table: 'promotion_hotel',
    columns: { visit_type_number: 'int', promotion_number: 'int', hotel_number: 'int' },
    key: ['visit_type_number', 'promotion_number', 'hotel_number'],
    owner: ['visit_type_number', 'promotion_number'],
    counted: 'promotionHotels',
  },
} satisfies Record<string, CatalogueTable>;
