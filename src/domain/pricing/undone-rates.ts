/** Takes back what a change has made of the prices of visit types, where that is still there (M14). */
import type { Day } from '../time/civil-date.ts';
import { overlappingRates, type PriceList, type Rate } from './price-list.ts';
import { decideRates, type RateChange, type RateDifference, type RateUpdate } from './rate-changes.ts';
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

/**
 * Decides the `changes` of the lists of a visit type together: nights that one list gives up are free for another one (P3). The rates of
 * `lists` are those that have or touch a night of a change.
 * @returns what becomes of the changed lists; or those that cannot be changed, because another list prices their nights or another season
 * has come
 */
export function decideTogether<List extends PriceList>(
  lists: readonly List[],
  changes: ReadonlyMap<List, readonly RateChange[]>,
): { readonly updates: ReadonlyMap<List, RateUpdate> } | { readonly blocked: ReadonlySet<List> } {
  const updates = new Map<List, RateUpdate>();
  const blocked = new Set<List>();
  const after = lists.map((list) => {
    const ofList = changes.get(list);
    if (!ofList) return list;
    const decision = decideRates({ list, others: [], changes: ofList });
    if (!decision.ok) {
      blocked.add(list);
      return list;
    }
    updates.set(list, decision.update);
    return { ...list, rates: ratesAfter(list.rates, decision.update) };
  });
  const written = new Set([...updates.values()].flatMap((update) => update.written));
  for (const { rate, listIndex } of overlappingRates(after).flatMap(({ a, b }) => [a, b])) {
    // biome-ignore lint/style/noNonNullAssertion: the list of a rate is one of these.
    if (written.has(rate)) blocked.add(lists[listIndex]!);
  }
  return blocked.size > 0 ? { blocked } : { updates };
}

function ratesAfter(rates: readonly Rate[], { written, removed }: RateUpdate): Rate[] {
  const keyOf = ({ roomTypeNumber, from }: Rate) => `${roomTypeNumber} ${from}`;
  const gone = new Set([...removed, ...written].map(keyOf));
  return [...rates.filter((rate) => !gone.has(keyOf(rate))), ...written];
}
