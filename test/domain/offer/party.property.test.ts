/** Y1: a party gets the rooms of the lowest total, as by trying every assignment. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PARTY_ROOMS } from '../../../src/domain/booking/party.ts';
import { Party, ROOM_GUESTS } from '../../../src/domain/offer/party.ts';

interface RoomType {
  readonly number: number;
  readonly beds: number;
  /** Null: it has no price. */
  readonly total: number | null;
  readonly left: number;
}

interface Assignment {
  readonly total: number;
  /** A room type for each room of the party. */
  readonly roomTypes: readonly RoomType[];
}

/** Every way to give each room of the party a room type, in which no room is given twice. */
function* everyAssignment(party: readonly number[], roomTypes: readonly RoomType[]): Generator<Assignment> {
  const [guests, ...others] = party;
  if (guests === undefined) {
    yield { total: 0, roomTypes: [] };
    return;
  }
  for (const chosen of roomTypes) {
    if (chosen.beds < guests || chosen.left < 1 || chosen.total === null) continue;
    const rest = roomTypes.map((one) => (one === chosen ? { ...one, left: one.left - 1 } : one));
    for (const { total, roomTypes: further } of everyAssignment(others, rest)) {
      yield { total: total + chosen.total, roomTypes: [chosen, ...further] };
    }
  }
}

const party = fc.array(fc.integer(ROOM_GUESTS), { minLength: PARTY_ROOMS.min, maxLength: 4 });
/** Few totals, so that many are equal. */
const roomTypes = fc
  .array(
    fc.record({
      beds: fc.integer({ min: 1, max: 7 }),
      total: fc.option(fc.constantFrom(0, 1, 2, 3, 5, 8, 900_000_000_000), { freq: 8 }),
      left: fc.integer({ min: 0, max: 4 }),
    }),
    { maxLength: 5 },
  )
  .map((some) => some.map((one, index): RoomType => ({ ...one, number: 10 + index })));

function assigned(guests: readonly number[], types: readonly RoomType[]) {
  const one = new Party(guests);
  // What was assigned before does not matter.
  one.assign({ count: 1, places: [guests.length], totals: [7], left: [3] });
  const total = one.assign({
    count: types.length,
    places: types.map(({ beds }) => one.placesFor(beds)),
    totals: types.map(({ total }) => total ?? -1),
    left: types.map(({ left }) => left),
  });
  return { total, taken: [...one.taken], arranged: total === -1 ? [] : one.arrange(one.taken, types) };
}

const inNumbers = (a: readonly number[], b: readonly number[]) => {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : a[at]! - b[at]!;
};
/** The rooms of an assignment from the cheapest to the dearest, those of equal totals by number. */
const listed = (types: readonly RoomType[]) =>
  types
    .map(({ total, number }) => [total!, number] as const)
    .sort(inNumbers)
    .flat();

test('Y1: the total is the lowest of all assignments that can be had, and there is one whenever any can be', () => {
  fc.assert(
    fc.property(party, roomTypes, (guests, types) => {
      const every = [...everyAssignment(guests, types)];
      const { total, arranged } = assigned(guests, types);
      expect(total).toBe(every.length === 0 ? -1 : Math.min(...every.map((one) => one.total)));
      if (total === -1) return;
      // The rooms are an assignment of that total, each with beds for its guests.
      const chosen = arranged.map((number) => types.find((one) => one.number === number)!);
      expect(chosen.map(({ beds }, index) => beds >= guests[index]!)).not.toContain(false);
      expect(every.map((one) => one.roomTypes.map(({ number }) => number).join())).toContain(arranged.join());
      expect(chosen.reduce((sum, one) => sum + one.total!, 0)).toBe(total);
      // Among equal totals the one with cheaper rooms is first, and among those the one with lower numbers.
      const lowest = every.filter((one) => one.total === total).map((one) => listed(one.roomTypes));
      expect(listed(chosen)).toEqual(lowest.sort(inNumbers)[0]);
    }),
    { numRuns: 3_000 },
  );
});

test('Y1: rooms with equally many guests are interchangeable, and more guests never get fewer beds', () => {
  fc.assert(
    fc.property(party, roomTypes, fc.nat(), (guests, types, turn) => {
      const turned = guests.map((_, index) => guests[(index + turn) % guests.length]!);
      const [one, other] = [assigned(guests, types), assigned(turned, types)];
      expect([other.total, other.taken]).toEqual([one.total, one.taken]);
      const bedsOf = (number: number) => types.find((type) => type.number === number)!.beds;
      const beds = guests.map((count, index) => ({ count, beds: one.total === -1 ? 0 : bedsOf(one.arranged[index]!) }));
      for (const a of beds) for (const b of beds) if (a.count > b.count) expect(a.beds).toBeGreaterThanOrEqual(b.beds);
    }),
  );
});

test('Y1: two rooms of one room type need two left', () => {
  const double = { number: 11, beds: 2, total: 10 };
  const dearer = { number: 12, beds: 2, total: 15, left: 1 };
  const takes = (left: number, ...more: RoomType[]) => assigned([2, 2], [{ ...double, left }, ...more]).arranged;
  expect(takes(2)).toEqual([11, 11]);
  expect(takes(1)).toEqual([]);
  expect(takes(1, dearer)).toEqual([11, 12]);
});
