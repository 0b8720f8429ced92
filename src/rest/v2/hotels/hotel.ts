/** Hotels in v2: the same shape in the list and alone. */
import type { HotelFragment } from '../../generated/operations.ts';
import { list } from '../../parameters.ts';
import { toHotelAmenityCategory } from '../amenity-categories/amenities.ts';
import { toImageRecord } from '../image.ts';
import { toRoomTypeRecord } from '../room-types/room-type.ts';
import { toPriceFromRecord } from './price-from.ts';

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
export function toHotelRecord(hotel: HotelFragment) {
  return {
    ...hotel,
    images: hotel.images.map(toImageRecord),
    roomTypes: hotel.roomTypes.map(toRoomTypeRecord),
    amenityCategories: hotel.amenityCategories.map(toHotelAmenityCategory),
    priceFrom: toPriceFromRecord(hotel.priceFrom),
  };
}
