/** What every part of the page needs: the language with its texts, and the API key. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Language } from './format/language.ts';
import type { Texts } from './texts/en.ts';

export interface Page {
  readonly language: Language;
  readonly texts: Texts;
  /** Null: the visitor has not entered one. */
  readonly key: string | null;
  /** Whether it is the demo's key, with which anything may be booked. */
  readonly isDemo: boolean;
  /** Whether mails are shown at `/mail`. */
  readonly showsMail: boolean;
}

export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  return useContext(PageContext)!;
}
