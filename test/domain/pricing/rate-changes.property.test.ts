/** The arithmetic of price changes (U2) against a table that holds the amount of every night. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PriceList, Rate } from '../../../src/domain/pricing/price-list.ts';
import {
  decideRates,
  type RateChange,
  type RateDifference,
  type RateUpdate,
} from '../../../src/domain/pricing/rate-changes.ts';
import { findUnexpected } from '../../../src/domain/pricing/unexpected-rates.ts';

const LIST: PriceList = { number: 1, kind: 'PER_NIGHT', nights: null, quotedPer: 'ROOM', currency: 'CZK', rates: [] };
const PACKAGES: PriceList = { ...LIST, kind: 'PER_VISIT', nights: 3 };

const span = fc
  .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 9 }))
  .map(([from, more]) => ({ from, to: from + more }));
const amount = fc.integer({ min: 0, max: 3 });
const roomTypeNumber = fc.integer({ min: 1, max: 2 });

const change: fc.Arbitrary<RateChange> = fc
  .tuple(roomTypeNumber, span, fc.option(amount))
  .map(([room, nights, amountMinor]) => ({ roomTypeNumber: room, ...nights, amountMinor, confirm: true }));

/** Rates without overlaps: of those drawn, each that is free. */
const rates: fc.Arbitrary<Rate[]> = fc.array(fc.tuple(roomTypeNumber, span, amount), { maxLength: 10 }).map((drawn) => {
  const kept: Rate[] = [];
  for (const [room, { from, to }, amountMinor] of drawn) {
    const meets = (rate: Rate) => rate.roomTypeNumber === room && rate.from <= to && from <= rate.to;
    if (!kept.some(meets)) kept.push({ roomTypeNumber: room, from, to, amountMinor });
  }
  return kept;
});

type Table = ReadonlyMap<string, number>;

function tableOf(some: readonly Rate[]): Map<string, number> {
  const table = new Map<string, number>();
  for (const { roomTypeNumber: room, from, to, amountMinor } of some) {
    for (let night = from; night <= to; night++) {
      if (table.has(`${room} ${night}`)) throw new Error(`night ${night} has two rates`);
      table.set(`${room} ${night}`, amountMinor);
    }
  }
  return table;
}

function differentNights(before: Table, after: Table): number {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => before.get(key) !== after.get(key)).length;
}

/** The rows of a price list after an update. */
function applied(before: readonly Rate[], { written, removed }: RateUpdate): Rate[] {
  const rows = new Map(before.map((rate) => [`${rate.roomTypeNumber} ${rate.from}`, rate]));
  for (const { roomTypeNumber: room, from } of removed) expect(rows.delete(`${room} ${from}`)).toBe(true);
  for (const rate of written) rows.set(`${rate.roomTypeNumber} ${rate.from}`, rate);
  return [...rows.values()];
}

/** The differences have each night that is another one, once, joined where they can be. */
function expectDifferences({ differences }: RateUpdate, { before, after }: { before: Table; after: Table }): void {
  const found = differences.flatMap(({ roomTypeNumber: room, from, to, ...amounts }) =>
    Array.from({ length: to - from + 1 }, (_, place) => ({ key: `${room} ${from + place}`, ...amounts })),
  );
  expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
  expect(found).toHaveLength(differentNights(before, after));
  for (const { key, before: was, after: is } of found) {
    expect([was, is]).toEqual([before.get(key) ?? null, after.get(key) ?? null]);
    expect(was).not.toBe(is);
  }
  const joinable = differences.filter((one) =>
    differences.some(
      (next) =>
        next.roomTypeNumber === one.roomTypeNumber &&
        next.from === one.to + 1 &&
        next.before === one.before &&
        next.after === one.after,
    ),
  );
  expect(joinable).toEqual([]);
}

function updateOf(list: PriceList, changes: readonly RateChange[], others: readonly PriceList[] = []): RateUpdate {
  const decision = decideRates({ list, others, changes });
  if (!decision.ok) throw new Error('the changes have conflicts');
  return decision.update;
}

