import { CATALOGUE_FORMAT } from '../catalogue/file-schema.js';
import { demoAmenities } from './amenities.js';
import { demoBasics } from './basics.js';
import { hotelsInTheEast } from './hotels-east.js';
import { hotelsInTheWest } from './hotels-west.js';
import { demoInventory } from './inventory.js';
import { healthVisitTypes } from './visit-types-health.js';
import { otherVisitTypes } from './visit-types-other.js';
import { specialVisitTypes } from './visit-types-special.js';
import { wellnessVisitTypes } from './visit-types-wellness.js';
/** The demo catalogue as of `today`. */
export function demoCatalogue(today) {
    return {
        format: CATALOGUE_FORMAT,
        ...demoBasics,
        amenityCategories: demoAmenities,
        hotels: [...hotelsInTheWest, ...hotelsInTheEast],
        visitTypes: [healthVisitTypes, specialVisitTypes, wellnessVisitTypes, otherVisitTypes].flatMap((of) => of(today)),
        inventory: demoInventory(today),
    };
}
//# sourceMappingURL=catalogue.js.map