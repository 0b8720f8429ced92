/**
 * Capacity that is left, by room type: rooms per night from today on, as the calendar's rules take it. Kept across requests
 * for as long as the inventory epoch of the hotel lasts. Bookings do not read it: they lock the rows themselves.
 */
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { lastNightForSale } from '../domain/horizon.js';
import { columnOfDay } from './civil-dates.js';
const CACHE_BYTES = 64 * 1024 * 1024;
/** The cache that the sessions of a process share, bounded by the bytes of its arrays. */
export function createCapacityCache() {
    return new LRUCache({ maxSize: CACHE_BYTES, sizeCalculation: ({ remaining }) => 64 + remaining.byteLength });
}
/** A loader of the capacity left. Within the request, what is left of a room type stays what it first was. */
export function capacityLoader({ database, cache, epochs, today, inventories, }) {
    const epochOf = ({ hotelNumber }) => epochs.of(`inventory:${hotelNumber}`);
    const missing = new DataLoader(async (rooms) => {
        // Read before the rows: what is sold after this is under a later epoch.
        const before = rooms.map(epochOf);
        const read = await readCapacity(database, { roomTypes: rooms.map(({ number }) => number), today });
        return rooms.map(({ number }, index) => {
            const remaining = read.get(number) ?? new Int32Array(0);
            cache.set(number, { epoch: before[index], today, remaining });
            return remaining;
        });
    }, { cache: false });
    const looked = new Map();
    return {
        load(room) {
            const first = looked.get(room.number);
            if (first)
                return first;
            const epoch = epochOf(room);
            // The first one counts: what was read under it stays in the answer, whatever is sold before the next look.
            if (!inventories.has(room.hotelNumber))
                inventories.set(room.hotelNumber, epoch);
            const stock = cache.get(room.number);
            const isKept = stock?.today === today && stock.epoch === epoch;
            const remaining = isKept ? stock.remaining : missing.load(room);
            looked.set(room.number, remaining);
            return remaining;
        },
    };
}
/** Reads what is left, by the numbers of room types; of those that have nothing left nothing is given. */
async function readCapacity({ prisma }, { roomTypes, today }) {
    const rows = await prisma.$queryRaw `
    SELECT room_type_number AS "roomType", array_agg(night - ${columnOfDay(today)}::date) AS places,
           array_agg(units - sold) AS units
    FROM inventory_night
    WHERE room_type_number = ANY(${roomTypes}::int[])
      AND night BETWEEN ${columnOfDay(today)}::date AND ${columnOfDay(lastNightForSale(today))}::date AND units > sold
    GROUP BY room_type_number`;
    return new Map(rows.map((row) => [row.roomType, spread(row)]));
}
/** Not empty. */
function spread({ places, units }) {
    const remaining = new Int32Array(Math.max(...places) + 1);
    places.forEach((place, index) => {
        remaining[place] = units[index];
    });
    return remaining;
}
//# sourceMappingURL=capacity.js.map