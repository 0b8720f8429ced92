/** From what a clerk wants to the changes of `updateInventory`, and back to what was before. */
import { type Day, type DayRange, formatDay } from '../../../../domain/time/civil-date.ts';
import { nightsOf, rangesOf, type Selection } from '../month/selection.ts';

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
}

/** One change for each range of chosen nights and each room type. */
export function planInventory(wish: InventoryWish, selection: Selection, today: Day): InventoryChange[] {
  const ranges = rangesOf(nightsOf(selection, today));
  return selection.rooms.flatMap((roomType) => ranges.map((range) => ({ roomType, ...datesOf(range), ...wish })));
}

/**
 * The changes that put back what a wish replaces: nights that are as wished already stay as they are. `before` is the record of
 * a night before the wish was fulfilled. A night that had no units gets 0, which sells as much.
 */
export function planUndo(
  wish: InventoryWish,
  {
    selection,
    today,
    before,
  }: { readonly selection: Selection; readonly today: Day; before(room: number, night: Day): RecordedNight },
): InventoryChange[] {
  const [field, wished] = 'units' in wish ? (['units', wish.units] as const) : (['closed', wish.closed] as const);
  const nights = nightsOf(selection, today);
  return selection.rooms.flatMap((roomType) => {
    const nightsBack = new Map<number | boolean, Day[]>();
    for (const night of nights) {
      const value = before(roomType, night)[field];
      if (value === wished) continue;
      const back = value ?? 0;
      const ofValue = nightsBack.get(back);
      if (ofValue) ofValue.push(night);
      else nightsBack.set(back, [night]);
    }
    return [...nightsBack].flatMap(([value, ofValue]) =>
      rangesOf(ofValue).map((range) => ({ roomType, ...datesOf(range), [field]: value })),
    );
  });
}

function datesOf({ from, to }: DayRange): { from: string; to: string } {
  return { from: formatDay(from), to: formatDay(to) };
}
