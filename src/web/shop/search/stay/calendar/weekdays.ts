/** Names of weekdays in the visitor's language, in the order of the week. */
import { addDays, showDate } from '../../../../format/civil-date.ts';
import { LANGUAGES, type Language } from '../../../../format/language.ts';
import type { Weekday } from '../../../../generated/operations.ts';

const WEEK: readonly Weekday[] = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
const SOME_MONDAY = '2024-01-01';

export function weekdayNames(days: readonly Weekday[], language: Language): string {
  const names = WEEK.filter((day) => days.includes(day)).map((day) =>
    showDate(addDays(SOME_MONDAY, WEEK.indexOf(day)), language, { weekday: 'long' }),
  );
  return new Intl.ListFormat(LANGUAGES[language].tag, { type: 'disjunction' }).format(names);
}
