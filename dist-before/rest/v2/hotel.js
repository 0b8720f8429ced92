/** Hotels in v2: one shape, in the list and alone. */
import { list } from '../parameters.js';
import { HOTEL_AMENITY_CATEGORY, hotelAmenityCategoryOf } from './amenities.js';
import { IMAGE, imageOf } from './image.js';
import { PRICE_FROM, priceFromOf } from './price-from.js';
import { ROOM_TYPE, roomTypeOf } from './room-type.js';
const AMENITY_LABELS = 'amenityLabels';
export const EXPAND_PARAMETER = {
    expand: list({
        canonical: 'expand',
        description: 'Comma-separated. `amenityLabels` inlines the localized `label` of each amenity category, amenity and selected option. Other names are ignored.',
        example: AMENITY_LABELS,
        values: [AMENITY_LABELS],
    }),
};
/** The variable of the documents that select `HOTEL`. */
export function expandVariables(expand) {
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
/** A hotel as v2 shows it. Assigning to a key that exists keeps its place, so the order of the fields stays. */
export function hotelOf(hotel) {
    return {
        ...hotel,
        images: hotel.images.map(imageOf),
        roomTypes: hotel.roomTypes.map(roomTypeOf),
        amenityCategories: hotel.amenityCategories.map(hotelAmenityCategoryOf),
        priceFrom: priceFromOf(hotel.priceFrom),
    };
}
//# sourceMappingURL=hotel.js.map