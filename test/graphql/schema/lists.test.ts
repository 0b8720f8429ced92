/**
 * The lists of hotels and room types: filters, orders and page info (V1, V2). A hotel that the key does not see is in
 * none of them, nor are its room types.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Catalogue } from '../../../src/catalogue/file/file-schema.ts';
import { OBJECT_IDS, SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { type List, listPage, type PageQuestion } from '../../support/requests/list-page.ts';

/** Hotels 101 to 120 are in destination 3, with room types 1101 to 1120; they look like hotel 3 and room type 31. */
const CROWD = Array.from({ length: 20 }, (_, index) => index + 1).map((place) => ({
  id: 100 + place,
  code: `crowd-${place}`,
  name: 'Étoile',
  destinationId: 3,
  stars: 5,
  roomTypes: [{ id: 1100 + place, code: 'DBL', beds: 2, category: { en: 'Double' } }],
}));

const CATALOGUE: Catalogue = {
  ...SMALL_CATALOGUE,
  destinations: [...SMALL_CATALOGUE.destinations!, { id: 3, name: { en: 'Elsewhere' } }],
  visitTypes: [],
  inventory: [],
  hotels: [
    {
      id: 1,
      _id: OBJECT_IDS.hotel1,
      code: 'aurora',
      name: 'Hotel Aurora',
      destinationId: 1,
      stars: 4,
      roomTypes: [
        { id: 11, code: 'DBL', beds: 2, category: { cs_CZ: 'Dvoulůžkový', de: 'Doppelzimmer', en: '', ru: null } },
        { id: 12, code: 'SGL', beds: 1, category: { ru: 'Одноместный' } },
        { id: 13, code: 'dbl', beds: 2, category: { en: 'Double 100%' } },
      ],
    },
    { id: 2, code: 'Aurora', name: 'aurora Spa', destinationId: 2, stars: 3 },
    {
      id: 3,
      code: 'etoile',
      name: 'Étoile',
      destinationId: 1,
      stars: 5,
      roomTypes: [
        { id: 31, code: 'DBL', beds: 2 },
        { id: 32, code: 'APT_4', beds: 4, category: { de: 'Große Wohnung' } },
      ],
    },
    { id: 4, code: 'zamek', name: 'Zámek 50%', destinationId: 2, stars: 3 },
    { id: 5, code: 'edel', name: 'Edelweiss', destinationId: 1, stars: 4, roomTypes: [{ id: 51, code: 'A', beds: 3 }] },
    { id: 6, code: 'fontana', name: 'Fontana', destinationId: 2, stars: 3 },
    ...CROWD,
  ],
};

let gateway: TestGateway;
/** Sees destinations 1 and 2: hotels 1 to 6. */
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: CATALOGUE, today: TODAY });
  key = await gateway.key({ destinations: [1, 2] });
});
afterAll(() => gateway?.close());

const pageFor = (list: List, asked: PageQuestion = {}) => listPage(gateway, { list, key, ...asked });
const numbersOf = ({ nodes }: { nodes: { number: number }[] }) => nodes.map(({ number }) => number);
const OTHER_ID = 'f'.repeat(24);

