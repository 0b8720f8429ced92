/** Webhooks and what they were sent, the failed first; each can be sent again. */

import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Notice } from '../../../design/notice.tsx';
import { RequestProblem } from '../../../design/problem.tsx';
import { requestWith } from '../../../gateway/request.ts';
import { codeOf } from '../../../gateway/use-answer.ts';
import {
  DeskDeliveriesDocument,
  type DeskDeliveriesQuery,
  type DeskDeliveryFragment,
  DeskRedeliverDocument,
} from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { Operations } from '../../operations.tsx';
import { useDeskAnswer, useSession } from '../../session.tsx';
import { useDeskTexts } from '../../texts/index.ts';
import { ViewTitle } from '../../view-title.tsx';
import { RowSkeletons } from '../booking-row.tsx';
import { useBookingTexts } from '../texts/index.ts';
import { Deliveries } from './delivery-rows.tsx';
import '../bookings.css';

const STATES = ['FAILED', 'PENDING', 'DONE'] as const;
/** In the address, for deliveries in any state. */
const ANY = 'all';

export default function DeliveriesPage() {
  const desk = useDeskTexts();
  const texts = useBookingTexts();
  const { rights } = useSession();
  return (
    <div class="stack">
      <ViewTitle title={texts.deliveriesTitle} />
      {rights.includes('WEBHOOKS') ? <All /> : <Notice tone="ask">{desk.scopeNeeded({ missing: 'webhooks' })}</Notice>}
      <Operations documents={[DeskDeliveriesDocument, DeskRedeliverDocument]} />
    </div>
  );
}

function All() {
  const { key, language } = usePage();
  const { query, path } = useLocation();
  const { leave } = useSession();
  const texts = useBookingTexts();
  const state = query.state === ANY ? null : (STATES.find((one) => one === query.state) ?? 'FAILED');
  const after = query.after || null;
  const { data, problem, sentences, again } = useDeskAnswer(`deliveries ${state} ${after}`, (request) =>
    request(DeskDeliveriesDocument, { filter: { state }, after }),
  );
  /** Deliveries as a new try left them, until they are read again. */
  const [changed, setChanged] = useState<ReadonlyMap<string, DeskDeliveryFragment>>(new Map());
  const [said, setSaid] = useState<{ readonly isBad: boolean; readonly text: string } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => setChanged(new Map()), [data]);
  const redeliver = async ({ id, eventId }: DeskDeliveryFragment) => {
    setFailure(null);
    try {
      const { result } = await requestWith({ key, language })(DeskRedeliverDocument, { id });
      if ('delivery' in result) setChanged((before) => new Map(before).set(id, result.delivery));
      setSaid(
        'delivery' in result
          ? { isBad: false, text: texts.redelivered({ event: eventId }) }
          : { isBad: true, text: result.message },
      );
    } catch (error) {
      const code = codeOf(error);
      if (code === 'UNAUTHENTICATED') leave(true);
      else setFailure(code);
    }
  };
  const address = (wanted: string) => `${path}?state=${wanted}`;
  const rows = data?.webhookDeliveries.nodes.map((row) => changed.get(row.id) ?? row) ?? null;
  const { hasNextPage, endCursor } = data?.webhookDeliveries.pageInfo ?? { hasNextPage: false, endCursor: null };
  return (
    <>
      <nav class="tabs row" aria-label={texts.status}>
        {[...STATES, ANY].map((one) => (
          <a key={one} href={address(one)} aria-current={one === (state ?? ANY) ? 'page' : undefined}>
            {one === ANY ? texts.anyState : texts.states[one as (typeof STATES)[number]]}
          </a>
        ))}
        <button type="button" class="quiet" onClick={again}>
          {texts.renew}
        </button>
      </nav>
      {said && <Notice tone={said.isBad ? 'bad' : 'good'}>{said.text}</Notice>}
      {failure !== null && <RequestProblem code={failure} />}
      {problem !== null && <RequestProblem code={problem} sentences={sentences} onAgain={again} />}
      {rows === null ? (
        problem === null && <RowSkeletons count={4} />
      ) : rows.length === 0 ? (
        <p class="card empty">{state === 'FAILED' ? texts.noFailed : texts.noDeliveries}</p>
      ) : (
        <div class="card">
          <Deliveries rows={rows} onRedeliver={redeliver} />
        </div>
      )}
      <nav class="row" aria-label={texts.deliveriesTitle}>
        {after && (
          <a class="button" href={address(state ?? ANY)}>
            {texts.firstPage}
          </a>
        )}
        {hasNextPage && endCursor && (
          <a class="button" href={`${address(state ?? ANY)}&after=${encodeURIComponent(endCursor)}`}>
            {texts.nextPage}
          </a>
        )}
      </nav>
      {data && <Webhooks webhooks={data.webhooks} />}
    </>
  );
}

function Webhooks({ webhooks }: Pick<DeskDeliveriesQuery, 'webhooks'>) {
  const texts = useBookingTexts();
  return (
    <section class="card stack">
      <h2>{texts.webhooks}</h2>
      {webhooks.length === 0 ? (
        <p class="muted">{texts.noWebhooks}</p>
      ) : (
        <ul class="plain-list deliveries">
          {webhooks.map(({ id, url, description, enabled, includeTests, types }) => (
            <li key={id}>
              <div class="line">
                <code>{url}</code>
                <span class={`tag ${enabled ? 'good' : ''}`}>{enabled ? texts.isOn : texts.isOff}</span>
              </div>
              <p class="muted small">
                {[
                  description,
                  types.length === 0 ? texts.allEvents : types.map((type) => texts.types[type]).join(', '),
                  includeTests && texts.withTests,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
