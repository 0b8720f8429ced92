/**
 * GET /room-types: filters, orders, pages, refusals (V1 to V3, I3, I5). Fields and legacy cursors have their own tests.
 */
import { describe, expect, test } from 'vitest';
import { OBJECT_IDS } from '../../../support/catalogue/small-catalogue.ts';
import { getV2 } from '../../../support/catalogue/v2-catalogue.ts';
import { type Query, restClient } from '../../../support/requests/rest-client.ts';
import { walk } from '../../../support/requests/walked-pages.ts';
import { ALL_ROOM_TYPES, CROWDED, LISTED_CATALOGUE, QUIET_DESTINATIONS } from '../listed-catalogue.ts';

interface Page {
  data: { id: number }[];
  nextCursor: string | null;
}

const client = restClient({ catalogue: LISTED_CATALOGUE });
const ALL = [11, 12, 13, 31, 32, 61, 62];

/** Pages for a key that sees the room types of hotels 1 to 6. */
async function quietPage(query: Query = {}): Promise<Page> {
  quiet ??= await client.key({ destinations: QUIET_DESTINATIONS });
  const { status, body } = await getV2<Page>(client, '/room-types', { query, key: quiet });
  expect(status).toBe(200);
  return body;
}
let quiet: string | undefined;

const idsOf = ({ data }: Page) => data.map(({ id }) => id);

/** The problems of a refused request, as `path: code`. */
async function problemsOf(query: Query): Promise<string[]> {
  const { status, body } = await getV2<{ errors: { path: string; code: string }[] }>(client, '/room-types', { query });
  expect(status).toBe(400);
  return body.errors.map(({ path, code }) => `${path}: ${code}`).toSorted();
}

describe('a filter of /room-types selects', () => {
  test.each<[what: string, query: Query, expected: number[]]>([
    ['everything when there is none', {}, ALL],
    ['those of a hotel by integer', { hotelId: 3 }, [31, 32]],
    ['those of a hotel by ObjectId', { hotelId: OBJECT_IDS.hotel1 }, [11, 12, 13]],
    ['those of a hotel by ObjectId in the other case', { hotelId: OBJECT_IDS.hotel1.toUpperCase() }, [11, 12, 13]],
    ['nothing of a hotel without any', { hotelId: 2 }, []],
    ['nothing of an unknown hotel', { hotelId: 999 }, []],
    ['nothing of a hotel beyond all integers', { hotelId: '9'.repeat(30) }, []],
    ['nothing by an ObjectId that names nothing', { hotelId: 'f'.repeat(24) }, []],
    ['nothing by the ObjectId of a destination', { hotelId: OBJECT_IDS.destination1 }, []],
    ['nothing of a hotel that the key does not see', { hotelId: CROWDED.hotel }, []],
    ['a code as it is written', { code: 'DBL' }, [12, 31, 61]],
    ['another code that differs in case', { code: 'dbl' }, [62]],
    ['nothing by part of a code', { code: 'DB' }, []],
    ['nothing by a code that the key does not see', { code: 'CRW' }, []],
    ['a part of the code in any case', { search: 'Db' }, [12, 31, 61, 62]],
    ['a part of the category in one of its languages', { search: 'LŮŽK' }, [12]],
    ['a part of the category in another language than the answer', { search: 'zimmer' }, [13]],
    ['nothing by the name of the hotel', { search: 'Cirrus' }, []],
    ['what meets them all', { hotelId: 1, search: 'dou', code: 'DBL' }, [12]],
    ['nothing when one of them is not met', { hotelId: 1, code: 'APT' }, []],
    ['everything when all of them are empty', { hotelId: '', code: '', search: '' }, ALL],
  ])('%s: %j', async (_, query, expected) => {
    expect(idsOf(await quietPage(query))).toEqual(expected);
  });

  test('the same for all languages of the answer', async () => {
    const asked = { query: { search: 'zimmer' }, headers: { 'accept-language': 'ru' } };
    expect(idsOf((await getV2<Page>(client, '/room-types', asked)).body)).toEqual([13]);
  });
});

