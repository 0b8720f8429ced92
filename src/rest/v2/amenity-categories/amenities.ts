/** Amenities in v2: the dictionary, and the values of hotels (V5). */
import { shownDetails } from '../../../domain/hotel/amenity-values.ts';
import { detailKindOf } from '../../../graphql/schema/catalogue/amenity-enums.ts';
import { asStored } from '../../../graphql/schema/enums.ts';
import type { HotelAmenityCategoryFragment } from '../../generated/operations.ts';

/** Names the version of the dictionary that an answer goes with (V6). */
export const AMENITIES_VERSION_HEADER = 'X-Service-Amenities-Version';

export function amenitiesVersionHeader({
  amenitiesVersion,
}: {
  readonly amenitiesVersion: string;
}): Record<string, string> {
  return { [AMENITIES_VERSION_HEADER]: amenitiesVersion };
}

/** A category with its values: each has its code and the details that its dictionary entry names, no others. */
export function toHotelAmenityCategory({ category, amenities }: HotelAmenityCategoryFragment) {
  return {
    category,
    amenities: amenities.map(toHotelAmenity),
  };
}

function toHotelAmenity(value: HotelAmenityCategoryFragment['amenities'][number]) {
  const { code, amenity, access } = value;
  const details = shownDetails({ ...value, access: access && asStored(access) }, value.detailKinds.map(detailKindOf));
  return amenity ? { code, label: amenity.label, ...details } : { code, ...details };
}
