/** The day at the desk: who comes, who goes, and which requests wait for an answer. */

import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { RequestProblem } from '../../design/problem.tsx';
import { addDays, showDate } from '../../format/civil-date.ts';
import type { Request } from '../../gateway/request.ts';
import {
  DeskInHouseDocument,
  DeskLiveDocument,
  type DeskRowFragment,
  DeskTodayDocument,
  DeskViewerDocument,
} from '../../generated/operations.ts';
import { usePage } from '../../page.tsx';
import { Operations } from '../operations.tsx';
import { useDeskAnswer, useSession } from '../session.tsx';
import { useLoading } from '../single-keys.ts';
import { ViewTitle } from '../view-title.tsx';
import { BookingCards, RowSkeletons } from './booking-row.tsx';
import { useMinute } from './moment.ts';
import { RenewalNotice, useRenewal } from './renewal.tsx';
import { useRowKeys } from './row-keys.ts';
import { useBookingTexts } from './texts/index.ts';
import './bookings.css';

export function TodayPage() {
  const { language } = usePage();
  const texts = useBookingTexts();
  const session = useSession();
  const lists = useRef<HTMLDivElement>(null);
  const now = useMinute();
  const { data, problem, sentences, again } = useDeskAnswer('today', askToday);
  const renewal = useRenewal(lists, again);
  useLoading(data === null && problem === null);
  useRowKeys(data !== null);
  const today = data?.today ?? session.today;
  const title = texts.todayTitle({
    date: showDate(today, language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  });
  const on = (day: string) => data?.arrivals.filter(({ arrival }) => arrival === day) ?? null;
  const arrivals = on(today);
  const tomorrow = addDays(today, 1);
  const departures = data?.inHouse.filter(({ departure }) => departure === today) ?? null;
  const staying = data?.inHouse.filter(({ departure }) => departure > today) ?? null;
  const href = (filter: Record<string, string>) => `/desk/bookings?${new URLSearchParams(filter)}`;
  return (
    <div class="stack">
      <ViewTitle title={title} />
      <RenewalNotice {...renewal} />
      {problem !== null && <RequestProblem code={problem} sentences={sentences} onAgain={again} />}
      <dl class="counts">
        <Count
          term={texts.requests}
          value={data && count(data.requests, data.hasMoreRequests, (least) => texts.atLeast({ count: least }))}
        />
        <Count term={texts.arrivalsToday} value={arrivals && String(arrivals.length)} />
        <Count term={texts.departuresToday} value={departures && String(departures.length)} />
        <Count term={texts.inHouse} value={staying && arrivals && String(staying.length + arrivals.length)} />
      </dl>
      <div ref={lists} class="today-lists">
        <Part
          title={texts.requests}
          href={href({ status: 'REQUESTED', sort: 'OLDEST' })}
          rows={data?.requests ?? null}
          none={texts.noRequests}
          now={now}
        />
        <div class="stack">
          <Part
            title={texts.arrivalsToday}
            href={href({ status: 'CONFIRMED', arrivalFrom: today, arrivalTo: today })}
            rows={arrivals}
            none={texts.noArrivals}
            now={now}
          />
          <Part
            title={texts.arrivalsTomorrow}
            href={href({ status: 'CONFIRMED', arrivalFrom: tomorrow, arrivalTo: tomorrow })}
            rows={on(tomorrow)}
            none={texts.noArrivals}
            now={now}
          />
          <Part title={texts.departuresToday} rows={departures} none={texts.noDepartures} now={now} />
        </div>
        <Part
          class="newest"
          title={texts.newest}
          href="/desk/bookings"
          rows={data?.newest ?? null}
          none={texts.noBookings}
          now={now}
        />
      </div>
      <Operations documents={[DeskTodayDocument, DeskInHouseDocument, DeskLiveDocument]} />
    </div>
  );
}

/** The date may have changed since the desk was opened. */
async function askToday(request: Request) {
  const { today } = (await request(DeskViewerDocument, {})).viewer;
  const [{ arrivals, requests, newest }, inHouse] = await Promise.all([
    request(DeskTodayDocument, { today, tomorrow: addDays(today, 1) }),
    askInHouse(request, today),
  ]);
  return {
    today,
    arrivals: arrivals.nodes,
    requests: requests.nodes,
    hasMoreRequests: requests.pageInfo.hasNextPage,
    newest: newest.nodes,
    inHouse,
  };
}

/** Who came before today and leaves today or later. */
async function askInHouse(request: Request, today: string): Promise<DeskRowFragment[]> {
  const lastNight = addDays(today, -1);
  const found: DeskRowFragment[] = [];
  for (let after: string | null = null; ; ) {
    const {
      nodes,
      pageInfo,
    }: { nodes: DeskRowFragment[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } } = (
      await request(DeskInHouseDocument, { lastNight, after })
    ).bookings;
    found.push(...nodes);
    if (!pageInfo.hasNextPage) return found;
    after = pageInfo.endCursor;
  }
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

function Part({
  class: more = '',
  title,
  href,
  rows,
  none,
  now,
}: {
  readonly class?: string;
  readonly title: string;
  /** The address of the whole list. */
  readonly href?: string;
  /** Null while they are on their way. */
  readonly rows: readonly DeskRowFragment[] | null;
  readonly none: string;
  readonly now: number;
}): ComponentChildren {
  const texts = useBookingTexts();
  return (
    <section class={`card stack ${more}`}>
      <div class="line">
        <h2>{title}</h2>
        {href && (
          <a href={href} class="small">
            {texts.all}
            <span class="unseen">: {title}</span>
          </a>
        )}
      </div>
      {rows === null ? (
        <RowSkeletons count={2} />
      ) : rows.length === 0 ? (
        <p class="muted">{none}</p>
      ) : (
        <BookingCards rows={rows} now={now} />
      )}
    </section>
  );
}
