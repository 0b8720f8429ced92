/** How many offers each choice of a filter would find. */
import type { CivilDate } from '../../../format/civil-date.ts';
import { useAnswer } from '../../../gateway/use-answer.ts';
import { type OfferFacetsFragment, SearchFacetsDocument } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { offerFilterOf, type Search } from '../search-query.ts';

/** Filters whose choices are counted. */
const COUNTED = ['destination', 'stars', 'category', 'tag', 'purpose', 'boarding'] as const;
export type Counted = (typeof COUNTED)[number];
/** The counts to choose from in each filter; null: not known yet. */
export type Facets = Readonly<Record<Counted, OfferFacetsFragment | null>>;

/** A filter that is set counts what it could be set to instead: the offers without its condition. */
export function useFacets(search: Search, today: CivilDate | null, found: OfferFacetsFragment | null): Facets {
  const { language } = usePage();
  const chosen = COUNTED.filter((name) => search[name] !== null);
  const filters = today && chosen.map((name) => offerFilterOf({ ...search, [name]: null }, today, language));
  const { data } = useAnswer(filters && filters.length > 0 ? filters : null, (request, filters) =>
    Promise.all(filters.map(async (filter) => (await request(SearchFacetsDocument, { filter })).offers)),
  );
  const of = (name: Counted) => (chosen.includes(name) ? (data?.[chosen.indexOf(name)] ?? null) : found);
  return Object.fromEntries(COUNTED.map((name) => [name, of(name)])) as Record<Counted, OfferFacetsFragment | null>;
}
