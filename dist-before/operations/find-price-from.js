/**
 * From-prices of hotels (V4), kept for as long as the catalogue and the day stay. They are those of the public channel,
 * whoever asks (P7), and of all that a hotel sells: who sees the hotel sees its visit types too (I2).
 */
import { setImmediate as turn } from 'node:timers/promises';
import { cachedLoader } from '../data/epoch-cache.js';
import { all } from '../data/soon.js';
import { PUBLIC_CHANNEL, priceFrom } from '../domain/price-from.js';
import { promotionsAt } from '../domain/promotion.js';
/** Visit types whose tariffs are held at the same time. */
const VISIT_TYPES_PER_PORTION = 2_500;
/** A loader of from-prices by the number of a hotel, for one request; null for a hotel that has nothing to sell. */
export function priceFromLoader({ cache, state, sources, }) {
    return cachedLoader({
        cache,
        state,
        async read(hotelNumbers) {
            const found = new Map();
            for (const hotels of await portionsOf(hotelNumbers, sources)) {
                const numbers = [...new Set(hotels.flatMap(({ visitTypeNumbers }) => visitTypeNumbers))];
                const priced = await all(numbers.map((number) => sources.tariffs.load(number)));
                const tariffs = new Map(numbers.map((number, index) => [number, priced[index]]));
                for (const { hotelNumber, visitTypeNumbers } of hotels) {
                    const candidates = visitTypeNumbers.flatMap((number) => candidatesIn(hotelNumber, tariffs.get(number)));
                    const price = priceFrom(candidates, state.day);
                    if (price)
                        found.set(hotelNumber, price);
                    // A page of hotels that nobody asked for yet takes a while; other requests get their turns in between.
                    await turn();
                }
            }
            return found;
        },
    });
}
/** The hotels with what they sell, those together that sell no more than a portion, one at least. */
async function portionsOf(hotelNumbers, { hotelVisitTypes }) {
    const sales = await Promise.all(hotelNumbers.map(async (hotelNumber) => ({
        hotelNumber,
        visitTypeNumbers: (await hotelVisitTypes.load(hotelNumber)) ?? [],
    })));
    const portions = [];
    let room = 0;
    for (const hotel of sales) {
        room -= hotel.visitTypeNumbers.length;
        const portion = portions.at(-1);
        if (portion && room >= 0)
            portion.push(hotel);
        else {
            portions.push([hotel]);
            room = VISIT_TYPES_PER_PORTION - hotel.visitTypeNumbers.length;
        }
    }
    return portions;
}
/** The room types of a hotel in which a visit type is sold. */
function candidatesIn(hotelNumber, priced) {
    if (!priced)
        return [];
    const { tariff, book } = priced;
    const roomTypes = tariff.roomTypes.filter((room) => room.hotelNumber === hotelNumber);
    const promotions = promotionsAt({ promotions: tariff.promotions, channel: PUBLIC_CHANNEL, hotelNumber });
    const { visitTypeNumber, stayCategory, rules } = tariff;
    return roomTypes.map((room) => ({ visitTypeNumber, stayCategory, rules, room, book, promotions }));
}
//# sourceMappingURL=find-price-from.js.map