/** The two texts about a change, for the guest and for the house. They survive a reload until they are sent. */
import { useState } from 'preact/hooks';
import { Field } from '../../../design/field.tsx';
import { usePage } from '../../../page.tsx';
import { storeDraft, storedDraft } from '../../stored-key.ts';
import { useBookingTexts } from '../texts/index.ts';

type Drafts = ReturnType<typeof useDrafts>;

/** `name` tells drafts apart. Returns the texts with ways to change them, and how they are sent. */
export function useDrafts(name: string) {
  const message = useDraft(name);
  const note = useDraft(`${name} note`);
  return {
    ...{ message, note },
    sent: { messageToGuest: message.text.trim() || null, note: note.text.trim() || null },
    forget: () => {
      message.write('');
      note.write('');
    },
  };
}

function useDraft(name: string) {
  const [text, setText] = useState(() => storedDraft(name));
  const write = (written: string) => {
    storeDraft(name, written);
    setText(written);
  };
  return { text, write };
}

/** `label` is that of the text for the guest. */
export function DraftFields({
  label,
  drafts,
  hasEmail,
}: {
  readonly label: string;
  readonly drafts: Drafts;
  /** Whether the guest has an address that mails can go to. */
  readonly hasEmail: boolean;
}) {
  const { hasMail } = usePage().settings;
  const { guestReads, guestReadsBooking, guestHasNoEmail, houseNote, houseReads } = useBookingTexts();
  const guestSees = hasMail ? guestReads : guestReadsBooking;
  return (
    <>
      <DraftField label={label} says={hasEmail ? guestSees : guestHasNoEmail} draft={drafts.message} />
      <DraftField label={houseNote} says={houseReads} draft={drafts.note} />
    </>
  );
}

function DraftField({ label, says, draft }: { label: string; says: string; draft: Drafts['note'] }) {
  return (
    <Field label={label} note={says}>
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
