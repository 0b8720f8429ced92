/**
 * Random catalogues in PostgreSQL, queried over HTTP, against the slow and obvious oracle: lists, prices of stays,
 * lowest prices and calendars must be the same, for callers of every kind.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSeed } from '../../support/catalogue/random/new-seed.ts';
import {
  type CatalogueSize,
  drawnSales,
  MEDIUM,
  randomCatalogue,
} from '../../support/catalogue/random/random-catalogue.ts';
import { between, type Draw, drawFromSeed, oneIn, pick, someOf } from '../../support/catalogue/random/random-draw.ts';
import { drawnDate, drawnStay } from '../../support/catalogue/random/random-scene.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { type Oracle, oracleOf } from '../../support/oracle/oracle.ts';
import type { CatalogueFile, FileVisitType } from '../../support/oracle/oracle-file.ts';
import { type OracleScene, sceneOf } from '../../support/oracle/oracle-scope.ts';
import {
  expectedCalendar,
  expectedLowestPrice,
  expectedPrice,
  expectedPromotions,
  type Language,
} from '../../support/oracle/rest-oracle.ts';
import { queryString } from '../../support/requests/rest-client.ts';

const SEED = newSeed();
const LANGUAGES: readonly Language[] = ['cs_CZ', 'de', 'en', 'ru'];
const SIZE: CatalogueSize = {
  ...MEDIUM,
  channels: 2,
  destinations: 3,
  hotels: 6,
  visitTypes: 14,
  roomTypesPerHotel: 3,
};
const CALLERS = [
  { name: 'the public channel', channel: 'public', destinations: null },
  { name: 'the partner channel', channel: 'partner', destinations: null },
  { name: 'a key limited to two destinations', channel: 'public', destinations: [1, 3] },
];
type Parameters = Record<string, string | number>;

/** The statuses of all prices: a single catalogue may hardly sell anything. */
const statuses = new Set<number>();

