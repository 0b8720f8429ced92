/** Cancels a booking, or withdraws a request, after a question that names the fee. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../../design/dialog.tsx';
import { Notice } from '../../../design/notice.tsx';
import { RequestProblem } from '../../../design/problem.tsx';
import { feeOn } from '../../../format/cancellation-fee.ts';
import { showMoney } from '../../../format/money.ts';
import { requestWith } from '../../../gateway/request.ts';
import { codeOf } from '../../../gateway/use-answer.ts';
import { type BookedStayFragment, CheckoutCancelDocument } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import { forgetBooked } from '../booked-before.ts';
import { useCheckoutTexts } from '../texts/index.ts';
import { CancellationCost } from './cancellation-cost.tsx';

export function CancelBooking({
  booking,
  today,
  onCancelled,
  onStale,
}: {
  readonly booking: BookedStayFragment;
  readonly today: string;
  onCancelled(booking: BookedStayFragment): void;
  /** The booking is not what it was. */
  onStale(): void;
}) {
  const { language, key } = usePage();
  const common = useCommonTexts();
  const texts = useCheckoutTexts();
  const [isAsking, setIsAsking] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<{ code: string | null; message: string } | null>(null);
  const done = useRef<HTMLDivElement>(null);
  const isCancelled = booking.status === 'CANCELLED';
  useEffect(() => {
    if (isCancelled) done.current?.focus();
  }, [isCancelled]);

  const fee = feeOn(today, booking);
  const isRequest = !booking.history.some(({ type }) => type === 'CONFIRMED');
  const cancel = async () => {
    setIsSending(true);
    setProblem(null);
    try {
      const { cancelBooking } = await requestWith({ key, language })(CheckoutCancelDocument, {
        id: booking.id,
        email: booking.billedTo.email,
      });
      if (cancelBooking.__typename === 'BookingCancelled') {
        setIsAsking(false);
        const { visitType, hotel, arrival, departure } = booking;
        if (!cancelBooking.alreadyCancelled) {
          forgetBooked({ visitType: visitType.number, hotel: hotel.number, arrival, departure });
        }
        onCancelled(cancelBooking.booking);
      } else {
        setProblem({ code: null, message: cancelBooking.message });
        onStale();
      }
    } catch (error) {
      setProblem({ code: codeOf(error), message: '' });
    }
    setIsSending(false);
  };

  if (isCancelled) {
    return (
      <div ref={done} tabIndex={-1}>
        <Notice tone="good">
          {isRequest ? texts.withdrawn : texts.cancelled} <CancellationCost fee={booking.cancellationFee} />
        </Notice>
      </div>
    );
  }
  return (
    <>
      <button type="button" class="danger" onClick={() => setIsAsking(true)}>
        {isRequest ? texts.cancelRequest : texts.cancel}
      </button>
      {isAsking && (
        <Dialog
          title={isRequest ? texts.withdrawQuestion : texts.cancelQuestion}
          close={common.close}
          onClose={() => setIsAsking(false)}
        >
          <div class="stack">
            <p>
              {fee ? texts.cancelFee({ fee: showMoney(fee, language) }) : texts.cancelFree}{' '}
              {isRequest ? texts.withdrawNote : texts.cancelRooms}
            </p>
            {problem &&
              (problem.code ? <RequestProblem code={problem.code} /> : <Notice tone="bad">{problem.message}</Notice>)}
            <div class="row">
              <button type="button" class="danger" aria-busy={isSending} onClick={() => !isSending && cancel()}>
                {isRequest
                  ? texts.withdrawNow
                  : fee
                    ? texts.cancelNow({ fee: showMoney(fee, language) })
                    : texts.cancelNowFree}
              </button>
              <button type="button" class="quiet" onClick={() => setIsAsking(false)}>
                {texts.keepIt}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
