/** The services of a process, with the caches that contexts share. */
import type { CachedLoader } from '../../data/cache/cached-loader.ts';
import { Dependencies } from '../../data/cache/dependencies.ts';
import { EpochCache } from '../../data/cache/epoch-cache.ts';
import { STRUCTURE } from '../../data/cache/epoch-scopes.ts';
import { ExpiringEpochs } from '../../data/cache/expiring-epochs.ts';
import type { Database } from '../../data/database/database.ts';
import { MAILS } from '../../data/deliveries/mails.ts';
import { type Recipients, WEBHOOKS } from '../../data/deliveries/recipients.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import {
  type CapacityCache,
  type CapacityLoader,
  createCapacityCache,
  createCapacityLoader,
} from '../../data/reads/capacity.ts';
import {
  type CatalogueCaches,
  type CatalogueLoaders,
  createCatalogueCaches,
  createCatalogueLoaders,
} from '../../data/reads/catalogue-loaders.ts';
import {
  type CatalogueSizes,
  LatestCatalogueSizes,
  readCatalogueSizes,
  USUAL_SIZE,
} from '../../data/reads/catalogue-size.ts';
import {
  createHotelDetailsCaches,
  createHotelDetailsLoaders,
  type HotelDetailsLoaders,
} from '../../data/reads/hotel-details.ts';
import { createRateBookCache, createRateBookLoader, type PricedTariff } from '../../data/reads/rate-books.ts';
import { createSearchTextCache, createSearchTextLoader, type SearchTexts } from '../../data/reads/search-texts.ts';
import type { Simulation } from '../../domain/booking/simulation.ts';
import { DEFAULT_PUBLIC_LIMITS, type PublicLimits } from '../../domain/limits/public-limits.ts';
import type { LowestPrice } from '../../domain/minimum-price/lowest-price.ts';
import type { PriceFrom } from '../../domain/minimum-price/price-from.ts';
import type { Languages, Locale } from '../../domain/text/locale.ts';
import type { SortKey } from '../../domain/text/sort-order.ts';
import { type Day, dayInTimeZone, utcDay } from '../../domain/time/civil-date.ts';
import { type Scheduler, systemScheduler } from '../../domain/time/clock.ts';
import { BookingCounts, type RequestedBooking } from '../booking/booking-counts.ts';
import { SlowedLookups } from '../booking/search/lookup-limit.ts';
import type { Deadline } from '../deadline.ts';
import { EventFeeds } from '../events/event-feeds.ts';
import { EventPublisher } from '../events/event-publisher.ts';
import { LimitCounts } from '../limit-counts.ts';
import { Feeds } from '../live/feeds.ts';
import type { PageRecords } from '../page/page-records.ts';
import { createPriceFromLoader } from '../search/find-price-from.ts';
import { OfferLists } from '../search/offers/offer-lists.ts';
import { figuresOf } from './cache-figures.ts';
import type { ContextRequest, RequestContext, Services } from './request-context.ts';

/** Rows of all cached lists together. */
const LISTED_ROWS = 500_000;
const LOWEST_PRICES = 200_000;
const PRICES_FROM = 20_000;

export interface ServicesParts
  extends Pick<Services, 'database' | 'epochs' | 'clock' | 'businessTimeZone' | 'cursors'> {
  /** Default: the machine's timers. */
  readonly schedule?: Scheduler;
  /** Default: they may not. */
  readonly allowPrivateWebhooks?: boolean;
  /** Default: where the catalogue says. */
  readonly imageAddress?: Services['imageAddress'];
  /** Default: `DEFAULT_PUBLIC_LIMITS`. */
  readonly publicLimits?: PublicLimits;
  /** To whom events are delivered. Default: webhooks. */
  readonly recipients?: readonly Recipients[];
  /** How large the catalogue is at first. Default: as large as usual. */
  readonly catalogueSizes?: CatalogueSizes;
  /** Called with failures that no request reports. Default: nobody is. */
  readonly onFailure?: (error: unknown) => void;
}

