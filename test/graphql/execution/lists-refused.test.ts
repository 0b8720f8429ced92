/**
 * List queries that are refused: input out of bounds and misplaced cursors, all problems in one answer, each with path,
 * code and a specific message (I5, V3).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { type List, listPage, type PageQuestion, refusedPage } from '../../support/requests/list-page.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
});
afterAll(() => gateway?.close());

const LONGEST = 'x'.repeat(200);
const TOO_LONG = `${LONGEST}x`;
const OF_STARS = 'Must be from 1 to 5';
const OF_A_PAGE = 'Must be from 1 to 100';
const OF_A_TEXT = 'Must be at most 200 characters';
const NO_CURSOR = {
  path: 'after',
  code: 'MALFORMED',
  reason: 'NOT_A_CURSOR',
  message: 'This is not a cursor: take it from the page before, as it is.',
};

interface Told {
  path: string;
  code: string;
  message: string;
}

/** The problems returned instead of a page. */
async function problemsOf(list: List, asked: PageQuestion): Promise<Told[]> {
  const { data, errors } = await refusedPage(gateway, { list, ...asked });
  // The list fails alone (F9).
  expect(data).toEqual({ page: null });
  expect(errors).toHaveLength(1);
  expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
  const problems = errors?.[0]?.extensions?.problems as Told[];
  for (const { path, message } of problems) expect(errors?.[0]?.message).toContain(`${path}: ${message}`);
  return problems;
}

const cursorIn = async (list: List, asked: PageQuestion = {}) =>
  (await listPage(gateway, { list, first: 1, ...asked })).pageInfo.endCursor!;

describe('out of bounds', () => {
  test.each([
    ['hotels', 'a page of 0', { first: 0 }, 'first', 'OUT_OF_RANGE', OF_A_PAGE],
    ['hotels', 'a page of 101', { first: 101 }, 'first', 'OUT_OF_RANGE', OF_A_PAGE],
    ['hotels', 'a page of -1', { first: -1 }, 'first', 'OUT_OF_RANGE', OF_A_PAGE],
    ['roomTypes', 'a page of 0', { first: 0 }, 'first', 'OUT_OF_RANGE', OF_A_PAGE],
    ['roomTypes', 'a page of 101', { first: 101 }, 'first', 'OUT_OF_RANGE', OF_A_PAGE],
    ['hotels', 'no stars at least', { filter: { starsMin: 0 } }, 'filter.starsMin', 'OUT_OF_RANGE', OF_STARS],
    ['hotels', 'six stars at least', { filter: { starsMin: 6 } }, 'filter.starsMin', 'OUT_OF_RANGE', OF_STARS],
    ['hotels', 'no stars at most', { filter: { starsMax: 0 } }, 'filter.starsMax', 'OUT_OF_RANGE', OF_STARS],
    ['hotels', 'six stars at most', { filter: { starsMax: 6 } }, 'filter.starsMax', 'OUT_OF_RANGE', OF_STARS],
    [
      'hotels',
      'more stars at least than at most',
      { filter: { starsMin: 5, starsMax: 4 } },
      'filter.starsMin',
      'MINIMUM_ABOVE_MAXIMUM',
      '5 is above the maximum, 4',
    ],
    ['hotels', 'a code of 201 characters', { filter: { code: TOO_LONG } }, 'filter.code', 'TOO_LONG', OF_A_TEXT],
    ['hotels', 'a search of 201 characters', { filter: { search: TOO_LONG } }, 'filter.search', 'TOO_LONG', OF_A_TEXT],
    ['roomTypes', 'a code of 201 characters', { filter: { code: TOO_LONG } }, 'filter.code', 'TOO_LONG', OF_A_TEXT],
    ['roomTypes', 'a search of 201 letters', { filter: { search: TOO_LONG } }, 'filter.search', 'TOO_LONG', OF_A_TEXT],
    ['roomTypes', 'no beds', { filter: { occupancy: 0 } }, 'filter.occupancy', 'OUT_OF_RANGE', 'Must be at least 1'],
    ['roomTypes', '-2 beds', { filter: { occupancy: -2 } }, 'filter.occupancy', 'OUT_OF_RANGE', 'Must be at least 1'],
  ] as const)('%s: %s is refused, and the message names the bound', async (list, _, asked, path, code, bound) => {
    const problems = await problemsOf(list, asked);
    expect(problems).toHaveLength(1);
    expect(problems).toMatchObject([{ path, code, message: expect.stringContaining(bound) }]);
  });

  test.each([
    ['hotels', 'a page of 1, all stars', { first: 1, filter: { starsMin: 1, starsMax: 5 } }],
    ['hotels', 'a page of 100, exactly five stars', { first: 100, filter: { starsMin: 5, starsMax: 5 } }],
    ['hotels', 'texts of 200 characters', { filter: { code: LONGEST, search: LONGEST } }],
    ['roomTypes', 'a page of 1, one bed', { first: 1, filter: { occupancy: 1 } }],
    ['roomTypes', 'a page of 100, any number of beds', { first: 100, filter: { occupancy: 2 ** 31 - 1 } }],
    ['roomTypes', 'texts of 200 characters', { filter: { code: LONGEST, search: LONGEST } }],
  ] as const)('does not refuse values at a bound: %s, %s', async (list, _, asked) => {
    expect(await listPage(gateway, { list, ...asked })).toHaveProperty('totalCount');
  });
});

