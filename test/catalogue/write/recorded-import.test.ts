/** What an import records of prices and rooms (M14), against the tables before and after it, night by night. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import type { ChangedPrice, ChangedRange } from '../../../src/data/updates/recorded-changes.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { changedAtRandom } from '../../support/catalogue/random/random-change.ts';
import { type Draw, drawFromSeed, oneIn } from '../../support/catalogue/random/random-draw.ts';
import { SMALL_CATALOGUE } from '../../support/catalogue/small-catalogue.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { amount } from '../../support/gateway/soak.ts';

const ROUNDS = amount({ short: 30, long: 400 });

const SEED = newSeed();

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

type Table = ReadonlyMap<string, unknown>;
type Entry<Value> = readonly [key: string, value: Value];
type Pair = readonly [before: unknown, after: unknown];

/** Amounts of nights by hotel, visit type, list, room type and terms; of packages whole seasons. Capacity by hotel and room type. */
async function stored(): Promise<{ prices: Table; rooms: Table; roomTypes: Set<number> }> {
  const rates = await database.prisma.rate.findMany({ include: { priceList: true, roomType: true } });
  const nights = await database.prisma.inventoryNight.findMany({ include: { roomType: true } });
  const roomTypes = await database.prisma.roomType.findMany();
  const day = (date: Date) => date.getTime() / 86_400_000;
  const prices = rates.flatMap(
    ({ visitTypeNumber, priceListNumber, roomTypeNumber, amountMinor, ...rate }): Entry<number>[] => {
      const { currency, kind, nights: length, quotedPer } = rate.priceList;
      const terms = `${currency} ${kind} ${length === null ? '' : `${length} `}${quotedPer}`;
      const of = `${rate.roomType.hotelNumber} ${visitTypeNumber} ${priceListNumber} ${roomTypeNumber} ${terms}`;
      const [from, to] = [day(rate.from), day(rate.to)];
      if (kind === 'PER_VISIT') return [[`${of} ${from}..${to}`, amountMinor] as const];
      // Seasons without an end are compared for some years only.
      return Array.from(
        { length: Math.min(to - from, 3_000) + 1 },
        (_, place) => [`${of} ${from + place}`, amountMinor] as const,
      );
    },
  );
  const rooms = nights.map(
    ({ roomType: { hotelNumber }, roomTypeNumber, night, units, closed }) =>
      [`${hotelNumber} ${roomTypeNumber} ${day(night)}`, { units, closed }] as const,
  );
  return { prices: new Map(prices), rooms: new Map(rooms), roomTypes: new Set(roomTypes.map(({ number }) => number)) };
}

/** What the record says of single nights and seasons. */
async function recorded(): Promise<Map<string, Pair>> {
  const parts = await database.prisma.hotelChangePart.findMany({ include: { change: true } });
  const nights = parts.flatMap(({ change, visitTypeNumber, priceListNumber, roomTypeNumber, currency, ranges }) => {
    const all = ranges as unknown as (ChangedRange<unknown> & Pick<ChangedPrice, 'terms'>)[];
    return all.flatMap(({ from, to, before, after, terms }): Entry<Pair>[] => {
      const list = visitTypeNumber === null ? null : `${visitTypeNumber} ${priceListNumber}`;
      const of = `${change.hotelNumber} ${list ? `${list} ${roomTypeNumber} ${currency} ${terms}` : roomTypeNumber}`;
      if (terms?.startsWith('PER_VISIT')) return [[`${of} ${from}..${to}`, [before, after]] as const];
      return Array.from(
        { length: Math.min(to - from, 3_000) + 1 },
        (_, place) => [`${of} ${from + place}`, [before, after]] as const,
      );
    });
  });
  expect(new Set(nights.map(([key]) => key)).size).toBe(nights.length);
  return new Map(nights);
}

/** Prices and rooms change more often than everything else. */
function changedFile(file: Catalogue, draw: Draw): Catalogue {
  const changed = structuredClone(oneIn(draw, 4) ? changedAtRandom(file, draw) : file);
  for (const { priceLists } of changed.visitTypes ?? []) {
    const [one, other] = priceLists ?? [];
    if (one && other && oneIn(draw, 5)) [one.id, other.id] = [other.id, one.id];
    for (const list of priceLists ?? []) {
      const { rates = [] } = list;
      if (oneIn(draw, 8)) list.quotedPer = list.quotedPer === 'ROOM' ? 'PERSON' : 'ROOM';
      if (oneIn(draw, 12)) list.currency = list.currency === 'EUR' ? 'CZK' : 'EUR';
      if (oneIn(draw, 3)) for (const rate of rates) if (oneIn(draw, 2)) rate.amount += draw(3);
      if (oneIn(draw, 6)) rates.splice(draw(rates.length + 1), 1);
      const [first] = rates;
      if (first && oneIn(draw, 4) && first.from < '2027-02-20' && first.to > '2027-02-25') {
        rates.splice(
          0,
          1,
          { ...first, to: '2027-02-20' },
          { ...first, from: '2027-02-22', amount: first.amount + draw(2) },
        );
      }
    }
    if (oneIn(draw, 9)) priceLists?.pop();
  }
  for (const entry of changed.inventory ?? []) if (oneIn(draw, 3)) entry.units += draw(3);
  if (oneIn(draw, 4)) changed.inventory?.splice(draw(changed.inventory.length), 1);
  return changed;
}

test('of room types that were there before and are there after, exactly the nights and seasons that became others, or whose price means something else', async () => {
  const draw = drawFromSeed(SEED);
  await importCatalogue({ database, source: SMALL_CATALOGUE });
  expect(await database.prisma.hotelChange.count()).toBe(0);
  let made = 0;
  let differences = 0;
  let before = await stored();
  for (let round = 0; round < ROUNDS; round++) {
    await database.prisma.hotelChange.deleteMany();
    const result = await importCatalogue({
      database,
      source: changedFile(SMALL_CATALOGUE, draw),
      replace: oneIn(draw, 3),
    });
    if (result.ok && result.changed) made += 1;
    const after = await stored();
    const remaining = new Set([...before.roomTypes].filter((number) => after.roomTypes.has(number)));
    const expected = new Map<string, Pair>();
    for (const [was, is, place] of [
      [before.prices, after.prices, 3],
      [before.rooms, after.rooms, 1],
    ] as const) {
      for (const key of new Set([...was.keys(), ...is.keys()])) {
        const pair = [was.get(key) ?? null, is.get(key) ?? null] as const;
        const isRemaining = remaining.has(Number(key.split(' ')[place]));
        if (isRemaining && JSON.stringify(pair[0]) !== JSON.stringify(pair[1])) expected.set(key, pair);
      }
    }
    const found = await recorded();
    expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [key, pair] of expected) expect([key, found.get(key)]).toEqual([key, pair]);
    differences += expected.size;
    before = after;
  }
  expect(made).toBeGreaterThan(ROUNDS / 3);
  expect(differences).toBeGreaterThan(15 * ROUNDS);
});
