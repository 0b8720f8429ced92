/** The view of a search that found nothing, with ways to change it. */
import { SearchX } from 'lucide';
import { Icon } from '../../../design/icon.tsx';
import { addDays } from '../../../format/civil-date.ts';
import { useCommonTexts } from '../../../texts/index.ts';
import { arrivalOf, FLEX_MAX, offersAddress, type Search, stayAddress, USUAL_SEARCH } from '../search-query.ts';
import { useSearchTexts } from '../texts/index.ts';
import type { Choices } from './filters.tsx';
import { nearestSoldNights } from './nights-sold.ts';

export function NoOffers({ search, choices }: { readonly search: Search; readonly choices: Choices }) {
  const { today } = choices.viewer;
  const kind = choices.visitTypes.nodes.find(({ number }) => number === search.visitType);
  const common = useCommonTexts();
  const texts = useSearchTexts();
  const { nights, flex, guests } = search;
  const arrival = arrivalOf(search, today);
  const widest = { ...USUAL_SEARCH, arrival, nights, flex, guests };
  const isNarrowed = offersAddress({ ...search, arrival, currency: null, pages: 1 }) !== offersAddress(widest);
  const soldNights = kind ? nearestSoldNights(kind, nights) : null;
  const ways = [
    soldNights !== null &&
      soldNights !== nights && {
        text: texts.forNights({ nights: common.nights({ count: soldNights }) }),
        to: { ...search, arrival, nights: soldNights },
      },
    flex < FLEX_MAX && { text: texts.moreFlexible, to: { ...search, arrival, flex: FLEX_MAX } },
    !search.onRequest && { text: texts.withOnRequest, to: { ...search, arrival, onRequest: true } },
    { text: texts.laterBy({ count: 28 }), to: { ...search, arrival: addDays(arrival, 28), flex: FLEX_MAX } },
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
      {kind && (
        <>
          <p>{texts.calendarOf({ stay: kind.name.text ?? '' })}</p>
          <ul class="row ways">
            {kind.hotels.map(({ hotel: { number, name } }) => (
              <li key={number}>
                <a class="button" href={stayAddress(kind.number, number, { guests, nights })}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
