/** What leads from one state of a calendar to a later one (U6). */
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

/** Days are plain values whose properties are always in the same order. */
function isSameDay(a: CalendarDay, b: CalendarDay): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
