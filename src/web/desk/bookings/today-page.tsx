/** The day at the desk: who comes, who goes, who is in house, and which requests wait for an answer. */

import { useEffect, useRef } from 'preact/hooks';
import { RequestProblem } from '../../design/problem.tsx';
import { addDays, showDate } from '../../format/civil-date.ts';
import {
  DeskDayDocument,
  DeskLiveDocument,
  type DeskRowFragment,
  DeskTodayDocument,
} from '../../generated/operations.ts';
import { usePage } from '../../page.tsx';
import { Operations } from '../operations.tsx';
import { useToday } from '../rooms/use-today.ts';
import { useDeskAnswer } from '../session.tsx';
import { useLoading } from '../single-keys.ts';
import { ViewTitle } from '../view-title.tsx';
import { BookingCards } from './booking-row.tsx';
import { Arrival, CheckIn } from './day/arrival.tsx';
import { askToday } from './day/ask-today.ts';
import { ByHotel, DayCards, DayPart } from './day/day-part.tsx';
import { InHouse } from './day/in-house.tsx';
import { showAge, useMinute } from './moment.ts';
import { RenewalNotice, useRenewal } from './renewal.tsx';
import { useRowKeys } from './row-keys.ts';
import { useBookingTexts } from './texts/index.ts';
import './bookings.css';

export function TodayPage() {
  const { language } = usePage();
  const texts = useBookingTexts();
  const lists = useRef<HTMLDivElement>(null);
  const now = useMinute();
  const { data, problem, sentences, again } = useDeskAnswer('today', askToday);
  const renewal = useRenewal(lists, again);
  const date = useToday();
  useEffect(() => {
    if (data !== null && data.today !== date) renewal.show();
  }, [date]);
  useLoading(data === null && problem === null);
  useRowKeys(data !== null);
  const today = data?.today ?? date;
  const title = texts.todayTitle({
    date: showDate(today, language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  });
  const on = (day: string) => data?.arrivals.filter(({ arrival }) => arrival === day) ?? null;
  const arrivals = on(today);
  const tomorrow = addDays(today, 1);
  const departures = data?.inHouse.filter(({ departure }) => departure === today) ?? null;
  const staying = data?.inHouse.filter(({ departure }) => departure > today) ?? null;
  const tonight = staying && arrivals && [...staying, ...arrivals];
  const href = (filter: Record<string, string>) => `/desk/bookings?${new URLSearchParams(filter)}`;
  return (
    <div class="stack">
      <ViewTitle title={title} />
      <RenewalNotice {...renewal} />
      {problem !== null && <RequestProblem code={problem} sentences={sentences} onAgain={renewal.show} />}
      <dl class="counts">
        <Count
          term={texts.requests}
          value={data && count(data.requests, data.hasMoreRequests, (least) => texts.atLeast({ count: least }))}
        />
        <Count term={texts.arrivalsToday} value={arrivals && String(arrivals.length)} />
        <Count term={texts.departuresToday} value={departures && String(departures.length)} />
        <Count term={texts.inHouse} value={tonight && String(tonight.length)} />
      </dl>
      <div ref={lists} class="today-lists">
        <DayPart
          class="requests"
          title={texts.requests}
          href={href({ status: 'REQUESTED', sort: 'OLDEST' })}
          rows={data?.requests ?? null}
          none={texts.noRequests}
        >
          {(rows) => <BookingCards rows={rows} now={now} more={(row) => <Waiting row={row} now={now} />} />}
        </DayPart>
        <div class="stack">
          <DayPart
            title={texts.arrivalsToday}
            href={href({ status: 'CONFIRMED', arrivalFrom: today, arrivalTo: today })}
            rows={arrivals}
            none={texts.noArrivals}
          >
            {(rows) => (
              <DayCards
                rows={rows}
                now={now}
                above={({ hotel }) => <CheckIn hotel={hotel} />}
                more={(row) => <Arrival row={row} />}
              />
            )}
          </DayPart>
          <DayPart
            class="tomorrow"
            title={texts.arrivalsTomorrow}
            href={href({ status: 'CONFIRMED', arrivalFrom: tomorrow, arrivalTo: tomorrow })}
            rows={on(tomorrow)}
            none={texts.noArrivals}
          >
            {(rows) => <DayCards rows={rows} now={now} />}
          </DayPart>
          <DayPart title={texts.departuresToday} rows={departures} none={texts.noDepartures}>
            {(rows) => <DayCards rows={rows} now={now} />}
          </DayPart>
          <DayPart title={texts.inHouseByRoom} rows={tonight} none={texts.nobodyInHouse}>
            {(rows) => <ByHotel rows={rows}>{(some) => <InHouse rows={some} />}</ByHotel>}
          </DayPart>
        </div>
        <DayPart
          class="newest"
          title={texts.newest}
          href="/desk/bookings"
          rows={data?.newest ?? null}
          none={texts.noBookings}
        >
          {(rows) => <BookingCards rows={rows} now={now} />}
        </DayPart>
      </div>
      <Operations documents={[DeskTodayDocument, DeskDayDocument, DeskLiveDocument]} />
    </div>
  );
}

const count = (rows: readonly unknown[], hasMore: boolean, atLeast: (count: number) => string) =>
  hasMore ? atLeast(rows.length) : String(rows.length);

function Count({ term, value }: { readonly term: string; readonly value: string | null }) {
  return (
    <div class="card">
      <dt class="small muted">{term}</dt>
      <dd class="figures">{value ?? <span class="skeleton">0</span>}</dd>
    </div>
  );
}

/** How long a request has waited. */
function Waiting({ row, now }: { readonly row: DeskRowFragment; readonly now: number }) {
  const { language } = usePage();
  const texts = useBookingTexts();
  return <p class="small strong">{texts.asked({ since: showAge(row.createdAt, now, language) })}</p>;
}
