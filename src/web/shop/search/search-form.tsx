/** Where, when and for how many: the question that leads to the offers. */
import { Search as SearchIcon } from 'lucide';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Field } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { addDays } from '../../format/civil-date.ts';
import type { SearchPlaceFragment } from '../../generated/operations.ts';
import { useCommonTexts } from '../../texts/index.ts';
import { arrivalOf, FLEX_MAX, GUESTS_MAX, NIGHTS_MAX, offersAddress, type Search } from './search-query.ts';
import { useSearchTexts } from './texts/index.ts';

/** How far ahead stays are sold. */
const HORIZON_DAYS = 730;

export function SearchForm({
  search,
  today,
  places,
}: {
  /** What the form begins with; what it does not ask for is kept. */
  readonly search: Search;
  /** Null while it is asked for. */
  readonly today: string | null;
  readonly places: readonly SearchPlaceFragment[];
}) {
  const { route } = useLocation();
  const common = useCommonTexts();
  const texts = useSearchTexts();
  const [wrong, setWrong] = useState<string | undefined>();
  const arrival = today && arrivalOf(search, today);
  return (
    <form
      class="search-form card"
      aria-label={texts.searchLabel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const data = new FormData(form);
        const asked = String(data.get('arrival'));
        const isWrong = asked === '' || (today !== null && asked < today);
        setWrong(isWrong ? texts.arrivalWrong : undefined);
        if (isWrong) {
          form.querySelector<HTMLInputElement>('[name="arrival"]')?.focus();
          return;
        }
        const number = (name: string) => Number(data.get(name));
        const asks = { nights: number('nights'), flex: number('flex'), guests: number('guests') };
        const destination = number('destination') || null;
        route(offersAddress({ ...search, ...asks, arrival: asked, destination, pages: 1 }));
      }}
    >
      <Field label={texts.where} class="where">
        {(attributes) => (
          <select {...attributes} name="destination" value={search.destination ?? ''} key={places.length}>
            <option value="">{texts.anywhere}</option>
            {places.map(({ number, name }) => (
              <option key={number} value={number}>
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
            key={arrival}
            defaultValue={arrival ?? ''}
            min={today ?? undefined}
            max={today ? addDays(today, HORIZON_DAYS) : undefined}
          />
        )}
      </Field>
      <Choice label={texts.howLong} name="nights" value={search.nights} from={1} to={NIGHTS_MAX} says={common.nights} />
      <Choice label={texts.flexible} name="flex" value={search.flex} from={0} to={FLEX_MAX} says={texts.flexibleBy} />
      <Choice label={texts.howMany} name="guests" value={search.guests} from={1} to={GUESTS_MAX} says={common.guests} />
      <button type="submit" class="primary">
        <Icon icon={SearchIcon} />
        {texts.search}
      </button>
    </form>
  );
}

function Choice({
  label,
  name,
  value,
  from,
  to,
  says,
}: {
  readonly label: string;
  readonly name: string;
  readonly value: number;
  readonly from: number;
  readonly to: number;
  says(count: number): string;
}) {
  return (
    <Field label={label}>
      {(attributes) => (
        <select {...attributes} name={name} value={value}>
          {Array.from({ length: to - from + 1 }, (_, index) => from + index).map((count) => (
            <option key={count} value={count}>
              {says(count)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
