/**
 * GET /hotels and GET /hotels/{hotelId}: filters, orders, pages, refusals, and look-up by identifier (V1 to V3, I3,
 * I5). The fields of hotels are tested with the change log.
 */
import { describe, expect, test } from 'vitest';
import { OBJECT_IDS } from '../../../support/catalogue/small-catalogue.ts';
import { getV2 } from '../../../support/catalogue/v2-catalogue.ts';
import { type Answer, type Query, restClient } from '../../../support/requests/rest-client.ts';
import { walk } from '../../../support/requests/walked-pages.ts';
import { ALL_HOTELS, CROWDED, LISTED_CATALOGUE, QUIET_DESTINATIONS } from '../listed-catalogue.ts';

interface Page {
  data: { _id: string; id: number }[];
  nextCursor: string | null;
}

const client = restClient({ catalogue: LISTED_CATALOGUE });
const OTHER_ID = 'f'.repeat(24);

/** Pages for a key that sees hotels 1 to 6. */
async function quietPage(query: Query = {}): Promise<Page> {
  quiet ??= await client.key({ destinations: QUIET_DESTINATIONS });
  const { status, body } = await getV2<Page>(client, '/hotels', { query, key: quiet });
  expect(status).toBe(200);
  return body;
}
let quiet: string | undefined;

const idsOf = ({ data }: Page) => data.map(({ id }) => id);

/** The problems of a refused request, as `path: code`. */
async function problemsOf(query: Query, path = '/hotels'): Promise<string[]> {
  const { status, body } = await getV2<{ errors: { path: string; code: string }[] }>(client, path, { query });
  expect(status).toBe(400);
  return body.errors.map((problem) => `${problem.path}: ${problem.code}`).toSorted();
}

describe('a filter of /hotels selects', () => {
  test.each<[what: string, query: Query, expected: number[]]>([
    ['everything when there is none', {}, [1, 2, 3, 4, 5, 6]],
    ['a destination by integer', { destinationId: 2 }, [2, 4, 6]],
    ['a destination by ObjectId', { destinationId: OBJECT_IDS.destination1 }, [1, 3, 5]],
    [
      'a destination by ObjectId in the other case',
      { destinationId: OBJECT_IDS.destination1.toUpperCase() },
      [1, 3, 5],
    ],
    ['nothing of an unknown destination', { destinationId: 9 }, []],
    ['nothing of a destination beyond all integers', { destinationId: '9'.repeat(30) }, []],
    ['nothing by an ObjectId that names nothing', { destinationId: OTHER_ID }, []],
    ['nothing by the ObjectId of a hotel', { destinationId: OBJECT_IDS.hotel1 }, []],
    ['nothing of a destination that the key does not see', { destinationId: CROWDED.destination }, []],
    ['at least so many stars', { starsMin: 4 }, [1, 3, 5, 6]],
    ['at most so many stars', { starsMax: 4 }, [1, 2, 4, 5]],
    ['just so many stars', { starsMin: 4, starsMax: 4 }, [1, 5]],
    ['a code as it is written', { code: 'aurora' }, [1]],
    ['another code that differs in case', { code: 'Aurora' }, [4]],
    ['nothing by part of a code', { code: 'auror' }, []],
    ['a part of the name in any case', { search: 'HOTEL aur' }, [1, 5]],
    ['a part of the name with accents', { search: 'šár' }, [2]],
    ['a part of the name without its accents', { search: 'sar' }, [2]],
    ['nothing by a code in the place of a name', { search: 'second' }, []],
    ['what meets them all', { destinationId: 1, starsMax: 4, search: 'aurora' }, [1, 5]],
    [
      'everything when all of them are empty',
      { destinationId: '', starsMin: '', starsMax: '', code: '', search: '' },
      [1, 2, 3, 4, 5, 6],
    ],
  ])('%s: %j', async (_, query, expected) => {
    expect(idsOf(await quietPage(query))).toEqual(expected);
  });
});

