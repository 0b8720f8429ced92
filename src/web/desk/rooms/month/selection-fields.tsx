/** The chosen nights and room types as fields, for whom a grid does not suit, and the shortcuts to weekends. */
import { CalendarDays, X } from 'lucide';
import { useRef } from 'preact/hooks';
import {
  type Day,
  type DayRange,
  dayOf,
  formatDay,
  parseDay,
  WEEKDAYS,
  type Weekday,
} from '../../../../domain/time/civil-date.ts';
import { Field } from '../../../design/field.tsx';
import { Icon } from '../../../design/icon.tsx';
import { useSettled } from '../../../design/use-settled.ts';
import { showDate } from '../../../format/civil-date.ts';
import { usePage } from '../../../page.tsx';
import { useRoomsTexts } from '../texts/index.ts';
import { type GridRoom, SHORT_WEEKDAY } from './month-grid.tsx';
import { rangeBetween, type Selection, WEEKEND, weekendFrom } from './selection.ts';

/** A Monday: the weekdays are named by the dates that follow it. */
const MONDAY = dayOf('2024-01-01');

export function SelectionFields({
  rooms,
  nights,
  today,
  selection,
  onSelect,
}: {
  readonly rooms: readonly GridRoom[];
  /** The nights of the month that is shown. */
  readonly nights: DayRange;
  readonly today: Day;
  readonly selection: Selection | null;
  onSelect(selection: Selection | null): void;
}) {
  const { language } = usePage();
  const texts = useRoomsTexts();
  // Where there is no room to spare, the grid and the shortcuts come first.
  const isWide = useRef(matchMedia('(min-width: 48rem)').matches);
  const numbers = rooms.map(({ number }) => number);
  const first = Math.max(nights.from, today);
  const last = Math.max(nights.to, today);
  const start: Selection = selection ?? { rooms: numbers, from: first, to: last, weekdays: WEEKDAYS };
  const change = (part: Partial<Selection>) => {
    const changed = { ...start, ...part };
    onSelect(changed.rooms.length === 0 ? null : changed);
  };
  const changeDay = (name: 'from' | 'to', text: string) => {
    const day = parseDay(text);
    if (day === null || day < today) return;
    const isAhead = name === 'from' ? day > start.to : day < start.from;
    const other = isAhead ? day : name === 'from' ? start.to : start.from;
    change(rangeBetween(day, other));
  };
  const from = useSettled(selection ? formatDay(selection.from) : '', (day) => changeDay('from', day));
  const to = useSettled(selection ? formatDay(selection.to) : '', (day) => changeDay('to', day));
  // Pressed again, it goes on to the weekend after.
  const nextWeekend = () => {
    const isOne = selection && selection.to - selection.from < 7 && selection.from >= today;
    change({ ...weekendFrom(isOne ? selection.to + 1 : first), weekdays: WEEKDAYS });
  };
  return (
    <div class="selection-fields">
      <div class="row">
        <button type="button" onClick={nextWeekend}>
          <Icon icon={CalendarDays} />
          {texts.nextWeekend}
        </button>
        <button type="button" class="quiet" onClick={() => change({ from: first, to: last, weekdays: WEEKEND })}>
          {texts.allWeekends}
        </button>
        <button type="button" class="quiet" onClick={() => change({ from: first, to: last, weekdays: WEEKDAYS })}>
          {texts.wholeMonth}
        </button>
        {selection && (
          <button type="button" class="quiet" onClick={() => onSelect(null)}>
            <Icon icon={X} />
            {texts.clear}
          </button>
        )}
      </div>
      <details open={isWide.current}>
        <summary>{texts.byFields}</summary>
        <div>
          <div class="selection-dates">
            <Field label={texts.from}>
              {(attributes) => <input {...attributes} type="date" min={formatDay(today)} {...from} />}
            </Field>
            <Field label={texts.to}>
              {(attributes) => <input {...attributes} type="date" min={formatDay(today)} {...to} />}
            </Field>
            <Chips
              label={texts.weekdays}
              all={WEEKDAYS}
              chosen={selection?.weekdays ?? []}
              text={(weekday) => showDate(formatDay(MONDAY + WEEKDAYS.indexOf(weekday)), language, SHORT_WEEKDAY)}
              onChange={(weekdays: Weekday[]) => change({ weekdays: weekdays.length === 0 ? WEEKDAYS : weekdays })}
            />
          </div>
          <Chips
            label={texts.roomTypes}
            all={numbers}
            chosen={selection?.rooms ?? []}
            text={(number) => rooms.find((room) => room.number === number)?.name ?? ''}
            onChange={(chosen) => change({ rooms: chosen })}
          />
        </div>
      </details>
    </div>
  );
}

/** Several of a few, as boxes. */
function Chips<One extends string | number>({
  label,
  all,
  chosen,
  text,
  onChange,
}: {
  readonly label: string;
  readonly all: readonly One[];
  readonly chosen: readonly One[];
  text(one: One): string;
  /** Called with the chosen ones, in their order. */
  onChange(chosen: One[]): void;
}) {
  return (
    <fieldset class="chips">
      <legend>{label}</legend>
      <div class="row">
        {all.map((one) => (
          <label key={one} class="chip">
            <input
              type="checkbox"
              checked={chosen.includes(one)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(all.filter((other) => (other === one ? checked : chosen.includes(other))))
              }
            />
            {text(one)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
