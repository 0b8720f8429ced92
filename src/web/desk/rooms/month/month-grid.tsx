/**
 * A month of nights by room types, after the data grid of the ARIA Authoring Practices: one cell is in the Tab order, arrows move
 * from it. Cells are chosen by mouse, finger and keyboard; the nights before today are shown and cannot be chosen.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Day, type DayRange, formatDay, WEEKDAYS } from '../../../../domain/time/civil-date.ts';
import { showDate } from '../../../format/civil-date.ts';
import { usePage } from '../../../page.tsx';
import { useCommonTexts } from '../../../texts/index.ts';
import type { Hotel } from '../hotel-view.tsx';
import { useRoomsTexts } from '../texts/index.ts';
import { isWeekend, nightsOf, type Selection } from './selection.ts';
import { type Cell, extend, pick, rectangleOf, type Span, step } from './span.ts';

export interface GridRoom {
  readonly number: number;
  readonly name: string;
  /** The language of the name, where it lacks in that of the page. */
  readonly lang: string | null;
  readonly detail: string;
}

export function useGridRooms({ roomTypes }: Hotel): GridRoom[] {
  const common = useCommonTexts();
  return roomTypes.map(({ number, beds, category }) => ({
    number,
    name: category.text ?? String(number),
    lang: category.localeTag,
    detail: common.beds({ count: beds }),
  }));
}

export interface GridCell {
  readonly content: ComponentChildren;
  /** What the content says, in words. */
  readonly name: string;
  /** The class that draws its state. */
  readonly state: string;
}

interface MonthGridProps {
  readonly label: string;
  readonly class?: string;
  /** Ids of what explains it. */
  readonly describedBy: string;
  readonly rooms: readonly GridRoom[];
  /** The nights of a month. */
  readonly nights: DayRange;
  readonly today: Day;
  readonly selection: Selection | null;
  readonly isLoading: boolean;
  /** Cells whose change was refused. */
  isWrong(cell: Cell): boolean;
  cell(cell: Cell): GridCell;
  onSelect(selection: Selection | null): void;
}

