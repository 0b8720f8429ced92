/** Texts of the desk's frame. */
import { inLanguages } from '../../texts/in-languages.ts';
import { texts } from './generated/texts.ts';

export const useDeskTexts = inLanguages(texts);