describe('the order of /room-types', () => {
  const ORDERS: readonly [sort: string, expected: number[]][] = [
    ['id', ALL],
    ['code', [32, 62, 12, 31, 61, 13, 11]],
    ['beds', [11, 61, 12, 31, 62, 13, 32]],
  ];

  test.each(ORDERS)('by %s puts equal values by ascending id', async (sort, expected) => {
    expect(idsOf(await quietPage({ sort }))).toEqual(expected);
  });

  test('is by id when none is asked for', async () => {
    expect(await quietPage()).toEqual(await quietPage({ sort: 'id' }));
    expect(await quietPage({ sort: '' })).toEqual(await quietPage({ sort: 'id' }));
  });

  test.each(ORDERS)('by %s goes on from page to page, and ends with null', async (sort, expected) => {
    for (const limit of [1, 2, 3, 6, 7, 8]) {
      let pages = 0;
      const met = await walk(async (cursor) => {
        pages++;
        const page = await quietPage({ sort, limit, ...(cursor === null ? {} : { cursor }) });
        return { numbers: idsOf(page), endCursor: page.nextCursor, hasNextPage: page.nextCursor !== null };
      });
      expect([met, pages]).toEqual([expected, Math.ceil(expected.length / limit)]);
    }
  });
});

describe('limit of /room-types', () => {
  const page = async (query: Query) => (await getV2<Page>(client, '/room-types', { query })).body;

  test('is 20 when it is left out or empty, and may be 1 to 100', async () => {
    expect((await page({})).data).toHaveLength(20);
    expect((await page({ limit: '' })).data).toHaveLength(20);
    expect((await page({ limit: 1 })).data).toHaveLength(1);
    expect((await page({ limit: 100 })).data).toHaveLength(100);
  });

  test('is not what a list ends at', async () => {
    const { nextCursor } = await page({ limit: 100 });
    const rest = await page({ limit: 100, cursor: nextCursor! });
    expect([rest.data.length, rest.nextCursor]).toEqual([ALL_ROOM_TYPES - 100, null]);
    expect(await quietPage({ code: 'nowhere' })).toEqual({ data: [], nextCursor: null });
  });
});

describe('400: /room-types refuses', () => {
  test.each<[query: Query, problem: string, message: string]>([
    [{ limit: 0 }, 'limit: OUT_OF_RANGE', 'Must be from 1 to 100, not 0.'],
    [{ limit: 101 }, 'limit: OUT_OF_RANGE', 'Must be from 1 to 100, not 101.'],
    [{ limit: '+5' }, 'limit: NOT_AN_INTEGER', 'Must be an integer, not +5.'],
    [
      { hotelId: 'aurora' },
      'hotelId: NOT_AN_ID',
      'Must be an integer or an ObjectId (24 hexadecimal digits), not aurora.',
    ],
    [{ sort: 'stars' }, 'sort: INVALID_VALUE', 'Must be one of id, code, beds, not stars.'],
    [{ sort: '-beds' }, 'sort: INVALID_VALUE', 'Must be one of id, code, beds, not -beds.'],
    [{ cursor: '1' }, 'cursor: MALFORMED', 'This is not a cursor: take it from the page before, as it is.'],
    [{ hotelId: [1, 1] }, 'hotelId: REPEATED', 'Must be given only once.'],
  ])('%j as %s', async (query, problem, message) => {
    const [path, code] = problem.split(': ');
    const { status, body } = await getV2(client, '/room-types', { query });
    expect([status, body]).toEqual([
      400,
      { success: false, message: 'The request is not valid.', errors: [{ path, code, message }] },
    ]);
  });

  test('a text of more than 200 characters, and none of just as many', async () => {
    expect(await problemsOf({ code: 'x'.repeat(201) })).toEqual(['code: TOO_LONG']);
    expect(await problemsOf({ search: 'x'.repeat(201) })).toEqual(['search: TOO_LONG']);
    expect(await quietPage({ code: 'x'.repeat(200), search: 'x'.repeat(200) })).toEqual({ data: [], nextCursor: null });
  });

  test('with all problems at once, that of the cursor included', async () => {
    const query = { hotelId: 'x', code: 'x'.repeat(201), search: ['a', 'b'], sort: 'beds', limit: '', cursor: 'x' };
    expect(await problemsOf(query)).toEqual([
      'code: TOO_LONG',
      'cursor: MALFORMED',
      'hotelId: NOT_AN_ID',
      'search: REPEATED',
    ]);
    expect(await problemsOf({ sort: 'x', limit: 101 })).toEqual(['limit: OUT_OF_RANGE', 'sort: INVALID_VALUE']);
  });
});
