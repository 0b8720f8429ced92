/**
 * Pages whose records are kept are never out of date: after random updates of every kind each is, to the byte, that of a process
 * that has just started and keeps nothing.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import { MEDIUM, randomCatalogue } from '../../support/catalogue/random/random-catalogue.ts';
import { between, type Draw, drawFromSeed, pick, someOf } from '../../support/catalogue/random/random-draw.ts';
import { randomText } from '../../support/catalogue/random/random-text.ts';
import { readRaised } from '../../support/database/raised-epochs.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { isSoak } from '../../support/gateway/soak.ts';
import type { CatalogueFile, FilePromotion } from '../../support/oracle/oracle-file.ts';

const SMALL = { size: MEDIUM, steps: isSoak ? 420 : 14 };
/** More records than the longest page has. */
const LARGE = { size: { ...MEDIUM, hotels: 130, visitTypes: 230 }, steps: 140 };
const TODAY = '2027-01-10';
const PAGES = [
  '/api/v1/visit-types?max=100',
  '/api/v1/visit-types?max=7&offset=3',
  '/api/v1/visit-types?max=100&offset=100',
  '/api/v2/hotels?limit=100',
  '/api/v2/hotels?limit=5&sort=-stars&expand=amenityLabels',
  '/api/v2/room-types?limit=100',
];
const SEED = newSeed();
/** Only operations that are sent often are split into records. */
const OFTEN = 12;

let catalogue: CatalogueFile;
let gateway: TestGateway;
let keys: string[];

/** It has a parameter that is ignored, so that no page is stored under its address. */
async function pagesOf(from: TestGateway, ignored: number | null = null): Promise<string[]> {
  const pages: string[] = [];
  for (const key of keys) {
    for (const path of PAGES) {
      const url = ignored === null ? path : `${path}&ignored=${ignored}`;
      const { statusCode, body, headers } = await from.inject({ url, headers: { authorization: `Bearer ${key}` } });
      expect(statusCode).toBe(200);
      pages.push(`${path} ${headers.etag} ${body}`);
    }
  }
  return pages;
}

const UPDATES: Readonly<Record<string, (draw: Draw) => Partial<CatalogueFile>>> = {
  prices(draw) {
    const visitType = pick(draw, catalogue.visitTypes);
    for (const list of visitType.priceLists) for (const rate of list.rates) rate.amount = between(draw, 1, 900);
    return { visitTypes: [visitType] };
  },
  promotions(draw) {
    const isShown = ({ channels, validTo }: FilePromotion) =>
      channels.includes('public') && (validTo === null || validTo > TODAY);
    const visitType = pick(
      draw,
      catalogue.visitTypes.filter(({ promotions }) => promotions.some(isShown)),
    );
    for (const promotion of visitType.promotions) promotion.percentage = between(draw, 1, 100);
    return { visitTypes: [visitType] };
  },
  texts(draw) {
    const visitType = pick(draw, catalogue.visitTypes);
    visitType.name = randomText(draw, 'Stay');
    const category = pick(draw, catalogue.visitTypeCategories);
    category.name = randomText(draw, 'Category');
    return { visitTypes: [visitType], visitTypeCategories: [category] };
  },
  hotel(draw) {
    const hotel = pick(draw, catalogue.hotels);
    hotel.name = `Hotel ${between(draw, 1, 1_000)}`;
    hotel.stars = between(draw, 1, 5);
    pick(draw, hotel.roomTypes).category = randomText(draw, 'Room');
    return { hotels: [hotel] };
  },
  relations(draw) {
    const visitType = pick(draw, catalogue.visitTypes);
    const numbers = catalogue.visitTypeCategories.map(({ id }) => id);
    visitType.categoryIds = someOf(draw, numbers, { atLeastOne: false });
    visitType.priorityPosition = between(draw, 1, 50);
    return { visitTypes: [visitType] };
  },
  visibility(draw) {
    const hotel = pick(draw, catalogue.hotels);
    hotel.destinationId = pick(
      draw,
      catalogue.destinations.filter(({ id }) => id !== hotel.destinationId),
    ).id;
    return { hotels: [hotel] };
  },
  capacity(draw) {
    const entry = pick(draw, catalogue.inventory);
    entry.units = between(draw, 0, 4);
    return { inventory: catalogue.inventory.filter(({ roomTypeId }) => roomTypeId === entry.roomTypeId) };
  },
};

describe.each(isSoak ? [SMALL, LARGE] : [SMALL])('of $size.visitTypes visit types,', ({ size, steps }) => {
  beforeAll(async () => {
    catalogue = randomCatalogue(3, size, TODAY);
    gateway = await startGateway({ catalogue, today: TODAY });
    keys = [await gateway.key(), await gateway.key({ destinations: [1, 2], channel: 'partner' })];
    for (let time = 0; time < OFTEN; time += 1) {
      await gateway.key();
      await pagesOf(gateway, time);
    }
  });
  afterAll(() => gateway.close());

  test(`after each of ${steps} random updates every page equals that of a fresh process without a store`, async () => {
    const draw = drawFromSeed(SEED);
    const kinds = Object.keys(UPDATES);
    // Capacity is on none of these pages.
    const shown = kinds.filter((kind) => kind !== 'capacity');
    const seen = new Set<string>();
    for (let step = 0; step < steps || (seen.size < shown.length && step < 10 * steps); step += 1) {
      const kind = kinds[step % kinds.length]!;
      const { format, channels } = catalogue;
      const source = { format, channels, ...UPDATES[kind]!(draw) };
      const before = await pagesOf(gateway);
      const outcome = await importCatalogue({ database: gateway.database, source: source as never });
      expect(outcome, `${kind}: ${JSON.stringify(outcome)}`).toMatchObject({ ok: true });
      gateway.epochs.observe(await readRaised(gateway.database));
      const fresh = await startGateway({
        today: TODAY,
        config: { responseStoreMb: 0 },
        database: { ...gateway.database, close: async () => {} },
      });
      try {
        const after = await pagesOf(gateway);
        expect(after, `step ${step}: ${kind}`).toEqual(await pagesOf(fresh));
        if (after.join() !== before.join()) seen.add(kind);
      } finally {
        await fresh.stop();
      }
    }
    expect(seen).toEqual(new Set(shown));
  });
});
