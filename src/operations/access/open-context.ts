/** Contexts over the caches of a process. */
import type { Batches, CachedLoader } from '../../data/cache/cached-loader.ts';
import { Dependencies } from '../../data/cache/dependencies.ts';
import type { EpochCache } from '../../data/cache/epoch-cache.ts';
import type { ExpiringEpochs } from '../../data/cache/expiring-epochs.ts';
import type { Database } from '../../data/database/database.ts';
import type { Caller } from '../../data/keys/api-keys.ts';
import { type CapacityCache, type CapacityLoader, createCapacityLoader } from '../../data/reads/capacity.ts';
import {
  type CatalogueCaches,
  type CatalogueLoaders,
  createCatalogueLoaders,
} from '../../data/reads/catalogue-loaders.ts';
import {
  type createHotelDetailsCaches,
  createHotelDetailsLoaders,
  type HotelDetailsLoaders,
} from '../../data/reads/hotel-details.ts';
import { type createRateBookCache, createRateBookLoader, type PricedTariff } from '../../data/reads/rate-books.ts';
import type { Simulation } from '../../domain/booking/simulation.ts';
import type { LowestPrice } from '../../domain/minimum-price/lowest-price.ts';
import type { PriceFrom } from '../../domain/minimum-price/price-from.ts';
import type { Languages, Locale } from '../../domain/text/locale.ts';
import type { SortedKeys } from '../../domain/text/sort-order.ts';
import { type Day, dayInTimeZone, utcDay } from '../../domain/time/civil-date.ts';
import type { RequestedBooking } from '../booking/booking-counts.ts';
import type { Deadline } from '../deadline.ts';
import type { PageRecords } from '../page/page-records.ts';
import { createPriceFromLoader } from '../search/find-price-from.ts';
import type { OfferLists } from '../search/offers/offer-lists.ts';
import { Walk } from '../walk.ts';
import type { ContextRequest, Refused, RequestContext, Services } from './request-context.ts';

export interface SharedCaches {
  readonly epochs: ExpiringEpochs;
  readonly catalogue: CatalogueCaches;
  readonly hotelDetails: ReturnType<typeof createHotelDetailsCaches>;
  readonly rateBooks: ReturnType<typeof createRateBookCache>;
  readonly capacity: CapacityCache;
  readonly lists: EpochCache<string, SortedKeys>;
  readonly lowestPrices: EpochCache<string, LowestPrice>;
  readonly pricesFrom: EpochCache<number, PriceFrom>;
  readonly offers: OfferLists;
}

/** Adds what opens the contexts of requests: at once while the epochs are current. */
export function withContexts(parts: Omit<Services, 'open'>, caches: SharedCaches): Services {
  const services = parts as Services;
  const openNow = (request: ContextRequest) => new OpenContext(services, { caches, request, now: parts.clock.now() });
  const open: Services['open'] = (request) =>
    caches.epochs.isCurrent() ? openNow(request) : caches.epochs.refresh().then(() => openNow(request));
  return Object.assign(services, { open });
}

/** A context. Few requests need all its loaders, so each is created on first use. */
class OpenContext implements RequestContext {
  readonly services: Services;
  readonly caller: Caller;
  readonly languages: Languages;
  readonly messages: Locale | null;
  deadline: Deadline | null;
  readonly network: string | null;
  readonly hasLeft: (() => boolean) | null;
  readonly waits: (() => void) | null;
  readonly today: Day;
  readonly todayUtc: Day;
  #walk: Walk | null;
  readonly dependencies: Dependencies;
  requestedBooking: RequestedBooking | null = null;
  refused: Refused | null = null;
  charge: RequestContext['charge'] = null;
  furtherCost = 0;
  limitedCost = 0;
  readonly records: PageRecords | null;
  readonly simulation: Simulation | null;
  readonly #caches: SharedCaches;
  readonly #batches: Batches;
  readonly #now: number;
  #catalogue: CatalogueLoaders | null = null;
  #hotelDetails: HotelDetailsLoaders | null = null;
  #tariffs: CachedLoader<number, PricedTariff> | null = null;
  #capacity: CapacityLoader | null = null;
  #pricesFrom: CachedLoader<number, PriceFrom> | null = null;

  constructor(
    services: Services,
    {
      caches,
      request,
      now,
      walk = null,
      batches = new Map(),
    }: {
      caches: SharedCaches;
      request: ContextRequest;
      now: number;
      walk?: Walk | null;
      batches?: Batches;
    },
  ) {
    this.services = services;
    this.#caches = caches;
    this.#batches = batches;
    this.#now = now;
    this.records = request.records ?? null;
    this.simulation = request.simulation ?? null;
    this.caller = request.caller;
    this.languages = request.languages;
    this.messages = request.messages ?? null;
    this.deadline = request.deadline;
    this.network = request.network ?? null;
    this.hasLeft = request.hasLeft ?? null;
    this.waits = request.waits ?? null;
    this.today = dayInTimeZone(now, services.businessTimeZone);
    this.todayUtc = utcDay(now);
    this.#walk = walk;
    this.dependencies = new Dependencies(services.epochs);
  }

  get walk(): Walk {
    this.#walk ??= new Walk();
    return this.#walk;
  }

  recordContexts(): () => RequestContext {
    return this.#contextsOver(new Map());
  }

  /** Opens contexts of the same request with dependencies of their own, which read what is not cached together. */
  #contextsOver(batches: Batches): () => OpenContext {
    const { caller, languages, messages, deadline, network, walk } = this;
    const request = { caller, languages, messages, deadline, network };
    const parts = { caches: this.#caches, request, now: this.#now, walk, batches };
    return () => new OpenContext(this.services, parts);
  }

  get catalogue(): CatalogueLoaders {
    this.#catalogue ??= createCatalogueLoaders({ caches: this.#caches.catalogue, ...this.#over() });
    return this.#catalogue;
  }

  get hotelDetails(): HotelDetailsLoaders {
    const { channel } = this.caller;
    this.#hotelDetails ??= createHotelDetailsLoaders({ caches: this.#caches.hotelDetails, ...this.#over(), channel });
    return this.#hotelDetails;
  }

  get tariffs(): CachedLoader<number, PricedTariff> {
    this.#tariffs ??= createRateBookLoader({ cache: this.#caches.rateBooks, ...this.#over() });
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

  get lists(): EpochCache<string, SortedKeys> {
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
      hotelVisitTypes: this.catalogue.related.hotelVisitTypes,
      openSources: this.#contextsOver(this.#batches),
    });
    return this.#pricesFrom;
  }

  /** What all loaders work with. */
  #over(): { database: Database; batches: Batches; dependencies: Dependencies; today: Day } {
    const { dependencies, today } = this;
    return { database: this.services.database, batches: this.#batches, dependencies, today };
  }
}
