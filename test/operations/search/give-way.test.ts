/**
 * Searches through a whole catalogue give way to other requests (A9). The catalogue is in memory, so every turn of the event loop is
 * one that a search has left to others.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { generateCatalogue } from '../../../src/catalogue/generate/generate.ts';
import type { Caller } from '../../../src/data/keys/api-keys.ts';
import { languagesOf } from '../../../src/domain/text/locale.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import type { RequestContext } from '../../../src/operations/access/request-context.ts';
import { loadManyRows, visitTypeNumbersOfDestination } from '../../../src/operations/access/visibility.ts';
import { findAllowedVisitTypes } from '../../../src/operations/search/candidates.ts';
import { findLowestPrice } from '../../../src/operations/search/find-lowest-price.ts';
import { listHotels } from '../../../src/operations/search/list-hotels.ts';
import { listRoomTypes } from '../../../src/operations/search/list-room-types.ts';
import { listVisitTypesByPrice } from '../../../src/operations/search/list-visit-types.ts';
import { listOffers } from '../../../src/operations/search/offers/list-offers.ts';
import { showCalendar } from '../../../src/operations/search/show-calendar.ts';
import { gradeWords } from '../../../src/operations/search/wish/wish-in-sales.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { countTurns, mostInATurn } from '../../support/requests/count-turns.ts';

const TODAY = '2027-01-04';
const HOTELS = 40;
/** Further hotels, all in one destination, which sell nothing. */
const IDLE = 3_000;
const TWO_BEDS = { cs_CZ: 'Dvoulůžkový', de: 'Für zwei', en: 'For two, à la carte', ru: 'Двухместный' };
const idleHotels = Array.from({ length: IDLE }, (_, index) => ({
  ...{ id: 10_001 + index, code: `idle-${index}`, name: `Lázně ${index}`, destinationId: 1, stars: 3 },
  roomTypes: [{ id: 100_001 + index, code: 'DBL', beds: 2, category: TWO_BEDS }],
}));

let gateway: TestGateway;
let caller: Caller;
let candidates: number;
beforeAll(async () => {
  const chunks: string[] = [];
  await generateCatalogue({
    ...{ hotels: HOTELS, seed: 1, today: parseDay(TODAY)! },
    write: (chunk) => void chunks.push(String(chunk)),
  });
  const generated = JSON.parse(chunks.join(''));
  gateway = await startGateway({
    catalogue: { ...generated, hotels: [...generated.hotels, ...idleHotels] },
    today: TODAY,
  });
  caller = (await gateway.apiKeys.authenticate(await gateway.key()))!;
  const [row] = await gateway.database.prisma.$queryRawUnsafe<{ count: number }[]>(
    'SELECT count(*)::int AS count FROM visit_type_hotel JOIN room_type USING (hotel_number)',
  );
  candidates = row!.count;
  // Into memory.
  await showCalendar(await open(), { filter: {}, from: null, to: null });
});
afterAll(() => gateway?.close());

const open = async (): Promise<RequestContext> =>
  gateway.services.open({ caller, languages: languagesOf(undefined), deadline: null });

const day = (date: string) => parseDay(date)!;
const twoYears = { from: day(TODAY), to: day(TODAY) + 700 };
/** The most candidates that are looked at in one turn; of a calendar of two years, fewer. */
const MOST = 1_000;
const MOST_OF_TWO_YEARS = 110;

