/** Promotions to show with a visit type (C3): those of the caller's channel that run now or start later. */
import { all, when } from '../data/soon.js';
import { isListed, promotionsAt } from '../domain/promotion.js';
import { hotelsOfVisitType } from './visibility.js';
/** The promotions to show with a visit type in one hotel, which the caller sees, by ascending number. */
export function promotionsInHotel(session, { visitTypeNumber, hotelNumber }) {
    return when(session.tariffs.load(visitTypeNumber), (priced) => {
        const { promotions = [] } = priced?.tariff ?? {};
        const listed = promotions.filter((promotion) => isListed(promotion, session.todayUtc));
        return promotionsAt({ promotions: listed, channel: session.caller.channel, hotelNumber });
    });
}
/** The promotions to show with a visit type: those that hold in some hotel that the caller sees, by ascending number. */
export function promotionsOfVisitType(session, visitTypeNumber) {
    return when(hotelsOfVisitType(session, visitTypeNumber), (hotels) => {
        const lists = hotels.map((hotel) => promotionsInHotel(session, { visitTypeNumber, hotelNumber: hotel.number }));
        return when(all(lists), (found) => {
            const distinct = new Map(found.flat().map((promotion) => [promotion.number, promotion]));
            return [...distinct.values()].sort((a, b) => a.number - b.number);
        });
    });
}
//# sourceMappingURL=list-promotions.js.map