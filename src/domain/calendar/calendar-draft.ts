// biome-ignore-all lint/style/noNonNullAssertion: every array of a draft has an element for each day, and a loop stays within its days; a check would run for each day of each room.
/**
 * A mutable calendar: arrays over the days of a window, to which candidates are applied one by one. A day keeps the best value
 * of each (K2). Objects are made only at the end, and neighbours with equal values share them.
 */
import { isBetterOffer, type NightOffer, nightOffers, type OfferedNights } from '../minimum-price/lowest-price.ts';
import { CURRENCIES, type Currency } from '../pricing/money.ts';
import { pricedNights } from '../pricing/rate-book.ts';
import {
  AVAILABILITIES,
  AVAILABLE,
  arrivalsOfAnyLength,
  availabilityByDate,
  NOT_AVAILABLE,
  type StockedCandidate,
} from '../stay/availability.ts';
import { arrivalsInConstraints, isStartingDay, minimumNights } from '../stay/stay.ts';
import { NO_STAYS, type StayOption, stayOptions } from '../stay/stay-options.ts';
import type { Terms } from '../stay/stay-terms.ts';
import type { Day, DayRange } from '../time/civil-date.ts';
import { intersectionOf } from '../time/day-ranges.ts';
import { type CalendarDay, DAY_REASONS, type DayReason, type NightPrice } from './calendar-day.ts';

/** The offer of each day, by currency. */
type OffersByDay = Record<Currency, (NightOffer | null)[]>;

/** Every array is indexed by day - from. */
export interface CalendarDraft {
  readonly from: Day;
  /** From the first to the last day on which a further candidate may change more than prices. */
  readonly open: { from: Day; to: Day };
  /** The availability of the best candidate, as indexes into `AVAILABILITIES`. */
  readonly availability: Uint8Array;
  /** 1 where a stay of some candidate can start. */
  readonly selectable: Uint8Array;
  /** Bits of the reasons against a start, of all candidates. */
  readonly reasons: Uint16Array;
  /** 1 where a stay of some candidate can be booked. */
  readonly bookable: Uint8Array;
  /** Bits of the reasons against booking, of the candidates of which a stay can start. */
  readonly unbookable: Uint16Array;
  /** The best night per guest. */
  readonly fromPrice: OffersByDay;
  readonly price: CalendarDay['price'][];
  readonly stays: (readonly StayOption[])[];
}

/** What is shown beyond what every calendar shows, which takes time of its own. */
export interface CalendarDetail {
  /** Why nothing can be booked on days that are selectable (F2). */
  readonly reasons: boolean;
  /** The stays of a pinned room type (F1). */
  readonly stays: boolean;
}

/** A draft of the days `from` to `to`, both included, without candidates, which will be applied to `nights`. */
export function createDraft({ from, to }: DayRange, nights: DayRange): CalendarDraft {
  const length = Math.max(0, to - from + 1);
  return {
    from,
    open: { ...nights },
    availability: new Uint8Array(length).fill(NOT_AVAILABLE),
    selectable: new Uint8Array(length),
    reasons: new Uint16Array(length),
    bookable: new Uint8Array(length),
    unbookable: new Uint16Array(length),
    fromPrice: emptyOffers(length),
    price: new Array<null>(length).fill(null),
    stays: new Array<readonly StayOption[]>(length).fill(NO_STAYS),
  };
}

function emptyOffers(length: number): OffersByDay {
  return { CZK: new Array<null>(length).fill(null), EUR: new Array<null>(length).fill(null) };
}

function bitOf(reason: DayReason): number {
  return 1 << DAY_REASONS.indexOf(reason);
}

const NOT_PRICED = bitOf('NOT_PRICED');
const BEYOND_HORIZON = bitOf('BEYOND_HORIZON');
const TIME_CONSTRAINTS = bitOf('TIME_CONSTRAINTS');
const STARTING_DAY = bitOf('STARTING_DAY');
const ON_REQUEST = bitOf('ON_REQUEST');
const SOLD_OUT = bitOf('SOLD_OUT');
const NO_STAY_PRICED = bitOf('NO_STAY_PRICED');

/** Adds a reason against a start on `days`. */
export function addReason(draft: CalendarDraft, reason: DayReason, days: DayRange): void {
  for (let day = days.from; day <= days.to; day++) draft.reasons[day - draft.from]! |= bitOf(reason);
}

