/**
 * Capacity by room type: rooms left per night from today on, as the calendar's rules take it. Cached until the room
 * type's inventory epoch changes, or a hold expires. Bookings do not read the cache; they lock the rows.
 */
import DataLoader from 'dataloader';
import { lastNightForSale } from '../../domain/stay/stay.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import { cacheTag } from '../cache/cache-tags.ts';
import { MAX_BATCH } from '../cache/cached-loader.ts';
import type { Dependencies } from '../cache/dependencies.ts';
import { EpochCache } from '../cache/epoch-cache.ts';
import type { ExpiringEpochs } from '../cache/expiring-epochs.ts';
import type { MaybePromise } from '../cache/maybe-promise.ts';
import type { Database } from '../database/database.ts';
import { nextExpirySql, roomsLeftSql } from '../rooms-left.ts';
import { date, int4, int8, listOf, nullable } from '../sql/column-types.ts';
import { query, statement } from '../sql/statement.ts';

export interface StockedRoom {
  number: number;
  hotelNumber: number;
}

/** Units left by room type number, indexed by night - today. Nights past the end have none. */
export type CapacityCache = EpochCache<number, Int32Array>;

const MAX_CACHE_BYTES = 64 * 1024 * 1024;
const SOLD_OUT = new Int32Array(0);

/** The process-wide cache, bounded by the bytes of its arrays, for `scale` times the usual catalogue. */
export function createCapacityCache(scale = 1): CapacityCache {
  return new EpochCache<number, Int32Array>({
    size: MAX_CACHE_BYTES * scale,
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
  epochs,
}: {
  database: Database;
  cache: CapacityCache;
  dependencies: Dependencies;
  today: Day;
  /** They are raised when holds expire. */
  epochs: Pick<ExpiringEpochs, 'now' | 'raiseAt'>;
}): CapacityLoader {
  const stateOf = ({ number, hotelNumber }: StockedRoom) => ({
    // Each only ever grows, so their sum changes with either.
    epoch:
      dependencies.use(cacheTag('hotelInventory', hotelNumber)) +
      dependencies.use(cacheTag('roomTypeInventory', number)),
    day: today,
  });
  async function readAll(rooms: readonly StockedRoom[]): Promise<Int32Array[]> {
    const last = lastNightForSale(today);
    const roomTypes = rooms.map(({ number }) => number);
    const read = await query(database.prisma, READ_CAPACITY, { roomTypes, today, last, now: epochs.now() });
    const found = new Map<number, Int32Array>();
    for (const { roomType, firstExpiry, ...nights } of read) {
      found.set(roomType, scatterUnits(nights));
      if (firstExpiry !== null) epochs.raiseAt(cacheTag('roomTypeInventory', roomType), firstExpiry);
    }
    return rooms.map(({ number }) => found.get(number) ?? SOLD_OUT);
  }
  const missing = new DataLoader<StockedRoom, Int32Array>(readAll, { cache: false, maxBatchSize: MAX_BATCH });
  const looked = new Map<number, MaybePromise<Int32Array>>();
  return {
    load(room) {
      const first = looked.get(room.number);
      if (first) return first;
      // The state is taken before the rows are read: after a later sale it is another one. Requests in the same state share what is read.
      const remaining = cache.getOrCompute(room.number, stateOf(room), () => missing.load(room));
      looked.set(room.number, remaining);
      return remaining;
    },
  };
}

/**
 * Reads what is left of room types, `units` by `places` counted from today; a closed night has nothing left (U1), sold-out room
 * types are missing. `firstExpiry`: when the first of the holds expires that are counted (S13), in milliseconds since 1970.
 */
const READ_CAPACITY = statement({
  takes: { roomTypes: listOf(int4), today: date, last: date, now: int8 },
  returns: { roomType: int4, places: listOf(int4), units: listOf(int4), firstExpiry: nullable(int8) },
  sql: ({ roomTypes, today, last, now }) => `
    SELECT n.room_type_number AS "roomType", array_agg(n.night - ${today}::date) AS places,
      array_agg(${roomsLeftSql('n', now)}) AS units, min(${nextExpirySql('n', now)}) AS "firstExpiry"
    FROM inventory_night AS n
    WHERE n.room_type_number = ANY(${roomTypes}) AND n.night BETWEEN ${today} AND ${last} AND n.units > n.sold AND NOT n.closed
    GROUP BY 1`,
});

/** Units by place, as an array; places without any have 0. There must be at least one place. */
function scatterUnits({ places, units }: { places: readonly number[]; units: readonly number[] }): Int32Array {
  const remaining = new Int32Array(Math.max(...places) + 1);
  places.forEach((place, index) => {
    // biome-ignore lint/style/noNonNullAssertion: the statement returns as many units as places.
    remaining[place] = units[index]!;
  });
  return remaining;
}
