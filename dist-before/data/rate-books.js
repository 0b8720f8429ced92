/**
 * Tariffs with their rate books, kept across requests: one query batch and one build per visit type, catalogue epoch and
 * day. The cache is bounded by the bytes that the books take, so that a large catalogue never has to fit into memory.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { bytesOfRuns } from '../domain/price-runs.js';
import { buildRateBook } from '../domain/rate-book.js';
import { cachedLoader, EpochCache } from './epoch-cache.js';
import { readTariffs } from './tariffs.js';
const BUILT_IN_A_TURN = 100;
/** More than are ever asked for together; a search over the whole catalogue must not hold all of its books. */
const KEPT_BY_REQUEST = 500;
/** More than twenty thousand visit types, whatever hotels they are sold in. */
const CACHE_BYTES = 128 * 1024 * 1024;
/** The book without its runs, and what holds both, as measured with some to spare. */
const BYTES_PER_BOOK = 1_024;
/** What the objects of a tariff take for each character of it as JSON, as measured: texts, numbers and lists alike. */
const BYTES_PER_CHARACTER = 3;
/** What a priced tariff takes in memory: as much as its prices have changes, however many nights lie in between. */
function bytesOf({ tariff, book }) {
    return BYTES_PER_BOOK + JSON.stringify(tariff).length * BYTES_PER_CHARACTER + bytesOfRuns(book.runs);
}
/** The cache that the sessions of a process share, bounded by the bytes of its books. */
export function createRateBookCache() {
    return new EpochCache({ size: CACHE_BYTES, sizeOf: bytesOf });
}
/** A loader of priced tariffs by the number of the visit type, for one request; null for a visit type that is not there. */
export function rateBookLoader({ database, cache, epoch, today, }) {
    return cachedLoader({
        cache,
        state: { epoch, day: today },
        keptByRequest: KEPT_BY_REQUEST,
        read: async (numbers) => {
            const found = new Map();
            for (const [number, { priceLists, ...tariff }] of await readTariffs(database.catalogue, numbers)) {
                // Other requests get their turns while hundreds of books are made.
                if (found.size % BUILT_IN_A_TURN === BUILT_IN_A_TURN - 1)
                    await turn();
                found.set(number, { tariff, book: buildRateBook({ priceLists, roomTypes: tariff.roomTypes, today }) });
            }
            return found;
        },
    });
}
//# sourceMappingURL=rate-books.js.map