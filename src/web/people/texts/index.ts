/** Texts of the fields about people: who books, and who travels. */
import { inLanguages } from '../../texts/in-languages.ts';
import { texts } from './generated/texts.ts';

export const usePeopleTexts = inLanguages(texts);
