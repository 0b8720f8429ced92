/**
 * Lists of visit types against a brute-force filter over the catalogue file: every filter, all orders, the lowest price of each
 * card within the filter, and pages walked to the end while prices change between them (C1, F5, F15).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSeed } from '../../../support/catalogue/random/new-seed.ts';
import { type CatalogueSize, MEDIUM, randomCatalogue } from '../../../support/catalogue/random/random-catalogue.ts';
import { between, type Draw, drawFromSeed, oneIn, pick } from '../../../support/catalogue/random/random-draw.ts';
import { drawnDate } from '../../../support/catalogue/random/random-scene.ts';
import { drawnWish, writeWishes } from '../../../support/catalogue/random/random-wishes.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { amount } from '../../../support/gateway/soak.ts';
import { type Oracle, oracleOf, type VisitTypesQuestion } from '../../../support/oracle/oracle.ts';
import { type OracleScene, sceneOf } from '../../../support/oracle/oracle-scope.ts';
import { walk } from '../../../support/requests/walked-pages.ts';

const SEED = newSeed();
const TODAY = '2027-01-04';
const SIZE: CatalogueSize = {
  ...MEDIUM,
  channels: 2,
  destinations: 3,
  hotels: 6,
  visitTypes: 30,
  roomTypesPerHotel: 3,
};
const QUESTIONS = amount({ short: 6, long: 300 });
const CURRENCIES = ['CZK', 'EUR'] as const;
type Currency = (typeof CURRENCIES)[number];

const catalogue = randomCatalogue(7, SIZE, TODAY);
writeWishes(drawFromSeed(SEED), catalogue);

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ catalogue, today: TODAY });
});
afterAll(() => gateway?.close());

const CALLERS = [
  { name: 'the public channel', channel: 'public', destinations: null },
  { name: 'the partner channel', channel: 'partner', destinations: null },
  { name: 'a key limited to two destinations', channel: 'public', destinations: [1, 3] },
];

const sometimes = <T>(draw: Draw, times: number, value: () => T): T | null => (oneIn(draw, times) ? value() : null);

function drawnQuestion(draw: Draw, scene: OracleScene): VisitTypesQuestion {
  const [from, to] = [drawnDate(draw, scene), drawnDate(draw, scene)].sort();
  const [fewest, most] = [between(draw, 1, 5), between(draw, 1, 5)].sort();
  return {
    hotelId: sometimes(draw, 6, () => between(draw, 1, 7)),
    destinationId: sometimes(draw, 5, () => between(draw, 1, 4)),
    starsMin: sometimes(draw, 4, () => fewest!),
    starsMax: sometimes(draw, 4, () => most!),
    beds: sometimes(draw, 4, () => between(draw, 1, 4)),
    dateFrom: sometimes(draw, 3, () => from!),
    dateTo: sometimes(draw, 3, () => to!),
    nightsMin: sometimes(draw, 8, () => 3),
    nightsMax: sometimes(draw, 8, () => 9),
    categoryId: sometimes(draw, 4, () => between(draw, 1, 4)),
    tagId: sometimes(draw, 4, () => between(draw, 1, 3)),
    stayCategory: sometimes(draw, 4, () => pick(draw, ['health', 'wellness'] as const)),
    search: sometimes(draw, 2, () => (oneIn(draw, 9) ? ' ' : drawnWish(draw))),
  };
}

/** The question in the words of the schema. */
function filterOf({
  hotelId,
  destinationId,
  starsMin,
  starsMax,
  categoryId,
  tagId,
  stayCategory,
  beds,
  ...same
}: VisitTypesQuestion) {
  return {
    ...{ hotel: hotelId, destination: destinationId, starsMin, starsMax },
    ...{
      occupancy: beds,
      category: categoryId,
      tag: tagId,
      stayCategory: stayCategory?.toUpperCase() ?? null,
      ...same,
    },
  };
}

interface Card {
  number: number;
  lowestPrice: { currency: Currency; amountPerNight: { amountMinor: number } | null }[];
}
interface Page {
  nodes: Card[];
  totalCount: number;
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}

const PAGE = `query ($filter: VisitTypeFilter, $sort: VisitTypeSort, $currency: Currency, $first: Int!, $after: String) {
  visitTypes(filter: $filter, sort: $sort, currency: $currency, first: $first, after: $after) {
    totalCount pageInfo { endCursor hasNextPage }
    nodes { number lowestPrice(within: $filter) { currency amountPerNight { amountMinor } } }
  }
}`;

async function page(key: string, variables: Record<string, unknown>): Promise<Page> {
  return (await gateway.ask<{ visitTypes: Page }>(PAGE, { key, variables })).visitTypes;
}

