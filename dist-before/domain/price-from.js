import { CURRENCIES, divideHalfUp, WHOLE_BASIS_POINTS } from './money.js';
import { basesByArrival } from './rate-book.js';
import { isOnSale, isStartingDay, minimumNights } from './stay.js';
import { termsOf } from './stay-terms.js';
/** What a visit type is counted under besides `all`; its `stayCategory` of v1. */
export const STAY_CATEGORIES = ['health', 'wellness'];
/** Code of the channel whose promotions lower from-prices, whoever asks (P7). */
export const PUBLIC_CHANNEL = 'public';
const PERSON_NIGHTS = ({ nights, candidate }) => nights * candidate.room.beds;
const WHOLE_STAY = () => 1;
/**
 * The from-prices of one hotel today, or null when it has nothing to sell. `candidates` are all visit types of the hotel
 * with all its room types; those of one visit type share its rules, its book of `today` and its promotions in the hotel.
 */
export function priceFrom(candidates, today) {
    const arrivalsByVisitType = new Map();
    const stays = { CZK: [], EUR: [] };
    for (const candidate of candidates) {
        const arrivals = arrivalsByVisitType.get(candidate.visitTypeNumber) ?? arrivalsOf(candidate, today);
        arrivalsByVisitType.set(candidate.visitTypeNumber, arrivals);
        for (const currency of CURRENCIES) {
            const stay = cheapestStay({ candidate, currency, arrivals });
            if (stay)
                stays[currency].push(stay);
        }
    }
    const priced = CURRENCIES.filter((currency) => stays[currency].length > 0);
    if (priced.length === 0)
        return null;
    return Object.fromEntries(priced.map((currency) => [currency, fromPricesByCategory(stays[currency])]));
}
/** `stays` are not empty. */
function fromPricesByCategory(stays) {
    const categories = {};
    for (const category of STAY_CATEGORIES) {
        const inCategory = stays.filter(({ candidate }) => candidate.stayCategory === category);
        if (inCategory.length > 0)
            categories[category] = minimaOf(inCategory);
    }
    return { all: minimaOf(stays), ...categories };
}
function minimaOf(stays) {
    return { perPersonPerNight: minimumOf(stays, PERSON_NIGHTS), perStay: minimumOf(stays, WHOLE_STAY) };
}
function minimumOf(stays, sharesOf) {
    const lowest = stays.reduce((best, stay) => (byShare(stay, best, sharesOf) < 0 ? stay : best));
    const shares = sharesOf(lowest);
    return {
        amountMinor: divideHalfUp(lowest.totalMinor, shares),
        originalMinor: divideHalfUp(lowest.baseMinor, shares),
        nights: lowest.nights,
        occupancy: lowest.candidate.room.beds,
        visitTypeNumber: lowest.candidate.visitTypeNumber,
    };
}
/** Negative when `a` is the one to show: the lower exact share of the total, then as ties are settled. */
function byShare(a, b, sharesOf) {
    // Each side is multiplied by the other's shares, which may leave 2^53.
    const [sharesA, sharesB] = [BigInt(sharesOf(a)), BigInt(sharesOf(b))];
    return (Number(BigInt(a.totalMinor) * sharesB - BigInt(b.totalMinor) * sharesA) ||
        Number(BigInt(b.baseMinor) * sharesA - BigInt(a.baseMinor) * sharesB) ||
        a.nights - b.nights ||
        a.candidate.visitTypeNumber - b.candidate.visitTypeNumber ||
        a.candidate.room.number - b.candidate.room.number);
}
/**
 * Where a visit type's shortest stay may arrive: from today, inside one time constraint (T3) and the horizon (P8), with
 * the highest promotion that covers all of it (V4a). Nowhere when it is not on sale (P9), or when its shortest stay is
 * longer than its maximum.
 */
function arrivalsOf(candidate, today) {
    const { rules, book } = candidate;
    const nights = minimumNights(rules);
    if (!isOnSale(rules, today) || nights > rules.nightsMax)
        return { nights, terms: [] };
    const arrivals = { from: Math.max(today, book.firstNight), to: book.lastNight - nights + 1 };
    return { nights, terms: termsOf(candidate, { nights, arrivals }) };
}
/** The lowest total over all arrivals, of equal ones the higher base; null when none of their stays has a price. */
function cheapestStay({ candidate, currency, arrivals: { nights, terms }, }) {
    if (terms.length === 0)
        return null;
    let best = null;
    for (const { from, to, baseMinor } of basesByArrival(candidate.book, candidate.room.number, currency, nights)) {
        for (const { from: first, to: last, basisPoints } of terms) {
            if (last < from || to < first)
                continue;
            const totalMinor = baseMinor - reductionOf(baseMinor, basisPoints);
            const isBetter = best === null || totalMinor < best.totalMinor || (totalMinor === best.totalMinor && baseMinor > best.baseMinor);
            if (!isBetter)
                continue;
            const arrivals = { from: Math.max(from, first), to: Math.min(to, last) };
            if (holdsStartingDay(candidate.rules, arrivals))
                best = { candidate, nights, totalMinor, baseMinor };
        }
    }
    return best;
}
/** Whether a stay may start on some of these days (K4). */
function holdsStartingDay(rules, { from, to }) {
    for (let day = from; day <= to; day++)
        if (isStartingDay(rules, day))
            return true;
    return false;
}
/** The line that a quote would show: the percentage of the base, rounded half-up once, so the odd half goes to the guest. */
function reductionOf(baseMinor, basisPoints) {
    const product = baseMinor * basisPoints;
    const isExact = product <= Number.MAX_SAFE_INTEGER;
    return divideHalfUp(isExact ? product : BigInt(baseMinor) * BigInt(basisPoints), WHOLE_BASIS_POINTS);
}
//# sourceMappingURL=price-from.js.map