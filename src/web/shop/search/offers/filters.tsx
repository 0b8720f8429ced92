/** What narrows a search. Every choice goes into the address at once. */
import { Field } from '../../../design/field.tsx';
import { useSettled } from '../../../design/use-settled.ts';
import type { Whole } from '../../../gateway/request.ts';
import type { OfferFacetsFragment, SearchChoicesQuery } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { BOARDINGS, currencyOf, oneOf, PURPOSES, type Search } from '../search-query.ts';
import { useSearchTexts } from '../texts/index.ts';
import type { Counted, Facets } from './use-facets.ts';

export type Choices = Whole<SearchChoicesQuery>;

export interface FiltersProps {
  readonly search: Search;
  /** Null while they are asked for. */
  readonly choices: Choices | null;
  /** The offers that each choice would find. */
  readonly facets: Facets;
  onSearch(search: Search): void;
}

interface Option {
  readonly value: string | number;
  readonly text: string;
}

export function Filters({ search, choices, facets, onSearch }: FiltersProps) {
  const { language } = usePage();
  const texts = useSearchTexts();
  const change = (part: Partial<Search>) => onSearch({ ...search, ...part, pages: 1 });
  const changeNumber = (name: keyof Search) => (value: string) =>
    change({ [name]: value === '' ? null : Number(value) });
  // An amount means something in its currency only, also for whoever is sent the address in another language.
  const most = useSettled(String(search.max ?? ''), (text) => {
    const max = Math.floor(Number(text));
    change(max >= 1 ? { max, currency: currencyOf(search, language) } : { max: null });
  });
  const sold = soldKinds(choices);
  const places = choices?.destinations.map(({ number, name }) => ({ value: number, text: name.text ?? '' }));
  // Until the counts of the search are known, places and stars are offered as they are.
  const stars = [3, 4, 5].map((least) => ({ value: least, text: texts.starsAtLeast({ stars: least }) }));
  const categories = choices?.visitTypeCategories
    ?.filter(({ number }) => sold.some((kind) => kind.categories.some((one) => one.number === number)))
    .map(({ number, name }) => ({ value: number, text: name.text ?? '' }));
  const kinds = sold.map(({ number, name }) => ({ value: number, text: name.text ?? '' }));
  const purposes = PURPOSES.filter((value) => sold.some(({ stayCategory }) => stayCategory === value));
  const boardings = BOARDINGS.filter((value) => sold.some(({ boarding }) => boarding === value));
  const counted = (name: Counted, options: readonly Option[] | undefined) =>
    withStays(options, { counts: countsOf(name, facets[name]), chosen: search[name] });
  return (
    <div class="stack filters">
      <Choice
        label={texts.where}
        value={search.destination}
        options={counted('destination', places)}
        onPick={changeNumber('destination')}
      />
      <Choice
        label={texts.starsLabel}
        value={search.stars}
        options={counted('stars', stars)}
        onPick={changeNumber('stars')}
      />
      <Choice
        label={texts.purpose}
        value={search.purpose}
        options={counted(
          'purpose',
          purposes.map((value) => ({ value, text: texts.purposes[value] })),
        )}
        onPick={(value) => change({ purpose: oneOf(PURPOSES, value) })}
      />
      <Choice label={texts.stay} value={search.visitType} options={kinds} onPick={changeNumber('visitType')} />
      <Choice
        label={texts.category}
        value={search.category}
        options={counted('category', categories)}
        onPick={changeNumber('category')}
      />
      <Choice
        label={texts.tag}
        value={search.tag}
        options={counted('tag', tagsOf(sold))}
        onPick={changeNumber('tag')}
      />
      <Choice
        label={texts.boarding}
        value={search.boarding}
        options={counted(
          'boarding',
          boardings.map((value) => ({ value, text: texts.boardings[value] })),
        )}
        onPick={(value) => change({ boarding: oneOf(BOARDINGS, value) })}
      />
      <Field label={texts.maxTotal({ currency: currencyOf(search, language) })}>
        {(attributes) => <input {...attributes} type="number" inputMode="numeric" min={1} step={1} {...most} />}
      </Field>
      <label class="check">
        <input
          type="checkbox"
          checked={search.onRequest}
          onChange={(event) => change({ onRequest: event.currentTarget.checked })}
        />
        {texts.includeOnRequest}
      </label>
    </div>
  );
}

function Choice({
  label,
  value,
  options = [],
  onPick,
}: {
  readonly label: string;
  readonly value: string | number | null;
  readonly options?: readonly Option[] | undefined;
  onPick(value: string): void;
}) {
  const texts = useSearchTexts();
  return (
    <Field label={label}>
      {(attributes) => (
        <select {...attributes} value={value ?? ''} onChange={(event) => onPick(event.currentTarget.value)}>
          <option value="">{texts.all}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type Kind = Choices['visitTypes']['nodes'][number];

/** Kinds of stays that have a price in the currency of the search: none of them leads to nothing but other currencies. */
function soldKinds(choices: Choices | null): readonly Kind[] {
  return choices?.visitTypes.nodes.filter(({ lowestPrice }) => lowestPrice.some((one) => one.amountPerNight)) ?? [];
}

/** How many offers each value of a filter has; null: not known, or none has any. */
function countsOf(name: Counted, facets: OfferFacetsFragment | null): ReadonlyMap<string | number, number> | null {
  if (!facets || facets.byStars.length === 0) return null;
  const { byDestination, byStars, byCategory, byTag, byStayCategory, byBoarding } = facets;
  const atLeast = (least: number) => byStars.reduce((sum, { stars, count }) => (stars >= least ? sum + count : sum), 0);
  const counts = {
    destination: () => byDestination.map(({ destination, count }): Count => [destination.number, count]),
    stars: () => [1, 2, 3, 4, 5].map((least): Count => [least, atLeast(least)]),
    category: () => byCategory.map(({ category, count }): Count => [category.number, count]),
    tag: () => byTag.map(({ tag, count }): Count => [tag.number, count]),
    purpose: () => byStayCategory.map(({ stayCategory, count }): Count => [stayCategory, count]),
    boarding: () => byBoarding.map(({ boarding, count }): Count => [boarding, count]),
  };
  return new Map(counts[name]());
}
type Count = [value: string | number, count: number];

/** The options with offers, and how many; what is chosen stays. */
function withStays(
  options: readonly Option[] | undefined,
  { counts, chosen }: { counts: ReadonlyMap<string | number, number> | null; chosen: string | number | null },
): readonly Option[] | undefined {
  if (!counts) return options;
  return options
    ?.filter(({ value }) => counts.get(value) || value === chosen)
    .map(({ value, text }) => ({ value, text: `${text} (${counts.get(value) ?? 0})` }));
}

function tagsOf(kinds: readonly Kind[]): Option[] {
  const tags = kinds.flatMap((kind) => kind.tags);
  return [...new Map(tags.map(({ number, name }) => [number, { value: number, text: name.text ?? '' }])).values()];
}
