/**
 * The tables that a catalogue file fills, as data: their keys, owners and parts. Their columns are those of the rows that are
 * written to them, with the types that the database gives them.
 */
import type { CatalogueTables, Touched } from './catalogue-table.ts';

const BY_CODE = { key: ['code'], owner: ['code'] };
const BY_NUMBER = { key: ['number'], owner: ['number'], immutable: ['id'] };

const touching = (...touches: Touched[]) => ({ touches });
/** What a change of an entity touches (U5); one of `columns` redefines it for all that refer to it. */
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

const NAME = { name: 'texts' } as const;
const IMAGE = {
  alt: 'texts',
  variants: 'imageVariants',
  thumbnailUrl: 'details',
  width: 'details',
  height: 'details',
} as const;

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
    parts: { label: 'texts', detailKinds: 'detailKinds' },
  },
  amenityOption: {
    table: 'amenity_option',
    ...within(['amenity_code'], 'code'),
    ...touching('dictionary'),
    counted: 'amenityOptions',
    parts: { label: 'texts' },
  },
  hotel: {
    table: 'hotel',
    ...BY_NUMBER,
    ...touchingEntity('hotel', ['destination_number']),
    counted: 'hotels',
    parts: {
      shortDescription: 'texts',
      indicationCodes: 'indicationCodes',
      staffLanguageCodes: 'staffLanguages',
      address: 'details',
      phone: 'details',
      reservationEmail: 'details',
      reservationLanguage: 'details',
    },
  },
  accommodationRules: {
    table: 'accommodation_rules',
    ...within(HOTEL),
    ...touching('hotel'),
    counted: 'accommodationRules',
    parts: {
      note: 'texts',
      checkInFrom: 'details',
      checkInTo: 'details',
      checkOutTo: 'details',
      petsAllowed: 'details',
      childrenFromAge: 'details',
      smokingAllowed: 'details',
    },
  },
  hotelTagline: {
    table: 'hotel_tagline',
    ...within(HOTEL, 'channel_code'),
    ...touching('hotel'),
    counted: 'taglines',
    parts: { text: 'texts' },
  },
  mealService: {
    table: 'meal_service',
    ...within(HOTEL, 'position'),
    ...touching('hotel'),
    counted: 'mealServices',
    parts: { servedAs: 'details', from: 'details', to: 'details' },
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
      access: 'details',
      options: 'chosenOptions',
      openingHours: 'openingHours',
      note: 'texts',
      quantity: 'details',
      area: 'details',
      temperature: 'details',
      distance: 'details',
      ageLimit: 'details',
    },
  },
  roomType: {
    table: 'room_type',
    ...BY_NUMBER,
    immutable: ['id', 'hotel_number'],
    ...touchingEntity('roomType', ['beds']),
    counted: 'roomTypes',
    parts: { category: 'texts' },
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
      stayCategory: 'details',
      ...NAME,
      bookingUrl: 'texts',
      description: 'texts',
      commercialSlogan: 'texts',
      notice: 'texts',
      services: 'texts',
      startingDays: 'startingDays',
      sellingFrom: 'details',
      sellingTo: 'details',
      cancellationTerms: 'cancellationTerms',
      boarding: 'details',
      availableBoardings: 'availableBoardings',
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
    parts: { nights: 'details' },
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
    parts: { ...NAME, validTo: 'details' },
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
} satisfies CatalogueTables;
