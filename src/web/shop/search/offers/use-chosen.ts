/** What a search is set to and no list has: it keeps its name, so that it can be seen and taken back. */
import { useAnswer } from '../../../gateway/use-answer.ts';
import {
  SearchCategoryDocument,
  SearchHotelDocument,
  type SearchKindFragment,
  SearchTagDocument,
  SearchVisitTypeDocument,
} from '../../../generated/operations.ts';
import { useCommonTexts } from '../../../texts/index.ts';
import type { Search } from '../search-query.ts';
import type { Choices } from './filter-options.ts';
import type { Facets } from './use-facets.ts';
import type { OfferPage } from './use-offers.ts';

export interface Chosen {
  /** Null: it is asked for, or there is no such kind. */
  readonly kind: SearchKindFragment | null;
  /** As they are shown, also while they are asked for. */
  readonly names: Readonly<Record<'hotel' | 'visitType' | 'destination' | 'category' | 'tag', string>>;
  /** Why a name is not known; null: all are, or they are on their way. */
  readonly problem: string | null;
  /** Repeats what could not be asked. */
  again(): void;
}

interface Lists {
  readonly choices: Choices | null;
  readonly facets: Facets;
  readonly found: OfferPage | null;
}

/** Each thing is a question of its own, which counts that are renewed leave as it is: a new question hides the old answer. */
export function useChosen(search: Search, { choices, facets, found }: Lists): Chosen {
  const { loading } = useCommonTexts();
  const { hotel, visitType, category, tag } = search;
  const listed = choices?.visitTypes.nodes.find(({ number }) => number === visitType) ?? null;
  const place = choices?.destinations.find(({ number }) => number === search.destination);
  const hasCategory = facets.category.of.byCategory.some((one) => one.category.number === category);
  const hasTag = facets.tag.of.byTag.some((one) => one.tag.number === tag);
  const isKindAsked = choices !== null && listed === null && visitType !== null;
  const isCategoryAsked = facets.category.isKnown && !hasCategory && category !== null;
  const isTagAsked = facets.tag.isKnown && !hasTag && tag !== null;
  const ofHotel = useAnswer(hotel === null ? null : { hotel }, (request, asked) => request(SearchHotelDocument, asked));
  const ofKind = useAnswer(isKindAsked ? { visitType } : null, (request, asked) =>
    request(SearchVisitTypeDocument, asked),
  );
  const ofCategory = useAnswer(isCategoryAsked ? { category } : null, (request, asked) =>
    request(SearchCategoryDocument, asked),
  );
  const ofTag = useAnswer(isTagAsked ? { tag } : null, (request, asked) => request(SearchTagDocument, asked));
  const kind = listed ?? ofKind.data?.visitType ?? null;
  const offer = found?.nodes[0];
  const named = ofTag.data?.visitTypes.nodes[0]?.tags.find(({ number }) => number === tag);
  const failed = [ofHotel, ofKind, ofCategory, ofTag].filter(({ problem }) => problem !== null);
  // A number says nothing to anybody.
  const shown = (name: string | null | undefined, isAnswered: boolean) => name ?? (isAnswered ? '–' : loading);
  return {
    kind,
    names: {
      // Where one is chosen, all offers are of it.
      hotel: shown(ofHotel.data?.hotel?.name ?? offer?.hotel.name, !ofHotel.isLoading),
      visitType: shown(kind?.name.text ?? offer?.visitType.name.text, choices !== null && !ofKind.isLoading),
      destination: shown(place?.name.text, choices !== null),
      category: shown(
        ofCategory.data?.visitTypeCategories[0]?.name.text,
        facets.category.isKnown && !ofCategory.isLoading,
      ),
      tag: shown(named?.name.text, facets.tag.isKnown && !ofTag.isLoading),
    },
    problem: failed[0]?.problem ?? null,
    again() {
      for (const { again } of failed) again();
    },
  };
}
