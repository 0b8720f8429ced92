/**
 * The demo: a small, believable property group with every variant of the interface. Its seasons, promotions and capacity follow
 * today, so it never ages. Its identifiers never change, and loading it again later never takes a room away. What does not
 * depend on today is a catalogue file of its own: hotels whose images have every variant, some, or an unknown size; a dictionary
 * with every kind of detail; names in all languages, other translations that a real property would lack missing, null or empty.
 */
import type { Catalogue } from '../catalogue/file/file-schema.ts';
import type { Day } from '../domain/time/civil-date.ts';
import { demoInventory } from './inventory.ts';
import propertyGroup from './property-group.json' with { type: 'json' };
import { healthVisitTypes } from './visit-types-health.ts';
import { otherVisitTypes } from './visit-types-other.ts';
import { specialVisitTypes } from './visit-types-special.ts';
import { wellnessVisitTypes } from './visit-types-wellness.ts';

export function demoCatalogue(today: Day): Catalogue {
  return {
    ...(propertyGroup as Catalogue),
    visitTypes: [healthVisitTypes, specialVisitTypes, wellnessVisitTypes, otherVisitTypes].flatMap((of) => of(today)),
    inventory: demoInventory(today),
  };
}
