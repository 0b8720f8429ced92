/** Texts of figures at the desk. */
import { inLanguages } from '../../../texts/in-languages.ts';
import { texts } from './generated/texts.ts';

export const useFiguresTexts = inLanguages(texts);
