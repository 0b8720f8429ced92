import { describe, expect, test } from 'vitest';
import {
  anyOfKind,
  CATALOGUE,
  cacheTag,
  capacityTags,
  formatCapacityChange,
  STRUCTURE,
} from '../../../src/data/cache/cache-tags.ts';
import { EpochTable, isDoubtful } from '../../../src/data/cache/epoch-table.ts';
import { dayOf } from '../../../src/domain/time/civil-date.ts';

/** A change of the catalogue with its number. */
const change = (value: number, ...tags: string[]) =>
  ['catalogue', 'change', ...tags].map((scope) => ({ scope, value }));

/** What some work returns, and how many entries of maps and sets it goes through. */
function counted<T>(work: () => T): { result: T; visited: number } {
  const prototypes = [new Map().values(), new Set().values()].map((entries) => Object.getPrototypeOf(entries));
  const nexts = prototypes.map(({ next }) => next);
  let visited = 0;
  prototypes.forEach((prototype, index) => {
    prototype.next = function (this: unknown) {
      visited += 1;
      return nexts[index].call(this);
    };
  });
  try {
    const result = work();
    return { result, visited };
  } finally {
    prototypes.forEach((prototype, index) => {
      prototype.next = nexts[index];
    });
  }
}

describe('the epochs of a process', () => {
  test('move for the tags of a change and for no others', () => {
    const table = new EpochTable();
    table.apply(change(1, 'rates:5'));
    expect([5, 6].map((number) => table.of(cacheTag('rates', number)))).toEqual([1, 0]);
    expect([table.of(STRUCTURE), table.of(cacheTag('visitType', 5)), table.of(CATALOGUE)]).toEqual([0, 0, 1]);
  });

  test('move for a whole kind, known entities and unknown ones alike', () => {
    const table = new EpochTable();
    table.apply(change(1, 'rates:5'));
    table.apply(change(2, 'rates:-1'));
    expect([5, 6].map((number) => table.of(cacheTag('rates', number)))).toEqual([2, 2]);
    table.apply(change(3, 'rates:6'));
    expect([5, 6].map((number) => table.of(cacheTag('rates', number)))).toEqual([2, 3]);
    expect(table.of(cacheTag('hotel', 5))).toBe(0);
  });

  test('of everything of a kind move with any of it', () => {
    const table = new EpochTable();
    const seen = [table.of(anyOfKind('rates'))];
    for (const [index, tag] of ['rates:5', 'rates:5', 'rates:-1', 'rates:900'].entries()) {
      table.apply(change(index + 1, tag));
      seen.push(table.of(anyOfKind('rates')));
    }
    expect(new Set(seen).size).toBe(5);
    const before = table.of(anyOfKind('rates'));
    table.apply(change(9, 'hotel:1'));
    expect(table.of(anyOfKind('rates'))).toBe(before);
  });

  test('ignore what is received late or twice, and tags that another version has', () => {
    const table = new EpochTable();
    expect(table.apply(change(2, 'rates:5'))).toBe(true);
    expect(table.apply([...change(1, 'rates:5'), ...change(2, 'rates:5')])).toBe(false);
    expect(table.apply([{ scope: 'moonphase:3', value: 7 }])).toBe(false);
    expect(table.of(cacheTag('rates', 5))).toBe(2);
  });

  test('all move after a change that does not name its tags, as those of release 0.1.0', () => {
    const table = new EpochTable();
    table.apply(change(1, 'rates:5'));
    table.apply([{ scope: 'catalogue', value: 2 }]);
    const tags = [cacheTag('rates', 5), cacheTag('hotel', 1), STRUCTURE];
    expect(tags.map((tag) => table.of(tag))).toEqual([2, 2, 2]);
    expect(table.of(cacheTag('inventory', 1))).toBe(0);
    const specific = (value: number, number: number) =>
      table.apply([
        { scope: 'catalogue', value },
        { scope: 'change', value: number },
        { scope: 'hotel:1', value },
      ]);
    specific(3, 2);
    expect(tags.map((tag) => table.of(tag))).toEqual([2, 3, 2]);
    // Number 4 said nothing, and was not heard of yet.
    specific(5, 3);
    expect(tags.map((tag) => table.of(tag))).toEqual([5, 5, 5]);
  });

  test('never come back to a number after a restoration', () => {
    const table = new EpochTable();
    const tags = [
      cacheTag('rates', 5),
      cacheTag('inventory', 1),
      cacheTag('hotelInventory', 1),
      cacheTag('roomTypeInventory', 11),
      STRUCTURE,
      anyOfKind('hotel'),
    ];
    const seen = tags.map((tag) => new Set([table.of(tag)]));
    const look = () => tags.forEach((tag, index) => void seen[index]!.add(table.of(tag)));
    table.apply([...change(3, 'rates:5'), { scope: 'inventory:1', value: 9 }]);
    look();
    table.restart();
    for (const [index, tag] of tags.entries()) expect(seen[index]).not.toContain(table.of(tag));
    table.apply([...change(2, 'rates:5'), { scope: 'inventory:1/11', value: 1 }]);
    for (const [index, tag] of tags.entries()) expect(seen[index]).not.toContain(table.of(tag));
  });
});

