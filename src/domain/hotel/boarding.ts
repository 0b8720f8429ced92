/**
 * The meals that a visit type includes (V8). A catalogue must state them, but rows of older imports may lack them. Then the
 * first of the meals to choose from counts, else the least.
 */

/** Promising less never disappoints. */
const MINIMAL_BOARDING = 'BREAKFAST';

/** The stated meals, else the first of those to choose from, else breakfast. */
export function boardingOf<Boarding extends string>({
  boarding,
  availableBoardings,
}: {
  boarding: Boarding | null;
  availableBoardings: readonly Boarding[];
}): Boarding | typeof MINIMAL_BOARDING {
  return boarding ?? availableBoardings[0] ?? MINIMAL_BOARDING;
}
