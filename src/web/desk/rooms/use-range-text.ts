/** Nights in words: `5–6 March 2027`. */
import { showDays } from '../../../domain/text/shown.ts';
import { type DayRange, dayOf } from '../../../domain/time/civil-date.ts';
import { LANGUAGES } from '../../format/language.ts';
import { usePage } from '../../page.tsx';

const STYLE = { day: 'numeric', month: 'long', year: 'numeric' } as const;

export function useRangeText(): (range: DayRange) => string {
  const { language } = usePage();
  return (range) => showDays(range, LANGUAGES[language].tag, STYLE);
}

/** A single night, YYYY-MM-DD. */
export function useNightText(): (night: string) => string {
  const rangeText = useRangeText();
  return (night) => rangeText({ from: dayOf(night), to: dayOf(night) });
}
