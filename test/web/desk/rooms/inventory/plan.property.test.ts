/** Plans of capacity, replayed night by night. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDay, WEEKDAYS } from '../../../../../src/domain/time/civil-date.ts';
import {
  type InventoryChange,
  type InventoryWish,
  planInventory,
  planUndo,
  type RecordedNight,
} from '../../../../../src/web/desk/rooms/inventory/plan.ts';
import { nightsOf, type Selection } from '../../../../../src/web/desk/rooms/month/selection.ts';
import { changeAt } from '../../../../../src/web/desk/rooms/refusal.ts';

const TODAY = parseDay('2027-03-03')!;
const ROOMS = [11, 12];
const NIGHTS = Array.from({ length: 30 }, (_, index) => TODAY - 5 + index);

type Recorded = Map<string, RecordedNight>;
const keyOf = (room: number, night: number) => `${room} ${night}`;

const recorded: fc.Arbitrary<Recorded> = fc
  .array(fc.record({ units: fc.option(fc.integer({ min: 0, max: 4 })), closed: fc.boolean() }), {
    minLength: ROOMS.length * NIGHTS.length,
    maxLength: ROOMS.length * NIGHTS.length,
  })
  .map((records) => {
    const keys = ROOMS.flatMap((room) => NIGHTS.map((night) => keyOf(room, night)));
    return new Map(keys.map((key, index) => [key, records[index]!]));
  });
const selections: fc.Arbitrary<Selection> = fc
  .record({
    rooms: fc.subarray(ROOMS, { minLength: 1 }),
    from: fc.constantFrom(...NIGHTS),
    length: fc.nat(20),
    weekdays: fc.subarray([...WEEKDAYS], { minLength: 1 }),
  })
  .map(({ length, ...rest }) => ({ ...rest, to: Math.min(rest.from + length, NIGHTS.at(-1)!) }));
const wishes: fc.Arbitrary<InventoryWish> = fc.oneof(
  fc.boolean().map((closed) => ({ closed })),
  fc.integer({ min: 0, max: 4 }).map((units) => ({ units })),
);

const chosenOf = (selection: Selection, before: Recorded) => ({
  selection,
  today: TODAY,
  before: (room: number, night: number) => before.get(keyOf(room, night))!,
});

/** What the gateway does. */
function replay(before: Recorded, changes: readonly InventoryChange[]): Recorded {
  const after = new Map(before);
  for (const { roomType, from, to, units, closed, expected } of changes) {
    for (let night = parseDay(from)!; night <= parseDay(to)!; night++) {
      const known = after.get(keyOf(roomType, night))!;
      // Else the gateway refuses it.
      expect(known).toMatchObject(expected);
      after.set(keyOf(roomType, night), { units: units ?? known.units, closed: closed ?? known.closed });
    }
  }
  return after;
}

test('a wish comes true on exactly the chosen nights, and never in the past', () => {
  fc.assert(
    fc.property(recorded, selections, wishes, (before, selection, wish) => {
      const after = replay(before, planInventory(wish, chosenOf(selection, before)));
      const chosen = new Set(nightsOf(selection, TODAY));
      for (const room of ROOMS) {
        for (const night of NIGHTS) {
          const isChosen = selection.rooms.includes(room) && chosen.has(night);
          const known = before.get(keyOf(room, night))!;
          expect(after.get(keyOf(room, night))).toEqual(isChosen ? { ...known, ...wish } : known);
        }
      }
    }),
  );
});

test('undo puts back what was before on every night; no units become none', () => {
  fc.assert(
    fc.property(recorded, selections, wishes, (before, selection, wish) => {
      const chosen = chosenOf(selection, before);
      const after = replay(replay(before, planInventory(wish, chosen)), planUndo(wish, chosen));
      for (const [key, { units, closed }] of before) {
        expect({ ...after.get(key)!, units: after.get(key)!.units ?? 0 }).toEqual({ units: units ?? 0, closed });
      }
    }),
  );
});

test('undo leaves alone what was as wished already', () => {
  const before = (): RecordedNight => ({ units: 3, closed: true });
  const selection = { rooms: [11], from: TODAY, to: TODAY + 6, weekdays: WEEKDAYS };
  expect(planUndo({ closed: true }, { selection, today: TODAY, before })).toEqual([]);
  expect(planUndo({ units: 5 }, { selection, today: TODAY, before })).toEqual([
    { roomType: 11, from: '2027-03-03', to: '2027-03-09', units: 3, expected: { units: 5 } },
  ]);
});

test('a problem finds the change at its path, and others find none', () => {
  const changes = ['first', 'second'];
  expect(changeAt(changes, 'changes.1.units')).toBe('second');
  expect(changeAt(changes, 'changes.0')).toBe('first');
  expect(changeAt(changes, 'changes.2.units')).toBeNull();
  expect(changeAt(changes, 'changes')).toBeNull();
  expect(changeAt(changes, 'priceList')).toBeNull();
});
