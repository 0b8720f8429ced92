import { afterAll, beforeAll, expect, test } from 'vitest';
import { MEDIUM, randomCatalogue } from '../../support/catalogue/random/random-catalogue.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { statementsOf } from '../../support/database/query-count.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { until } from '../../support/requests/until.ts';

const TODAY = '2027-01-10';

/** Four levels below the page, with prices and promotions on the way. */
const NESTED = `query Nested($first: Int!) {
  visitTypes(first: $first) {
    totalCount
    nodes {
      id number name { text }
      lowestPrice { currency amountPerNight { amount } originalAmountPerNight { amount } }
      promotions { number name { text } percentage }
      tags { number name { text } }
      categories { number name { text } }
      loyaltyPrograms { number percentage }
      timeConstraints { from to }
      hotels {
        lowestPrice { currency amountPerNight { amount } }
        promotions { number percentage }
        hotel {
          number name
          destination { number name { text } }
          roomTypes { number category { text } hotel { name destination { number } } }
        }
      }
    }
  }
}`;

/** From the page to other visit types, cached or not, and to their prices. */
const CROSSINGS = [
  'lowestPrice { currency } categories { visitTypes { number promotions { number } } }',
  'hotels { hotel { destination { hotels { visitTypes { number } } } } }',
  'hotels { hotel { visitTypes { number lowestPrice { currency } } } }',
];

let database: FreshDatabase;
const gateways: TestGateway[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  const catalogue = randomCatalogue(11, { ...MEDIUM, hotels: 20, visitTypes: 60 }, TODAY);
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
  await gateway.apiKeys.authenticate(key);
  return { gateway, key };
}

async function statementsOfPage(query: string, first: number): Promise<string[]> {
  const { gateway, key } = await coldGateway();
  return statementsOf(async () => {
    const { data, errors } = await gateway.graphql<{ visitTypes: { nodes: unknown[] } }>(query, {
      key,
      variables: { first },
    });
    expect(errors).toBeUndefined();
    expect(data.visitTypes.nodes).toHaveLength(first);
  });
}

/** On a busy machine a batch may be split, where answers of the database that it waits for come in different turns; queries for each row stay many. */
const untilNoMore = (query: string, first: number, most: number) =>
  until(
    async () => (await statementsOfPage(query, first)).length,
    (count) => count <= most,
  );

test('a page of 50 visit types, nested four levels deep with prices and promotions, takes no more queries than one of 5', async () => {
  const five = await statementsOfPage(NESTED, 5);
  await untilNoMore(NESTED, 50, five.length);
  expect(five.length).toBeLessThanOrEqual(30);
});

test.each(CROSSINGS)(
  'a page that leads to other visit types takes no more queries for 50 than for 5: %s',
  async (crossing) => {
    const query = `query Crossing($first: Int!) { visitTypes(first: $first) { nodes { number ${crossing} } } }`;
    const five = await statementsOfPage(query, 5);
    await untilNoMore(query, 50, five.length);
  },
);

test.each([
  ['by priority', ''],
  ['by price', ', sort: PRICE, currency: CZK'],
  ['of a search by price', ', sort: PRICE, currency: EUR, filter: { search: "visit" }'],
])('a page %s with prices within a filter and room types takes no more queries for 40 than for 5', async (_, order) => {
  const within = '{ occupancy: 2, dateFrom: "2027-01-12", dateTo: "2027-02-12", starsMin: 1 }';
  const query = `query Priced($first: Int!) { visitTypes(first: $first${order}) { nodes { number
    lowestPrice(within: ${within}) { amountPerNight { formatted } }
    hotels { roomTypes { roomType { number } lowestPrice(currency: CZK) { amountPerNight { amountMinor } } } } } } }`;
  const five = await statementsOfPage(query, 5);
  await untilNoMore(query, 40, five.length);
  expect(five.length).toBeLessThanOrEqual(15);
});

test('the same page again takes no query at all', async () => {
  const { gateway, key } = await coldGateway();
  const page = () => gateway.graphql(NESTED, { key, variables: { first: 20 } });
  await page();
  expect(await statementsOf(page)).toEqual([]);
});

test('fifty nodes of any kind take as many queries as five', async () => {
  const { data } = await gateways[0]!.graphql<{ visitTypes: { nodes: { id: string }[] } }>(
    '{ visitTypes(first: 50) { nodes { id } } }',
  );
  const ids = data.visitTypes.nodes.map(({ id }) => id);
  const nodes = '($ids: [ID!]!) { nodes(ids: $ids) { id ... on VisitType { number promotions { number } } } }';
  const count = async (length: number) => {
    const { gateway, key } = await coldGateway();
    const statements = await statementsOf(() =>
      gateway.graphql(`query ${nodes}`, { key, variables: { ids: ids.slice(0, length) } }),
    );
    return statements.length;
  };
  expect(await count(50)).toBe(await count(5));
});

test('all categories with their visit types take as many queries as one of them', async () => {
  const count = async (asked: string) => {
    const { gateway, key } = await coldGateway();
    const statements = await statementsOf(() =>
      gateway.graphql(`{ visitTypeCategories${asked} { number visitTypes { number name { en } } } }`, { key }),
    );
    return statements.length;
  };
  // One more to list them.
  expect(await count('')).toBe((await count('(ids: [1])')) + 1);
});

test('a calendar over ten candidates takes as many queries as one over a single room type', async () => {
  const count = async (filter: string) => {
    const { gateway, key } = await coldGateway();
    const statements = await statementsOf(() =>
      gateway.graphql(`{ calendar(filter: { ${filter} }) { date availability fromPrice { currency } } }`, { key }),
    );
    return statements.length;
  };
  const { data } = await gateways[0]!.graphql<{
    hotels: { nodes: { number: number; roomTypes: { number: number }[] }[] };
  }>('{ hotels(first: 1) { nodes { number roomTypes { number } } } }');
  const [hotel] = data.hotels.nodes;
  const one = await count(`hotel: ${hotel!.number}, roomType: ${hotel!.roomTypes[0]!.number}`);
  expect(await count(`hotel: ${hotel!.number}`)).toBeLessThanOrEqual(one);
});
