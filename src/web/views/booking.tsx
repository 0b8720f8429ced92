/**
 * The booking form. It sends the displayed price, so that nobody books at another one. A repetition of the same booking after a
 * network failure carries the same idempotency key, so that it is made once.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { type CivilDate, showDate } from '../format/civil-date.ts';
import { showMoney } from '../format/money.ts';
import {
  BookDocument,
  type BookMutation,
  type CreateBookingInput,
  type LinesFragment,
} from '../generated/operations.ts';
import { usePage } from '../page.ts';
import { requestWith } from '../request.ts';
import { codeOf } from '../use-answer.ts';
import { Entry, FIELDS, type Field, problemOf, readContact } from './contact.tsx';
import { Problem, Said } from './problem.tsx';

/** What is booked, except for the contact. */
export interface Terms
  extends Pick<CreateBookingInput, 'visitType' | 'hotel' | 'roomType' | 'arrival' | 'departure' | 'kind'> {
  /** The guest's; null: none. */
  readonly loyaltyProgram: number | null;
}
type Outcome = BookMutation['createBooking'];
type Wrong = Partial<Record<Field, string>>;

/** Without a quote, for example while it loads, nothing can be booked. The entries stay. */
export function Booking(props: {
  terms: Terms;
  quote: LinesFragment | null;
  onAnswer(outcome: Outcome): void;
  onAnother(): void;
}) {
  const { terms, quote, onAnswer, onAnother } = props;
  const { texts, language, key } = usePage();
  const form = useRef<HTMLFormElement>(null);
  const unanswered = useRef<{ content: string; idempotencyKey: string } | null>(null);
  const [wrong, setWrong] = useState<Wrong>({});
  const [isSending, setIsSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isBinding = terms.kind === 'BINDING';
  const fields = (Object.keys(FIELDS) as Field[]).filter((field) => isBinding || !FIELDS[field].isAddress);

  // The outcome for another stay no longer applies.
  useEffect(() => {
    setOutcome(null);
    setFailure(null);
  }, [JSON.stringify(terms)]);
  useEffect(() => {
    if (Object.keys(wrong).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);

  const book = async ({ currency, total }: LinesFragment) => {
    const entered = new FormData(form.current!);
    const problems = fields.flatMap((field) => {
      const problem = problemOf(field, String(entered.get(field)));
      return problem ? [[field, texts[problem]] as const] : [];
    });
    setOutcome(null);
    setFailure(null);
    setWrong(Object.fromEntries(problems));
    if (problems.length > 0) return;

    const { loyaltyProgram, ...stay } = terms;
    const billedTo = readContact(entered, { isBinding });
    const { firstName, lastName } = billedTo;
    const guests = [{ firstName, lastName, loyaltyProgram }];
    const booking = { ...stay, currency, expectedTotal: total.minorUnits, billedTo, guests };
    const content = JSON.stringify(booking);
    if (unanswered.current?.content !== content) unanswered.current = { content, idempotencyKey: randomKey() };
    const { idempotencyKey } = unanswered.current;
    setIsSending(true);
    try {
      const request = requestWith({ key: key!, language });
      const { createBooking } = await request(BookDocument, { input: { ...booking, idempotencyKey } });
      unanswered.current = null;
      setOutcome(createBooking);
      if (createBooking.__typename === 'InvalidInput') setWrong(wrongFields(createBooking, texts.valueWrong));
      onAnswer(createBooking);
    } catch (error) {
      setFailure(codeOf(error));
    }
    setIsSending(false);
  };

  if (outcome?.__typename === 'BookingCreated') {
    return <Booked booking={outcome.booking} isBinding={isBinding} onAnother={onAnother} />;
  }
  return (
    <form
      ref={form}
      class="card"
      noValidate
      aria-labelledby="booking-title"
      onSubmit={(event) => {
        event.preventDefault();
        if (quote && !isSending) book(quote);
      }}
    >
      <h3 id="booking-title">{texts.booking}</h3>
      {!isBinding && <p class="note">{texts.onDemandHint}</p>}
      <div class="fields">
        {fields.map((field) => (
          <Entry key={field} field={field} problem={wrong[field]} />
        ))}
      </div>
      {Object.keys(wrong).length > 0 && <Said>{texts.checkFields}</Said>}
      {failure && <Problem code={failure} />}
      {outcome && <Refusal outcome={outcome} />}
      <button type="submit" class="main" aria-disabled={!quote || isSending}>
        {!quote && '…'}
        {quote && isSending && texts.sending}
        {quote && !isSending && (isBinding ? texts.book : texts.request)(showMoney(quote.total, language))}
      </button>
    </form>
  );
}

function Booked(props: {
  booking: Extract<Outcome, { __typename: 'BookingCreated' }>['booking'];
  isBinding: boolean;
  onAnother(): void;
}) {
  const { booking, isBinding, onAnother } = props;
  const { texts, language, showsMail } = usePage();
  const title = useRef<HTMLHeadingElement>(null);
  const says = (date: CivilDate) => showDate(date, language, { dateStyle: 'medium' });
  // The form that had the focus is gone.
  useEffect(() => title.current?.focus(), []);
  return (
    <section class="card booked">
      <h3 ref={title} tabIndex={-1}>
        {isBinding ? texts.booked : texts.requested}
      </h3>
      <dl>
        <dt>{texts.bookingNumber}</dt>
        <dd class="number">{booking.id}</dd>
        <dt>{texts.stay}</dt>
        <dd>
          {says(booking.arrival)} – {says(booking.departure)}
        </dd>
        <dt>{texts.total}</dt>
        <dd>{showMoney(booking.price.total, language)}</dd>
      </dl>
      {showsMail && (
        <p>
          <a href="/mail">{texts.seeMail}</a>
        </p>
      )}
      <button type="button" onClick={onAnother}>
        {texts.another}
      </button>
    </section>
  );
}

/** Why nothing was booked. Problems of single fields are shown beside them. */
function Refusal({ outcome }: { outcome: Outcome }) {
  const { texts, language } = usePage();
  switch (outcome.__typename) {
    case 'BookingCreated':
      return null;
    case 'NoCapacity':
      return <Said>{texts.noRoomOn(showDate(outcome.firstNight, language, { dateStyle: 'long' }))}</Said>;
    case 'PriceChanged':
      return <Said>{texts.priceChanged(showMoney(outcome.quote.total, language))}</Said>;
    default:
      return <Problem code={outcome.code} />;
  }
}

/** The fields that the gateway complains about. */
function wrongFields({ problems }: { problems: readonly { path: string }[] }, says: string): Wrong {
  const isWrong = (field: Field) => problems.some(({ path }) => path === `billedTo.${FIELDS[field].path}`);
  return Object.fromEntries((Object.keys(FIELDS) as Field[]).filter(isWrong).map((field) => [field, says]));
}

/** 128 random bits. `crypto.randomUUID` needs HTTPS or localhost. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
