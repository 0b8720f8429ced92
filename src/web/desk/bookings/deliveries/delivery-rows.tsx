/** Deliveries, each with what came of it and a way to send it again. */
import type { DeliveryState, DeskDeliveryFragment } from '../../../generated/operations.ts';
import { usePage } from '../../../page.tsx';
import { bookingAddress } from '../booking-link.tsx';
import { showMoment } from '../moment.ts';
import { useBookingTexts } from '../texts/index.ts';

const TONES: Readonly<Record<DeliveryState, string>> = { FAILED: 'bad', PENDING: 'ask', DONE: 'good' };

export function Deliveries({
  rows,
  onRedeliver,
}: {
  readonly rows: readonly DeskDeliveryFragment[];
  onRedeliver(row: DeskDeliveryFragment): void;
}) {
  return (
    <ul class="plain-list deliveries">
      {rows.map((row) => (
        <Delivery key={row.id} row={row} onRedeliver={() => onRedeliver(row)} />
      ))}
    </ul>
  );
}

function Delivery({ row, onRedeliver }: { readonly row: DeskDeliveryFragment; onRedeliver(): void }) {
  const { language } = usePage();
  const texts = useBookingTexts();
  const { state, eventType, eventId, bookingId, reference, createdAt, attemptedAt, attempts, dueAt, outcome, webhook } =
    row;
  return (
    <li>
      <div class="line">
        <span class="strong">
          {texts.types[eventType]}
          {bookingId !== null && (
            <>
              {': '}
              <a href={bookingAddress(bookingId)} class="figures">
                {reference}
              </a>
            </>
          )}
        </span>
        <span class={`tag ${TONES[state]}`}>{texts.states[state]}</span>
      </div>
      <p class="small">
        <code>{webhook.url}</code>
      </p>
      <div class="line">
        <p class="muted small">
          {[
            <code key="event">{eventId}</code>,
            <time key="at" dateTime={attemptedAt ?? createdAt}>
              {showMoment(attemptedAt ?? createdAt, language)}
            </time>,
            texts.tries({ count: attempts }),
            outcome && `${texts.outcome}: ${outcome}`,
            state === 'PENDING' && dueAt && texts.nextTry({ time: showMoment(dueAt, language) }),
          ]
            .filter(Boolean)
            .flatMap((part, index) => (index === 0 ? [part] : [' · ', part]))}
        </p>
        {state !== 'PENDING' && (
          <button type="button" onClick={onRedeliver}>
            {texts.redeliver}
            <span class="unseen"> {eventId}</span>
          </button>
        )}
      </div>
    </li>
  );
}
