/** Offers page by page: those that are shown stay while more are on their way. */
import { useRef } from 'preact/hooks';
import type { Whole } from '../../../gateway/request.ts';
import { useAnswer } from '../../../gateway/use-answer.ts';
import {
  type OfferFilter,
  type OfferSort,
  SearchOffersDocument,
  type SearchOffersQuery,
} from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';

export type OfferPage = Whole<SearchOffersQuery>['offers'];
export type Offer = OfferPage['nodes'][number];

interface Found {
  readonly search: string;
  readonly pages: readonly OfferPage[];
}

/** Asks for the first `count` pages; null asks nothing. */
export function useOffers(
  asked: { filter: OfferFilter; sort: OfferSort; oneOfEachHotel: boolean } | null,
  count: number,
) {
  const { language } = usePage();
  const search = asked && JSON.stringify({ ...asked, language });
  const found = useRef<Found | null>(null);
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
  return {
    pages: shown?.pages ?? null,
    isLoading: answer.isLoading,
    problem: answer.problem,
    again: answer.again,
  };
}
