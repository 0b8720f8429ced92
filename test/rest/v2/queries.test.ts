/**
 * SQL statements of v2: a page of a hundred hotels with everything expanded takes as many as one of ten, and none the
 * second time.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { generateCatalogue } from '../../../src/catalogue/generate/generate.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { statementsOf } from '../../support/database/query-count.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const TODAY = '2027-01-10';

let database: FreshDatabase;
const gateways: TestGateway[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  gateways.push(await startGateway({ catalogue: await generated(100), today: TODAY, database }));
});
afterAll(async () => {
  for (const one of gateways) await one.stop();
  await database?.close();
});

/** Hotels with pictures, amenities and about ten visit types each, without capacity, which v2 never reads. */
async function generated(hotels: number): Promise<Catalogue> {
  const chunks: string[] = [];
  await generateCatalogue({ hotels, seed: 1, today: parseDay(TODAY)!, write: (chunk) => void chunks.push(chunk) });
  return { ...(JSON.parse(chunks.join('')) as Catalogue), inventory: [] };
}

type Asking = (path: string) => Promise<unknown>;

/** A gateway with empty caches, except for the key. */
async function coldGateway(): Promise<Asking> {
  const gateway = await startGateway({ today: TODAY, database });
  gateways.push(gateway);
  const headers = { authorization: `Bearer ${await gateway.key()}` };
  await gateway.inject({ method: 'GET', url: '/api/v2/room-types?limit=0', headers });
  return async (path) => {
    const answer = await gateway.inject({ method: 'GET', url: `/api/v2${path}`, headers });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
}

interface Hotel {
  images: unknown[];
  roomTypes: { images: unknown[] }[];
  amenityCategories: { category: { label?: unknown }; amenities: unknown[] }[];
  priceFrom: object | null;
}

const page = (limit: number) => `/hotels?expand=amenityLabels&limit=${limit}`;

/** The statements of a page on which every hotel has something of everything. */
async function statementsOfPage(ask: Asking, limit: number): Promise<string[]> {
  let hotels: Hotel[] = [];
  const statements = await statementsOf(async () => {
    hotels = ((await ask(page(limit))) as { data: Hotel[] }).data;
  });
  expect(hotels).toHaveLength(limit);
  for (const { images, roomTypes, amenityCategories, priceFrom } of hotels) {
    expect(images.length).toBeGreaterThan(0);
    expect(roomTypes.length).toBeGreaterThan(0);
    expect(roomTypes.every((roomType) => roomType.images.length > 0)).toBe(true);
    expect(amenityCategories[0]).toMatchObject({ category: { label: expect.anything() } });
    expect(priceFrom).not.toBeNull();
  }
  return statements;
}

describe('a page of hotels with everything expanded', () => {
  test('takes as many statements for 100 hotels as for 10', async () => {
    const ten = await statementsOfPage(await coldGateway(), 10);
    const hundred = await statementsOfPage(await coldGateway(), 100);
    expect(hundred.length).toBe(ten.length);
    expect(ten.length).toBeGreaterThan(5);
    expect(ten.length).toBeLessThanOrEqual(30);
  });
});

describe('once the page was answered', () => {
  let ask: Asking;
  beforeAll(async () => {
    ask = await coldGateway();
    await ask(page(100));
  });

  test('it takes no statement again, and neither does a smaller one', async () => {
    expect(await statementsOfPage(ask, 100)).toEqual([]);
    expect(await statementsOfPage(ask, 10)).toEqual([]);
  });

  test.each(['/hotels/7?expand=amenityLabels', '/hotels?sort=-stars&search=1', '/amenity-categories'])(
    '%s takes none either',
    async (path) => {
      expect(await statementsOf(() => ask(path))).toEqual([]);
    },
  );
});

test('the dictionary is read once: its categories, amenities and options', async () => {
  const ask = await coldGateway();
  const statements = await statementsOf(() => ask('/amenity-categories'));
  expect(statements.length).toBeLessThanOrEqual(3);
  expect(await statementsOf(() => ask('/amenity-categories'))).toEqual([]);
});

test('a page of 100 room types with their pictures takes as many statements as one of 10', async () => {
  const counts: number[] = [];
  for (const limit of [10, 100]) {
    const ask = await coldGateway();
    counts.push((await statementsOf(() => ask(`/room-types?sort=beds&limit=${limit}`))).length);
  }
  expect(counts[1]).toBe(counts[0]);
});
