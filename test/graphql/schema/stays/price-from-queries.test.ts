/** How many SQL statements from-prices take, with the caches of a process empty and warm. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCatalogue } from '../../../../src/catalogue/import.ts';
import { type CatalogueSize, MEDIUM, randomCatalogue } from '../../../support/catalogue/random/random-catalogue.ts';
import { type FreshDatabase, freshDatabase } from '../../../support/database/fresh-database.ts';
import { statementsOf } from '../../../support/database/query-count.ts';
import { readRaised } from '../../../support/database/raised-epochs.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

const TODAY = '2027-01-10';
/** Each hotel sells about ten visit types; few enough to import quickly. */
const SIZE: CatalogueSize = {
  ...MEDIUM,
  hotels: 100,
  visitTypes: 400,
  priceLists: 2,
  seasonsPerRoom: 1,
  promotions: 1,
};

const MINIMA = '{ perPersonPerNight { ...Minimum } perStay { ...Minimum } }';
const PRICES = `{ number roomTypes { number } priceFrom { currency all ${MINIMA} health ${MINIMA} wellness ${MINIMA} } }`;
const FRAGMENT = `fragment Minimum on FromPrice {
  amount { amountMinor } original { amountMinor } nights guests visitType { number name { cs_CZ: cs de en ru } }
}`;
const PAGE = `query ($first: Int!) { hotels(first: $first) { nodes ${PRICES} } } ${FRAGMENT}`;

interface Hotel {
  number: number;
  roomTypes: { number: number }[];
}

let database: FreshDatabase;
const gateways: TestGateway[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  const catalogue = randomCatalogue(7, SIZE, TODAY);
  gateways.push(await startGateway({ catalogue, today: TODAY, database }));
});
afterAll(async () => {
  for (const one of gateways) await one.stop();
  await database.close();
});

/** A gateway with empty caches, except for the key. */
async function coldGateway(): Promise<{ gateway: TestGateway; key: string }> {
  const gateway = await startGateway({ today: TODAY, database });
  gateways.push(gateway);
  const key = await gateway.key();
  await gateway.graphql('{ __typename }', { key });
  return { gateway, key };
}

async function page({ gateway, key }: { gateway: TestGateway; key: string }, first: number): Promise<Hotel[]> {
  const { hotels } = await gateway.ask<{ hotels: { nodes: Hotel[] } }>(PAGE, { key, variables: { first } });
  expect(hotels.nodes).toHaveLength(first);
  return hotels.nodes;
}

async function statementsOfPage(first: number): Promise<string[]> {
  const cold = await coldGateway();
  return statementsOf(() => page(cold, first));
}

test('a page of 100 hotels, each with some ten visit types, takes as many statements as one of 5', async () => {
  const five = await statementsOfPage(5);
  const hundred = await statementsOfPage(100);
  expect(hundred.length).toBe(five.length);
  expect(five.length).toBeLessThanOrEqual(20);
});

test('the same page again takes no statement at all, from a key of another channel either', async () => {
  const { gateway, key } = await coldGateway();
  const other = await gateway.key({ channel: 'partner' });
  for (const one of [key, other]) await gateway.graphql('{ __typename }', { key: one });
  const first = await page({ gateway, key }, 20);
  for (const one of [key, other]) {
    expect(await statementsOf(async () => expect(await page({ gateway, key: one }, 20)).toEqual(first))).toEqual([]);
  }
});

test('prices of hotels that were asked for before are not worked out again for a page that holds others too', async () => {
  const cold = await coldGateway();
  await page(cold, 20);
  const others = await statementsOf(() => page(cold, 25));
  expect(others.length).toBeGreaterThan(0);
  expect(await statementsOf(() => page(cold, 20))).toEqual([]);
  expect(await statementsOf(() => page(cold, 25))).toEqual([]);
});

test('capacity that changes leaves them as they are', async () => {
  const cold = await coldGateway();
  const before = await page(cold, 20);
  const roomTypeId = before[0]!.roomTypes[0]!.number;
  const inventory = [{ roomTypeId, from: TODAY, to: '2027-03-31', units: 1 }];
  const outcome = await importCatalogue({ database, source: { format: 'spa-stay-catalogue/1', inventory } });
  expect(outcome).toMatchObject({ ok: true, changed: true });
  cold.gateway.epochs.observe(await readRaised(database));
  expect(await statementsOf(async () => expect(await page(cold, 20)).toEqual(before))).toEqual([]);
});