describe('a filter of hotels selects', () => {
  test.each([
    ['all of them when there is none', null, [1, 2, 3, 4, 5, 6]],
    ['all of them when it is empty', {}, [1, 2, 3, 4, 5, 6]],
    ['all of them when its texts are empty', { code: '', name: '', search: '' }, [1, 2, 3, 4, 5, 6]],
    [
      'all of them when it is null everywhere',
      { destination: null, starsMin: null, starsMax: null, code: null, name: null, search: null },
      [1, 2, 3, 4, 5, 6],
    ],
    ['a destination by number', { destination: 2 }, [2, 4, 6]],
    ['a destination by ObjectId', { destination: OBJECT_IDS.destination1 }, [1, 3, 5]],
    ['a destination by ObjectId in the other case', { destination: OBJECT_IDS.destination1.toUpperCase() }, [1, 3, 5]],
    ['nothing of an unknown destination', { destination: 9 }, []],
    ['nothing by an ObjectId that names nothing', { destination: OTHER_ID }, []],
    ['nothing by the ObjectId of something else', { destination: OBJECT_IDS.hotel1 }, []],
    ['nothing by what is no id', { destination: 'Valley' }, []],
    ['at least so many stars, that many included', { starsMin: 4 }, [1, 3, 5]],
    ['at most so many stars, that many included', { starsMax: 4 }, [1, 2, 4, 5, 6]],
    ['exactly so many stars', { starsMin: 3, starsMax: 3 }, [2, 4, 6]],
    ['all stars there are', { starsMin: 1, starsMax: 5 }, [1, 2, 3, 4, 5, 6]],
    ['a code as it is written', { code: 'aurora' }, [1]],
    ['another code that differs in case', { code: 'Aurora' }, [2]],
    ['nothing by part of a code', { code: 'auror' }, []],
    ['nothing by a code that is a pattern', { code: '%' }, []],
    ['a part of the name in any case', { name: 'RORA' }, [1, 2]],
    ['a part of the name with its accents', { name: 'étoile' }, [3]],
    ['a part of the name composed in another way', { name: 'e\u0301TOILE' }, [3]],
    ['a part of the name without its accents', { name: 'etoile' }, [3]],
    ['nothing by the code in place of the name', { name: 'crowd-1' }, []],
    ['a percent sign as itself', { name: '%' }, [4]],
    ['an underscore as itself', { name: '_' }, []],
    ['words in any order', { search: 'spa aurora' }, [2]],
    ['what meets all its fields', { destination: 1, starsMin: 4, starsMax: 4, name: 'e' }, [1, 5]],
    ['nothing when one field is not met', { destination: 2, code: 'aurora' }, []],
  ])('%s: %j', async (_, filter, expected) => {
    const page = await pageFor('hotels', { filter });
    expect(numbersOf(page)).toEqual(expected);
    expect(page.totalCount).toBe(expected.length);
  });
});

describe('a filter of room types selects', () => {
  const all = [11, 12, 13, 31, 32, 51];

  test.each([
    ['all of them when there is none', null, all],
    ['all of them when its texts are empty', { code: '', search: '' }, all],
    ['all of them when it is null everywhere', { hotel: null, occupancy: null, code: null, search: null }, all],
    ['those of a hotel by number', { hotel: 3 }, [31, 32]],
    ['those of a hotel by ObjectId', { hotel: OBJECT_IDS.hotel1 }, [11, 12, 13]],
    ['nothing of a hotel without any', { hotel: 2 }, []],
    ['nothing of an unknown hotel', { hotel: 999 }, []],
    ['nothing by an ObjectId that names nothing', { hotel: OTHER_ID }, []],
    ['nothing by what is no id', { hotel: 'aurora' }, []],
    ['exactly so many beds', { occupancy: 2 }, [11, 13, 31]],
    ['nothing of so many beds as there are not', { occupancy: 20 }, []],
    ['a code as it is written', { code: 'DBL' }, [11, 31]],
    ['another code that differs in case', { code: 'dbl' }, [13]],
    ['nothing by part of a code', { code: 'DB' }, []],
    ['a part of the code in any case', { search: 'bl' }, [11, 13, 31]],
    ['an underscore as itself', { search: '_' }, [32]],
    ['a percent sign as itself', { search: '%' }, [13]],
    ['a part of the Czech category', { search: 'LŮŽKO' }, [11]],
    ['a part of the Czech category without its accents', { search: 'luzko' }, [11]],
    ['a part of the German category', { search: 'GROSSE w' }, [32]],
    ['a part of the English category', { search: 'double' }, [13]],
    ['a part of the Russian category', { search: 'одноМЕСТ' }, [12]],
    ['nothing by a null or missing category', { search: 'null' }, []],
    ['nothing by the name of the hotel', { search: 'aurora' }, []],
    ['what meets all its fields', { hotel: 1, occupancy: 2, search: 'dbl' }, [11, 13]],
    ['nothing when one field is not met', { hotel: 3, code: 'SGL' }, []],
  ])('%s: %j', async (_, filter, expected) => {
    const page = await pageFor('roomTypes', { filter });
    expect(numbersOf(page)).toEqual(expected);
    expect(page.totalCount).toBe(expected.length);
  });
});

