/**
 * What describes hotels beyond their rows: house rules, meals, taglines, pictures, amenities, and the amenity dictionary.
 * Batched like the rest of the catalogue (one query for all hotels that are asked about at once) and kept for as long as
 * the catalogue's epoch lasts, in caches bounded by the rows in them.
 */
import { readAmenityDictionary } from './amenity-dictionary.js';
import { cachedLoader, EpochCache } from './epoch-cache.js';
import { groupBy } from './group-by.js';
const ROWS = 50_000;
const DICTIONARY = 'dictionary';
/** What every request shares. */
export function createHotelDetailsCaches() {
    const one = () => new EpochCache({ entries: ROWS });
    const lists = () => new EpochCache({ size: ROWS, sizeOf: (rows) => rows.length });
    return {
        accommodationRules: one(),
        mealServices: lists(),
        taglines: new EpochCache({ entries: ROWS }),
        images: lists(),
        roomTypeImages: lists(),
        amenities: lists(),
        dictionary: new EpochCache({ entries: 1 }),
    };
}
/** The loaders of one request, over the shared caches, with the taglines of one channel. */
export function hotelDetailsLoaders({ database: { catalogue: prisma }, caches, state, channel, }) {
    function listLoader(cache, findMany, parentOf) {
        return cachedLoader({ cache, state, read: async (numbers) => groupBy(await findMany([...numbers]), parentOf) });
    }
    const hotelOf = (row) => row.hotelNumber;
    const orderBy = { position: 'asc' };
    const ofHotels = (numbers) => ({ where: { hotelNumber: { in: numbers } }, orderBy });
    const dictionary = cachedLoader({
        cache: caches.dictionary,
        state,
        read: async () => new Map([[DICTIONARY, await readAmenityDictionary(prisma)]]),
    });
    return {
        accommodationRules: cachedLoader({
            cache: caches.accommodationRules,
            state,
            read: async (numbers) => {
                const rows = await prisma.accommodationRules.findMany({ where: { hotelNumber: { in: [...numbers] } } });
                return new Map(rows.map((row) => [row.hotelNumber, row]));
            },
        }),
        mealServices: listLoader(caches.mealServices, (numbers) => prisma.mealService.findMany(ofHotels(numbers)), hotelOf),
        tagline: taglineLoader({ prisma, cache: caches.taglines, state, channel }),
        images: listLoader(caches.images, (numbers) => prisma.hotelImage.findMany(ofHotels(numbers)), hotelOf),
        roomTypeImages: listLoader(caches.roomTypeImages, (numbers) => prisma.roomTypeImage.findMany({ where: { roomTypeNumber: { in: numbers } }, orderBy }), (row) => row.roomTypeNumber),
        amenities: listLoader(caches.amenities, (numbers) => prisma.hotelAmenity.findMany(ofHotels(numbers)), hotelOf),
        dictionary: async () => (await dictionary.load(DICTIONARY)),
    };
}
/** The cache is shared by all channels, so its keys name hotel and channel; a request knows one channel only. */
function taglineLoader({ prisma, cache, state, channel, }) {
    const keyOf = (hotelNumber) => `${hotelNumber}/${channel}`;
    const loader = cachedLoader({
        cache,
        state,
        read: async (keys) => {
            const hotelNumbers = keys.map((key) => Number.parseInt(key, 10));
            const rows = await prisma.hotelTagline.findMany({
                where: { channelCode: channel, hotelNumber: { in: hotelNumbers } },
            });
            return new Map(rows.map((row) => [keyOf(row.hotelNumber), row]));
        },
    });
    return { load: (hotelNumber) => loader.load(keyOf(hotelNumber)) };
}
//# sourceMappingURL=hotel-details.js.map