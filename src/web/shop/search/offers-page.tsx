/** The offers of a search. All that was chosen is in the address. */
import { SlidersHorizontal, X } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Dialog } from '../../design/dialog.tsx';
import { Icon } from '../../design/icon.tsx';
import { RequestProblem } from '../../design/problem.tsx';
import { SearchChoicesDocument } from '../../generated/operations.ts';
import { usePage } from '../../page.tsx';
import { useCommonTexts } from '../../texts/index.ts';
import { useDatedAnswer } from '../use-dated-answer.ts';
import { useShopTitle } from '../use-shop-title.ts';
import { keepSearch } from './last-search.ts';
import { ArrivalOver } from './offers/arrival-over.tsx';
import { AskedFor } from './offers/asked-for.tsx';
import { Filters } from './offers/filters.tsx';
import { NoOffers } from './offers/no-offers.tsx';
import { OfferList, OfferSkeletons } from './offers/offer-list.tsx';
import { saysFound } from './offers/says-found.ts';
import { useChosen } from './offers/use-chosen.ts';
import { useFacets } from './offers/use-facets.ts';
import { useOffers } from './offers/use-offers.ts';
import { SearchForm } from './search-form.tsx';
import { currencyOf, offersAddress, offersAsked, oneOf, type Search, SORTS, searchOf } from './search-query.ts';
import { useSearchTexts } from './texts/index.ts';
import './search.css';
import './offers/offers.css';

export function OffersPage() {
  const { language } = usePage();
  const { query, route } = useLocation();
  const common = useCommonTexts();
  const texts = useSearchTexts();
  const heading = useShopTitle(texts.offersTitle);
  const [isFiltering, setIsFiltering] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const search = searchOf(query);
  const address = offersAddress(search);
  useEffect(() => keepSearch(search), [address]);
  const currency = currencyOf(search, language);
  const choices = useDatedAnswer({ currency }, (request, asked) => request(SearchChoicesDocument, asked));
  const today = choices.data?.viewer.today ?? null;
  const offers = useOffers(today ? offersAsked(search, today, language) : null, search.pages);
  const first = offers.pages?.[0] ?? null;
  const facets = useFacets(search, today, first);
  const chosen = useChosen(search, { choices: choices.data, facets, found: first });
  const problem = choices.problem ?? offers.problem ?? chosen.problem;
  const again = () => {
    for (const one of [choices, offers]) if (one.problem) one.again();
    chosen.again();
  };
  const onSearch = (changed: Search) => route(offersAddress(changed));
  const filters = <Filters {...{ search, facets, chosen, onSearch }} choices={choices.data} />;
  return (
    <div class="stack">
      <h1 ref={heading} tabIndex={-1}>
        {texts.offersTitle}
      </h1>
      <AskedFor search={search} choices={choices.data} isOpen={isAsking} onToggle={() => setIsAsking(!isAsking)} />
      <div class={isAsking ? undefined : 'folded'}>
        <SearchForm search={search} today={today} places={choices.data?.destinations ?? []} />
      </div>
      <div class="beside">
        <aside class="side card" aria-label={texts.filters}>
          {filters}
        </aside>
        <section class="stack" aria-label={texts.offersTitle} aria-busy={offers.isLoading || choices.isLoading}>
          <div class="row found">
            <p role="status">
              {first && saysFound(first, search, { texts, language })}
              {!first && !problem && common.loading}
            </p>
            <button type="button" class="narrow-only open-filters" onClick={() => setIsFiltering(true)}>
              <Icon icon={SlidersHorizontal} />
              {texts.filters}
            </button>
            <label class="check group-by">
              <input
                type="checkbox"
                checked={search.byHotel}
                onChange={({ currentTarget: { checked } }) => onSearch({ ...search, byHotel: checked, pages: 1 })}
              />
              {texts.groupByHotel}
            </label>
            <label class="sort">
              <span>{texts.sort}</span>
              <select
                value={search.sort}
                onChange={({ currentTarget: { value } }) =>
                  onSearch({ ...search, sort: oneOf(SORTS, value) ?? search.sort, pages: 1 })
                }
              >
                {SORTS.map((sort) => (
                  <option key={sort} value={sort}>
                    {texts.sorts[sort]}
                  </option>
                ))}
              </select>
            </label>
          </div>
          {(search.wish || search.hotel !== null) && (
            <p class="row">
              {search.wish && (
                <button type="button" onClick={() => onSearch({ ...search, wish: null, pages: 1 })}>
                  {texts.quoted({ wish: search.wish })}
                  <Icon icon={X} size={1} />
                  <span class="unseen">{texts.removeWish}</span>
                </button>
              )}
              {search.hotel !== null && (
                <button type="button" onClick={() => onSearch({ ...search, hotel: null, pages: 1 })}>
                  {texts.onlyHotel({ hotel: chosen.names.hotel })}
                  <Icon icon={X} size={1} />
                  <span class="unseen">{texts.removeHotel}</span>
                </button>
              )}
            </p>
          )}
          <ArrivalOver search={search} today={today} />
          {problem && <RequestProblem code={problem} onAgain={again} />}
          {!problem && !offers.pages && <OfferSkeletons />}
          {offers.pages && first && first.totalCount > 0 && today && (
            <OfferList
              pages={offers.pages}
              {...{ search, today }}
              isLoading={offers.isLoading}
              addressOf={offersAddress}
            />
          )}
          {first?.totalCount === 0 && today && (
            <NoOffers {...{ search, today, heading }} kind={chosen.kind} found={first} />
          )}
        </section>
      </div>
      {isFiltering && (
        <Dialog title={texts.filters} onClose={() => setIsFiltering(false)}>
          <div class="stack">
            {filters}
            <form method="dialog">
              <button type="submit" class="primary wide">
                {first
                  ? search.byHotel
                    ? texts.showHotels({ count: first.totalCount })
                    : texts.showFound({ count: first.totalCount })
                  : common.loading}
              </button>
            </form>
          </div>
        </Dialog>
      )}
    </div>
  );
}
