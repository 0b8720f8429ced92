/** The promotions that hold for one channel in one hotel (P4, P7), in their given order. */
export function promotionsAt({ promotions, channel, hotelNumber, }) {
    return promotions.filter(({ channels, hotelNumbers }) => channels.includes(channel) && (hotelNumbers === null || hotelNumbers.includes(hotelNumber)));
}
/** Whether a promotion is listed for labelling: it runs now or later, by the UTC date (C3). */
export function isListed({ validTo }, todayUtc) {
    return validTo === null || validTo > todayUtc;
}
/** Negative when `a` wins over `b` on a night where both are valid (P4). */
function byPrecedence(a, b) {
    return b.basisPoints - a.basisPoints || a.validFrom - b.validFrom || a.number - b.number;
}
/** The promotion that wins a night, or null (P4). */
export function winningPromotion(promotions, night) {
    let winner = null;
    for (const promotion of promotions) {
        const { validFrom, validTo } = promotion;
        const isValid = validFrom <= night && (validTo === null || night < validTo);
        if (isValid && (winner === null || byPrecedence(promotion, winner) < 0))
            winner = promotion;
    }
    return winner;
}
/**
 * Who wins each of `nights`: stretches in ascending order that leave out no night. The winner changes only where some
 * promotion begins or ends, so a stretch goes from one such night to the next; two in a row may have the same winner.
 */
export function winnersOf(promotions, nights) {
    if (nights.from > nights.to)
        return [];
    const changes = new Set([nights.from]);
    for (const { validFrom, validTo } of promotions) {
        for (const night of [validFrom, validTo]) {
            if (night !== null && nights.from < night && night <= nights.to)
                changes.add(night);
        }
    }
    const starts = [...changes].sort((a, b) => a - b);
    return starts.map((from, index) => ({
        from,
        to: (starts[index + 1] ?? nights.to + 1) - 1,
        promotion: winningPromotion(promotions, from),
    }));
}
//# sourceMappingURL=promotion.js.map