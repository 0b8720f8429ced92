/** Bounds of updates of a running server (U1, U2), checked before any look-up; the problems are reported together, 50 at most (I5, A2). */
import { AMOUNT_MAX_MINOR } from '../../domain/pricing/price-list.ts';
import type { RateChange } from '../../domain/pricing/rate-changes.ts';
import type { ExpectedRate } from '../../domain/pricing/unexpected-rates.ts';
import { type InputProblem, inputProblem } from '../../domain/problem/input-problem.ts';
import { UNITS_MAX } from '../../domain/stay/inventory-changes.ts';
import { problemsOfEach } from '../../domain/text/refusal-bounds.ts';
import { addMonths, type Day, dayOf, LAST_DAY } from '../../domain/time/civil-date.ts';
import { type Bounds, boundsProblems, countProblems, reversedProblems } from '../search/search-input.ts';

/** Changes of one update. */
export const CHANGES = { min: 1, max: 1_000 } as const satisfies Bounds;
/** Nights of all changes of capacity, counted once for each change that names them. */
const NIGHTS_MAX = 100_000;
const EITHER = { fields: ['units', 'closed'] };
const UNITS: Bounds = { min: 0, max: UNITS_MAX };
const AMOUNT_MINOR: Bounds = { min: 0, max: AMOUNT_MAX_MINOR };
/** How far from today an update may reach. */
const YEARS_BACK = 1;
const YEARS_AHEAD = 10;
/** As in a catalogue file: seasons may have begun long ago, and one without an end ends on 9999-12-31. */
const FIRST_SEASON = dayOf('1900-01-01');
const OPEN_END = LAST_DAY;

interface ChangedRange {
  /** ObjectId or number. */
  readonly roomType: string;
  readonly from: Day;
  /** Included. */
  readonly to: Day;
}

/** What the caller believes about each night of a change. */
export interface ExpectedCapacity {
  /** Null: no record; absent: anything. */
  readonly units?: number | null;
  /** Absent or null: anything. A night without a record is open. */
  readonly closed?: boolean | null;
}

/** What to change about the nights of a room type; null: nothing. */
export interface InventoryChangeInput extends ChangedRange {
  readonly units: number | null;
  readonly closed: boolean | null;
  /** Absent or null: nothing is expected. */
  readonly expected?: ExpectedCapacity | null;
}

/** A price of a room type in minor units; null: none. */
export interface RateChangeInput extends ChangedRange {
  readonly amountMinor: number | null;
  readonly expected?: ExpectedRate['expected'];
  readonly confirm?: RateChange['confirm'];
}

/** A change whose dates may have been refused already: then they are null. */
type Unchecked<Change extends ChangedRange> = Omit<Change, 'from' | 'to'> & {
  readonly from: Day | null;
  readonly to: Day | null;
};

/**
 * 1 to 1,000 changes of 100,000 nights in all, from a year ago to ten years ahead; each says something, within its bounds, and so does
 * what it expects.
 */
export function inventoryProblems(changes: readonly Unchecked<InventoryChangeInput>[], today: Day): InputProblem[] {
  const problems = countProblems('changes', changes, CHANGES);
  if (problems.length > 0) return problems;
  const nights = changes.reduce(
    (sum, { from, to }) => sum + (from === null || to === null ? 0 : Math.max(0, to - from + 1)),
    0,
  );
  if (nights > NIGHTS_MAX) {
    problems.push(inputProblem('changes', 'tooManyNights', { value: nights, maximum: NIGHTS_MAX }));
  }
  const window = windowOf(today);
  const ofChanges = problemsOfEach(changes, ({ from, to, units, closed, expected }, index) => {
    const path = `changes.${index}`;
    const isEmpty = units === null && closed === null;
    const expectsNothing = expected && expected.units === undefined && expected.closed == null;
    return [
      ...(isEmpty ? [inputProblem(path, 'oneRequired', EITHER)] : []),
      ...(expectsNothing ? [inputProblem(`${path}.expected`, 'oneRequired', EITHER)] : []),
      ...dateProblems(`${path}.from`, from, window),
      ...endProblems(path, { from, to }, window),
      ...boundsProblems(`${path}.units`, units, UNITS),
    ];
  });
  return [...problems, ...ofChanges];
}

/** 1 to 1,000 changes of nights from 1900 to ten years ahead, or without an end; amounts as in a catalogue file. */
export function rateProblems(changes: readonly Unchecked<RateChangeInput>[], today: Day): InputProblem[] {
  const problems = countProblems('changes', changes, CHANGES);
  if (problems.length > 0) return problems;
  const window = { first: FIRST_SEASON, last: lastNight(today) };
  return problemsOfEach(changes, ({ from, to, amountMinor }, index) => {
    const path = `changes.${index}`;
    return [
      ...dateProblems(`${path}.from`, from, window),
      ...(to === OPEN_END ? [] : endProblems(path, { from, to }, window)),
      ...boundsProblems(`${path}.amountMinor`, amountMinor, AMOUNT_MINOR),
    ];
  });
}

/** Nights of an update of all that is priced in them, from a year ago to ten years ahead. */
export function nightsProblems({ from, to }: { from: Day | null; to: Day | null }, today: Day): InputProblem[] {
  const window = windowOf(today);
  return [...dateProblems('from', from, window), ...endProblems('', { from, to }, window)];
}

function lastNight(today: Day): Day {
  return addMonths(today, 12 * YEARS_AHEAD);
}

interface Window {
  readonly first: Day;
  readonly last: Day;
}

const windowOf = (today: Day): Window => ({ first: addMonths(today, -12 * YEARS_BACK), last: lastNight(today) });

function dateProblems(path: string, day: Day | null, { first, last }: Window): InputProblem[] {
  if (day === null || (day >= first && day <= last)) return [];
  return [inputProblem(path, 'outOfDates', { earliest: first, latest: last, date: day })];
}

/** One problem at most: the wrong way round, else out of the window. */
function endProblems(path: string, { from, to }: { from: Day | null; to: Day | null }, window: Window): InputProblem[] {
  const at = path === '' ? 'to' : `${path}.to`;
  const reversed = reversedProblems({ from, to, path: at, mayBeEqual: true });
  return reversed.length > 0 ? reversed : dateProblems(at, to, window);
}