describe('the epochs of capacity', () => {
  const ROOM_TYPES = [11, 12, 21];

  /** Which of three room types, two of hotel 1 and one of hotel 2, have another epoch after what a table hears. */
  function moved(table: EpochTable, ...raised: { scope: string; value: number }[]): number[] {
    const look = () =>
      ROOM_TYPES.map((number) =>
        Math.max(
          table.of(cacheTag('hotelInventory', Math.floor(number / 10))),
          table.of(cacheTag('roomTypeInventory', number)),
        ),
      );
    const before = look();
    table.apply(raised);
    const after = look();
    return ROOM_TYPES.filter((_, index) => after[index] !== before[index]);
  }

  test('move for the room types that a change names and for no others', () => {
    const table = new EpochTable();
    expect(moved(table, { scope: 'inventory:1/11', value: 1 })).toEqual([11]);
    expect(moved(table, { scope: 'inventory:1/11,12', value: 2 })).toEqual([11, 12]);
    expect(moved(table, { scope: 'inventory:2/21', value: 1 })).toEqual([21]);
    expect(moved(table, { scope: 'inventory:1/12', value: 3 })).toEqual([12]);
  });

  test('move for the whole hotel after a change that names no room type, as those of release 0.1.0, or that was read', () => {
    const table = new EpochTable();
    expect(moved(table, { scope: 'inventory:1/12', value: 1 })).toEqual([12]);
    expect(moved(table, { scope: 'inventory:1', value: 2 })).toEqual([11, 12]);
    expect(moved(table, { scope: 'inventory:1/12', value: 3 })).toEqual([12]);
  });

  test('move for the whole hotel when a change before was not received, and not again when it is', () => {
    const table = new EpochTable();
    expect(moved(table, { scope: 'inventory:1/12', value: 1 })).toEqual([12]);
    expect(moved(table, { scope: 'inventory:1/12', value: 3 })).toEqual([11, 12]);
    expect(moved(table, { scope: 'inventory:1/11', value: 2 })).toEqual([]);
    expect(moved(table, { scope: 'inventory:1/12', value: 3 })).toEqual([]);
  });

  /** The months, as numbers of 2027, in which room type 11 has another epoch after what a table hears. */
  function movedMonths(table: EpochTable, scope: string, value: number): number[] {
    const nightIn = (month: number) => dayOf(`2027-${String(month).padStart(2, '0')}-15`);
    const look = () =>
      MONTHS.map((month) =>
        capacityTags(11, { from: nightIn(month), to: nightIn(month) }).reduce((sum, tag) => sum + table.of(tag), 0),
      );
    const before = look();
    table.apply([{ scope, value }]);
    const after = look();
    return MONTHS.filter((_, index) => after[index] !== before[index]);
  }
  const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);
  const MAY = `${dayOf('2027-05-01')}..${dayOf('2027-05-31')}`;
  const TURN = `${dayOf('2027-05-31')}..${dayOf('2027-07-01')}`;

  test('of a month move for a change that names one of its nights, and for no other', () => {
    const table = new EpochTable();
    expect(movedMonths(table, `inventory:1:${MAY}/11`, 1)).toEqual([5]);
    expect(movedMonths(table, `inventory:1:${TURN}/12,11`, 2)).toEqual([5, 6, 7]);
    expect(movedMonths(table, `inventory:1:${MAY}/12`, 3)).toEqual([]);
    expect(movedMonths(table, `inventory:1:${MAY}/11`, 3)).toEqual([]);
    // A catalogue of 2,000 hotels has room types with these numbers.
    for (const [index, apart] of [1_024, 2_048, 4_096, 8_192, 16_384].entries()) {
      expect(movedMonths(table, `inventory:9:${MAY}/${11 + apart}`, index + 1)).toEqual([]);
    }
  });

  test('of all months move for a change that names no nights, as those of release 0.2.0, or says what this one does not know', () => {
    const table = new EpochTable();
    for (const [index, nights] of ['', ':', ':weekends', `:${MAY.replace('..', '-')}`, ':20605..20600'].entries()) {
      expect(movedMonths(table, `inventory:1${nights}/11`, index + 1), nights).toEqual(MONTHS);
    }
  });

  test('of the months of a room type are 31 however many years pass, and one for changes that name no nights', () => {
    const tags = new Set<number>();
    for (let year = 2027; year < 2047; year += 1) {
      for (const tag of capacityTags(11, { from: dayOf(`${year}-01-01`), to: dayOf(`${year}-12-31`) })) tags.add(tag);
    }
    expect(tags.size).toBe(32);
  });

  test('of a room type move for changes of any of its nights', () => {
    const table = new EpochTable();
    expect(moved(table, { scope: `inventory:1:${MAY}/11`, value: 1 })).toEqual([11]);
    expect(moved(table, { scope: `inventory:1:${MAY}/11`, value: 3 })).toEqual([11, 12]);
  });

  test('move for what release 0.2.0 reads of a change that names nights: its hotel and its room types', () => {
    const text = formatCapacityChange({
      counter: 'inventory:5',
      roomTypes: [17, 18],
      nights: { from: 20_575, to: 20_580 },
    });
    // As that release reads them.
    const [kind, number = '0'] = text.split(':') as [string, string?];
    expect([kind, Number.parseInt(number, 10)]).toEqual(['inventory', 5]);
    const roomTypes = text.slice(text.indexOf('/') + 1).split(',');
    expect(roomTypes.map(Number)).toEqual([17, 18]);
  });

  test('of all room types move with any of them', () => {
    const table = new EpochTable();
    const before = table.of(anyOfKind('roomTypeInventory'));
    table.apply([{ scope: 'inventory:1/11', value: 1 }]);
    expect(table.of(anyOfKind('roomTypeInventory'))).not.toBe(before);
  });
});

