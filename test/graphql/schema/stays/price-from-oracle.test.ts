/**
 * Random catalogues in PostgreSQL: the from-prices of every visible hotel must be those of the slow and obvious oracle,
 * for keys of every kind, today and on later days of the same process.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSeed } from '../../../support/catalogue/random/new-seed.ts';
import { type CatalogueSize, MEDIUM, randomCatalogue } from '../../../support/catalogue/random/random-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { plusDays } from '../../../support/oracle/oracle-dates.ts';
import { ORACLE_CURRENCIES } from '../../../support/oracle/oracle-file.ts';
import { type OracleFromPrices, type OraclePriceFrom, priceFromOf } from '../../../support/oracle/oracle-price-from.ts';
import { sceneOf, visibleHotels } from '../../../support/oracle/oracle-scope.ts';

const SEED = newSeed();
const SIZE: CatalogueSize = {
  ...MEDIUM,
  channels: 2,
  destinations: 3,
  hotels: 14,
  visitTypes: 22,
  roomTypesPerHotel: 3,
};
/** A partner first: its results are cached, and reused for the others. */
const CALLERS = [
  { channel: 'partner', destinations: [1, 3] },
  { channel: 'partner', destinations: null },
  { channel: 'public', destinations: null },
];
/** Today, tomorrow, and days by which promotions, seasons and selling periods have begun and ended. */
const DAYS_LATER = [0, 1, 9, 25];

const MINIMUM =
  '{ amount { amount currency } original { amount currency } nights guests visitType { number name { cs_CZ: cs de en ru } } }';
const MINIMA = `{ perPersonPerNight ${MINIMUM} perStay ${MINIMUM} }`;
const PAGE = `{ hotels(first: 100) { nodes { number priceFrom { currency all ${MINIMA} health ${MINIMA} wellness ${MINIMA} } } } }`;

interface Page {
  hotels: { nodes: { number: number; priceFrom: unknown }[] };
}

describe.each([
  { seed: SEED, today: '2027-01-04' },
  { seed: SEED + 1, today: '2028-02-29' },
  { seed: SEED + 2, today: '2026-10-24' },
  { seed: SEED + 3, today: '2026-12-31' },
])('a random catalogue, on $today', ({ seed, today: begin }) => {
  const catalogue = randomCatalogue(seed, SIZE, begin);
  const names = new Map(catalogue.visitTypes.map(({ id, name }) => [id, name]));
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ catalogue, today: begin });
  });
  afterAll(() => gateway?.close());

  /** From-prices of the oracle in the form of the answer. */
  function answered(prices: OraclePriceFrom | null) {
    if (prices === null) return null;
    return ORACLE_CURRENCIES.flatMap((currency) => {
      const categories = prices[currency];
      if (!categories) return [];
      const minima = (of: OracleFromPrices | undefined) => {
        const minimum = ({ amount, original, visitTypeId, ...stay }: OracleFromPrices['perStay']) => ({
          amount: { amount, currency },
          original: { amount: original, currency },
          ...stay,
          visitType: {
            number: visitTypeId,
            name: { cs_CZ: null, de: null, en: null, ru: null, ...names.get(visitTypeId) },
          },
        });
        return of ? { perPersonPerNight: minimum(of.perPersonPerNight), perStay: minimum(of.perStay) } : null;
      };
      const { all, health, wellness } = categories;
      return [{ currency, all: minima(all), health: minima(health), wellness: minima(wellness) }];
    });
  }

  test.each(DAYS_LATER)('%i days later every hotel has the from-prices of the oracle, for every key', async (days) => {
    const today = plusDays(begin, days);
    gateway.setToday(today);
    for (const { channel, destinations } of CALLERS) {
      const scene = sceneOf({
        catalogue,
        sold: new Map(),
        today,
        todayUtc: today,
        channel,
        destinationIds: destinations,
      });
      const expected = visibleHotels(scene)
        .toSorted((a, b) => a.id - b.id)
        .map((hotel) => ({ number: hotel.id, priceFrom: answered(priceFromOf(scene, hotel)) }));
      const key = await gateway.key({ channel, destinations });
      const { hotels } = await gateway.ask<Page>(PAGE, { key });
      expect(hotels.nodes).toEqual(expected);
    }
  });
});