describe('prices by the night', () => {
  test('become those of the last change of each night, and all others stay', () => {
    fc.assert(
      fc.property(rates, fc.array(change, { minLength: 1, maxLength: 6 }), (before, changes) => {
        const expected = tableOf(before);
        for (const { roomTypeNumber: room, from, to, amountMinor } of changes) {
          for (let night = from; night <= to; night++) {
            if (amountMinor === null) expected.delete(`${room} ${night}`);
            else expected.set(`${room} ${night}`, amountMinor);
          }
        }
        const update = updateOf({ ...LIST, rates: before }, changes);
        const after = applied(before, update);
        expect(tableOf(after)).toEqual(expected);
        expect(update.nights).toBe(differentNights(tableOf(before), expected));
        expectDifferences(update, { before: tableOf(before), after: expected });
      }),
      { numRuns: 2_000 },
    );
  });

  test('only rows that are different are written, and none by the same changes again', () => {
    fc.assert(
      fc.property(rates, fc.array(change, { minLength: 1, maxLength: 6 }), (before, changes) => {
        const update = updateOf({ ...LIST, rates: before }, changes);
        for (const rate of [...update.written, ...update.removed]) {
          const isWritten = update.written.includes(rate);
          const stood = before.some((one) => JSON.stringify(one) === JSON.stringify({ ...rate }));
          expect(stood).toBe(!isWritten);
        }
        if (update.nights === 0) expect([update.written, update.removed]).toEqual([[], []]);
        const again = updateOf({ ...LIST, rates: applied(before, update) }, changes);
        expect(again).toEqual({ written: [], removed: [], differences: [], nights: 0 });
      }),
      { numRuns: 2_000 },
    );
  });

  test('a changed range is one row with its neighbours of the same amount', () => {
    fc.assert(
      fc.property(rates, fc.array(change, { minLength: 1, maxLength: 6 }), (before, changes) => {
        const after = applied(before, updateOf({ ...LIST, rates: before }, changes));
        const was = tableOf(before);
        for (const one of after) {
          for (const other of after) {
            if (other.roomTypeNumber !== one.roomTypeNumber || other.from !== one.to + 1) continue;
            const key = (night: number) => `${one.roomTypeNumber} ${night}`;
            const isChanged = [one.to, other.from].some((night) => was.get(key(night)) !== one.amountMinor);
            if (isChanged) expect(other.amountMinor).not.toBe(one.amountMinor);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('a night that another list of the currency and kind prices is a conflict of the change that wins it', () => {
    fc.assert(
      fc.property(rates, rates, fc.array(change, { minLength: 1, maxLength: 6 }), (own, foreign, changes) => {
        const taken = tableOf(own);
        const other = {
          ...LIST,
          number: 2,
          rates: foreign.filter((rate) => [...tableOf([rate]).keys()].every((key) => !taken.has(key))),
        };
        const claimed = tableOf(other.rates);
        const winners = new Map<string, number>();
        for (const [index, { roomTypeNumber: room, from, to }] of changes.entries()) {
          for (let night = from; night <= to; night++) winners.set(`${room} ${night}`, index);
        }
        const expected = new Set<number>();
        for (const [key, index] of winners)
          if (claimed.has(key) && changes[index]!.amountMinor !== null) expected.add(index);
        const decision = decideRates({ list: { ...LIST, rates: own }, others: [other], changes });
        const found = decision.ok ? [] : decision.conflicts.map((conflict) => conflict.change);
        expect(new Set(found)).toEqual(expected);
        // With another currency, kind or length it claims nothing.
        const elsewhere: PriceList[] = [
          { ...other, currency: 'EUR' },
          { ...other, kind: 'PER_VISIT', nights: 2 },
        ];
        expect(decideRates({ list: { ...LIST, rates: own }, others: elsewhere, changes }).ok).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('seasons of a package', () => {
  test('take the amounts of changes that name them whole; free ones are added, the rest are conflicts and change nothing', () => {
    const drawn = fc.tuple(
      rates,
      fc.array(change, { maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(), fc.option(amount)), { maxLength: 4 }),
    );
    fc.assert(
      fc.property(drawn, ([before, some, named]) => {
        const whole =
          before.length === 0
            ? []
            : named.map(([place, amountMinor]) => ({ ...before[place % before.length]!, amountMinor, confirm: true }));
        const changes = [...whole, ...some].sort((a, b) => a.to - b.to);
        let seasons = [...before];
        const conflicts: number[] = [];
        for (const [index, asked] of changes.entries()) {
          const { roomTypeNumber: room, from, to, amountMinor } = asked;
          const met = seasons.filter((rate) => rate.roomTypeNumber === room && rate.from <= to && from <= rate.to);
          const isWhole = met.length === 1 && met[0]!.from === from && met[0]!.to === to;
          if (met.length > 0 && !isWhole) conflicts.push(index);
          else {
            seasons = seasons.filter((rate) => !met.includes(rate));
            if (amountMinor !== null) seasons.push({ roomTypeNumber: room, from, to, amountMinor });
          }
        }
        const decision = decideRates({ list: { ...PACKAGES, rates: before }, others: [], changes });
        if (!decision.ok) {
          expect(decision.conflicts.map(({ change: index }) => index)).toEqual(conflicts);
          return;
        }
        expect(conflicts).toEqual([]);
        const inOrder = (some: readonly Rate[]) =>
          some.map((rate) => JSON.stringify([rate.roomTypeNumber, rate.from, rate.to, rate.amountMinor])).sort();
        const after = applied(before, decision.update);
        expect(inOrder(after)).toEqual(inOrder(seasons));
        expect(decision.update.nights).toBe(differentNights(tableOf(before), tableOf(seasons)));
        // What is different leads from the seasons before to those after.
        const pricesOf = (some: readonly RateDifference[], price: 'before' | 'after') =>
          some.flatMap(({ before: was, after: is, ...season }) => {
            const amountMinor = price === 'before' ? was : is;
            return amountMinor === null ? [] : [{ ...season, amountMinor }];
          });
        const { differences } = decision.update;
        const [gone, come] = [pricesOf(differences, 'before'), pricesOf(differences, 'after')].map(inOrder);
        expect([...inOrder(before).filter((one) => !gone?.includes(one)), ...(come ?? [])].sort()).toEqual(
          inOrder(seasons),
        );
        expect(gone?.every((one) => inOrder(before).includes(one) && !come?.includes(one))).toBe(true);
      }),
      { numRuns: 4_000 },
    );
  });

  test('claim their nights against packages of the same length in another list, not of another', () => {
    const season = { roomTypeNumber: 1, from: 10, to: 20, amountMinor: 5 };
    const asked = [{ roomTypeNumber: 1, from: 20, to: 30, amountMinor: 7 }];
    const other = { ...PACKAGES, number: 2, rates: [season] };
    expect(decideRates({ list: PACKAGES, others: [other], changes: asked })).toMatchObject({
      ok: false,
      conflicts: [{ kind: 'otherList', change: 0, other: { rate: season } }],
    });
    expect(decideRates({ list: PACKAGES, others: [{ ...other, nights: 4 }], changes: asked }).ok).toBe(true);
  });
});

test('the first night of a change that has another amount than is expected is found, and only then (U8)', () => {
  const expectation = fc.tuple(roomTypeNumber, span, fc.option(fc.record({ amountMinor: fc.option(amount) })));
  fc.assert(
    fc.property(
      rates,
      fc.array(expectation, { maxLength: 6 }),
      fc.integer({ min: 1, max: 6 }),
      (stored, asked, most) => {
        const table = tableOf(stored);
        const changes = asked.map(([room, nights, expected]) => ({ roomTypeNumber: room, ...nights, expected }));
        const found = changes.flatMap(({ roomTypeNumber: room, from, to, expected }, change) => {
          for (let night = from; expected && night <= to; night++) {
            const amountMinor = table.get(`${room} ${night}`) ?? null;
            if (amountMinor !== expected.amountMinor) return [{ change, night, amountMinor }];
          }
          return [];
        });
        expect(findUnexpected(stored, changes, most)).toEqual(found.slice(0, most));
      },
    ),
    { numRuns: 2_000 },
  );
});

test('a night that would cost nothing, or more than half more or less, is a conflict of its change unless that is confirmed (M12)', () => {
  const asked = fc.record({
    span,
    room: roomTypeNumber,
    amountMinor: fc.option(fc.integer({ min: 0, max: 12 })),
    confirm: fc.boolean(),
  });
  const stored = rates.map((some) => some.map((rate) => ({ ...rate, amountMinor: rate.amountMinor * 3 })));
  fc.assert(
    fc.property(stored, fc.array(asked, { minLength: 1, maxLength: 4 }), (before, drawn) => {
      const changes = drawn.map(({ span: nights, room, ...change }) => ({
        roomTypeNumber: room,
        ...nights,
        ...change,
      }));
      const was = tableOf(before);
      const expected = new Map<number, object>();
      for (const [index, { roomTypeNumber: room, from, to, amountMinor: after, confirm }] of changes.entries()) {
        for (let night = from; night <= to; night++) {
          const later = changes
            .slice(index + 1)
            .some((one) => one.roomTypeNumber === room && one.from <= night && night <= one.to);
          const price = was.get(`${room} ${night}`) ?? null;
          if (later || confirm || after === null || after === price || expected.has(index)) continue;
          const isFar = price !== null && (after > price * 1.5 || after < price / 2);
          if (after === 0 || isFar)
            expected.set(index, { kind: 'drastic', change: index, night, before: price, after });
        }
      }
      const decision = decideRates({ list: { ...LIST, rates: before }, others: [], changes });
      expect(decision.ok ? [] : decision.conflicts).toEqual([...expected.values()]);
    }),
    { numRuns: 2_000 },
  );
});

test('a package is compared with the price that is stored, whatever earlier changes of the request make of it (M12)', () => {
  const season = { roomTypeNumber: 1, from: 3, to: 9 };
  const list = { ...PACKAGES, rates: [{ ...season, amountMinor: 1_000 }] };
  for (const [first, after] of [
    [null, 1],
    [1_500, 2_250],
    [700, 400],
  ] as const) {
    const changes = [first, after].map((amountMinor) => ({ ...season, amountMinor, confirm: false }));
    const conflict = { kind: 'drastic', change: 1, night: season.from, before: 1_000, after };
    expect(decideRates({ list, others: [], changes })).toEqual({ ok: false, conflicts: [conflict] });
  }
});
