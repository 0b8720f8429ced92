/**
 * Candidates: the combinations of visit type, hotel and room type that a search allows (K2, P6), with the promotions of the
 * caller's channel. Calendars and lowest prices are the best of them. They come in portions, because a search without
 * parameters means the whole catalogue, whose rate books need not fit into memory at once.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { all, when } from '../data/soon.js';
import { promotionsAt } from '../domain/promotion.js';
import { numberOf } from './references.js';
import { stopWhenLate } from './time-limit.js';
import { visibleHotel, visibleHotels, visibleRoomType, visibleVisitType } from './visibility.js';
/** Visit types that are looked at together. */
export const VISIT_TYPES_PER_PORTION = 250;
/** The candidates that the filter allows and the caller sees, in portions; a reference to nothing allows nothing (I3). */
export async function* candidatesOf(session, filter) {
    const hotels = await hotelsAllowed(session, filter);
    if (hotels.size === 0)
        return;
    const roomType = filter.roomType == null ? null : await numberOf(session, 'roomType', filter.roomType);
    const visitTypes = await visitTypesAllowed(session, filter, hotels);
    for (let start = 0; start < visitTypes.length; start += VISIT_TYPES_PER_PORTION) {
        stopWhenLate(session);
        // Where everything is in memory, nothing else would let other requests have their turns.
        if (start > 0)
            await turn();
        const portion = visitTypes.slice(start, start + VISIT_TYPES_PER_PORTION);
        const tariffs = await all(portion.map((number) => session.tariffs.load(number)));
        const candidates = [];
        for (const priced of tariffs) {
            if (!priced)
                continue;
            const { tariff, book } = priced;
            const { visitTypeNumber, rules } = tariff;
            for (const hotelNumber of tariff.hotelNumbers) {
                if (!hotels.has(hotelNumber))
                    continue;
                // Room types of one visit type and hotel follow each other and share what they can: the rules build on it.
                const promotions = promotionsAt({
                    promotions: tariff.promotions,
                    channel: session.caller.channel,
                    hotelNumber,
                });
                for (const room of tariff.roomTypes) {
                    if (room.hotelNumber !== hotelNumber)
                        continue;
                    if (roomType !== null && room.number !== roomType)
                        continue;
                    if (filter.beds != null && room.beds !== filter.beds)
                        continue;
                    candidates.push({ visitTypeNumber, rules, room, book, promotions });
                }
            }
        }
        yield candidates;
    }
}
/** The candidates with the capacity that is left for them. */
export function withCapacity(session, candidates) {
    return when(all(candidates.map(({ room }) => session.capacity.load(room))), (stocks) => candidates.map(({ visitTypeNumber, rules, room, book, promotions }, index) => ({
        visitTypeNumber,
        rules,
        room,
        book,
        promotions,
        remaining: stocks[index],
    })));
}
/** Numbers of the hotels that the filter allows and the caller sees. */
export async function hotelsAllowed(session, filter) {
    const wanted = {
        hotel: filter.hotel == null ? undefined : await numberOf(session, 'hotel', filter.hotel),
        destination: filter.destination == null ? undefined : await numberOf(session, 'destination', filter.destination),
        roomType: filter.roomType == null ? undefined : await numberOf(session, 'roomType', filter.roomType),
    };
    if (wanted.hotel === null || wanted.destination === null || wanted.roomType === null)
        return new Set();
    if (wanted.roomType !== undefined) {
        const roomType = await visibleRoomType(session, wanted.roomType);
        if (!roomType || (wanted.hotel !== undefined && roomType.hotelNumber !== wanted.hotel))
            return new Set();
        wanted.hotel = roomType.hotelNumber;
    }
    if (wanted.hotel !== undefined) {
        const hotel = await visibleHotel(session, wanted.hotel);
        const isThere = wanted.destination === undefined || hotel?.destinationNumber === wanted.destination;
        return new Set(hotel && isThere ? [hotel.number] : []);
    }
    return new Set((await visibleHotels(session, wanted.destination)).map((hotel) => hotel.number));
}
/** Numbers of the visit types that the filter allows in those hotels, ascending. */
export async function visitTypesAllowed(session, filter, hotels) {
    if (filter.visitType != null) {
        const number = await numberOf(session, 'visitType', filter.visitType);
        return number !== null && (await visibleVisitType(session, number)) ? [number] : [];
    }
    const { hotelVisitTypes } = session.catalogue.related;
    const sold = await all([...hotels].map((hotel) => hotelVisitTypes.load(hotel)));
    const numbers = new Set(sold.flatMap((list) => list ?? []));
    return [...numbers].sort((a, b) => a - b);
}
//# sourceMappingURL=candidates.js.map