/**
 * A month as a grid of days, after the date grid of the ARIA Authoring Practices: one day is in the Tab order, arrow and paging
 * keys move from it, Enter and Space pick it. Colour, mark and accessible name all tell the state of a day.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  addDays,
  addMonths,
  type CivilDate,
  type Month,
  monthOf,
  sameDayIn,
  showDate,
  weekdayOf,
  weeksOf,
} from '../format/civil-date.ts';
import { ownCurrency, showAmount, showMoney } from '../format/money.ts';
import type { MonthQuery } from '../generated/operations.ts';
import { usePage } from '../page.ts';
import type { Whole } from '../request.ts';

type Day = Whole<MonthQuery>['calendar'][number];

interface CalendarProps {
  readonly month: Month;
  /** The first and the last reachable day. */
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly days: ReadonlyMap<CivilDate, Day>;
  readonly isLoading: boolean;
  readonly stay: { readonly arrival: CivilDate; readonly departure: CivilDate } | null;
  mayLeaveOn(date: CivilDate): boolean;
  onMonth(month: Month): void;
  onPick(date: CivilDate): void;
}

/** Where a key leads from a day. */
const STEPS: Readonly<Record<string, (date: CivilDate, isYear: boolean) => CivilDate>> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  Home: (date) => addDays(date, -weekdayOf(date)),
  End: (date) => addDays(date, 6 - weekdayOf(date)),
  PageUp: (date, isYear) => sameDayIn(date, isYear ? -12 : -1),
  PageDown: (date, isYear) => sameDayIn(date, isYear ? 12 : 1),
};

export function Calendar(props: CalendarProps) {
  const { month, first, last, days, isLoading, stay, mayLeaveOn, onMonth, onPick } = props;
  const { texts, language } = usePage();
  const grid = useRef<HTMLTableElement>(null);
  const [current, setCurrent] = useState<CivilDate | null>(null);
  const [takesFocus, setTakesFocus] = useState(false);
  const weeks = weeksOf(month);
  const reachable = weeks.flat().filter((date) => monthOf(date) === month && date >= first && date <= last);
  const tabStop =
    [current, stay?.arrival].find((date) => date && reachable.includes(date)) ??
    reachable.find((date) => days.get(date)?.selectable) ??
    reachable[0];

  // A day of another month can be focused once that month is shown.
  useLayoutEffect(() => {
    if (takesFocus) grid.current?.querySelector<HTMLElement>(`[data-date="${current}"]`)?.focus();
  }, [current, month, takesFocus]);

  const goTo = (date: CivilDate) => {
    const within = date < first ? first : date > last ? last : date;
    setCurrent(within);
    setTakesFocus(true);
    if (monthOf(within) !== month) onMonth(monthOf(within));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const isPick = event.key === 'Enter' || event.key === ' ';
    if (!tabStop || (!step && !isPick)) return;
    event.preventDefault();
    if (step) goTo(step(tabStop, event.shiftKey));
    else onPick(tabStop);
  };
  const turnTo = (months: number) => {
    setTakesFocus(false);
    onMonth(addMonths(month, months));
  };

  const currency = [...days.values()].map(({ price }) => price && ownCurrency(price.amounts, language)).find(Boolean);
  return (
    <div class="calendar">
      <div class="month">
        <button
          type="button"
          class="quiet"
          aria-label={texts.previousMonth}
          disabled={month <= monthOf(first)}
          onClick={() => turnTo(-1)}
        >
          ‹
        </button>
        <h3 id="month" aria-live="polite">
          {showDate(`${month}-01`, language, { month: 'long', year: 'numeric' })}
        </h3>
        <button
          type="button"
          class="quiet"
          aria-label={texts.nextMonth}
          disabled={month >= monthOf(last)}
          onClick={() => turnTo(1)}
        >
          ›
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: this is the grid of the pattern, made of a table. */}
      <table role="grid" ref={grid} aria-labelledby="month" aria-describedby="month-note" aria-busy={isLoading}>
        <thead>
          <tr>
            {weeks[0]!.map((date) => (
              <th key={weekdayOf(date)} scope="col" abbr={showDate(date, language, { weekday: 'long' })}>
                {showDate(date, language, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <DayCell
                  key={date}
                  date={date}
                  day={reachable.includes(date) ? days.get(date) : undefined}
                  isOfMonth={monthOf(date) === month}
                  isTabStop={date === tabStop}
                  stay={stay}
                  mayLeave={mayLeaveOn(date)}
                  onPick={() => {
                    setCurrent(date);
                    onPick(date);
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div id="month-note" class="legend">
        <span class="mark AVAILABLE">{texts.available}</span>
        <span class="mark ON_DEMAND">{texts.onDemand}</span>
        <span class="mark NOT_AVAILABLE">{texts.notAvailable}</span>
        <span class="mark picked">{texts.picked}</span>
        {currency && <span>{texts.pricesIn(currency.currency)}.</span>}
        <span class="keys">{texts.keyboard}</span>
      </div>
    </div>
  );
}

interface DayCellProps {
  readonly date: CivilDate;
  /** Undefined if the gateway has not described it. */
  readonly day: Day | undefined;
  readonly isOfMonth: boolean;
  readonly isTabStop: boolean;
  readonly stay: CalendarProps['stay'];
  readonly mayLeave: boolean;
  onPick(): void;
}

function DayCell({ date, day, isOfMonth, isTabStop, stay, mayLeave, onPick }: DayCellProps) {
  const { texts, language } = usePage();
  if (!isOfMonth) return <td />;
  const price = day?.price ? ownCurrency(day.price.amounts, language) : null;
  const availability = day?.availability ?? 'NOT_AVAILABLE';
  const isArrival = date === stay?.arrival;
  const isDeparture = date === stay?.departure;
  const isWithin = stay !== null && date > stay.arrival && date < stay.departure;
  const canPick = mayLeave || day?.selectable === true;
  const AVAILABILITY = {
    AVAILABLE: texts.available,
    ON_DEMAND: texts.onDemand,
    NOT_AVAILABLE: texts.notAvailable,
  };
  const name = [
    showDate(date, language, { dateStyle: 'full' }),
    isArrival && texts.isArrival,
    isDeparture && texts.isDeparture,
    isWithin && texts.picked,
    mayLeave && texts.mayLeave,
    AVAILABILITY[availability],
    availability !== 'NOT_AVAILABLE' && !day?.selectable && texts.noArrival,
    price && showMoney(price, language),
  ].filter(Boolean);
  const classes = [
    'day',
    availability,
    canPick && 'can-pick',
    mayLeave && 'may-leave',
    isWithin && 'within',
    (isArrival || isDeparture) && 'end',
  ].filter(Boolean);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid listens for the keys of all its days.
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid of the pattern, made of a table.
      role="gridcell"
      class={classes.join(' ')}
      data-date={date}
      tabIndex={isTabStop ? 0 : -1}
      aria-selected={isArrival || isDeparture || isWithin}
      aria-disabled={!canPick}
      onClick={canPick ? onPick : undefined}
    >
      <span class="unseen">{name.join(', ')}</span>
      <span class="number" aria-hidden="true">
        {Number(date.slice(8))}
      </span>
      <span class="price" aria-hidden="true">
        {price ? showAmount(price, language) : ' '}
      </span>
    </td>
  );
}
