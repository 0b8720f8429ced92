/**
 * A month as a grid of days, after the date grid of the ARIA Authoring Practices: one day is in the Tab order, arrow and paging
 * keys move from it, Enter and Space pick it. Colour, mark and accessible name all tell the state of a day. Every day can be
 * pressed: one that cannot be picked says why.
 */
import { ChevronLeft, ChevronRight } from 'lucide';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../../design/icon.tsx';
import {
  addDays,
  addMonths,
  type CivilDate,
  firstOf,
  type Month,
  monthOf,
  sameDayIn,
  showDate,
  weekdayOf,
  weeksOf,
} from '../../../../format/civil-date.ts';
import { usePage } from '../../../../page.tsx';
import { useSearchTexts } from '../../texts/index.ts';
import { DayCell, type PickedDays } from './day-cell.tsx';
import { Legend } from './legend.tsx';
import type { Days } from './use-month.ts';

interface CalendarProps {
  readonly month: Month;
  /** The first and the last reachable day. */
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly days: Days;
  readonly isLoading: boolean;
  readonly picked: PickedDays | null;
  /** The wanted length; null: any. */
  readonly nights: number | null;
  readonly currency: string;
  onMonth(month: Month): void;
  onPick(date: CivilDate): void;
}

/** The day that a key leads to. */
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

/** The calendar has room for so many weeks, so that nothing below moves when another month is shown. */
const MOST_WEEKS = 6;

export function Calendar(props: CalendarProps) {
  const { month, first, last, days, isLoading, picked, nights, currency, onMonth, onPick } = props;
  const { language } = usePage();
  const texts = useSearchTexts();
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  const [current, setCurrent] = useState<CivilDate | null>(null);
  const [takesFocus, setTakesFocus] = useState(false);
  const weeks = weeksOf(month);
  const reachable = weeks.flat().filter((date) => monthOf(date) === month && date >= first && date <= last);
  const tabStop =
    [current, picked?.arrival].find((date) => date && reachable.includes(date)) ??
    reachable.find((date) => days.get(date)?.stays.length) ??
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
  const pick = (date: CivilDate) => {
    setCurrent(date);
    onPick(date);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Together with these a key is the browser's: Alt with the left arrow goes back.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS[event.key];
    const isPick = event.key === 'Enter' || event.key === ' ';
    if (!tabStop || (!step && !isPick)) return;
    event.preventDefault();
    if (step) goTo(step(tabStop, event.shiftKey));
    else pick(tabStop);
  };
  const turnTo = (months: number) => {
    setTakesFocus(false);
    onMonth(addMonths(month, months));
  };

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
          <Icon icon={ChevronLeft} />
        </button>
        <h3 id={`${id}-month`} aria-live="polite">
          {showDate(firstOf(month), language, { month: 'long', year: 'numeric' })}
        </h3>
        <button
          type="button"
          class="quiet"
          aria-label={texts.nextMonth}
          disabled={month >= monthOf(last)}
          onClick={() => turnTo(1)}
        >
          <Icon icon={ChevronRight} />
        </button>
      </div>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: this is the grid of the pattern, made of a table.
        role="grid"
        ref={grid}
        aria-labelledby={`${id}-month`}
        aria-describedby={`${id}-note`}
        aria-busy={isLoading}
      >
        <thead>
          <tr>
            {weeks[0]?.map((date) => (
              <th key={weekdayOf(date)} scope="col" abbr={showDate(date, language, { weekday: 'long' })}>
                {showDate(date, language, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) =>
                monthOf(date) === month ? (
                  <DayCell
                    key={date}
                    date={date}
                    day={days.get(date)}
                    isLoading={isLoading && reachable.includes(date)}
                    isTabStop={date === tabStop}
                    picked={picked}
                    nights={nights}
                    onPick={() => pick(date)}
                  />
                ) : (
                  <td key={date} />
                ),
              )}
            </tr>
          ))}
        </tbody>
        {weeks.length < MOST_WEEKS && (
          <tfoot aria-hidden="true">
            {Array.from({ length: MOST_WEEKS - weeks.length }, (_, row) => (
              <tr key={row}>
                <td colSpan={7} class="day" />
              </tr>
            ))}
          </tfoot>
        )}
      </table>
      <Legend id={`${id}-note`} nights={nights} currency={currency} />
    </div>
  );
}
