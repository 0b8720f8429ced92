/**
 * A session is one request's view of the world: who asks, what day it is, and loaders over the caches of the process at the
 * epochs that held when it began. Every operation works on one; nothing else is passed around.
 */
import type { Caller } from '../data/api-keys.ts';
import { type CapacityCache, type CapacityLoader, capacityLoader, createCapacityCache } from '../data/capacity.ts';
import {
  type CatalogueCaches,
  type CatalogueLoaders,
  catalogueLoaders,
  createCatalogueCaches,
} from '../data/catalogue-loaders.ts';
import type { Database } from '../data/database.ts';
import {
  type CacheFigures,
  type CacheState,
  EpochCache,
  type EpochEntries,
  type KeptLoader,
} from '../data/epoch-cache.ts';
import type { Epochs } from '../data/epochs.ts';
import { createHotelDetailsCaches, type HotelDetailsLoaders, hotelDetailsLoaders } from '../data/hotel-details.ts';
import { createRateBookCache, type PricedTariff, rateBookLoader } from '../data/rate-books.ts';
import type { Soon } from '../data/soon.ts';
import { type Day, dayInTimeZone, utcDay } from '../domain/civil-date.ts';
import type { Clock } from '../domain/clock.ts';
import type { LowestPrice } from '../domain/lowest-price.ts';
import type { PriceFrom } from '../domain/price-from.ts';
import type { SortKey } from '../domain/sort-order.ts';
import { BookingCounts } from './booking-counts.ts';
import type { CacheDependencies } from './cache-dependencies.ts';
import type { CursorSigner } from './cursors.ts';
import { priceFromLoader } from './find-price-from.ts';
import type { TimeLimit } from './time-limit.ts';

/** What a process needs to open sessions. */
export interface Gateway {
  readonly database: Database;
  readonly epochs: Epochs;
  readonly clock: Clock;
  /** IANA name of the zone whose date is today for stays. */
  readonly businessTimeZone: string;
  readonly cursors: CursorSigner;
  /** What has become of the bookings that were asked for. */
  readonly bookings: BookingCounts;
  /** How full the caches are, by name. */
  caches(): Readonly<Record<string, CacheFigures>>;
  /** Opens a session for a caller, who may have a limited time: at once while the epochs are current. */
  open(caller: Caller, timeLimit?: TimeLimit | null): Soon<Session>;
}

/** One request's view of the world. */
export interface Session {
  readonly gateway: Gateway;
  readonly caller: Caller;
  /** Null: the caller has all the time. */
  readonly timeLimit: TimeLimit | null;
  /** Today for stays: the date in the business time zone (T2). */
  readonly today: Day;
  /** Today for the listing of promotions: the UTC date (T2). */
  readonly todayUtc: Day;
  readonly catalogueEpoch: bigint;
  /** What has been looked at beside the catalogue. */
  readonly sources: CacheDependencies;
  /** What has become of the booking that the request asked for, as it was counted; null: it asked for none, or none was decided. */
  bookingOutcome: string | null;
  readonly catalogue: CatalogueLoaders;
  readonly hotelDetails: HotelDetailsLoaders;
  readonly tariffs: KeptLoader<number, PricedTariff>;
  readonly capacity: CapacityLoader;
  /** Sorted lists by what selects them and their order, as text. */
  readonly lists: EpochEntries<string, readonly SortKey[]>;
  /** Lowest prices of visit types in hotels, by `visit type/hotel/channel`. */
  readonly lowestPrices: EpochEntries<string, LowestPrice>;
  /** From-prices of the public channel by the number of the hotel. */
  readonly pricesFrom: KeptLoader<number, PriceFrom>;
}

/** Rows in all remembered lists together. */
const LISTED_ROWS = 500_000;
const LOWEST_PRICES = 200_000;
const PRICES_FROM = 20_000;

/** What a gateway is made of. */
export type GatewayParts = Pick<Gateway, 'database' | 'epochs' | 'clock' | 'businessTimeZone' | 'cursors'>;

/** Makes the gateway of a process. Its caches start empty and fill as sessions ask. */
export function createGateway({ database, epochs, clock, businessTimeZone, cursors }: GatewayParts): Gateway {
  const catalogueCaches: CatalogueCaches = createCatalogueCaches();
  const hotelDetailsCaches = createHotelDetailsCaches();
  const rateBookCache = createRateBookCache();
  const capacityCache: CapacityCache = createCapacityCache();
  const listCache = new EpochCache<string, readonly SortKey[]>({ size: LISTED_ROWS, sizeOf: (keys) => keys.length });
  const lowestPriceCache = new EpochCache<string, LowestPrice>({ entries: LOWEST_PRICES });
  const priceFromCache = new EpochCache<number, PriceFrom>({ entries: PRICES_FROM });
  const caches: SessionCaches = {
    catalogue: catalogueCaches,
    hotelDetails: hotelDetailsCaches,
    rateBooks: rateBookCache,
    capacity: capacityCache,
    lists: listCache,
    lowestPrices: lowestPriceCache,
    pricesFrom: priceFromCache,
  };
  const gateway: Gateway = {
    database,
    epochs,
    clock,
    businessTimeZone,
    cursors,
    bookings: new BookingCounts(),
    caches: () => ({
      catalogue: figuresOf([
        ...Object.values(catalogueCaches.rows),
        ...Object.values(catalogueCaches.related),
        catalogueCaches.byObjectId,
      ]),
      hotel_details: figuresOf(Object.values(hotelDetailsCaches)),
      rate_books: rateBookCache.figures(),
      capacity: {
        entries: capacityCache.size,
        size: capacityCache.calculatedSize,
        limit: capacityCache.maxSize,
      },
      lists: listCache.figures(),
      lowest_prices: lowestPriceCache.figures(),
      prices_from: priceFromCache.figures(),
    }),
    open(caller, timeLimit = null) {
      const openNow = () => new OpenSession({ gateway, caches, caller, timeLimit });
      return epochs.isCurrent() ? openNow() : epochs.refresh().then(openNow);
    },
  };
  return gateway;
}

