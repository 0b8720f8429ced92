/** All bookings that the key reaches, with search, filters, order and pages, all of them in the address. */
import { SearchX } from 'lucide';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Icon } from '../../../design/icon.tsx';
import { RequestProblem } from '../../../design/problem.tsx';
import { DeskBookingsDocument } from '../../../generated/operations.ts';
import { Operations } from '../../operations.tsx';
import { useDeskAnswer } from '../../session.tsx';
import { useLoading } from '../../single-keys.ts';
import { rememberList } from '../../stored-key.ts';
import { ViewTitle } from '../../view-title.tsx';
import { BookingCards, BookingTable, RowSkeletons } from '../booking-row.tsx';
import { useMinute } from '../moment.ts';
import { RenewalNotice, useRenewal } from '../renewal.tsx';
import { useRowKeys } from '../row-keys.ts';
import { useBookingTexts } from '../texts/index.ts';
import { Filters } from './filters.tsx';
import { addressOf, entriesOf, FIELDS, questionOf } from './list-address.ts';
import { useIsWide } from './wide.ts';
import '../bookings.css';

export default function BookingsPage() {
  const { query: placed, path, url } = useLocation();
  const query = entriesOf(placed);
  const texts = useBookingTexts();
  const lists = useRef<HTMLDivElement>(null);
  const now = useMinute();
  const isWide = useIsWide();
  const variables = questionOf(query);
  const question = JSON.stringify(variables);
  const { data, problem, sentences, again } = useDeskAnswer(
    question,
    async (request) => (await request(DeskBookingsDocument, variables)).bookings,
  );
  const renewal = useRenewal(lists, again, question);
  useLoading(data === null && problem === null);
  useRowKeys(data !== null);
  // The list stays until the view that comes next is loaded, under an address that is no longer its own.
  useEffect(() => {
    if (path === '/desk/bookings') rememberList(url);
  }, [url]);
  const rows = data?.nodes ?? null;
  const isFiltered = FIELDS.some((field) => query[field]);
  const endCursor = data?.pageInfo.hasNextPage ? data.pageInfo.endCursor : null;
  return (
    <div class="stack">
      <ViewTitle title={texts.listTitle} />
      <Filters />
      <RenewalNotice {...renewal} />
      {problem !== null && <RequestProblem code={problem} sentences={sentences} onAgain={renewal.show} />}
      <div ref={lists} class="stack">
        {rows === null ? (
          problem === null && <RowSkeletons count={8} />
        ) : rows.length === 0 ? (
          <div class="card empty">
            <Icon icon={SearchX} size={2} />
            <p>{isFiltered ? texts.nothing : texts.noBookings}</p>
            {isFiltered && (
              <>
                <p class="small">{texts.nothingHint}</p>
                <p>
                  <a href="/desk/bookings">{texts.clear}</a>
                </p>
              </>
            )}
          </div>
        ) : (
          <div class="card">
            {isWide ? <BookingTable rows={rows} now={now} /> : <BookingCards rows={rows} now={now} />}
          </div>
        )}
        <nav class="row" aria-label={texts.listTitle}>
          {query.after && (
            <a class="button" href={addressOf({ ...query, after: undefined })}>
              {texts.firstPage}
            </a>
          )}
          {endCursor && (
            <a class="button" href={addressOf({ ...query, after: endCursor })}>
              {texts.nextPage}
            </a>
          )}
        </nav>
      </div>
      <Operations documents={[DeskBookingsDocument]} />
    </div>
  );
}
