/** Search and filters of the list. Choices and whole dates count at once, the search when it is sent. */
import { Search } from 'lucide';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Field } from '../../../design/field.tsx';
import { Icon } from '../../../design/icon.tsx';
import { useDeskHotels } from '../../hotels.ts';
import { focusSearchField } from '../../single-keys.ts';
import { useBookingTexts } from '../texts/index.ts';
import { addressOf, entriesOf, FIELDS, SORTS, STATUSES } from './list-address.ts';
import { useIsWide } from './wide.ts';

const FIRST_DATE = '1000-01-01';

export function Filters() {
  const { query: placed, route } = useLocation();
  const query = entriesOf(placed);
  const texts = useBookingTexts();
  const isWide = useIsWide();
  const isFiltered = FIELDS.some((field) => field !== 'q' && query[field]);
  const form = useRef<HTMLFormElement>(null);
  // A key without the scope `read` has no list of hotels; then there is no such filter.
  const { data: hotels } = useDeskHotels();
  const show = (field: (typeof FIELDS)[number]) => {
    const control = form.current?.elements.namedItem(field) as HTMLInputElement | HTMLSelectElement | null;
    if (control) control.value = query[field] ?? '';
  };
  // What is being typed stays: a field changes with its own part of the address, before the next key is handled.
  for (const field of FIELDS) {
    useLayoutEffect(() => show(field), [query[field], field === 'hotel' && hotels, field !== 'q' && isWide]);
  }
  useLayoutEffect(() => {
    if (query.search === undefined) return;
    focusSearchField();
    route(addressOf({ ...query, search: undefined }), true);
  }, [query.search]);
  const apply = () => {
    const entries = Object.fromEntries(new FormData(form.current ?? undefined)) as Record<string, string>;
    const address = addressOf({ ...entries, ...(!hotels && { hotel: query.hotel }) });
    if (FIELDS.some((field) => (entries[field] ?? '') !== (query[field] ?? ''))) route(address);
  };
  const applyDate = ({ currentTarget: { value, validity } }: { readonly currentTarget: HTMLInputElement }) => {
    // While a year is typed, its first digits are a year, too; and what is not yet a date has no value.
    if (!validity.badInput && (value === '' || value >= FIRST_DATE)) apply();
  };
  const fields = (
    <>
      <Field label={texts.status}>
        {(attributes) => (
          <select {...attributes} name="status" onChange={apply}>
            <option value="">{texts.anyStatus}</option>
            {STATUSES.map((status) => (
              <option key={status} value={status}>
                {texts.statuses[status]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={texts.hotel}>
        {(attributes) => (
          <select {...attributes} name="hotel" onChange={apply} disabled={!hotels}>
            <option value="">{texts.anyHotel}</option>
            {hotels?.map(({ number, name }) => (
              <option key={number} value={String(number)}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={texts.arrivalFrom}>
        {(attributes) => <input {...attributes} type="date" name="arrivalFrom" onInput={applyDate} />}
      </Field>
      <Field label={texts.arrivalTo}>
        {(attributes) => <input {...attributes} type="date" name="arrivalTo" onInput={applyDate} />}
      </Field>
      <Field label={texts.tests}>
        {(attributes) => (
          <select {...attributes} name="tests" onChange={apply}>
            <option value="">{texts.testsNo}</option>
            <option value="only">{texts.testsOnly}</option>
          </select>
        )}
      </Field>
      <Field label={texts.sort}>
        {(attributes) => (
          <select {...attributes} name="sort" onChange={apply}>
            {SORTS.map((sort) => (
              <option key={sort} value={sort === 'NEWEST' ? '' : sort}>
                {texts.sorts[sort]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
  return (
    <search>
      <form
        ref={form}
        class="card filters"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <div class="searching">
          <Field label={texts.search}>
            {(attributes) => (
              <input {...attributes} type="search" name="q" autocomplete="off" spellcheck={false} maxLength={100} />
            )}
          </Field>
          <button type="submit" class="primary">
            <Icon icon={Search} />
            {texts.find}
          </button>
        </div>
        {isWide ? (
          fields
        ) : (
          <details open={isFiltered}>
            <summary>{texts.filters}</summary>
            <div class="filters">{fields}</div>
          </details>
        )}
      </form>
    </search>
  );
}
