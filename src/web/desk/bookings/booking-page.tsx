/** A booking with all that is known of it, its history, and what can be done with it. */
import { ArrowLeft } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Icon } from '../../design/icon.tsx';
import { Notice } from '../../design/notice.tsx';
import { RequestProblem } from '../../design/problem.tsx';
import {
  DeskBookingDocument,
  type DeskBookingFragment,
  DeskCancelDocument,
  DeskChangeDocument,
  DeskConfirmDocument,
  DeskDeclineDocument,
  DeskEraseDocument,
  DeskNoShowDocument,
  DeskReinstateDocument,
  DeskResendDocument,
  QuoteChangeDocument,
} from '../../generated/operations.ts';
import { useLiveEvents } from '../live.tsx';
import { Operations } from '../operations.tsx';
import { useToday } from '../rooms/use-today.ts';
import { useDeskAnswer } from '../session.tsx';
import { useLoading } from '../single-keys.ts';
import { isMadeEarlier, lastList } from '../stored-key.ts';
import { ViewTitle } from '../view-title.tsx';
import { Actions } from './actions/actions.tsx';
import { canBeReinstated } from './actions/ending/reinstate-dialog.tsx';
import { bookingAddress, bookingIdOf } from './booking-link.tsx';
import { RowSkeletons } from './booking-row.tsx';
import { BookingParts } from './parts/booking-parts.tsx';
import { StatusTag } from './status-tag.tsx';
import { useBookingTexts } from './texts/index.ts';
import './bookings.css';

export default function BookingPage() {
  const { query, route } = useLocation();
  const id = bookingIdOf(query);
  useEffect(() => {
    if (id === null) route('/desk/bookings', true);
  }, [id]);
  return id === null ? null : <OneBooking key={id} id={id} />;
}

function OneBooking({ id }: { readonly id: string }) {
  const texts = useBookingTexts();
  const today = useToday();
  const { data, problem, sentences, again } = useDeskAnswer(`booking ${id}`, (request) =>
    request(DeskBookingDocument, { id }),
  );
  useLoading(data === null && problem === null);
  /** The booking as the last action left it, until it is read again. */
  const [changed, setChanged] = useState<DeskBookingFragment | null>(null);
  const [done, setDone] = useState<{ readonly text: string } | null>(null);
  // The button of the action may be gone; the view is read on from its title.
  useEffect(() => {
    if (done) document.querySelector('h1')?.focus({ preventScroll: true });
  }, [done]);
  useEffect(() => setChanged(null), [data]);
  useLiveEvents((events) => {
    if (events === null || events.some(({ bookingId }) => bookingId === id)) again();
  });
  const booking = changed ?? data?.booking ?? null;
  return (
    <div class="stack">
      <a class="small row" href={lastList()}>
        <Icon icon={ArrowLeft} size={1} />
        {texts.toList}
      </a>
      <div class="row">
        <ViewTitle
          title={booking ? texts.bookingTitle({ reference: booking.reference }) : texts.listTitle}
          inHistory={texts.listTitle}
        />
        {booking && <StatusTag {...booking} />}
      </div>
      {isMadeEarlier(id) && <Notice tone="ask">{texts.madeEarlier}</Notice>}
      {done !== null && (
        <Notice tone="good">
          {done.text}{' '}
          {booking && canBeReinstated(booking) && (
            <a class="button no-print" href={bookingAddress(id, 'reinstate')}>
              {texts.undo}
            </a>
          )}
        </Notice>
      )}
      {problem !== null && <RequestProblem code={problem} sentences={sentences} onAgain={again} />}
      {data && booking ? (
        <>
          <Actions
            booking={booking}
            today={today}
            onDone={(text, left) => {
              setDone({ text });
              if (left) setChanged(left);
              else again();
            }}
          />
          <BookingParts booking={booking} />
        </>
      ) : data ? (
        <Notice>{texts.unknown}</Notice>
      ) : (
        problem === null && <RowSkeletons count={4} />
      )}
      <Operations
        documents={[
          DeskBookingDocument,
          DeskConfirmDocument,
          DeskDeclineDocument,
          QuoteChangeDocument,
          DeskChangeDocument,
          DeskCancelDocument,
          DeskNoShowDocument,
          DeskReinstateDocument,
          DeskResendDocument,
          DeskEraseDocument,
        ]}
      />
    </div>
  );
}
