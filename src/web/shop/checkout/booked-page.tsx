/** The confirmation, with everything on it. A reload of the window shows it again. */
import { Printer } from 'lucide';
import { useState } from 'preact/hooks';
import { CopyButton } from '../../design/copy-button.tsx';
import { Icon } from '../../design/icon.tsx';
import { Notice } from '../../design/notice.tsx';
import { RequestProblem } from '../../design/problem.tsx';
import type { CivilDate } from '../../format/civil-date.ts';
import { showMoney } from '../../format/money.ts';
import { sumOf } from '../../format/together.ts';
import {
  type BookedStayFragment,
  CheckoutBookingDocument,
  type SaleTermsFragment,
} from '../../generated/operations.ts';
import { usePage } from '../../page.tsx';
import { useDatedAnswer } from '../use-dated-answer.ts';
import { useShopTitle } from '../use-shop-title.ts';
import { BookingDetails, isOpen, StatusTag } from './booking/booking-details.tsx';
import { CalendarButton } from './booking/calendar-button.tsx';
import { recall } from './stored.ts';
import { useCheckoutTexts } from './texts/index.ts';
import './checkout.css';

export default function BookedPage() {
  const [booked] = useState(() => recall('booked'));
  const texts = useCheckoutTexts();
  const { data, problem, isLoading, again } = useDatedAnswer(booked, (request, asked) =>
    request(CheckoutBookingDocument, asked),
  );
  const booking = data?.booking ?? null;
  const bookings = booking ? (booking.party?.bookings ?? [booking]) : [];
  const shown = representativeOf(bookings);
  const title = shown ? titleOf(shown, texts) : texts.myBooking;
  const heading = useShopTitle(title);
  return (
    <div class="stack checkout-view confirmation">
      <h1 ref={heading} tabIndex={-1} aria-live="polite">
        {title}
      </h1>
      {problem && <RequestProblem code={problem} onAgain={again} />}
      {isLoading && <div class="skeleton summary-place" />}
      {!isLoading && !problem && !booking && (
        <Notice>
          {texts.noneBooked} <a href="/booking">{texts.find}</a>
        </Notice>
      )}
      {data && shown && (
        <Confirmation booking={shown} bookings={bookings} today={data.viewer.today} terms={data.salesTerms} />
      )}
    </div>
  );
}

/** The booking that says what became of a party: its first room that was not given up, else its first one. */
function representativeOf(bookings: readonly BookedStayFragment[]): BookedStayFragment | null {
  return bookings.find(isOpen) ?? bookings[0] ?? null;
}

/** It may have been confirmed, declined or cancelled since it was made. */
function titleOf({ status }: BookedStayFragment, texts: ReturnType<typeof useCheckoutTexts>): string {
  if (status === 'CONFIRMED') return texts.booked;
  return status === 'REQUESTED' ? texts.requested : texts.states[status];
}

/** Rooms that were booked together have a reference each, because each can be changed and cancelled by itself. */
function Confirmation({
  booking,
  bookings,
  today,
  terms,
}: {
  /** The one that says what became of all. */
  readonly booking: BookedStayFragment;
  readonly bookings: readonly BookedStayFragment[];
  readonly today: CivilDate;
  readonly terms: SaleTermsFragment;
}) {
  const { settings, language } = usePage();
  const texts = useCheckoutTexts();
  const { email } = booking.billedTo;
  const isRequested = booking.status === 'REQUESTED';
  const { nextRequested, nextBooked, withoutMail } = texts;
  const next = settings.hasMail
    ? (isRequested ? nextRequested : nextBooked)({ email })
    : withoutMail[isRequested ? 'nextRequested' : 'nextBooked'];
  const isParty = bookings.length > 1;
  const references = bookings.map(
    (one, room) => [one, isParty ? texts.referenceOfRoom({ room: room + 1 }) : texts.reference] as const,
  );
  const confirmed = bookings.filter(({ status }) => status === 'CONFIRMED');
  const totals = bookings.filter(isOpen).map(({ price }) => price.total);
  return (
    <>
      {bookings.some(({ reference }) => reference === recall('earlier')?.reference) && (
        <Notice tone="ask">{texts.earlier}</Notice>
      )}
      {references.map(([one, name], room) => (
        <section key={one.reference} class="card reference" aria-labelledby={`reference-title-${room}`}>
          <div>
            <h2 id={`reference-title-${room}`}>{name}</h2>
            <p class="code">{one.reference}</p>
            {isParty && !isOpen(one) && <StatusTag status={one.status} />}
            <p class="muted small">{isParty ? texts.referenceOfRoomNote : texts.referenceNote}</p>
          </div>
          <div class="row no-print">
            <CopyButton text={one.reference} what={name} class="" />
            {room === 0 && confirmed.length > 0 && <CalendarButton bookings={confirmed} />}
            {room === 0 && isOpen(booking) && (
              <button type="button" onClick={() => print()}>
                <Icon icon={Printer} />
                {texts.print}
              </button>
            )}
          </div>
        </section>
      ))}
      <section class="card stack" aria-labelledby="next-title">
        <h2 id="next-title">{texts.next}</h2>
        {isOpen(booking) && <p>{next}</p>}
        {isParty && totals.length > 0 && (
          <p>
            <strong>{texts.totalIs({ total: showMoney(sumOf(totals), language) })}</strong>
          </p>
        )}
        <p class="row no-print">
          <a href="/booking">{texts.toMyBooking}</a>
          {settings.mail && <a href="/mail">{texts.seeMail}</a>}
        </p>
      </section>
      {bookings.map((one, room) => (
        <div key={one.reference} class="stack">
          {isParty && <h2 id={`room-${room}`}>{texts.roomNumber({ room: room + 1 })}</h2>}
          <BookingDetails
            booking={one}
            today={today}
            terms={one === booking ? terms : null}
            of={isParty ? `room-${room}` : ''}
          />
        </div>
      ))}
    </>
  );
}