export function MonthGrid(props: MonthGridProps) {
  const { rooms, nights: month, today, selection, onSelect } = props;
  const nights = Array.from({ length: month.to - month.from + 1 }, (_, index) => month.from + index);
  const { language } = usePage();
  const texts = useRoomsTexts();
  const table = useRef<HTMLTableElement>(null);
  const [span, setSpan] = useState<Span | null>(null);
  const [current, setCurrent] = useState<Cell | null>(null);
  const drag = useRef<{ readonly origin: Cell; hasMoved: boolean } | null>(null);
  const ignoresClick = useRef(false);
  const takesFocus = useRef(false);
  const numbers = rooms.map(({ number }) => number);
  const firstFree = Math.min(Math.max(month.from, today), month.to);
  const wanted = firstIn(selection, nights) ?? firstFree;
  const isShown = ({ room, night }: Cell) => numbers.includes(room) && night >= month.from && night <= month.to;
  const [firstRoom = 0] = numbers;
  const tabStop: Cell =
    current && isShown(current) ? current : { room: selection?.rooms[0] ?? firstRoom, night: wanted };
  const shown: Selection | null = drag.current?.hasMoved && span ? whole(span, numbers) : selection;
  const chosen = new Set(shown && nightsOf(shown, today));

  const cellElement = ({ room, night }: Cell) =>
    table.current?.querySelector<HTMLElement>(`[data-room="${room}"][data-night="${formatDay(night)}"]`);
  useLayoutEffect(() => {
    if (takesFocus.current) cellElement(tabStop)?.focus();
    takesFocus.current = false;
  });
  // The chosen nights, or today, may lie far to the right.
  useEffect(() => {
    const element = cellElement({ room: firstRoom, night: wanted });
    const region = table.current?.parentElement;
    const corner = table.current?.querySelector('th')?.offsetWidth;
    if (!element || !region || corner === undefined) return;
    const { offsetLeft: left, offsetWidth: width } = element;
    const isInView = left >= region.scrollLeft + corner && left + width <= region.scrollLeft + region.clientWidth;
    if (!isInView) region.scrollLeft = left - corner;
  }, [wanted, numbers.join()]);

  const choose = (next: Span) => {
    setSpan(next);
    onSelect(whole(next, numbers));
  };
  const cellOf = (event: Event): Cell | null => {
    const { room, night } = (event.target as HTMLElement).closest<HTMLElement>('[data-night]')?.dataset ?? {};
    const day = nights.find((one) => formatDay(one) === night);
    return day === undefined ? null : { room: Number(room), night: day };
  };
  const mayChoose = (cell: Cell | null): cell is Cell => cell !== null && cell.night >= today;

  const onKeyDown = (event: KeyboardEvent) => {
    // Together with these a key is the browser's: Alt with the left arrow goes back.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = step(tabStop, { key: event.key, rooms: numbers, nights: month });
    const isPick = event.key === 'Enter' || event.key === ' ';
    const isEnd = event.key === 'Escape' && selection !== null;
    if (!next && !isPick && !isEnd) return;
    event.preventDefault();
    if (next) {
      setCurrent(next);
      takesFocus.current = true;
      const isOrigin = event.shiftKey && mayChoose(tabStop);
      if (isOrigin && mayChoose(next)) choose(extend(selection && span, { origin: tabStop, cell: next }));
    } else if (isEnd) {
      setSpan(null);
      onSelect(null);
    } else if (mayChoose(tabStop)) {
      choose(pick(selection && span, tabStop));
    }
  };
  const onPointerDown = (event: PointerEvent) => {
    ignoresClick.current = false;
    const cell = cellOf(event);
    if (event.pointerType !== 'mouse' || event.button !== 0 || event.shiftKey || !mayChoose(cell)) return;
    drag.current = { origin: cell, hasMoved: false };
  };
  const onPointerOver = (event: PointerEvent) => {
    const cell = cellOf(event);
    if (!drag.current || !mayChoose(cell)) return;
    const { origin, hasMoved } = drag.current;
    if (!hasMoved && cell.room === origin.room && cell.night === origin.night) return;
    drag.current.hasMoved = true;
    setSpan({ start: origin, end: cell, isOpen: false });
  };
  // The mouse may be released outside of the grid, and right after its last step.
  useLayoutEffect(() => {
    const release = () => {
      ignoresClick.current = drag.current?.hasMoved ?? false;
      drag.current = null;
      if (ignoresClick.current && span) onSelect(whole(span, numbers));
    };
    addEventListener('pointerup', release);
    return () => removeEventListener('pointerup', release);
  });
  const onClick = (event: MouseEvent) => {
    const cell = cellOf(event);
    if (ignoresClick.current || !mayChoose(cell)) return;
    setCurrent(cell);
    takesFocus.current = true;
    choose(event.shiftKey ? extend(selection && span, { origin: tabStop, cell }) : pick(selection && span, cell));
  };

  return (
    <div class={`month-region ${props.class ?? ''}`}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid of the pattern, made of a table.
        role="grid"
        class="month-grid figures"
        ref={table}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-multiselectable="true"
        aria-busy={props.isLoading}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerOver={onPointerOver}
        onClick={onClick}
      >
        <thead>
          <tr>
            <th scope="col">{texts.roomType}</th>
            {nights.map((night) => (
              <th key={night} scope="col" class={nightClass(night, today)}>
                <span class="weekday">{showDate(formatDay(night), language, SHORT_WEEKDAY)}</span>
                <b>{Number(formatDay(night).slice(8))}</b>
                {night === today && <span class="today-word">{texts.today}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rooms.map((room) => (
            <tr key={room.number}>
              <th scope="row">
                <span class="room-name" lang={room.lang ?? undefined}>
                  {room.name}
                </span>
                <span class="small muted">{room.detail}</span>
              </th>
              {nights.map((night) => {
                const at = { room: room.number, night };
                const { content, name, state } = props.cell(at);
                const isTabStop = tabStop.room === room.number && tabStop.night === night;
                const isPast = night < today;
                return (
                  <td
                    key={night}
                    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid of the pattern, made of a table.
                    role="gridcell"
                    class={`${nightClass(night, today)} ${state} ${props.isWrong(at) ? 'wrong' : ''}`}
                    data-room={room.number}
                    data-night={formatDay(night)}
                    tabIndex={isTabStop ? 0 : -1}
                    aria-disabled={isPast}
                    aria-selected={
                      isPast ? undefined : chosen.has(night) && (shown?.rooms.includes(room.number) ?? false)
                    }
                    aria-invalid={props.isWrong(at) ? true : undefined}
                  >
                    <span class="unseen">
                      {[showDate(formatDay(night), language, DAY_NAME), name, isPast && texts.past]
                        .filter(Boolean)
                        .join(', ')}
                    </span>
                    <span aria-hidden="true">{content}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export const SHORT_WEEKDAY = { weekday: 'short' } as const;
const DAY_NAME = { weekday: 'long', day: 'numeric', month: 'long' } as const;

function nightClass(night: Day, today: Day): string {
  return [isWeekend(night) && 'weekend', night === today && 'today', night < today && 'past'].filter(Boolean).join(' ');
}

/** Gestures choose every night of their range, whatever weekdays were chosen before. */
function whole(span: Span, rooms: readonly number[]): Selection {
  return { ...rectangleOf(span, rooms), weekdays: WEEKDAYS };
}

/** The first chosen night that is shown. */
function firstIn(selection: Selection | null, nights: readonly Day[]): Day | null {
  return nights.find((night) => selection && night >= selection.from && night <= selection.to) ?? null;
}
