/** Cancels a booking, or withdraws a request, after a question that names the fee of the day on which it is asked. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../../design/dialog.tsx';
import { Notice } from '../../../design/notice.tsx';
import { RequestProblem } from '../../../design/problem.tsx';
import { feeOn } from '../../../format/cancellation-fee.ts';
import { showMoney } from '../../../format/money.ts';
import { requestWith } from '../../../gateway/request.ts';
import { codeOf, useAnswer } from '../../../gateway/use-answer.ts';
import {
  type BookedStayFragment,
  CheckoutBookingDocument,
  CheckoutCancelDocument,
} from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import { forgetBooked } from '../booked-before.ts';
import { useCheckoutTexts } from '../texts/index.ts';
import { CancellationCost } from './cancellation-cost.tsx';

interface CancelProps {
  readonly booking: BookedStayFragment;
  onCancelled(booking: BookedStayFragment): void;
  /** The booking is not what it was. */
  onStale(): void;
}

const isRequested = ({ history }: BookedStayFragment) => !history.some(({ type }) => type === 'CONFIRMED');

export function CancelBooking(props: CancelProps) {
  const { booking } = props;
  const texts = useCheckoutTexts();
  const [isAsking, setIsAsking] = useState(false);
  const done = useRef<HTMLDivElement>(null);
  const isCancelled = booking.status === 'CANCELLED';
  useEffect(() => {
    if (isCancelled) done.current?.focus();
  }, [isCancelled]);
  const isRequest = isRequested(booking);
  if (isCancelled) {
    return (
      <div ref={done} tabIndex={-1}>
        <Notice tone="good">
          {isRequest ? texts.withdrawn : texts.cancelled} <CancellationCost booking={booking} />
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
        <Dialog title={isRequest ? texts.withdrawQuestion : texts.cancelQuestion} onClose={() => setIsAsking(false)}>
          <Question {...props} onClose={() => setIsAsking(false)} />
        </Dialog>
      )}
    </>
  );
}

/** The page may have been open since yesterday, so the question asks for the day and the booking itself (S12). */
function Question({ booking: shown, onCancelled, onStale, onClose }: CancelProps & { onClose(): void }) {
  const { language, key, settings } = usePage();
  const common = useCommonTexts();
  const texts = useCheckoutTexts();
  const named = { reference: shown.reference, email: shown.billedTo.email ?? '' };
  const answer = useAnswer(named, (request, asked) => request(CheckoutBookingDocument, asked));
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<{ code: string | null; message: string } | null>(null);
  if (answer.problem !== null) return <RequestProblem code={answer.problem} onAgain={answer.again} />;
  if (!answer.data) return <p class="muted">{common.loading}</p>;
  const booking = answer.data.booking ?? shown;
  const fee = feeOn(answer.data.viewer.today, booking);
  const isRequest = isRequested(booking);
  const cancel = async () => {
    setIsSending(true);
    setProblem(null);
    try {
      const request = requestWith({ key, language });
      const newest = await request(CheckoutBookingDocument, named);
      if (feeOn(newest.viewer.today, newest.booking ?? booking)?.amountMinor !== fee?.amountMinor) {
        setProblem({ code: null, message: texts.feeChanged });
        setIsSending(false);
        return answer.again();
      }
      const { cancelBooking } = await request(CheckoutCancelDocument, {
        id: booking.id,
        email: booking.billedTo.email,
      });
      if (cancelBooking.__typename === 'BookingCancelled') {
        onClose();
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

  return (
    <div class="stack">
      <p>
        {fee ? texts.cancelFee({ fee: showMoney(fee, language) }) : texts.cancelFree}{' '}
        {isRequest && settings.hasMail ? texts.withdrawNote : texts.cancelRooms}
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
        <button type="button" class="quiet" onClick={onClose}>
          {texts.keepIt}
        </button>
      </div>
    </div>
  );
}
