/** What narrows a search. Every choice goes into the address at once. */
import { Field } from '../../../design/field.tsx';
import { useSettled } from '../../../design/use-settled.ts';
import { usePage } from '../../../page.tsx';
import { BOARDINGS, currencyOf, oneOf, PURPOSES, type Search } from '../search-query.ts';
import { useSearchTexts } from '../texts/index.ts';
import { type Choices, filterOptions, type Option } from './filter-options.ts';
import type { Chosen } from './use-chosen.ts';
import type { Facets } from './use-facets.ts';

export interface FiltersProps {
  readonly search: Search;
  /** Null while they are asked for. */
  readonly choices: Choices | null;
  /** What offers have, by which the search can be narrowed. */
  readonly facets: Facets;
  readonly chosen: Chosen;
  onSearch(search: Search): void;
}

export function Filters({ search, choices, facets, chosen, onSearch }: FiltersProps) {
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
  const options = filterOptions(facets, { search, names: chosen.names, texts });
  return (
    <div class="stack filters">
      <Choice
        label={texts.where}
        value={search.destination}
        options={options.destination}
        onPick={changeNumber('destination')}
      />
      <Choice label={texts.starsLabel} value={search.stars} options={options.stars} onPick={changeNumber('stars')} />
      <Choice
        label={texts.purpose}
        value={search.purpose}
        options={options.purpose}
        onPick={(value) => change({ purpose: oneOf(PURPOSES, value) })}
      />
      <Choice
        label={texts.stay}
        value={search.visitType}
        options={kindOptions(choices, search, chosen)}
        onPick={changeNumber('visitType')}
      />
      <Choice
        label={texts.category}
        value={search.category}
        options={options.category}
        onPick={changeNumber('category')}
      />
      <Choice label={texts.tag} value={search.tag} options={options.tag} onPick={changeNumber('tag')} />
      <Choice
        label={texts.boarding}
        value={search.boarding}
        options={options.boarding}
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
  options,
  onPick,
}: {
  readonly label: string;
  readonly value: string | number | null;
  readonly options: readonly Option[];
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

/** Kinds of stays that have a price in the currency of the search: none of them leads to nothing but other currencies. */
function kindOptions(choices: Choices | null, { visitType }: Search, { names }: Chosen): readonly Option[] {
  const sold = choices?.visitTypes.nodes.filter(({ lowestPrice }) => lowestPrice.some((one) => one.amountPerNight));
  const options = sold?.map(({ number, name }) => ({ value: number, text: name.text ?? '' })) ?? [];
  if (visitType === null || options.some(({ value }) => value === visitType)) return options;
  return [...options, { value: visitType, text: names.visitType }];
}