describe.each(['2027-01-04', '2028-02-29', '2026-10-24'])('a random catalogue, on %s', (today) => {
  const catalogue = randomCatalogue(SEED, SIZE, today);
  const sold = drawnSales(drawFromSeed(SEED), catalogue, today);
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ catalogue, today });
    await sell(gateway, sold);
  });
  afterAll(() => gateway?.close());

  describe.each(CALLERS)('for $name', ({ channel, destinations }) => {
    const scene = sceneOf({ catalogue, sold, today, todayUtc: today, channel, destinationIds: destinations });
    const oracle: Oracle = oracleOf(scene);
    let key: string;
    beforeAll(async () => {
      key = await gateway.key({ channel, destinations });
    });

    async function ask(path: string, query: Parameters, languages: readonly Language[] = LANGUAGES) {
      const headers = { authorization: `Bearer ${key}`, 'accept-language': languages.join(', ') };
      const response = await gateway.inject({ method: 'GET', url: `/api/v1${path}${queryString(query)}`, headers });
      return { status: response.statusCode, body: response.json(), headers: response.headers };
    }

    test('lists the visit types with their lowest prices and promotions', async () => {
      const languages = ['cs_CZ', 'en'] as const;
      const { body, headers } = await ask('/visit-types', { max: 100 }, languages);
      const expected = oracle.visitTypes({});
      expect(headers['x-total-count']).toBe(String(expected.length));
      expect(
        body.map(({ id, lowest_price, promotions, hotels }: Listed) => ({
          id,
          lowest_price,
          promotions,
          hotels: hotels.map(withoutNames),
        })),
      ).toEqual(
        expected.map(({ id, lowestPrice, promotionIds, hotels }) => {
          const { promotions } = visitTypeOf(catalogue, id);
          const listed = (
            of: (typeof hotels)[number] | { lowestPrice: typeof lowestPrice; promotionIds: number[] },
          ) => ({
            lowest_price: expectedLowestPrice(of.lowestPrice, languages),
            promotions: expectedPromotions(promotions, of.promotionIds, languages),
          });
          return {
            id,
            ...listed({ lowestPrice, promotionIds }),
            hotels: hotels.map((hotel) => ({ id: hotel.id, ...listed(hotel) })),
          };
        }),
      );
    });

    test('selects visit types by filters', async () => {
      const draw = drawFromSeed(SEED);
      for (let count = 0; count < 25; count += 1) {
        const { query, question } = drawnFilter(draw, scene);
        const { body, headers } = await ask('/visit-types', { ...query, max: 100 });
        const ids = oracle.visitTypes(question).map(({ id }) => id);
        expect([query, body.map(({ id }: { id: number }) => id)]).toEqual([query, ids]);
        expect(headers['x-total-count']).toBe(String(ids.length));
      }
    });

    test('prices stays', async () => {
      const draw = drawFromSeed(SEED);
      for (let count = 0; count < 150; count += 1) {
        const { query, question } = drawnPriceQuestion(draw, scene);
        const languages = oneIn(draw, 3) ? someOf(draw, LANGUAGES, { atLeastOne: true }) : LANGUAGES;
        const expected = expectedPrice(oracle.price(question), languages);
        const { status, body } = await ask('/price', query, languages);
        expect([query, status]).toEqual([query, expected.status]);
        if (status === 200) {
          expect([query, Object.keys(body)]).toEqual([query, Object.keys(expected.body as object)]);
          expect([query, body]).toMatchObject([query, expected.body]);
        }
        statuses.add(status);
      }
    });

    test('finds lowest prices', async () => {
      const draw = drawFromSeed(SEED);
      for (let count = 0; count < 25; count += 1) {
        const { query, question } = drawnSearch(draw, scene);
        const { dateFrom, dateTo } = drawnWindow(draw, scene);
        const dated = {
          ...query,
          ...given({ date_from: dateFrom, date_to: dateTo }),
          ...given({ occupancy: question.beds }),
        };
        const { body } = await ask('/lowest-price', dated);
        const prices = oracle.lowestPrice({ ...question, occupancy: question.beds, dateFrom, dateTo });
        expect([dated, body]).toEqual([dated, expectedLowestPrice(prices, LANGUAGES)]);
      }
    });

    test('shows calendars, the automatic search among them', async () => {
      const draw = drawFromSeed(SEED);
      for (let count = 0; count < 30; count += 1) {
        const { query, question } = drawnSearch(draw, scene);
        const { dateFrom, dateTo } = oneIn(draw, 2) ? { dateFrom: null, dateTo: null } : drawnWindow(draw, scene);
        const asked = { ...question, guests: question.beds, dateFrom, dateTo };
        const dated = { ...query, ...given({ date_from: dateFrom, date_to: dateTo, guests: question.beds }) };
        const answer = oracle.calendar(asked);
        const { status, body } = await ask('/calendar/dates', dated);
        expect([dated, status]).toEqual([dated, answer.status]);
        if (status === 200) expect([dated, body]).toEqual([dated, expectedCalendar(answer, LANGUAGES)]);
      }
    });
  });
});

test('has priced some stays and refused others', () => {
  expect([...statuses]).toEqual(expect.arrayContaining([200, 422]));
});

interface Listed {
  id: number;
  lowest_price: unknown;
  promotions: unknown;
  hotels: { id: number; lowest_price: unknown; promotions: unknown }[];
}

function withoutNames({ id, lowest_price, promotions }: Listed['hotels'][number]) {
  return { id, lowest_price, promotions };
}

function visitTypeOf(catalogue: CatalogueFile, id: number): FileVisitType {
  return catalogue.visitTypes.find((one) => one.id === id)!;
}

/** Records sales as bookings would, before any query. */
async function sell({ database }: TestGateway, sold: ReadonlyMap<number, ReadonlyMap<string, number>>): Promise<void> {
  for (const [roomTypeNumber, nights] of sold) {
    for (const [night, units] of nights) {
      const which = { roomTypeNumber, night: new Date(`${night}T00:00:00Z`) };
      await database.prisma.inventoryNight.updateMany({ where: which, data: { sold: units } });
    }
  }
}

function given(values: Record<string, string | number | null>): Parameters {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string | number] => entry[1] !== null),
  );
}

function maybe<T>(draw: Draw, value: T, times = 3): T | null {
  return oneIn(draw, times) ? value : null;
}

