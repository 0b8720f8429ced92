/** What narrows a search. Every choice goes into the address at once. */
import { Field } from '../../../design/field.tsx';
import type { Whole } from '../../../gateway/request.ts';
import type { SearchChoicesQuery } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { BOARDINGS, currencyOf, PURPOSES, type Search } from '../search-query.ts';
import { useSearchTexts } from '../texts/index.ts';
import type { OfferPage } from './use-offers.ts';

export type Choices = Whole<SearchChoicesQuery>;

export interface FiltersProps {
  readonly search: Search;
  /** Null while they are asked for. */
  readonly choices: Choices | null;
  /** The offers that are found, for their numbers. */
  readonly found: OfferPage | null;
  onSearch(search: Search): void;
}

interface Option {
  readonly value: string | number;
  readonly text: string;
}

export function Filters({ search, choices, found, onSearch }: FiltersProps) {
  const { language } = usePage();
  const texts = useSearchTexts();
  const change = (part: Partial<Search>) => onSearch({ ...search, ...part, pages: 1 });
  const changeNumber = (name: keyof Search) => (value: string) =>
    change({ [name]: value === '' ? null : Number(value) });
  // An amount means something in its currency only, also for whoever is sent the address in another language.
  const changeMax = (max: number) => change(max >= 1 ? { max, currency: currencyOf(search, language) } : { max: null });
  const withCount = (text: string, count: number | undefined) => (count ? `${text} (${count})` : text);
  const sold = soldKinds(choices);
  const hotels = sold.flatMap((kind) => kind.hotels.map(({ hotel }) => hotel));
  const places = choices?.destinations
    .filter(({ number }) => hotels.some(({ destination }) => destination.number === number))
    .map(({ number, name }) => {
      const count = found?.byDestination.find(({ destination }) => destination.number === number)?.count;
      return { value: number, text: withCount(name.text ?? '', count), count };
    });
  const stars = [3, 4, 5]
    .filter((least) => hotels.some((hotel) => hotel.stars >= least))
    .map((least) => {
      const count = found?.byStars.filter((one) => one.stars >= least).reduce((sum, one) => sum + one.count, 0);
      return { value: least, text: withCount(texts.starsAtLeast({ stars: least }), count), count };
    });
  const categories = choices?.visitTypeCategories
    ?.filter(({ number }) => sold.some((kind) => kind.categories.some((one) => one.number === number)))
    .map(({ number, name }) => ({ value: number, text: name.text ?? '' }));
  const kinds = sold.map(({ number, name }) => ({ value: number, text: name.text ?? '' }));
  const purposes = PURPOSES.filter((value) => sold.some(({ stayCategory }) => stayCategory === value));
  const boardings = BOARDINGS.filter((value) => sold.some(({ boarding }) => boarding === value));
  return (
    <div class="stack filters">
      <Choice
        label={texts.where}
        value={search.destination}
        options={withStays(places, { found, chosen: search.destination })}
        onPick={changeNumber('destination')}
      />
      <Choice
        label={texts.starsLabel}
        value={search.stars}
        options={withStays(stars, { found, chosen: search.stars })}
        onPick={changeNumber('stars')}
      />
      <Choice
        label={texts.purpose}
        value={search.purpose}
        options={purposes.map((value) => ({ value, text: texts.purposes[value] }))}
        onPick={(value) => change({ purpose: PURPOSES.find((one) => one === value) ?? null })}
      />
      <Choice label={texts.stay} value={search.visitType} options={kinds} onPick={changeNumber('visitType')} />
      <Choice label={texts.category} value={search.category} options={categories} onPick={changeNumber('category')} />
      <Choice label={texts.tag} value={search.tag} options={tagsOf(sold)} onPick={changeNumber('tag')} />
      <Choice
        label={texts.boarding}
        value={search.boarding}
        options={boardings.map((value) => ({ value, text: texts.boardings[value] }))}
        onPick={(value) => change({ boarding: BOARDINGS.find((one) => one === value) ?? null })}
      />
      <Field label={texts.maxTotal({ currency: currencyOf(search, language) })}>
        {(attributes) => (
          <input
            {...attributes}
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            value={search.max ?? ''}
            onChange={({ currentTarget: { value } }) => changeMax(Math.floor(Number(value)))}
          />
        )}
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

/** Choices that have a price in the currency of the search: no filter leads to nothing but other currencies. */
function soldKinds(choices: Choices | null): readonly Kind[] {
  return choices?.visitTypes.nodes.filter(({ lowestPrice }) => lowestPrice.some((one) => one.amountPerNight)) ?? [];
}

/** The options with offers in this search. Once one is chosen, its own offers alone are counted, so all are shown. */
function withStays<Counted extends Option & { readonly count: number | undefined }>(
  options: readonly Counted[] | undefined,
  { found, chosen }: { found: OfferPage | null; chosen: number | null },
): readonly Counted[] | undefined {
  return found && found.totalCount > 0 && chosen === null ? options?.filter(({ count }) => count) : options;
}

function tagsOf(kinds: readonly Kind[]): Option[] {
  const tags = kinds.flatMap((kind) => kind.tags);
  return [...new Map(tags.map(({ number, name }) => [number, { value: number, text: name.text ?? '' }])).values()];
}
