/** Texts of a part of a page in all its languages. A language that is missing does not compile. */
import type { Locale } from '../../domain/text/locale.ts';
import { LANGUAGES } from '../format/language.ts';
import { usePage } from '../page.tsx';

/** A hook for the texts in the language of the page. */
export function inLanguages<Texts>(texts: Readonly<Record<Locale, Texts>>): () => Texts {
  return () => texts[LANGUAGES[usePage().language].locale];
}
