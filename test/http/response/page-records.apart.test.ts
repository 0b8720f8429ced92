/** A page after an update: what changed is computed, and the rest is taken from the page before. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { VISIT_TYPES } from '../../../bench/workloads/operations.ts';
import type { CacheTagText } from '../../../src/data/cache/cache-tags.ts';
import { raiseEpochs } from '../../../src/data/cache/raise-epochs.ts';
import { buildRateBook } from '../../../src/domain/pricing/rate-book.ts';
import { splitPage } from '../../../src/graphql/execution/pages/page-split.ts';
import { promotionsOfVisitType } from '../../../src/operations/search/list-promotions.ts';
import { toHotelRecord } from '../../../src/rest/v2/hotels/hotel.ts';
import { MEDIUM, randomCatalogue } from '../../support/catalogue/random/random-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

// The real functions, with counted calls.
vi.mock('../../../src/domain/pricing/rate-book.ts', { spy: true });
vi.mock('../../../src/graphql/execution/pages/page-split.ts', { spy: true });
vi.mock('../../../src/operations/search/list-promotions.ts', { spy: true });
vi.mock('../../../src/rest/v2/hotels/hotel.ts', { spy: true });

const TODAY = '2027-01-10';
/** Only operations that are sent often are split into records. */
const OFTEN = 12;

let gateway: TestGateway;
let key: string;
/** A visit type that all pages show, and the hotels that sell it. */
let visitType: number;
let hotels: number[];
/** Days that have passed. */
let days = 0;

beforeAll(async () => {
  gateway = await startGateway({ catalogue: randomCatalogue(1, MEDIUM, TODAY), today: TODAY });
  key = await gateway.key();
  const { nodes } = (await gateway.ask<{ visitTypes: { nodes: { number: number }[] } }>(VISIT_TYPES)).visitTypes;
  visitType = nodes[0]!.number;
  const sold = await gateway.database.prisma.visitTypeHotel.findMany({ where: { visitTypeNumber: visitType } });
  hotels = sold.map(({ hotelNumber }) => hotelNumber);
});
afterAll(() => gateway.close());

async function raise(...tags: CacheTagText[]): Promise<void> {
  const { prisma } = gateway.database;
  gateway.epochs.observe(await prisma.$transaction((tx) => raiseEpochs(tx, tags)));
}

async function get(url: string): Promise<string> {
  const { statusCode, body } = await gateway.inject({ url, headers: { authorization: `Bearer ${key}` } });
  expect(statusCode).toBe(200);
  return body;
}

const visitTypesPage = () => get('/api/v1/visit-types?max=100');
const hotelsPage = () => get('/api/v2/hotels?limit=100');

describe.each([
  ['GET /api/v1/visit-types', visitTypesPage, promotionsOfVisitType, (): number => 1],
  ['GET /api/v2/hotels', hotelsPage, toHotelRecord, (): number => hotels.length],
] as const)('%s', (_, ask, compute, changed) => {
  let all: number;
  beforeAll(async () => {
    for (let time = 0; time < OFTEN; time += 1) {
      await raise('structure');
      vi.clearAllMocks();
      await ask();
      all = vi.mocked(compute).mock.calls.length;
    }
  });
  beforeEach(() => vi.clearAllMocks());

  test('computes no record while nothing changes', async () => {
    const before = await ask();
    expect(await ask()).toBe(before);
    expect(vi.mocked(compute)).not.toHaveBeenCalled();
  });

  test('after an update of the prices of one visit type computes exactly the records that show them', async () => {
    const before = await ask();
    await raise(`rates:${visitType}`);
    expect(await ask()).toBe(before);
    expect(vi.mocked(compute)).toHaveBeenCalledTimes(changed());
    expect(changed()).toBeLessThan(all);
    expect(vi.mocked(buildRateBook)).toHaveBeenCalledTimes(1);
  });

  test('after an update of everything computes all', async () => {
    await ask();
    await raise('structure');
    await ask();
    expect(vi.mocked(compute)).toHaveBeenCalledTimes(all);
  });

  test('on another day computes all', async () => {
    await ask();
    days += 1;
    gateway.setToday(`2027-01-${10 + days}`);
    await ask();
    expect(vi.mocked(compute)).toHaveBeenCalledTimes(all);
  });
});

test('a page that is computed again and again is split once: its parts are not split further', async () => {
  vi.clearAllMocks();
  for (let time = 0; time < 4 * OFTEN; time += 1) {
    await raise('structure');
    await get('/api/v2/room-types?limit=100');
  }
  expect(vi.mocked(splitPage)).toHaveBeenCalledTimes(1);
});
