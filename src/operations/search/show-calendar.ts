/** The calendar of a search (section 4 of the interface, K1 to K8). */
import {
  buildCalendar,
  type CalendarDay,
  type CalendarDetail,
  calendarWindow,
  firstBookableMonth,
  mergeCalendars,
  pinnedRoomType,
} from '../../domain/calendar/calendar.ts';
import type { Day, DayRange } from '../../domain/time/civil-date.ts';
import type { RequestContext } from '../access/request-context.ts';
import { type CandidateFilter, findCandidates, loadCapacity } from './candidates.ts';

/** Both dates are inclusive. */
export interface CalendarSearch {
  filter: CandidateFilter;
  from: Day | null;
  to: Day | null;
  /** Absent: neither. What was not asked for is empty (F1, F2). */
  detail?: CalendarDetail;
}

/**
 * The days of the window, each with its best candidate. Without dates, but with a hotel and a visit type that is not on
 * demand, the window starts with the first month with a bookable stay, if there is one.
 * @throws RangeError for dates that `calendarProblems` refuses
 */
export async function showCalendar(context: RequestContext, search: CalendarSearch): Promise<CalendarDay[]> {
  const { today } = context;
  const window = calendarWindow({ dateFrom: search.from, dateTo: search.to, today });
  if (window === 'EMPTY') return [];
  if ('problem' in window) throw new RangeError(window.problem.code);
  const detail = search.detail && { detail: search.detail };
  let days: CalendarDay[] | null = null;
  for await (const candidates of findCandidates(context, search.filter)) {
    if (candidates.length === 0) continue;
    const portion = await loadCapacity(context, candidates);
    // A search that names a visit type has only one portion, so the month is final.
    const shown: DayRange = searchesForMonth(search) ? (firstBookableMonth(portion, today) ?? window) : window;
    const pinned = pinnedRoomType({ candidates: portion, visitTypeAsked: search.filter.visitType != null });
    const calendar = buildCalendar({ candidates: portion, ...shown, today, pinned, ...detail });
    days = days ? mergeCalendars(days, calendar) : calendar;
  }
  return days ?? buildCalendar({ candidates: [], ...window, today });
}

/** Whether to search for the first bookable month (rules 3 and 8 of the calendar); on-demand visit types have none. */
function searchesForMonth({ filter, from, to }: CalendarSearch): boolean {
  return from === null && to === null && filter.hotel != null && filter.visitType != null;
}
