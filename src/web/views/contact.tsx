/** The contact of a booking: its fields, their checks before anything is sent, and their inputs. */

import { LANGUAGES, type Language } from '../format/language.ts';
import type { ContactInput } from '../generated/operations.ts';
import { usePage } from '../page.ts';
import type { Texts } from '../texts/en.ts';

/** In the order of the form. `path` is the field's path in the gateway's problems, `longest` its limit. */
export const FIELDS = {
  firstName: { path: 'firstName', autocomplete: 'given-name', longest: 100, isAddress: false },
  lastName: { path: 'lastName', autocomplete: 'family-name', longest: 100, isAddress: false },
  email: { path: 'email', autocomplete: 'email', longest: 254, isAddress: false },
  street: { path: 'address.street', autocomplete: 'address-line1', longest: 200, isAddress: true },
  houseNumber: { path: 'address.houseNumber', autocomplete: 'address-line2', longest: 30, isAddress: true },
  city: { path: 'address.city', autocomplete: 'address-level2', longest: 100, isAddress: true },
  zipCode: { path: 'address.zipCode', autocomplete: 'postal-code', longest: 20, isAddress: true },
  country: { path: 'address.country', autocomplete: 'country', longest: 3, isAddress: true },
} as const;
export type Field = keyof typeof FIELDS;

/** The gateway's country codes, with those for which browsers know names. */
const COUNTRIES = { CZE: 'CZ', SVK: 'SK', DEU: 'DE', AUT: 'AT', POL: 'PL', GBR: 'GB', FRA: 'FR', ISR: 'IL', USA: 'US' };
const COUNTRY_OF_LANGUAGE: Readonly<Record<Language, string>> = { cs: 'CZE', de: 'DEU', en: 'GBR', ru: 'CZE' };

/** The text key of the problem with an entry, as far as it can be found without the gateway. */
export function problemOf(field: Field, entered: string): (keyof Texts & ('required' | 'emailWrong')) | null {
  if (entered.trim() === '') return 'required';
  return field === 'email' && !/^[^\s@]+@[^\s@]+$/.test(entered.trim()) ? 'emailWrong' : null;
}

/** The entered contact. A request to the hotel needs no address. */
export function readContact(entered: FormData, { isBinding }: { isBinding: boolean }): ContactInput {
  const text = (field: Field) => String(entered.get(field)).trim();
  const person = { firstName: text('firstName'), lastName: text('lastName'), email: text('email') };
  if (!isBinding) return person;
  const address = {
    street: text('street'),
    houseNumber: text('houseNumber'),
    city: text('city'),
    zipCode: text('zipCode'),
    country: text('country'),
  };
  return { ...person, address };
}

/** `type="email"` would change the entry before it is checked. */
const EMAIL_KEYBOARD = { inputMode: 'email', spellcheck: false } as const;

/** A field with its label and its problem, if any. */
export function Entry({ field, problem }: { field: Field; problem: string | undefined }) {
  const { texts, language } = usePage();
  const { autocomplete, longest } = FIELDS[field];
  const shared = {
    id: field,
    name: field,
    autocomplete,
    'aria-required': true,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem && `${field}-problem`,
  };
  return (
    <div class={`field ${field}`}>
      <label for={field}>{texts[field]}</label>
      {field === 'country' ? (
        <select {...shared} defaultValue={COUNTRY_OF_LANGUAGE[language]}>
          <Countries />
        </select>
      ) : (
        <input {...shared} maxLength={longest} {...(field === 'email' && EMAIL_KEYBOARD)} />
      )}
      {problem && (
        <p class="problem" id={`${field}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

function Countries() {
  const { language } = usePage();
  const names = new Intl.DisplayNames(LANGUAGES[language].tag, { type: 'region' });
  return Object.entries(COUNTRIES).map(([code, region]) => (
    <option key={code} value={code}>
      {names.of(region)}
    </option>
  ));
}
