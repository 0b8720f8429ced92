/** Capacity: a bed for each guest (B2), and for a binding booking a room of the type on every night of the stay (B3). */
import type { Refusal } from '../problem/refusal.ts';
import type { Stay } from '../stay/stay.ts';
import type { Day } from '../time/civil-date.ts';

/** Rooms left by night, for nights with recorded capacity. */
export type RoomsLeft = ReadonlyMap<Day, number>;

/**
 * The first night of the stay without a room left; null: none.
 * @param own nights of which the booking has a room already; null: none
 */
export function firstFullNight(nights: RoomsLeft, { arrival, departure }: Stay, own: Stay | null = null): Day | null {
  for (let night = arrival; night < departure; night++) {
    const isOwn = own !== null && own.arrival <= night && night < own.departure;
    if (!isOwn && (nights.get(night) ?? 0) < 1) return night;
  }
  return null;
}

/** What is left of nights when `rooms` more are taken of each. */
export function nightsAfter(nights: RoomsLeft, rooms: number): RoomsLeft {
  return rooms === 0 ? nights : new Map([...nights].map(([night, left]) => [night, left - rooms]));
}

/** The problem with the number of guests in a room of `beds`, or null (B2). */
export function guestCountProblem({ guests, beds }: { guests: number; beds: number }): Refusal<'guestCount'> | null {
  return guests >= 1 && guests <= beds ? null : { kind: 'guestCount', beds, guests };
}
