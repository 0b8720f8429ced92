/** The lowest total of the stays that a search leads to, with whom and how long it is for. */
import type { CivilDate } from '../../format/civil-date.ts';
import { showMoney } from '../../format/money.ts';
import { useAnswer } from '../../gateway/use-answer.ts';
import { SearchLowestDocument } from '../../generated/operations.ts';
import { usePage } from '../../page.tsx';
import { useCommonTexts } from '../../texts/index.ts';
import { guestsOf, offerFilterOf, type Search } from './search-query.ts';
import { useSearchTexts } from './texts/index.ts';

export function FromTotal({ search, today }: { readonly search: Search; readonly today: CivilDate }) {
  const { language } = usePage();
  const common = useCommonTexts();
  const texts = useSearchTexts();
  const filter = offerFilterOf(search, today, language);
  const { data, isLoading } = useAnswer({ filter }, (request, asked) => request(SearchLowestDocument, asked));
  const lowest = data?.offers.lowestTotal;
  return (
    <p class="from" aria-busy={isLoading}>
      {lowest &&
        texts.priceFor({
          price: texts.fromPrice({ price: showMoney(lowest, language) }),
          guests: common.guests({ count: guestsOf(search) }),
          nights: common.nights({ count: search.nights }),
        })}
    </p>
  );
}
