/** Hotels in v2: the same shape in the list and alone. */
import type { HotelFragment } from '../generated/operations.ts';
import { list } from '../parameters.ts';
import { hotelAmenityCategoryOf } from './amenities.ts';
import { imageOf } from './image.ts';
import { priceFromOf } from './price-from.ts';
import { roomTypeOf } from './room-type.ts';

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

/** The variable of the documents that select hotels. */
export function expandVariables(expand: readonly string[] | null): { amenityLabels: boolean } {
  return { amenityLabels: expand?.includes(AMENITY_LABELS) ?? false };
}

/** Assigning to an existing key keeps its position, so the field order is the document's. */
export function hotelOf(hotel: HotelFragment) {
  return {
    ...hotel,
    images: hotel.images.map(imageOf),
    roomTypes: hotel.roomTypes.map(roomTypeOf),
    amenityCategories: hotel.amenityCategories.map(hotelAmenityCategoryOf),
    priceFrom: priceFromOf(hotel.priceFrom),
  };
}
