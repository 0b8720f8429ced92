/** What concerns the guest: the e-mail once more, and an end to what is known of people. */
import { useState } from 'preact/hooks';
import { Field } from '../../../design/field.tsx';
import { DeskEraseDocument, DeskResendDocument } from '../../../generated/operations.ts';
import { useBookingTexts } from '../texts/index.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { DialogProps } from './dialog-props.ts';

export function ResendDialog({ booking: { id }, onClose, onDone }: DialogProps) {
  const texts = useBookingTexts().resend;
  return (
    <ActionDialog
      title={texts.title}
      explanation={texts.explanation}
      button={texts.button}
      tone="primary"
      onClose={onClose}
      send={async (request) => {
        const { result } = await request(DeskResendDocument, { id });
        if (!('booking' in result)) return result;
        onDone(texts.done, result.booking);
        return null;
      }}
    />
  );
}

/** A reference as it is compared: people leave out the dash, and write small. */
const plain = (reference: string) => reference.replace(/[^0-9a-z]/gi, '').toUpperCase();

export function EraseDialog({ booking: { id, reference }, onClose, onDone }: DialogProps) {
  const texts = useBookingTexts().erase;
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  return (
    <ActionDialog
      title={texts.title}
      explanation={texts.explanation}
      button={texts.button}
      tone="danger"
      onClose={onClose}
      send={async (request) => {
        const isMeant = plain(typed) === plain(reference);
        setWrong(!isMeant);
        if (!isMeant) return null;
        const { result } = await request(DeskEraseDocument, { input: { booking: id } });
        if (result.__typename !== 'GuestDataErased') return result;
        onDone(texts.done, null);
        return null;
      }}
    >
      <Field label={texts.label(reference)} wrong={isWrong ? texts.mismatch : undefined}>
        {(attributes) => (
          <input
            {...attributes}
            value={typed}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
    </ActionDialog>
  );
}
