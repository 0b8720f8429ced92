/** What a recorded amount means, and where it may come back (M14): under the terms of its price list, and where the stay is sold. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCatalogue } from '../../../../src/catalogue/export/export.ts';
import type { Catalogue } from '../../../../src/catalogue/file/file-schema.ts';
import { importCatalogue } from '../../../../src/catalogue/import.ts';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { recordsOf } from '../../../support/update/recorded.ts';
import { updatesOf } from '../../../support/update/updates.ts';

const CROWNS = { visitType: 101, priceList: 1 };
const NIGHT = { roomType: 11, from: '2027-05-03', to: '2027-05-03' };
const NIGHT_OF_ROOM = { from: NIGHT.from, to: NIGHT.to };
const YEAR = { from: '2027-01-01', to: '2027-12-31' };
const SPRING = { from: '2027-01-01', to: '2027-06-30' };

let gateway: TestGateway;
let updates: ReturnType<typeof updatesOf>;
let records: ReturnType<typeof recordsOf>;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  const key = await gateway.key({ scopes: ['read', 'book', 'manage'] });
  updates = updatesOf(gateway, { key, withRecords: true });
  records = recordsOf(gateway, key);
});
afterAll(() => gateway.close());
beforeEach(async () => {
  await importChanged(() => {});
  await gateway.database.prisma.hotelChange.deleteMany();
});

type VisitType = NonNullable<Catalogue['visitTypes']>[number];

/** Imports the catalogue with another Classic. */
async function importChanged(change: (classic: VisitType) => void) {
  await importFile((source) => change(source.visitTypes!.find(({ id }) => id === 101)!));
}

async function importFile(change: (source: Catalogue) => void, replace = false) {
  const source = structuredClone(SMALL_CATALOGUE);
  change(source);
  expect(await importCatalogue({ database: gateway.database, source, replace })).toMatchObject({ ok: true });
}

/** What is recorded of the room type 11 in a list, by the change. */
async function partsOf(priceList: number) {
  const { nodes } = await records.list('prices', { hotel: 1 });
  const parts = nodes.map((change) => change.parts.nodes.filter((part) => part.roomType?.number === 11));
  return parts.map((some) => some.filter((part) => part.priceList === priceList));
}

const storedPrices = () =>
  gateway.database.prisma.rate.findMany({ orderBy: [{ priceListNumber: 'asc' }, { from: 'asc' }] });

test('an import that swaps two lists is recorded in the currencies of both, and no amount comes back in the other one', async () => {
  await importChanged(({ priceLists }) => {
    const [crowns, euros] = priceLists!;
    [crowns!.id, euros!.id] = [2, 1];
  });
  expect(await partsOf(1)).toMatchObject([
    [
      { currency: 'CZK', ranges: [{ ...YEAR, before: 100_000, after: null }] },
      { currency: 'EUR', ranges: [{ ...SPRING, before: null, after: 10_000 }] },
    ],
  ]);
  expect(await partsOf(2)).toMatchObject([
    [
      { currency: 'EUR', ranges: [{ ...SPRING, before: 10_000, after: null }] },
      { currency: 'CZK', ranges: [{ ...YEAR, before: null, after: 100_000 }] },
    ],
  ]);
  const before = await storedPrices();
  const { nodes } = await records.list('prices');
  for (const { id } of nodes) expect(await records.undo(id)).toMatchObject({ __typename: 'Conflict' });
  expect(await storedPrices()).toEqual(before);
});

test.each<[string, (list: NonNullable<VisitType['priceLists']>[number]) => void]>([
  ['the currency', (list) => Object.assign(list, { currency: 'EUR' })],
  ['whom they are quoted for', (list) => Object.assign(list, { quotedPer: 'ROOM' })],
  ['the kind and the length', (list) => Object.assign(list, { kind: 'PER_VISIT', nights: 7 })],
])(
  'an import that changes only %s of a list is recorded, and nothing older comes back under the new terms',
  async (_, change) => {
    const { recordedAs } = await updates.rates(CROWNS, { ...NIGHT, amountMinor: 120_000 });
    const prices = (classic: VisitType) => {
      const [list] = classic.priceLists!;
      const [first, ...others] = list!.rates!;
      const [eve, morning] = ['2027-05-02', '2027-05-04'];
      const one = { roomTypeId: 11, from: NIGHT.from, to: NIGHT.to, amount: 1_200 };
      list!.rates = [{ ...first!, to: eve }, one, { ...first!, from: morning }, ...others];
      return list!;
    };
    await importChanged(prices);
    expect(await partsOf(1)).toHaveLength(1);
    await importChanged((classic) => {
      change(prices(classic));
      classic.priceLists!.pop();
    });
    const [parts] = await partsOf(1);
    const [gone, come] = parts!.map(({ ranges }) => ranges);
    expect(gone).toHaveLength(3);
    expect(gone).toContainEqual({ from: NIGHT.from, to: NIGHT.to, before: 120_000, after: null });
    expect(come).toEqual(gone!.map((range) => ({ ...range, before: null, after: range.before })));

    const before = await storedPrices();
    expect(await records.undo(recordedAs[0]!)).toMatchObject({
      changes: [{ path: 'parts.0.ranges.0', now: { night: NIGHT.from, amountMinor: null } }],
    });
    const [changed] = (await records.list('prices', { hotel: 1 })).nodes;
    expect(await records.undo(changed!.id)).toMatchObject({ __typename: 'Conflict' });
    expect(await storedPrices()).toEqual(before);
  },
);

