/** Says that the day of an address or of an earlier search is over, where offers around another one are shown. */
import { Notice } from '../../../design/notice.tsx';
import { showDate } from '../../../format/civil-date.ts';
import { usePage } from '../../../page.tsx';
import { arrivalOf, type Search } from '../search-query.ts';
import { useSearchTexts } from '../texts/index.ts';

export function ArrivalOver({ search, today }: { readonly search: Search; readonly today: string | null }) {
  const { language } = usePage();
  const texts = useSearchTexts();
  if (!today || !search.arrival || search.arrival >= today) return null;
  return (
    <Notice tone="ask">
      {texts.arrivalOver({
        past: showDate(search.arrival, language, { dateStyle: 'long' }),
        shown: showDate(arrivalOf(search, today), language, { day: 'numeric', month: 'long' }),
      })}
    </Notice>
  );
}
