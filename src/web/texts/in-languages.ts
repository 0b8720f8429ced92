/** Texts of a part of a page in all its languages. English gives their type, so a text that lacks in another does not compile. */
import type { Language } from '../format/language.ts';
import { usePage } from '../page.tsx';

/** A hook for the texts in the language of the page. */
export function inLanguages<Texts>(texts: Readonly<Record<Language, Texts>>): () => Texts {
  return () => texts[usePage().language];
}
