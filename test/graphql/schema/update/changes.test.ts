/** What has changed prices and rooms is recorded, listed and undone (M14). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importCatalogue } from '../../../../src/catalogue/import.ts';
import { deleteOldChanges } from '../../../../src/operations/update/list-changes.ts';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { recordsOf } from '../../../support/update/recorded.ts';
import { updatesOf } from '../../../support/update/updates.ts';

const CROWNS = { visitType: 101, priceList: 1 };
const WEEK = { roomType: 11, from: '2027-05-03', to: '2027-05-09' };

let gateway: TestGateway;
let key: string;
let updates: ReturnType<typeof updatesOf>;
let records: ReturnType<typeof recordsOf>;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key({ scopes: ['read', 'book', 'manage'], client: 'Hotel Aurora' });
  updates = updatesOf(gateway, { key, withRecords: true });
  records = recordsOf(gateway, key);
});
afterAll(() => gateway.close());
beforeEach(async () => {
  await gateway.database.prisma.hotelChange.deleteMany();
});

const night = (from: string, units: number | null, to = from) => ({ roomType: 12, from, to, units });

describe('a change is listed with who made it, when, by what, and what was there before', () => {
  test('of prices: by price list and room type', async () => {
    gateway.setClock('2027-01-10T15:00:00Z');
    const { recordedAs } = await updates.rates(
      CROWNS,
      { ...WEEK, amountMinor: 120_000 },
      { roomType: 12, from: '2027-12-31', to: '2028-01-01', amountMinor: null },
      { roomType: 21, from: '2027-06-01', to: '2027-06-02', amountMinor: 95_000 },
    );
    const { nodes } = await records.list('prices');
    expect(nodes.map(({ id }) => id).sort()).toEqual([...recordedAs].sort());
    const listed = { visitType: { number: 101 }, priceList: 1, currency: 'CZK' };
    const name = (
      await gateway.database.prisma.apiKey.findFirstOrThrow({ where: { client: { name: 'Hotel Aurora' } } })
    ).name;
    const author = {
      by: name,
      client: 'Hotel Aurora',
      operation: 'UPDATE',
      at: '2027-01-10T15:00:00.000Z',
      undoneAt: null,
    };
    expect(nodes.sort((a, b) => a.hotel.number - b.hotel.number)).toMatchObject([
      {
        ...author,
        ...{ hotel: { number: 1 }, from: '2027-05-03', to: '2027-12-31', nights: 8 },
        parts: {
          nodes: [
            {
              ...listed,
              roomType: { number: 11 },
              ranges: [{ from: WEEK.from, to: WEEK.to, before: 100_000, after: 120_000 }],
            },
            {
              ...listed,
              roomType: { number: 12 },
              ranges: [{ from: '2027-12-31', to: '2027-12-31', before: 150_000, after: null }],
            },
          ],
        },
      },
      {
        ...author,
        ...{ hotel: { number: 2 }, nights: 2 },
        parts: { nodes: [{ ...listed, roomType: { number: 21 }, ranges: [{ before: 90_000, after: 95_000 }] }] },
      },
    ]);
    // The same again is no change.
    expect(await updates.rates(CROWNS, { ...WEEK, amountMinor: 120_000 })).toMatchObject({ nights: 0, recordedAs: [] });
    expect((await records.list('prices')).nodes).toHaveLength(2);
    expect((await records.list('rooms')).nodes).toEqual([]);
  });

  test('of rooms: nights of one state before and after are one range, those without a record have none', async () => {
    await updates.inventory(
      night('2027-02-03', 4, '2027-02-04'),
      { ...night('2027-02-06', null), closed: true },
      night('2029-12-30', 3, '2029-12-31'),
    );
    const { nodes } = await records.list('rooms');
    expect(nodes).toMatchObject([{ operation: 'UPDATE', from: '2027-02-03', to: '2029-12-31', nights: 5 }]);
    const [one, more] = [
      { units: 1, closed: false },
      { units: 4, closed: false },
    ];
    expect(nodes[0]!.parts.nodes).toEqual([
      {
        roomType: { number: 12 },
        ranges: [
          { from: '2027-02-03', to: '2027-02-04', before: one, after: more },
          { from: '2027-02-06', to: '2027-02-06', before: one, after: { units: 1, closed: true } },
          { from: '2029-12-30', to: '2029-12-31', before: null, after: { units: 3, closed: false } },
        ],
      },
    ]);
  });

  test('of an import: only what it made different of what was there, by the key that sent it or the command line', async () => {
    const changed = structuredClone(SMALL_CATALOGUE);
    const { rates } = changed.visitTypes![0]!.priceLists![0]!;
    rates!.splice(
      0,
      1,
      { roomTypeId: 11, from: '2027-01-01', to: '2027-03-31', amount: 1_000 },
      { roomTypeId: 11, from: '2027-04-01', to: '2027-04-30', amount: 1_100 },
    );
    changed.inventory!.push({ roomTypeId: 12, from: '2027-03-01', to: '2027-03-02', units: 9 });
    const { apiKeyId } = await (await gateway.apiKeys.authenticate(key))!;
    await importCatalogue({ database: gateway.database, source: SMALL_CATALOGUE });
    await gateway.database.prisma.hotelChange.deleteMany();
    expect(await importCatalogue({ database: gateway.database, source: changed, apiKeyId })).toMatchObject({
      changed: true,
    });
    const { nodes: prices } = await records.list('prices');
    expect(prices).toMatchObject([{ operation: 'IMPORT', client: 'Hotel Aurora', nights: 275, hotel: { number: 1 } }]);
    expect(prices[0]!.parts.nodes).toMatchObject([
      {
        ...{ visitType: { number: 101 }, priceList: 1, roomType: { number: 11 } },
        ranges: [
          { from: '2027-04-01', to: '2027-04-30', before: 100_000, after: 110_000 },
          { from: '2027-05-01', to: '2027-12-31', before: 100_000, after: null },
        ],
      },
    ]);
    const { nodes: rooms } = await records.list('rooms');
    expect(rooms).toMatchObject([{ operation: 'IMPORT', nights: 2, from: '2027-03-01', to: '2027-03-02' }]);

    await importCatalogue({ database: gateway.database, source: SMALL_CATALOGUE, dryRun: true });
    expect((await records.list('prices')).nodes).toHaveLength(1);
    await importCatalogue({ database: gateway.database, source: SMALL_CATALOGUE });
    expect((await records.list('prices')).nodes[0]).toMatchObject({ by: 'COMMAND_LINE', client: null });
  });

  test('a booking is not listed: it changes what is sold, not what there is', async () => {
    expect((await records.list('rooms')).nodes).toEqual([]);
  });
});

describe('the list', () => {
  test('is the newest first, in pages, of a hotel, of nights, and of a name', async () => {
    for (const [hour, amountMinor] of [
      [8, 101_000],
      [9, 102_000],
      [10, 103_000],
    ] as const) {
      gateway.setClock(`2027-01-10T${String(hour).padStart(2, '0')}:00:00Z`);
      await updates.rates(CROWNS, { ...WEEK, from: `2027-05-0${hour - 6}`, amountMinor });
    }
    await updates.rates(CROWNS, { roomType: 21, from: '2027-05-01', to: '2027-05-01', amountMinor: 91_000 });
    const all = (await records.list('prices', { hotel: 1 })).nodes.map(({ at }) => at.slice(11, 13));
    expect(all).toEqual(['10', '09', '08']);
    const first = await records.list('prices', { hotel: 1 }, { first: 2 });
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const next = await records.list('prices', { hotel: 1 }, { first: 2, after: first.pageInfo.endCursor });
    expect(next.nodes.map(({ at }) => at.slice(11, 13))).toEqual(['08']);
    expect(next.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });

    const on = async (filter: object) => (await records.list('prices', filter)).nodes.length;
    expect(await on({ to: '2027-05-02', hotel: 1 })).toBe(1);
    expect(await on({ from: '2027-05-10' })).toBe(0);
    expect(await on({ by: 'Hotel Aurora' })).toBe(4);
    expect(await on({ by: 'Hotel' })).toBe(0);
    expect(await on({ hotel: 99 })).toBe(0);
    const byNobody = await gateway.graphql('{ changesOfPrices(filter: { by: "a\\u0000" }) { nodes { id } } }', { key });
    expect(byNobody.errors).toMatchObject([
      { extensions: { problems: [{ path: 'filter.by', code: 'CONTROL_CHARACTER' }] } },
    ]);
  });

  test('shows a key only the hotels that it sees, and so does undoing', async () => {
    const { recordedAs } = await updates.rates(CROWNS, {
      roomType: 21,
      from: '2027-05-01',
      to: '2027-05-01',
      amountMinor: 92_000,
    });
    const valley = recordsOf(gateway, await gateway.key({ scopes: ['manage'], destinations: [1] }));
    expect((await valley.list('prices')).nodes).toEqual([]);
    expect(await valley.undo(recordedAs[0]!)).toMatchObject({ __typename: 'NotFound', subject: 'CHANGE' });
    expect(await valley.undo('nothing')).toMatchObject({ __typename: 'NotFound' });
    expect((await records.list('prices')).nodes).toHaveLength(1);
  });

  test('forgets what is older than 400 days', async () => {
    gateway.setClock('2027-01-10T12:00:00Z');
    await updates.rates(CROWNS, { ...WEEK, amountMinor: 133_000 });
    const day = 24 * 3_600_000;
    const made = Date.parse('2027-01-10T12:00:00Z');
    await deleteOldChanges(gateway.database, made + 400 * day);
    expect((await records.list('prices')).nodes).toHaveLength(1);
    await deleteOldChanges(gateway.database, made + 400 * day + 1);
    expect((await records.list('prices')).nodes).toEqual([]);
    expect(await gateway.database.prisma.hotelChangePart.count()).toBe(0);
  });
});

describe('undoing', () => {
  test('makes prices back once, where they are as the change left them; it can be undone itself', async () => {
    await updates.rates(CROWNS, { ...WEEK, amountMinor: 100_000 });
    const { recordedAs } = await updates.rates(CROWNS, { ...WEEK, amountMinor: 140_000 });
    const [id] = recordedAs as [string];
    await updates.rates(CROWNS, { ...WEEK, from: '2027-05-06', to: '2027-05-06', amountMinor: 141_000 });
    const refused = await records.undo(id);
    const now = { night: '2027-05-06', amountMinor: 141_000, units: null, closed: null };
    expect(refused).toMatchObject({ __typename: 'Conflict', changes: [{ path: 'parts.0.ranges.0', now }] });
    await updates.rates(CROWNS, { ...WEEK, from: '2027-05-06', to: '2027-05-06', amountMinor: 140_000 });
    const undone = await records.undo(id);
    expect(undone).toMatchObject({ __typename: 'ChangeUndone', nights: 7 });
    expect(await records.undo(id)).toEqual({ __typename: 'Conflict', changes: [] });
    const { nodes } = await records.list('prices', null, { first: 1 });
    expect(nodes).toMatchObject([
      {
        id: undone.recordedAs[0],
        operation: 'UNDO',
        parts: { nodes: [{ ranges: [{ before: 140_000, after: 100_000 }] }] },
      },
    ]);
    expect((await records.list('prices')).nodes.find((change) => change.id === id)?.undoneAt).not.toBeNull();
    // Done again by undoing the undoing; the first change stays undone.
    expect(await records.undo(undone.recordedAs[0]!)).toMatchObject({ nights: 7 });
    expect(await records.undo(id)).toMatchObject({ __typename: 'Conflict' });
  });

  test('makes rooms back, records that came among them, but never below what is sold', async () => {
    const bare = night('2030-03-01', 5, '2030-03-02');
    const { recordedAs } = await updates.inventory(bare, night('2027-06-01', 6));
    const [id] = recordedAs as [string];
    await gateway.database.prisma.inventoryNight.updateMany({
      where: { roomTypeNumber: 12, night: new Date('2030-03-02') },
      data: { sold: 2 },
    });
    expect(await records.undo(id)).toMatchObject({
      __typename: 'InvalidInput',
      problems: [{ path: 'id', code: 'BELOW_SOLD' }],
    });
    await gateway.database.prisma.inventoryNight.updateMany({ where: { roomTypeNumber: 12 }, data: { sold: 0 } });
    expect(await records.undo(id)).toMatchObject({ __typename: 'ChangeUndone', nights: 3 });
    const stored = await gateway.database.prisma.inventoryNight.findMany({
      where: { roomTypeNumber: 12, night: { in: [new Date('2030-03-01'), new Date('2027-06-01')] } },
    });
    expect(stored.map(({ night: one, units }) => [one.toISOString().slice(0, 10), units])).toEqual([['2027-06-01', 1]]);
    const [back] = (await records.list('rooms')).nodes;
    expect(back!.parts.nodes[0]!.ranges).toContainEqual({
      from: '2030-03-01',
      to: '2030-03-02',
      before: { units: 5, closed: false },
      after: null,
    });
    expect(await records.undo(back!.id)).toMatchObject({ nights: 3 });

    const closing = await updates.inventory({ ...night('2027-07-01', null), closed: true });
    await updates.inventory({ ...night('2027-07-01', 8) });
    expect(await records.undo(closing.recordedAs[0]!)).toMatchObject({
      changes: [{ path: 'parts.0.ranges.0', now: { night: '2027-07-01', units: 8, closed: true } }],
    });
  });

  test('of an import makes back what it did to a hotel; a list that is gone is a conflict', async () => {
    await importCatalogue({ database: gateway.database, source: SMALL_CATALOGUE });
    await gateway.database.prisma.hotelChange.deleteMany();
    const dearer = structuredClone(SMALL_CATALOGUE);
    for (const { priceLists } of dearer.visitTypes!)
      for (const { rates } of priceLists ?? []) for (const rate of rates ?? []) rate.amount += 1;
    await importCatalogue({ database: gateway.database, source: dearer });
    const { nodes } = await records.list('prices');
    expect(new Set(nodes.map(({ hotel }) => hotel.number))).toEqual(new Set([1, 2, 3, 4]));
    for (const { id } of nodes) expect(await records.undo(id)).toMatchObject({ __typename: 'ChangeUndone' });
    expect(await importCatalogue({ database: gateway.database, source: SMALL_CATALOGUE })).toMatchObject({
      changed: false,
    });

    const { recordedAs } = await updates.rates(
      { visitType: 106, priceList: 2 },
      { roomType: 31, from: '2027-02-11', to: '2027-02-12', amountMinor: 9_100 },
    );
    const without = structuredClone(SMALL_CATALOGUE);
    without.visitTypes!.find(({ id }) => id === 106)!.priceLists!.pop();
    await importCatalogue({ database: gateway.database, source: without });
    expect(await records.undo(recordedAs[0]!)).toMatchObject({
      changes: [{ now: { night: '2027-02-11', amountMinor: null } }],
    });
    const [gone] = (await records.list('prices', { hotel: 3 })).nodes;
    expect(gone).toMatchObject({ operation: 'IMPORT', parts: { nodes: [{ currency: 'EUR', priceList: 2 }] } });
  });

  test('of an import that moved nights, or swapped seasons, between two price lists of a visit type makes both lists back', async () => {
    /** The catalogue with two lists of crowns for Classic, and two of the package. */
    const withTwoLists = (nights: readonly [object, object], seasons: readonly [object, object]) => {
      const catalogue = structuredClone(SMALL_CATALOGUE);
      for (const [id, rates] of [
        [101, nights],
        [104, seasons],
      ] as const) {
        const visitType = catalogue.visitTypes!.find((one) => one.id === id)!;
        const list = visitType.priceLists![0]!;
        const others = list.rates!.slice(1);
        visitType.priceLists!.push({ ...list, id: 9, rates: [{ ...list.rates![0]!, ...rates[1] }] });
        list.rates = [{ ...list.rates![0]!, ...rates[0] }, ...others];
      }
      return catalogue;
    };
    const [spring, rest] = [
      { from: '2027-01-01', to: '2027-06-30' },
      { from: '2027-07-01', to: '2027-12-31' },
    ];
    const longerSpring = { ...spring, to: '2027-08-31' };
    const [early, late] = [
      { from: '2027-02-01', to: '2027-02-10' },
      { from: '2027-02-11', to: '2027-02-28' },
    ];
    const before = withTwoLists([spring, rest], [early, late]);
    const after = withTwoLists([longerSpring, { ...rest, from: '2027-09-01' }], [late, early]);
    await importCatalogue({ database: gateway.database, source: before });
    await gateway.database.prisma.hotelChange.deleteMany();
    await importCatalogue({ database: gateway.database, source: after });
    const { nodes } = await records.list('prices');
    expect(nodes.map(({ hotel }) => hotel.number).sort()).toEqual([1, 3]);
    for (const { id } of nodes) expect(await records.undo(id)).toMatchObject({ __typename: 'ChangeUndone' });
    expect(await importCatalogue({ database: gateway.database, source: before })).toMatchObject({ changed: false });

    // What another list has come to price since is in the way.
    await importCatalogue({ database: gateway.database, source: after });
    await gateway.database.prisma.hotelChange.deleteMany();
    await importCatalogue({
      database: gateway.database,
      source: withTwoLists([spring, { ...rest, from: '2027-09-01' }], [late, early]),
    });
    const [shortened] = (await records.list('prices')).nodes;
    await updates.rates(
      { visitType: 101, priceList: 9 },
      { roomType: 11, from: '2027-08-01', to: '2027-08-02', amountMinor: 100_000 },
    );
    expect(await records.undo(shortened!.id)).toMatchObject({
      changes: [{ path: 'parts.0.ranges.0', now: { night: '2027-07-01', amountMinor: null } }],
    });
  });
});
