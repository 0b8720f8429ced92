/**
 * Civil dates as integers. A `Day` counts days since 1970-01-01 in the proleptic Gregorian calendar, so a night is an index,
 * the length of a stay is a subtraction, and leap days need no care. Nothing here reads a clock, and only the wall
 * clocks at the end know time zones, so results do not depend on the machine (T1, T2). Texts (`YYYY-MM-DD`) exist only at the edges.
 */

/** Days since 1970-01-01; negative before. */
export type Day = number;

/** Days `from` to `to`, both included: a season, a time constraint, a calendar window (T3, T4). */
export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}

export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const MS_PER_DAY = 86_400_000;
const DAYS_PER_400_YEARS = 146_097;
/** Days from 0000-03-01 to 1970-01-01. The arithmetic year begins in March, so that a leap day is its last. */
const EPOCH_OFFSET = 719_468;

interface CivilDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
}

function dayFromCivilDate({ year, month, day }: CivilDate): Day {
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_400_YEARS + dayOfEra - EPOCH_OFFSET;
}

function toCivilDate(day: Day): CivilDate {
  const shifted = day + EPOCH_OFFSET;
  const era = Math.floor(shifted / DAYS_PER_400_YEARS);
  const dayOfEra = shifted - era * DAYS_PER_400_YEARS;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return {
    year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  };
}

/** The days from 0001-01-01 to 9999-12-31 are those that `YYYY-MM-DD` can write. */
export const FIRST_DAY: Day = dayFromCivilDate({ year: 1, month: 1, day: 1 });
export const LAST_DAY: Day = dayFromCivilDate({ year: 9999, month: 12, day: 31 });

/** Parses a day; null unless `text` is exactly `YYYY-MM-DD` and a real date of the years 0001 to 9999. */
export function parseDay(text: string): Day | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const date = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  if (date.year < 1 || date.month < 1 || date.month > 12 || date.day < 1) return null;
  return date.day > daysInMonth(date) ? null : dayFromCivilDate(date);
}

/**
 * The day of a date that has been checked before.
 * @throws RangeError if `text` is no date after all
 */
export function dayOf(text: string): Day {
  const day = parseDay(text);
  if (day === null) throw new RangeError('a date that was expected to be valid is not');
  return day;
}

/** Calendars format the same days over and over. */
const formattedDays = new Map<Day, string>();
const MAX_FORMATTED_DAYS = 5_000;

/** `YYYY-MM-DD` for a day of the years 0001 to 9999. */
export function formatDay(day: Day): string {
  const known = formattedDays.get(day);
  if (known !== undefined) return known;
  const { year, month, day: dayOfMonth } = toCivilDate(day);
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`;
  if (formattedDays.size >= MAX_FORMATTED_DAYS) formattedDays.clear();
  formattedDays.set(day, text);
  return text;
}

/** February's length depends on the year. */
const DAYS_IN_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysInMonth({ year, month }: { year: number; month: number }): number {
  if (month === 2) return dayFromCivilDate({ year, month: 3, day: 1 }) - dayFromCivilDate({ year, month, day: 1 });
  // biome-ignore lint/style/noNonNullAssertion: a month is 1 to 12.
  return DAYS_IN_MONTHS[month - 1]!;
}

/** The same day of the month `months` later (negative: earlier), clamped to the end of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const date = toCivilDate(day);
  const monthIndex = date.year * 12 + date.month - 1 + months;
  const target = { year: Math.floor(monthIndex / 12), month: (((monthIndex % 12) + 12) % 12) + 1 };
  return dayFromCivilDate({ year: target.year, month: target.month, day: Math.min(date.day, daysInMonth(target)) });
}

/** Which month a day is in, counted from the year 0. */
export function monthOf(day: Day): number {
  const { year, month } = toCivilDate(day);
  return year * 12 + month - 1;
}

export function firstOfMonth(day: Day): Day {
  return day - toCivilDate(day).day + 1;
}

export function lastOfMonth(day: Day): Day {
  const date = toCivilDate(day);
  return day - date.day + daysInMonth(date);
}

/** 1970-01-01 was a Thursday. */
export function weekdayOf(day: Day): Weekday {
  // biome-ignore lint/style/noNonNullAssertion: the index is 0 to 6.
  return WEEKDAYS[weekdayIndex(day)]!;
}

/** The index in `WEEKDAYS`: 0 is Monday. */
export function weekdayIndex(day: Day): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** The UTC date at an instant: "today" of promotion listings (T2). */
export function utcDay(epochMs: number): Day {
  return Math.floor(epochMs / MS_PER_DAY);
}

interface WallClock {
  readonly format: Intl.DateTimeFormat;
  /** The last second asked for, since 1970, with its date and its hour, which cannot change within a second. */
  second: number;
  day: Day;
  /** 0 to 23. */
  hour: number;
  /** The last day whose start was asked for, and its start. */
  begun: { readonly day: Day; readonly epochMs: number } | null;
}

const clocks = new Map<string, WallClock>();

/** The date in `timeZone` (an IANA name) at an instant: "today" of stays (T2). */
export function dayInTimeZone(epochMs: number, timeZone: string): Day {
  return clockAt(epochMs, timeZone).day;
}

/** The clock of `timeZone`, set to an instant. */
function clockAt(epochMs: number, timeZone: string): WallClock {
  const clock = wallClockOf(timeZone);
  const second = Math.floor(epochMs / 1_000);
  if (clock.second !== second) {
    const shown = { year: 0, month: 0, day: 0, hour: 0 };
    for (const { type, value } of clock.format.formatToParts(epochMs)) {
      if (type in shown) shown[type as keyof typeof shown] = Number(value);
    }
    clock.day = dayFromCivilDate(shown);
    clock.hour = shown.hour;
    clock.second = second;
  }
  return clock;
}

const HOUR_S = 3_600;
/** No time zone is further from UTC. */
const FURTHEST_OFFSET_S = 15 * HOUR_S;

const EVENING_HOUR = 18;

/** Whether it is 18:00 or later on a day in `timeZone`, by its clocks. */
export function isEveningOf(day: Day, epochMs: number, timeZone: string): boolean {
  const shown = clockAt(epochMs, timeZone);
  return shown.day > day || (shown.day === day && shown.hour >= EVENING_HOUR);
}

/** The instant at which a day begins in `timeZone`, whatever its clocks show then: where they skip midnight, the first after it. */
export function startOfDay(day: Day, timeZone: string): number {
  const clock = wallClockOf(timeZone);
  if (clock.begun?.day === day) return clock.begun.epochMs;
  const midnightUtc = (day * MS_PER_DAY) / 1_000;
  let before = midnightUtc - FURTHEST_OFFSET_S;
  let after = midnightUtc + FURTHEST_OFFSET_S;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayInTimeZone(middle * 1_000, timeZone) < day) before = middle;
    else after = middle;
  }
  clock.begun = { day, epochMs: after * 1_000 };
  return clock.begun.epochMs;
}

function wallClockOf(timeZone: string): WallClock {
  const known = clocks.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  const clock = { format, second: Number.NaN, day: 0, hour: 0, begun: null };
  clocks.set(timeZone, clock);
  return clock;
}
