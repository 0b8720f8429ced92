/** The declarations of everything that a catalogue file fills, capacity excepted. */
import { storedTerms } from '../../data/cancellation-terms.ts';
import type { Prisma } from '../../data/generated/prisma/client.ts';
import { type CancellationTerm, sortTerms } from '../../domain/booking/cancellation-terms.ts';
import { chosenOptions, shownDetails } from '../../domain/hotel/amenity-values.ts';
import { boardingOf } from '../../domain/hotel/boarding.ts';
import { majorOf, minorOf } from '../../domain/pricing/money.ts';
import * as hotels from '../file/file-hotel.ts';
import { salesTerms as salesTermsSchema, sectionSchemas, seller as sellerSchema } from '../file/file-schema.ts';
import * as visitTypes from '../file/file-visit-type.ts';
import { type CatalogueModel, entry, link, part, type RaisedKind, type Stored } from './declaration.ts';

/** The cache tags that a change of an entity raises (U5); one of `columns` redefines it for all that refer to it. */
function entity<const Column extends string = never>(kind: RaisedKind, columns: readonly Column[] = []) {
  return { raises: [kind], redefines: { columns, raises: ['structure'] as const } };
}

/** Hundredths of a percent; the same step as from crowns to hellers. */
function basisPointsOf(percentage: number): number {
  const basisPoints = minorOf(percentage);
  if (basisPoints === null) throw new RangeError(`${percentage} % has more than two decimals`);
  return basisPoints;
}

const BASIS_POINTS = { name: 'basisPoints', toStored: basisPointsOf, toFile: majorOf } as const;
const CHANNEL = { channel: 'channelCode' } as const;
const IMAGE_COUNTS = { variants: 'imageVariants' } as const;

const seller = part('Seller', sellerSchema, { counted: 'sellers', within: ['termsNumber'], raises: ['structure'] });
const salesTerms = entry('SalesTerms', salesTermsSchema, {
  counted: 'salesTerms',
  raises: ['structure'],
  lists: { seller },
});

const channel = entry('Channel', sectionSchemas.channels, { counted: 'channels', raises: ['structure'] });
const destination = entry('Destination', sectionSchemas.destinations, {
  counted: 'destinations',
  ...entity('destination'),
});
const tag = entry('Tag', sectionSchemas.tags, { counted: 'tags', ...entity('tag') });
const loyaltyProgram = entry('LoyaltyProgram', sectionSchemas.loyaltyPrograms, {
  counted: 'loyaltyPrograms',
  ...entity('loyaltyProgram'),
  columns: { percentage: BASIS_POINTS },
});
const visitTypeCategory = entry('VisitTypeCategory', sectionSchemas.visitTypeCategories, {
  counted: 'visitTypeCategories',
  ...entity('visitTypeCategory'),
});

const IN_DICTIONARY = { raises: ['dictionary'] } as const;
const amenityOption = part('AmenityOption', hotels.amenityOption, {
  counted: 'amenityOptions',
  within: ['amenityCode'],
  ...IN_DICTIONARY,
});
const amenity = entry('Amenity', hotels.amenity, {
  counted: 'amenities',
  within: ['categoryCode'],
  ...IN_DICTIONARY,
  lists: { options: amenityOption },
});
const amenityCategory = entry('AmenityCategory', hotels.amenityCategory, {
  counted: 'amenityCategories',
  ...IN_DICTIONARY,
  lists: { amenities: amenity },
});

const OF_HOTEL = { within: ['hotelNumber'], raises: ['hotel'] } as const;
const accommodationRules = part('AccommodationRules', hotels.accommodationRules, {
  counted: 'accommodationRules',
  ...OF_HOTEL,
});
const hotelTagline = part('HotelTagline', hotels.tagline, { counted: 'taglines', ...OF_HOTEL, columns: CHANNEL });
const mealService = part('MealService', hotels.mealService, { counted: 'mealServices', ...OF_HOTEL });
const hotelImage = part('HotelImage', hotels.imageEntry, {
  counted: 'hotelImages',
  ...OF_HOTEL,
  counts: IMAGE_COUNTS,
});

/** A value that states nothing but its presence. */
const UNFILLED = hotels.hotelAmenity.parse({ code: 'any' });

const WITH_DICTIONARY = { amenity: { include: { options: true } } } as const;

/** Details that the dictionary has lost since (U4) are left out: no import would take them. */
function readAmenity({
  amenityCode,
  amenity: { detailKinds, options },
  ...stored
}: Prisma.HotelAmenityGetPayload<{ include: typeof WITH_DICTIONARY }>) {
  const chosen = chosenOptions(options, stored.options).map((option) => option.code);
  return { amenityCode, ...UNFILLED, ...shownDetails({ ...stored, options: chosen }, detailKinds) };
}

const hotelAmenity = part('HotelAmenity', hotels.hotelAmenity, {
  counted: 'hotelAmenities',
  ...OF_HOTEL,
  columns: { code: 'amenityCode' },
  counts: { options: 'chosenOptions' },
  include: WITH_DICTIONARY,
  read: readAmenity,
});
const roomTypeImage = part('RoomTypeImage', hotels.imageEntry, {
  counted: 'roomTypeImages',
  within: ['roomTypeNumber'],
  raises: ['roomType'],
  counts: IMAGE_COUNTS,
});
const roomType = entry('RoomType', hotels.roomType, {
  counted: 'roomTypes',
  within: ['hotelNumber'],
  ...entity('roomType', ['beds']),
  lists: { images: roomTypeImage },
});
const hotel = entry('Hotel', hotels.hotel, {
  counted: 'hotels',
  ...entity('hotel', ['destinationNumber']),
  columns: { destinationId: 'destinationNumber' },
  counts: { staffLanguageCodes: 'staffLanguages', coordinates: 'details' },
  lists: {
    accommodationRules,
    taglines: hotelTagline,
    mealServices: mealService,
    images: hotelImage,
    amenities: hotelAmenity,
    roomTypes: roomType,
  },
});

