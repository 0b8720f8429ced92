/** Prices that are not what somebody believes (U8). */
import { groupBy } from '../group-by.ts';
import type { Day, DayRange } from '../time/civil-date.ts';
import type { Rate } from './price-list.ts';
import { byFirstNight, firstEndingFrom } from './rate-changes.ts';

/** The amount that the caller of a change expects each of its nights to have; null: no price. */
export interface ExpectedRate extends DayRange {
  readonly roomTypeNumber: number;
  /** Absent or null: nothing is expected. */
  readonly expected?: { readonly amountMinor?: number | null } | null;
}

/** The first night of a change whose amount is not the expected one. */
export interface UnexpectedRate {
  /** Index of the change. */
  readonly change: number;
  readonly night: Day;
  /** What it costs now; null: no price. */
  readonly amountMinor: number | null;
}

/**
 * The changes of which some night has another amount than is expected (U8), ascending, `most` of them at most. `rates` are those of one
 * list that have a night of a change; packages have the amount of their season on each of its nights.
 */
export function findUnexpected(
  rates: readonly Rate[],
  changes: readonly ExpectedRate[],
  most: number,
): UnexpectedRate[] {
  const ratesOf = groupBy(rates, ({ roomTypeNumber }) => roomTypeNumber);
  for (const ofRoom of ratesOf.values()) ofRoom.sort(byFirstNight);
  const found: UnexpectedRate[] = [];
  for (const [change, { roomTypeNumber, expected, ...range }] of changes.entries()) {
    if (found.length === most) break;
    const other = expected && firstOtherwise(ratesOf.get(roomTypeNumber) ?? [], range, expected.amountMinor ?? null);
    if (other) found.push({ change, ...other });
  }
  return found;
}

/** The first night of a range that has another amount; null: none has. `rates` are ascending and without overlaps. */
function firstOtherwise(
  rates: readonly Rate[],
  { from, to }: DayRange,
  expected: number | null,
): Omit<UnexpectedRate, 'change'> | null {
  let place = firstEndingFrom(rates, from);
  for (let night = from; night <= to; ) {
    const next = rates[place];
    const isPriced = next !== undefined && next.from <= night;
    const amountMinor = isPriced ? next.amountMinor : null;
    if (amountMinor !== expected) return { night, amountMinor };
    if (next === undefined) break;
    night = isPriced ? next.to + 1 : next.from;
    if (isPriced) place++;
  }
  return null;
}
