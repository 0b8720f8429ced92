import { EVERY_DAY } from './day-ranges.js';
import { CURRENCIES, divideHalfUp, WHOLE_BASIS_POINTS } from './money.js';
import { nightPrices } from './rate-book.js';
import { isOnSale } from './stay.js';
import { termsOf } from './stay-terms.js';
/** Nothing for sale in any currency. */
export const NO_LOWEST_PRICE = { CZK: null, EUR: null };
/** Whether the first offer is the one to show: the lower amount, of equal ones the higher original (P6). */
export function isBetterOffer(offer, than) {
    if (than === null || offer.amountMinor !== than.amountMinor)
        return than === null || offer.amountMinor < than.amountMinor;
    return offer.originalMinor > than.originalMinor;
}
/**
 * In each currency the better offer of two: the lowest price over everything that either was found over. Where all of it is
 * one of the two, it is that one itself.
 */
export function lowerOf(a, b) {
    const CZK = betterOffer(a.CZK, b.CZK);
    const EUR = betterOffer(a.EUR, b.EUR);
    if (CZK === a.CZK && EUR === a.EUR)
        return a;
    return CZK === b.CZK && EUR === b.EUR ? b : { CZK, EUR };
}
function betterOffer(a, b) {
    return a && isBetterOffer(a, b) ? a : b;
}
/**
 * A night price as an offer to each of `shares` (the beds for a price per guest, 1 for the whole room), after a
 * promotion of `basisPoints` and before it, each figure rounded once from the exact value (P6).
 */
export function offerOf({ amountMinor, divisor }, { basisPoints, shares }) {
    const parts = divisor * shares;
    return {
        amountMinor: divideHalfUp(amountMinor * (WHOLE_BASIS_POINTS - basisPoints), parts * WHOLE_BASIS_POINTS),
        originalMinor: divideHalfUp(amountMinor, parts),
    };
}
/** The priced nights of a room among those of `terms`, each stretch with its offer to each of `shares`; ascending. */
export function nightOffers({ candidate: { book, room }, currency, terms, shares, }) {
    const offered = [];
    const nights = { from: terms[0].from, to: terms.at(-1).to };
    let term = 0;
    for (const price of nightPrices(book, room.number, currency, nights)) {
        while (terms[term].to < price.from)
            term++;
        for (let at = term; at < terms.length && terms[at].from <= price.to; at++) {
            const { from, to, basisPoints } = terms[at];
            offered.push({
                from: Math.max(from, price.from),
                to: Math.min(to, price.to),
                offer: offerOf(price, { basisPoints, shares }),
            });
        }
    }
    return offered;
}
/**
 * The terms of the nights of candidate after candidate. Those of one visit type and hotel share rules and promotions and
 * follow each other; they are worked out once.
 */
export function nightTerms(nights) {
    let last = null;
    let terms = [];
    return (candidate) => {
        if (candidate.rules !== last?.rules || candidate.promotions !== last.promotions) {
            terms = termsOf(candidate, { nights: 1, arrivals: nights });
        }
        last = candidate;
        return terms;
    };
}
/**
 * The lowest price per night and guest in each currency, null where nothing is for sale. `window` are nights,
 * half-open, an open side is null; past nights and nights beyond the book never count (K6, P8). Time constraints are
 * asked of the single night; start days, minimum stay, capacity and on demand are not looked at.
 */
export function lowestPrice(candidates, { today, window = { from: null, to: null } }) {
    const lowest = { ...NO_LOWEST_PRICE };
    const from = Math.max(today, window.from ?? today);
    const termsFor = nightTerms({ from, to: window.to === null ? EVERY_DAY[0].to : window.to - 1 });
    for (const candidate of candidates) {
        const terms = isOnSale(candidate.rules, today) ? termsFor(candidate) : [];
        if (terms.length === 0)
            continue;
        for (const currency of CURRENCIES) {
            for (const { offer } of nightOffers({ candidate, currency, terms, shares: candidate.room.beds })) {
                if (isBetterOffer(offer, lowest[currency]))
                    lowest[currency] = offer;
            }
        }
    }
    return lowest;
}
//# sourceMappingURL=lowest-price.js.map