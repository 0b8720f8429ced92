/**
 * The demo: a small, believable property group with every variant of the interface. Its seasons, promotions and capacity follow
 * today, so it never ages. Its identifiers never change, and loading it again later never takes a room away.
 */
import { CATALOGUE_FORMAT, type Catalogue } from '../catalogue/file/file-schema.ts';
import type { Day } from '../domain/time/civil-date.ts';
import { demoAmenities } from './amenities.ts';
import { demoBasics } from './basics.ts';
import { hotelsInTheEast } from './hotels-east.ts';
import { hotelsInTheWest } from './hotels-west.ts';
import { demoInventory } from './inventory.ts';
import { healthVisitTypes } from './visit-types-health.ts';
import { otherVisitTypes } from './visit-types-other.ts';
import { specialVisitTypes } from './visit-types-special.ts';
import { wellnessVisitTypes } from './visit-types-wellness.ts';

export function demoCatalogue(today: Day): Catalogue {
  return {
    format: CATALOGUE_FORMAT,
    ...demoBasics,
    amenityCategories: demoAmenities,
    hotels: [...hotelsInTheWest, ...hotelsInTheEast],
    visitTypes: [healthVisitTypes, specialVisitTypes, wellnessVisitTypes, otherVisitTypes].flatMap((of) => of(today)),
    inventory: demoInventory(today),
  };
}
