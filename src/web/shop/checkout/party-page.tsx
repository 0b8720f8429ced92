/** The booking of a party in several rooms: what its rooms are and cost, one hold of all, and a form for all guests (Y2, Y3). */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Notice } from '../../design/notice.tsx';
import { RequestProblem } from '../../design/problem.tsx';
import { addDays } from '../../format/civil-date.ts';
import { together } from '../../format/together.ts';
import type { Whole } from '../../gateway/request.ts';
import { useAnswer } from '../../gateway/use-answer.ts';
import {
  CheckoutPartyDocument,
  type CheckoutPartyQuery,
  CheckoutQuoteDocument,
  CheckoutStayDocument,
} from '../../generated/operations.ts';
import { usePage } from '../../page.tsx';
import { programsOf, withPrograms } from '../../people/entries.ts';
import { guestsBefore, pathInParty } from '../../people/rooms.ts';
import { lastOffersAddress } from '../search/last-search.ts';
import { type PartyStay, partyAddress, partyStayOf } from '../search/party-address.ts';
import { offersAddress, USUAL_SEARCH } from '../search/search-query.ts';
import { useDatedAnswer } from '../use-dated-answer.ts';
import { useShopTitle } from '../use-shop-title.ts';
import { NoStay, useLast } from './book-page.tsx';
import { SalesTerms } from './booking/sales-terms.tsx';
import { childrenRuleOf } from './children.ts';
import { BookingForm } from './form/booking-form.tsx';
import { partyOrderOf } from './order.ts';
import { sendParty } from './ordering.ts';
import { RoomGuests } from './party/room-guests.tsx';
import { StaySummary } from './stay-summary.tsx';
import { useCheckoutTexts } from './texts/index.ts';
import { useDraft } from './use-draft.ts';
import { useHold } from './use-hold.ts';
import { inNewWords, useQuote } from './use-quote.ts';
import './checkout.css';

export default function PartyPage() {
  const { language } = usePage();
  const { query } = useLocation();
  const stay = partyStayOf(query, language);
  return stay ? <BookParty key={partyAddress(stay)} stay={stay} /> : <NoStay />;
}

type Answer = Whole<CheckoutPartyQuery>;
type Offer = Answer['offers']['nodes'][number];

interface Offered {
  /** The last one, whether it was followed or not. */
  readonly answer: Answer | null;
  readonly offer: Offer | null;
  /** Whether its rooms are held, or about to be. */
  readonly isHeld: boolean;
}

