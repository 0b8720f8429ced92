/** From which age on a hotel takes children (F14). An age is that of civil dates: it grows on the birthday, wherever one is. */
import { type Day, formatDay } from '../time/civil-date.ts';

/** Who is older is no child anywhere. */
const GROWN_UP = 18;

/** The age from which on a hotel takes children, as its catalogue states it; null: it has no such rule. */
export function youngestAge(childrenFromAge: number | null | undefined): number | null {
  return childrenFromAge || null;
}

/** Whoever is younger than this says when he or she was born. */
export function toldBelowAge(youngest: number): number {
  return Math.max(youngest, GROWN_UP);
}

/** Full years on a day; below 0 before the birth. Who was born on 29 February grows older on 1 March where there is no such day. */
export function ageOn(day: Day, born: Day): number {
  const [then, birth] = [formatDay(day), formatDay(born)];
  const years = Number(then.slice(0, 4)) - Number(birth.slice(0, 4));
  return then.slice(5) < birth.slice(5) ? years - 1 : years;
}

/** Whether a guest is younger than a hotel takes children on the day of arrival. */
export function isTooYoung(
  born: Day,
  { arrival, youngest }: { readonly arrival: Day; readonly youngest: number },
): boolean {
  return ageOn(arrival, born) < youngest;
}
