/** Texts of the search, the offers and the stays. */
import { inLanguages } from '../../../texts/in-languages.ts';
import { texts } from './generated/texts.ts';

export type { Texts as SearchTexts } from './generated/texts.ts';
export const useSearchTexts = inLanguages(texts);