const VISIT_TYPE = ['visitTypeNumber'] as const;
const LINKED = { within: VISIT_TYPE, raises: ['structure'] } as const;
const PRICED = { within: VISIT_TYPE, raises: ['rates'] } as const;
const IN_PROMOTION = { within: [...VISIT_TYPE, 'promotionNumber'], raises: ['rates'] } as const;

const timeConstraint = part('TimeConstraint', visitTypes.timeConstraint, {
  counted: 'timeConstraints',
  within: VISIT_TYPE,
  raises: ['visitType', 'rates'],
  isDistinct: true,
});
const inclusion = part('Inclusion', visitTypes.inclusion, {
  counted: 'inclusions',
  within: VISIT_TYPE,
  raises: ['visitType'],
});
const visitTypeCategoryLink = link('VisitTypeCategoryLink', 'categoryNumber', {
  counted: 'visitTypeCategoryLinks',
  ...LINKED,
});
const visitTypeTag = link('VisitTypeTag', 'tagNumber', { counted: 'visitTypeTags', ...LINKED });
const visitTypeLoyaltyProgram = link('VisitTypeLoyaltyProgram', 'loyaltyProgramNumber', {
  counted: 'visitTypeLoyaltyPrograms',
  ...LINKED,
});
const visitTypeHotel = link('VisitTypeHotel', 'hotelNumber', { counted: 'visitTypeHotels', ...LINKED });
const rate = part('Rate', visitTypes.rate, {
  counted: 'rates',
  within: [...VISIT_TYPE, 'priceListNumber'],
  raises: ['rates'],
  columns: {
    roomTypeId: 'roomTypeNumber',
    amount: { name: 'amountMinor', toStored: minorOf, toFile: majorOf },
  },
});
const priceList = entry('PriceList', visitTypes.priceList, {
  counted: 'priceLists',
  ...PRICED,
  columns: { nights: { name: 'nights', toFile: (nights: number | null) => nights ?? undefined } },
  lists: { rates: rate },
});
const promotionChannel = link('PromotionChannel', 'channelCode', { counted: 'promotionChannels', ...IN_PROMOTION });
const promotionHotel = link('PromotionHotel', 'hotelNumber', { counted: 'promotionHotels', ...IN_PROMOTION });
const promotion = entry('Promotion', visitTypes.promotion, {
  counted: 'promotions',
  ...PRICED,
  columns: {
    percentage: BASIS_POINTS,
    hotelIds: { name: 'allHotels', toStored: (hotelIds: readonly number[] | null) => hotelIds === null },
  },
  lists: { channels: promotionChannel, hotelIds: promotionHotel },
  read: (row: { allHotels: boolean; hotels: object[] }) => ({ ...row, hotels: row.allHotels ? null : row.hotels }),
});
const visitType = entry('VisitType', visitTypes.visitType, {
  counted: 'visitTypes',
  raises: ['visitType'],
  redefines: {
    // Everything else decides what it or cancelling it costs and when it is sold.
    shown: [
      ...(['priorityPosition', 'boarding', 'availableBoardings'] as const),
      ...(['procedures', 'procedureFrequency', 'proceduresPerDay'] as const),
    ],
    raises: ['structure', 'rates'],
  },
  columns: {
    cancellationTerms: {
      name: 'cancellationTerms',
      toStored: (terms: readonly visitTypes.CancellationTermEntry[]) =>
        sortTerms(terms).map(
          ({ daysBeforeArrival, percentage }): CancellationTerm => ({
            daysBeforeArrival,
            basisPoints: basisPointsOf(percentage),
          }),
        ),
      toFile: (cancellationTerms: Prisma.JsonValue) =>
        storedTerms({ cancellationTerms }).map(({ basisPoints, ...term }) => ({
          ...term,
          percentage: majorOf(basisPoints),
        })),
    },
  },
  lists: {
    inclusions: inclusion,
    timeConstraints: timeConstraint,
    categoryIds: visitTypeCategoryLink,
    tagIds: visitTypeTag,
    loyaltyProgramIds: visitTypeLoyaltyProgram,
    hotelIds: visitTypeHotel,
    priceLists: priceList,
    promotions: promotion,
  },
  read: (row: Prisma.VisitTypeGetPayload<object>) => ({ ...row, boarding: boardingOf(row) }),
});

/** Each model of the catalogue, as it is stored. */
export const stored = {
  salesTerms,
  seller,
  channel,
  destination,
  tag,
  loyaltyProgram,
  visitTypeCategory,
  amenityCategory,
  amenity,
  amenityOption,
  hotel,
  accommodationRules,
  hotelTagline,
  mealService,
  hotelImage,
  hotelAmenity,
  roomType,
  roomTypeImage,
  visitType,
  inclusion,
  timeConstraint,
  visitTypeCategoryLink,
  visitTypeTag,
  visitTypeLoyaltyProgram,
  visitTypeHotel,
  priceList,
  rate,
  promotion,
  promotionChannel,
  promotionHotel,
} satisfies Readonly<Record<Uncapitalize<CatalogueModel>, Stored>>;

/** What each section of the file is stored as, in the order of the file. */
export const storedSections = {
  channels: channel,
  destinations: destination,
  tags: tag,
  loyaltyPrograms: loyaltyProgram,
  visitTypeCategories: visitTypeCategory,
  amenityCategories: amenityCategory,
  hotels: hotel,
  visitTypes: visitType,
} satisfies Readonly<Record<Exclude<keyof typeof sectionSchemas, 'inventory'>, Stored>>;
