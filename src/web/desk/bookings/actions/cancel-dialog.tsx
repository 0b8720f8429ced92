/** Cancels a booking; what that costs is said before. */

import { Notice } from '../../../design/notice.tsx';
import { feeOn } from '../../../format/cancellation-fee.ts';
import { showMoney } from '../../../format/money.ts';
import { DeskCancelDocument } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useBookingTexts } from '../texts/index.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { DialogProps } from './dialog-props.ts';
import { DraftFields, useDrafts } from './draft-field.tsx';

export function CancelDialog({ booking, today, onClose, onDone }: DialogProps) {
  const { language } = usePage();
  const all = useBookingTexts();
  const texts = all.cancel;
  const drafts = useDrafts(`${booking.id} cancel`);
  const fee = feeOn(today, booking);
  return (
    <ActionDialog
      title={texts.title}
      booking={booking}
      explanation={booking.status === 'REQUESTED' ? all.cancelRequest : texts.explanation}
      button={texts.button}
      tone="danger"
      onClose={onClose}
      send={async (request) => {
        const { result } = await request(DeskCancelDocument, { input: { id: booking.id, ...drafts.sent } });
        if (!('booking' in result)) return result;
        drafts.forget();
        onDone(texts.done, result.booking);
        return null;
      }}
    >
      <Notice tone={fee ? 'ask' : 'plain'}>{fee ? all.feeNow({ fee: showMoney(fee, language) }) : all.feeNone}</Notice>
      <DraftFields label={texts.label} drafts={drafts} />
    </ActionDialog>
  );
}
