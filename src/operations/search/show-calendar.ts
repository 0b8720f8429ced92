/** The calendar of a search (K1 to K8). */
import {
  Calendar,
  type CalendarDay,
  type CalendarDetail,
  calendarWindow,
  firstBookableMonth,
  pinnedRoomType,
} from '../../domain/calendar/calendar.ts';
import type { Candidate } from '../../domain/minimum-price/lowest-price.ts';
import { dependsOnCapacity } from '../../domain/stay/availability.ts';
import { lastNightForSale, minimumNights } from '../../domain/stay/stay.ts';
import { staysOfADay } from '../../domain/stay/stay-options.ts';
import type { Day, DayRange } from '../../domain/time/civil-date.ts';
import type { RequestContext } from '../access/request-context.ts';
import { giveWay, portionsOf } from '../deadline.ts';
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
  const { filter, detail } = search;
  const window = calendarWindow({ dateFrom: search.from, dateTo: search.to, today });
  if (window === 'EMPTY') return [];
  if ('problem' in window) throw new RangeError(window.problem.code);
  const most = Math.max(1, Math.floor(DAYS_PER_TURN / (DAYS_OF_CANDIDATE + window.to - window.from)));
  const found = findCandidates(context, filter, most);
  // What a calendar of one visit type shows depends on all of them.
  const named = filter.visitType == null ? null : await gather(found);
  const month = named && searchesForMonth(search) ? await findMonth(context, named) : null;
  const pinned = named && pinnedRoomType({ candidates: named, visitTypeAsked: true });
  const calendar = new Calendar({ ...(month ?? window), today, pinned, ...(detail && { detail }) });
  for await (const portion of named ? portionsOf(context, named, most) : found) {
    calendar.add(await loadCapacity(context, portion, (one) => calendar.nightsThatMatter(one)));
  }
  for (const _ of calendar.addStays(STAYS_PER_TURN)) await giveWay(context);
  return calendar.days();
}

/** The days of a calendar, and how many stays they have at most. */
export interface CountedStays extends DayRange {
  readonly stays: number;
}

/** The longest that two months after each other are, in days. */
const TWO_MONTHS = 62;

/** How many stays the days of a calendar have at most (F1), known before any is computed; null: it shows none. */
export async function countStays(context: RequestContext, search: CalendarSearch): Promise<CountedStays | null> {
  const { today } = context;
  const { filter } = search;
  const window = calendarWindow({ dateFrom: search.from, dateTo: search.to, today });
  if (filter.visitType == null || typeof window !== 'object' || 'problem' in window) return null;
  const candidates = await gather(findCandidates(context, filter));
  const [first] = candidates;
  if (!first || pinnedRoomType({ candidates, visitTypeAsked: true }) === null) return null;
  // Which months will be found is not known yet, and days that follow today are others tomorrow.
  const moves = search.to === null && (search.from ?? today) <= today;
  const to = moves ? window.from + TWO_MONTHS - 1 : window.to;
  return { from: window.from, to, stays: Math.ceil((to - window.from + 1) * staysOfADay(first.rules, today)) };
}

/** Days of candidates that are looked at before other requests get a turn: a few milliseconds. */
const DAYS_PER_TURN = 100_000;
/** A candidate takes as long as so many of its days, however few are shown. */
const DAYS_OF_CANDIDATE = 240;

/** Stays that are computed before other requests get a turn: a few milliseconds. */
const STAYS_PER_TURN = 5_000;

async function gather(portions: AsyncIterable<readonly Candidate[]>): Promise<Candidate[]> {
  const all: Candidate[] = [];
  for await (const portion of portions) for (const one of portion) all.push(one);
  return all;
}

async function findMonth(context: RequestContext, candidates: readonly Candidate[]): Promise<DayRange | null> {
  const { today } = context;
  const nightsUntil = (last: Day) => (one: Candidate) =>
    dependsOnCapacity(one) ? { from: today, to: last + minimumNights(one.rules) - 1 } : null;
  const found = firstBookableMonth(await loadCapacity(context, candidates, nightsUntil(today)), today);
  // Once there is a month, what is left after it decides nothing.
  await loadCapacity(context, candidates, nightsUntil(found?.to ?? lastNightForSale(today)));
  return found;
}

/** Whether to search for the first bookable month (K7). */
function searchesForMonth({ filter, from, to }: CalendarSearch): boolean {
  return from === null && to === null && filter.hotel != null && filter.visitType != null;
}
