/**
 * A session is one request's view of the world: who asks, what day it is, and loaders over the caches of the process at the
 * epochs that held when it began. Every operation works on one; nothing else is passed around.
 */
import DataLoader from 'dataloader';
import { capacityLoader, createCapacityCache } from '../data/capacity.js';
import { catalogueLoaders, createCatalogueCaches, } from '../data/catalogue-loaders.js';
import { EpochCache, } from '../data/epoch-cache.js';
import { createHotelDetailsCaches, hotelDetailsLoaders } from '../data/hotel-details.js';
import { createRateBookCache, rateBookLoader } from '../data/rate-books.js';
import { dayInTimeZone, utcDay } from '../domain/civil-date.js';
import { BookingCounts } from './booking-counts.js';
import { priceFromLoader } from './find-price-from.js';
/** Rows in all remembered lists together. */
const LISTED_ROWS = 500_000;
const LOWEST_PRICES = 200_000;
const PRICES_FROM = 20_000;
/** Makes the gateway of a process. Its caches start empty and fill as sessions ask. */
export function createGateway({ database, epochs, clock, businessTimeZone, cursors }) {
    const catalogueCaches = createCatalogueCaches();
    const hotelDetailsCaches = createHotelDetailsCaches();
    const rateBookCache = createRateBookCache();
    const capacityCache = createCapacityCache();
    const listCache = new EpochCache({ size: LISTED_ROWS, sizeOf: (keys) => keys.length });
    const lowestPriceCache = new EpochCache({ entries: LOWEST_PRICES });
    const priceFromCache = new EpochCache({ entries: PRICES_FROM });
    const caches = {
        catalogue: catalogueCaches,
        hotelDetails: hotelDetailsCaches,
        rateBooks: rateBookCache,
        capacity: capacityCache,
        lists: listCache,
        lowestPrices: lowestPriceCache,
        pricesFrom: priceFromCache,
    };
    const gateway = {
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
function figuresOf(caches) {
    return caches
        .map((cache) => cache.figures())
        .reduce((sum, one) => ({
        entries: sum.entries + one.entries,
        size: sum.size + one.size,
        limit: sum.limit + one.limit,
    }));
}
/** A session at the epochs that hold now. Few requests need all of its loaders, so each is made when it is first asked for. */
class OpenSession {
    gateway;
    caller;
    timeLimit;
    today;
    todayUtc;
    catalogueEpoch;
    sources = { inventories: new Map(), isPrivate: false };
    #caches;
    #catalogue = null;
    #hotelDetails = null;
    #tariffs = null;
    #capacity = null;
    #ownBookings = null;
    #lists = null;
    #lowestPrices = null;
    #pricesFrom = null;
    constructor({ gateway, caches, caller, timeLimit, }) {
        const now = gateway.clock.now();
        this.gateway = gateway;
        this.#caches = caches;
        this.caller = caller;
        this.timeLimit = timeLimit;
        this.today = dayInTimeZone(now, gateway.businessTimeZone);
        this.todayUtc = utcDay(now);
        this.catalogueEpoch = gateway.epochs.of('catalogue');
    }
    get catalogue() {
        const { database } = this.gateway;
        this.#catalogue ??= catalogueLoaders({ database, caches: this.#caches.catalogue, state: this.#atEpoch() });
        return this.#catalogue;
    }
    get hotelDetails() {
        const { database } = this.gateway;
        const { channel } = this.caller;
        const caches = this.#caches.hotelDetails;
        this.#hotelDetails ??= hotelDetailsLoaders({ database, caches, state: this.#atEpoch(), channel });
        return this.#hotelDetails;
    }
    get tariffs() {
        const { database } = this.gateway;
        const { catalogueEpoch: epoch, today } = this;
        this.#tariffs ??= rateBookLoader({ database, cache: this.#caches.rateBooks, epoch, today });
        return this.#tariffs;
    }
    get capacity() {
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
    get ownBookings() {
        this.#ownBookings ??= ownBookingLoader(this.gateway.database, this.caller, this.sources);
        return this.#ownBookings;
    }
    get lists() {
        this.#lists ??= this.#caches.lists.at(this.#onDay());
        return this.#lists;
    }
    get lowestPrices() {
        this.#lowestPrices ??= this.#caches.lowestPrices.at(this.#onDay());
        return this.#lowestPrices;
    }
    get pricesFrom() {
        this.#pricesFrom ??= priceFromLoader({
            cache: this.#caches.pricesFrom,
            state: this.#onDay(),
            sources: { hotelVisitTypes: this.catalogue.related.hotelVisitTypes, tariffs: this.tariffs },
        });
        return this.#pricesFrom;
    }
    #atEpoch() {
        return { epoch: this.catalogueEpoch, day: 0 };
    }
    #onDay() {
        return { epoch: this.catalogueEpoch, day: this.today };
    }
}
function ownBookingLoader({ prisma }, { apiKeyId }, sources) {
    return new DataLoader(async (ids) => {
        sources.isPrivate = true;
        const rows = await prisma.booking.findMany({ where: { id: { in: [...ids] }, apiKeyId } });
        const byId = new Map(rows.map((row) => [row.id, row]));
        return ids.map((id) => byId.get(id) ?? null);
    });
}
//# sourceMappingURL=session.js.map