/** Asks for an API key where the page has none. */
import { usePage } from '../page.tsx';
import { useCommonTexts } from '../texts/index.ts';
import { Field } from './field.tsx';

export function KeyField({ onKey }: { onKey?(key: string): void }) {
  const { setKey } = usePage();
  const texts = useCommonTexts();
  return (
    <form
      class="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        const key = String(new FormData(event.currentTarget).get('key') ?? '').trim();
        if (key === '') return;
        setKey(key);
        onKey?.(key);
      }}
    >
      <Field label={texts.key} note={texts.keyNote}>
        {(attributes) => <input {...attributes} name="key" required autocomplete="off" spellcheck={false} />}
      </Field>
      <button type="submit">{texts.keyUse}</button>
    </form>
  );
}