describe('a cursor', () => {
  test.each(['', 'x', 'WzFd', 'null', 'a.b.c', ' '])('"%s" is refused as malformed, by every list', async (after) => {
    expect(await problemsOf('hotels', { after })).toEqual([NO_CURSOR]);
    expect(await problemsOf('roomTypes', { after, sort: 'CODE' })).toEqual([NO_CURSOR]);
  });

  test('of another list is refused as such, whichever the lists', async () => {
    const { visitTypes } = await gateway.ask<{ visitTypes: { pageInfo: { endCursor: string } } }>(
      '{ visitTypes(first: 1) { pageInfo { endCursor } } }',
    );
    const ofHotels = await cursorIn('hotels');
    const ofRoomTypes = await cursorIn('roomTypes');
    const problem = (message: string) => [{ path: 'after', code: 'CURSOR_OF_ANOTHER_RESOURCE', message }];
    expect(await problemsOf('roomTypes', { after: ofHotels })).toMatchObject(
      problem('This cursor belongs to the list hotels, not to room-types.'),
    );
    expect(await problemsOf('hotels', { after: ofRoomTypes })).toMatchObject(
      problem('This cursor belongs to the list room-types, not to hotels.'),
    );
    expect(await problemsOf('hotels', { after: visitTypes.pageInfo.endCursor })).toMatchObject(
      problem('This cursor belongs to the list visit-types, not to hotels.'),
    );
  });

  test.each([
    ['hotels', ['NUMBER', 'NAME', 'STARS', 'STARS_DESC']],
    ['roomTypes', ['NUMBER', 'CODE', 'BEDS']],
  ] as const)('of another order of %s is refused as such, whichever the orders', async (list, sorts) => {
    for (const made of sorts) {
      const after = await cursorIn(list, { sort: made });
      for (const sort of sorts.filter((other) => other !== made)) {
        const problems = await problemsOf(list, { sort, after });
        expect(problems).toMatchObject([{ path: 'after', code: 'CURSOR_OF_ANOTHER_SORT_MODE' }]);
        expect(problems[0]?.message).toMatch(/^This cursor was made for the sort mode \S+, not for \S+ \(.+\)\.$/);
      }
    }
  });

  test('that was changed is refused as such', async () => {
    const cursor = await cursorIn('hotels');
    const message = 'This cursor was changed, or was not made by this service.';
    for (const after of [`x${cursor}`, `${cursor}x`, `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'Q' : 'A'}`]) {
      expect(await problemsOf('hotels', { after })).toMatchObject([{ path: 'after', code: 'CURSOR_CHANGED', message }]);
    }
  });

  test('in legacy form with a value of another type is refused as made for another order', async () => {
    const after = Buffer.from('{"lastSortValue":"Aurora","lastId":1}').toString('base64');
    expect(await problemsOf('hotels', { sort: 'STARS_DESC', after })).toMatchObject([
      { path: 'after', code: 'CURSOR_OF_ANOTHER_SORT_MODE', message: expect.stringContaining('not a whole number') },
    ]);
    const byNumber = Buffer.from('{"lastSortValue":4,"lastId":1}').toString('base64');
    expect(await problemsOf('roomTypes', { sort: 'CODE', after: byNumber })).toMatchObject([
      { path: 'after', code: 'CURSOR_OF_ANOTHER_SORT_MODE', message: expect.stringContaining('not a text') },
    ]);
  });
});

describe('all problems are reported at once', () => {
  test('of a query for hotels', async () => {
    const filter = { starsMin: 9, starsMax: 0, code: TOO_LONG, search: TOO_LONG };
    const problems = await problemsOf('hotels', { filter, first: 0, after: 'x' });
    expect(problems).toHaveLength(7);
    const reported = [
      ['filter.starsMin', 'OUT_OF_RANGE', OF_STARS],
      ['filter.starsMax', 'OUT_OF_RANGE', OF_STARS],
      ['filter.starsMin', 'MINIMUM_ABOVE_MAXIMUM', '9 is above the maximum, 0'],
      ['filter.code', 'TOO_LONG', OF_A_TEXT],
      ['filter.search', 'TOO_LONG', OF_A_TEXT],
      ['first', 'OUT_OF_RANGE', OF_A_PAGE],
      ['after', 'MALFORMED', NO_CURSOR.message],
    ];
    expect(problems).toEqual(
      expect.arrayContaining(
        reported.map(([path, code, words]) =>
          expect.objectContaining({ path, code, message: expect.stringContaining(words!) }),
        ),
      ),
    );
  });

  test('of a query for room types, even if the filter matches nothing', async () => {
    const after = await cursorIn('hotels');
    const filter = { hotel: 'nowhere', occupancy: 0, search: TOO_LONG };
    const problems = await problemsOf('roomTypes', { filter, first: 101, after });
    expect(problems.map(({ path, code }) => `${path} ${code}`).sort()).toEqual([
      'after CURSOR_OF_ANOTHER_RESOURCE',
      'filter.occupancy OUT_OF_RANGE',
      'filter.search TOO_LONG',
      'first OUT_OF_RANGE',
    ]);
  });
});
