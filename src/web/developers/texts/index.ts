/** Texts of the page for developers. */
import { inLanguages } from '../../texts/in-languages.ts';
import { texts } from './generated/texts.ts';

export type { Texts as DeveloperTexts } from './generated/texts.ts';
export const useDeveloperTexts = inLanguages(texts);
