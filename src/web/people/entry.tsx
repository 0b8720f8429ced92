/** A field of the form. Its name is the gateway's path, so a problem finds it. */
import { Field } from '../design/field.tsx';
import { usePage } from '../page.tsx';
import { countriesIn } from './countries.ts';
import type { Entries } from './entries.ts';
import { usePeopleTexts } from './texts/index.ts';
import './people.css';

type FieldName = keyof ReturnType<typeof usePeopleTexts>['fields'];

/** What browsers fill in by themselves, and the gateway's limits. */
const ATTRIBUTES: Partial<Record<FieldName, { autocomplete: string; maxLength: number; inputMode?: 'email' | 'tel' }>> =
  {
    firstName: { autocomplete: 'given-name', maxLength: 60 },
    lastName: { autocomplete: 'family-name', maxLength: 60 },
    email: { autocomplete: 'email', maxLength: 254, inputMode: 'email' },
    phone: { autocomplete: 'tel', maxLength: 30, inputMode: 'tel' },
    street: { autocomplete: 'address-line1', maxLength: 200 },
    houseNumber: { autocomplete: 'address-line2', maxLength: 30 },
    city: { autocomplete: 'address-level2', maxLength: 100 },
    zipCode: { autocomplete: 'postal-code', maxLength: 20 },
    country: { autocomplete: 'country', maxLength: 3 },
    customerNote: { autocomplete: 'off', maxLength: 4000 },
  };

export interface FormState {
  /** Entries by the names of the fields. */
  readonly entries: Entries;
  readonly wrong: Readonly<Record<string, string>>;
  onEntry(name: string, value: string): void;
}

export function Entry({
  name,
  field,
  form,
  label,
  note,
  isOptional = false,
  isOfGuest = false,
}: {
  /** The gateway's path. */
  readonly name: string;
  readonly field: FieldName;
  readonly form: FormState;
  /** Default: the name of the field. */
  readonly label?: string;
  readonly note?: string;
  readonly isOptional?: boolean;
  /** The browser knows the visitor, not the other guests. */
  readonly isOfGuest?: boolean;
}) {
  const { language } = usePage();
  const texts = usePeopleTexts();
  const named = label ?? texts.fields[field];
  const { autocomplete, ...more } = ATTRIBUTES[field] ?? { autocomplete: 'off' };
  const value = form.entries[name] ?? '';
  return (
    <Field
      label={isOptional ? `${named} (${texts.optional})` : named}
      note={note}
      wrong={form.wrong[name]}
      class={field}
    >
      {(attributes) => {
        const shared = {
          ...attributes,
          name,
          value,
          autocomplete: isOfGuest ? 'off' : autocomplete,
          'aria-required': !isOptional,
        };
        const onInput = (event: { currentTarget: { value: string } }) => form.onEntry(name, event.currentTarget.value);
        if (field === 'country') {
          return (
            <select {...shared} onInput={onInput}>
              {isOptional && <option value="" />}
              {countriesIn(language).map((country) => (
                <option key={country.code} value={country.code}>
                  {country.name}
                </option>
              ))}
            </select>
          );
        }
        if (field === 'customerNote') return <textarea {...shared} {...more} rows={3} onInput={onInput} />;
        if (field === 'birthDate') return <input {...shared} type="date" onInput={onInput} />;
        return <input {...shared} {...more} spellcheck={false} onInput={onInput} />;
      }}
    </Field>
  );
}

/** A question that is ticked for yes. Its entry is `yes` or `no`; what it is without one, `isChecked` says. */
export function Check({
  name,
  isChecked,
  label,
  form,
  isAcross = false,
}: {
  readonly name: string;
  readonly isChecked: boolean;
  readonly label: string;
  readonly form: Pick<FormState, 'onEntry'>;
  /** Among fields it has a line of its own. */
  readonly isAcross?: boolean;
}) {
  return (
    <label class={isAcross ? 'check across' : 'check'}>
      <input
        type="checkbox"
        checked={isChecked}
        onInput={(event) => form.onEntry(name, event.currentTarget.checked ? 'yes' : 'no')}
      />
      {label}
    </label>
  );
}
