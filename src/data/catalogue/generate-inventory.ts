/** Generated capacity: a year from today for every room type, with sold-out stretches. */
import { type Day, formatDay } from '../../domain/civil-date.ts';
import { roomTypeIdsOf } from './generate-hotel.ts';
import { randomNumbers } from './random-numbers.ts';

const NIGHTS = 365;
const LONGEST_STRETCH = 14;

/** Inventory entries of a hotel's room types. */
export function generatedInventory(hotelId: number, { seed, today }: { seed: number; today: Day }): object[] {
  return roomTypeIdsOf(hotelId, seed).flatMap((roomTypeId) => {
    const random = randomNumbers(`${seed} inventory ${roomTypeId}`);
    const entries: object[] = [];
    for (let night = 0; night < NIGHTS; ) {
      const length = Math.min(random.whole(1, LONGEST_STRETCH), NIGHTS - night);
      const from = formatDay(today + night);
      const to = formatDay(today + night + length - 1);
      entries.push({ roomTypeId, from, to, units: random.chance(0.1) ? 0 : random.whole(1, 12) });
      night += length;
    }
    return entries;
  });
}
