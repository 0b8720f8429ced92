/** Texts of rooms and prices at the desk. */
import { inLanguages } from '../../../texts/in-languages.ts';
import { texts } from './generated/texts.ts';

export type { Texts as RoomsTexts } from './generated/texts.ts';
export const useRoomsTexts = inLanguages(texts);
