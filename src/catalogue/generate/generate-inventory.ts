/** Generated capacity: a year from today for every room type, with sold-out stretches. */
import { type Day, formatDay } from '../../domain/time/civil-date.ts';
import { roomTypeIdsOf } from './generate-hotel.ts';
import { createRandomNumbers } from './random-numbers.ts';

const GENERATED_NIGHTS = 365;
const MAX_STRETCH_NIGHTS = 14;

/** Inventory entries of a hotel's room types. */
export function generateInventory(hotelId: number, { seed, today }: { seed: number; today: Day }): object[] {
  return roomTypeIdsOf(hotelId, seed).flatMap((roomTypeId) => {
    const random = createRandomNumbers(`${seed} inventory ${roomTypeId}`);
    const entries: object[] = [];
    for (let night = 0; night < GENERATED_NIGHTS; ) {
      const length = Math.min(random.whole(1, MAX_STRETCH_NIGHTS), GENERATED_NIGHTS - night);
      const from = formatDay(today + night);
      const to = formatDay(today + night + length - 1);
      entries.push({ roomTypeId, from, to, units: random.chance(0.1) ? 0 : random.whole(1, 12) });
      night += length;
    }
    return entries;
  });
}
