/** Which nights of which room types are chosen in a month: a range, some of its weekdays, some room types. */
import {
  type Day,
  type DayRange,
  formatDay,
  parseDay,
  WEEKDAYS,
  type Weekday,
  weekdayIndex,
  weekdayOf,
} from '../../../../domain/time/civil-date.ts';
import { unionOf } from '../../../../domain/time/day-ranges.ts';

export interface Selection extends DayRange {
  /** Numbers of room types. */
  readonly rooms: readonly number[];
  /** Only nights of these weekdays; all seven: every night. */
  readonly weekdays: readonly Weekday[];
}

/** The nights on which guests of a weekend sleep. */
export const WEEKEND: readonly Weekday[] = ['FRI', 'SAT'];

/** The most nights from the first to the last one of a selection: as many as the gateway shows at once. */
export const NIGHTS_MAX = 93;

export function isWeekend(night: Day): boolean {
  return WEEKEND.includes(weekdayOf(night));
}

/** The chosen nights that can still be changed, ascending. `today` is the first of them. */
export function nightsOf({ from, to, weekdays }: Omit<Selection, 'rooms'>, today: Day): Day[] {
  const first = Math.max(from, today);
  const nights = Array.from({ length: Math.max(0, to - first + 1) }, (_, index) => first + index);
  return nights.filter((night) => weekdays.includes(weekdayOf(night)));
}

/** Ascending nights as ranges. */
export function rangesOf(nights: readonly Day[]): DayRange[] {
  return unionOf(nights.map((night) => ({ from: night, to: night })));
}

/** The first weekend that begins on `day` or later. */
export function weekendFrom(day: Day): DayRange {
  const friday = day + ((WEEKDAYS.indexOf('FRI') - weekdayIndex(day) + 7) % 7);
  return { from: friday, to: friday + WEEKEND.length - 1 };
}

/** The nights between two, in either order, at most `NIGHTS_MAX` from the first. */
export function rangeBetween(one: Day, other: Day): DayRange {
  const from = Math.min(one, other);
  return { from, to: Math.min(Math.max(one, other), from + NIGHTS_MAX - 1) };
}

/** Names in the address. */
export interface SelectionQuery {
  readonly rooms?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly days?: string | undefined;
}

/** Null: nothing is chosen, or the address makes no sense. `known` are the room types that there are, in order. */
export function selectionOf({ rooms, from, to, days }: SelectionQuery, known: readonly number[]): Selection | null {
  const [first, last] = [parseDay(from ?? ''), parseDay(to ?? from ?? '')];
  const wanted = new Set(rooms?.split(','));
  const chosen = known.filter((room) => wanted.has(String(room)));
  if (first === null || last === null || last < first || chosen.length === 0) return null;
  const names = new Set(days?.toUpperCase().split(','));
  const weekdays = WEEKDAYS.filter((weekday) => names.has(weekday));
  return { rooms: chosen, ...rangeBetween(first, last), weekdays: weekdays.length === 0 ? WEEKDAYS : weekdays };
}

/** `selectionOf` the other way round; null removes a name from the address. */
export function queryOf(selection: Selection | null): Record<keyof SelectionQuery, string | null> {
  if (selection === null) return { rooms: null, from: null, to: null, days: null };
  const { rooms, from, to, weekdays } = selection;
  return {
    rooms: rooms.join(','),
    from: formatDay(from),
    to: formatDay(to),
    days: weekdays.length === WEEKDAYS.length ? null : weekdays.join(',').toLowerCase(),
  };
}

/** The dates of the first and the last night. */
export function datesOf({ from, to }: DayRange): { from: string; to: string } {
  return { from: formatDay(from), to: formatDay(to) };
}
