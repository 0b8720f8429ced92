/**
 * The price of one stay in one room and one currency, with every line that leads to it. Lines always add up:
 * `amount = base - promotions - discounts`, and none of them ever takes the amount below zero. Each line is an exact
 * fraction rounded half-up once, so the odd half goes to the guest; two bounds keep that from giving away more than
 * there is: a promotion line never exceeds what is left of the base, a loyalty line never exceeds the guest's share.
 */
import { divideHalfUp, WHOLE_BASIS_POINTS } from './money.js';
import { winnersOf } from './promotion.js';
import { baseOfStay, nightlySum } from './rate-book.js';
import { nightsOf } from './stay.js';
/**
 * The price of the stay in `currency`, or the first night without a price in it. `promotions` are those of the channel
 * and hotel (`promotionsAt`), `loyalty` has passed `loyaltyProblem`; whether the stay is allowed is `stayProblem`'s.
 */
export function quoteStay({ promotions, loyalty, ...asked }) {
    const base = baseOfStay(asked.book, asked.room.number, asked.currency, asked.stay);
    if ('firstUnpricedNight' in base)
        return base;
    const promotionLines = linesOfPromotions({ base, nights: nightsOf(asked.stay), won: winningsOf(asked, promotions) });
    const afterPromotions = base.amountMinor - sumOf(promotionLines);
    const discounts = linesOfLoyalty({ loyalty, afterPromotions, beds: asked.room.beds });
    return {
        currency: asked.currency,
        nights: nightsOf(asked.stay),
        priceListKind: base.kind,
        baseMinor: base.amountMinor,
        promotions: promotionLines,
        discounts,
        amountMinor: afterPromotions - sumOf(discounts),
    };
}
function sumOf(lines) {
    return lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}
/** Which promotion won which nights (P4), stretch by stretch. */
function winningsOf({ book, room, currency, stay }, promotions) {
    const won = new Map();
    for (const { from, to, promotion } of winnersOf(promotions, { from: stay.arrival, to: stay.departure - 1 })) {
        if (!promotion)
            continue;
        const winnings = won.get(promotion) ?? { promotion, nights: 0, nightlyMinor: 0 };
        won.set(promotion, winnings);
        winnings.nights += to - from + 1;
        winnings.nightlyMinor += nightlySum(book, room.number, currency, { arrival: from, departure: to + 1 });
    }
    return won.values();
}
/** A line per promotion: its percentage of the base of the nights it won; a package's base spreads evenly (P4). */
function linesOfPromotions({ base, nights, won, }) {
    const lines = [];
    let leftMinor = base.amountMinor;
    for (const { promotion, nights: nightsWon, nightlyMinor } of won) {
        const [wonMinor, divisor] = base.kind === 'PER_VISIT' ? [BigInt(base.amountMinor) * BigInt(nightsWon), nights] : [BigInt(nightlyMinor), 1];
        const exactLine = divideHalfUp(wonMinor * BigInt(promotion.basisPoints), BigInt(divisor) * BigInt(WHOLE_BASIS_POINTS));
        const amountMinor = Math.min(exactLine, leftMinor);
        leftMinor -= amountMinor;
        lines.push({ promotion, nights: nightsWon, amountMinor });
    }
    return lines;
}
/** A line per guest: the program's percentage of the guest's share, at most that share in whole minor units (P5). */
function linesOfLoyalty({ loyalty, afterPromotions, beds, }) {
    const wholeShareMinor = Math.floor(afterPromotions / beds);
    return loyalty.map(({ guest, programNumber, basisPoints }) => {
        const line = divideHalfUp(BigInt(afterPromotions) * BigInt(basisPoints), BigInt(beds * WHOLE_BASIS_POINTS));
        return { guest, programNumber, amountMinor: Math.min(line, wholeShareMinor) };
    });
}
/**
 * The first presented program that cannot count, or null (P5): one that the visit type does not list
 * (`allowedPrograms`, by number), or one for a guest position that the room has no bed for.
 */
export function loyaltyProblem({ loyalty, allowedPrograms, beds, }) {
    for (const { guest, programNumber } of loyalty) {
        if (!allowedPrograms.includes(programNumber)) {
            const message = `Loyalty program ${programNumber} does not apply to this visit type.`;
            return { code: 'LOYALTY_NOT_APPLICABLE', guest, programNumber, message };
        }
        if (guest > beds) {
            const message = `Loyalty program ${programNumber} is given for guest ${guest}; the room has beds for ${beds}.`;
            return { code: 'GUEST_BEYOND_BEDS', guest, programNumber, message };
        }
    }
    return null;
}
//# sourceMappingURL=quote.js.map