describe('the order', () => {
  test.each([
    ['hotels', 'by number', 'NUMBER', [1, 2, 3, 4, 5, 6]],
    ['hotels', 'by name, whatever their case and accents', 'NAME', [2, 5, 3, 6, 1, 4]],
    ['hotels', 'by fewest stars, equals by ascending number', 'STARS', [2, 4, 6, 1, 5, 3]],
    ['hotels', 'by most stars, equals by ascending number too', 'STARS_DESC', [3, 1, 5, 2, 4, 6]],
    ['roomTypes', 'by number', 'NUMBER', [11, 12, 13, 31, 32, 51]],
    ['roomTypes', 'by code, equals by ascending number', 'CODE', [51, 32, 13, 11, 31, 12]],
    ['roomTypes', 'by fewest beds, equals by ascending number', 'BEDS', [12, 11, 13, 31, 51, 32]],
  ] as const)('of %s is %s (%s)', async (list, _, sort, expected) => {
    expect(numbersOf(await pageFor(list, { sort }))).toEqual(expected);
  });

  test('is by number unless asked otherwise, and a filter keeps it', async () => {
    expect(numbersOf(await pageFor('hotels'))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(numbersOf(await pageFor('roomTypes'))).toEqual([11, 12, 13, 31, 32, 51]);
    expect(numbersOf(await pageFor('hotels', { filter: { destination: 1 }, sort: 'NAME' }))).toEqual([5, 3, 1]);
    expect(numbersOf(await pageFor('roomTypes', { filter: { hotel: 1 }, sort: 'BEDS' }))).toEqual([12, 11, 13]);
  });
});

describe('a page', () => {
  test.each(['hotels', 'roomTypes'] as const)(
    'of %s has 20 rows by default, and counts all of the list',
    async (list) => {
      const page = await listPage(gateway, { list });
      expect(page.nodes).toHaveLength(20);
      expect(page).toMatchObject({ totalCount: 26, pageInfo: { hasNextPage: true, hasPreviousPage: false } });
      expect((await listPage(gateway, { list, first: 1 })).nodes).toHaveLength(1);
      expect((await listPage(gateway, { list, first: 100 })).nodes).toHaveLength(26);
    },
  );

  test('reports its position: at the beginning, in the middle, at the end', async () => {
    const begin = await pageFor('hotels', { first: 2 });
    expect(begin.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const middle = await pageFor('hotels', { first: 2, after: begin.pageInfo.endCursor });
    expect(middle.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    const end = await pageFor('hotels', { first: 2, after: middle.pageInfo.endCursor });
    expect(end.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect([begin, middle, end].flatMap(numbersOf)).toEqual([1, 2, 3, 4, 5, 6]);
    expect([begin, middle, end].map(({ totalCount }) => totalCount)).toEqual([6, 6, 6]);
  });

  test('has a cursor for every row, after which the list continues', async () => {
    const { edges, nodes, pageInfo } = await pageFor('roomTypes', { sort: 'BEDS' });
    expect(edges.map(({ node }) => node)).toEqual(nodes);
    expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([edges[0]?.cursor, edges.at(-1)?.cursor]);
    for (const [index, { cursor }] of edges.entries()) {
      const rest = await pageFor('roomTypes', { sort: 'BEDS', after: cursor });
      expect(rest.nodes).toEqual(nodes.slice(index + 1));
    }
  });

  test.each(['hotels', 'roomTypes'] as const)('of %s that is empty has no cursors and no next page', async (list) => {
    const { edges } = await pageFor(list);
    const nothing = { hasNextPage: false, startCursor: null, endCursor: null };
    const beyond = await pageFor(list, { after: edges.at(-1)!.cursor });
    expect(beyond).toMatchObject({
      nodes: [],
      edges: [],
      totalCount: 6,
      pageInfo: { ...nothing, hasPreviousPage: true },
    });
    const none = await pageFor(list, { filter: { code: 'nowhere' } });
    expect(none).toMatchObject({ nodes: [], totalCount: 0, pageInfo: { ...nothing, hasPreviousPage: false } });
  });

  test('goes on in a list with another filter: a cursor is bound to resource and order only', async () => {
    const { pageInfo } = await pageFor('hotels', { sort: 'STARS', first: 2 });
    const rest = await pageFor('hotels', { sort: 'STARS', after: pageInfo.endCursor, filter: { destination: 1 } });
    expect(numbersOf(rest)).toEqual([1, 5, 3]);
  });
});

test('a list counts in the cache with the text that names it, so one without rows takes room, too (A9)', async () => {
  const size = () => gateway.services.caches().lists!.size;
  for (const list of ['hotels', 'roomTypes'] as const) {
    const sizeWith = async (code: string) => {
      const before = size();
      expect((await pageFor(list, { filter: { code } })).totalCount).toBe(0);
      return size() - before;
    };
    const short = await sizeWith('unknown');
    expect(short).toBeGreaterThanOrEqual(50);
    expect(await sizeWith('unknown'.padEnd(87, '-'))).toBe(short + 10);
  }
});

test('what refers to nothing makes no list (A9)', async () => {
  const before = gateway.services.caches().lists!.entries;
  for (const [list, reference] of [
    ['hotels', 'destination'],
    ['roomTypes', 'hotel'],
    ...['hotel', 'destination', 'category', 'tag'].map((name) => ['visitTypes', name]),
  ] as const) {
    for (const number of ['900001', '900002']) {
      expect((await gateway.graphql(`{ ${list}(filter: { ${reference}: "${number}" }) { totalCount } }`)).data).toEqual(
        {
          [list!]: { totalCount: 0 },
        },
      );
    }
  }
  expect(gateway.services.caches().lists!.entries).toBe(before);
});

describe('what the key does not see', () => {
  const ORDERS = [
    ['hotels', ['NUMBER', 'NAME', 'STARS', 'STARS_DESC']],
    ['roomTypes', ['NUMBER', 'CODE', 'BEDS']],
  ] as const;
  const FILTERS = {
    hotels: [{}, { starsMin: 5 }, { search: 'étoile' }, { code: 'crowd-1' }, { destination: 3 }],
    roomTypes: [{}, { occupancy: 2 }, { search: 'Double' }, { code: 'DBL' }, { hotel: 101 }],
  };

  test.each(ORDERS)(
    'is in no list of %s and not counted, even just after others asked the same',
    async (list, sorts) => {
      for (const sort of sorts) {
        for (const filter of FILTERS[list]) {
          const everything = numbersOf(await listPage(gateway, { list, sort, filter, first: 100 }));
          expect(everything.some((number) => number > 100)).toBe(true);
          const page = await pageFor(list, { sort, filter, first: 100 });
          const visible = everything.filter((number) => number < 100);
          expect([numbersOf(page), page.totalCount]).toEqual([visible, visible.length]);
          expect(page.pageInfo.hasNextPage).toBe(false);
          expect(numbersOf(await listPage(gateway, { list, sort, filter, first: 100 }))).toEqual(everything);
        }
      }
    },
  );

  test('is skipped at the cursor of such a row, as if the row had been removed', async () => {
    const { edges } = await listPage(gateway, { list: 'hotels', sort: 'NAME', first: 100 });
    const hidden = edges.find(({ node }) => node.number === 110)!;
    expect(numbersOf(await pageFor('hotels', { sort: 'NAME', after: hidden.cursor }))).toEqual([6, 1, 4]);
  });

  test('selects as little as what does not exist', async () => {
    const hidden = await pageFor('hotels', { filter: { destination: 3 } });
    expect(hidden).toEqual(await pageFor('hotels', { filter: { destination: 9 } }));
    expect(await pageFor('roomTypes', { filter: { hotel: 101 } })).toEqual(
      await pageFor('roomTypes', { filter: { hotel: 999 } }),
    );
  });
});