function BookParty({ stay }: { readonly stay: PartyStay }) {
  const { settings } = usePage();
  const texts = useCheckoutTexts();
  const { entries: draft, onEntry } = useDraft();
  const { visitType, hotel, arrival, nights, party, currency } = stay;
  const details = useDatedAnswer({ visitType, hotel }, (request, asked) => request(CheckoutStayDocument, asked));
  const found = details.data;
  const childrenRule = childrenRuleOf(found?.hotel, arrival);
  const entries = withPrograms(draft, found && (found.visitType?.loyaltyPrograms ?? []));
  /** How often a hold was over: then the gateway is asked again what is left. */
  const [ends, setEnds] = useState(0);
  const filter = {
    visitType,
    hotel,
    arrival,
    nights,
    currency,
    party: [...party],
    flexibleDays: 0,
    includeOnRequest: true,
  };
  const offered = useAnswer({ filter, ends }, (request, { filter }) => request(CheckoutPartyDocument, { filter }));
  // What was offered before keeps its place while it is asked again, and for good while its rooms are held: the gateway counts these as taken.
  const last = useRef<Offered>({ answer: null, offer: null, isHeld: false });
  if (offered.data && offered.data !== last.current.answer) {
    const offer = last.current.isHeld ? last.current.offer : (offered.data.offers.nodes[0] ?? null);
    last.current = { ...last.current, answer: offered.data, offer };
  }
  const { offer } = last.current;
  const isFree = offer?.availability !== 'ON_DEMAND';
  const departure = addDays(arrival, nights);
  const programs = party.map((guests, room) => programsOf(entries, guests, guestsBefore(party, room)));
  const hasPrograms = programs.some((ofRoom) => ofRoom.length > 0);
  const stayOf = { visitType, hotel, arrival, departure, currency };
  /** The offer, or field by field with the programmes, which are no part of it. */
  const rooms = (offer?.rooms ?? []).map(({ roomType }, room) => ({
    ...{ roomType: String(roomType.number), guests: party[room] ?? 1 },
    loyaltyPrograms: programs[room] ?? [],
  }));
  const toHold = offer && (hasPrograms ? { ...stayOf, rooms } : { offer: offer.id });
  const hold = useHold(isFree && !offered.isLoading ? toHold : null);
  const isBinding = isFree && !hold.isSpent;
  last.current = { ...last.current, isHeld: hold.id !== null || hold.isAsking };
  useEffect(() => {
    if (hold.isOver) setEnds((before) => before + 1);
  }, [hold.isOver]);
  const priced = useAnswer(
    offer && hasPrograms ? { ...stayOf, rooms } : null,
    (request, { currency, rooms, hotel: _, ...asked }) =>
      Promise.all(
        rooms.map(async ({ roomType, loyaltyPrograms }) => {
          const input = { ...asked, roomType, loyaltyPrograms };
          return (await request(CheckoutQuoteDocument, { input, currency })).quote;
        }),
      ),
  );
  const refused = priced.data?.find((one) => one.__typename !== 'StayQuotes');
  const answered = priced.data?.flatMap((one) => (one.__typename === 'StayQuotes' ? one.quotes : [])) ?? [];
  const offeredQuotes = offer?.rooms.map((room) => room.quote) ?? [];
  // The offer may have been made in another language.
  const shownRooms = (offer?.rooms ?? []).map(({ guests, roomType }) => ({
    guests,
    roomType: found?.hotel?.roomTypes.find(({ number }) => number === roomType.number) ?? roomType,
  }));
  const newest = hasPrograms ? answered : (offered.data?.offers.nodes[0]?.rooms.map((room) => room.quote) ?? []);
  const quotes =
    hold.quotes?.map((held, room) => inNewWords(held, newest[room])) ??
    (!hasPrograms ? offeredQuotes : refused ? [] : answered);
  const { quote, onPriceChanged } = useQuote(together(quotes), JSON.stringify(rooms));
  const title = isBinding ? texts.bookTitle : texts.requestTitle;
  const heading = useShopTitle(title);
  const problem = details.problem ?? offered.problem ?? priced.problem;
  const isGone = found !== null && (!found.visitType || !found.hotel);
  const isPriced = found && offer && !offered.isLoading && !priced.isLoading;
  const isShown = useLast(isPriced ? true : null, partyAddress(stay)) ?? false;
  const otherDays = offersAddress({ ...USUAL_SEARCH, arrival, nights, flex: 7, visitType, party, currency });
  return (
    <div class="stack checkout-view">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {problem && (
        <RequestProblem
          code={problem}
          onAgain={details.problem ? details.again : offered.problem ? offered.again : priced.again}
        />
      )}
      {refused && <Notice tone="bad">{refused.message}</Notice>}
      {isGone && (
        <Notice tone="bad">
          {texts.noStay} <a href={lastOffersAddress()}>{texts.toOffers}</a>
        </Notice>
      )}
      {offered.data && !offer && !isGone && (
        <Notice tone="bad">
          {texts.roomsGone} <a href={otherDays}>{texts.otherDays}</a>
        </Notice>
      )}
      {!isGone && !problem && (!offered.data || offer) && (
        <div class={`checkout ${isShown ? '' : 'coming'}`}>
          <div>
            {!isBinding && (
              <div class="checkout-request">
                <Notice tone="ask">
                  {ends > 0 && (
                    <>
                      {texts.roomsTaken} <a href={otherDays}>{texts.otherDays}</a>{' '}
                    </>
                  )}
                  {hold.isSpent && <>{hold.refusal} </>}
                  {settings.hasMail ? texts.requestNote : texts.withoutMail.requestNote}
                </Notice>
              </div>
            )}
            <BookingForm
              ordering={{
                stay: { visitType, hotel, arrival, departure },
                subject: partyAddress(stay),
                guests: guestsBefore(party, party.length),
                otherDays,
                rooms: party.length,
                childrenRule,
                people: (form) => (
                  <RoomGuests {...{ form, party, childrenRule }} programs={found?.visitType?.loyaltyPrograms ?? []} />
                ),
                make: (entered, how) => partyOrderOf(entered, { offer: offer?.id ?? '', party, childrenRule, ...how }),
                pathOf: (path) => pathInParty(path, party),
                send: sendParty,
              }}
              isBinding={isBinding}
              quote={quote}
              onPriceChanged={onPriceChanged}
              hold={hold}
              entries={entries}
              terms={found && <SalesTerms terms={found.salesTerms} touristTax={found.hotel?.touristTax.text ?? null} />}
              onEntry={onEntry}
            />
          </div>
          {found?.visitType && found.hotel && offer ? (
            <StaySummary
              stay={{ ...found, rooms: shownRooms, arrival, departure }}
              quote={quote}
              today={found.viewer.today}
              isLoading={offered.isLoading || priced.isLoading}
            />
          ) : (
            <div class="card skeleton summary-place" />
          )}
        </div>
      )}
    </div>
  );
}
