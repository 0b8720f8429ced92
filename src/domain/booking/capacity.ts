/** Capacity of a binding booking: a room of the type on every night of the stay, or no booking (B3). */
import type { Stay } from '../stay/stay.ts';
import type { Day } from '../time/civil-date.ts';

/** Rooms left by night, for nights with recorded capacity. */
export type LockedNights = ReadonlyMap<Day, number>;

/** The first night of the stay without a room left; null: none. */
export function firstFullNight(nights: LockedNights, { arrival, departure }: Stay): Day | null {
  for (let night = arrival; night < departure; night++) if ((nights.get(night) ?? 0) < 1) return night;
  return null;
}
