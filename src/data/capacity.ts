/**
 * Capacity that is left, by room type: rooms per night from today on, as the calendar's rules take it. Kept across requests
 * for as long as the inventory epoch of the hotel lasts. Bookings do not read it: they lock the rows themselves.
 */
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { Day } from '../domain/civil-date.ts';
import { lastNightForSale } from '../domain/horizon.ts';
import { columnOfDay } from './civil-dates.ts';
import type { Database } from './database.ts';
import type { Epochs } from './epochs.ts';
import type { Soon } from './soon.ts';

/** A room type and the hotel whose inventory it belongs to. */
export interface StockedRoom {
  number: number;
  hotelNumber: number;
}

interface Stock {
  epoch: bigint;
  today: Day;
  /** Units left at `night - today`; nights beyond its end, and zeros, have none. */
  remaining: Int32Array;
}

export type CapacityCache = LRUCache<number, Stock>;

const CACHE_BYTES = 64 * 1024 * 1024;

/** The cache that the sessions of a process share, bounded by the bytes of its arrays. */
export function createCapacityCache(): CapacityCache {
  return new LRUCache({ maxSize: CACHE_BYTES, sizeCalculation: ({ remaining }) => 64 + remaining.byteLength });
}

/** A loader for one request. */
export interface CapacityLoader {
  /** What is left of a room type: at once if it is kept, else with all others asked for in this turn. */
  load(room: StockedRoom): Soon<Int32Array>;
}

/** A loader of the capacity left. Within the request, what is left of a room type stays what it first was. */
export function capacityLoader({
  database,
  cache,
  epochs,
  today,
  inventories,
}: {
  database: Database;
  cache: CapacityCache;
  epochs: Epochs;
  today: Day;
  /** Takes note of the epochs under which inventories are first looked into, by the number of the hotel. */
  inventories: Map<number, bigint>;
}): CapacityLoader {
  const epochOf = ({ hotelNumber }: StockedRoom) => epochs.of(`inventory:${hotelNumber}`);
  const missing = new DataLoader<StockedRoom, Int32Array>(
    async (rooms) => {
      // Read before the rows: what is sold after this is under a later epoch.
      const before = rooms.map(epochOf);
      const read = await readCapacity(database, { roomTypes: rooms.map(({ number }) => number), today });
      return rooms.map(({ number }, index) => {
        const remaining = read.get(number) ?? new Int32Array(0);
        cache.set(number, { epoch: before[index]!, today, remaining });
        return remaining;
      });
    },
    { cache: false },
  );
  const looked = new Map<number, Soon<Int32Array>>();
  return {
    load(room) {
      const first = looked.get(room.number);
      if (first) return first;
      const epoch = epochOf(room);
      // The first one counts: what was read under it stays in the answer, whatever is sold before the next look.
      if (!inventories.has(room.hotelNumber)) inventories.set(room.hotelNumber, epoch);
      const stock = cache.get(room.number);
      const isKept = stock?.today === today && stock.epoch === epoch;
      const remaining = isKept ? stock.remaining : missing.load(room);
      looked.set(room.number, remaining);
      return remaining;
    },
  };
}

/** Reads what is left, by the numbers of room types; of those that have nothing left nothing is given. */
async function readCapacity(
  { prisma }: Database,
  { roomTypes, today }: { roomTypes: number[]; today: Day },
): Promise<Map<number, Int32Array>> {
  const rows = await prisma.$queryRaw<{ roomType: number; places: number[]; units: number[] }[]>`
    SELECT room_type_number AS "roomType", array_agg(night - ${columnOfDay(today)}::date) AS places,
           array_agg(units - sold) AS units
    FROM inventory_night
    WHERE room_type_number = ANY(${roomTypes}::int[])
      AND night BETWEEN ${columnOfDay(today)}::date AND ${columnOfDay(lastNightForSale(today))}::date AND units > sold
    GROUP BY room_type_number`;
  return new Map(rows.map((row) => [row.roomType, spread(row)]));
}

/** Not empty. */
function spread({ places, units }: { places: readonly number[]; units: readonly number[] }): Int32Array {
  const remaining = new Int32Array(Math.max(...places) + 1);
  places.forEach((place, index) => {
    remaining[place] = units[index]!;
  });
  return remaining;
}
