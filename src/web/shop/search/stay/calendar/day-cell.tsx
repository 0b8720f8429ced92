/** A day of the calendar. */
import { type CivilDate, showDate } from '../../../../format/civil-date.ts';
import { showAmount, showMoney } from '../../../../format/money.ts';
import type { StayDayFragment } from '../../../../generated/operations.ts';
import { usePage } from '../../../../page.tsx';
import { useCommonTexts } from '../../../../texts/index.ts';
import { useSearchTexts } from '../../texts/index.ts';
import { nearestStay } from './nearest-stay.ts';

export interface PickedDays {
  readonly arrival: CivilDate;
  readonly departure: CivilDate;
}

export type DayState = 'free' | 'request' | 'sold-out' | 'closed';

/** What a guest can do with a day of arrival. */
function stateOf(day: StayDayFragment | undefined): DayState {
  if (!day || day.stays.length === 0) return 'closed';
  if (day.stays.some(({ availability }) => availability === 'AVAILABLE')) return 'free';
  return day.reasons.includes('SOLD_OUT') ? 'sold-out' : 'request';
}

export function DayCell({
  date,
  day,
  isLoading,
  isTabStop,
  picked,
  nights,
  onPick,
}: {
  readonly date: CivilDate;
  /** Undefined if the gateway has not described it. */
  readonly day: StayDayFragment | undefined;
  readonly isLoading: boolean;
  readonly isTabStop: boolean;
  readonly picked: PickedDays | null;
  /** The wanted length; null: any. */
  readonly nights: number | null;
  onPick(): void;
}) {
  const { language } = usePage();
  const common = useCommonTexts();
  const texts = useSearchTexts();
  const state = stateOf(day);
  const stay = nearestStay(day?.stays ?? [], nights);
  const price = stay?.total[0];
  const isArrival = date === picked?.arrival;
  const isDeparture = date === picked?.departure;
  const isWithin = picked !== null && date > picked.arrival && date < picked.departure;
  const name = [
    showDate(date, language, { dateStyle: 'full' }),
    isArrival && texts.isArrival,
    isDeparture && texts.isDeparture,
    isWithin && texts.yourStay,
    !isLoading && texts.states[state],
    stay && price && nights !== null && common.nights({ count: stay.nights }),
    price && (nights === null ? texts.fromPrice({ price: showMoney(price, language) }) : showMoney(price, language)),
  ].filter(Boolean);
  const classes = ['day', isLoading ? 'waiting' : state, isWithin && 'within', (isArrival || isDeparture) && 'end'];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid listens for the keys of all its days.
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid of the pattern, made of a table.
      role="gridcell"
      class={classes.filter(Boolean).join(' ')}
      data-date={date}
      tabIndex={isTabStop ? 0 : -1}
      aria-selected={isArrival || isDeparture || isWithin}
      aria-disabled={state === 'closed'}
      onClick={onPick}
    >
      <span class="unseen">{name.join(', ')}</span>
      <span class="number" aria-hidden="true">
        {Number(date.slice(8))}
      </span>
      <span class="amount" aria-hidden="true">
        {price ? showAmount({ ...price, amountMinor: Math.round(price.amountMinor / 100) * 100 }, language) : ' '}
      </span>
    </td>
  );
}
