/** The order of visit types by price: what cursors it takes, what happens while prices change, and what it reads. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSeed } from '../../../support/catalogue/random/new-seed.ts';
import { drawFromSeed, pick } from '../../../support/catalogue/random/random-draw.ts';
import { SMALL_CATALOGUE } from '../../../support/catalogue/small-catalogue.ts';
import { statementsOf } from '../../../support/database/query-count.ts';
import { readRaised } from '../../../support/database/raised-epochs.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { walk } from '../../../support/requests/walked-pages.ts';
import { updatesOf } from '../../../support/update/updates.ts';

const SEED = newSeed();
const TODAY = '2027-01-04';
const NUMBERS = Array.from({ length: 24 }, (_, index) => 200 + index);
const YEAR = { from: '2027-01-01', to: '2027-12-31' };
/** Few amounts, for ties; each fourth has no price in EUR. */
const amountOf = (number: number) => 1_000 + ((number * 7) % 5) * 100;

const [hotel] = SMALL_CATALOGUE.hotels!;
const CATALOGUE = {
  ...SMALL_CATALOGUE,
  visitTypes: NUMBERS.map((id) => ({
    ...{ id, priorityPosition: id % 3, nightsMin: 1, nightsMax: 7, boarding: 'HALF_BOARD' as const },
    ...{ name: { en: `Stay ${id}` }, hotelIds: [hotel!.id] },
    priceLists: (id % 4 === 0 ? (['CZK'] as const) : (['CZK', 'EUR'] as const)).map((currency, index) => ({
      ...{ id: index + 1, kind: 'PER_NIGHT' as const, quotedPer: 'PERSON' as const, currency },
      rates: [{ roomTypeId: hotel!.roomTypes![0]!.id, ...YEAR, amount: amountOf(id) }],
    })),
  })),
};

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: CATALOGUE, today: TODAY });
});
afterAll(() => gateway?.close());

const PAGE = `query ($sort: VisitTypeSort!, $currency: Currency, $first: Int!, $after: String, $filter: VisitTypeFilter) {
  visitTypes(sort: $sort, currency: $currency, first: $first, after: $after, filter: $filter) {
    nodes { number } pageInfo { endCursor hasNextPage } } }`;
interface Page {
  nodes: { number: number }[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}
const NONE = { sort: 'PRICE', currency: null, first: 5, after: null, filter: null };
type Asked = Partial<Record<keyof typeof NONE, unknown>>;

async function page(asked: Asked, headers: Record<string, string> = {}) {
  const { visitTypes } = await gateway.ask<{ visitTypes: Page }>(PAGE, { variables: { ...NONE, ...asked }, headers });
  return { numbers: visitTypes.nodes.map(({ number }) => number), ...visitTypes.pageInfo };
}

const byAmount = (numbers: readonly number[], amount: (number: number) => number) =>
  numbers.toSorted((a, b) => amount(a) - amount(b) || a - b);

describe('by price', () => {
  test('those without a price in the currency are last, and equal ones are by number', async () => {
    const inEuro = (number: number) => (number % 4 === 0 ? Number.POSITIVE_INFINITY : amountOf(number));
    const finite = NUMBERS.filter((number) => number % 4 !== 0);
    expect(await walk((after) => page({ currency: 'CZK', after }))).toEqual(byAmount(NUMBERS, amountOf));
    expect(await walk((after) => page({ currency: 'EUR', after }))).toEqual([
      ...byAmount(finite, inEuro),
      ...NUMBERS.filter((number) => number % 4 === 0),
    ]);
  });

  test('the currency is that of the preferred language unless one is named (L3)', async () => {
    const named = async (currency: string) => (await page({ currency, first: 100 })).numbers;
    const preferred = async (language: string) => (await page({ first: 100 }, { 'accept-language': language })).numbers;
    expect(await preferred('de, cs;q=0.5')).toEqual(await named('EUR'));
    expect(await preferred('cs, de;q=0.5')).toEqual(await named('CZK'));
    expect(await named('CZK')).not.toEqual(await named('EUR'));
  });

  test('a cursor of another order or currency is refused, and of another order the list of before still takes its own', async () => {
    const orders = [{ sort: 'PRIORITY' }, { currency: 'CZK' }, { currency: 'EUR' }];
    for (const made of orders) {
      const { endCursor } = await page(made);
      for (const asked of orders) {
        const { data, errors } = await gateway.graphql<unknown>(PAGE, {
          variables: { ...NONE, ...asked, after: endCursor },
        });
        if (asked === made) expect(errors).toBeUndefined();
        else {
          expect(data).toEqual({ visitTypes: null });
          expect(errors![0]!.extensions).toMatchObject({
            problems: [{ path: 'after', code: 'CURSOR_OF_ANOTHER_SORT_MODE' }],
          });
        }
      }
    }
  });

  test('walked while prices change between the pages, each whose price stays is met exactly once', async () => {
    const updates = updatesOf(gateway);
    const draw = drawFromSeed(SEED);
    for (let round = 1; round <= 4; round++) {
      const changed = new Set<number>();
      const met = await walk((after) => page({ currency: 'CZK', first: 1 + draw(4), after }), {
        async between(lastMet) {
          // The last one met may change too: the cursor is a place, not a row.
          const visitType = draw(2) === 0 ? lastMet : pick(draw, NUMBERS);
          changed.add(visitType);
          const amountMinor = 90_000 + draw(8) * 5_000;
          const roomType = hotel!.roomTypes![0]!.id;
          await updates.rates({ visitType, priceList: 1 }, { roomType, ...YEAR, amountMinor });
          gateway.epochs.observe(await readRaised(gateway.database));
        },
      });
      const steady = NUMBERS.filter((number) => !changed.has(number));
      expect(changed.size).toBeGreaterThan(2);
      expect(met.filter((number) => steady.includes(number)).toSorted()).toEqual(steady);
    }
  });
});

test('a change of prices makes lists by price be computed anew, and no other list', async () => {
  const byPriority = () => page({ sort: 'PRIORITY', first: 50 });
  const byPrice = () => page({ currency: 'CZK', first: 50 });
  const updates = updatesOf(gateway);
  await updates.key();
  await byPriority();
  const before = (await byPrice()).numbers;
  const last = before.at(-1)!;
  const roomType = hotel!.roomTypes![0]!.id;
  await updates.rates({ visitType: last, priceList: 1 }, { roomType, ...YEAR, amountMinor: 1 });
  gateway.epochs.observe(await readRaised(gateway.database));
  expect(await statementsOf(byPriority)).toEqual([]);
  expect((await byPrice()).numbers).toEqual([last, ...before.filter((number) => number !== last)]);
});

test('what is refused says what and where, within a card too', async () => {
  const asked = { filter: { search: 'x'.repeat(201) }, sort: 'PRIORITY' };
  const { errors } = await gateway.graphql(PAGE, { variables: { ...NONE, ...asked } });
  expect(errors![0]!.extensions).toMatchObject({ problems: [{ path: 'filter.search', code: 'TOO_LONG' }] });
  const within = await gateway.graphql(
    '{ visitType(id: 200) { lowestPrice(within: { occupancy: 0, dateFrom: "2027-02-02", dateTo: "2027-02-01" }) { currency } } }',
  );
  expect(within.data).toEqual({ visitType: null });
  expect(within.errors![0]!.extensions).toMatchObject({
    problems: [
      { path: 'within.occupancy', code: 'OUT_OF_RANGE' },
      { path: 'within.dateTo', code: 'DATES_REVERSED' },
    ],
  });
});
