import { overlapOf } from './day-ranges.js';
import { winnersOf } from './promotion.js';
import { arrivalsInConstraints } from './stay.js';
/**
 * The arrivals among `arrivals` for which a stay of `nights` nights keeps the time constraints (T3), ascending and never
 * overlapping. Selling period, starting days and horizon are not looked at.
 */
export function termsOf({ rules, promotions }, { nights, arrivals }) {
    const allowed = arrivalsInConstraints(rules, nights);
    const covering = nights === 1 ? promotions : promotions.map((promotion) => arrivalsCoveredBy(promotion, nights));
    const terms = [];
    for (const stretch of winnersOf(covering, arrivals)) {
        const basisPoints = stretch.promotion?.basisPoints ?? 0;
        for (const { from, to } of overlapOf(allowed, [stretch]))
            terms.push({ from, to, basisPoints });
    }
    return terms;
}
/** The promotion as one of arrivals: valid where it is valid on every night of the stay. */
function arrivalsCoveredBy(promotion, nights) {
    const { validTo } = promotion;
    return { ...promotion, validTo: validTo === null ? null : validTo - nights + 1 };
}
//# sourceMappingURL=stay-terms.js.map