/**
 * Capacity by room type: rooms left per night from today on, as the calendar's rules take it. Cached until the hotel's
 * inventory epoch changes, or a hold expires. Bookings do not read the cache; they lock the rows.
 */
import DataLoader from 'dataloader';
import type { Day } from '../../domain/time/civil-date.ts';
import { lastNightForSale } from '../../domain/time/horizon.ts';
import type { Dependencies } from '../cache/dependencies.ts';
import { type CacheState, EpochCache } from '../cache/epoch-cache.ts';
import { type EpochScope, epochScope } from '../cache/epoch-scopes.ts';
import type { ExpiringEpochs } from '../cache/expiring-epochs.ts';
import type { MaybePromise } from '../cache/maybe-promise.ts';
import { columnOfDay } from '../civil-dates.ts';
import type { Database } from '../database/database.ts';
import { nextExpirySql, roomsLeftSql } from '../rooms-left.ts';

export interface StockedRoom {
  number: number;
  hotelNumber: number;
}

export interface CapacityCache {
  /** Units left by room type number, indexed by night - today. Nights past the end have none. */
  readonly rooms: EpochCache<number, Int32Array>;
  /** Room types that were asked for, by hotel: a change forgets all of them. */
  readonly roomsOfHotels: Map<number, Set<number>>;
}

const MAX_CACHE_BYTES = 64 * 1024 * 1024;
const SOLD_OUT = new Int32Array(0);

/** The process-wide cache, bounded by the bytes of its arrays. */
export function createCapacityCache(): CapacityCache {
  const rooms = new EpochCache<number, Int32Array>({
    size: MAX_CACHE_BYTES,
    sizeOf: (remaining) => 64 + remaining.byteLength,
  });
  return { rooms, roomsOfHotels: new Map() };
}

export interface CapacityLoader {
  /** What is left of a room type: at once if it is cached, else batched with the other loads of this turn. */
  load(room: StockedRoom): MaybePromise<Int32Array>;
}

/** A loader for one request, within which the capacity of a room type does not change. */
export function createCapacityLoader({
  database,
  cache: { rooms: cache, roomsOfHotels },
  dependencies,
  today,
  epochs,
}: {
  database: Database;
  cache: CapacityCache;
  dependencies: Dependencies;
  today: Day;
  /** Told when holds expire. */
  epochs: Pick<ExpiringEpochs, 'now' | 'raiseAt'>;
}): CapacityLoader {
  const scopeOfRoom = new Map<number, EpochScope>();
  const stateOf = ({ hotelNumber }: StockedRoom) => ({
    epoch: dependencies.use(epochScope('inventory', hotelNumber)),
    day: today,
  });
  async function readAll(missing: ReadonlyMap<number, CacheState>): Promise<ReadonlyMap<number, Int32Array>> {
    const read = await readCapacity(database, { roomTypes: [...missing.keys()], today, now: epochs.now() });
    const found = new Map<number, Int32Array>();
    for (const { roomType, firstExpiry, ...nights } of read) {
      found.set(roomType, scatterUnits(nights));
      if (firstExpiry !== null) epochs.raiseAt(scopeOfRoom.get(roomType)!, Number(firstExpiry));
    }
    for (const [number, state] of missing) cache.set(number, found.get(number) ?? SOLD_OUT, state);
    return found;
  }
  /** With the other room types of their hotels that are not known any more: one query after a change, not one for each. */
  function statesOf(rooms: readonly StockedRoom[]): Map<number, CacheState> {
    const states = new Map<number, CacheState>();
    const stateOfHotel = new Map<number, CacheState>();
    for (const room of rooms) {
      // Read before the rows: a sale after this has a later epoch.
      const state = stateOf(room);
      states.set(room.number, state);
      stateOfHotel.set(room.hotelNumber, state);
      const known = roomsOfHotels.get(room.hotelNumber) ?? new Set();
      roomsOfHotels.set(room.hotelNumber, known.add(room.number));
    }
    for (const [hotel, state] of stateOfHotel) {
      for (const number of roomsOfHotels.get(hotel)!) {
        scopeOfRoom.set(number, epochScope('inventory', hotel));
        if (!states.has(number) && cache.get(number, state) === undefined) states.set(number, state);
      }
    }
    return states;
  }
  const missing = new DataLoader<StockedRoom, Int32Array>(
    async (rooms) => {
      const values = cache.readTogether(statesOf(rooms), readAll);
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

/**
 * Reads what is left of room types, `units` by `places` counted from today; a closed night has nothing left (U1), sold-out room
 * types are missing. `firstExpiry`: when the first of the holds expires that are counted (S13), in milliseconds since 1970.
 */
async function readCapacity(
  { prisma }: Database,
  { roomTypes, today, now }: { roomTypes: number[]; today: Day; now: number },
): Promise<{ roomType: number; hotelNumber: number; places: number[]; units: number[]; firstExpiry: bigint | null }[]> {
  return prisma.$queryRawUnsafe(
    READ_CAPACITY,
    roomTypes,
    columnOfDay(today),
    columnOfDay(lastNightForSale(today)),
    now,
  );
}

const READ_CAPACITY = `
  SELECT n.room_type_number AS "roomType", array_agg(n.night - $2::date) AS places,
    array_agg(${roomsLeftSql('n', '$4')}) AS units, min(${nextExpirySql('n', '$4')}) AS "firstExpiry"
  FROM inventory_night AS n
  WHERE n.room_type_number = ANY($1::int[]) AND n.night BETWEEN $2::date AND $3::date AND n.units > n.sold AND NOT n.closed
  GROUP BY 1`;

/** Not empty. */
function scatterUnits({ places, units }: { places: readonly number[]; units: readonly number[] }): Int32Array {
  const remaining = new Int32Array(Math.max(...places) + 1);
  places.forEach((place, index) => {
    remaining[place] = units[index]!;
  });
  return remaining;
}
