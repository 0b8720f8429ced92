/** What the marks of the calendar mean. */
import { useCommonTexts } from '../../../../texts/index.ts';
import { useSearchTexts } from '../../texts/index.ts';
import type { DayState } from './day-cell.tsx';

const STATES: readonly DayState[] = ['free', 'request', 'sold-out', 'closed'];

export function Legend({
  id,
  nights,
  currency,
}: {
  readonly id: string;
  readonly nights: number | null;
  readonly currency: string;
}) {
  const common = useCommonTexts();
  const texts = useSearchTexts();
  return (
    <div id={id} class="legend small">
      <ul>
        {STATES.map((state) => (
          <li key={state}>
            <span class={`mark ${state}`} aria-hidden="true">
              7
            </span>
            {texts.states[state]}
          </li>
        ))}
        <li>
          <span class="mark end" aria-hidden="true">
            7
          </span>
          {texts.arrivalAndDeparture}
        </li>
        <li>
          <span class="mark within" aria-hidden="true">
            7
          </span>
          {texts.yourStay}
        </li>
      </ul>
      <p class="muted">
        {nights === null
          ? texts.calendarPrices({ currency })
          : texts.calendarPricesFor({ currency, nights: common.nights({ count: nights }) })}
      </p>
      <p class="muted keys">{texts.keyboard}</p>
    </div>
  );
}
