/** Hotels in v2: one shape, in the list and alone. */
import { list } from '../parameters.ts';
import { HOTEL_AMENITY_CATEGORY, type HotelAmenityCategoryResult, hotelAmenityCategoryOf } from './amenities.ts';
import { IMAGE, type ImageResult, imageOf } from './image.ts';
import { PRICE_FROM, type PriceFromResult, priceFromOf } from './price-from.ts';
import { ROOM_TYPE, type RoomTypeResult, roomTypeOf } from './room-type.ts';

const AMENITY_LABELS = 'amenityLabels';

export const EXPAND_PARAMETER = {
  expand: list({
    canonical: 'expand',
    description:
      'Comma-separated. `amenityLabels` inlines the localized `label` of each amenity category, amenity and selected option. Other names are ignored.',
    example: AMENITY_LABELS,
    values: [AMENITY_LABELS],
  }),
};

/** The variable of the documents that select `HOTEL`. */
export function expandVariables(expand: readonly string[] | null): { amenityLabels: boolean } {
  return { amenityLabels: expand?.includes(AMENITY_LABELS) ?? false };
}

/** The selection of a `HotelResult`; it needs the variable `$amenityLabels`. */
export const HOTEL = `
  _id: id
  id: number
  code
  name
  stars
  destination { _id: id id: number name { ...Text } }
  shortDescription { ...Text }
  channelContent { tagline { ...Text } }
  accommodationRules { checkInFrom checkInTo checkOutTo petsAllowed childrenFromAge smokingAllowed note { ...Text } }
  mealServices { boarding servedAs from to }
  indicationCodes
  staffLanguageCodes
  images { ${IMAGE} }
  roomTypes { ${ROOM_TYPE} }
  amenityCategories { ${HOTEL_AMENITY_CATEGORY} }
  priceFrom { ${PRICE_FROM} }`;

export interface HotelResult {
  readonly images: readonly ImageResult[];
  readonly roomTypes: readonly RoomTypeResult[];
  readonly amenityCategories: readonly HotelAmenityCategoryResult[];
  readonly priceFrom: readonly PriceFromResult[] | null;
}

/** A hotel as v2 shows it. Assigning to a key that exists keeps its place, so the order of the fields stays. */
export function hotelOf(hotel: HotelResult) {
  return {
    ...hotel,
    images: hotel.images.map(imageOf),
    roomTypes: hotel.roomTypes.map(roomTypeOf),
    amenityCategories: hotel.amenityCategories.map(hotelAmenityCategoryOf),
    priceFrom: priceFromOf(hotel.priceFrom),
  };
}
