/** What leads from one state of a calendar to a later one (U6). */
import type { NightOffer } from '../minimum-price/lowest-price.ts';
import { CURRENCIES } from '../pricing/money.ts';
import type { StayOption } from '../stay/stay-options.ts';
import type { Day } from '../time/civil-date.ts';
import type { CalendarDay } from './calendar-day.ts';

export interface CalendarChanges {
  /** New days, and those that differ in anything, ascending. */
  readonly days: readonly CalendarDay[];
  /** Days that the calendar no longer shows, ascending. */
  readonly removed: readonly Day[];
}

export function calendarChanges(before: readonly CalendarDay[], after: readonly CalendarDay[]): CalendarChanges {
  const left = new Map(before.map((day) => [day.day, day]));
  const days = after.filter((day) => {
    const old = left.get(day.day);
    left.delete(day.day);
    return old === undefined || !isSameDay(old, day);
  });
  return { days, removed: [...left.keys()] };
}

export function isUnchanged({ days, removed }: CalendarChanges): boolean {
  return days.length === 0 && removed.length === 0;
}

function isSameDay(a: CalendarDay, b: CalendarDay): boolean {
  return (
    a.selectable === b.selectable &&
    a.availability === b.availability &&
    a.reasons.length === b.reasons.length &&
    a.reasons.every((reason, index) => reason === b.reasons[index]) &&
    isSamePrice(a.price, b.price) &&
    CURRENCIES.every((currency) => isSameOffer(a.fromPrice[currency], b.fromPrice[currency])) &&
    a.stays.length === b.stays.length &&
    a.stays.every((stay, index) => isSameStay(stay, b.stays[index]))
  );
}

function isSameStay(a: StayOption, b: StayOption | undefined): boolean {
  return (
    b !== undefined &&
    a.nights === b.nights &&
    a.availability === b.availability &&
    CURRENCIES.every((currency) => a.totals[currency] === b.totals[currency])
  );
}

function isSamePrice(a: CalendarDay['price'], b: CalendarDay['price']): boolean {
  if (a === null || b === null) return a === b;
  return CURRENCIES.every(
    (currency) =>
      a[currency]?.amountMinor === b[currency]?.amountMinor && a[currency]?.isFinal === b[currency]?.isFinal,
  );
}

function isSameOffer(a: NightOffer | null, b: NightOffer | null): boolean {
  return a?.amountMinor === b?.amountMinor && a?.originalMinor === b?.originalMinor;
}
