/** Moments as the clerk reads them: on the clock of the browser, and as an age. */
import { useEffect, useState } from 'preact/hooks';
import { LANGUAGES, type Language } from '../../format/language.ts';

const MINUTE_MS = 60_000;
/** The units of an age, the largest first, in milliseconds. */
const SMALLEST_UNIT = ['minute', MINUTE_MS] as const;
const UNITS = [['day', 24 * 60 * MINUTE_MS], ['hour', 60 * MINUTE_MS], SMALLEST_UNIT] as const;

export function showMoment(moment: string, language: Language): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(LANGUAGES[language].tag, style).format(new Date(moment));
}

/** How long ago it was, in the largest unit that fills: `2 hours ago`. */
export function showAge(moment: string, now: number, language: Language): string {
  const age = Math.max(0, now - Date.parse(moment));
  const [unit, length] = UNITS.find(([, length]) => age >= length) ?? SMALLEST_UNIT;
  const format = new Intl.RelativeTimeFormat(LANGUAGES[language].tag, { numeric: 'auto' });
  return format.format(-Math.floor(age / length), unit);
}

/** The time, renewed each minute, so that ages grow on the screen. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(clock);
  }, []);
  return now;
}
