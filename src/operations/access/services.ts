/** The services of a process, with the caches that contexts share. */

import { STRUCTURE } from '../../data/cache/cache-tags.ts';
import { type CacheStats, EpochCache, USUAL_VISIT_TYPES } from '../../data/cache/epoch-cache.ts';
import { ExpiringEpochs } from '../../data/cache/expiring-epochs.ts';
import { MAILS, type Recipients, WEBHOOKS } from '../../data/deliveries/recipients.ts';
import { createCapacityCache } from '../../data/reads/capacity.ts';
import { createCatalogueCaches } from '../../data/reads/catalogue-loaders.ts';
import {
  LatestCatalogueSizes,
  readCatalogueSizes,
  type SizesAtEpoch,
  USUAL_SIZE,
} from '../../data/reads/catalogue-size.ts';
import { createHotelDetailsCaches } from '../../data/reads/hotel-details.ts';
import { createRateBookCache } from '../../data/reads/rate-books.ts';
import { WordIndexes } from '../../data/reads/word-indexes.ts';
import { DEFAULT_PUBLIC_LIMITS, type PublicLimits } from '../../domain/limits/public-limits.ts';
import type { LowestPrice } from '../../domain/minimum-price/lowest-price.ts';
import type { PriceFrom } from '../../domain/minimum-price/price-from.ts';
import type { SortedKeys } from '../../domain/text/sort-order.ts';
import { type Scheduler, systemScheduler } from '../../domain/time/clock.ts';
import { BookingCounts } from '../booking/booking-counts.ts';
import { SlowedLookups } from '../booking/search/lookup-limit.ts';
import { EventFeeds } from '../events/event-feeds.ts';
import { EventPublisher } from '../events/event-publisher.ts';
import { LimitCounts } from '../limit-counts.ts';
import { Feeds } from '../live/feeds.ts';
import { OfferLists } from '../search/offers/offer-lists.ts';
import { type SharedCaches, withContexts } from './open-context.ts';
import type { Services } from './request-context.ts';

/** Rows of all cached lists together. */
const LISTED_ROWS = 500_000;
/** An entry of an empty list takes as much memory as so many rows, and as one for every so many characters of its key, which has the texts that were searched. */
const ROWS_OF_ENTRY = 50;
const KEY_CHARACTERS_PER_ROW = 8;
const LOWEST_PRICES = 200_000;
const PRICES_FROM = 20_000;

export interface ServicesParts
  extends Pick<Services, 'database' | 'epochs' | 'apiKeys' | 'clock' | 'businessTimeZone' | 'cursors'> {
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
  /** The visit types that caches are for. Default: `USUAL_VISIT_TYPES`. */
  readonly cachedVisitTypes?: number;
  /** How large the catalogue is at first. Default: as large as usual. */
  readonly catalogueSizes?: SizesAtEpoch;
  /** Called with failures that no request reports. Default: nobody is. */
  readonly onFailure?: (error: unknown) => void;
}

/** The caches start empty and fill on demand. */
export function createServices(parts: ServicesParts): Services {
  const { database, apiKeys, clock, businessTimeZone, cursors, publicLimits = DEFAULT_PUBLIC_LIMITS } = parts;
  const {
    schedule = systemScheduler,
    onFailure = () => {},
    allowPrivateWebhooks = false,
    imageAddress = (url) => url,
    recipients = [WEBHOOKS],
    catalogueSizes = { epoch: parts.epochs.of(STRUCTURE), sizes: new Map([[null, USUAL_SIZE]]) },
  } = parts;
  const scale = (parts.cachedVisitTypes ?? USUAL_VISIT_TYPES) / USUAL_VISIT_TYPES;
  const epochs = new ExpiringEpochs(parts.epochs, { clock, schedule });
  const sizes = new LatestCatalogueSizes(catalogueSizes, () => readCatalogueSizes(database));
  const caches: SharedCaches = {
    epochs,
    catalogue: createCatalogueCaches(scale),
    hotelDetails: createHotelDetailsCaches(),
    rateBooks: createRateBookCache(scale),
    capacity: createCapacityCache(scale),
    lists: new EpochCache<string, SortedKeys>({
      size: LISTED_ROWS * scale,
      sizeOf: ({ length }, key) => ROWS_OF_ENTRY + Math.ceil(key.length / KEY_CHARACTERS_PER_ROW) + length,
    }),
    lowestPrices: new EpochCache<string, LowestPrice>({ entries: LOWEST_PRICES * scale }),
    pricesFrom: new EpochCache<number, PriceFrom>({ entries: PRICES_FROM * scale }),
    offers: new OfferLists(scale),
  };
  const publisher = new EventPublisher({ database, clock, recipients, schedule, onFailure });
  const services: Omit<Services, 'open'> = {
    database,
    epochs,
    apiKeys,
    clock,
    schedule,
    businessTimeZone,
    cursors,
    allowPrivateWebhooks,
    imageAddress,
    publicLimits,
    hasMail: recipients.includes(MAILS),
    bookings: new BookingCounts(),
    limits: new LimitCounts(),
    slowedLookups: new SlowedLookups(schedule),
    words: new WordIndexes(database, epochs, scale),
    events: publisher,
    feeds: new Feeds({
      ...{ epochs, clock, businessTimeZone, schedule, onFailure },
      onRefusal: () => services.limits.add('subscriptions'),
    }),
    eventFeeds: new EventFeeds({ database, publisher, schedule, onFailure }),
    catalogueSize: ({ destinations }) => sizes.at(epochs.of(STRUCTURE), destinations),
    caches: () => ({
      catalogue: sumOfStats([
        ...Object.values(caches.catalogue.rows),
        ...Object.values(caches.catalogue.related),
        caches.catalogue.boarding,
        caches.catalogue.byObjectId,
      ]),
      hotel_details: sumOfStats(Object.values(caches.hotelDetails)),
      rate_books: caches.rateBooks.stats(),
      capacity: caches.capacity.stats(),
      search_texts: services.words.stats(),
      lists: caches.lists.stats(),
      lowest_prices: caches.lowestPrices.stats(),
      prices_from: caches.pricesFrom.stats(),
      offers: caches.offers.stats(),
    }),
  };
  return withContexts(services, caches);
}

/** The stats of several caches together. */
function sumOfStats(caches: readonly { stats(): CacheStats }[]): CacheStats {
  return caches
    .map((cache) => cache.stats())
    .reduce((sum, one) => ({
      entries: sum.entries + one.entries,
      size: sum.size + one.size,
      limit: sum.limit + one.limit,
    }));
}
