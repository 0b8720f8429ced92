/**
 * A session is one request's view of the world: who asks, what day it is, and loaders over the caches of the process at the
 * epochs that held when it began. Every operation works on one; nothing else is passed around.
 */
import DataLoader from 'dataloader';
import type { Caller } from '../data/api-keys.ts';
import { type CapacityCache, capacityLoader, createCapacityCache, type StockedRoom } from '../data/capacity.ts';
import {
  type CatalogueCaches,
  type CatalogueLoaders,
  catalogueLoaders,
  createCatalogueCaches,
} from '../data/catalogue-loaders.ts';
import type { Database } from '../data/database.ts';
import { EpochCache, type EpochEntries } from '../data/epoch-cache.ts';
import type { Epochs } from '../data/epochs.ts';
import type { Booking } from '../data/generated/prisma/client.ts';
import { createHotelDetailsCaches, type HotelDetailsLoaders, hotelDetailsLoaders } from '../data/hotel-details.ts';
import { createRateBookCache, type PricedTariff, rateBookLoader } from '../data/rate-books.ts';
import { type Day, dayInTimeZone, utcDay } from '../domain/civil-date.ts';
import type { Clock } from '../domain/clock.ts';
import type { LowestPrice } from '../domain/lowest-price.ts';
import type { VisitTypeKey } from './list-visit-types.ts';

/** What a process needs to open sessions. */
export interface Gateway {
  readonly database: Database;
  readonly epochs: Epochs;
  readonly clock: Clock;
  /** IANA name of the zone whose date is today for stays. */
  readonly businessTimeZone: string;
  /** Opens a session for a caller. */
  open(caller: Caller): Promise<Session>;
}

/** One request's view of the world. */
export interface Session {
  readonly gateway: Gateway;
  readonly caller: Caller;
  /** Today for stays: the date in the business time zone (T2). */
  readonly today: Day;
  /** Today for the listing of promotions: the UTC date (T2). */
  readonly todayUtc: Day;
  readonly catalogueEpoch: bigint;
  readonly catalogue: CatalogueLoaders;
  readonly hotelDetails: HotelDetailsLoaders;
  readonly tariffs: DataLoader<number, PricedTariff | null>;
  readonly capacity: DataLoader<StockedRoom, Int32Array, number>;
  /** Bookings made with the caller's own key, by ObjectId; those of other keys do not exist for it. */
  readonly ownBookings: DataLoader<string, Booking | null>;
  /** Lists of visit types by the filter, as text, that selects them. */
  readonly lists: EpochEntries<string, readonly VisitTypeKey[]>;
  /** Lowest prices of visit types in hotels, by `visit type/hotel/channel`. */
  readonly lowestPrices: EpochEntries<string, LowestPrice>;
}

const LISTS = 200;
const LOWEST_PRICES = 200_000;

/** Makes the gateway of a process. Its caches start empty and fill as sessions ask. */
export function createGateway({
  database,
  epochs,
  clock,
  businessTimeZone,
}: {
  database: Database;
  epochs: Epochs;
  clock: Clock;
  businessTimeZone: string;
}): Gateway {
  const catalogueCaches: CatalogueCaches = createCatalogueCaches();
  const hotelDetailsCaches = createHotelDetailsCaches();
  const rateBookCache = createRateBookCache();
  const capacityCache: CapacityCache = createCapacityCache();
  const listCache = new EpochCache<string, readonly VisitTypeKey[]>({ entries: LISTS });
  const lowestPriceCache = new EpochCache<string, LowestPrice>({ entries: LOWEST_PRICES });
  const gateway: Gateway = {
    database,
    epochs,
    clock,
    businessTimeZone,
    async open(caller) {
      await epochs.refresh();
      const now = clock.now();
      const today = dayInTimeZone(now, businessTimeZone);
      const epoch = epochs.of('catalogue');
      return {
        gateway,
        caller,
        today,
        todayUtc: utcDay(now),
        catalogueEpoch: epoch,
        catalogue: catalogueLoaders({ database, caches: catalogueCaches, state: { epoch, day: 0 } }),
        hotelDetails: hotelDetailsLoaders({
          database,
          caches: hotelDetailsCaches,
          state: { epoch, day: 0 },
          channel: caller.channel,
        }),
        tariffs: rateBookLoader({ database, cache: rateBookCache, epoch, today }),
        capacity: capacityLoader({ database, cache: capacityCache, epochs, today }),
        ownBookings: ownBookingLoader(database, caller),
        lists: listCache.at({ epoch, day: today }),
        lowestPrices: lowestPriceCache.at({ epoch, day: today }),
      };
    },
  };
  return gateway;
}

function ownBookingLoader({ prisma }: Database, { apiKeyId }: Caller): DataLoader<string, Booking | null> {
  return new DataLoader(async (ids) => {
    const rows = await prisma.booking.findMany({ where: { id: { in: [...ids] }, apiKeyId } });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  });
}
