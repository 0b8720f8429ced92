/** Answers a request: yes, with or without rooms from the stock, or no. */
import { useState } from 'preact/hooks';
import { showDate } from '../../../format/civil-date.ts';
import { DeskConfirmDocument, DeskDeclineDocument } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { roomName } from '../booking-row.tsx';
import { useBookingTexts } from '../texts/index.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { DialogProps } from './dialog-props.ts';
import { DraftFields, useDrafts } from './draft-field.tsx';
import { useMailNotice } from './mail-notice.ts';

export function AnswerDialog({
  booking,
  answer,
  onClose,
  onDone,
}: DialogProps & { readonly answer: 'confirm' | 'decline' }) {
  const { language } = usePage();
  const { id, roomType } = booking;
  const all = useBookingTexts();
  const texts = answer === 'confirm' ? all.confirm : all.decline;
  const notice = useMailNotice(booking)(texts.mailNotice);
  const drafts = useDrafts(`${id} ${answer}`);
  const [takeRooms, setTakeRooms] = useState(true);
  return (
    <ActionDialog
      title={texts.title}
      booking={booking}
      explanation={answer === 'confirm' ? `${notice} ${all.confirm.explanation}` : notice}
      button={texts.button}
      tone={answer === 'confirm' ? 'primary' : 'danger'}
      onClose={onClose}
      send={async (request) => {
        const { result } =
          answer === 'confirm'
            ? await request(DeskConfirmDocument, { input: { id, ...drafts.sent, takeRooms } })
            : await request(DeskDeclineDocument, { input: { id, ...drafts.sent } });
        if ('firstNight' in result) {
          const night = showDate(result.firstNight, language, { day: 'numeric', month: 'long', year: 'numeric' });
          return { message: all.noRoom({ room: roomName(roomType), night }) };
        }
        if (!('booking' in result)) return result;
        drafts.forget();
        onDone(texts.done, result.booking);
        return null;
      }}
    >
      {answer === 'confirm' && (
        <div>
          <label class="check">
            <input
              type="checkbox"
              checked={takeRooms}
              onChange={(event) => setTakeRooms(event.currentTarget.checked)}
            />
            {all.takeRooms}
          </label>
          <p class="small muted">{all.takeRoomsNote}</p>
        </div>
      )}
      <DraftFields label={texts.label} drafts={drafts} hasEmail={booking.billedTo.email !== ''} />
    </ActionDialog>
  );
}
