/**
 * Whether a stay can be sold, and for how much: the one order in which a quote and a booking check what is asked (I4).
 * First everything must be there, then it must fit together (`fitOfStay`); then the visit type's rules, the guests'
 * loyalty programs and the price lists must allow it (`pricesOfStay`). The first check that fails is the answer, as a
 * value whose message names what broke it. Capacity, and whether it is on demand, are only a booking's concern.
 */
import { formatDay } from './civil-date.js';
import { promotionsAt } from './promotion.js';
import { loyaltyProblem, quoteStay } from './quote.js';
import { stayProblem } from './stay.js';
const SUBJECT_TEXT = {
    visitType: 'visit type',
    hotel: 'hotel',
    roomType: 'room type',
    loyaltyProgram: 'loyalty program',
};
/**
 * What is asked for, once all of it is found and belongs together: the room type to the hotel, the hotel to the visit
 * type. `hotel` is null where the request names none; the room type's own hotel counts then.
 */
export function fitOfStay({ visitType, hotel, roomType, programs, }) {
    if (!visitType.found)
        return notFound('visitType', visitType.id);
    if (hotel && !hotel.found)
        return notFound('hotel', hotel.id);
    if (!roomType.found)
        return notFound('roomType', roomType.id);
    const loyalty = [];
    for (const { guest, program } of programs) {
        if (!program.found)
            return notFound('loyaltyProgram', program.id);
        loyalty.push({ guest, programNumber: program.found.number, basisPoints: program.found.basisPoints });
    }
    const { number, hotelNumber } = roomType.found;
    if (hotel?.found && hotel.found.number !== hotelNumber) {
        const message = `Room type ${number} does not belong to hotel ${hotel.found.number}.`;
        return { kind: 'stayNotAllowed', code: 'ROOM_TYPE_OF_OTHER_HOTEL', message };
    }
    if (!visitType.found.hotelNumbers.includes(hotelNumber)) {
        const message = `Visit type ${visitType.id} is not sold in hotel ${hotelNumber}, to which room type ${number} belongs.`;
        return { kind: 'stayNotAllowed', code: 'NOT_SOLD_IN_HOTEL', message };
    }
    return { kind: 'fits', tariff: visitType.found, room: roomType.found, loyalty };
}
function notFound(subject, id) {
    return { kind: 'notFound', subject, id, message: `There is no ${SUBJECT_TEXT[subject]} ${id}.` };
}
/**
 * What a fitting stay costs for a channel in each of `currencies` that covers it, or the first rule in its way. `book` is
 * the rate book of the visit type from `today` on. `currencies` names at least one, none twice.
 */
export function pricesOfStay({ fit, book, channel, stay, today, currencies, }) {
    const { tariff, room, loyalty } = fit;
    const rule = stayProblem(tariff.rules, stay, today);
    if (rule)
        return { kind: 'stayNotAllowed', ...rule };
    const ineligible = loyaltyProblem({ loyalty, allowedPrograms: tariff.loyaltyProgramNumbers, beds: room.beds });
    if (ineligible) {
        const { code, guest, message } = ineligible;
        return { kind: 'loyaltyNotApplicable', code, guest, beds: room.beds, message };
    }
    const promotions = promotionsAt({ promotions: tariff.promotions, channel, hotelNumber: room.hotelNumber });
    const quotes = [];
    let firstNight = stay.arrival;
    for (const currency of currencies) {
        const quote = quoteStay({ book, room, currency, stay, promotions, loyalty });
        if ('firstUnpricedNight' in quote)
            firstNight = Math.max(firstNight, quote.firstUnpricedNight);
        else
            quotes.push(quote);
    }
    const [first, ...others] = quotes;
    if (first)
        return { kind: 'priced', quotes: [first, ...others] };
    const night = `the night of ${formatDay(firstNight)} has no price for room type ${room.number}`;
    return { kind: 'notPriced', firstNight, message: `No price in ${currencies.join(' or ')}: ${night}.` };
}
//# sourceMappingURL=sellable-stay.js.map