/** The view of a search that found nothing, with the calendars of the stay that it is narrowed to. */
import type { RefObject } from 'preact';
import type { CivilDate } from '../../../format/civil-date.ts';
import { useAnswer } from '../../../gateway/use-answer.ts';
import { SearchCalendarsDocument, type SearchKindFragment } from '../../../generated/operations.ts';
import { offersAddress, type Search, stayAddress } from '../search-query.ts';
import { useSearchTexts } from '../texts/index.ts';
import { NothingFound } from './nothing-found.tsx';
import type { OfferPage } from './use-offers.ts';

export function NoOffers({
  search,
  today,
  kind,
  found,
  heading,
}: {
  readonly search: Search;
  readonly today: CivilDate;
  /** The only kind of stay; null: the search is for all, or it is not known yet. */
  readonly kind: SearchKindFragment | null;
  readonly found: OfferPage;
  readonly heading: RefObject<HTMLElement | null>;
}) {
  const soldAt = useAnswer(kind && !search.party ? { visitType: kind.number } : null, (request, asked) =>
    request(SearchCalendarsDocument, asked),
  );
  const hotels = soldAt.data?.visitType?.hotels.map(({ hotel }) => hotel) ?? [];
  // The only hotel of the search is the one that is wanted, if the stay is sold there.
  const wanted = hotels.filter(({ number }) => number === search.hotel);
  const texts = useSearchTexts();
  const { nights, guests, currency } = search;
  return (
    <NothingFound {...{ search, today, found, heading }} stays={kind ? [kind] : []} addressOf={offersAddress}>
      {kind && hotels.length > 0 && (
        <>
          <p>{texts.calendarOf({ stay: kind.name.text ?? '' })}</p>
          <ul class="row ways">
            {(wanted.length > 0 ? wanted : hotels).map(({ number, name }) => (
              <li key={number}>
                <a class="button" href={stayAddress(kind.number, number, { guests, nights, currency })}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </NothingFound>
  );
}
