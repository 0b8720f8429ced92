/** Turns what a clerk wants into changes of `updateInventory`, and plans how to take them back. */
import { groupBy } from '../../../../domain/group-by.ts';
import type { Day } from '../../../../domain/time/civil-date.ts';
import { datesOf, nightsOf, rangesOf, type Selection } from '../month/selection.ts';

/** What is recorded about a night of a room type. */
export interface RecordedNight {
  /** Null: no capacity is recorded, which sells like none. */
  readonly units: number | null;
  readonly closed: boolean;
}

/** What is to be stated about nights. */
export type InventoryWish = { readonly closed: boolean } | { readonly units: number };

/** A change as `updateInventory` takes it. */
export interface InventoryChange {
  readonly roomType: number;
  readonly from: string;
  readonly to: string;
  readonly units?: number;
  readonly closed?: boolean;
  /** What the clerk has seen of what changes: anything else is not overwritten (U8). */
  readonly expected: { readonly units?: number | null; readonly closed?: boolean };
}

interface ChosenNights {
  readonly selection: Selection;
  readonly today: Day;
  /** The record of a night before the wish is fulfilled. */
  before(room: number, night: Day): RecordedNight;
}

/** The changes that make a wish come true on all chosen nights. */
export function planInventory(wish: InventoryWish, chosen: ChosenNights): InventoryChange[] {
  const [field] = wishedOf(wish);
  return partsOf(field, chosen).map(({ before, ...range }) => ({ ...range, ...wish, expected: { [field]: before } }));
}

/**
 * The changes that put back what a wish replaces, where it is still as wished; nights that were as wished before stay as they are. A
 * night that had no units gets 0, which sells as much.
 */
export function planUndo(wish: InventoryWish, chosen: ChosenNights): InventoryChange[] {
  const [field, wished] = wishedOf(wish);
  return partsOf(field, chosen)
    .filter(({ before }) => before !== wished)
    .map(({ before, ...range }) => ({ ...range, [field]: before ?? 0, expected: wish }));
}

function wishedOf(wish: InventoryWish): ['units', number] | ['closed', boolean] {
  return 'units' in wish ? ['units', wish.units] : ['closed', wish.closed];
}

/** The chosen nights by what they have in a field, as ranges of a room type. */
function partsOf(
  field: 'units' | 'closed',
  { selection, today, before }: ChosenNights,
): (Pick<InventoryChange, 'roomType' | 'from' | 'to'> & { before: number | boolean | null })[] {
  const nights = nightsOf(selection, today);
  return selection.rooms.flatMap((roomType) =>
    [...groupBy(nights, (night) => before(roomType, night)[field])].flatMap(([value, ofValue]) =>
      rangesOf(ofValue).map((range) => ({ roomType, ...datesOf(range), before: value })),
    ),
  );
}
