/** What a search is set to and no list has: it keeps its name, so that it can be seen and taken back. */
import { useAnswer } from '../../../gateway/use-answer.ts';
import { SearchChosenDocument, type SearchKindFragment } from '../../../generated/operations.ts';
import type { Search } from '../search-query.ts';
import type { Choices } from './filter-options.ts';
import type { Facets } from './use-facets.ts';
import type { OfferPage } from './use-offers.ts';

export interface Chosen {
  readonly kind: SearchKindFragment | null;
  readonly names: Readonly<Record<'hotel' | 'visitType' | 'destination' | 'category' | 'tag', string | null>>;
}

interface Lists {
  readonly choices: Choices | null;
  readonly facets: Facets;
  readonly found: OfferPage | null;
}

/** Null: it is asked for, or there is no such thing. */
export function useChosen(search: Search, { choices, facets, found }: Lists): Chosen {
  const { hotel, visitType } = search;
  const { category, tag } = facets;
  const listed = choices?.visitTypes.nodes.find(({ number }) => number === visitType) ?? null;
  const hasCategory = category.of.byCategory.some((one) => one.category.number === search.category);
  const hasTag = tag.of.byTag.some((one) => one.tag.number === search.tag);
  const asked = {
    hotel,
    visitType: choices && !listed ? visitType : null,
    category: category.isCurrent && !hasCategory ? search.category : null,
    tag: tag.isCurrent && !hasTag ? search.tag : null,
  };
  const isAny = Object.values(asked).some((one) => one !== null);
  const { data } = useAnswer(isAny ? asked : null, (request, { hotel, visitType, category, tag }) =>
    // No thing has an empty reference.
    request(SearchChosenDocument, {
      hotel: hotel ?? '',
      visitType: visitType ?? '',
      category: category ?? '',
      tag: tag ?? '',
    }),
  );
  const kind = listed ?? data?.visitType ?? null;
  const offer = found?.nodes[0];
  const place = choices?.destinations.find(({ number }) => number === search.destination);
  const tags = data?.visitTypes.nodes[0]?.tags;
  return {
    kind,
    names: {
      // Where one is chosen, all offers are of it.
      hotel: data?.hotel?.name ?? offer?.hotel.name ?? null,
      visitType: kind?.name.text ?? offer?.visitType.name.text ?? null,
      destination: place?.name.text ?? null,
      category: data?.visitTypeCategories[0]?.name.text ?? null,
      tag: tags?.find(({ number }) => number === search.tag)?.name.text ?? null,
    },
  };
}
