/**
 * Walking the lists of hotels and room types over GraphQL, page by page (V2, V3): every permanent row is met exactly
 * once and in order, with every page size, order and caller, while imports add and remove hotels and room types between
 * pages, and from any start of a legacy cursor.
 */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { TODAY } from '../../support/catalogue/small-catalogue.ts';
import { readRaised } from '../../support/database/raised-epochs.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { amount } from '../../support/gateway/soak.ts';
import { type List, listPage } from '../../support/requests/list-page.ts';
import {
  expectSteadyWalk,
  inOrder,
  toggled,
  type WalkedPage,
  type WalkedRow,
  walk,
} from '../../support/requests/walked-pages.ts';

const SIZES = [1, 2, 3, 4, 5, 6, 7, 100];
/** Each imports three or four times. */
const RUNS = amount({ short: 10, long: 200 });
const HOTELS = Array.from({ length: 30 }, (_, index) => index + 1);
const NAMES = ['Aurora', 'Borealis', 'Cirrus'];
const CODES = ['DBL', 'SGL'];

/**
 * Thirty hotels of two destinations with two room types each; names, stars, codes and beds have few values, so most are
 * equal.
 */
const hotelOf = (id: number) => ({
  id,
  code: `hotel-${id}`,
  name: NAMES[(id * 7) % 3]!,
  destinationId: id % 3 === 0 ? 2 : 1,
  stars: 3 + ((id * 5) % 3),
});
const roomTypeOf = (id: number) => ({ id, code: CODES[(id * 3) % 2]!, beds: 1 + ((id * 11) % 3) });
const roomTypesOf = (hotel: number) => [hotel * 10 + 1, hotel * 10 + 2];
const hotelOfRoomType = (roomType: number) => Math.floor(roomType / 10);
const ROOM_TYPES = HOTELS.flatMap(roomTypesOf);

/** Every order with its sort value. */
const ORDERS: readonly {
  list: List;
  sort: string;
  isDescending?: true;
  sortValueOf: (id: number) => string | number;
}[] = [
  { list: 'hotels', sort: 'NUMBER', sortValueOf: (id) => id },
  { list: 'hotels', sort: 'NAME', sortValueOf: (id) => hotelOf(id).name },
  { list: 'hotels', sort: 'STARS', sortValueOf: (id) => hotelOf(id).stars },
  { list: 'hotels', sort: 'STARS_DESC', isDescending: true, sortValueOf: (id) => hotelOf(id).stars },
  { list: 'roomTypes', sort: 'NUMBER', sortValueOf: (id) => id },
  { list: 'roomTypes', sort: 'CODE', sortValueOf: (id) => roomTypeOf(id).code },
  { list: 'roomTypes', sort: 'BEDS', sortValueOf: (id) => roomTypeOf(id).beds },
];
type Order = (typeof ORDERS)[number];

/** The catalogue of the present hotels and room types; a room type comes and goes with its hotel too. */
function catalogueOf({ hotels, roomTypes }: Record<List, ReadonlySet<number>>): Catalogue {
  return {
    format: 'spa-stay-catalogue/1',
    channels: [{ code: 'public', name: 'Public' }],
    destinations: [{ id: 1 }, { id: 2 }],
    hotels: [...hotels].map((hotel) => ({
      ...hotelOf(hotel),
      roomTypes: roomTypesOf(hotel)
        .filter((roomType) => roomTypes.has(roomType))
        .map(roomTypeOf),
    })),
  };
}

let gateway: TestGateway;
let limitedKey: string;
beforeAll(async () => {
  const catalogue = catalogueOf({ hotels: new Set(HOTELS), roomTypes: new Set(ROOM_TYPES) });
  gateway = await startGateway({ catalogue, today: TODAY });
  limitedKey = await gateway.key({ destinations: [1] });
});
afterAll(() => gateway?.close());

/** A page after a cursor, in an order. */
function pageIn({ list, sort }: Order, { first, key }: { first: number; key?: string }) {
  return async (after: string | null): Promise<WalkedPage> => {
    const { nodes, pageInfo } = await listPage(gateway, { list, sort, first, after, ...(key ? { key } : {}) });
    return { numbers: nodes.map(({ number }) => number), ...pageInfo };
  };
}

function rowsOf({ list, sortValueOf }: Order): WalkedRow[] {
  return (list === 'hotels' ? HOTELS : ROOM_TYPES).map((number) => ({ number, value: sortValueOf(number) }));
}

function legacyCursor({ value, number }: Partial<WalkedRow>, lastId: number | string | undefined = number): string {
  return Buffer.from(JSON.stringify({ lastSortValue: value, lastId })).toString('base64');
}

/** The ObjectIds of all rows of a list, by number. */
async function idsOf(list: List): Promise<Map<number, string>> {
  const { data } = await gateway.graphql<Record<List, { nodes: { id: string; number: number }[] }>>(
    `{ ${list}(first: 100) { nodes { id number } } }`,
  );
  return new Map(data![list].nodes.map(({ id, number }) => [number, id]));
}

