/** Capacity of a binding booking: one room of the type on every night of the stay, or none on any (B3). */
import type { Stay } from '../../domain/stay/stay.ts';
import type { Day } from '../../domain/time/civil-date.ts';

/** Rooms left by night, of the nights that have recorded capacity. */
export type LockedNights = ReadonlyMap<Day, number>;

/** The first night of the stay on which no room is left; null: there is one on every night. */
export function firstFullNight(nights: LockedNights, { arrival, departure }: Stay): Day | null {
  for (let night = arrival; night < departure; night++) if ((nights.get(night) ?? 0) < 1) return night;
  return null;
}