describe('26.11 (A9): a search through a catalogue in memory leaves turns to others:', () => {
  test.each<[string, number, (context: RequestContext) => Promise<unknown>]>([
    ['a calendar', MOST_OF_TWO_YEARS, (context) => showCalendar(context, { filter: {}, ...twoYears })],
    [
      'the lowest price on some dates',
      MOST,
      (context) => findLowestPrice(context, { filter: {}, from: day('2027-03-01'), to: null }),
    ],
    [
      'offers of all documented arrivals and lengths',
      MOST,
      (context) =>
        listOffers(context, {
          filter: {
            ...{ arrival: day('2027-03-12'), nightsMin: 2, nightsMax: 16, flexibleDays: 7 },
            ...{ currency: 'CZK', includeOnRequest: true },
          },
          ...{ sort: 'PRICE', oneOfEachHotel: false, first: 20, after: null },
          furtherCosts: { list: 0, count: 0, explanation: 0 },
        }),
    ],
    [
      'visit types by their price on some dates',
      MOST,
      (context) => listVisitTypesByPrice(context, { dateFrom: day('2027-03-01'), dateTo: day('2027-05-01') }, 'CZK'),
    ],
  ])('%s', async (_, most, search) => {
    const { turns } = await countTurns(async () => search(await open()));
    expect(turns).toBeGreaterThanOrEqual(Math.floor(candidates / most));
  });

  /** The numbers of a catalogue that is ten times as large as usual, whatever of it exists. */
  const many = Array.from({ length: 20_000 }, (_, index) => index + 1);
  const MOST_ENTITIES = 1_000;
  /** A word index has 64 numbers. */
  const MOST_GRADED = 100 * 64;

  test.each<[string, number, (context: RequestContext) => Promise<unknown>]>([
    ['rows of hotels', MOST_ENTITIES, (context) => loadManyRows(context, 'hotel', many)],
    ['what hotels sell', MOST_ENTITIES, (context) => findAllowedVisitTypes(context, {}, new Set(many))],
    ['a wish', MOST_GRADED, (context) => gradeWords(context, 'visitType', { words: ['STAY'], numbers: many })],
  ])('%s in 20,000 entities', async (_, most, look) => {
    await look(await open());
    const { turns } = await countTurns(async () => look(await open()));
    // Between portions.
    expect(turns).toBeGreaterThanOrEqual(Math.floor(many.length / most) - 1);
  });

  test(`what is sold in a destination of ${IDLE} hotels`, async () => {
    await visitTypeNumbersOfDestination(await open(), 1);
    const context = await open();
    const { turns } = await countTurns(() => visitTypeNumbersOfDestination(context, 1));
    expect(turns).toBeGreaterThanOrEqual(Math.floor(IDLE / MOST_ENTITIES) - 1);
  });

  test('hotels in the order of their names: their rows are looked at and their names sorted in portions', async () => {
    const portions = Math.floor((HOTELS + IDLE) / MOST_ENTITIES);
    await listHotels(await open(), {}, 'id');
    const list = await open();
    const { turns } = await countTurns(() => listHotels(list, {}, 'name'));
    expect(turns).toBeGreaterThanOrEqual(2 * portions);
  });

  test.each<[string, number, (context: RequestContext, part: string) => Promise<unknown>]>([
    ['hotels by a part of their names', 1, (context, part) => listHotels(context, { name: part }, 'id')],
    [
      'room types by a part of their categories in four languages',
      4,
      (context, part) => listRoomTypes(context, { search: part }, 'id'),
    ],
  ])('a list of %s: no more texts are folded in a turn than entities have', async (_, textsOfEach, list) => {
    await list(await open(), 'into memory');
    const context = await open();
    // A text that is not ASCII is normalized twice, and so is the part.
    const most = await mostNormalizedInATurn(() => list(context, 'žádný'));
    expect(most).toBeGreaterThan(2 * textsOfEach);
    expect(most).toBeLessThanOrEqual(2 * (textsOfEach * MOST_ENTITIES + 1));
  });

  test('eight calendars at once as many as one after another', async () => {
    const { turns } = await countTurns(async () =>
      Promise.all(
        Array.from({ length: 8 }, async (_, index) =>
          showCalendar(await open(), { filter: {}, from: twoYears.from + index, to: twoYears.to }),
        ),
      ),
    );
    expect(turns).toBeGreaterThanOrEqual(8 * Math.floor(candidates / MOST_OF_TWO_YEARS));
  });
});

/** The most texts that are normalized in one turn of the event loop. */
async function mostNormalizedInATurn(compute: () => Promise<unknown>): Promise<number> {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  try {
    return await mostInATurn(compute, () => {
      const { length } = normalize.mock.calls;
      normalize.mockClear();
      return length;
    });
  } finally {
    normalize.mockRestore();
  }
}