describe.each(ORDERS)('$list by $sort', (order) => {
  const rows = inOrder(rowsOf(order), order.isDescending === true);
  const all = rows.map(({ number }) => number);
  const hotelNumberOf = (number: number) => (order.list === 'hotels' ? number : Math.floor(number / 10));

  const isVisible = (number: number) => hotelOf(hotelNumberOf(number)).destinationId === 1;

  test.each(SIZES)('walked with pages of %i are met exactly once, in order, by every key', async (first) => {
    expect(await walk(pageIn(order, { first }))).toEqual(all);
    expect(await walk(pageIn(order, { first, key: limitedKey }))).toEqual(all.filter(isVisible));
  });

  test('walked from a cursor of the older form that names its row in a string or by its ObjectId are met from the next row to the end', async () => {
    const ids = await idsOf(order.list);
    for (const [index, row] of rows.entries()) {
      const rest = all.slice(index + 1);
      for (const lastId of [String(row.number), ids.get(row.number)!, ids.get(row.number)!.toUpperCase()]) {
        expect(await walk(pageIn(order, { first: 25 }), { after: legacyCursor(row, lastId) })).toEqual(rest);
      }
    }
  });

  test('walked from a cursor of the older form without a row are met from the next value to the end', async () => {
    for (const row of rows) {
      const rest = rows.slice(rows.findLastIndex(({ value }) => value === row.value) + 1);
      const after = legacyCursor({ value: row.value });
      expect(await walk(pageIn(order, { first: 25 }), { after })).toEqual(rest.map(({ number }) => number));
    }
  });

  test('walked from a cursor of the older form learn nothing of a row that the key does not see: it is one that does not exist', async () => {
    const ids = await idsOf(order.list);
    const first = 25;
    for (const row of rows.filter(({ number }) => !isVisible(number))) {
      const from = rows.findIndex(({ value }) => value === row.value);
      const expected = all.slice(from).filter(isVisible);
      for (const lastId of [ids.get(row.number)!, 'f'.repeat(24)]) {
        const after = legacyCursor(row, lastId);
        expect(await walk(pageIn(order, { first, key: limitedKey }), { after })).toEqual(expected);
      }
    }
  });

  test('walked from a cursor of the older form are met from the next row to the end, be its own row in the list or not', async () => {
    for (const [index, row] of rows.entries()) {
      const rest = all.slice(index + 1);
      const after = legacyCursor(row);
      expect(await walk(pageIn(order, { first: 25 }), { after })).toEqual(rest);
      expect(await walk(pageIn(order, { first: 25, key: limitedKey }), { after })).toEqual(rest.filter(isVisible));
    }
  });
});

describe('while imports add and remove hotels and room types between the pages', () => {
  type State = Record<List, ReadonlySet<number>>;

  async function put(state: State): Promise<void> {
    const outcome = await importCatalogue({ database: gateway.database, source: catalogueOf(state), replace: true });
    expect(outcome).toMatchObject({ ok: true, kept: {} });
    // The import's notification may still be in flight.
    gateway.epochs.observe(await readRaised(gateway.database));
  }

  /** The expected list: a room type is present only while its hotel is. */
  function heldIn({ hotels, roomTypes }: State, list: List): ReadonlySet<number> {
    return list === 'hotels' ? hotels : new Set([...roomTypes].filter((number) => hotels.has(hotelOfRoomType(number))));
  }

  const some = (numbers: readonly number[], least: number, most: number) =>
    fc.subarray([...numbers], { minLength: least, maxLength: most });
  const cases = fc.record({
    order: fc.constantFrom(...ORDERS),
    first: fc.constantFrom(1, 2, 3, 4, 5, 6, 7),
    initial: fc.record({ hotels: some(HOTELS, 10, 30), roomTypes: some(ROOM_TYPES, 30, 60) }),
    changes: fc.array(
      fc.record({ hotels: some(HOTELS, 1, 8), roomTypes: some(ROOM_TYPES, 1, 12), removesLastMet: fc.boolean() }),
      { minLength: 2, maxLength: 4 },
    ),
  });

  test('a walk in any order, with pages of 1 to 7, meets those that stay exactly once and none twice', async () => {
    let changedBetween = 0;
    await fc.assert(
      fc.asyncProperty(cases, async ({ order, first, initial, changes }) => {
        const states: State[] = [{ hotels: new Set(initial.hotels), roomTypes: new Set(initial.roomTypes) }];
        await put(states[0]!);
        const left = [...changes];
        const met = await walk(pageIn(order, { first }), {
          async between(lastMet) {
            const change = left.shift();
            if (!change) return;
            const before = states.at(-1)!;
            const next = {
              hotels: toggled(before.hotels, change.hotels),
              roomTypes: toggled(before.roomTypes, change.roomTypes),
            };
            if (change.removesLastMet) next[order.list].delete(lastMet);
            states.push(next);
            await put(next);
            changedBetween++;
          },
        });
        const held = states.map((state) => heldIn(state, order.list));
        expectSteadyWalk(met, { rows: rowsOf(order), isDescending: order.isDescending === true, states: held });
      }),
      { numRuns: RUNS },
    );
    expect(changedBetween).toBeGreaterThan(RUNS);
  });
});
