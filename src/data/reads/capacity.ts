/**
 * Capacity by room type: rooms left per night from today on, as the calendar's rules take it. Cached until the room
 * type's inventory epoch changes. Bookings do not read the cache; they lock the rows.
 */
import DataLoader from 'dataloader';
import type { Day } from '../../domain/time/civil-date.ts';
import { lastNightForSale } from '../../domain/time/horizon.ts';
import type { Dependencies } from '../cache/dependencies.ts';
import { type CacheState, EpochCache } from '../cache/epoch-cache.ts';
import { epochScope } from '../cache/epoch-scopes.ts';
import type { MaybePromise } from '../cache/maybe-promise.ts';
import { columnOfDay } from '../civil-dates.ts';
import type { Database } from '../database/database.ts';

export interface StockedRoom {
  number: number;
  hotelNumber: number;
}

/** Units left by room type number, indexed by night - today. Nights past the end have none. */
export type CapacityCache = EpochCache<number, Int32Array>;

const MAX_CACHE_BYTES = 64 * 1024 * 1024;
const SOLD_OUT = new Int32Array(0);

/** The process-wide cache, bounded by the bytes of its arrays. */
export function createCapacityCache(): CapacityCache {
  return new EpochCache<number, Int32Array>({
    size: MAX_CACHE_BYTES,
    sizeOf: (remaining) => 64 + remaining.byteLength,
  });
}

export interface CapacityLoader {
  /** What is left of a room type: at once if it is cached, else batched with the other loads of this turn. */
  load(room: StockedRoom): MaybePromise<Int32Array>;
}

/** A loader for one request, within which the capacity of a room type does not change. */
export function createCapacityLoader({
  database,
  cache,
  dependencies,
  today,
}: {
  database: Database;
  cache: CapacityCache;
  dependencies: Dependencies;
  today: Day;
}): CapacityLoader {
  const stateOf = ({ number, hotelNumber }: StockedRoom) => ({
    epoch: Math.max(
      dependencies.use(epochScope('hotelInventory', hotelNumber)),
      dependencies.use(epochScope('roomTypeInventory', number)),
    ),
    day: today,
  });
  async function readAll(missing: ReadonlyMap<number, CacheState>): Promise<ReadonlyMap<number, Int32Array>> {
    const read = await readCapacity(database, { roomTypes: [...missing.keys()], today });
    for (const [number, state] of missing) cache.set(number, read.get(number) ?? SOLD_OUT, state);
    return read;
  }
  const missing = new DataLoader<StockedRoom, Int32Array>(
    async (rooms) => {
      // Read before the rows: a sale after this has a later epoch.
      const values = cache.readTogether(new Map(rooms.map((room) => [room.number, stateOf(room)])), readAll);
      return Promise.all(rooms.map(async ({ number }) => (await values.get(number)) ?? SOLD_OUT));
    },
    { cache: false },
  );
  const looked = new Map<number, MaybePromise<Int32Array>>();
  return {
    load(room) {
      const first = looked.get(room.number);
      if (first) return first;
      const remaining = cache.get(room.number, stateOf(room)) ?? missing.load(room);
      looked.set(room.number, remaining);
      return remaining;
    },
  };
}

/** Reads what is left by room type number; a closed night has nothing left (U1), sold-out room types are missing. */
async function readCapacity(
  { prisma }: Database,
  { roomTypes, today }: { roomTypes: number[]; today: Day },
): Promise<Map<number, Int32Array>> {
  const rows = await prisma.$queryRaw<{ roomType: number; places: number[]; units: number[] }[]>`
    SELECT room_type_number AS "roomType", array_agg(night - ${columnOfDay(today)}::date) AS places,
           array_agg(units - sold) AS units
    FROM inventory_night
    WHERE room_type_number = ANY(${roomTypes}::int[])
      AND night BETWEEN ${columnOfDay(today)}::date AND ${columnOfDay(lastNightForSale(today))}::date AND units > sold AND NOT closed
    GROUP BY room_type_number`;
  return new Map(rows.map((row) => [row.roomType, scatterUnits(row)]));
}

/** Not empty. */
function scatterUnits({ places, units }: { places: readonly number[]; units: readonly number[] }): Int32Array {
  const remaining = new Int32Array(Math.max(...places) + 1);
  places.forEach((place, index) => {
    remaining[place] = units[index]!;
  });
  return remaining;
}
