/** Takes a cancellation, a refusal or a no-show back. */
import { REINSTATEMENT_MS } from '../../../../../domain/booking/changes.ts';
import { type DeskBookingFragment, DeskReinstateDocument } from '../../../../generated/operations.ts';
import { useBookingTexts } from '../../texts/index.ts';
import { ActionDialog } from '../action-dialog.tsx';
import type { DialogProps } from '../dialog-props.ts';
import { DraftFields, useDrafts } from '../draft-field.tsx';

/** Whether there is still time for it; the gateway has the last word. */
export function canBeReinstated({ status, history }: DeskBookingFragment): boolean {
  const ending = history.findLast(({ type }) => type === status);
  const isEnded = status === 'CANCELLED' || status === 'DECLINED' || status === 'NO_SHOW';
  return isEnded && ending !== undefined && Date.now() - Date.parse(ending.at) < REINSTATEMENT_MS;
}

export function ReinstateDialog({ booking, onClose, onDone }: DialogProps) {
  const texts = useBookingTexts().reinstate;
  const drafts = useDrafts(`${booking.id} reinstate`);
  return (
    <ActionDialog
      title={texts.title}
      booking={booking}
      explanation={texts.explanation}
      button={texts.button}
      tone="primary"
      onClose={onClose}
      send={async (request) => {
        const { result } = await request(DeskReinstateDocument, { input: { id: booking.id, ...drafts.sent } });
        if (!('booking' in result)) return result;
        drafts.forget();
        onDone(texts.done, result.booking);
        return null;
      }}
    >
      <DraftFields label={texts.label} drafts={drafts} hasEmail={booking.billedTo.email !== ''} />
    </ActionDialog>
  );
}
