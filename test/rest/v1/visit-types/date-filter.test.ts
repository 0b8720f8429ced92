/**
 * The date filter of `/visit-types` and `visitTypes(filter)` (C1) over random catalogues in PostgreSQL: it selects what
 * the calendar, the lowest price, the rules and the oracle find, for callers with full and with limited visibility.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { offeredNights } from '../../../../src/domain/stay/availability.ts';
import { newSeed } from '../../../support/catalogue/random/new-seed.ts';
import { type CatalogueSize, MEDIUM, randomCatalogue } from '../../../support/catalogue/random/random-catalogue.ts';
import { around, type Draw, drawFromSeed, oneIn, pick } from '../../../support/catalogue/random/random-draw.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { candidatesOf, dayOf } from '../../../support/oracle/domain-from-catalogue.ts';
import { oracleOf } from '../../../support/oracle/oracle.ts';
import { earlierOf, laterOf, plusDays } from '../../../support/oracle/oracle-dates.ts';
import { combinations, type OracleScene, sceneOf } from '../../../support/oracle/oracle-scope.ts';
import { queryString } from '../../../support/requests/rest-client.ts';

const SEED = newSeed();
const SIZE: CatalogueSize = {
  ...MEDIUM,
  destinations: 2,
  hotels: 5,
  visitTypes: 40,
  hotelsPerVisitType: 2,
  roomTypesPerHotel: 2,
  priceLists: 3,
  seasonsPerRoom: 2,
};
const CALLERS = [
  { name: 'a key that sees everything', destinations: null },
  { name: 'a key limited to a destination', destinations: [2] },
];
const WINDOWS = 25;

interface Dates {
  dateFrom: string | null;
  dateTo: string | null;
}

/** Dates at and beside the edges of a visit type's offer, mostly short ranges, sometimes open at one end. */
function drawnDates(draw: Draw, scene: OracleScene): Dates {
  const { priceLists, timeConstraints } = pick(draw, scene.catalogue.visitTypes);
  const ranges = [
    ...timeConstraints,
    ...timeConstraints,
    ...priceLists.flatMap(({ rates }) => rates),
    { from: scene.today, to: scene.lastNight },
  ];
  const range = pick(draw, ranges);
  const edge = plusDays(pick(draw, [range.from, range.to]), around(draw, 1));
  const other = plusDays(edge, pick(draw, [0, 0, 0, 1, 2, 6, 40, -1, -3]));
  const [dateFrom, dateTo] = [earlierOf(edge, other), laterOf(edge, other)];
  if (oneIn(draw, 4)) return oneIn(draw, 2) ? { dateFrom, dateTo: null } : { dateFrom: null, dateTo };
  return { dateFrom, dateTo };
}

describe.each(['2027-01-10', '2028-02-29'])('a random catalogue, on %s', (today) => {
  const catalogue = randomCatalogue(SEED, SIZE, today);
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ catalogue, today });
  });
  afterAll(() => gateway?.close());

  describe.each(CALLERS)('for $name', ({ destinations }) => {
    const scene = sceneOf({
      catalogue,
      sold: new Map(),
      today,
      todayUtc: today,
      channel: 'public',
      destinationIds: destinations,
    });
    const draw = drawFromSeed(SEED);
    const windows = Array.from({ length: WINDOWS }, () => drawnDates(draw, scene));
    const ids = oracleOf(scene)
      .visitTypes({})
      .map(({ id }) => id);
    let key: string;
    beforeAll(async () => {
      key = await gateway.key({ destinations });
    });

    async function get<Body>(path: string, query: Record<string, string | number>): Promise<Body> {
      const headers = { authorization: `Bearer ${key}` };
      const { statusCode, body } = await gateway.inject({ url: `/api/v1${path}${queryString(query)}`, headers });
      expect([path, query, statusCode]).toEqual([path, query, 200]);
      return JSON.parse(body) as Body;
    }

    async function listedFor({ dateFrom, dateTo }: Dates): Promise<number[]> {
      const dates = { ...(dateFrom ? { date_from: dateFrom } : {}), ...(dateTo ? { date_to: dateTo } : {}) };
      const listed = (await get<{ id: number }[]>('/visit-types', { max: 100, ...dates })).map(({ id }) => id);
      const { visitTypes } = await gateway.ask<{ visitTypes: { nodes: { number: number }[] } }>(
        'query ($filter: VisitTypeFilter) { visitTypes(first: 100, filter: $filter) { nodes { number } } }',
        { key, variables: { filter: { dateFrom, dateTo } } },
      );
      expect(visitTypes.nodes.map(({ number }) => number)).toEqual(listed);
      return listed;
    }

    /** The visible visit types for which a condition holds, in listing order. */
    async function those(holds: (id: number) => Promise<boolean> | boolean): Promise<number[]> {
      const found: number[] = [];
      for (const id of ids) if (await holds(id)) found.push(id);
      return found;
    }

    test('lists a visit type for dates exactly when the calendar has a day there that is not NOT_AVAILABLE, and a lowest price', async () => {
      const lengths = new Set<number>();
      for (const dates of windows) {
        const listed = await listedFor(dates);
        const from = laterOf(dates.dateFrom ?? today, today);
        const to = earlierOf(dates.dateTo ?? scene.lastNight, scene.lastNight);
        const inCalendar = async (id: number) => {
          if (from > to) return false;
          const query = { visit_type_id: id, date_from: from, date_to: to };
          const days = await get<{ availability: string }[]>('/calendar/dates', query);
          return days.some(({ availability }) => availability !== 'NOT_AVAILABLE');
        };
        const withLowestPrice = async (id: number) => {
          if (from > to) return false;
          const query = { visit_type_id: id, date_from: from, date_to: plusDays(to, 1) };
          const prices = await get<Record<string, { amount_per_night: number | null }>>('/lowest-price', query);
          return Object.values(prices).some((price) => price.amount_per_night !== null);
        };
        expect([dates, await those(inCalendar)]).toEqual([dates, listed]);
        expect([dates, await those(withLowestPrice)]).toEqual([dates, listed]);
        lengths.add(listed.length);
      }
      expect(lengths.size, 'windows that select differently').toBeGreaterThan(2);
    });

    test('lists it exactly when the rule and the oracle find a night on offer there', async () => {
      const oracle = oracleOf(scene);
      for (const dates of windows) {
        const listed = await listedFor(dates);
        const isOffered = (id: number) => {
          const candidates = candidatesOf(scene, combinations(scene, { visitTypeId: id }));
          return candidates.some((candidate) =>
            offeredNights(candidate, dayOf(today)).some(
              ({ from, to }) =>
                (dates.dateTo === null || from <= dayOf(dates.dateTo)) &&
                (dates.dateFrom === null || dayOf(dates.dateFrom) <= to),
            ),
          );
        };
        expect([dates, await those(isOffered)]).toEqual([dates, listed]);
        expect([dates, oracle.visitTypes(dates).map(({ id }) => id)]).toEqual([dates, listed]);
      }
    });
  });
});
