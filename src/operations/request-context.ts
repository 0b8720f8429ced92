/**
 * What operations work on: the services of the process, and the context of a request. A context is one request's view
 * of the world: caller, languages, today, and loaders over the process's caches at the epochs of its opening. Nothing
 * else is passed around.
 */
import type { Caller } from '../data/api-keys.ts';
import type { CapacityLoader } from '../data/capacity.ts';
import type { CatalogueLoaders } from '../data/catalogue-loaders.ts';
import type { Database } from '../data/database.ts';
import type { CacheFigures, EpochEntries, KeptLoader } from '../data/epoch-cache.ts';
import type { Epochs } from '../data/epochs.ts';
import type { HotelDetailsLoaders } from '../data/hotel-details.ts';
import type { PricedTariff } from '../data/rate-books.ts';
import type { Soon } from '../data/soon.ts';
import type { Day } from '../domain/civil-date.ts';
import type { Clock } from '../domain/clock.ts';
import type { Languages } from '../domain/locale.ts';
import type { LowestPrice } from '../domain/lowest-price.ts';
import type { PriceFrom } from '../domain/price-from.ts';
import type { SortKey } from '../domain/sort-order.ts';
import type { BookingCounts } from './booking-counts.ts';
import type { CacheDependencies } from './cache-dependencies.ts';
import type { CursorSigner } from './cursors.ts';
import type { TimeLimit } from './time-limit.ts';

export interface Services {
  readonly database: Database;
  readonly epochs: Epochs;
  readonly clock: Clock;
  /** IANA time zone of the business date. */
  readonly businessTimeZone: string;
  readonly cursors: CursorSigner;
  /** Counts the outcomes of requested bookings. */
  readonly bookings: BookingCounts;
  /** Sizes of the caches, by name. */
  caches(): Readonly<Record<string, CacheFigures>>;
  /** Opens the context of a request. Synchronous while the epochs are current. */
  open(request: ContextRequest): Soon<RequestContext>;
}

export interface ContextRequest {
  readonly caller: Caller;
  readonly languages: Languages;
  /** Null: no deadline. */
  readonly timeLimit: TimeLimit | null;
}

export interface RequestContext extends ContextRequest {
  readonly services: Services;
  /** The business date, in the business time zone (T2). */
  readonly today: Day;
  /** The UTC date, for the listing of promotions (T2). */
  readonly todayUtc: Day;
  readonly catalogueEpoch: bigint;
  /** What the response depends on besides the catalogue. */
  readonly sources: CacheDependencies;
  /** The outcome of the requested booking, as counted; null: none was requested, or none was decided. */
  bookingOutcome: string | null;
  readonly catalogue: CatalogueLoaders;
  readonly hotelDetails: HotelDetailsLoaders;
  readonly tariffs: KeptLoader<number, PricedTariff>;
  readonly capacity: CapacityLoader;
  /** Sorted lists by filter and order, as text. */
  readonly lists: EpochEntries<string, readonly SortKey[]>;
  /** By `visit type/hotel/channel`. */
  readonly lowestPrices: EpochEntries<string, LowestPrice>;
  /** From-prices of the public channel, by hotel number. */
  readonly pricesFrom: KeptLoader<number, PriceFrom>;
}