describe('the order of /hotels', () => {
  const ORDERS: readonly [sort: string, expected: number[]][] = [
    ['id', [1, 2, 3, 4, 5, 6]],
    ['name', [4, 6, 1, 5, 3, 2]],
    ['stars', [2, 4, 1, 5, 3, 6]],
    ['-stars', [3, 6, 1, 5, 2, 4]],
  ];

  test.each(ORDERS)('by %s puts equal values by ascending id', async (sort, expected) => {
    expect(idsOf(await quietPage({ sort }))).toEqual(expected);
  });

  test('is by id when none is asked for', async () => {
    expect(await quietPage()).toEqual(await quietPage({ sort: 'id' }));
    expect(await quietPage({ sort: '' })).toEqual(await quietPage({ sort: 'id' }));
  });

  test.each(ORDERS)('by %s continues from page to page of any size, and ends with null', async (sort, expected) => {
    for (const limit of [1, 2, 3, 5, 6, 7]) {
      let pages = 0;
      const met = await walk(async (cursor) => {
        pages++;
        const page = await quietPage({ sort, limit, ...(cursor === null ? {} : { cursor }) });
        return { numbers: idsOf(page), endCursor: page.nextCursor, hasNextPage: page.nextCursor !== null };
      });
      expect([met, pages]).toEqual([expected, Math.ceil(expected.length / limit)]);
    }
  });

  test('can be walked with a filter', async () => {
    const query = { destinationId: 1, sort: '-stars', limit: 2 };
    const first = await quietPage(query);
    expect(idsOf(first)).toEqual([3, 1]);
    const second = await quietPage({ ...query, cursor: first.nextCursor! });
    expect([idsOf(second), second.nextCursor]).toEqual([[5], null]);
  });
});

describe('limit of /hotels', () => {
  const sizeOf = async (query: Query) => (await getV2<Page>(client, '/hotels', { query })).body.data.length;

  test('is 20 when it is left out or empty, and may be 1 to 100', async () => {
    expect(await sizeOf({})).toBe(20);
    expect(await sizeOf({ limit: '' })).toBe(20);
    expect(await sizeOf({ limit: 1 })).toBe(1);
    expect(await sizeOf({ limit: 100 })).toBe(100);
  });

  test('is not what a list ends at', async () => {
    const first = await getV2<Page>(client, '/hotels', { query: { limit: 100 } });
    const query = { limit: 100, cursor: first.body.nextCursor! };
    const second = await getV2<Page>(client, '/hotels', { query });
    expect([second.body.data.length, second.body.nextCursor]).toEqual([ALL_HOTELS - 100, null]);
    const whole = { destinationId: CROWDED.destination, limit: CROWDED.hotels };
    expect((await getV2<Page>(client, '/hotels', { query: whole })).body.nextCursor).toBeNull();
  });

  test('an empty list is a page like any other', async () => {
    expect(await quietPage({ code: 'nowhere' })).toEqual({ data: [], nextCursor: null });
  });
});

