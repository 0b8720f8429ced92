/** The booking of a stay: what it is and costs, a hold with a clock, the form. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Notice } from '../../design/notice.tsx';
import { RequestProblem } from '../../design/problem.tsx';
import { useAnswer } from '../../gateway/use-answer.ts';
import { CheckoutQuoteDocument, CheckoutStayDocument } from '../../generated/operations.ts';
import { usePage } from '../../page.tsx';
import { programsOf, withPrograms } from '../../people/entries.ts';
import { lastOffersAddress } from '../search/last-search.ts';
import { bookAddress, type StayToBook } from '../search/search-query.ts';
import { useSearchTexts } from '../search/texts/index.ts';
import { useDatedAnswer } from '../use-dated-answer.ts';
import { useShopTitle } from '../use-shop-title.ts';
import { SalesTerms } from './booking/sales-terms.tsx';
import { childrenRuleOf } from './children.ts';
import { BookingForm } from './form/booking-form.tsx';
import { Guests } from './form/people.tsx';
import { orderOf } from './order.ts';
import { sendOne } from './ordering.ts';
import { StaySummary } from './stay-summary.tsx';
import { daysAddress, stayToBookOf } from './stay-to-book.ts';
import { useCheckoutTexts } from './texts/index.ts';
import { useDraft } from './use-draft.ts';
import { holdsRoom, mayHoldRoom, useHold } from './use-hold.ts';
import { inNewWords, useQuote } from './use-quote.ts';
import './checkout.css';

export default function BookPage() {
  const { language } = usePage();
  const { query } = useLocation();
  const stay = stayToBookOf(query, language);
  return stay ? <BookStay stay={stay} /> : <NoStay />;
}

export function NoStay() {
  const texts = useCheckoutTexts();
  const heading = useShopTitle(texts.bookTitle);
  return (
    <div class="stack checkout-view">
      <h1 ref={heading} tabIndex={-1}>
        {texts.bookTitle}
      </h1>
      <Notice>
        {texts.noStay} <a href={lastOffersAddress()}>{texts.toOffers}</a>
      </Notice>
    </div>
  );
}

function BookStay({ stay }: { readonly stay: StayToBook }) {
  const { route } = useLocation();
  const { settings } = usePage();
  const texts = useCheckoutTexts();
  const searchTexts = useSearchTexts();
  const { entries: draft, onEntry } = useDraft();
  const details = useDatedAnswer({ visitType: stay.visitType, hotel: stay.hotel }, (request, asked) =>
    request(CheckoutStayDocument, asked),
  );
  const found = details.data;
  const entries = withPrograms(draft, found && (found.visitType?.loyaltyPrograms ?? []));
  const room = found?.hotel?.roomTypes.find(({ number }) => number === stay.room) ?? null;
  const childrenRule = childrenRuleOf(found?.hotel, stay.arrival);
  const guests = Math.min(stay.guests, room?.beds ?? stay.guests);
  const input = {
    ...{ visitType: stay.visitType, roomType: stay.room, arrival: stay.arrival, departure: stay.departure },
    loyaltyPrograms: programsOf(entries, guests),
  };
  /** How often a hold was over: then the gateway is asked again what is left. */
  const [ends, setEnds] = useState(0);
  const subject = JSON.stringify([input, stay.currency]);
  const priced = useAnswer({ input, currency: stay.currency, ends }, (request, { input, currency }) =>
    request(CheckoutQuoteDocument, { input, currency }),
  );
  const answer = priced.data?.quote;
  const quoted = answer?.__typename === 'StayQuotes' ? answer : null;
  // What one holds is one's own, though the gateway counts it as taken; also while one hold takes the place of another.
  const owned = useRef<string | null>(null);
  const days = daysAddress({ ...stay, guests: 1 });
  if (holdsRoom(stay)) owned.current = days;
  const isOwn = owned.current === days || mayHoldRoom(stay);
  const isFree = quoted ? quoted.availability === 'AVAILABLE' || isOwn : true;
  const wasFree = useLast(quoted ? isFree : null, bookAddress(stay));
  const hold = useHold(
    (quoted ? isFree : wasFree) && quoted?.quotes[0] ? { ...input, hotel: stay.hotel, currency: stay.currency } : null,
  );
  const isBinding = isFree && !hold.isSpent;
  useEffect(() => {
    if (!hold.isOver) return;
    owned.current = null;
    setEnds((before) => before + 1);
  }, [hold.isOver]);
  const [asked, heldQuote] = [quoted?.quotes[0], hold.quotes?.[0]];
  const { quote, onPriceChanged } = useQuote(heldQuote ? inNewWords(heldQuote, asked) : (asked ?? null), subject);
  const title = isBinding ? texts.bookTitle : texts.requestTitle;
  const heading = useShopTitle(title);
  const problem = details.problem ?? priced.problem;
  // A programme can be chosen otherwise in the form; what else is refused cannot be booked at all.
  const isRefused = answer && answer.__typename !== 'LoyaltyNotApplicable' && !quoted?.quotes.length;
  const isGone = found !== null && (!found.visitType || !found.hotel || !room);

  const isShown = useLast(found && !priced.isLoading ? true : null, bookAddress(stay)) ?? false;
  return (
    <div class="stack checkout-view">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {problem && <RequestProblem code={problem} onAgain={details.problem ? details.again : priced.again} />}
      {isGone && (
        <Notice tone="bad">
          {texts.noStay} <a href={lastOffersAddress()}>{texts.toOffers}</a>
        </Notice>
      )}
      {room && stay.guests > room.beds && (
        <Notice tone="ask">
          {searchTexts.roomTooSmall({ count: stay.guests, has: room.beds })}{' '}
          <a href={daysAddress(stay)}>{searchTexts.rooms}</a>
        </Notice>
      )}
      {answer && answer.__typename !== 'StayQuotes' && (
        <Notice tone="bad">
          {answer.message} <a href={daysAddress(stay)}>{texts.otherDays}</a>
        </Notice>
      )}
      {quoted && quoted.quotes.length === 0 && (
        <Notice tone="ask">
          {texts.noPrice({ currency: stay.currency })} <a href={daysAddress(stay)}>{texts.otherDays}</a>
        </Notice>
      )}
      {!isGone && !details.problem && (
        <div class={`checkout ${isShown ? '' : 'coming'}`}>
          <div>
            {!isBinding && (
              <div class="checkout-request">
                <Notice tone="ask">
                  {ends > 0 && (
                    <>
                      {texts.roomTaken} <a href={daysAddress(stay)}>{texts.otherDays}</a>{' '}
                    </>
                  )}
                  {hold.isSpent && <>{hold.refusal} </>}
                  {settings.hasMail ? texts.requestNote : texts.withoutMail.requestNote}
                </Notice>
              </div>
            )}
            {!isRefused && (
              <BookingForm
                key={stay.room}
                ordering={{
                  ...{ stay, subject: JSON.stringify({ ...stay, guests: undefined }), guests, rooms: 1, childrenRule },
                  otherDays: daysAddress(stay),
                  people: (form) => (
                    <Guests
                      form={form}
                      guests={guests}
                      beds={room?.beds ?? guests}
                      childrenRule={childrenRule}
                      programs={found?.visitType?.loyaltyPrograms ?? []}
                      onGuests={(changed) => route(bookAddress({ ...stay, guests: changed }), true)}
                    />
                  ),
                  make: (entered, how) => orderOf(entered, { stay: { ...stay, guests }, childrenRule, ...how }),
                  pathOf: (path) => path,
                  send: sendOne,
                }}
                isBinding={isBinding}
                quote={quote}
                onPriceChanged={onPriceChanged}
                hold={hold}
                entries={entries}
                terms={
                  found && <SalesTerms terms={found.salesTerms} touristTax={found.hotel?.touristTax.text ?? null} />
                }
                onEntry={onEntry}
              />
            )}
          </div>
          {found && room ? (
            <StaySummary
              stay={{
                ...{ ...found, rooms: [{ guests: null, roomType: room }] },
                ...{ arrival: stay.arrival, departure: stay.departure },
              }}
              quote={quote}
              today={found.viewer.today}
              isLoading={priced.isLoading}
            />
          ) : (
            <div class="card skeleton summary-place" />
          )}
        </div>
      )}
    </div>
  );
}

/** The last value that was not null, for the same `of`. */
export function useLast<Value>(value: Value | null, of: string): Value | null {
  const last = useRef<{ of: string; value: Value | null }>({ of, value });
  useEffect(() => {
    if (value !== null) last.current = { of, value };
  }, [value, of]);
  return value ?? (last.current.of === of ? last.current.value : null);
}