/** The caches start empty and fill on demand. */
export function createServices(parts: ServicesParts): Services {
  const { database, clock, businessTimeZone, cursors, publicLimits = DEFAULT_PUBLIC_LIMITS } = parts;
  const {
    schedule = systemScheduler,
    onFailure = () => {},
    allowPrivateWebhooks = false,
    imageAddress = (url) => url,
    recipients = [WEBHOOKS],
    catalogueSizes = new Map([[null, USUAL_SIZE]]),
  } = parts;
  const epochs = new ExpiringEpochs(parts.epochs, { clock, schedule });
  const sizes = new LatestCatalogueSizes(catalogueSizes, () => readCatalogueSizes(database));
  const catalogueCaches: CatalogueCaches = createCatalogueCaches();
  const hotelDetailsCaches = createHotelDetailsCaches();
  const rateBookCache = createRateBookCache();
  const capacityCache: CapacityCache = createCapacityCache();
  const listCache = new EpochCache<string, readonly SortKey[]>({ size: LISTED_ROWS, sizeOf: (keys) => keys.length });
  const caches: SharedCaches = {
    epochs,
    catalogue: catalogueCaches,
    hotelDetails: hotelDetailsCaches,
    rateBooks: rateBookCache,
    capacity: capacityCache,
    searchTexts: createSearchTextCache(),
    lists: listCache,
    lowestPrices: new EpochCache<string, LowestPrice>({ entries: LOWEST_PRICES }),
    pricesFrom: new EpochCache<number, PriceFrom>({ entries: PRICES_FROM }),
    offers: new OfferLists(),
  };
  const open = (request: ContextRequest) => {
    const openNow = () => new OpenContext(services, { caches, request, now: clock.now() });
    return epochs.isCurrent() ? openNow() : epochs.refresh().then(openNow);
  };
  const publisher = new EventPublisher({ database, clock, recipients, schedule, onFailure });
  const services: Services = {
    ...{
      database,
      epochs,
      clock,
      schedule,
      businessTimeZone,
      cursors,
      allowPrivateWebhooks,
      imageAddress,
      publicLimits,
    },
    hasMail: recipients.includes(MAILS),
    bookings: new BookingCounts(),
    limits: new LimitCounts(),
    slowedLookups: new SlowedLookups(schedule),
    events: publisher,
    feeds: new Feeds({ epochs, clock, businessTimeZone, schedule, onFailure }),
    eventFeeds: new EventFeeds({ database, publisher, schedule, onFailure }),
    catalogueSize: ({ destinations }) => sizes.at(epochs.of(STRUCTURE), destinations),
    caches: () => ({
      catalogue: figuresOf([
        ...Object.values(catalogueCaches.rows),
        ...Object.values(catalogueCaches.related),
        catalogueCaches.byObjectId,
      ]),
      hotel_details: figuresOf(Object.values(hotelDetailsCaches)),
      rate_books: rateBookCache.stats(),
      capacity: capacityCache.stats(),
      search_texts: caches.searchTexts.stats(),
      lists: listCache.stats(),
      lowest_prices: caches.lowestPrices.stats(),
      prices_from: caches.pricesFrom.stats(),
      offers: caches.offers.stats(),
    }),
    open,
  };
  return services;
}

interface SharedCaches {
  readonly epochs: ExpiringEpochs;
  readonly catalogue: CatalogueCaches;
  readonly hotelDetails: ReturnType<typeof createHotelDetailsCaches>;
  readonly rateBooks: ReturnType<typeof createRateBookCache>;
  readonly capacity: CapacityCache;
  readonly searchTexts: EpochCache<number, SearchTexts>;
  readonly lists: EpochCache<string, readonly SortKey[]>;
  readonly lowestPrices: EpochCache<string, LowestPrice>;
  readonly pricesFrom: EpochCache<number, PriceFrom>;
  readonly offers: OfferLists;
}

/** A context. Few requests need all its loaders, so each is created on first use. */
class OpenContext implements RequestContext {
  readonly services: Services;
  readonly caller: Caller;
  readonly languages: Languages;
  readonly messages: Locale | null;
  readonly deadline: Deadline | null;
  readonly network: string | null;
  readonly hasLeft: (() => boolean) | null;
  readonly today: Day;
  readonly todayUtc: Day;
  readonly dependencies: Dependencies;
  requestedBooking: RequestedBooking | null = null;
  readonly records: PageRecords | null;
  readonly simulation: Simulation | null;
  readonly #caches: SharedCaches;
  /** Whose loaders read what is not cached; null: its own. */
  readonly #loading: OpenContext | null;
  readonly #now: number;
  #catalogue: CatalogueLoaders | null = null;
  #hotelDetails: HotelDetailsLoaders | null = null;
  #tariffs: CachedLoader<number, PricedTariff> | null = null;
  #capacity: CapacityLoader | null = null;
  #searchTexts: CachedLoader<number, SearchTexts> | null = null;
  #pricesFrom: CachedLoader<number, PriceFrom> | null = null;

