/** The guests did not come: their rooms are for sale again, and it costs what the terms say of the day of arrival, or what is set. */
import { Notice } from '../../../../design/notice.tsx';
import { feeOn } from '../../../../format/cancellation-fee.ts';
import { showMoney } from '../../../../format/money.ts';
import { DeskNoShowDocument } from '../../../../generated/operations.ts';
import { usePage } from '../../../../page.tsx';
import { useBookingTexts } from '../../texts/index.ts';
import { ActionDialog } from '../action-dialog.tsx';
import type { DialogProps } from '../dialog-props.ts';
import { DraftFields, useDrafts } from '../draft-field.tsx';
import { FeeField, useFee } from './fee-field.tsx';

export function NoShowDialog({ booking, onClose, onDone }: DialogProps) {
  const { language } = usePage();
  const all = useBookingTexts();
  const texts = all.noShow;
  const drafts = useDrafts(`${booking.id} noShow`);
  const terms = feeOn(booking.arrival, booking);
  const fee = useFee(booking, terms?.amountMinor ?? 0);
  return (
    <ActionDialog
      title={texts.title}
      booking={booking}
      explanation={texts.explanation}
      button={texts.button}
      tone="danger"
      onClose={onClose}
      send={async (request) => {
        if (fee.isWrong) return null;
        const { result } = await request(DeskNoShowDocument, {
          input: { id: booking.id, fee: fee.sent, ...drafts.sent },
        });
        if (!('booking' in result)) return result;
        drafts.forget();
        onDone(texts.done, result.booking);
        return null;
      }}
    >
      <Notice tone={terms ? 'ask' : 'plain'}>
        {terms ? all.noShowFee({ fee: showMoney(terms, language) }) : all.noShowFree}
      </Notice>
      <FeeField booking={booking} fee={fee} />
      <DraftFields label={texts.label} drafts={drafts} hasEmail={booking.billedTo.email !== ''} />
    </ActionDialog>
  );
}
