/** What concerns the guest: the e-mail once more, and an end to what is known of people. */
import { useState } from 'preact/hooks';
import { Field } from '../../../design/field.tsx';
import { Notice } from '../../../design/notice.tsx';
import { DeskEraseDocument, DeskResendDocument } from '../../../generated/operations.ts';
import { useBookingTexts } from '../texts/index.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { DialogProps } from './dialog-props.ts';

export function ResendDialog({ booking, onClose, onDone }: DialogProps) {
  const texts = useBookingTexts().resend;
  return (
    <ActionDialog
      title={texts.title}
      booking={booking}
      explanation={texts.explanation}
      button={texts.button}
      tone="primary"
      onClose={onClose}
      send={async (request) => {
        const { result } = await request(DeskResendDocument, { id: booking.id });
        if (!('booking' in result)) return result;
        onDone(texts.done, result.booking);
        return null;
      }}
    />
  );
}

/** A reference as it is compared: people leave out the dash, and write small. */
const plain = (reference: string) => reference.replace(/[^0-9a-z]/gi, '').toUpperCase();

/** A stay that is still to come also asks for its day of arrival: it may be another guest's in the same house. */
export function EraseDialog({ booking, today, onClose, onDone }: DialogProps) {
  const { id, reference, arrival, departure, status } = booking;
  const texts = useBookingTexts().erase;
  const isToCome = departure > today && (status === 'REQUESTED' || status === 'CONFIRMED');
  const [typed, setTyped] = useState('');
  const [day, setDay] = useState('');
  const [wrong, setWrong] = useState({ reference: false, day: false });
  return (
    <ActionDialog
      title={texts.title}
      booking={booking}
      explanation={texts.explanation}
      button={texts.button}
      tone="danger"
      onClose={onClose}
      send={async (request) => {
        const found = { reference: plain(typed) !== plain(reference), day: isToCome && day !== arrival };
        setWrong(found);
        if (found.reference || found.day) return null;
        const { result } = await request(DeskEraseDocument, { input: { booking: id } });
        if (result.__typename !== 'GuestDataErased') return result;
        onDone(texts.done, null);
        return null;
      }}
    >
      <Field label={texts.label({ reference })} wrong={wrong.reference ? texts.mismatch : undefined}>
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
      {isToCome && (
        <>
          <Notice tone="ask">{texts.toCome}</Notice>
          <Field label={texts.dayLabel} wrong={wrong.day ? texts.dayMismatch : undefined}>
            {(attributes) => (
              <input {...attributes} type="date" value={day} onInput={(event) => setDay(event.currentTarget.value)} />
            )}
          </Field>
        </>
      )}
    </ActionDialog>
  );
}
