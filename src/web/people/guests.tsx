/** How many travel, and the loyalty programme of one of them. */
import { Field } from '../design/field.tsx';
import { showReduction } from '../format/money.ts';
import { usePage } from '../page.tsx';
import { useCommonTexts } from '../texts/index.ts';
import type { FormState } from './entry.tsx';
import { usePeopleTexts } from './texts/index.ts';

/** Programmes that a guest may present. */
export type Programs = readonly {
  readonly number: number;
  readonly name: { readonly text: string | null };
  readonly percentage: number;
}[];

/** A room with one bed needs no choice. */
export function GuestCount({
  guests,
  beds,
  onGuests,
}: {
  readonly guests: number;
  readonly beds: number;
  onGuests(guests: number): void;
}) {
  const common = useCommonTexts();
  const texts = usePeopleTexts();
  if (beds <= 1 && guests <= 1) return null;
  return (
    <Field label={texts.numberOfGuests} class="narrow">
      {(attributes) => (
        <select {...attributes} value={guests} onInput={(event) => onGuests(Number(event.currentTarget.value))}>
          {Array.from({ length: Math.max(beds, guests) }, (_, index) => (
            <option key={index} value={index + 1}>
              {common.guests({ count: index + 1 })}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function Program({
  name,
  form,
  programs,
  note,
}: {
  /** The gateway's path. */
  readonly name: string;
  readonly form: FormState;
  readonly programs: Programs;
  readonly note?: string;
}) {
  const { language } = usePage();
  const texts = usePeopleTexts();
  return (
    <Field label={texts.fields.loyaltyProgram} note={note} wrong={form.wrong[name]} class="across">
      {(attributes) => (
        <select
          {...attributes}
          name={name}
          value={form.entries[name] ?? ''}
          onInput={(event) => form.onEntry(name, event.currentTarget.value)}
        >
          <option value="">{texts.noProgram}</option>
          {programs.map((program) => (
            <option key={program.number} value={program.number}>
              {program.name.text} ({showReduction(program.percentage, language)})
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
