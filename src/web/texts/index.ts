import type { Language } from '../format/language.ts';
import { cs } from './cs.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { ru } from './ru.ts';

export const TEXTS: Readonly<Record<Language, Texts>> = { cs, de, en, ru };