  constructor(
    services: Services,
    {
      caches,
      request,
      now,
      loading = null,
      isShared = false,
    }: { caches: SharedCaches; request: ContextRequest; now: number; loading?: OpenContext | null; isShared?: boolean },
  ) {
    this.services = services;
    this.#caches = caches;
    this.#loading = loading;
    this.#now = now;
    this.records = request.records ?? null;
    this.simulation = request.simulation ?? null;
    this.caller = request.caller;
    this.languages = request.languages;
    this.messages = request.messages ?? null;
    this.deadline = request.deadline;
    this.network = request.network ?? null;
    this.hasLeft = request.hasLeft ?? null;
    this.today = dayInTimeZone(now, services.businessTimeZone);
    this.todayUtc = utcDay(now);
    this.dependencies = new Dependencies(services.epochs, { loading: loading?.dependencies ?? null, isShared });
  }

  recordContexts(): () => RequestContext {
    const parts = { caches: this.#caches, request: { ...this.#request(), records: null }, now: this.#now };
    let loading: OpenContext | null = null;
    return () => {
      loading ??= new OpenContext(this.services, { ...parts, isShared: true });
      return new OpenContext(this.services, { ...parts, loading });
    };
  }

  get catalogue(): CatalogueLoaders {
    this.#catalogue ??= createCatalogueLoaders({
      caches: this.#caches.catalogue,
      ...this.#over(),
      shared: this.#loading?.catalogue ?? null,
    });
    return this.#catalogue;
  }

  get hotelDetails(): HotelDetailsLoaders {
    const { channel } = this.caller;
    this.#hotelDetails ??= createHotelDetailsLoaders({
      caches: this.#caches.hotelDetails,
      ...this.#over(),
      channel,
      shared: this.#loading?.hotelDetails ?? null,
    });
    return this.#hotelDetails;
  }

  get tariffs(): CachedLoader<number, PricedTariff> {
    this.#tariffs ??= createRateBookLoader({
      cache: this.#caches.rateBooks,
      ...this.#over(),
      shared: this.#loading?.tariffs ?? null,
    });
    return this.#tariffs;
  }

  get capacity(): CapacityLoader {
    this.#capacity ??= createCapacityLoader({
      cache: this.#caches.capacity,
      ...this.#over(),
      epochs: this.#caches.epochs,
    });
    return this.#capacity;
  }

  get searchTexts(): CachedLoader<number, SearchTexts> {
    this.#searchTexts ??= createSearchTextLoader({
      cache: this.#caches.searchTexts,
      ...this.#over(),
      shared: this.#loading?.searchTexts ?? null,
    });
    return this.#searchTexts;
  }

  get lists(): EpochCache<string, readonly SortKey[]> {
    return this.#caches.lists;
  }

  get lowestPrices(): EpochCache<string, LowestPrice> {
    return this.#caches.lowestPrices;
  }

  get offers(): OfferLists {
    return this.#caches.offers;
  }

  get pricesFrom(): CachedLoader<number, PriceFrom> {
    this.#pricesFrom ??= createPriceFromLoader({
      cache: this.#caches.pricesFrom,
      ...this.#over(),
      sources: { hotelVisitTypes: this.catalogue.related.hotelVisitTypes, tariffs: this.tariffs },
      shared: this.#loading?.pricesFrom ?? null,
    });
    return this.#pricesFrom;
  }

  #request(): ContextRequest {
    const { caller, languages, messages, deadline, network } = this;
    return { caller, languages, messages, deadline, network };
  }

  /** What all loaders work with. */
  #over(): { database: Database; dependencies: Dependencies; today: Day } {
    return { database: this.services.database, dependencies: this.dependencies, today: this.today };
  }
}
