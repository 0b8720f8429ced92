/**
 * Civil dates as plain integers. A `Day` counts days since 1970-01-01 in the proleptic Gregorian calendar, so a
 * night is an index, a stay's length is a subtraction and leap days need no thought. Nothing here knows a clock, and
 * only `dayInTimeZone` knows that time zones exist; everything else would answer alike on any machine (T1, T2).
 * Text is `YYYY-MM-DD`, and it is met at the edges only.
 */
export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
const MS_PER_DAY = 86_400_000;
const DAYS_PER_400_YEARS = 146_097;
/** From 0000-03-01, where the arithmetic year begins (so that a leap day is the last of its year), to 1970-01-01. */
const EPOCH_OFFSET = 719_468;
function dayOf({ year, month, day }) {
    const marchYear = month > 2 ? year : year - 1;
    const era = Math.floor(marchYear / 400);
    const yearOfEra = marchYear - era * 400;
    const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
    const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
    return era * DAYS_PER_400_YEARS + dayOfEra - EPOCH_OFFSET;
}
function civilDateOf(day) {
    const shifted = day + EPOCH_OFFSET;
    const era = Math.floor(shifted / DAYS_PER_400_YEARS);
    const dayOfEra = shifted - era * DAYS_PER_400_YEARS;
    const yearOfEra = Math.floor((dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365);
    const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
    const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
    const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
    return {
        year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0),
        month,
        day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
    };
}
/** The last day that `YYYY-MM-DD` can write: 9999-12-31. */
export const LAST_WRITABLE_DAY = dayOf({ year: 9999, month: 12, day: 31 });
/** The day that `text` names; null unless it is exactly `YYYY-MM-DD`, a real date, years 0001 to 9999. */
export function parseDay(text) {
    const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
    if (!match)
        return null;
    const date = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
    if (date.year < 1 || date.month < 1 || date.month > 12 || date.day < 1)
        return null;
    return date.day > lengthOfMonth(date) ? null : dayOf(date);
}
/** Texts of days, as calendars write the same ones all day. */
const texts = new Map();
const REMEMBERED_TEXTS = 5_000;
/** `YYYY-MM-DD` for a day of the years 0001 to 9999. */
export function formatDay(day) {
    const known = texts.get(day);
    if (known !== undefined)
        return known;
    const { year, month, day: dayOfMonth } = civilDateOf(day);
    const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`;
    if (texts.size >= REMEMBERED_TEXTS)
        texts.clear();
    texts.set(day, text);
    return text;
}
/** That of February depends on the year. */
const LENGTHS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
function lengthOfMonth({ year, month }) {
    if (month === 2)
        return dayOf({ year, month: 3, day: 1 }) - dayOf({ year, month, day: 1 });
    return LENGTHS_OF_MONTHS[month - 1];
}
/** The same day of the month `months` later (negative: earlier); the end of a shorter month clamps it. */
export function addMonths(day, months) {
    const date = civilDateOf(day);
    const monthIndex = date.year * 12 + date.month - 1 + months;
    const target = { year: Math.floor(monthIndex / 12), month: (((monthIndex % 12) + 12) % 12) + 1 };
    return dayOf({ year: target.year, month: target.month, day: Math.min(date.day, lengthOfMonth(target)) });
}
/** The first day of the month that `day` lies in. */
export function firstOfMonth(day) {
    return day - civilDateOf(day).day + 1;
}
/** The last day of the month that `day` lies in. */
export function lastOfMonth(day) {
    const date = civilDateOf(day);
    return day - date.day + lengthOfMonth(date);
}
/** The weekday of a day; 1970-01-01 was a Thursday. */
export function weekdayOf(day) {
    return WEEKDAYS[weekdayIndex(day)];
}
/** 0 for Monday to 6 for Sunday: the position in `WEEKDAYS`. */
export function weekdayIndex(day) {
    return (((day + 3) % 7) + 7) % 7;
}
/** The UTC date at an instant: "today" of promotion listings (T2). */
export function utcDay(epochMs) {
    return Math.floor(epochMs / MS_PER_DAY);
}
const clocks = new Map();
/** The date that the calendars on the wall show in `timeZone` (an IANA name) at an instant: "today" of stays (T2). */
export function dayInTimeZone(epochMs, timeZone) {
    const clock = clocks.get(timeZone) ?? wallClock(timeZone);
    const second = Math.floor(epochMs / 1_000);
    if (clock.second !== second) {
        const date = { year: 0, month: 0, day: 0 };
        for (const { type, value } of clock.format.formatToParts(epochMs)) {
            if (type === 'year' || type === 'month' || type === 'day')
                date[type] = Number(value);
        }
        clock.day = dayOf(date);
        clock.second = second;
    }
    return clock.day;
}
function wallClock(timeZone) {
    const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
        timeZone,
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
    });
    const clock = { format, second: Number.NaN, day: 0 };
    clocks.set(timeZone, clock);
    return clock;
}
//# sourceMappingURL=civil-date.js.map