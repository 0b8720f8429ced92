/** Cancels a booking for the guest or for the hotel; what that costs today is said before, and may be set. */
import { useState } from 'preact/hooks';
import { Notice } from '../../../../design/notice.tsx';
import { RequestProblem } from '../../../../design/problem.tsx';
import { feeOn } from '../../../../format/cancellation-fee.ts';
import { showMoney } from '../../../../format/money.ts';
import { sumOf } from '../../../../format/together.ts';
import { type BookingStatus, type CancelledBy, DeskCancelDocument } from '../../../../generated/operations.ts';
import { usePage } from '../../../../page.tsx';
import { useCommonTexts } from '../../../../texts/index.ts';
import { useDeskAnswer } from '../../../session.tsx';
import { askDate } from '../../day/ask-today.ts';
import { useBookingTexts } from '../../texts/index.ts';
import { ActionDialog } from '../action-dialog.tsx';
import type { DialogProps } from '../dialog-props.ts';
import { DraftFields, useDrafts } from '../draft-field.tsx';
import { useMailNotice } from '../mail-notice.ts';
import { FeeField, useFee } from './fee-field.tsx';

/** Some of the rooms that were asked for together may be confirmed, and ending these costs their fees. So it is a withdrawal only if none is. */
const areRequests = (bookings: readonly { readonly status: BookingStatus }[]) =>
  bookings.every(({ status }) => status === 'REQUESTED');

export function CancelDialog({ booking, onClose, onDone }: DialogProps) {
  const { language } = usePage();
  const common = useCommonTexts();
  const all = useBookingTexts();
  const notice = useMailNotice(booking);
  // The page may have been open since yesterday (S12).
  const { data: day, problem, again } = useDeskAnswer('day of cancelling', askDate);
  const drafts = useDrafts(`${booking.id} cancel`);
  const [by, setBy] = useState<CancelledBy>('GUEST');
  const [isParty, setParty] = useState(false);
  const rooms = booking.party?.bookings.filter(({ status }) => status === 'REQUESTED' || status === 'CONFIRMED') ?? [];
  const ended = isParty ? rooms : [booking];
  const isRequest = areRequests(ended);
  const texts = isRequest ? all.withdraw : all.cancel;
  const fees = day === null ? null : ended.flatMap((one) => feeOn(day, one) ?? []);
  // What the hotel cancels costs nothing by any terms (M6).
  const terms = by === 'GUEST' && fees && fees.length > 0 ? sumOf(fees) : null;
  const fee = useFee(booking, by === 'GUEST' ? fees && (terms?.amountMinor ?? 0) : 0);
  return (
    <ActionDialog
      title={texts.title}
      booking={booking}
      explanation={texts.explanation}
      button={texts.button}
      tone="danger"
      onClose={onClose}
      send={async (request) => {
        // A request costs nothing on any day.
        if (!isRequest && (!fees || (!isParty && fee.isWrong))) return null;
        if (!isRequest && (await askDate(request)) !== day) {
          again();
          return { message: all.dayChanged };
        }
        const set = isParty ? { by, party: true } : isRequest ? {} : { by, fee: fee.sent };
        const { result } = await request(DeskCancelDocument, { input: { id: booking.id, ...set, ...drafts.sent } });
        if (!('booking' in result)) return result;
        drafts.forget();
        onDone(isParty ? texts.partyDone : texts.done, result.booking);
        return null;
      }}
    >
      {rooms.length > 1 && (
        <label class="check">
          <input type="checkbox" checked={isParty} onChange={(event) => setParty(event.currentTarget.checked)} />
          {(areRequests(rooms) ? all.withdraw : all.cancel).party({ rooms: rooms.length })}
        </label>
      )}
      {problem !== null ? (
        <RequestProblem code={problem} onAgain={again} />
      ) : (
        (by === 'GUEST' || !fees) && (
          <Notice tone={terms ? 'ask' : 'plain'}>
            {!fees ? common.loading : terms ? all.feeNow({ fee: showMoney(terms, language) }) : all.feeNone}
          </Notice>
        )
      )}
      {!isRequest && (
        <>
          <fieldset class="chips">
            <legend>{all.whoCancels}</legend>
            <div class="row">
              {(['GUEST', 'HOTEL'] as const).map((one) => (
                <label key={one} class="chip">
                  <input
                    type="radio"
                    name="by"
                    checked={by === one}
                    onChange={() => {
                      setBy(one);
                      fee.write(null);
                    }}
                  />
                  {all.cancelledBy[one]}
                </label>
              ))}
            </div>
          </fieldset>
          {by === 'HOTEL' && (
            <p class="small muted">
              {notice(all.hotelCancels)} {isParty ? all.hotelFree : all.hotelFee}
            </p>
          )}
          {!isParty && <FeeField booking={booking} fee={fee} />}
        </>
      )}
      <DraftFields label={all.cancel.label} drafts={drafts} hasEmail={booking.billedTo.email !== ''} />
    </ActionDialog>
  );
}
