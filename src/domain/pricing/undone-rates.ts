/** Takes back what a change has made of the prices in one list, where that is still there (M14). */
import type { Day } from '../time/civil-date.ts';
import type { PriceList, Rate } from './price-list.ts';
import type { RateChange, RateDifference } from './rate-changes.ts';
import { findUnexpected } from './unexpected-rates.ts';

/** A difference that is not there any more: its place, and what the first such night costs now; null: no price. */
export interface LostDifference {
  readonly difference: number;
  readonly night: Day;
  readonly amountMinor: number | null;
}

/**
 * The changes that lead back, or the differences that are not there any more, `most` of them at most. `rates` of the list are those that
 * have or touch a night of a difference. A season of a package that has gone comes back if its nights are free again without those that
 * have come.
 */
export function undoDifferences(
  { kind, rates }: Pick<PriceList, 'kind' | 'rates'>,
  differences: readonly RateDifference[],
  most: number,
): { readonly changes: readonly RateChange[] } | { readonly lost: readonly LostDifference[] } {
  const lost =
    kind === 'PER_VISIT' ? lostSeasons(rates, differences).slice(0, most) : lostNights(rates, differences, most);
  if (lost.length > 0) return { lost };
  // Seasons go before others come in their place.
  const ordered = differences.toSorted((a, b) => Number(a.before !== null) - Number(b.before !== null));
  const changes = ordered.map(({ roomTypeNumber, from, to, before }) => {
    return { roomTypeNumber, from, to, amountMinor: before, confirm: true };
  });
  return { changes };
}

function lostNights(rates: readonly Rate[], differences: readonly RateDifference[], most: number): LostDifference[] {
  const expected = differences.map(({ after, ...range }) => ({ ...range, expected: { amountMinor: after } }));
  return findUnexpected(rates, expected, most).map(({ change, ...night }) => ({ difference: change, ...night }));
}

function lostSeasons(rates: readonly Rate[], differences: readonly RateDifference[]): LostDifference[] {
  const isAt = (rate: Rate, { roomTypeNumber, from, to, after }: RateDifference) =>
    rate.roomTypeNumber === roomTypeNumber && rate.from === from && rate.to === to && rate.amountMinor === after;
  const others = rates.filter((rate) => !differences.some((one) => isAt(rate, one)));
  return differences.flatMap((one, difference): LostDifference[] => {
    if (one.after !== null && rates.some((rate) => isAt(rate, one))) return [];
    const meets = ({ roomTypeNumber, from, to }: Rate) =>
      roomTypeNumber === one.roomTypeNumber && from <= one.to && one.from <= to;
    const other = others.find(meets);
    if (one.after === null && !other) return [];
    const night = other ? Math.max(one.from, other.from) : one.from;
    return [{ difference, night, amountMinor: other?.amountMinor ?? null }];
  });
}