/** The figures of several caches together. */
function figuresOf(caches: readonly { figures(): CacheFigures }[]): CacheFigures {
  return caches
    .map((cache) => cache.figures())
    .reduce((sum, one) => ({
      entries: sum.entries + one.entries,
      size: sum.size + one.size,
      limit: sum.limit + one.limit,
    }));
}

/** The caches that sessions share. */
interface SessionCaches {
  readonly catalogue: CatalogueCaches;
  readonly hotelDetails: ReturnType<typeof createHotelDetailsCaches>;
  readonly rateBooks: ReturnType<typeof createRateBookCache>;
  readonly capacity: CapacityCache;
  readonly lists: EpochCache<string, readonly SortKey[]>;
  readonly lowestPrices: EpochCache<string, LowestPrice>;
  readonly pricesFrom: EpochCache<number, PriceFrom>;
}

/** A session at the epochs that hold now. Few requests need all of its loaders, so each is made when it is first asked for. */
class OpenSession implements Session {
  readonly gateway: Gateway;
  readonly caller: Caller;
  readonly timeLimit: TimeLimit | null;
  readonly today: Day;
  readonly todayUtc: Day;
  readonly catalogueEpoch: bigint;
  readonly sources: CacheDependencies = { inventories: new Map(), isPrivate: false };
  bookingOutcome: string | null = null;
  readonly #caches: SessionCaches;
  #catalogue: CatalogueLoaders | null = null;
  #hotelDetails: HotelDetailsLoaders | null = null;
  #tariffs: KeptLoader<number, PricedTariff> | null = null;
  #capacity: CapacityLoader | null = null;
  #lists: EpochEntries<string, readonly SortKey[]> | null = null;
  #lowestPrices: EpochEntries<string, LowestPrice> | null = null;
  #pricesFrom: KeptLoader<number, PriceFrom> | null = null;

  constructor({
    gateway,
    caches,
    caller,
    timeLimit,
  }: { gateway: Gateway; caches: SessionCaches; caller: Caller; timeLimit: TimeLimit | null }) {
    const now = gateway.clock.now();
    this.gateway = gateway;
    this.#caches = caches;
    this.caller = caller;
    this.timeLimit = timeLimit;
    this.today = dayInTimeZone(now, gateway.businessTimeZone);
    this.todayUtc = utcDay(now);
    this.catalogueEpoch = gateway.epochs.of('catalogue');
  }

  get catalogue(): CatalogueLoaders {
    const { database } = this.gateway;
    this.#catalogue ??= catalogueLoaders({ database, caches: this.#caches.catalogue, state: this.#atEpoch() });
    return this.#catalogue;
  }

  get hotelDetails(): HotelDetailsLoaders {
    const { database } = this.gateway;
    const { channel } = this.caller;
    const caches = this.#caches.hotelDetails;
    this.#hotelDetails ??= hotelDetailsLoaders({ database, caches, state: this.#atEpoch(), channel });
    return this.#hotelDetails;
  }

  get tariffs(): KeptLoader<number, PricedTariff> {
    const { database } = this.gateway;
    const { catalogueEpoch: epoch, today } = this;
    this.#tariffs ??= rateBookLoader({ database, cache: this.#caches.rateBooks, epoch, today });
    return this.#tariffs;
  }

  get capacity(): CapacityLoader {
    const { database, epochs } = this.gateway;
    const { inventories } = this.sources;
    this.#capacity ??= capacityLoader({
      database,
      cache: this.#caches.capacity,
      epochs,
      today: this.today,
      inventories,
    });
    return this.#capacity;
  }

  get lists(): EpochEntries<string, readonly SortKey[]> {
    this.#lists ??= this.#caches.lists.at(this.#onDay());
    return this.#lists;
  }

  get lowestPrices(): EpochEntries<string, LowestPrice> {
    this.#lowestPrices ??= this.#caches.lowestPrices.at(this.#onDay());
    return this.#lowestPrices;
  }

  get pricesFrom(): KeptLoader<number, PriceFrom> {
    this.#pricesFrom ??= priceFromLoader({
      cache: this.#caches.pricesFrom,
      state: this.#onDay(),
      sources: { hotelVisitTypes: this.catalogue.related.hotelVisitTypes, tariffs: this.tariffs },
    });
    return this.#pricesFrom;
  }

  #atEpoch(): CacheState {
    return { epoch: this.catalogueEpoch, day: 0 };
  }

  #onDay(): CacheState {
    return { epoch: this.catalogueEpoch, day: this.today };
  }
}
