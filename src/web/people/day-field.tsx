/** A day as a field. */
import { Field } from '../design/field.tsx';
import type { FormState } from './entry.tsx';

/** `name` is the gateway's path. */
export function DayField({
  name,
  form,
  min,
  label,
}: {
  readonly name: string;
  readonly form: FormState;
  readonly min: string;
  readonly label: string;
}) {
  return (
    <Field label={label} wrong={form.wrong[name]} class="half">
      {(attributes) => (
        <input
          {...attributes}
          name={name}
          type="date"
          required
          min={min}
          value={form.entries[name]}
          onInput={(event) => form.onEntry(name, event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
