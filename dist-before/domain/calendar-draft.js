/**
 * A calendar in the making: arrays over the days of a window in which every candidate leaves what it has to say of a
 * day, if that is better than what is there (K2). Only the finished calendar has an object for each day; neighbours that
 * say the same share theirs.
 */
import { AVAILABILITIES, AVAILABLE, availabilityByDate, NOT_AVAILABLE } from './availability.js';
import { DAY_REASONS } from './calendar-day.js';
import { overlapOf } from './day-ranges.js';
import { isBetterOffer, nightOffers } from './lowest-price.js';
import { CURRENCIES } from './money.js';
import { pricedNights } from './rate-book.js';
import { arrivalsInConstraints, isStartingDay } from './stay.js';
/** A draft of the days `from` to `to`, both included, before any candidate. */
export function draftOf({ from, to }) {
    const length = Math.max(0, to - from + 1);
    return {
        from,
        availability: new Uint8Array(length).fill(NOT_AVAILABLE),
        selectable: new Uint8Array(length),
        reasons: new Uint8Array(length),
        fromPrice: noOffers(length),
        price: new Array(length).fill(null),
    };
}
function noOffers(length) {
    return { CZK: new Array(length).fill(null), EUR: new Array(length).fill(null) };
}
function bitOf(reason) {
    return 1 << DAY_REASONS.indexOf(reason);
}
const NOT_PRICED = bitOf('NOT_PRICED');
const TIME_CONSTRAINTS = bitOf('TIME_CONSTRAINTS');
const STARTING_DAY = bitOf('STARTING_DAY');
/** Notes a reason against a start on some days, whoever gives it. */
export function noteReason(draft, reason, days) {
    for (let day = days.from; day <= days.to; day++)
        draft.reasons[day - draft.from] |= bitOf(reason);
}
/**
 * Lays a candidate that is on sale over `dates`: days of the draft, not before today, not beyond the book. `terms` are
 * those of its nights. The price of the night is shown of a candidate that `isPinned` (K5).
 */
export function layOver(draft, { candidate, dates, today, terms, isPinned, }) {
    const availability = availabilityByDate(candidate, dates, today);
    const against = reasonsAgainst(candidate, dates);
    const offset = dates.from - draft.from;
    for (let i = 0; i < against.length; i++) {
        const place = offset + i;
        if (against[i] === 0)
            draft.selectable[place] = 1;
        draft.reasons[place] |= against[i];
        if (availability[i] > draft.availability[place])
            draft.availability[place] = availability[i];
    }
    if (terms.length === 0)
        return;
    for (const currency of CURRENCIES) {
        const offered = nightOffers({ candidate, currency, terms, shares: candidate.room.beds });
        takeBetter(draft.fromPrice[currency], offered, draft.from);
    }
    if (isPinned)
        layPrices(draft, { candidate, dates, terms, availability });
}
/** Why a stay of the candidate cannot start on each of `dates` (K3), as bits; 0: it can. */
function reasonsAgainst({ rules, room, book }, dates) {
    const against = new Uint8Array(dates.to - dates.from + 1).fill(NOT_PRICED | TIME_CONSTRAINTS);
    const strike = (reason, days) => {
        for (const { from, to } of overlapOf(days, [dates])) {
            for (let day = from; day <= to; day++)
                against[day - dates.from] &= ~reason;
        }
    };
    strike(NOT_PRICED, pricedNights(book, room.number));
    strike(TIME_CONSTRAINTS, arrivalsInConstraints(rules, 1));
    if (rules.startingDays.length === 0)
        return against;
    for (let day = dates.from; day <= dates.to; day++) {
        if (!isStartingDay(rules, day))
            against[day - dates.from] |= STARTING_DAY;
    }
    return against;
}
function takeBetter(best, offered, first) {
    for (const { from, to, offer } of offered) {
        for (let place = from - first; place <= to - first; place++) {
            if (isBetterOffer(offer, best[place]))
                best[place] = offer;
        }
    }
}
/** Shows the whole room's price of each night on which the candidate can be had. */
function layPrices(draft, { candidate, dates, terms, availability, }) {
    const whole = noOffers(availability.length);
    for (const currency of CURRENCIES) {
        takeBetter(whole[currency], nightOffers({ candidate, currency, terms, shares: 1 }), dates.from);
    }
    const { CZK, EUR } = whole;
    for (let i = 0; i < availability.length; i++) {
        if (availability[i] === NOT_AVAILABLE)
            continue;
        const isLikeBefore = i > 0 && availability[i] === availability[i - 1] && CZK[i] === CZK[i - 1] && EUR[i] === EUR[i - 1];
        const place = dates.from - draft.from + i;
        draft.price[place] = isLikeBefore
            ? draft.price[place - 1]
            : { isFinal: availability[i] === AVAILABLE, amounts: amountsOf(CZK[i], EUR[i]) };
    }
}
function amountsOf(CZK, EUR) {
    const amounts = {};
    if (CZK)
        amounts.CZK = CZK.amountMinor;
    if (EUR)
        amounts.EUR = EUR.amountMinor;
    return amounts;
}
/** The calendar that the draft has become. */
export function daysOf({ from, availability, selectable, reasons, fromPrice, price }) {
    const days = [];
    let shared = { CZK: null, EUR: null };
    for (let i = 0; i < availability.length; i++) {
        const CZK = fromPrice.CZK[i];
        const EUR = fromPrice.EUR[i];
        if (CZK !== shared.CZK || EUR !== shared.EUR)
            shared = { CZK, EUR };
        days.push({
            day: from + i,
            selectable: selectable[i] === 1,
            availability: AVAILABILITIES[availability[i]],
            reasons: reasonsOf(selectable[i] === 1 ? 0 : reasons[i]),
            price: price[i],
            fromPrice: shared,
        });
    }
    return days;
}
const LISTED_REASONS = new Map();
/** The reasons whose bits are set, in their order; the same list for the same reasons. */
function reasonsOf(bits) {
    const listed = LISTED_REASONS.get(bits) ?? DAY_REASONS.filter((reason) => (bits & bitOf(reason)) !== 0);
    LISTED_REASONS.set(bits, listed);
    return listed;
}
//# sourceMappingURL=calendar-draft.js.map