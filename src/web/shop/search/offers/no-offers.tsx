/** Nothing found: ways on. */
import { SearchX } from 'lucide';
import { Icon } from '../../../design/icon.tsx';
import { addDays, type CivilDate } from '../../../format/civil-date.ts';
import { arrivalOf, FLEX_MAX, offersAddress, type Search, USUAL_SEARCH } from '../search-query.ts';
import { useSearchTexts } from '../texts/index.ts';

export function NoOffers({ search, today }: { readonly search: Search; readonly today: CivilDate }) {
  const texts = useSearchTexts();
  const { nights, flex, guests } = search;
  const arrival = arrivalOf(search, today);
  const widest = { ...USUAL_SEARCH, arrival, nights, flex, guests };
  const isNarrowed = offersAddress({ ...search, arrival, currency: null, pages: 1 }) !== offersAddress(widest);
  const ways = [
    flex < FLEX_MAX && { text: texts.moreFlexible, to: { ...search, arrival, flex: FLEX_MAX } },
    !search.onRequest && { text: texts.withOnRequest, to: { ...search, arrival, onRequest: true } },
    { text: texts.laterBy(28), to: { ...search, arrival: addDays(arrival, 28), flex: FLEX_MAX } },
    isNarrowed && { text: texts.withoutFilters, to: widest },
  ];
  return (
    <div class="card empty stack">
      <Icon icon={SearchX} size={2.5} />
      <h2>{texts.nothing}</h2>
      <p>{texts.nothingNote}</p>
      <ul class="row ways">
        {ways.map(
          (way) =>
            way && (
              <li key={way.text}>
                <a class="button" href={offersAddress({ ...way.to, pages: 1 })}>
                  {way.text}
                </a>
              </li>
            ),
        )}
      </ul>
    </div>
  );
}
