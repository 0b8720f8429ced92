/** What a concrete stay costs (`/price` of the interface, P2 to P5); capacity and on demand are not looked at. */
import { fitOfStay, pricesOfStay, } from '../domain/sellable-stay.js';
import { numberOf } from './references.js';
import { hotelsOfVisitType, visibleRoomType } from './visibility.js';
/** Prices a stay as the caller's channel sees it. */
export async function quoteStayFor(session, request) {
    const programs = await Promise.all(request.loyaltyPrograms.map(async ({ guest, program }) => ({
        guest,
        program: await named(session, program, 'loyaltyProgram', (number) => session.catalogue.loyaltyProgram.load(number)),
    })));
    const visitType = await named(session, request.visitType, 'visitType', async (number) => {
        const isSeen = (await hotelsOfVisitType(session, number)).length > 0;
        return isSeen ? session.tariffs.load(number) : null;
    });
    const fit = fitOfStay({
        visitType: { id: visitType.id, found: visitType.found?.tariff ?? null },
        hotel: null,
        roomType: await named(session, request.roomType, 'roomType', (number) => visibleRoomType(session, number)),
        programs: programs,
    });
    if (fit.kind !== 'fits')
        return fit;
    const prices = pricesOfStay({
        fit: fit,
        book: visitType.found.book,
        channel: session.caller.channel,
        stay: request.stay,
        today: session.today,
        currencies: request.currencies,
    });
    if (prices.kind !== 'priced')
        return prices;
    const presented = programs.map(({ program }) => program.found).filter((program) => program !== null);
    return { kind: 'quoted', quotes: prices.quotes.map((quote) => ({ quote, programs: presented })) };
}
async function named(session, id, kind, find) {
    const number = await numberOf(session, kind, id);
    return { id, found: number === null ? null : await find(number) };
}
//# sourceMappingURL=quote-stay.js.map