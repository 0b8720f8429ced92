/** A calendar that is followed (U6). */
import { type CalendarChanges, calendarChanges, isUnchanged } from '../../domain/calendar/calendar-changes.ts';
import type { CalendarDay } from '../../domain/calendar/calendar-day.ts';
import { resolveNumber } from '../access/references.ts';
import type { RequestContext } from '../access/request-context.ts';
import { deadlineIn } from '../deadline.ts';
import { holderName } from '../holder-places.ts';
import type { Feed } from '../live/feed.ts';
import type { CandidateFilter } from './candidates.ts';
import { type CalendarSearch, showCalendar } from './show-calendar.ts';

/** How long one computation may read, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** What of a calendar is followed. */
export interface FollowedCalendar extends Omit<CalendarSearch, 'detail'> {
  readonly stays: boolean;
  /** How many stays it has at most. */
  readonly mostStays: number;
}

/**
 * The feed of the calendar, one for all callers who see the same and search for the same, however they name it. Those who
 * follow its stays have a feed of their own, so that nobody else is notified of changes of stays (F1). Reasons are in both.
 */
export async function followCalendar(
  context: RequestContext,
  { stays, mostStays, ...search }: FollowedCalendar,
): Promise<Feed<readonly CalendarDay[], CalendarChanges>> {
  const { services, caller, languages } = context;
  const filter = await resolveFilter(context, search.filter);
  const { visitType, hotel, destination, roomType, beds } = filter;
  const parts = [visitType, hotel, destination, roomType, beds, search.from, search.to, stays];
  return services.feeds.open(`calendar ${caller.visibilityKey} ${JSON.stringify(parts)}`, {
    entries: mostStays,
    stranger: caller.isPublishable ? holderName(context) : null,
    async compute() {
      const own = await services.open({ caller, languages, deadline: deadlineIn(TIMEOUT_MS) });
      const state: readonly CalendarDay[] = await showCalendar(own, {
        ...search,
        filter,
        detail: { reasons: true, stays },
      });
      return { state, dependencies: own.dependencies.recorded(), today: own.today };
    },
    changes(before, after) {
      const changes = calendarChanges(before ?? [], after);
      return before !== null && isUnchanged(changes) ? null : changes;
    },
  });
}

/** The filter with numbers as references to what exists. */
async function resolveFilter(context: RequestContext, filter: CandidateFilter): Promise<CandidateFilter> {
  const resolve = async (kind: 'visitType' | 'hotel' | 'destination' | 'roomType') => {
    const reference = filter[kind];
    if (reference == null) return null;
    const number = await resolveNumber(context, kind, reference);
    return number === null ? reference : String(number);
  };
  return {
    visitType: await resolve('visitType'),
    hotel: await resolve('hotel'),
    destination: await resolve('destination'),
    roomType: await resolve('roomType'),
    beds: filter.beds ?? null,
  };
}
