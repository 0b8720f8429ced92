/** How much a search has found, and from which price on, in a line. */
import type { Language } from '../../../format/language.ts';
import { showMoney } from '../../../format/money.ts';
import type { Search } from '../search-query.ts';
import type { SearchTexts } from '../texts/index.ts';
import type { OfferPage } from './use-offers.ts';

export function saysFound(
  { totalCount: count, lowestTotal }: Pick<OfferPage, 'totalCount' | 'lowestTotal'>,
  { byHotel }: Search,
  { texts, language }: { readonly texts: SearchTexts; readonly language: Language },
): string {
  if (!lowestTotal) return texts.found({ count });
  const lowest = showMoney(lowestTotal, language);
  return byHotel ? texts.hotelsFrom({ count, lowest }) : texts.foundFrom({ count, lowest });
}
