/**
 * The form of a booking. It sends the price and the terms of cancelling that are shown, so that nobody books at others. An order that was not answered is sent
 * again under the same idempotency key, so that it is made once.
 */

import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Dialog } from '../../../design/dialog.tsx';
import { Notice } from '../../../design/notice.tsx';
import { RequestProblem } from '../../../design/problem.tsx';
import { LOCALES } from '../../../format/language.ts';
import { showMoney } from '../../../format/money.ts';
import { randomKey } from '../../../gateway/random-key.ts';
import { requestWith } from '../../../gateway/request.ts';
import { sendOnce } from '../../../gateway/send-once.ts';
import { codeOf } from '../../../gateway/use-answer.ts';
import type { AmountFragment, StayPriceLinesFragment } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { type Entries, placeProblems } from '../../../people/entries.ts';
import { Entry } from '../../../people/entry.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import { isBookedBefore, rememberBooked } from '../booked-before.ts';
import { faultsOf, fieldOf } from '../order.ts';
import type { Ordering, Outcome, Refusal } from '../ordering.ts';
import { type OrderInput, recallOrder, store } from '../stored.ts';
import { useCheckoutTexts } from '../texts/index.ts';
import type { Hold } from '../use-hold.ts';
import { isSamePrice } from '../use-quote.ts';
import { CheckoutBar } from './checkout-bar.tsx';
import { Orderer } from './people.tsx';

interface Refused {
  readonly outcome: Refusal;
  readonly others: readonly string[];
  /** The price that was sent. */
  readonly sent: AmountFragment;
}

interface BookingFormProps {
  readonly ordering: Ordering;
  readonly isBinding: boolean;
  /** The price that is shown; null: it is on its way, and nothing can be booked. */
  readonly quote: StayPriceLinesFragment | null;
  /** The price that holds in place of `quote`. */
  onPriceChanged(quote: StayPriceLinesFragment): void;
  readonly hold: Hold;
  readonly entries: Entries;
  /** On what terms the stay is sold, which stands before the button; null: they are on their way, and nothing can be booked. */
  readonly terms: VNode | null;
  onEntry(name: string, value: string): void;
}

