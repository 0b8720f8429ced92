/**
 * The meals that a visit type includes (V8). A catalogue must state them, but one that was imported before it had to may have
 * none; then the first of the meals to choose from stands for them, and without any the least that is promised.
 */

/** What is said of a visit type that neither states its meals nor offers any: promising less never disappoints. */
const LEAST_BOARDING = 'BREAKFAST';

/** The stated meals, else the first of those to choose from, else breakfast; never null. */
export function boardingOf<Boarding extends string>({
  boarding,
  availableBoardings,
}: {
  boarding: Boarding | null;
  availableBoardings: readonly Boarding[];
}): Boarding | typeof LEAST_BOARDING {
  return boarding ?? availableBoardings[0] ?? LEAST_BOARDING;
}
