/** The view of a search that found nothing: why, and ways to change it that can find something. */
import { SearchX } from 'lucide';
import { Icon } from '../../../design/icon.tsx';
import { addDays } from '../../../format/civil-date.ts';
import { showMoney } from '../../../format/money.ts';
import { useAnswer } from '../../../gateway/use-answer.ts';
import { SearchCalendarsDocument } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import {
  arrivalOf,
  currencyOf,
  FLEX_MAX,
  forRooms,
  inRoomsOf,
  offersAddress,
  roomsOf,
  type Search,
  stayAddress,
  USUAL_SEARCH,
} from '../search-query.ts';
import { useSearchTexts } from '../texts/index.ts';
import type { Choices } from './filters.tsx';
import { nearestSoldNights } from './nights-sold.ts';
import type { OfferPage } from './use-offers.ts';

export function NoOffers({
  search,
  choices,
  found: { none, mostGuestsInARoom },
}: {
  readonly search: Search;
  readonly choices: Choices;
  readonly found: OfferPage;
}) {
  const { language } = usePage();
  const { today } = choices.viewer;
  const kind = choices.visitTypes.nodes.find(({ number }) => number === search.visitType);
  const soldAt = useAnswer(kind && !search.party ? { visitType: kind.number } : null, (request, asked) =>
    request(SearchCalendarsDocument, asked),
  );
  const hotels = soldAt.data?.visitType?.hotels.map(({ hotel }) => hotel) ?? [];
  // The only hotel of the search is the one that is wanted, if the stay is sold there.
  const wanted = hotels.filter(({ number }) => number === search.hotel);
  const common = useCommonTexts();
  const texts = useSearchTexts();
  const { nights, flex, guests, party, max, byHotel } = search;
  const arrival = arrivalOf(search, today);
  const widest = { ...USUAL_SEARCH, arrival, nights, flex, guests, party, byHotel };
  const isNarrowed = offersAddress({ ...search, arrival, currency: null, pages: 1 }) !== offersAddress(widest);
  const soldNights = kind ? nearestSoldNights(kind, nights) : null;
  const most = none === 'NO_ROOM_FOR_GUESTS' ? mostGuestsInARoom : null;
  const smaller = most === null ? null : inRoomsOf(most, roomsOf(search));
  const ways = [
    none === 'OVER_BUDGET' && { text: texts.withoutMax, to: { ...search, arrival, max: null } },
    smaller !== null && {
      text: texts.inRooms({ guests: smaller.join(' + '), count: smaller.length }),
      to: { ...search, arrival, ...forRooms(smaller) },
    },
    soldNights !== null &&
      soldNights !== nights && {
        text: texts.forNights({ nights: common.nights({ count: soldNights }) }),
        to: { ...search, arrival, nights: soldNights },
      },
    flex < FLEX_MAX && { text: texts.moreFlexible, to: { ...search, arrival, flex: FLEX_MAX } },
    none === 'SOLD_OUT' && { text: texts.withOnRequest, to: { ...search, arrival, onRequest: true } },
    { text: texts.laterBy({ count: 28 }), to: { ...search, arrival: addDays(arrival, 28), flex: FLEX_MAX } },
    isNarrowed && { text: texts.withoutFilters, to: widest },
  ];
  const shownMax = { amountMinor: (max ?? 0) * 100, currency: currencyOf(search, language) };
  const reason = none ?? 'NOTHING_ON_SALE';
  return (
    <div class="card empty stack">
      <Icon icon={SearchX} size={2.5} />
      <h2>
        {reason === 'OVER_BUDGET'
          ? texts.nothing.OVER_BUDGET({ max: showMoney(shownMax, language) })
          : texts.nothing[reason]}
      </h2>
      {most !== null && <p>{texts.largestRoom({ count: most })}</p>}
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
      {kind && hotels.length > 0 && (
        <>
          <p>{texts.calendarOf({ stay: kind.name.text ?? '' })}</p>
          <ul class="row ways">
            {(wanted.length > 0 ? wanted : hotels).map(({ number, name }) => (
              <li key={number}>
                <a
                  class="button"
                  href={stayAddress(kind.number, number, { guests, nights, currency: search.currency })}
                >
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
