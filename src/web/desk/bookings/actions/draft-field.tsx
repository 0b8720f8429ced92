/** The two texts about a change, for the guest and for the house. They survive a reload until they are sent. */
import { Field } from '../../../design/field.tsx';
import { usePage } from '../../../page.tsx';
import { useDraft } from '../../rooms/use-draft.ts';
import { useBookingTexts } from '../texts/index.ts';

type Drafts = ReturnType<typeof useDrafts>;

/** `name` tells drafts apart. Returns the texts with ways to change them, and how they are sent. */
export function useDrafts(name: string) {
  const guest = useDraft(`${name} for the guest`, '');
  const house = useDraft(`${name} for the house`, '');
  const [message, writeMessage] = guest;
  const [note, writeNote] = house;
  return {
    ...{ guest, house },
    sent: { messageToGuest: message.trim() || null, note: note.trim() || null },
    forget: () => {
      writeMessage('');
      writeNote('');
    },
  };
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
      <DraftField label={label} says={hasEmail ? guestSees : guestHasNoEmail} draft={drafts.guest} />
      <DraftField label={houseNote} says={houseReads} draft={drafts.house} />
    </>
  );
}

function DraftField({ label, says, draft }: { label: string; says: string; draft: Drafts['house'] }) {
  const [text, write] = draft;
  return (
    <Field label={label} note={says}>
      {(attributes) => (
        <textarea
          {...attributes}
          rows={3}
          maxLength={1000}
          value={text}
          onInput={(event) => write(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