export function BookingForm({
  ordering,
  isBinding,
  quote,
  onPriceChanged,
  hold,
  entries,
  terms,
  onEntry,
}: BookingFormProps) {
  const { language, key, settings } = usePage();
  const { route } = useLocation();
  const common = useCommonTexts();
  const texts = useCheckoutTexts();
  const element = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<Refused | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  /** Why it is asked whether the stay is to be booked once more; null: it is not asked. */
  const [doubt, setDoubt] = useState<'booked' | 'unanswered' | null>(null);
  /** Two presses may come before the form is drawn anew. */
  const isUnderWay = useRef(false);

  const { stay, subject } = ordering;
  const total = quote?.total ?? null;
  /** The price at which one can order: nobody does before the terms are shown, too (F14). */
  const orderable = terms ? quote : null;
  useEffect(() => {
    if (Object.keys(wrong).length > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);

  /** One key for all tries to book the stay until one is answered: at most one of them is made. */
  const order = (wanted: OrderInput) => {
    const stored = recallOrder(subject);
    const { inputs: tried, at } = stored && !stored.isForgotten ? stored : { inputs: [], at: Date.now() };
    return sendOnce<OrderInput, Outcome>(wanted, {
      tried,
      keep: (inputs) => store('order', inputs.length === 0 ? null : { stay: subject, inputs, at }),
      newKey: randomKey,
      send: (input) => ordering.send(requestWith({ key, language }), input),
    });
  };

  const book = async (expected: StayPriceLinesFragment, { isSure = false } = {}) => {
    setRefusal(null);
    setFailure(null);
    const faults = Object.entries(faultsOf(entries, ordering));
    const sentences = {
      required: common.required,
      email: texts.emailWrong,
      tooYoung: texts.tooYoung({ age: ordering.childrenRule?.youngest ?? 0 }),
    };
    setWrong(Object.fromEntries(faults.map(([name, fault]) => [name, sentences[fault]])));
    if (faults.length > 0) return;
    // An order that was not answered is sent again under its key, and is made once, as long as the key is known.
    const unanswered = recallOrder(subject);
    if (!isSure && unanswered?.isForgotten) return setDoubt('unanswered');
    if (!isSure && !unanswered && isBookedBefore(stay)) return setDoubt('booked');
    isUnderWay.current = true;
    setIsSending(true);
    try {
      const { outcome, sent, isEarlier } = await order({
        ...ordering.make(entries, { isBinding }),
        language: LOCALES[language],
        expectedTotal: expected.total.amountMinor,
        // A hold that an earlier build of the page has stored does not say it.
        ...(expected.freeCancellationUntil !== undefined && {
          expectedCancellation: { freeCancellationUntil: expected.freeCancellationUntil },
        }),
        ...(isBinding && hold.id !== null && { hold: hold.id }),
      });
      if (outcome.__typename === 'BookingCreated') {
        hold.use();
        rememberBooked(stay, ordering.rooms);
        store('draft', null);
        const { reference } = outcome.booking;
        store('booked', { reference, email: sent.billedTo.email ?? '' });
        store('earlier', isEarlier ? { reference } : null);
        return route('/booked');
      }
      if (outcome.__typename === 'NotFound') hold.use();
      if (outcome.__typename === 'PriceChanged') onPriceChanged(outcome.quote);
      const isSpent = outcome.__typename === 'TooManyRequests' && outcome.limit === 'ADDRESS_ROOM_NIGHTS';
      const isTaken = isSpent || outcome.__typename === 'NoCapacity' || outcome.__typename === 'OnDemandOnly';
      if (isTaken && isBinding && !sent.hold && hold.mayHaveThem()) return setFailure('SERVICE_UNAVAILABLE');
      if (isSpent) hold.spend(outcome.message);
      const placed =
        outcome.__typename === 'InvalidInput'
          ? placeProblems(outcome.problems, (path) => fieldOf(ordering.pathOf(path), entries))
          : { wrong: {}, others: [] };
      setWrong(placed.wrong);
      setRefusal({ outcome, others: placed.others, sent: expected.total });
    } catch (error) {
      setFailure(codeOf(error));
    } finally {
      isUnderWay.current = false;
      setIsSending(false);
    }
  };

  const form = { entries, wrong, onEntry };
  /** What either button that places the order says (F14). */
  const toPlace =
    orderable && (isBinding ? texts.book : texts.request)({ total: showMoney(orderable.total, language) });
  return (
    <>
      <CheckoutBar hold={isBinding ? hold : null} rooms={ordering.rooms} total={total} />
      <form
        ref={element}
        class="stack card checkout-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (orderable && !isUnderWay.current) book(orderable);
        }}
      >
        <Orderer form={form} />
        {ordering.people(form)}
        <Entry name="customerNote" field="customerNote" form={form} isOptional />
        {terms}
        {Object.keys(wrong).length > 0 && <Notice tone="bad">{texts.checkFields}</Notice>}
        {failure && (
          <>
            <RequestProblem code={failure} />
            {failure === 'UNREACHABLE' && <p>{texts.unanswered}</p>}
          </>
        )}
        {refusal && <RefusedOrder {...refusal} quote={quote} otherDays={ordering.otherDays} />}
        {doubt && (
          <Dialog title={texts.twice} onClose={() => setDoubt(null)}>
            <div class="stack">
              <p>
                {doubt === 'booked'
                  ? texts.twiceNote
                  : settings.hasMail
                    ? texts.twiceUnanswered
                    : texts.withoutMail.twiceUnanswered}
              </p>
              <p>{isBinding ? texts.anotherBooking : texts.anotherRequest}</p>
              <p class="row">
                <a class="button" href="/booking">
                  {texts.toMyBooking}
                </a>
                <button
                  type="button"
                  class="primary"
                  disabled={!orderable}
                  onClick={() => {
                    setDoubt(null);
                    if (orderable && !isUnderWay.current) book(orderable, { isSure: true });
                  }}
                >
                  {toPlace ?? common.loading}
                </button>
              </p>
            </div>
          </Dialog>
        )}
        <div>
          <button type="submit" class="primary wide" aria-busy={isSending} disabled={!orderable}>
            {isSending && orderable ? common.sending : (toPlace ?? common.loading)}
          </button>
          <p class="small muted under-button">{isBinding ? texts.binding : texts.notBinding}</p>
        </div>
      </form>
    </>
  );
}

/** Why nothing was booked, and the way on. Problems of single fields stand beside them. */
function RefusedOrder({
  outcome,
  others,
  sent,
  quote,
  otherDays,
}: Refused & {
  readonly quote: StayPriceLinesFragment | null;
  readonly otherDays: string;
}) {
  const { language } = usePage();
  const texts = useCheckoutTexts();
  if (outcome.__typename === 'PriceChanged') {
    // The price of something that was chosen since is another one.
    if (!quote || !isSamePrice(quote, outcome.quote)) return null;
    const [before, now] = [showMoney(sent, language), showMoney(quote.total, language)];
    const areTermsOthers = sent.amountMinor === quote.total.amountMinor;
    return <Notice tone="ask">{areTermsOthers ? outcome.message : texts.priceChanged({ before, now })}</Notice>;
  }
  if (outcome.__typename === 'InvalidInput') {
    return others.length === 0 ? null : <Notice tone="bad">{others.join(' ')}</Notice>;
  }
  return (
    <Notice tone="bad">
      {outcome.message} {CAN_CHOOSE_OTHER_DAYS.has(outcome.__typename) && <a href={otherDays}>{texts.otherDays}</a>}
    </Notice>
  );
}

const CAN_CHOOSE_OTHER_DAYS = new Set<Refusal['__typename']>([
  'NoCapacity',
  'NotFound',
  'NotPriced',
  'OnDemandOnly',
  'StayNotAllowed',
]);
