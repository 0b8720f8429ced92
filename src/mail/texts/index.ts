import type { Locale } from '../../domain/text/locale.ts';
import { cs } from './cs.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { ru } from './ru.ts';

export type TextsByLocale = Readonly<Record<Locale, Texts>>;

/** Our own texts. */
export const TEXTS: TextsByLocale = { cs_CZ: cs, de, en, ru };
