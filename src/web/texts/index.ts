/** Words that all pages share. */
import { cs } from './cs.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { inLanguages } from './in-languages.ts';
import { ru } from './ru.ts';

export const useCommonTexts = inLanguages({ cs, de, en, ru });
