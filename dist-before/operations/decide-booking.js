import { buildRateBook } from '../domain/rate-book.js';
import { fitOfStay, pricesOfStay } from '../domain/sellable-stay.js';
import { firstFullNight } from './booking-capacity.js';
import { guestCountProblem, noCapacity, onDemandOnly, priceChanged } from './booking-outcome.js';
/** The decision about a booking. `nights` are the locked nights of a binding booking; a request needs none. */
export function decideBooking({ input, subjects, nights, caller, today, }) {
    const fit = fitOfStay(subjects);
    if (fit.kind !== 'fits')
        return fit;
    const { room } = fit;
    const guests = guestCountProblem({ guests: input.guests.length, beds: room.beds });
    if (guests)
        return guests;
    const { visitTypeNumber, rules, priceLists } = subjects.visitType.found;
    const priced = pricesOfStay({
        fit,
        book: buildRateBook({ priceLists, roomTypes: [room], today }),
        channel: caller.channel,
        stay: input,
        today,
        currencies: [input.currency],
    });
    if (priced.kind !== 'priced')
        return priced;
    const [quote] = priced.quotes;
    if (input.kind === 'BINDING') {
        if (rules.onDemand)
            return onDemandOnly(input.visitType);
        const full = firstFullNight(nights, input);
        if (full !== null)
            return noCapacity(room.number, full);
    }
    if (input.expectedTotal !== null && input.expectedTotal !== quote.amountMinor) {
        return priceChanged(quote, input.expectedTotal);
    }
    return { kind: 'bookable', visitTypeNumber, hotelNumber: room.hotelNumber, roomTypeNumber: room.number, quote };
}
//# sourceMappingURL=decide-booking.js.map