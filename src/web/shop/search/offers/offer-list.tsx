/** Offers as cards, and the way to more of them. */
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { CivilDate } from '../../../format/civil-date.ts';
import { PAGES_MAX, type Search } from '../search-query.ts';
import { useSearchTexts } from '../texts/index.ts';
import { OfferCard } from './offer-card.tsx';
import type { OfferPage } from './use-offers.ts';

export function OfferList({
  pages,
  search,
  today,
  isLoading,
  isOfOneHotel = false,
  addressOf,
}: {
  /** At least one. */
  readonly pages: readonly OfferPage[];
  readonly search: Search;
  readonly today: CivilDate;
  readonly isLoading: boolean;
  /** The page is about the hotel, so that cards need not say which one it is. */
  readonly isOfOneHotel?: boolean;
  /** Where the list with more pages is shown. */
  addressOf(search: Search): string;
}) {
  const { route } = useLocation();
  const texts = useSearchTexts();
  const list = useRef<HTMLUListElement>(null);
  const before = useRef<number | null>(null);
  const offers = pages.flatMap(({ nodes }) => nodes);
  const left = (pages[0]?.totalCount ?? 0) - offers.length;
  // Who asked for more continues at the first of them.
  useEffect(() => {
    if (before.current === null || offers.length <= before.current) return;
    list.current?.children[before.current]?.querySelector('a')?.focus();
    before.current = null;
  }, [offers.length]);
  return (
    <>
      <p class="small muted">{texts.roomPrice}</p>
      <ul class="stack offers" ref={list}>
        {offers.map((offer, index) => (
          <OfferCard
            key={[
              offer.visitType.number,
              offer.hotel.number,
              ...offer.rooms.map(({ roomType }) => roomType.number),
            ].join()}
            {...{ offer, search, today, isOfOneHotel }}
            isFirst={index < 2}
          />
        ))}
      </ul>
      {pages.length < PAGES_MAX && pages.at(-1)?.pageInfo.hasNextPage && (
        <button
          type="button"
          aria-busy={isLoading}
          onClick={() => {
            before.current = offers.length;
            route(addressOf({ ...search, pages: pages.length + 1 }), true);
          }}
        >
          {texts.more({ left })}
        </button>
      )}
    </>
  );
}

/** Places of cards that are on their way. */
export function OfferSkeletons({ isOfOneHotel = false }: { readonly isOfOneHotel?: boolean }) {
  return (
    <ul class="stack offers" aria-hidden="true">
      {[1, 2, 3, 4].map((card) => (
        <li key={card} class={`skeleton offer ${isOfOneHotel ? 'of-hotel' : ''}`} />
      ))}
    </ul>
  );
}
