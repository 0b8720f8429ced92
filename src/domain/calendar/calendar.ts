/**
 * The calendar: for every day of a window, whether a stay can start there and if not, why; how firmly it can be promised; what
 * the night costs. A day shows the best of its candidates (K2). The cost is days times candidates.
 */
import { type Candidate, nightTerms } from '../minimum-price/lowest-price.ts';
import { decisiveLengths, dependsOnCapacity, type StockedCandidate } from '../stay/availability.ts';
import { isOnSale, lastNightForSale, minimumNights } from '../stay/stay.ts';
import { staysOfADay } from '../stay/stay-options.ts';
import type { Day, DayRange } from '../time/civil-date.ts';
import type { CalendarDay } from './calendar-day.ts';
import {
  addReason,
  applyCandidate,
  applyStays,
  buildDays,
  type CalendarDetail,
  type CalendarDraft,
  createDraft,
} from './calendar-draft.ts';

export { type CalendarDay, DAY_REASONS, type DayReason } from './calendar-day.ts';
export type { CalendarDetail } from './calendar-draft.ts';
export { type CalendarProblem, calendarWindow } from './calendar-window.ts';
export { firstBookableMonth } from './first-bookable-month.ts';

const NO_DETAIL: CalendarDetail = { reasons: false, stays: false };

/** What a calendar shows. */
export interface CalendarScope extends DayRange {
  readonly today: Day;
  /**
   * The room type whose price is shown (`pinnedRoomType`); all candidates then belong to one visit type. Null or absent: no day has a
   * `price`, or `stays`.
   */
  readonly pinned?: number | null;
  readonly detail?: CalendarDetail;
}

/** The nights of the longest stay of a candidate that a calendar looks at. */
function longestStay(candidate: Candidate, { reasons, stays }: CalendarDetail): number {
  const { rules } = candidate;
  return Math.max(minimumNights(rules), stays ? rules.nightsMax : 0, ...(reasons ? decisiveLengths(candidate) : []));
}

/**
 * The calendar of the days `from` to `to`, both included, to which candidates are added in portions, so that a long computation can
 * give way (A9). It does not depend on how they are divided.
 */
export class Calendar {
  readonly #scope: Required<CalendarScope>;
  readonly #draft: CalendarDraft;
  /** The days from today to the last night for sale. */
  readonly #nights: DayRange;
  readonly #termsOf: ReturnType<typeof nightTerms>;
  #hasCandidates = false;
  /** The candidate whose stays are to be added; null: none are. */
  #withStays: StockedCandidate | null = null;

  constructor({ from, to, today, pinned = null, detail = NO_DETAIL }: CalendarScope) {
    this.#scope = { from, to, today, pinned, detail };
    this.#nights = { from: Math.max(from, today), to: Math.min(to, lastNightForSale(today)) };
    this.#draft = createDraft({ from, to }, this.#nights);
    this.#termsOf = nightTerms(this.#nights);
  }

  /**
   * The nights of which the capacity decides what a further candidate adds: those of its stays from the days of the calendar; null: none
   * does, as once all days are available, but for the pinned one.
   */
  nightsThatMatter(candidate: Candidate): DayRange | null {
    const { open } = this.#draft;
    const { pinned, detail } = this.#scope;
    const isPinned = candidate.room.number === pinned;
    if ((open.from > open.to && !isPinned) || !dependsOnCapacity(candidate)) return null;
    const { from, to } = isPinned ? this.#nights : open;
    return { from, to: to + longestStay(candidate, { ...detail, stays: detail.stays && isPinned }) - 1 };
  }

  /** Applies further candidates. The capacity of one may be left out if none of its nights matters. */
  add(candidates: readonly StockedCandidate[]): void {
    const { today, pinned, detail } = this.#scope;
    for (const candidate of candidates) {
      this.#hasCandidates = true;
      if (this.#nights.from > this.#nights.to) continue;
      if (!isOnSale(candidate.rules, today)) {
        addReason(this.#draft, 'NOT_ON_SALE', this.#nights);
        continue;
      }
      const isPinned = candidate.room.number === pinned;
      const terms = this.#termsOf(candidate);
      applyCandidate(this.#draft, { candidate, dates: this.#nights, today, terms, isPinned, detail });
      if (isPinned && detail.stays) this.#withStays = candidate;
    }
  }

  /** Adds the stays of each day (F1), in portions of about `most`; without it `days` adds them at once. */
  *addStays(most = Number.POSITIVE_INFINITY): Generator<void> {
    const candidate = this.#withStays;
    if (candidate === null) return;
    this.#withStays = null;
    const { today } = this.#scope;
    const { from, to } = this.#nights;
    const days = Math.max(1, Math.floor(most / Math.max(1, staysOfADay(candidate.rules, today))));
    for (let first = from; first <= to; first += days) {
      applyStays(this.#draft, candidate, { from: first, to: Math.min(to, first + days - 1) }, today);
      yield;
    }
  }

  /** The days, each with the best of the candidates so far. */
  days(): CalendarDay[] {
    for (const _ of this.addStays());
    const { from, to, today } = this.#scope;
    addReason(this.#draft, 'IN_THE_PAST', { from, to: Math.min(to, today - 1) });
    addReason(this.#draft, 'BEYOND_HORIZON', { from: Math.max(from, lastNightForSale(today) + 1), to });
    if (!this.#hasCandidates) addReason(this.#draft, 'NOTHING_MATCHES', this.#nights);
    return buildDays(this.#draft);
  }
}

/** The calendar of candidates that are all there. */
export function buildCalendar({
  candidates,
  ...scope
}: CalendarScope & { readonly candidates: readonly StockedCandidate[] }): CalendarDay[] {
  const calendar = new Calendar(scope);
  calendar.add(candidates);
  return calendar.days();
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
