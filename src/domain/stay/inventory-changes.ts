/** Changes of recorded capacity: what they state about each night, where later ones override earlier ones (U1). */
import { groupBy } from '../group-by.ts';
import type { DayRange } from '../time/civil-date.ts';
import { overlayParts, partsOfLastRanges } from '../time/overriding-ranges.ts';

/** The most rooms of a type for sale on a night. */
export const UNITS_MAX = 1_000_000;

/** What a change states about the nights of a range; null: nothing. */
export interface InventoryChange extends DayRange {
  readonly roomTypeNumber: number;
  readonly units: number | null;
  readonly closed: boolean | null;
}

/** What all changes together state about the nights of a range. */
export interface StatedNights extends InventoryChange {
  /** Index of the change that states the units; null: none does. */
  readonly unitsChange: number | null;
  /** Whether they are to have no record any more. */
  readonly removes: boolean;
}

/**
 * What the changes state about each night, by ascending room type and night, without overlaps. Units and closing override
 * each other separately: a later change that only closes leaves the units of an earlier one.
 */
export function stateInventory(changes: readonly InventoryChange[]): StatedNights[] {
  const indexed = changes.map((change, index) => ({ ...change, index }));
  const rooms = groupBy(indexed, ({ roomTypeNumber }) => roomTypeNumber);
  return [...rooms]
    .sort(([one], [other]) => one - other)
    .flatMap(([roomTypeNumber, ofRoom]) => {
      const partsOf = (field: 'units' | 'closed') =>
        partsOfLastRanges(ofRoom.filter((change) => change[field] !== null));
      return overlayParts(partsOf('units'), partsOf('closed')).map(({ from, to, one, other }) => ({
        roomTypeNumber,
        from,
        to,
        units: one?.units ?? null,
        closed: other?.closed ?? null,
        unitsChange: one?.index ?? null,
        removes: false,
      }));
    });
}
