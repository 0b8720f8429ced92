/** Texts of booking, confirmation and "my booking". */
import { inLanguages } from '../../../texts/in-languages.ts';
import { texts } from './generated/texts.ts';

export const useCheckoutTexts = inLanguages(texts);