test('a list that was removed and came back with other terms gets no older price', async () => {
  const { recordedAs } = await updates.rates(CROWNS, { ...NIGHT, ...YEAR, amountMinor: null });
  await importChanged(({ priceLists }) => priceLists!.splice(0, 1));
  await importChanged(({ priceLists }) => {
    const [crowns] = priceLists!;
    Object.assign(crowns!, { quotedPer: 'ROOM', rates: crowns!.rates!.slice(1) });
  });
  expect(await records.undo(recordedAs[0]!)).toMatchObject({
    changes: [{ path: 'parts.0.ranges.0', now: { night: YEAR.from, amountMinor: null } }],
  });
});

test('a change that was recorded before terms were is undone where the currency is still the same', async () => {
  const { recordedAs } = await updates.rates(CROWNS, { ...NIGHT, amountMinor: 120_000 });
  const range = { from: 20_941, to: 20_941, before: 100_000, after: 120_000 };
  await gateway.database.prisma.hotelChangePart.updateMany({ data: { ranges: [range] } });
  expect(await records.undo(recordedAs[0]!)).toMatchObject({ __typename: 'ChangeUndone', nights: 1 });
});

test('no price comes back to a hotel that no longer sells the stay, or to a room type that is gone: the export can be imported', async () => {
  const { recordedAs } = await updates.rates(
    CROWNS,
    { ...NIGHT, roomType: 12, ...YEAR, amountMinor: null },
    { ...NIGHT, roomType: 21, ...YEAR, amountMinor: null },
  );
  const refused = { changes: [{ path: 'parts.0.ranges.0', now: { night: YEAR.from, amountMinor: null } }] };
  const withoutHotel2 = (classic: VisitType) => {
    classic.hotelIds = [1];
    classic.promotions = [];
    for (const list of classic.priceLists!) list.rates = list.rates!.filter(({ roomTypeId }) => roomTypeId === 11);
  };
  await importChanged(withoutHotel2);
  const { nodes } = await records.list('prices', { hotel: 2 });
  expect(nodes).toMatchObject([{ operation: 'UPDATE', parts: { nodes: [{ roomType: { number: 21 } }] } }]);
  expect(await records.undo(nodes[0]!.id)).toMatchObject(refused);

  await importFile(withoutRoomType12, true);
  const ofHotel1 = recordedAs.find((id) => id !== nodes[0]!.id)!;
  expect(await records.undo(ofHotel1)).toMatchObject(refused);
  const source = await readCatalogue(gateway.database);
  expect(await importCatalogue({ database: gateway.database, source })).toMatchObject({ ok: true, changed: false });
});

test('rooms do not come back to a room type that another hotel has by now', async () => {
  await importFile((source) => source.inventory!.push({ roomTypeId: 12, ...NIGHT_OF_ROOM, units: 2 }));
  const { recordedAs } = await updates.inventory({ roomType: 12, ...NIGHT_OF_ROOM, units: 4 });
  await importFile(withoutRoomType12, true);
  await importFile((source) => {
    withoutRoomType12(source);
    const [, hotel2] = source.hotels!;
    hotel2!.roomTypes!.push({ id: 12, code: 'NEW', category: { en: 'New' }, beds: 2 });
    source.inventory!.push({ roomTypeId: 12, ...NIGHT_OF_ROOM, units: 4 });
  }, true);
  expect(await records.undo(recordedAs[0]!)).toEqual({ __typename: 'Conflict', changes: [] });
  // Room types do not move, so the next test needs it gone.
  await importFile(withoutRoomType12, true);
});

function withoutRoomType12(source: Catalogue) {
  for (const hotel of source.hotels!) hotel.roomTypes = hotel.roomTypes!.filter(({ id }) => id !== 12);
  source.inventory = source.inventory!.filter(({ roomTypeId }) => roomTypeId !== 12);
  for (const { priceLists } of source.visitTypes!)
    for (const list of priceLists ?? []) list.rates = list.rates!.filter(({ roomTypeId }) => roomTypeId !== 12);
}