describe('in a table of very many tags', () => {
  const MANY = 10_000;
  const FEW = 50;
  /** A table that knows the capacity of as many room types in a month, of ten hotels, and the prices of as many visit types. */
  function tableOfMany(): EpochTable {
    const table = new EpochTable();
    for (let index = 0; index < MANY; index += 1) {
      const value = Math.floor(index / 10) + 1;
      table.apply([{ scope: `inventory:${index % 10}:20575..20580/${index}`, value }]);
    }
    table.apply(change(1, ...Array.from({ length: MANY }, (_, index) => `rates:${index}`)));
    return table;
  }

  test('a reading looks at the counters of the database alone', () => {
    const table = tableOfMany();
    const { result: counters, visited } = counted(() => table.storedCounters());
    expect(visited).toBeLessThan(FEW);
    const hotels = Array.from({ length: 10 }, (_, hotel): [string, number] => [`inventory:${hotel}`, MANY / 10]);
    expect(counters).toEqual(new Map([['catalogue', 1], ['change', 1], ...hotels]));
    const reading = [...counters].map(([scope, value]) => ({ scope, value }));
    expect(counted(() => table.apply(reading))).toEqual({ result: false, visited: 0 });
  });

  test('what only standbys show is laid over the tags, until it is known', () => {
    const table = tableOfMany();
    const [raised, same] = [cacheTag('rates', 5), cacheTag('rates', 6)];
    expect(counted(() => table.suspect(change(2, 'rates:5'))).visited).toBeLessThan(FEW);
    expect([isDoubtful(table.of(raised)), isDoubtful(table.of(same))]).toEqual([true, false]);
    expect(counted(() => table.apply(change(2, 'rates:5'))).visited).toBeLessThan(FEW);
    expect([table.of(raised), table.of(same)]).toEqual([2, 1]);
  });

  test('a change of a whole kind goes through the tags of that kind alone', () => {
    const table = tableOfMany();
    expect(counted(() => table.apply(change(2, 'hotel:-1'))).visited).toBeLessThan(FEW);
    expect([table.of(cacheTag('hotel', 5)), table.of(cacheTag('rates', 5))]).toEqual([2, 1]);
  });
});

