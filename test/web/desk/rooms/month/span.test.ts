/** Rectangles of the month, as they are dragged, tapped and typed. */
import { expect, test } from 'vitest';
import { type Cell, extend, pick, rectangleOf, step } from '../../../../../src/web/desk/rooms/month/span.ts';

const ROOMS = [12, 11, 31];
const NIGHTS = { from: 100, to: 103 };
const at = (room: number, night: number): Cell => ({ room, night });

test('the first pick starts, the second ends, the third starts anew', () => {
  const started = pick(null, at(11, 102));
  expect(rectangleOf(started, ROOMS)).toEqual({ rooms: [11], from: 102, to: 102 });
  const ended = pick(started, at(12, 100));
  expect(rectangleOf(ended, ROOMS)).toEqual({ rooms: [12, 11], from: 100, to: 102 });
  expect(rectangleOf(pick(ended, at(31, 103)), ROOMS)).toEqual({ rooms: [31], from: 103, to: 103 });
});

test('extending moves the end and keeps the start, over all room types in between', () => {
  const one = extend(null, { origin: at(12, 101), cell: at(11, 101) });
  const two = extend(one, { origin: at(11, 101), cell: at(31, 103) });
  expect(rectangleOf(two, ROOMS)).toEqual({ rooms: [12, 11, 31], from: 101, to: 103 });
  expect(rectangleOf(pick(two, at(11, 100)), ROOMS)).toEqual({ rooms: [11], from: 100, to: 100 });
});

test.each([
  ['ArrowLeft', at(11, 101), at(11, 100)],
  ['ArrowLeft', at(11, 100), at(11, 100)],
  ['ArrowRight', at(11, 102), at(11, 103)],
  ['ArrowRight', at(11, 103), at(11, 103)],
  ['ArrowUp', at(11, 101), at(12, 101)],
  ['ArrowUp', at(12, 101), at(12, 101)],
  ['ArrowDown', at(11, 101), at(31, 101)],
  ['ArrowDown', at(31, 101), at(31, 101)],
  ['Home', at(31, 102), at(31, 100)],
  ['End', at(31, 101), at(31, 103)],
])('%s leads from %o to %o', (key, from, to) => {
  expect(step(from, { key, rooms: ROOMS, nights: NIGHTS })).toEqual(to);
});

test('other keys do not move', () => {
  expect(step(at(11, 101), { key: 'a', rooms: ROOMS, nights: NIGHTS })).toBeNull();
});