/** In order, by walking the pages. */
async function walked(key: string, asked: Record<string, unknown>, first: number): Promise<number[]> {
  return walk(async (after) => {
    const { nodes, pageInfo } = await page(key, { ...asked, first, after });
    return { numbers: nodes.map(({ number }) => number), ...pageInfo };
  });
}

const minorOf = (amount: number | undefined) => (amount === undefined ? null : Math.round(amount * 100));

/** The numbers by price, those without one last, equal ones by number. */
function byPrice(oracle: Oracle, question: VisitTypesQuestion, currency: Currency): number[] {
  const amountOf = (id: number) => oracle.priceWithin(id, question)[currency]?.amount ?? Number.POSITIVE_INFINITY;
  const rows = oracle.visitTypes(question).map(({ id }) => ({ id, amount: amountOf(id) }));
  const amounts = [...new Set(rows.map(({ amount }) => amount))].sort((a, b) => a - b);
  return amounts.flatMap((amount) =>
    rows
      .filter((row) => row.amount === amount)
      .map(({ id }) => id)
      .sort((a, b) => a - b),
  );
}

describe.each(CALLERS)('for $name', ({ channel, destinations }) => {
  const scene = sceneOf({
    catalogue,
    sold: new Map(),
    today: TODAY,
    todayUtc: TODAY,
    channel,
    destinationIds: destinations,
  });
  const oracle = oracleOf(scene);
  let key: string;
  beforeAll(async () => {
    key = await gateway.key({ channel, destinations });
  });

  test(`${QUESTIONS} random filters select what they say, in all orders, and each card has its price within the filter`, async () => {
    const draw = drawFromSeed(SEED);
    let [found, priced] = [0, 0];
    const isEnough = () => found > QUESTIONS && priced > QUESTIONS / 2;
    for (let count = 0; count < QUESTIONS || !isEnough(); count += 1) {
      // Every second question finds something.
      expect(count).toBeLessThan(20 * QUESTIONS);
      const question = drawnQuestion(draw, scene);
      const filter = filterOf(question);
      const currency = pick(draw, CURRENCIES);
      if (question.starsMin && question.starsMax && question.starsMin > question.starsMax) continue;
      const expected = oracle.visitTypes(question).map(({ id }) => id);
      const first = between(draw, 1, 9);
      expect([question, await walked(key, { filter, sort: 'PRIORITY' }, first)]).toEqual([question, expected]);
      const ranked = oracle.wishedVisitTypes(question);
      for (const sort of ['RELEVANCE', question.search?.trim() ? null : 'RELEVANCE']) {
        expect([question, await walked(key, { filter, sort }, first)]).toEqual([question, ranked]);
      }
      const sorted = byPrice(oracle, question, currency);
      expect([question, await walked(key, { filter, sort: 'PRICE', currency }, first)]).toEqual([question, sorted]);
      const { nodes, totalCount } = await page(key, { filter, sort: 'PRIORITY', first: 100 });
      expect(totalCount).toBe(expected.length);
      for (const { number, lowestPrice } of nodes) {
        const within = oracle.priceWithin(number, question);
        const answered = lowestPrice.map((one) => one.amountPerNight?.amountMinor ?? null);
        expect([question, number, answered]).toEqual([
          question,
          number,
          CURRENCIES.map((one) => minorOf(within[one]?.amount)),
        ]);
        priced += answered.some((one) => one !== null) ? 1 : 0;
      }
      found += nodes.length;
    }
  });

  test('the room types of a hotel are those with a price, with that price', async () => {
    const { visitTypes } = await gateway.ask<{
      visitTypes: {
        nodes: {
          number: number;
          hotels: {
            hotel: { number: number };
            roomTypes: (Omit<Card, 'number'> & { roomType: { number: number } })[];
          }[];
        }[];
      };
    }>(
      '{ visitTypes(first: 100) { nodes { number hotels { hotel { number } roomTypes { roomType { number } lowestPrice { currency amountPerNight { amountMinor } } } } } } }',
      { key },
    );
    let compared = 0;
    for (const { number, hotels } of visitTypes.nodes) {
      for (const { hotel, roomTypes } of hotels) {
        const all = catalogue.hotels.find(({ id }) => id === hotel.number)!.roomTypes.map(({ id }) => id);
        const expected = all.flatMap((id) => {
          const prices = oracle.lowestPrice({ visitTypeId: number, roomTypeId: id });
          const amounts = CURRENCIES.map((currency) => minorOf(prices[currency]?.amount));
          return amounts.some((amount) => amount !== null) ? [[id, amounts]] : [];
        });
        const answered = roomTypes.map(({ roomType, lowestPrice }) => [
          roomType.number,
          lowestPrice.map((one) => one.amountPerNight?.amountMinor ?? null),
        ]);
        expect([number, hotel.number, answered]).toEqual([number, hotel.number, expected]);
        compared += expected.length;
      }
    }
    expect(compared).toBeGreaterThan(20);
  });
});
