import { daysOf, draftOf, layOver, noteReason } from './calendar-draft.js';
import { lastNightForSale } from './horizon.js';
import { nightTerms } from './lowest-price.js';
import { isOnSale } from './stay.js';
export { DAY_REASONS, mergeCalendars } from './calendar-day.js';
export { calendarWindow } from './calendar-window.js';
export { firstBookableMonth } from './first-bookable-month.js';
/**
 * The days `from` to `to`, both included. `pinned` is the room type whose price is wanted, of the one visit type that
 * the candidates then belong to (`pinnedRoomType`); null: no day carries a `price`.
 */
export function calendarOf({ candidates, from, to, today, pinned = null, }) {
    const draft = draftOf({ from, to });
    const first = Math.max(from, today);
    const horizon = candidates[0]?.book.lastNight ?? lastNightForSale(today);
    noteReason(draft, 'IN_THE_PAST', { from, to: Math.min(to, today - 1) });
    noteReason(draft, 'BEYOND_HORIZON', { from: Math.max(from, horizon + 1), to });
    if (candidates.length === 0)
        noteReason(draft, 'NOTHING_MATCHES', { from: first, to: Math.min(to, horizon) });
    const termsOf = nightTerms({ from: first, to: Math.min(to, horizon) });
    for (const candidate of candidates) {
        const dates = { from: first, to: Math.min(to, candidate.book.lastNight) };
        if (dates.from > dates.to)
            continue;
        if (!isOnSale(candidate.rules, today)) {
            noteReason(draft, 'NOT_ON_SALE', dates);
        }
        else {
            const isPinned = candidate.room.number === pinned;
            layOver(draft, { candidate, dates, today, terms: termsOf(candidate), isPinned });
        }
    }
    return daysOf(draft);
}
/**
 * The room type whose price a calendar shows (K5): with a visit type asked for, the one room type among the candidates
 * that the other parameters leave, whether or not it is priced; else null.
 */
export function pinnedRoomType({ candidates, visitTypeAsked, }) {
    const first = candidates[0]?.room.number ?? null;
    return visitTypeAsked && candidates.every(({ room }) => room.number === first) ? first : null;
}
//# sourceMappingURL=calendar.js.map