/**
 * What operations work on: the services of the process, and the context of a request. A context is one request's view
 * of the world: caller, languages, today, and loaders over the process's caches. Reads take it and nothing else; transactions
 * that write take the parts that they need.
 */
import type { CachedLoader } from '../../data/cache/cached-loader.ts';
import type { Dependencies } from '../../data/cache/dependencies.ts';
import type { CacheStats, EpochCache } from '../../data/cache/epoch-cache.ts';
import type { Epochs } from '../../data/cache/epochs.ts';
import type { MaybePromise } from '../../data/cache/maybe-promise.ts';
import type { Database } from '../../data/database/database.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import type { KeyMaker } from '../../data/keys/key-lookup.ts';
import type { CapacityLoader } from '../../data/reads/capacity.ts';
import type { CatalogueLoaders } from '../../data/reads/catalogue-loaders.ts';
import type { CatalogueSize } from '../../data/reads/catalogue-size.ts';
import type { HotelDetailsLoaders } from '../../data/reads/hotel-details.ts';
import type { PricedTariff } from '../../data/reads/rate-books.ts';
import type { WordIndexes } from '../../data/reads/word-indexes.ts';
import type { Simulation } from '../../domain/booking/simulation.ts';
import type { PublicLimits } from '../../domain/limits/public-limits.ts';
import type { LowestPrice } from '../../domain/minimum-price/lowest-price.ts';
import type { PriceFrom } from '../../domain/minimum-price/price-from.ts';
import type { Languages, Locale } from '../../domain/text/locale.ts';
import type { SortedKeys } from '../../domain/text/sort-order.ts';
import type { Day } from '../../domain/time/civil-date.ts';
import type { Clock, Scheduler } from '../../domain/time/clock.ts';
import type { BookingCounts, RequestedBooking } from '../booking/booking-counts.ts';
import type { SlowedLookups } from '../booking/search/lookup-limit.ts';
import type { Deadline } from '../deadline.ts';
import type { EventFeeds } from '../events/event-feeds.ts';
import type { EventPublisher } from '../events/event-publisher.ts';
import type { LimitCounts } from '../limit-counts.ts';
import type { Feeds } from '../live/feeds.ts';
import type { PageRecords } from '../page/page-records.ts';
import type { CursorSigner } from '../search/cursors.ts';
import type { OfferLists } from '../search/offers/offer-lists.ts';
import type { Walk } from '../walk.ts';

export interface Services {
  readonly database: Database;
  readonly epochs: Epochs;
  /** Makes keys, which are hashed under the pepper of the process. */
  readonly apiKeys: KeyMaker;
  readonly clock: Clock;
  readonly schedule: Scheduler;
  /** IANA time zone of the business date. */
  readonly businessTimeZone: string;
  readonly cursors: CursorSigner;
  /** Counts the outcomes of requested bookings. */
  readonly bookings: BookingCounts;
  /** Counts what limits have refused. */
  readonly limits: LimitCounts;
  /** What may be spent with a publishable key (A4). */
  readonly publicLimits: PublicLimits;
  /** Lets answers to look-ups wait that have failed too often (A6). */
  readonly slowedLookups: SlowedLookups;
  /** The words that wishes are looked up in. */
  readonly words: WordIndexes;
  /** Publishes what happens to bookings, and says so. */
  readonly events: EventPublisher;
  /** Whether webhooks may lead to addresses that are not public, and over `http:`. */
  readonly allowPrivateWebhooks: boolean;
  /** Where a picture can be loaded that the catalogue has at an address. */
  imageAddress(url: string): string;
  /** Whether customers and hotels get mail. */
  readonly hasMail: boolean;
  /** What subscribers follow. */
  readonly feeds: Feeds;
  /** What happens to bookings, for subscribers. */
  readonly eventFeeds: EventFeeds;
  /** How large the catalogue is for a caller. */
  catalogueSize(caller: Pick<Caller, 'destinations'>): CatalogueSize;
  /** Sizes of the caches, by name. */
  caches(): Readonly<Record<string, CacheStats>>;
  /** Opens the context of a request. Synchronous while the epochs are current. */
  open(request: ContextRequest): MaybePromise<RequestContext>;
}

export interface ContextRequest {
  readonly caller: Caller;
  readonly languages: Languages;
  /** The language of messages (F7); null or absent: plain English. What is cached must be cached by it. */
  readonly messages?: Locale | null;
  /** Null: no deadline. */
  readonly deadline: Deadline | null;
  /** The network of a caller with a publishable key; null or absent: the key is another one. */
  readonly network?: string | null;
  /** Whether its client has disconnected, so that nobody waits for the answer; null or absent: that is not known. */
  readonly hasLeft?: (() => boolean) | null;
  /** Called whenever an operation of it has to wait for a place of its holder (A9); null or absent: nobody needs to know. */
  readonly waits?: (() => void) | null;
  /** Records of the page that is made; null or absent: they are not cached. */
  readonly records?: PageRecords | null;
  /** The case to simulate for its booking (S8); null or absent: nothing is simulated. */
  readonly simulation?: Simulation | null;
}

/** What an answer refuses, all of its fields together (A2). */
export interface Refused {
  /** How many bytes of problems there is room for; less than 0 once it is used up. */
  spaceLeft: number;
  /** Root fields that were resolved to a refusal. */
  fields: number;
}

export interface RequestContext extends ContextRequest {
  readonly services: Services;
  /** Null also for a mutation that has begun: it must report its outcome. */
  deadline: Deadline | null;
  /** The business date, in the business time zone (T2). */
  readonly today: Day;
  /** The UTC date, for the listing of promotions (T2). */
  readonly todayUtc: Day;
  readonly messages: Locale | null;
  readonly records: PageRecords | null;
  readonly simulation: Simulation | null;
  /** The lists of the catalogue that the request walks through. */
  readonly walk: Walk;
  /** The dependencies of the response so far. */
  readonly dependencies: Dependencies;
  /**
   * Opens contexts for the records of the page. They are of the same request, but each records the dependencies of its own
   * record. Their reads are batched together.
   */
  recordContexts(): () => RequestContext;
  /** The requested booking; null: none was requested, or none was decided. */
  requestedBooking: RequestedBooking | null;
  /**
   * Counts points that it costs beyond the estimate of its operation (F12), before they are worked for; null: they are not counted.
   * `isLimited`: together the operation may not cost more than one may.
   * @throws GraphQLError COST_EXCEEDED where it is limited, and costs more by now
   */
  charge: ((points: number, how?: { readonly isLimited: boolean }) => MaybePromise<void>) | null;
  /** What this run has come to cost so: one that begins again is charged for no more than it costs beyond the one before. */
  furtherCost: number;
  /** The part of it that is limited. */
  limitedCost: number;
  /** What the answer refuses; null: nothing so far. */
  refused: Refused | null;
  readonly catalogue: CatalogueLoaders;
  readonly hotelDetails: HotelDetailsLoaders;
  readonly tariffs: CachedLoader<number, PricedTariff>;
  readonly capacity: CapacityLoader;
  /** Sorted lists by filter and order, as text. */
  readonly lists: EpochCache<string, SortedKeys>;
  /** Lowest prices under `visit type/hotel/channel`. */
  readonly lowestPrices: EpochCache<string, LowestPrice>;
  /** From-prices of the public channel, by hotel number. */
  readonly pricesFrom: CachedLoader<number, PriceFrom>;
  /** Lists of searches for offers. */
  readonly offers: OfferLists;
}
