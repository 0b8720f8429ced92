/** Where, when and for how many: the question that leads to the offers. */
import { Search as SearchIcon } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Field } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { addDays } from '../../format/civil-date.ts';
import type { SearchPlaceFragment } from '../../generated/operations.ts';
import { useCommonTexts } from '../../texts/index.ts';
import {
  arrivalOf,
  civilDateOf,
  FLEX_MAX,
  GUESTS_MAX,
  NIGHTS_MAX,
  offersAddress,
  type Search,
} from './search-query.ts';
import { useSearchTexts } from './texts/index.ts';
import { WishField } from './wish-field.tsx';

/** How far ahead stays are sold. */
const HORIZON_DAYS = 730;

export function SearchForm({
  search,
  today,
  places,
  onChange,
}: {
  /** What the form begins with; what it does not ask for stays. */
  readonly search: Search;
  /** Null while it is asked for. */
  readonly today: string | null;
  readonly places: readonly SearchPlaceFragment[];
  /** What is chosen before it is searched for. */
  onChange?(search: Search): void;
}) {
  const { route } = useLocation();
  const common = useCommonTexts();
  const texts = useSearchTexts();
  const [changes, setChanges] = useState<Partial<Search>>({});
  const [wrong, setWrong] = useState<string | undefined>();
  const form = useRef<HTMLFormElement>(null);
  const address = offersAddress(search);
  useEffect(() => setChanges({}), [address]);
  const asked = { ...search, ...changes };
  const arrival = changes.arrival ?? (today ? arrivalOf(search, today) : '');
  const change = (part: Partial<Search>) => {
    setChanges({ ...changes, ...part });
    onChange?.({ ...asked, ...part });
  };
  const submit = () => {
    const isWrong = civilDateOf(arrival) === null || (today !== null && arrival < today);
    setWrong(isWrong ? texts.arrivalWrong : undefined);
    if (isWrong) form.current?.querySelector<HTMLInputElement>('[name=arrival]')?.focus();
    else route(offersAddress({ ...asked, arrival, pages: 1 }));
  };
  return (
    <form
      ref={form}
      class="search-form card"
      aria-label={texts.searchLabel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <WishField wish={asked.wish ?? ''} onChange={change} />
      <Field label={texts.where} class="where">
        {(attributes) => (
          <select
            {...attributes}
            name="destination"
            value={asked.destination ?? ''}
            onChange={(event) => change({ destination: Number(event.currentTarget.value) || null })}
          >
            <option value="">{texts.anywhere}</option>
            {places.map(({ number, name }) => (
              <option key={number} value={number} selected={number === asked.destination}>
                {name.text}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={texts.arrival} wrong={wrong} class="when">
        {(attributes) => (
          <input
            {...attributes}
            type="date"
            name="arrival"
            required
            value={arrival}
            onChange={(event) => change({ arrival: event.currentTarget.value })}
            min={today ?? undefined}
            max={today ? addDays(today, HORIZON_DAYS) : undefined}
          />
        )}
      </Field>
      <Choice
        label={texts.howLong}
        value={asked.nights}
        from={1}
        to={NIGHTS_MAX}
        says={common.nights}
        onPick={(nights) => change({ nights })}
      />
      <Choice
        label={texts.flexible}
        value={asked.flex}
        from={0}
        to={FLEX_MAX}
        says={texts.flexibleBy}
        onPick={(flex) => change({ flex })}
      />
      <Choice
        label={texts.howMany}
        value={asked.guests}
        from={1}
        to={GUESTS_MAX}
        says={common.guests}
        onPick={(guests) => change({ guests })}
      />
      <button type="submit" class="primary">
        <Icon icon={SearchIcon} />
        {texts.search}
      </button>
    </form>
  );
}

function Choice({
  label,
  value,
  from,
  to,
  says,
  onPick,
}: {
  readonly label: string;
  readonly value: number;
  readonly from: number;
  readonly to: number;
  says(values: { readonly count: number }): string;
  onPick(count: number): void;
}) {
  return (
    <Field label={label}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={(event) => onPick(Number(event.currentTarget.value))}>
          {Array.from({ length: to - from + 1 }, (_, index) => from + index).map((count) => (
            <option key={count} value={count}>
              {says({ count })}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
