/** Amenities in v2: the entries of the dictionary, and the values of hotels (V5). */
import { shownDetails } from '../../domain/amenity-values.js';
/** The header that says which content of the dictionary an answer goes with (V6). */
export const AMENITIES_VERSION_HEADER = 'X-Service-Amenities-Version';
/** The root field beside `result` that gives the value of the header. */
export const AMENITIES_VERSION = 'amenitiesVersion';
/** The header of an answer. */
export function amenitiesVersionHeader(beside) {
    return { [AMENITIES_VERSION_HEADER]: String(beside[AMENITIES_VERSION]) };
}
/** Labels are inlined only for `expand=amenityLabels`, the variable of that name. */
const LABEL = 'label @include(if: $amenityLabels) { ...Text }';
/** The selection of `HotelAmenityCategoryResult`. */
export const HOTEL_AMENITY_CATEGORY = `
  category { code label: name @include(if: $amenityLabels) { ...Text } }
  amenities {
    code
    amenity @include(if: $amenityLabels) { label { ...Text } }
    detailKinds
    access
    options { code ${LABEL} }
    openingHours { days from to }
    note { ...Text }
    quantity
    area
    temperature
    distance
    ageLimit
  }`;
/** A category with its values, each with its code and the details that its dictionary entry names, and nothing else. */
export function hotelAmenityCategoryOf({ category, amenities }) {
    return {
        category,
        amenities: amenities.map(hotelAmenityOf),
    };
}
function hotelAmenityOf(value) {
    const { code, amenity } = value;
    const details = shownDetails(value, value.detailKinds);
    return amenity ? { code, label: amenity.label, ...details } : { code, ...details };
}
//# sourceMappingURL=amenities.js.map