/**
 * Applies a candidate that is on sale to `dates`, which must lie in the draft, not before today and not beyond the book.
 * `terms` are those of its nights. Only a candidate that `isPinned` shows the price of the night (K5).
 */
export function applyCandidate(
  draft: CalendarDraft,
  {
    candidate,
    dates,
    today,
    terms,
    isPinned,
    detail,
  }: {
    candidate: StockedCandidate;
    dates: DayRange;
    today: Day;
    terms: readonly Terms[];
    isPinned: boolean;
    detail: CalendarDetail;
  },
): void {
  const open = isPinned ? dates : { ...draft.open };
  const availability = availabilityByDate(candidate, open, today);
  if (open.from <= open.to) applyStarts(draft, { candidate, dates: open, availability, detail });
  if (terms.length === 0) return;
  for (const currency of CURRENCIES) {
    const offered = nightOffers({ candidate, currency, terms, shares: candidate.room.beds });
    keepBetterOffers(draft.fromPrice[currency], offered, draft.from);
  }
  if (isPinned) applyPrices(draft, { candidate, dates, terms, availability });
}

/** Applies the stays of the pinned candidate from each of `dates` (F1). */
export function applyStays(draft: CalendarDraft, candidate: StockedCandidate, dates: DayRange, today: Day): void {
  const offset = dates.from - draft.from;
  for (const [i, options] of stayOptions(candidate, dates, today).entries()) draft.stays[offset + i] = options;
}

/** Applies on which of `dates` a stay can start, how firmly it can be promised, and what is against it. */
function applyStarts(
  draft: CalendarDraft,
  {
    candidate,
    dates,
    availability,
    detail,
  }: { candidate: StockedCandidate; dates: DayRange; availability: Uint8Array; detail: CalendarDetail },
): void {
  const against = blockingReasons(candidate, dates);
  const offset = dates.from - draft.from;
  for (let i = 0; i < against.length; i++) {
    const place = offset + i;
    if (against[i] === 0) draft.selectable[place] = 1;
    draft.reasons[place]! |= against[i]!;
    if (availability[i]! > draft.availability[place]!) draft.availability[place] = availability[i]!;
  }
  if (detail.reasons) explainSelectable(draft, { candidate, dates, availability, against });
  // No other candidate makes more of a day that is available.
  const isSettled = (day: Day) => {
    const place = day - draft.from;
    return draft.availability[place] === AVAILABLE && (detail.reasons ? draft.bookable : draft.selectable)[place] === 1;
  };
  const { open } = draft;
  while (open.from <= open.to && isSettled(open.from)) open.from++;
  while (open.from <= open.to && isSettled(open.to)) open.to--;
}

/** Adds why no stay of the candidate can be booked (F2), on the days on which one can start. */
function explainSelectable(
  draft: CalendarDraft,
  {
    candidate,
    dates,
    availability,
    against,
  }: { candidate: StockedCandidate; dates: DayRange; availability: Uint8Array; against: Uint16Array },
): void {
  const offset = dates.from - draft.from;
  let isSettled = true;
  for (let i = 0; i < against.length; i++) {
    if (against[i] !== 0) continue;
    if (availability[i] === AVAILABLE) draft.bookable[offset + i] = 1;
    else isSettled = false;
  }
  if (isSettled) return;
  const { priced, free } = arrivalsOfAnyLength(candidate, dates);
  const doubts = new Uint16Array(against.length).fill(NO_STAY_PRICED);
  const withoutRoom = candidate.rules.onDemand ? ON_REQUEST : SOLD_OUT;
  for (const { from, to } of priced) doubts.fill(withoutRoom, from - dates.from, to - dates.from + 1);
  for (const { from, to } of free) doubts.fill(0, from - dates.from, to - dates.from + 1);
  for (let i = 0; i < against.length; i++) {
    if (against[i] !== 0) continue;
    if (doubts[i] === 0) draft.bookable[offset + i] = 1;
    else draft.unbookable[offset + i]! |= doubts[i]!;
  }
}

