/** Why a search found nothing, and ways to change it that can find something: on the page of offers and on that of a hotel. */
import { SearchX } from 'lucide';
import type { ComponentChildren, RefObject } from 'preact';
import { Icon } from '../../../design/icon.tsx';
import { addDays, type CivilDate } from '../../../format/civil-date.ts';
import { showMoney } from '../../../format/money.ts';
import { usePage } from '../../../page.tsx';
import { inRoomsOf } from '../../../people/rooms.ts';
import { useCommonTexts } from '../../../texts/index.ts';
import { arrivalOf, currencyOf, FLEX_MAX, forRooms, roomsOf, type Search, USUAL_SEARCH } from '../search-query.ts';
import { useSearchTexts } from '../texts/index.ts';
import { type Lengths, nearestSoldNights } from './nights-sold.ts';
import type { OfferPage } from './use-offers.ts';

export function NothingFound({
  search,
  today,
  found: { none, mostGuestsInARoom },
  stays,
  isOfOneHotel = false,
  heading,
  addressOf,
  onWay,
  children,
}: {
  readonly search: Search;
  readonly today: CivilDate;
  readonly found: OfferPage;
  /** Stays that are searched for, if it is known which; their lengths are proposed. */
  readonly stays: readonly Lengths[];
  /** It stands within the page of a hotel. */
  readonly isOfOneHotel?: boolean;
  /** It gets the focus when a way is taken, which is gone then. */
  readonly heading: RefObject<HTMLElement | null>;
  /** Where a changed search leads. */
  addressOf(search: Search): string;
  /** A way is taken. */
  onWay?(search: Search): void;
  /** Further ways. */
  readonly children?: ComponentChildren;
}) {
  const { language } = usePage();
  const common = useCommonTexts();
  const texts = useSearchTexts();
  const { nights, flex, guests, party, max, byHotel } = search;
  const arrival = arrivalOf(search, today);
  const widest = { ...USUAL_SEARCH, arrival, nights, flex, guests, party, byHotel };
  const isNarrowed = addressOf({ ...search, arrival, currency: null, pages: 1 }) !== addressOf(widest);
  const soldNights = nearestSoldNights(stays, nights);
  const most = none === 'NO_ROOM_FOR_GUESTS' ? mostGuestsInARoom : null;
  const smaller = most === null ? null : inRoomsOf(most, roomsOf(search));
  const ways = [
    none === 'OVER_BUDGET' && { text: texts.withoutMax, to: { ...search, arrival, max: null } },
    smaller !== null && {
      text: common.inRooms({ guests: smaller.join(' + '), count: smaller.length }),
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
  const take = (press: Event, to: Search) => {
    onWay?.(to);
    // Back returns to the link that had the focus when it was followed, and a link that opens another tab keeps it.
    setTimeout(() => press.defaultPrevented && heading.current?.focus());
  };
  const shownMax = { amountMinor: (max ?? 0) * 100, currency: currencyOf(search, language) };
  const reason = none ?? 'NOTHING_ON_SALE';
  const Heading = isOfOneHotel ? 'h3' : 'h2';
  return (
    <div class="card empty stack">
      <Icon icon={SearchX} size={2.5} />
      <Heading>
        {reason === 'OVER_BUDGET' ? texts.overBudget({ max: showMoney(shownMax, language) }) : common.nothing[reason]}
      </Heading>
      {most !== null && <p>{common.largestRoom({ count: most })}</p>}
      <p>{texts.nothingNote}</p>
      <ul class="row ways">
        {ways.map(
          (way) =>
            way && (
              <li key={way.text}>
                <a class="button" href={addressOf({ ...way.to, pages: 1 })} onClick={(press) => take(press, way.to)}>
                  {way.text}
                </a>
              </li>
            ),
        )}
      </ul>
      {children}
    </div>
  );
}
