/** Texts of the shop's frame. */
import { inLanguages } from '../../texts/in-languages.ts';
import { texts } from './generated/texts.ts';

export type { Texts as ShopTexts } from './generated/texts.ts';
export const useShopTexts = inLanguages(texts);