/** Why no shortest stay of the candidate can start on each of `dates` (K3), as bits; 0: it can. */
function blockingReasons({ rules, room, book }: StockedCandidate, dates: DayRange): Uint16Array {
  const nights = minimumNights(rules);
  const against = new Uint16Array(dates.to - dates.from + 1).fill(NOT_PRICED | TIME_CONSTRAINTS);
  const strike = (reason: number, days: readonly DayRange[]) => {
    for (const { from, to } of intersectionOf(days, [dates])) {
      for (let day = from; day <= to; day++) against[day - dates.from]! &= ~reason;
    }
  };
  strike(NOT_PRICED, pricedNights(book, room.number));
  strike(TIME_CONSTRAINTS, arrivalsInConstraints(rules, nights));
  for (let day = Math.max(dates.from, book.lastNight - nights + 2); day <= dates.to; day++) {
    against[day - dates.from]! |= BEYOND_HORIZON;
  }
  if (rules.startingDays.length === 0) return against;
  for (let day = dates.from; day <= dates.to; day++) {
    if (!isStartingDay(rules, day)) against[day - dates.from]! |= STARTING_DAY;
  }
  return against;
}

function keepBetterOffers(best: (NightOffer | null)[], offered: readonly OfferedNights[], first: Day): void {
  for (const { from, to, offer } of offered) {
    for (let place = from - first; place <= to - first; place++) {
      if (isBetterOffer(offer, best[place]!)) best[place] = offer;
    }
  }
}

/** Sets the whole room's price on each night on which the candidate is available or on demand. */
function applyPrices(
  draft: CalendarDraft,
  {
    candidate,
    dates,
    terms,
    availability,
  }: { candidate: StockedCandidate; dates: DayRange; terms: readonly Terms[]; availability: Uint8Array },
): void {
  const byDay = (currency: Currency) => {
    const nights = new Array<OfferedNights | undefined>(availability.length).fill(undefined);
    for (const offered of nightOffers({ candidate, currency, terms, shares: 1 })) {
      nights.fill(offered, offered.from - dates.from, offered.to - dates.from + 1);
    }
    return nights;
  };
  const [CZK, EUR] = [byDay('CZK'), byDay('EUR')];
  for (let i = 0; i < availability.length; i++) {
    if (availability[i] === NOT_AVAILABLE) continue;
    const isLikeBefore =
      i > 0 && availability[i] === availability[i - 1] && CZK[i] === CZK[i - 1] && EUR[i] === EUR[i - 1];
    const place = dates.from - draft.from + i;
    draft.price[place] = isLikeBefore
      ? draft.price[place - 1]!
      : toPrice({ CZK: CZK[i], EUR: EUR[i] }, { isAvailable: availability[i] === AVAILABLE });
  }
}

/** Final is only what a stay costs: the rate of a night, where one can be confirmed (K5). */
function toPrice(
  offered: Readonly<Record<Currency, OfferedNights | undefined>>,
  { isAvailable }: { isAvailable: boolean },
): CalendarDay['price'] {
  const price: Partial<Record<Currency, NightPrice>> = {};
  for (const currency of CURRENCIES) {
    const night = offered[currency];
    if (night) price[currency] = { amountMinor: night.offer.amountMinor, isFinal: isAvailable && night.isRate };
  }
  return price;
}

/** The finished calendar. */
export function buildDays(draft: CalendarDraft): CalendarDay[] {
  const { from, availability, selectable, fromPrice, price, stays } = draft;
  const days: CalendarDay[] = [];
  let shared: CalendarDay['fromPrice'] = { CZK: null, EUR: null };
  for (let i = 0; i < availability.length; i++) {
    const CZK = fromPrice.CZK[i]!;
    const EUR = fromPrice.EUR[i]!;
    if (CZK !== shared.CZK || EUR !== shared.EUR) shared = { CZK, EUR };
    days.push({
      day: from + i,
      selectable: selectable[i] === 1,
      availability: AVAILABILITIES[availability[i]!]!,
      reasons: REASONS_BY_BITS[reasonsOn(draft, i)]!,
      price: price[i]!,
      fromPrice: shared,
      stays: stays[i]!,
    });
  }
  return days;
}

/** As bits. That no stay has a price is a reason only if that holds for all candidates of which one can start. */
function reasonsOn({ selectable, reasons, bookable, unbookable }: CalendarDraft, place: number): number {
  if (selectable[place] === 0) return reasons[place]!;
  if (bookable[place] === 1) return 0;
  return unbookable[place]! & ~NO_STAY_PRICED || unbookable[place]!;
}

/** For all sets of bits, the reasons in order. */
const REASONS_BY_BITS: readonly (readonly DayReason[])[] = Array.from({ length: 1 << DAY_REASONS.length }, (_, bits) =>
  DAY_REASONS.filter((reason) => (bits & bitOf(reason)) !== 0),
);
