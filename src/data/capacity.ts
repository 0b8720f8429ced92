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

/** A loader of the capacity left, for one request. */
export function capacityLoader({
  database: { prisma },
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
}): DataLoader<StockedRoom, Int32Array, number> {
  const lastNight = columnOfDay(lastNightForSale(today));
  return new DataLoader<StockedRoom, Int32Array, number>(
    async (rooms) => {
      // Read before the rows: what is sold after this is under a later epoch.
      const epochOf = new Map(rooms.map((room) => [room.number, epochs.of(`inventory:${room.hotelNumber}`)]));
      for (const { number, hotelNumber } of rooms) {
        // The first one counts: what was read under it stays in the answer, whatever is sold before the next look.
        if (!inventories.has(hotelNumber)) inventories.set(hotelNumber, epochOf.get(number) ?? 0n);
      }
      const stocks = new Map<number, Int32Array>();
      for (const { number } of rooms) {
        const stock = cache.get(number);
        if (stock && stock.today === today && stock.epoch === epochOf.get(number)) stocks.set(number, stock.remaining);
      }
      const missing = rooms.map((room) => room.number).filter((number) => !stocks.has(number));
      if (missing.length > 0) {
        const rows = await prisma.$queryRaw<{ roomType: number; places: number[]; units: number[] }[]>`
          SELECT room_type_number AS "roomType", array_agg(night - ${columnOfDay(today)}::date) AS places,
                 array_agg(units - sold) AS units
          FROM inventory_night
          WHERE room_type_number = ANY(${missing}::int[]) AND night BETWEEN ${columnOfDay(today)}::date AND ${lastNight}::date
            AND units > sold
          GROUP BY room_type_number`;
        const found = new Map(rows.map((row) => [row.roomType, row]));
        for (const number of missing) {
          const remaining = spread(found.get(number) ?? { places: [], units: [] });
          stocks.set(number, remaining);
          cache.set(number, { epoch: epochOf.get(number) ?? 0n, today, remaining });
        }
      }
      return rooms.map((room) => stocks.get(room.number)!);
    },
    { cacheKeyFn: (room) => room.number },
  );
}

function spread({ places, units }: { places: readonly number[]; units: readonly number[] }): Int32Array {
  const remaining = new Int32Array(places.length === 0 ? 0 : Math.max(...places) + 1);
  places.forEach((place, index) => {
    remaining[place] = units[index]!;
  });
  return remaining;
}
