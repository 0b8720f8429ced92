/** A text for the guest that survives a reload until it is sent. */
import { useState } from 'preact/hooks';
import { Field } from '../../../design/field.tsx';
import { storeDraft, storedDraft } from '../../stored-key.ts';
import { useBookingTexts } from '../texts/index.ts';

/** `name` tells drafts apart. Returns the text, and ways to change it. */
export function useDraft(name: string) {
  const [text, setText] = useState(() => storedDraft(name));
  const write = (written: string) => {
    storeDraft(name, written);
    setText(written);
  };
  return { text, write, forget: () => write('') };
}

export function DraftField({ label, draft }: { readonly label: string; readonly draft: ReturnType<typeof useDraft> }) {
  const { guestReads } = useBookingTexts();
  return (
    <Field label={label} note={guestReads}>
      {(attributes) => (
        <textarea
          {...attributes}
          rows={3}
          maxLength={1000}
          value={draft.text}
          onInput={(event) => draft.write(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