describe('400: /hotels refuses', () => {
  test.each<[query: Query, problem: string, message: string]>([
    [{ limit: 0 }, 'limit: OUT_OF_RANGE', 'Must be from 1 to 100, not 0.'],
    [{ limit: 101 }, 'limit: OUT_OF_RANGE', 'Must be from 1 to 100, not 101.'],
    [{ limit: '1e1' }, 'limit: NOT_AN_INTEGER', 'Must be an integer, not 1e1.'],
    [{ starsMin: 0 }, 'starsMin: OUT_OF_RANGE', 'Must be from 1 to 5, not 0.'],
    [{ starsMin: 6 }, 'starsMin: OUT_OF_RANGE', 'Must be from 1 to 5, not 6.'],
    [{ starsMax: 0 }, 'starsMax: OUT_OF_RANGE', 'Must be from 1 to 5, not 0.'],
    [{ starsMax: 6 }, 'starsMax: OUT_OF_RANGE', 'Must be from 1 to 5, not 6.'],
    [{ starsMin: '4.5' }, 'starsMin: NOT_AN_INTEGER', 'Must be an integer, not 4.5.'],
    [{ starsMin: 4, starsMax: 3 }, 'starsMin: MINIMUM_ABOVE_MAXIMUM', '4 is above the maximum, 3 (starsMax).'],
    [
      { destinationId: 'Valley' },
      'destinationId: NOT_AN_ID',
      'Must be an integer or an ObjectId (24 hexadecimal digits), not Valley.',
    ],
    [{ sort: 'beds' }, 'sort: INVALID_VALUE', 'Must be one of id, name, stars, -stars, not beds.'],
    [{ sort: 'NAME' }, 'sort: INVALID_VALUE', 'Must be one of id, name, stars, -stars, not NAME.'],
    [{ cursor: 'next' }, 'cursor: MALFORMED', 'This is not a cursor: take it from the page before, as it is.'],
    [{ sort: ['id', 'id'] }, 'sort: REPEATED', 'Must be given only once.'],
    [{ expand: ['amenityLabels', 'amenityLabels'] }, 'expand: REPEATED', 'Must be given only once.'],
  ])('%j as %s', async (query, problem, message) => {
    const [path, code] = problem.split(': ');
    const { status, body } = await getV2(client, '/hotels', { query });
    expect([status, body]).toEqual([
      400,
      { success: false, message: 'The request is not valid.', errors: [{ path, code, message }] },
    ]);
  });

  test('a text of more than 200 characters, and none of just as many', async () => {
    for (const path of ['code', 'search']) {
      const { status, body } = await getV2(client, '/hotels', { query: { [path]: 'x'.repeat(201) } });
      const errors = [{ path, code: 'TOO_LONG', message: 'Must be at most 200 characters.' }];
      expect([status, body]).toMatchObject([400, { errors }]);
    }
    expect(await quietPage({ search: '😀'.repeat(200) })).toEqual({ data: [], nextCursor: null });
    expect(await quietPage({ code: 'x'.repeat(200), search: 'x'.repeat(200) })).toEqual({ data: [], nextCursor: null });
  });

  test('with all problems at once, that of the cursor included', async () => {
    const query = {
      destinationId: 'x',
      starsMin: 6,
      starsMax: 0,
      code: 'x'.repeat(201),
      limit: 0,
      cursor: 'x',
      expand: ['', ''],
    };
    expect(await problemsOf(query)).toEqual([
      'code: TOO_LONG',
      'cursor: MALFORMED',
      'destinationId: NOT_AN_ID',
      'expand: REPEATED',
      'limit: OUT_OF_RANGE',
      'starsMax: OUT_OF_RANGE',
      'starsMin: MINIMUM_ABOVE_MAXIMUM',
      'starsMin: OUT_OF_RANGE',
    ]);
  });

  test('a cursor that was changed, of room types, or of another sort mode', async () => {
    const cursor = (await quietPage({ sort: 'stars', limit: 1 })).nextCursor!;
    const query = { destinationId: 1, limit: 1 };
    const ofRoomTypes = (await getV2<Page>(client, '/room-types', { query: { limit: 1 } })).body.nextCursor!;
    expect(await problemsOf({ sort: 'stars', cursor: `${cursor.slice(0, -1)}!` })).toEqual(['cursor: MALFORMED']);
    expect(await problemsOf({ sort: 'stars', cursor: `A${cursor}` })).toEqual(['cursor: CURSOR_CHANGED']);
    expect(await problemsOf({ sort: '-stars', cursor })).toEqual(['cursor: CURSOR_OF_ANOTHER_SORT_MODE']);
    expect(await problemsOf({ ...query, cursor })).toEqual(['cursor: CURSOR_OF_ANOTHER_SORT_MODE']);
    expect(await problemsOf({ ...query, cursor: ofRoomTypes })).toEqual(['cursor: CURSOR_OF_ANOTHER_RESOURCE']);
  });

  test('beside an unknown order a cursor is named if no order of hotels would take it', async () => {
    const sort = 'rating';
    const { nextCursor } = await quietPage({ sort: '-stars', limit: 1 });
    const ofRoomTypes = (await getV2<Page>(client, '/room-types', { query: { limit: 1 } })).body.nextCursor!;
    const unknown = 'sort: INVALID_VALUE';
    expect(await problemsOf({ sort, cursor: 'x' })).toEqual(['cursor: MALFORMED', unknown]);
    expect(await problemsOf({ sort, cursor: `A${nextCursor}` })).toEqual(['cursor: CURSOR_CHANGED', unknown]);
    expect(await problemsOf({ sort, cursor: ofRoomTypes })).toEqual(['cursor: CURSOR_OF_ANOTHER_RESOURCE', unknown]);
    expect(await problemsOf({ sort, cursor: nextCursor! })).toEqual([unknown]);
    expect(await problemsOf({ sort })).toEqual([unknown]);
  });
});

