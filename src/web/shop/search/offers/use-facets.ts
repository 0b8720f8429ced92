/** What offers have by which a search can be narrowed, and how many have it. */
import { useRef } from 'preact/hooks';
import type { CivilDate } from '../../../format/civil-date.ts';
import { useAnswer } from '../../../gateway/use-answer.ts';
import { type OfferFacetsFragment, SearchFacetsDocument } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { offerFilterOf, type Search } from '../search-query.ts';

/** Filters whose choices are counted. */
const COUNTED = ['destination', 'stars', 'category', 'tag', 'purpose', 'boarding'] as const;
export type Counted = (typeof COUNTED)[number];

/** What a filter can be set to. */
export interface Facet {
  readonly of: OfferFacetsFragment;
  /** Whether it is that of the search: it is not while that is on its way. */
  readonly isCurrent: boolean;
  /** Whether it is that of some search, of now or of before. */
  readonly isKnown: boolean;
}
export type Facets = Readonly<Record<Counted, Facet>>;

const NOTHING: OfferFacetsFragment = {
  byDestination: [],
  byStars: [],
  byCategory: [],
  byTag: [],
  byStayCategory: [],
  byBoarding: [],
};

/**
 * A filter that is set counts what it could be set to instead: the offers without its condition. While counts are on their way, the last
 * ones keep the lists as they are.
 */
export function useFacets(search: Search, today: CivilDate | null, found: OfferFacetsFragment | null): Facets {
  const { language } = usePage();
  const last = useRef<Partial<Record<Counted, OfferFacetsFragment>>>({});
  const chosen = COUNTED.filter((name) => search[name] !== null);
  const filters = today && chosen.map((name) => offerFilterOf({ ...search, [name]: null }, today, language));
  const { data } = useAnswer(filters && filters.length > 0 ? filters : null, (request, filters) =>
    Promise.all(filters.map(async (filter) => (await request(SearchFacetsDocument, { filter })).offers)),
  );
  const facetOf = (name: Counted): Facet => {
    const current = chosen.includes(name) ? (data?.[chosen.indexOf(name)] ?? null) : found;
    if (current) last.current[name] = current;
    const known = last.current[name] ?? found;
    return { of: known ?? NOTHING, isCurrent: current !== null, isKnown: known !== null };
  };
  return Object.fromEntries(COUNTED.map((name) => [name, facetOf(name)])) as Record<Counted, Facet>;
}
