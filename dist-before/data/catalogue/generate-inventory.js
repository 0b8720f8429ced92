/** Capacity of generated catalogues: a year from today for every room type, with stretches that are sold out. */
import { formatDay } from '../../domain/civil-date.js';
import { roomTypeIdsOf } from './generate-hotel.js';
import { randomNumbers } from './random-numbers.js';
const NIGHTS = 365;
const LONGEST_STRETCH = 14;
/** Inventory entries of the room types of a hotel. */
export function generatedInventory(hotelId, { seed, today }) {
    return roomTypeIdsOf(hotelId, seed).flatMap((roomTypeId) => {
        const random = randomNumbers(`${seed} inventory ${roomTypeId}`);
        const entries = [];
        for (let night = 0; night < NIGHTS;) {
            const length = Math.min(random.whole(1, LONGEST_STRETCH), NIGHTS - night);
            const from = formatDay(today + night);
            const to = formatDay(today + night + length - 1);
            entries.push({ roomTypeId, from, to, units: random.chance(0.1) ? 0 : random.whole(1, 12) });
            night += length;
        }
        return entries;
    });
}
//# sourceMappingURL=generate-inventory.js.map