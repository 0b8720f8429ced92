/**
 * The calendar: for every day of a window, whether a stay can start there, how firmly it can be promised, what the
 * night costs, and, where no stay can start, why. A day takes the best of its candidates (K2); each candidate is laid
 * over the window in one pass, so a calendar costs days times candidates and nothing more.
 */

import { AVAILABILITIES, AVAILABLE, availabilityByDate, NOT_AVAILABLE, type StockedCandidate } from './availability.ts';
import { type CalendarDay, DAY_REASONS, type DayReason } from './calendar-day.ts';
import type { Day, DayRange } from './civil-date.ts';
import { lastNightForSale } from './horizon.ts';
import { isBetterOffer, type NightOffer, NO_LOWEST_PRICE, offerOf } from './lowest-price.ts';
import { CURRENCIES, type Currency } from './money.ts';
import { winnersByNight } from './promotion.ts';
import { isPriced, nightPrice } from './rate-book.ts';
import { isOnSale, isStartingDay, nightAllowed } from './stay.ts';

export { type CalendarDay, DAY_REASONS, type DayReason, mergeCalendars } from './calendar-day.ts';
export { type CalendarProblem, calendarWindow } from './calendar-window.ts';
export { firstBookableMonth } from './first-bookable-month.ts';

/** A day while the candidates are being laid over it. */
interface DraftDay {
  /** Position in `AVAILABILITIES`. */
  availability: number;
  selectable: boolean;
  readonly reasons: Set<DayReason>;
  price: CalendarDay['price'];
  readonly fromPrice: Record<Currency, NightOffer | null>;
}

/**
 * The days `from` to `to`, both included. `pinned` is the room type whose price is wanted, of the one visit type that
 * the candidates then belong to (`pinnedRoomType`); null: no day carries a `price`.
 */
export function calendarOf({
  candidates,
  from,
  to,
  today,
  pinned = null,
}: {
  candidates: readonly StockedCandidate[];
  from: Day;
  to: Day;
  today: Day;
  pinned?: number | null;
}): CalendarDay[] {
  const drafts = Array.from({ length: Math.max(0, to - from + 1) }, blankDay);
  for (const candidate of candidates) {
    const dates = { from: Math.max(from, today), to: Math.min(to, candidate.book.lastNight) };
    layOver(drafts.slice(dates.from - from, Math.max(0, dates.to - from + 1)), {
      candidate,
      dates,
      today,
      isPinned: candidate.room.number === pinned,
    });
  }
  const horizon = lastNightForSale(today);
  return drafts.map(({ availability, selectable, reasons, price, fromPrice }, index) => {
    const day = from + index;
    if (day < today) reasons.add('IN_THE_PAST');
    else if (day > horizon) reasons.add('BEYOND_HORIZON');
    else if (candidates.length === 0) reasons.add('NOTHING_MATCHES');
    return {
      day,
      selectable,
      availability: AVAILABILITIES[availability]!,
      reasons: selectable ? [] : DAY_REASONS.filter((reason) => reasons.has(reason)),
      price,
      fromPrice,
    };
  });
}

/**
 * The room type whose price a calendar shows (K5): with a visit type asked for, the one room type among the candidates
 * that the other parameters leave, whether or not it is priced; else null.
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

function blankDay(): DraftDay {
  return {
    availability: NOT_AVAILABLE,
    selectable: false,
    reasons: new Set(),
    price: null,
    fromPrice: { ...NO_LOWEST_PRICE },
  };
}

interface Layer {
  readonly candidate: StockedCandidate;
  /** Not before today, not beyond the book. */
  readonly dates: DayRange;
  readonly today: Day;
  readonly isPinned: boolean;
}

/** Lays one candidate over its days: each takes the better of what it has and what the candidate offers. */
function layOver(drafts: readonly DraftDay[], { candidate, dates, today, isPinned }: Layer): void {
  const availability = availabilityByDate(candidate, dates, today);
  const winners = winnersByNight(candidate.promotions, dates);
  drafts.forEach((draft, index) => {
    const day = dates.from + index;
    const available = availability[index]!;
    const reasons = reasonsAgainst(candidate, day, today);
    if (reasons.length === 0) draft.selectable = true;
    for (const reason of reasons) draft.reasons.add(reason);
    if (available === NOT_AVAILABLE) return;
    draft.availability = Math.max(draft.availability, available);
    const basisPoints = candidate.promotions[winners[index]!]?.basisPoints ?? 0;
    const amounts: Partial<Record<Currency, number>> = {};
    for (const currency of CURRENCIES) {
      const price = nightPrice(candidate.book, candidate.room.number, currency, day);
      if (!price) continue;
      const offer = offerOf(price, { basisPoints, shares: candidate.room.beds });
      if (isBetterOffer(offer, draft.fromPrice[currency])) draft.fromPrice[currency] = offer;
      if (isPinned) amounts[currency] = offerOf(price, { basisPoints, shares: 1 }).amountMinor;
    }
    if (isPinned) draft.price = { isFinal: available === AVAILABLE, amounts };
  });
}

/** Why a stay of this candidate cannot start on a day between today and the horizon (K3); empty: it can. */
function reasonsAgainst({ rules, room, book }: StockedCandidate, day: Day, today: Day): DayReason[] {
  if (!isOnSale(rules, today)) return ['NOT_ON_SALE'];
  const reasons: DayReason[] = [];
  if (!isPriced(book, room.number, day)) reasons.push('NOT_PRICED');
  if (!nightAllowed(rules, day)) reasons.push('TIME_CONSTRAINTS');
  if (!isStartingDay(rules, day)) reasons.push('STARTING_DAY');
  return reasons;
}
