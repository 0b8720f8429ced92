/** Texts of the keys at the desk. */
import { inLanguages } from '../../../texts/in-languages.ts';
import { texts } from './generated/texts.ts';

export const useKeysTexts = inLanguages(texts);
