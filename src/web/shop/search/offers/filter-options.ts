/** What each filter can be set to: what offers have, with how many of them, and what it is set to. */
import type { Whole } from '../../../gateway/request.ts';
import type { SearchChoicesQuery } from '../../../generated/operations.ts';
import { BOARDINGS, PURPOSES, type Search } from '../search-query.ts';
import type { SearchTexts } from '../texts/index.ts';
import type { Counted, Facets } from './use-facets.ts';

/** What there is, whatever is searched for. */
export type Choices = Whole<SearchChoicesQuery>;

export interface Option {
  readonly value: string | number;
  readonly text: string;
}

interface CountedOption extends Option {
  readonly count: number;
}

interface Thing {
  readonly number: number;
  readonly name: { readonly text: string | null };
}

const STARS = [1, 2, 3, 4, 5];

/** `names`: of what is chosen, even if no offer has it, as they are shown. */
export function filterOptions(
  facets: Facets,
  {
    search,
    names,
    texts,
  }: {
    readonly search: Search;
    readonly names: Readonly<Partial<Record<Counted, string>>>;
    readonly texts: SearchTexts;
  },
): Readonly<Record<Counted, readonly Option[]>> {
  const { byDestination } = facets.destination.of;
  const { byStars } = facets.stars.of;
  const { byCategory } = facets.category.of;
  const { byTag } = facets.tag.of;
  const { byStayCategory } = facets.purpose.of;
  const { byBoarding } = facets.boarding.of;
  const hasStars = (least: number) => least === search.stars || byStars.some(({ stars }) => stars === least);
  const options: Readonly<Record<Counted, readonly CountedOption[]>> = {
    destination: byDestination.map(({ destination, count }) => optionOf(destination, count)),
    stars: STARS.filter(hasStars).map((least) => ({
      value: least,
      text: texts.starsAtLeast({ stars: least }),
      count: byStars.reduce((sum, { stars, count }) => (stars >= least ? sum + count : sum), 0),
    })),
    category: byCategory.map(({ category, count }) => optionOf(category, count)),
    tag: byTag.map(({ tag, count }) => optionOf(tag, count)),
    purpose: PURPOSES.map((value) => ({
      value,
      text: texts.purposes[value],
      count: byStayCategory.find(({ stayCategory }) => stayCategory === value)?.count ?? 0,
    })),
    boarding: BOARDINGS.map((value) => ({
      value,
      text: texts.boardings[value],
      count: byBoarding.find(({ boarding }) => boarding === value)?.count ?? 0,
    })),
  };
  const shown = (name: Counted): readonly Option[] => {
    const chosen = search[name];
    const found = options[name].filter(({ value, count }) => count > 0 || value === chosen);
    const isMissing = chosen !== null && !found.some(({ value }) => value === chosen);
    const all = isMissing ? [...found, { value: chosen, text: names[name] ?? '', count: 0 }] : found;
    return facets[name].isCurrent ? all.map(({ value, text, count }) => ({ value, text: `${text} (${count})` })) : all;
  };
  return {
    destination: shown('destination'),
    stars: shown('stars'),
    category: shown('category'),
    tag: shown('tag'),
    purpose: shown('purpose'),
    boarding: shown('boarding'),
  };
}

function optionOf({ number, name }: Thing, count: number): CountedOption {
  return { value: number, text: name.text ?? '', count };
}
