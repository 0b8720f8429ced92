/**
 * Capacity by room type: rooms left per night from today on, as the calendar's rules take it. Cached until the room
 * type's inventory epoch changes, or a hold expires. What is made of it depends on the nights that were looked at, by months (U5). Bookings do
 * not read the cache; they lock the rows.
 */
import DataLoader from 'dataloader';
import { lastNightForSale } from '../../domain/stay/stay.ts';
import type { Day, DayRange } from '../../domain/time/civil-date.ts';
import { type CacheTag, cacheTag, capacityTags, changedCapacityTags } from '../cache/cache-tags.ts';
import { MAX_BATCH } from '../cache/cached-loader.ts';
import type { Dependencies, RecordedEpochs } from '../cache/dependencies.ts';
import { EpochCache } from '../cache/epoch-cache.ts';
import type { ExpiringEpochs } from '../cache/expiring-epochs.ts';
import type { MaybePromise } from '../cache/maybe-promise.ts';
import type { Database } from '../database/database.ts';
import { nextExpirySql, roomsLeftSql } from '../rooms-left.ts';
import { date, int4, int8, type JsOf, jsonList, jsonTuple, listOf, nullable } from '../sql/column-types.ts';
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
  /**
   * What is left of a room type: at once if it is cached, else batched with the other loads of this turn.
   * @param nights those that are looked at: the response depends on them, and on no others that nobody names
   */
  load(room: StockedRoom, nights: DayRange): MaybePromise<Int32Array>;
}

/** Who looks at more nights depends on all of the room type. */
const MOST_NIGHTS = 200;
/** So does who looks at further room types after so many tags: a response has a bound for them. */
const MOST_MONTH_TAGS = 90;

/** What is recorded of an answer that shows what had changed before. */
const NEVER_FRESH: RecordedEpochs = { isFresh: () => false, size: 0 };

interface LookedRoom {
  /** The epoch of the room type before it was read. */
  readonly epoch: number;
  readonly remaining: MaybePromise<Int32Array>;
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
  epochs: Pick<ExpiringEpochs, 'now' | 'of' | 'raiseAt'>;
}): CapacityLoader {
  const monthTags = new Set<CacheTag>();
  /** Records what depends on nights of a room type. Returns the epoch of all its nights. */
  function use({ number, hotelNumber }: StockedRoom, { from, to }: DayRange): number {
    // Each only ever grows, so their sum changes with either.
    const hotel = dependencies.use(cacheTag('hotelInventory', hotelNumber));
    const roomType = cacheTag('roomTypeInventory', number);
    if (to - from >= MOST_NIGHTS || monthTags.size >= MOST_MONTH_TAGS) return hotel + dependencies.use(roomType);
    for (const tag of capacityTags(number, { from, to })) {
      dependencies.use(tag);
      monthTags.add(tag);
    }
    return hotel + epochs.of(roomType);
  }
  async function readAll(rooms: readonly StockedRoom[]): Promise<Int32Array[]> {
    const last = lastNightForSale(today);
    const roomTypes = rooms.map(({ number }) => number);
    const read = await query(database.prisma, READ_CAPACITY, { roomTypes, today, last, now: epochs.now() });
    const found = new Map<number, Int32Array>();
    for (const { roomType, held, ...nights } of read) {
      found.set(roomType, scatterUnits(nights));
      if (held !== null) raiseWhenExpired(roomType, held);
    }
    return rooms.map(({ number }) => found.get(number) ?? SOLD_OUT);
  }
  /** In each month the first hold that expires counts: whoever reads what is left then learns of the next one. */
  function raiseWhenExpired(roomType: number, held: JsOf<typeof HELD_NIGHTS>): void {
    const first = new Map<CacheTag, number>();
    for (const [night, expiry] of held) {
      if (expiry === null) continue;
      for (const tag of changedCapacityTags(roomType, { from: night, to: night })) {
        first.set(tag, Math.min(expiry, first.get(tag) ?? expiry));
      }
    }
    for (const [tag, expiry] of first) epochs.raiseAt(tag, expiry);
  }
  const missing = new DataLoader<StockedRoom, Int32Array>(readAll, { cache: false, maxBatchSize: MAX_BATCH });
  const looked = new Map<number, LookedRoom>();
  return {
    load(room, nights) {
      const first = looked.get(room.number);
      // The epoch is taken before the rows are read: after a later sale it is another one. Requests in the same state share what is read.
      const epoch = use(room, nights);
      if (first) {
        // The epochs of further months are those of now.
        if (first.epoch !== epoch) dependencies.include(NEVER_FRESH);
        return first.remaining;
      }
      const remaining = cache.getOrCompute(room.number, { epoch, day: today }, () => missing.load(room));
      looked.set(room.number, { epoch, remaining });
      return remaining;
    },
  };
}

/** Nights with holds, and when the first of each that is open expires; null: none is. */
const HELD_NIGHTS = jsonList(jsonTuple(int4, nullable(int8)));

/**
 * Reads what is left of room types, `units` by `places` counted from today; a closed night has nothing left (U1), sold-out room
 * types are missing. `held`: nights with holds, and when the first of each expires that is counted (S13), in milliseconds since 1970.
 */
const READ_CAPACITY = statement({
  takes: { roomTypes: listOf(int4), today: date, last: date, now: int8 },
  returns: { roomType: int4, places: listOf(int4), units: listOf(int4), held: nullable(HELD_NIGHTS) },
  sql: ({ roomTypes, today, last, now }) => `
    SELECT n.room_type_number AS "roomType", array_agg(n.night - ${today}::date) AS places,
      array_agg(${roomsLeftSql('n', now)}) AS units,
      json_agg(json_build_array(n.night - date '1970-01-01', ${nextExpirySql('n', now)})) FILTER (WHERE n.held IS NOT NULL) AS held
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
