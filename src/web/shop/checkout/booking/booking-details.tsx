/** A booking with everything on it. */
import { Phone } from 'lucide';
import { phoneHref } from '../../../../domain/text/contact-links.ts';
import { Icon } from '../../../design/icon.tsx';
import { type CivilDate, localDayOf, showDate } from '../../../format/civil-date.ts';
import type { BookedStayFragment, SaleTermsFragment } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { Cancellation } from '../../search/stay/cancellation.tsx';
import { PriceLines } from '../../search/stay/price-lines.tsx';
import { StayFacts } from '../stay-summary.tsx';
import { useCheckoutTexts } from '../texts/index.ts';
import { CancellationCost } from './cancellation-cost.tsx';
import { SalesTerms } from './sales-terms.tsx';

const TONES = {
  CONFIRMED: 'good',
  REQUESTED: 'ask',
  DECLINED: 'bad',
  CANCELLED: 'bad',
  EXPIRED: 'bad',
  NO_SHOW: 'bad',
} as const;

export function StatusTag({ status }: { readonly status: BookedStayFragment['status'] }) {
  const texts = useCheckoutTexts();
  return <span class={`tag ${TONES[status]}`}>{texts.states[status]}</span>;
}

/** Whether the stay may still take place. */
export const isOpen = ({ status }: BookedStayFragment) => status === 'CONFIRMED' || status === 'REQUESTED';

export function BookingDetails({
  booking,
  today,
  terms,
  of = '',
}: {
  readonly booking: BookedStayFragment;
  readonly today: CivilDate;
  /** Null: they are shown elsewhere. */
  readonly terms: SaleTermsFragment | null;
  /** The id of the heading that tells it apart from others on the page. */
  readonly of?: string;
}) {
  const texts = useCheckoutTexts();
  const { accommodationRules: rules, phone } = booking.hotel;
  return (
    <div class="booking-details">
      <section class="card stack" aria-labelledby={`${of} stay-title${of}`}>
        <h2 id={`stay-title${of}`}>{texts.yourStay}</h2>
        <StayFacts stay={{ ...booking, rooms: [{ guests: null, roomType: booking.roomType }] }} />
        {(rules?.checkInFrom || rules?.checkOutTo) && (
          <p class="muted">
            {[
              rules.checkInFrom && texts.checkIn({ from: rules.checkInFrom }),
              rules.checkOutTo && texts.checkOut({ to: rules.checkOutTo }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
        {phone && (
          <a class="row" href={phoneHref(phone)}>
            <Icon icon={Phone} size={1.1} />
            {phone}
          </a>
        )}
        <div>
          <h3>{texts.guestList}</h3>
          <ul class="plain">
            {booking.guests.map(({ position, firstName, lastName, loyaltyProgram }) => (
              <li key={position}>
                {firstName} {lastName}
                {loyaltyProgram && <span class="muted"> ({loyaltyProgram.name.text})</span>}
              </li>
            ))}
          </ul>
        </div>
        {booking.customerNote && (
          <div>
            <h3>{texts.note}</h3>
            <p class="note-text">{booking.customerNote}</p>
          </div>
        )}
      </section>
      <section class="card stack" aria-labelledby={`${of} price-title${of}`}>
        <h2 id={`price-title${of}`}>{texts.price}</h2>
        <PriceLines quote={booking.price} />
        {(isOpen(booking) || booking.cancellationFee) && (
          <div>
            <h3>{booking.status === 'NO_SHOW' ? texts.noShow : texts.terms}</h3>
            {isOpen(booking) ? (
              <Cancellation stay={booking} today={today} />
            ) : (
              <p>
                <CancellationCost booking={booking} />
              </p>
            )}
          </div>
        )}
        {terms && isOpen(booking) && <SalesTerms terms={terms} touristTax={booking.hotel.touristTax.text} />}
      </section>
    </div>
  );
}

export function History({ booking }: { readonly booking: BookedStayFragment }) {
  const { language } = usePage();
  const texts = useCheckoutTexts();
  return (
    <section class="card stack" aria-labelledby="history-title">
      <h2 id="history-title">{texts.history}</h2>
      <ol class="plain">
        {booking.history.map(({ id, type, at, messageToGuest }) => (
          <li key={id}>
            <strong>{texts.events[type]}</strong>{' '}
            <span class="muted">{showDate(localDayOf(at), language, { dateStyle: 'long' })}</span>
            {messageToGuest && <p>{messageToGuest}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
