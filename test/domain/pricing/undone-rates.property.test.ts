/** Undoing what moved prices between the lists of a visit type (M14), against tables of nights and of seasons. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PriceList, PriceListKind, Rate } from '../../../src/domain/pricing/price-list.ts';
import {
  decideRates,
  type RateChange,
  type RateDifference,
  type RateUpdate,
} from '../../../src/domain/pricing/rate-changes.ts';
import { decideTogether, undoDifferences } from '../../../src/domain/pricing/undone-rates.ts';

const LISTS = [1, 2, 3];
const LAST = 39;

/** A rate and the list that has it. */
type Placed = Rate & { readonly list: number };

/** Rates of which no two claim a night: of those drawn, each that is free. */
const placed: fc.Arbitrary<Placed[]> = fc
  .array(
    fc.record({
      list: fc.constantFrom(...LISTS),
      roomTypeNumber: fc.integer({ min: 1, max: 2 }),
      from: fc.integer({ min: 0, max: 30 }),
      more: fc.integer({ min: 0, max: 9 }),
      amountMinor: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 10 },
  )
  .map((drawn) => {
    const kept: Placed[] = [];
    for (const { more, ...rate } of drawn) {
      const one = { ...rate, to: rate.from + more };
      if (!kept.some((other) => meets(one, other))) kept.push(one);
    }
    return kept;
  });

function meets(one: Rate, other: Rate): boolean {
  return one.roomTypeNumber === other.roomTypeNumber && one.from <= other.to && other.from <= one.to;
}

function listsOf(kind: PriceListKind, rates: readonly Placed[]): PriceList[] {
  return LISTS.map((number) => ({
    ...{ number, kind, nights: kind === 'PER_VISIT' ? 3 : null, quotedPer: 'ROOM', currency: 'CZK' },
    rates: rates.filter(({ list }) => list === number).map(({ list: _, ...rate }) => rate),
  }));
}

function applied(rates: readonly Rate[], { written, removed }: RateUpdate): Rate[] {
  const rows = new Map(rates.map((rate) => [`${rate.roomTypeNumber} ${rate.from}`, rate]));
  for (const { roomTypeNumber, from } of removed) rows.delete(`${roomTypeNumber} ${from}`);
  for (const rate of written) rows.set(`${rate.roomTypeNumber} ${rate.from}`, rate);
  return [...rows.values()];
}

/** What each night costs, or of packages each season. */
function tableOf({ kind, rates }: Pick<PriceList, 'kind' | 'rates'>): Record<string, number> {
  return Object.fromEntries(
    rates.flatMap(({ roomTypeNumber, from, to, amountMinor }) =>
      kind === 'PER_VISIT'
        ? [[`${roomTypeNumber} ${from} ${to}`, amountMinor]]
        : Array.from({ length: to - from + 1 }, (_, place) => [`${roomTypeNumber} ${from + place}`, amountMinor]),
    ),
  );
}

/** What an import that has the rates `after` instead of those of `list` makes different. */
function differencesOf(list: PriceList, after: readonly Rate[]): readonly RateDifference[] {
  const priced = (rate: Rate): RateChange => ({ ...rate, confirm: true });
  const emptied: RateChange[] =
    list.kind === 'PER_VISIT'
      ? list.rates.map((rate) => ({ ...rate, amountMinor: null }))
      : [1, 2].map((roomTypeNumber) => ({ roomTypeNumber, from: 0, to: LAST, amountMinor: null }));
  const decision = decideRates({ list, others: [], changes: [...emptied, ...after.map(priced)] });
  if (!decision.ok) throw new Error('rates without overlaps have conflicts');
  return decision.update.differences;
}

const kind = fc.constantFrom<PriceListKind>('PER_NIGHT', 'PER_VISIT');
test('whatever an import moved between lists goes back, all of it, unless a list that came since prices its nights', () => {
  fc.assert(
    fc.property(kind, placed, placed, placed, (of, was, became, drawn) => {
      const [before, after] = [listsOf(of, was), listsOf(of, became)];
      const undone = after.map((list, index) => {
        const found = undoDifferences(list, differencesOf(before[index]!, list.rates), 50);
        if ('lost' in found) throw new Error('what has just been made is lost');
        return [list, found.changes] as const;
      });
      const decided = decideTogether(after, new Map(undone));
      if ('blocked' in decided) throw new Error('lists are in the way of themselves');
      const back = after.map((list) => ({ ...list, rates: applied(list.rates, decided.updates.get(list)!) }));
      expect(back.map(tableOf)).toEqual(before.map(tableOf));

      // A fourth list has come since: it takes nights that no list had any more.
      const free = drawn.filter((rate) => !became.some((other) => meets(rate, other)));
      const fourth: PriceList = { ...after[0]!, number: 4, rates: free.map(({ list: _, ...rate }) => rate) };
      const again = decideTogether([...after, fourth], new Map(undone));
      const isBlocked = was.some((rate) => free.some((other) => meets(rate, other)));
      expect('blocked' in again).toBe(isBlocked);
      if ('blocked' in again) expect([...again.blocked]).not.toContain(fourth);
    }),
    { numRuns: 3_000 },
  );
});
