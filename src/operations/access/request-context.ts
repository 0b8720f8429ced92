/**
 * What operations work on: the services of the process, and the context of a request. A context is one request's view of the
 * world: who asks and in which languages, what day it is, and loaders over the caches of the process at the epochs that held
 * when it was opened. Nothing else is passed around.
 */
import type { CachedLoader, CacheStats, EpochEntries } from '../../data/cache/epoch-cache.ts';
import type { Epochs } from '../../data/cache/epochs.ts';
import type { MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { Database } from '../../data/database/database.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import type { CapacityLoader } from '../../data/reads/capacity.ts';
import type { CatalogueLoaders } from '../../data/reads/catalogue-loaders.ts';
import type { HotelDetailsLoaders } from '../../data/reads/hotel-details.ts';
import type { PricedTariff } from '../../data/reads/rate-books.ts';
import type { LowestPrice } from '../../domain/minimum-price/lowest-price.ts';
import type { PriceFrom } from '../../domain/minimum-price/price-from.ts';
import type { Languages } from '../../domain/text/locale.ts';
import type { SortKey } from '../../domain/text/sort-order.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import type { Clock } from '../../domain/time/clock.ts';
import type { BookingCounts } from '../booking/booking-counts.ts';
import type { Deadline } from '../deadline.ts';
import type { CursorSigner } from '../search/cursors.ts';
import type { CacheDependencies } from './cache-dependencies.ts';

/** The services of a process. */
export interface Services {
  readonly database: Database;
  readonly epochs: Epochs;
  readonly clock: Clock;
  /** IANA name of the zone whose date is today for stays. */
  readonly businessTimeZone: string;
  readonly cursors: CursorSigner;
  /** What has become of the bookings that were asked for. */
  readonly bookings: BookingCounts;
  /** How full the caches are, by name. */
  caches(): Readonly<Record<string, CacheStats>>;
  /** Opens the context of a request: at once while the epochs are current. */
  open(request: ContextRequest): MaybePromise<RequestContext>;
}

/** What a context is opened with. */
export interface ContextRequest {
  readonly caller: Caller;
  readonly languages: Languages;
  /** Null: the caller has all the time. */
  readonly deadline: Deadline | null;
}

/** One request's view of the world. */
export interface RequestContext extends ContextRequest {
  readonly services: Services;
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
  readonly tariffs: CachedLoader<number, PricedTariff>;
  readonly capacity: CapacityLoader;
  /** Sorted lists by what selects them and their order, as text. */
  readonly lists: EpochEntries<string, readonly SortKey[]>;
  /** Lowest prices of visit types in hotels, by `visit type/hotel/channel`. */
  readonly lowestPrices: EpochEntries<string, LowestPrice>;
  /** From-prices of the public channel by the number of the hotel. */
  readonly pricesFrom: CachedLoader<number, PriceFrom>;
}