function drawnWindow(draw: Draw, scene: OracleScene): { dateFrom: string | null; dateTo: string | null } {
  const [a, b] = [drawnDate(draw, scene), drawnDate(draw, scene)].toSorted();
  const isOpen = a === b || oneIn(draw, 3);
  return oneIn(draw, 2) ? { dateFrom: a!, dateTo: isOpen ? null : b! } : { dateFrom: isOpen ? null : a!, dateTo: b! };
}

function drawnSearch(draw: Draw, { catalogue }: OracleScene) {
  const visitType = pick(draw, catalogue.visitTypes);
  const hotelId = oneIn(draw, 4) ? pick(draw, catalogue.hotels).id : pick(draw, visitType.hotelIds);
  const hotel = catalogue.hotels.find((one) => one.id === hotelId)!;
  const question = {
    visitTypeId: oneIn(draw, 4) ? null : oneIn(draw, 20) ? 9999 : visitType.id,
    hotelId: oneIn(draw, 3) ? null : hotelId,
    destinationId: maybe(draw, pick(draw, catalogue.destinations).id, 6),
    roomTypeId: maybe(draw, pick(draw, hotel.roomTypes).id),
    beds: maybe(draw, between(draw, 1, 2), 4),
  };
  const query = given({
    visit_type_id: question.visitTypeId,
    hotel_id: question.hotelId,
    destination_id: question.destinationId,
    room_type_id: question.roomTypeId,
  });
  return { question, query };
}

function drawnFilter(draw: Draw, scene: OracleScene) {
  const { catalogue } = scene;
  const [starsMin, starsMax] = [between(draw, 1, 5), between(draw, 1, 5)].toSorted();
  const [nightsMin, nightsMax] = [between(draw, 1, 20), between(draw, 1, 20)].toSorted((a, b) => a - b);
  const { dateFrom, dateTo } = oneIn(draw, 2) ? drawnWindow(draw, scene) : { dateFrom: null, dateTo: null };
  const question = {
    hotelId: maybe(draw, pick(draw, catalogue.hotels).id, 4),
    destinationId: maybe(draw, pick(draw, catalogue.destinations).id),
    starsMin: maybe(draw, starsMin!),
    starsMax: maybe(draw, starsMax!),
    beds: maybe(draw, between(draw, 1, 4)),
    nightsMin: maybe(draw, nightsMin!),
    nightsMax: maybe(draw, nightsMax!),
    dateFrom,
    dateTo,
  };
  const query = given({
    hotel_id: question.hotelId,
    destination_id: question.destinationId,
    hotel_stars_min: question.starsMin,
    hotel_stars_max: question.starsMax,
    number_of_beds: question.beds,
    nights_min: question.nightsMin,
    nights_max: question.nightsMax,
    date_from: dateFrom,
    date_to: dateTo,
  });
  return { question, query };
}

function drawnPriceQuestion(draw: Draw, scene: OracleScene) {
  const { catalogue } = scene;
  const visitType = pick(draw, catalogue.visitTypes);
  const hotelIds = oneIn(draw, 15) ? catalogue.hotels.map(({ id }) => id) : visitType.hotelIds;
  const hotel = catalogue.hotels.find(({ id }) => id === pick(draw, hotelIds)) ?? catalogue.hotels[0]!;
  const rated = visitType.priceLists.flatMap(({ rates }) => rates.map(({ roomTypeId }) => roomTypeId));
  const programs =
    visitType.loyaltyProgramIds.length > 0 && !oneIn(draw, 8)
      ? visitType.loyaltyProgramIds
      : catalogue.loyaltyPrograms.map(({ id }) => id);
  const question = {
    visitTypeId: oneIn(draw, 40) ? 9999 : visitType.id,
    roomTypeId: rated.length > 0 && !oneIn(draw, 6) ? pick(draw, rated) : pick(draw, hotel.roomTypes).id,
    ...drawnStay(draw, scene, visitType),
    loyalty1: maybe(draw, pick(draw, programs)),
    loyalty2: maybe(draw, pick(draw, programs), 5),
  };
  const query = given({
    visit_type_id: question.visitTypeId,
    room_type_id: question.roomTypeId,
    date_from: question.dateFrom,
    date_to: question.dateTo,
    loyalty_program_id_1: question.loyalty1 ?? null,
    loyalty_program_id_2: question.loyalty2 ?? null,
  });
  return { question, query };
}
