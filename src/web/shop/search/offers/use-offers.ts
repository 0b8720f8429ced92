/** Offers page by page: those that are shown stay while more are on their way. The server renders the first page, which
 * `findKnown` cannot see, because more than one request may follow. */
import { useRef } from 'preact/hooks';
import { nameOfAsked } from '../../../gateway/known-answers.ts';
import type { Whole } from '../../../gateway/request.ts';
import { useAnswer } from '../../../gateway/use-answer.ts';
import { SearchOffersDocument, type SearchOffersQuery } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import type { OffersAsked } from '../search-query.ts';

export type OfferPage = Whole<SearchOffersQuery>['offers'];
export type Offer = OfferPage['nodes'][number];

interface Found {
  readonly search: string;
  readonly pages: readonly OfferPage[];
}

/** Asks for the first `count` pages; null asks nothing. */
export function useOffers(asked: OffersAsked | null, count: number) {
  const { language, known } = usePage();
  const search = asked && JSON.stringify({ ...asked, language });
  const found = useRef<Found | null>(null);
  if (search && found.current === null) {
    const name = nameOfAsked(SearchOffersDocument.toString(), { ...asked, after: null });
    const first = known.get(name) as Whole<SearchOffersQuery> | undefined;
    if (first) found.current = { search, pages: [first.offers] };
  }
  const question = asked && search && { asked, search, count };
  const answer = useAnswer(question || null, async (request, { asked, search, count }) => {
    let pages = found.current?.search === search ? found.current.pages.slice(0, count) : [];
    while (pages.length < count && pages.at(-1)?.pageInfo.hasNextPage !== false) {
      const after = pages.at(-1)?.pageInfo.endCursor ?? null;
      const { offers } = await request(SearchOffersDocument, { ...asked, after });
      pages = [...pages, offers];
    }
    found.current = { search, pages };
    return found.current;
  });
  const shown = answer.data?.search === search ? answer.data : found.current?.search === search ? found.current : null;
  const pages = shown?.pages ?? null;
  return {
    pages,
    isLoading: answer.isLoading && !(pages && (pages.length >= count || !pages.at(-1)?.pageInfo.hasNextPage)),
    problem: answer.problem,
    again: answer.again,
  };
}
