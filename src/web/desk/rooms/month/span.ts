/**
 * How a rectangle of a grid is chosen. By mouse it is dragged. By finger, click or Enter it is started at one cell and ended at
 * another. Shift with a click or an arrow moves its end.
 */
import type { Day, DayRange } from '../../../../domain/time/civil-date.ts';
import { rangeBetween, type Selection } from './selection.ts';

export interface Cell {
  /** Number of the room type. */
  readonly room: number;
  readonly night: Day;
}

export interface Span {
  readonly start: Cell;
  readonly end: Cell;
  /** Whether it waits for its end. */
  readonly isOpen: boolean;
}

/** A cell was clicked, tapped or entered. */
export function pick(span: Span | null, cell: Cell): Span {
  return span?.isOpen ? { start: span.start, end: cell, isOpen: false } : { start: cell, end: cell, isOpen: true };
}

/** The end moves to a cell, from `origin` if nothing has been started. */
export function extend(span: Span | null, { origin, cell }: { readonly origin: Cell; readonly cell: Cell }): Span {
  return { start: span?.start ?? origin, end: cell, isOpen: false };
}

/** The room types and the range of a span. `rooms` are all of the grid, in its order. */
export function rectangleOf({ start, end }: Span, rooms: readonly number[]): Omit<Selection, 'weekdays'> {
  const [one, other] = [rooms.indexOf(start.room), rooms.indexOf(end.room)];
  return {
    rooms: rooms.slice(Math.min(one, other), Math.max(one, other) + 1),
    ...rangeBetween(start.night, end.night),
  };
}

/** The cell that a key leads to; at the edge it is the same cell. Null: the key does not move. */
export function step(
  cell: Cell,
  { key, rooms, nights }: { readonly key: string; readonly rooms: readonly number[]; readonly nights: DayRange },
): Cell | null {
  const row = rooms.indexOf(cell.room);
  const at = (rowIndex: number, night: Day): Cell => ({
    room: rooms[Math.min(Math.max(rowIndex, 0), rooms.length - 1)] ?? cell.room,
    night: Math.min(Math.max(night, nights.from), nights.to),
  });
  switch (key) {
    case 'ArrowLeft':
      return at(row, cell.night - 1);
    case 'ArrowRight':
      return at(row, cell.night + 1);
    case 'ArrowUp':
      return at(row - 1, cell.night);
    case 'ArrowDown':
      return at(row + 1, cell.night);
    case 'Home':
      return at(row, nights.from);
    case 'End':
      return at(row, nights.to);
    default:
      return null;
  }
}