describe('/hotels/{hotelId}', () => {
  const hotel = (id: string | number, key?: string): Promise<Answer> =>
    getV2(client, `/hotels/${id}`, key === undefined ? {} : { key });

  test('answers the hotel itself, as the list has it, by integer and by ObjectId in either case', async () => {
    const [listed] = (await quietPage({ code: 'aurora' })).data;
    for (const id of [1, OBJECT_IDS.hotel1, OBJECT_IDS.hotel1.toUpperCase(), '%31']) {
      const { status, body } = await hotel(id);
      expect([status, body]).toEqual([200, listed]);
    }
    expect(listed).toMatchObject({ _id: OBJECT_IDS.hotel1, id: 1 });
  });

  test('every hotel of the list is found by both of its identifiers', async () => {
    for (const listed of (await quietPage()).data) {
      expect((await hotel(listed.id)).body).toEqual(listed);
      expect((await hotel(listed._id)).body).toEqual(listed);
    }
  });

  test('is not led astray by a parameter of the same name', async () => {
    const { body } = await getV2(client, '/hotels/1', { query: { hotelId: 2, id: 2 } });
    expect(body).toMatchObject({ id: 1 });
  });

  test('404: one that does not exist and one that the key does not see look the same', async () => {
    quiet ??= await client.key({ destinations: QUIET_DESTINATIONS });
    const { body } = await hotel(CROWDED.hotel);
    const hiddenId = (body as { _id: string })._id;
    const unknown = await hotel(999, quiet);
    expect([unknown.status, unknown.body]).toEqual([404, { success: false, message: 'There is no such hotel.' }]);
    const { date: _, 'x-request-id': _id, ...headers } = unknown.headers;
    for (const id of [CROWDED.hotel, hiddenId, OTHER_ID, OBJECT_IDS.destination1, 0, -1, '9'.repeat(30)]) {
      const answer = await hotel(id, quiet);
      expect([answer.status, answer.text, answer.headers]).toEqual([
        404,
        unknown.text,
        expect.objectContaining(headers),
      ]);
      expect(Object.keys(answer.headers)).toEqual(Object.keys(unknown.headers));
    }
  });

  test.each([
    'aurora',
    '01',
    '+1',
    '1.0',
    ' 1',
    '1%202',
    '1%2F2',
    '%00',
    'f'.repeat(23),
    'f'.repeat(25),
    'g'.repeat(24),
    '1,2',
    '1;v=1',
  ])('400: "%s" is not an identifier', async (id) => {
    expect(await problemsOf({}, `/hotels/${encodeURI(decodeURI(id))}`)).toEqual(['hotelId: NOT_AN_ID']);
  });

  test('400: reports the identifier and a parameter at once', async () => {
    expect(await problemsOf({ expand: ['a', 'b'] }, '/hotels/x')).toEqual(['expand: REPEATED', 'hotelId: NOT_AN_ID']);
  });
});