describe('what only standbys show', () => {
  test('has another epoch each time, above all that the leader gives; all else is as it was', () => {
    const table = new EpochTable();
    table.apply(change(1, 'rates:5', 'hotel:1'));
    const version = table.version();
    table.suspect(change(2, 'rates:5'));
    const [first, second] = [table.of(cacheTag('rates', 5)), table.of(cacheTag('rates', 5))];
    expect(second).toBeGreaterThan(first);
    expect([isDoubtful(first), isDoubtful(table.of(cacheTag('hotel', 1)))]).toEqual([true, false]);
    expect(table.of(cacheTag('hotel', 1))).toBe(1);
    expect(table.version()).not.toBe(version);
    expect([table.stored(CATALOGUE), table.latest(CATALOGUE)]).toEqual([1, 2]);
  });

  test('is believed once the leader says it, and forgotten once only the leader is believed', () => {
    const table = new EpochTable();
    table.apply(change(1, 'rates:5'));
    table.suspect(change(2, 'rates:5'));
    table.apply(change(2, 'rates:5'));
    expect(table.of(cacheTag('rates', 5))).toBe(2);
    table.suspect(change(3, 'rates:5'));
    table.setCurrent(true);
    expect([table.of(cacheTag('rates', 5)), table.latest(CATALOGUE)]).toEqual([2, 2]);
  });

  test('stays in doubt while the leader shows less of it, of prices, of everything of a kind and of capacity alike', () => {
    const table = new EpochTable();
    table.apply([...change(1, 'rates:5'), { scope: 'inventory:1', value: 1 }]);
    const tags = [cacheTag('rates', 5), anyOfKind('rates'), cacheTag('hotelInventory', 1)];
    const areDoubtful = () => tags.map((tag) => isDoubtful(table.of(tag)));
    table.suspect([...change(3, 'rates:5'), { scope: 'inventory:1', value: 3 }]);
    expect(areDoubtful()).toEqual([true, true, true]);
    table.apply([...change(2, 'rates:5'), { scope: 'inventory:1', value: 2 }]);
    expect(areDoubtful()).toEqual([true, true, true]);
    table.apply([...change(3, 'rates:5'), { scope: 'inventory:1', value: 3 }]);
    expect(areDoubtful()).toEqual([false, false, false]);
  });

  test('is nothing new to a table that knows it from a change of the whole kind', () => {
    const table = new EpochTable();
    table.apply(change(2, 'rates:-1'));
    const version = table.version();
    table.suspect([...change(1, 'rates:5'), ...change(2, 'rates:-1')]);
    expect([table.of(cacheTag('rates', 5)), table.version()]).toEqual([2, version]);
  });

  test('is nothing new to a table that has received it', () => {
    const table = new EpochTable();
    table.apply(change(2, 'rates:5'));
    const version = table.version();
    table.suspect([...change(1, 'rates:5'), ...change(2, 'rates:5')]);
    expect([table.of(cacheTag('rates', 5)), table.version()]).toEqual([2, version]);
  });
});
