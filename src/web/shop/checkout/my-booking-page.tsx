/** A guest's own booking, found by reference and e-mail address, changed and cancelled. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../../design/field.tsx';
import { Notice } from '../../design/notice.tsx';
import { RequestProblem } from '../../design/problem.tsx';
import {
  type BookedStayFragment,
  CheckoutBookingDocument,
  type SaleTermsFragment,
} from '../../generated/operations.ts';
import { usePage } from '../../page.tsx';
import { EMAIL } from '../../people/entries.ts';
import { usePeopleTexts } from '../../people/texts/index.ts';
import { useCommonTexts } from '../../texts/index.ts';
import { useDatedAnswer } from '../use-dated-answer.ts';
import { useShopTitle } from '../use-shop-title.ts';
import { forgetBooked, rememberBooked } from './booked-before.ts';
import { BookingDetails, History, StatusTag } from './booking/booking-details.tsx';
import { CalendarButton } from './booking/calendar-button.tsx';
import { CancelBooking } from './booking/cancel-booking.tsx';
import { ChangeBooking } from './booking/change-booking.tsx';
import { type BookedBy, recall, store } from './stored.ts';
import { useCheckoutTexts } from './texts/index.ts';
import './checkout.css';

/** The secret of a link; it leaves the address at once, and so the history of the browser (A8, A11). */
function takeSecret(): BookedBy | null {
  const [, secret] = /^#([\w-]{64})$/.exec(location.hash) ?? [];
  if (secret === undefined) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  const found = { secret };
  store('booked', found);
  return found;
}

export default function MyBookingPage() {
  const texts = useCheckoutTexts();
  const [asked, setAsked] = useState<BookedBy | null>(() => takeSecret() ?? recall('booked'));
  // Another link may be opened where this page is shown.
  useEffect(() => {
    const take = () => setAsked((before) => takeSecret() ?? before);
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  const heading = useShopTitle(texts.myBooking);
  const { data, problem, isLoading, again } = useDatedAnswer(asked, (request, asked) =>
    request(CheckoutBookingDocument, asked),
  );
  /** What is shown while it is asked for by its new address. */
  const [former, setFormer] = useState<typeof data>(null);
  const ask = (next: BookedBy | null) => {
    store('booked', next);
    setAsked(next);
    setFormer(null);
  };
  const shown = data ?? former;
  const booking = shown?.booking ?? null;
  return (
    <div class="stack checkout-view">
      <h1 ref={heading} tabIndex={-1}>
        {texts.myBooking}
      </h1>
      {shown && booking ? (
        <Found
          booking={booking}
          today={shown.viewer.today}
          terms={shown.salesTerms}
          onAnother={() => ask(null)}
          onStale={again}
          onEmail={(reference, email) => {
            // Neither the former address nor the secret of a mail to it finds the booking from now on (A11).
            ask({ reference, email });
            setFormer(shown);
          }}
        />
      ) : (
        <>
          <FindForm asked={asked && 'email' in asked ? asked : null} isBusy={isLoading} onAsk={ask} />
          {data && !booking && (
            <Notice tone="bad">{asked && 'secret' in asked ? texts.linkOver : texts.notFound}</Notice>
          )}
          {problem === 'INVALID_REFERENCE' && <Notice tone="bad">{texts.referenceWrong}</Notice>}
          {problem === 'RATE_LIMITED' && <Notice tone="bad">{texts.tooManyTries}</Notice>}
          {problem && !['INVALID_REFERENCE', 'RATE_LIMITED'].includes(problem) && (
            <RequestProblem code={problem} onAgain={again} />
          )}
        </>
      )}
    </div>
  );
}

function FindForm({
  asked,
  isBusy,
  onAsk,
}: {
  readonly asked: Extract<BookedBy, { email: string }> | null;
  readonly isBusy: boolean;
  onAsk(asked: BookedBy): void;
}) {
  const { settings } = usePage();
  const common = useCommonTexts();
  const people = usePeopleTexts();
  const texts = useCheckoutTexts();
  const [wrong, setWrong] = useState<{ reference?: string; email?: string }>({});
  return (
    <form
      class="card stack find"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const entered = new FormData(form);
        const text = (name: string) => String(entered.get(name) ?? '').trim();
        const [reference, email] = [text('reference'), text('email')];
        const missing = {
          ...(reference === '' && { reference: common.required }),
          ...(!EMAIL.test(email) && {
            email: email === '' ? common.required : texts.emailWrong,
          }),
        };
        setWrong(missing);
        const [first] = Object.keys(missing);
        if (first) return form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
        if (!isBusy) onAsk({ reference, email });
      }}
    >
      <Field
        label={texts.reference}
        note={settings.hasMail ? texts.findNote : texts.withoutMail.findNote}
        wrong={wrong.reference}
      >
        {(attributes) => (
          <input
            {...attributes}
            name="reference"
            defaultValue={asked?.reference ?? ''}
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            maxLength={20}
          />
        )}
      </Field>
      <Field label={people.fields.email} wrong={wrong.email}>
        {(attributes) => (
          <input
            {...attributes}
            name="email"
            defaultValue={asked?.email ?? ''}
            inputMode="email"
            autocomplete="email"
            spellcheck={false}
            maxLength={254}
          />
        )}
      </Field>
      <button type="submit" class="primary" aria-busy={isBusy}>
        {texts.find}
      </button>
    </form>
  );
}

