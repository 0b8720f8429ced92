/** What a price list is about, in words: `EUR, per night, for the room (11)`. */
import type { Whole } from '../../../gateway/request.ts';
import type { DeskRatesQuery } from '../../../generated/operations.ts';
import { useCommonTexts } from '../../../texts/index.ts';
import { useRoomsTexts } from '../texts/index.ts';

export type PriceListFacts = Omit<Whole<DeskRatesQuery>['rates'][number], 'rates'>;

export function useListName(): (list: PriceListFacts) => string {
  const common = useCommonTexts();
  const texts = useRoomsTexts();
  return ({ priceList, kind, nights, quotedPer, currency }) => {
    const per = quotedPer === 'ROOM' ? texts.forRoom : texts.forBed;
    const what =
      kind === 'PER_VISIT'
        ? texts.perPackage({ nights: common.nights({ count: nights ?? 0 }), per })
        : texts.perNight({ per });
    return `${currency}, ${what} (${priceList})`;
  };
}
