/**
 * What changes while a request runs (U5): the request may have read it before, but what it computes afterwards stays in the memory of the
 * process, and must be of the change.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STRUCTURE } from '../../../src/data/cache/cache-tags.ts';
import type { Dependencies } from '../../../src/data/cache/dependencies.ts';
import { EpochCache } from '../../../src/data/cache/epoch-cache.ts';
import type { Caller } from '../../../src/data/keys/api-keys.ts';
import type { PricedTariff } from '../../../src/data/reads/rate-books.ts';
import type { PriceFrom } from '../../../src/domain/minimum-price/price-from.ts';
import { languagesOf } from '../../../src/domain/text/locale.ts';
import type { RequestContext } from '../../../src/operations/access/request-context.ts';
import { lowestPriceInHotel } from '../../../src/operations/search/find-lowest-price.ts';
import { createPriceFromLoader } from '../../../src/operations/search/find-price-from.ts';
import { readPriced } from '../../../src/operations/search/offers/list-offers.ts';
import { ServiceUnavailable } from '../../../src/operations/service-unavailable.ts';
import { bookOf, TODAY as DAY, nightly, ROOM, rate, rules } from '../../domain/scene.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { updatesOf } from '../../support/update/updates.ts';

const VISIT_TYPE = 101;
const HOTEL = 1;

let gateway: TestGateway;
let caller: Caller;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  caller = (await gateway.apiKeys.authenticate(await gateway.key()))!;
});
afterAll(() => gateway?.close());

const open = async (): Promise<RequestContext> =>
  gateway.services.open({ caller, languages: languagesOf(undefined), deadline: null });

const priceInHotel = async (context: RequestContext) => {
  const sale = { visitTypeNumber: VISIT_TYPE, hotelNumber: HOTEL };
  const lowest = (await lowestPriceInHotel(context, sale)).CZK?.amountMinor;
  return { lowest, from: (await context.pricesFrom.load(HOTEL))?.CZK?.all.perStay.amountMinor };
};

async function setPrice(amountMinor: number): Promise<void> {
  const change = { roomType: 11, from: '2027-03-15', to: '2027-03-20', amountMinor };
  expect(await updatesOf(gateway).rates({ visitType: VISIT_TYPE, priceList: 1 }, change)).toMatchObject({
    __typename: 'RatesUpdated',
  });
}

test('a price that changes while a request runs is the one that its lowest prices are remembered with', async () => {
  await setPrice(200);
  const slow = await open();
  await slow.tariffs.load(VISIT_TYPE);
  await setPrice(100);
  const prices = await priceInHotel(slow);
  // 20 % off, for a guest a night, and for two guests for two nights.
  expect(prices).toEqual({ lowest: 80, from: 320 });
  expect(await priceInHotel(await open())).toEqual(prices);
});

test('what an import adds to a hotel counts in its from-price, even if it comes while the request finds out what the hotel sells', async () => {
  let structure = 1;
  const tariffOf = (visitTypeNumber: number): PricedTariff => ({
    tariff: {
      ...{
        visitTypeNumber,
        stayCategory: null,
        rules: rules(),
        hotelNumbers: [HOTEL],
        roomTypes: [ROOM],
        promotions: [],
      },
      ...{ loyaltyProgramNumbers: [], cancellationTerms: [] },
    },
    book: bookOf(nightly([rate('2027-03-01', '2027-03-31', 10_000 / visitTypeNumber)])),
  });
  const cache = new EpochCache<number, PriceFrom>({ entries: 10 });
  const hotelVisitTypes = {
    async load() {
      if (structure === 2) return [1, 2];
      structure = 2;
      return [1];
    },
  };
  const loader = createPriceFromLoader({
    ...{ cache, batches: new Map(), today: DAY, hotelVisitTypes },
    dependencies: { use: (tag) => (tag === STRUCTURE ? structure : 0) } as Dependencies,
    openSources: () => ({ tariffs: { load: tariffOf }, catalogue: { related: { hotelVisitTypes } } }),
  });
  await loader.load(HOTEL);
  expect(cache.get(HOTEL, { epoch: 2, day: DAY })?.EUR?.all.perStay).toMatchObject({ visitTypeNumber: 2 });
});

test('a list of offers that is computed again because prices change all the time is charged once (A9)', async () => {
  const context = await open();
  const charged: number[] = [];
  context.charge = (points) => void charged.push(points);
  let reads = 0;
  const reading = readPriced(context, { currency: 'CZK', furtherCost: 5 }, async (pay) => {
    reads++;
    await pay();
    // No stay costs as little.
    return {
      stays: [
        {
          ...{ visitTypeNumber: VISIT_TYPE, hotelNumber: HOTEL, roomTypeNumber: 11, arrival: context.today + 60 },
          ...{ nights: 2, isAvailable: true, totalMinor: 1, stars: 4, destinationNumber: 1 },
        },
      ],
    };
  });
  await expect(reading).rejects.toThrow(ServiceUnavailable);
  expect(reads).toBe(3);
  expect(charged.reduce((sum, points) => sum + points, 0)).toBe(5);
});