function Found({
  booking: found,
  today,
  terms,
  onAnother,
  onStale,
  onEmail,
}: {
  readonly booking: BookedStayFragment;
  readonly today: string;
  readonly terms: SaleTermsFragment;
  onAnother(): void;
  /** The booking is not what it was. */
  onStale(): void;
  /** The booking is found by another e-mail address now. */
  onEmail(reference: string, email: string): void;
}) {
  const { settings } = usePage();
  const texts = useCheckoutTexts();
  /** The booking as the last action left it, until it is read again. */
  const [changed, setChanged] = useState<BookedStayFragment | null>(null);
  useEffect(() => setChanged(null), [found]);
  const [said, setSaid] = useState<string | null>(null);
  const booking = changed ?? found;
  const done = useRef<HTMLDivElement>(null);
  useEffect(() => done.current?.focus(), [said]);
  const show = (next: BookedStayFragment) => {
    setChanged(next);
    setSaid(settings.hasMail ? texts.change.done({ email: next.billedTo.email ?? '' }) : texts.withoutMail.changed);
    const { visitType, hotel, arrival, departure } = booking;
    const stay = { visitType: visitType.number, hotel: hotel.number };
    forgetBooked({ ...stay, arrival, departure });
    rememberBooked({ ...stay, arrival: next.arrival, departure: next.departure });
    if (next.billedTo.email && next.billedTo.email !== booking.billedTo.email) {
      onEmail(next.reference, next.billedTo.email);
    }
  };
  const canCancel = booking.status === 'REQUESTED' || (booking.status === 'CONFIRMED' && booking.arrival > today);
  return (
    <>
      <section class="card reference" aria-labelledby="reference-title">
        <div>
          <h2 id="reference-title">{texts.reference}</h2>
          <p class="code">{booking.reference}</p>
          <StatusTag status={booking.status} />
        </div>
        <div class="row no-print">
          {booking.status === 'CONFIRMED' && <CalendarButton bookings={[booking]} />}
          {canCancel && booking.arrival > today && (
            // The form begins anew with what the booking has become.
            <ChangeBooking key={booking.history.length} booking={booking} today={today} onChanged={show} />
          )}
          {(canCancel || changed) && <CancelBooking booking={booking} onCancelled={setChanged} onStale={onStale} />}
        </div>
      </section>
      {said && canCancel && (
        <div ref={done} tabIndex={-1}>
          <Notice tone="good">{said}</Notice>
        </div>
      )}
      <BookingDetails booking={booking} today={today} terms={terms} />
      <History booking={booking} />
      <div class="no-print">
        <button type="button" class="quiet" onClick={onAnother}>
          {texts.another}
        </button>
      </div>
    </>
  );
}
