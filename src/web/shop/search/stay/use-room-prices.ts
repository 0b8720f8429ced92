/** What each room of a stay costs those who travel, for as long as they stay. */
import type { CivilDate } from '../../../format/civil-date.ts';
import { showMoney } from '../../../format/money.ts';
import { useAnswer } from '../../../gateway/use-answer.ts';
import { type Currency, StayRoomPricesDocument } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import { FLEX_MAX } from '../search-query.ts';
import { useSearchTexts } from '../texts/index.ts';

/** The price of a room in words; null: none is known. */
export type RoomPrices = (room: number) => string | null;

interface Asked {
  readonly visitType: number;
  readonly hotel: number;
  readonly guests: number;
  readonly currency: Currency;
}

/** `stay`: the picked one, else one around which the lowest price is looked for; null asks nothing. */
export function useRoomPrices(
  { guests, ...asked }: Asked,
  stay: { readonly arrival: CivilDate; readonly nights: number; readonly isPicked: boolean } | null,
): RoomPrices {
  const { language } = usePage();
  const common = useCommonTexts();
  const texts = useSearchTexts();
  const filter = stay && {
    ...{ ...asked, guests, arrival: stay.arrival, nights: stay.nights, includeOnRequest: true },
    flexibleDays: stay.isPicked ? 0 : FLEX_MAX,
  };
  const { data } = useAnswer(filter && { filter }, (request, asked) => request(StayRoomPricesDocument, asked));
  return (room) => {
    const total = data?.offers.nodes.find(({ roomType }) => roomType?.number === room)?.total;
    if (!total || !stay) return null;
    const price = showMoney(total, language);
    return texts.priceFor({
      price: stay.isPicked ? price : texts.fromPrice({ price }),
      guests: common.guests({ count: guests }),
      nights: common.nights({ count: stay.nights }),
    });
  };
}
