/** Searches go through more visit types than there are rows in memory, so they ask for meals without the rows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCatalogue } from '../../../../src/catalogue/import.ts';
import { doubleRoomOf, visitTypeAt, visitTypeOf } from '../../../support/catalogue/offering-hotels.ts';
import { databaseWith, type FreshDatabase } from '../../../support/database/fresh-database.ts';
import { sentDuring } from '../../../support/database/query-count.ts';
import { readRaised } from '../../../support/database/raised-epochs.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

const TODAY = '2027-01-10';
const HOTEL = 1;
const STATED = ['HALF_BOARD', 'FULL_BOARD', 'HALF_BOARD', 'BREAKFAST', 'LUNCH', 'LUNCH'] as const;
const visitTypes = STATED.map((boarding, place) =>
  visitTypeOf({ boarding, double: 100 + place }, { hotel: HOTEL, place }),
);
/** As older imports left them (V8): the first of the meals to choose from counts, else breakfast. */
const UNSTATED: readonly [number: number, toChooseFrom: ('DINNER' | 'LUNCH')[]][] = [
  [visitTypeAt(HOTEL, 4), ['DINNER', 'LUNCH']],
  [visitTypeAt(HOTEL, 5), []],
];

let database: FreshDatabase;
const gateways: TestGateway[] = [];
beforeAll(async () => {
  database = await databaseWith({
    format: 'spa-stay-catalogue/1',
    channels: [{ code: 'public', name: 'Public' }],
    destinations: [{ id: 1, name: {} }],
    hotels: [
      {
        ...{ id: HOTEL, code: 'hotel', name: 'Hotel', destinationId: 1, stars: 4 },
        roomTypes: [{ id: doubleRoomOf(HOTEL), code: 'DBL', beds: 2 }],
      },
    ],
    inventory: [{ roomTypeId: doubleRoomOf(HOTEL), from: '2027-02-01', to: '2027-02-28', units: 5 }],
    visitTypes,
  });
  for (const [number, availableBoardings] of UNSTATED) {
    await database.prisma.visitType.update({ where: { number }, data: { boarding: null, availableBoardings } });
  }
});
afterAll(async () => {
  for (const one of gateways) await one.stop();
  await database.close();
});

interface Offers {
  readonly totalCount: number;
  readonly nodes: { readonly visitType: { readonly number: number; readonly name: { readonly en: string } } }[];
  readonly byBoarding: { readonly boarding: string; readonly count: number }[];
}

/** A gateway with empty caches, except for the key. */
async function coldGateway(): Promise<(filter: object) => Promise<Offers>> {
  const gateway = await startGateway({ today: TODAY, database });
  gateways.push(gateway);
  const key = await gateway.key();
  await gateway.apiKeys.authenticate(key);
  const query = `query ($filter: OfferFilter!) { offers(filter: $filter, first: 1) {
    totalCount nodes { visitType { number name { en } } } byBoarding { boarding count } } }`;
  return async (more) => {
    const filter = { arrival: '2027-02-10', nights: 3, currency: 'EUR', ...more };
    return (await gateway.ask<{ offers: Offers }>(query, { key, variables: { filter } })).offers;
  };
}

/** The visit types whose rows were read, with their texts, while `ask` ran. */
async function rowsDuring(ask: () => Promise<Offers>): Promise<{ offers: Offers; rows: unknown[] }> {
  let offers: Offers | undefined;
  const sent = await sentDuring(async () => {
    offers = await ask();
  });
  const ofRows = sent.filter(({ text }) => text.includes('"visit_type"."name"'));
  return { offers: offers!, rows: ofRows.flatMap(({ values }) => values.filter((value) => Number(value) >= 100)) };
}

describe('of the visit types in a search, only those that its page shows are read as rows', () => {
  test('when offers are counted by meals, then selected by them', async () => {
    const ask = await coldGateway();
    const counted = await rowsDuring(() => ask({}));
    expect(counted.offers).toMatchObject({
      totalCount: 6,
      byBoarding: [
        { boarding: 'BREAKFAST', count: 2 },
        { boarding: 'DINNER', count: 1 },
        { boarding: 'FULL_BOARD', count: 1 },
        { boarding: 'HALF_BOARD', count: 2 },
      ],
    });
    expect(counted.rows).toEqual([visitTypeAt(HOTEL, 0)]);
    const selected = await rowsDuring(() => ask({ boarding: 'FULL_BOARD' }));
    expect(selected.offers.nodes).toMatchObject([{ visitType: { number: visitTypeAt(HOTEL, 1) } }]);
    expect(selected.rows).toEqual([visitTypeAt(HOTEL, 1)]);
  });

  test('when offers are selected by meals first', async () => {
    const ask = await coldGateway();
    const { offers, rows } = await rowsDuring(() => ask({ boarding: 'BREAKFAST' }));
    expect(offers).toMatchObject({ totalCount: 2, byBoarding: [{ boarding: 'BREAKFAST', count: 2 }] });
    expect(rows).toEqual([visitTypeAt(HOTEL, 3)]);
  });
});

// The last one: it changes the catalogue.
test('other meals of a visit type are counted and selected at once', async () => {
  const ask = await coldGateway();
  expect((await ask({ boarding: 'FULL_BOARD' })).totalCount).toBe(1);
  const source = {
    format: 'spa-stay-catalogue/1' as const,
    visitTypes: [{ ...visitTypes[0]!, boarding: 'FULL_BOARD' as const }],
  };
  expect(await importCatalogue({ database, source })).toMatchObject({ ok: true });
  gateways.at(-1)!.epochs.observe(await readRaised(database));
  const { totalCount, byBoarding } = await ask({ boarding: 'FULL_BOARD' });
  expect([totalCount, byBoarding]).toEqual([2, [{ boarding: 'FULL_BOARD', count: 2 }]]);
});
