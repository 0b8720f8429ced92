/** The lowest price per night and guest over what a search allows (P6), per currency. */
import { remembered } from '../data/epoch-cache.js';
import { all, when } from '../data/soon.js';
import { lowerOf, lowestPrice, NO_LOWEST_PRICE } from '../domain/lowest-price.js';
import { promotionsAt } from '../domain/promotion.js';
import { candidatesOf, hotelsAllowed, VISIT_TYPES_PER_PORTION, visitTypesAllowed, } from './candidates.js';
import { stopWhenLate } from './time-limit.js';
import { hotelsOfVisitType } from './visibility.js';
/**
 * The lowest price within the filter and, where given, within the nights `[from, to)`; a side left out is open. Past nights
 * never count. Null in a currency in which nothing is for sale.
 */
export async function findLowestPrice(session, { filter, from, to }) {
    const asksOfWholeHotels = from === null && to === null && filter.roomType == null && filter.beds == null;
    if (asksOfWholeHotels)
        return lowestPriceOfHotels(session, filter);
    let lowest = NO_LOWEST_PRICE;
    for await (const candidates of candidatesOf(session, filter)) {
        lowest = lowerOf(lowest, lowestPrice(candidates, { today: session.today, window: { from, to } }));
    }
    return lowest;
}
/** The same from what is remembered of each visit type in each hotel. */
async function lowestPriceOfHotels(session, filter) {
    const hotels = await hotelsAllowed(session, filter);
    const visitTypes = hotels.size === 0 ? [] : await visitTypesAllowed(session, filter, hotels);
    let lowest = NO_LOWEST_PRICE;
    for (let start = 0; start < visitTypes.length; start += VISIT_TYPES_PER_PORTION) {
        stopWhenLate(session);
        const prices = await Promise.all(visitTypes.slice(start, start + VISIT_TYPES_PER_PORTION).map(async (visitTypeNumber) => {
            const sold = (await session.catalogue.related.visitTypeHotels.load(visitTypeNumber)) ?? [];
            const allowed = sold.filter((hotelNumber) => hotels.has(hotelNumber));
            return Promise.all(allowed.map((hotelNumber) => lowestPriceInHotel(session, { visitTypeNumber, hotelNumber })));
        }));
        lowest = prices.flat().reduce(lowerOf, lowest);
    }
    return lowest;
}
/** The lowest price of a visit type in one hotel, which the caller sees; remembered for the catalogue and the day. */
export function lowestPriceInHotel(session, sale) {
    const key = `${sale.visitTypeNumber}/${sale.hotelNumber}/${session.caller.channel}`;
    return remembered(session.lowestPrices, key, () => computeLowestPrice(session, sale));
}
function computeLowestPrice(session, sale) {
    return when(session.tariffs.load(sale.visitTypeNumber), (priced) => priced ? lowestPriceBy(priced, session, sale) : NO_LOWEST_PRICE);
}
function lowestPriceBy({ tariff, book }, session, { visitTypeNumber, hotelNumber }) {
    const { channel } = session.caller;
    const promotions = promotionsAt({ promotions: tariff.promotions, channel, hotelNumber });
    const candidates = tariff.roomTypes
        .filter((room) => room.hotelNumber === hotelNumber)
        .map((room) => ({ visitTypeNumber, rules: tariff.rules, room, book, promotions }));
    return lowestPrice(candidates, { today: session.today });
}
/** The lowest price of a visit type over all hotels that the caller sees. */
export function lowestPriceOfVisitType(session, visitTypeNumber) {
    return when(hotelsOfVisitType(session, visitTypeNumber), (hotels) => {
        const sales = hotels.map((hotel) => ({ visitTypeNumber, hotelNumber: hotel.number }));
        return when(all(sales.map((sale) => lowestPriceInHotel(session, sale))), (prices) => prices.reduce(lowerOf, NO_LOWEST_PRICE));
    });
}
//# sourceMappingURL=find-lowest-price.js.map