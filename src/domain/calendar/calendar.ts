/**
 * The calendar: for every day of a window, whether a stay can start there and if not, why; how firmly it can be promised; what
 * the night costs. A day shows the best of its candidates (K2). The cost is days times candidates.
 */
import { nightTerms } from '../minimum-price/lowest-price.ts';
import type { StockedCandidate } from '../stay/availability.ts';
import { isOnSale } from '../stay/stay.ts';
import type { Day } from '../time/civil-date.ts';
import { lastNightForSale } from '../time/horizon.ts';
import type { CalendarDay } from './calendar-day.ts';
import { addReason, applyCandidate, buildDays, type CalendarDetail, createDraft } from './calendar-draft.ts';

export { type CalendarDay, DAY_REASONS, type DayReason, mergeCalendars } from './calendar-day.ts';
export type { CalendarDetail } from './calendar-draft.ts';
export { type CalendarProblem, calendarWindow } from './calendar-window.ts';
export { firstBookableMonth } from './first-bookable-month.ts';

const NO_DETAIL: CalendarDetail = { reasons: false, stays: false };

/**
 * The days `from` to `to`, both included. `pinned` is the room type whose price is shown (`pinnedRoomType`); all candidates
 * then belong to one visit type. Null: no day has a `price`, or `stays`.
 */
export function buildCalendar({
  candidates,
  from,
  to,
  today,
  pinned = null,
  detail = NO_DETAIL,
}: {
  candidates: readonly StockedCandidate[];
  from: Day;
  to: Day;
  today: Day;
  pinned?: number | null;
  detail?: CalendarDetail;
}): CalendarDay[] {
  const draft = createDraft({ from, to });
  const first = Math.max(from, today);
  const horizon = candidates[0]?.book.lastNight ?? lastNightForSale(today);
  addReason(draft, 'IN_THE_PAST', { from, to: Math.min(to, today - 1) });
  addReason(draft, 'BEYOND_HORIZON', { from: Math.max(from, horizon + 1), to });
  if (candidates.length === 0) addReason(draft, 'NOTHING_MATCHES', { from: first, to: Math.min(to, horizon) });
  const termsOf = nightTerms({ from: first, to: Math.min(to, horizon) });
  for (const candidate of candidates) {
    const dates = { from: first, to: Math.min(to, candidate.book.lastNight) };
    if (dates.from > dates.to) continue;
    if (!isOnSale(candidate.rules, today)) {
      addReason(draft, 'NOT_ON_SALE', dates);
    } else {
      const isPinned = candidate.room.number === pinned;
      applyCandidate(draft, { candidate, dates, today, terms: termsOf(candidate), isPinned, detail });
    }
  }
  return buildDays(draft);
}

/**
 * The room type whose price a calendar shows (K5): when the query names a visit type, the only room type among the candidates
 * left by the other parameters, whether priced or not; else null.
 */
export function pinnedRoomType({
  candidates,
  visitTypeAsked,
}: {
  candidates: readonly Pick<StockedCandidate, 'room'>[];
  visitTypeAsked: boolean;
}): number | null {
  const first = candidates[0]?.room.number ?? null;
  return visitTypeAsked && candidates.every(({ room }) => room.number === first) ? first : null;
}
