/** What the shop asks of a catalogue in which each of many hotels sells every stay. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { USUAL_SIZE } from '../../../src/data/reads/catalogue-size.ts';
import { RefusedRequest } from '../../../src/http/request/refused-request.ts';
import { databaseAway } from '../../../src/operations/service-unavailable.ts';
import { Unanswered } from '../../../src/server/pages/rendered/page-answers.ts';
import {
  SearchCalendarsDocument,
  SearchCategoryDocument,
  SearchChoicesDocument,
  SearchFacetsDocument,
  SearchHotelDocument,
  SearchOffersDocument,
  SearchTagDocument,
  SearchVisitTypeDocument,
  StayDetailsDocument,
} from '../../../src/web/generated/operations.ts';
import { sourcePages } from '../../support/browser/source-pages.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  const catalogueSize = { ...USUAL_SIZE, hotels: 2_000, roomTypes: 10_000, visitTypes: 200, sales: 400_000 };
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, catalogueSize });
});
afterAll(() => gateway.close());

const FILTER = { arrival: TODAY, nights: 7, flexibleDays: 7, guests: 2, currency: 'CZK' };

test.each([
  ['stay', StayDetailsDocument, { visitType: 101, hotel: 1 }],
  ['choices of offers', SearchChoicesDocument, { currency: 'CZK' }],
  ['calendars of offers', SearchCalendarsDocument, { visitType: 101 }],
  ['chosen hotel', SearchHotelDocument, { hotel: 1 }],
  ['chosen stay', SearchVisitTypeDocument, { visitType: 101 }],
  ['chosen category', SearchCategoryDocument, { category: 1 }],
  ['chosen label', SearchTagDocument, { tag: 1 }],
  ['offers', SearchOffersDocument, { filter: FILTER, sort: 'PRICE', oneOfEachHotel: false }],
  ['counts of offers', SearchFacetsDocument, { filter: FILTER }],
])('its %s can be asked for', async (_, document, variables) => {
  const { errors } = await gateway.graphql(document.toString(), { variables });
  expect(errors).toBeUndefined();
});

/** The list of pages of a gateway, with the sizes of the pages of stays that it asked for; `refuse` may throw instead of asking. */
async function listPages(from: TestGateway, refuse = () => {}) {
  const { renderer } = await sourcePages().load();
  const sizes: unknown[] = [];
  const listing = renderer.paths(async (operation) => {
    const variables = operation.variables as Record<string, unknown>;
    if (operation.query.includes('query FoundStayPaths')) {
      sizes.push(variables.first);
      refuse();
    }
    const { data, errors } = await from.graphql(operation.query, { variables });
    if (errors) throw new Unanswered();
    return data;
  });
  return { sizes, paths: await listing.catch((error: Error) => error.name) };
}

const PATHS = expect.arrayContaining(['/', '/hotels/1', '/stays/101/1']);

test('its list of pages can be asked for, with smaller pages than elsewhere', async () => {
  const { paths, sizes } = await listPages(gateway);
  expect(paths).toEqual(PATHS);
  expect(sizes.slice(0, 2)).toEqual([100, 10]);
  const small = await startGateway({ today: TODAY, database: gateway.database });
  expect(await listPages(small)).toEqual({ paths: PATHS, sizes: [100] });
  await small.stop();
});

test('one stay that very many hotels sell makes the pages about it smaller, those before and behind it not, and all are listed', async () => {
  const { renderer } = await sourcePages().load();
  const [all, sold, most] = [3_000, 2_000, 2_020];
  const sizes: number[] = [];
  const paths = await renderer.paths(async ({ query, variables }) => {
    if (!query.includes('query FoundStayPaths')) {
      return { list: { pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] } };
    }
    const { first, after } = variables as { first: number; after: string | null };
    sizes.push(first);
    const start = Number(after ?? 0);
    const numbers = Array.from({ length: Math.min(first, all - start) }, (_, index) => start + index + 1);
    const nodes = numbers.map((number) => ({
      number,
      hotels: Array.from({ length: number === 1_000 ? sold : 1 }, (_, index) => ({
        hotel: { number: index + 1 },
        lowestPrice: [{ amountPerNight: { amountMinor: 1 } }],
      })),
    }));
    if (nodes.flatMap(({ hotels }) => hotels).length > most) throw new Unanswered();
    const end = start + nodes.length;
    return { list: { pageInfo: { hasNextPage: end < all, endCursor: String(end) }, nodes } };
  });
  expect(new Set(paths).size).toBe(1 + (all - 1) + sold);
  expect(paths).toHaveLength(1 + (all - 1) + sold);
  // Nine pages, one that is refused, ten in its place, twenty pages.
  expect(sizes).toEqual([...Array(10).fill(100), ...Array(10).fill(10), ...Array(20).fill(100)]);
});

test.each([
  ['the visitor has nothing left', new RefusedRequest(429)],
  ['the database does not answer', databaseAway()],
])('its list of pages is not asked for again when %s', async (_, refusal) => {
  const refuse = () => {
    throw refusal;
  };
  expect(await listPages(gateway, refuse)).toEqual({ paths: refusal.name, sizes: [100] });
});
