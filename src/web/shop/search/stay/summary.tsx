/** What the visitor has picked, what it costs, and the way to the booking. */

import { Notice } from '../../../design/notice.tsx';
import { RequestProblem } from '../../../design/problem.tsx';
import { type CivilDate, showDate } from '../../../format/civil-date.ts';
import { showMoney } from '../../../format/money.ts';
import { useAnswer } from '../../../gateway/use-answer.ts';
import { type Currency, StayPriceDocument } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import { AvailabilityTag } from '../availability.tsx';
import { bookAddress } from '../search-query.ts';
import { useSearchTexts } from '../texts/index.ts';
import type { PickedDays } from './calendar/day-cell.tsx';
import { Cancellation } from './cancellation.tsx';
import { PriceLines } from './price-lines.tsx';
import type { Hotel, Room, VisitType } from './stay-parts.ts';

export function Summary({
  visitType,
  hotel,
  room,
  picked,
  guests,
  today,
  currency,
  state,
}: {
  readonly visitType: VisitType;
  readonly hotel: Hotel;
  readonly room: Room['roomType'];
  readonly picked: PickedDays | null;
  readonly guests: number;
  readonly today: CivilDate;
  readonly currency: Currency;
  /** What the calendar says of the stay; when it changes, so may the price. */
  readonly state: string;
}) {
  const { language, settings } = usePage();
  const common = useCommonTexts();
  const texts = useSearchTexts();
  const fits = guests <= room.beds;
  const input = picked && fits ? { visitType: visitType.number, roomType: room.number, ...picked } : null;
  const { data, problem, again } = useAnswer(
    input && { input, currency, state, today },
    (request, { input, currency }) => request(StayPriceDocument, { input, currency }),
  );
  const answer = data?.quote;
  const isAsking = picked !== null && fits && !answer && !problem;
  const priced = answer?.__typename === 'StayQuotes' ? answer : null;
  const quote = priced?.quotes[0] ?? null;
  const day = (date: string) =>
    showDate(date, language, { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' });
  const place = { visitType: visitType.number, hotel: hotel.number, room: room.number };
  return (
    <section class="card summary stack" aria-labelledby="summary-title" aria-busy={isAsking}>
      <h2 id="summary-title">{texts.summary}</h2>
      <dl class="facts">
        <dt>{texts.stay}</dt>
        <dd>{visitType.name.text}</dd>
        <dt>{texts.hotel}</dt>
        <dd>{hotel.name}</dd>
        <dt>{texts.room}</dt>
        <dd>
          {room.category.text}, {common.beds({ count: room.beds })}
        </dd>
        <dt>{texts.howMany}</dt>
        <dd>{common.guests({ count: guests })}</dd>
        <dt>{texts.arrival}</dt>
        <dd class="figures">{picked ? day(picked.arrival) : '–'}</dd>
        <dt>{texts.departure}</dt>
        <dd class="figures">{picked ? day(picked.departure) : '–'}</dd>
      </dl>
      {!picked && <p class="muted">{texts.pickArrival}</p>}
      {!fits && <Notice tone="ask">{texts.roomTooSmall({ count: guests, has: room.beds })}</Notice>}
      {isAsking && <div class="skeleton lines-place" />}
      {problem && <RequestProblem code={problem} onAgain={again} />}
      {answer && answer.__typename !== 'StayQuotes' && <Notice tone="ask">{answer.message}</Notice>}
      {priced && !quote && <Notice tone="ask">{texts.noPriceIn({ currency })}</Notice>}
      {picked && priced && quote && (
        <>
          <PriceLines quote={quote} />
          <p class="row">
            <AvailabilityTag availability={priced.availability} />
            {priced.availability === 'AVAILABLE' && priced.roomsLeft !== null && priced.roomsLeft < 5 && (
              <span class="small">{texts.roomsLeft({ rooms: priced.roomsLeft })}</span>
            )}
          </p>
          <Cancellation stay={{ ...picked, ...quote }} today={today} />
          <div class="order-bar">
            <p class="order-total figures" aria-hidden="true">
              <b>{showMoney(quote.total, language)}</b>
              <span class="small muted">{common.nights({ count: quote.nights })}</span>
            </p>
            <a class="button primary wide" href={bookAddress({ ...place, ...picked, currency, guests })}>
              {priced.availability === 'AVAILABLE' ? texts.book : texts.request}
            </a>
          </div>
          {priced.availability !== 'AVAILABLE' && (
            <p class="small muted">{settings.hasMail ? texts.requestNote : texts.withoutMail.requestNote}</p>
          )}
        </>
      )}
      <p class="unseen" role="status">
        {quote &&
          texts.totalIs({ total: showMoney(quote.total, language), nights: common.nights({ count: quote.nights }) })}
      </p>
    </section>
  );
}
