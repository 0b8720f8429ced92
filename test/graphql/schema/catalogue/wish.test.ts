/** A wish finds what has all its words, in the texts that the key sees, best first (F15). */
import { type GraphQLObjectType, getNamedType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Catalogue } from '../../../../src/catalogue/file/file-schema.ts';
import { schema } from '../../../../src/graphql/schema/schema.ts';
import { freshEmbedded } from '../../../support/database/embedded-database.ts';
import { putInto } from '../../../support/database/fresh-database.ts';
import { readRaised } from '../../../support/database/raised-epochs.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { walk } from '../../../support/requests/walked-pages.ts';

const TODAY = '2027-01-10';
type VisitType = NonNullable<Catalogue['visitTypes']>[number];
type Hotel = NonNullable<Catalogue['hotels']>[number];

const stay = (id: number, texts: Partial<VisitType>): VisitType => ({
  ...{ id, priorityPosition: id, nightsMin: 1, nightsMax: 7, boarding: 'BREAKFAST', hotelIds: [1] },
  name: { en: `Stay ${id}` },
  priceLists: [
    {
      ...{ id: 1, kind: 'PER_NIGHT', quotedPer: 'ROOM', currency: 'EUR' },
      rates: [1, 2].flatMap((hotel) =>
        texts.hotelIds?.includes(hotel) === false || (!texts.hotelIds && hotel === 2)
          ? []
          : [{ roomTypeId: hotel * 10, from: '2027-01-01', to: '2027-12-31', amount: 100 }],
      ),
    },
  ],
  ...texts,
});
const hotel = (id: number, texts: Partial<Hotel> & { name: string }): Hotel => ({
  ...{ id, code: `h${id}`, destinationId: id, stars: 4, roomTypes: [{ id: id * 10, code: 'DBL', beds: 2 }] },
  ...texts,
});

const CATALOGUE: Catalogue = {
  format: 'spa-stay-catalogue/1',
  channels: [{ code: 'public', name: 'Public' }],
  destinations: [
    { id: 1, name: { cs_CZ: 'Karlovy Vary', de: 'Karlsbad', ru: 'Карловы Вары' } },
    { id: 2, name: { cs_CZ: 'Mariánské Lázně' } },
  ],
  amenityCategories: [
    {
      ...{ code: 'wellness', name: { en: 'Wellness' } },
      amenities: [
        {
          ...{ code: 'sauna', label: { de: 'Sauna' }, detailKinds: ['options', 'note'] },
          options: [
            { code: 'steam', label: { cs_CZ: 'Parní' } },
            { code: 'bio', label: { cs_CZ: 'Bylinková' } },
          ],
        },
        { code: 'poolBar', label: { de: 'Poolbar' } },
        { code: 'pools', label: { de: 'Poollandschaft' } },
        { code: 'pool', label: { de: 'Pool' } },
      ],
    },
  ],
  hotels: [
    hotel(1, {
      name: 'Hotel Aurora',
      shortDescription: { en: 'wordShortDescription' },
      description: { en: 'wordDescription' },
      childrenPolicy: { en: 'wordChildrenPolicy' },
      touristTax: { en: 'wordTouristTax' },
      taglines: [{ channel: 'public', text: { en: 'wordTagline' } }],
      indicationCodes: ['VII/4'],
      amenities: [{ code: 'sauna', options: ['steam'], note: { en: 'wordNote' } }, { code: 'pools' }, { code: 'pool' }],
    }),
    hotel(2, { name: 'Mramor', description: { cs_CZ: 'léčí bolest kloubů' } }),
  ],
  visitTypes: [
    stay(101, {
      name: { en: 'wordName' },
      services: { en: 'wordServices' },
      description: { ru: 'wordDescriptionOfStay' },
      commercialSlogan: { en: 'wordCommercialSlogan' },
      notice: { en: 'wordNotice' },
      bookingUrl: { en: 'https://shop.example/wordBookingUrl' },
      inclusions: [{ name: { de: 'wordInclusion' } }],
    }),
    stay(102, { description: { cs_CZ: 'Masáž' }, hotelIds: [1, 2] }),
    stay(103, { services: { cs_CZ: 'masáže' } }),
    stay(104, { services: { de: 'Massage', cs_CZ: 'masáž' } }),
    stay(105, { name: { cs_CZ: 'Masážní týden' } }),
    stay(106, { name: { cs_CZ: 'Masáž zad' } }),
    stay(107, { name: { cs_CZ: 'Masáž' }, hotelIds: [2] }),
  ],
  inventory: [10, 20].map((roomTypeId) => ({ roomTypeId, from: '2027-01-01', to: '2027-12-31', units: 5 })),
};

let gateway: TestGateway;
/** Sees the first destination. */
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: CATALOGUE, today: TODAY });
  key = await gateway.key({ destinations: [1] });
});
afterAll(() => gateway?.close());

type Asked = { filter?: object; sort?: string | null; first?: number; after?: string | null; key?: string };
const LIST = `query ($hotels: HotelFilter, $stays: VisitTypeFilter, $sort: VisitTypeSort, $first: Int! = 100, $after: String) {
  hotels(filter: $hotels) { nodes { number } }
  visitTypes(filter: $stays, sort: $sort, first: $first, after: $after) { nodes { number } pageInfo { endCursor hasNextPage } } }`;
interface Lists {
  hotels: { nodes: { number: number }[] };
  visitTypes: { nodes: { number: number }[]; pageInfo: { endCursor: string | null; hasNextPage: boolean } };
}

async function lists({ filter, key, ...page }: Asked) {
  const variables = { ...page, stays: filter, hotels: { search: (filter as { search: string }).search } };
  return gateway.ask<Lists>(LIST, { variables, ...(key ? { key } : {}) });
}
const numbers = ({ nodes }: { nodes: { number: number }[] }) => nodes.map(({ number }) => number);
const stays = async (search: string, asked: Asked = {}) =>
  numbers((await lists({ ...asked, filter: { ...asked.filter, search } })).visitTypes);
const hotels = async (search: string, key?: string) =>
  numbers((await lists({ filter: { search }, ...(key ? { key } : {}) })).hotels);
async function offered(search: string) {
  const filter = { arrival: '2027-03-01', nights: 2, currency: 'EUR', search };
  const { offers } = await gateway.ask<{ offers: { nodes: { visitType: object; hotel: object }[] } }>(
    'query ($filter: OfferFilter!) { offers(filter: $filter) { nodes { visitType { number } hotel { number } } } }',
    { variables: { filter } },
  );
  return offers.nodes.map(({ visitType, hotel }) =>
    Object.values({ ...hotel, ...{ of: Object.values(visitType)[0] } }),
  );
}

describe('every text that is shown of a visit type or a hotel is searched, unless it is named here', () => {
  const NOT_SEARCHED = ['bookingUrl', 'notice', 'childrenPolicy', 'touristTax'];
  const textsOf = (type: string) =>
    Object.values((schema.getType(type) as GraphQLObjectType).getFields())
      .filter((field) => getNamedType(field.type).name === 'LocalizedText')
      .map(({ name }) => name);
  const word = (name: string) => `word${name[0]!.toUpperCase()}${name.slice(1)}`;

  test.each(textsOf('VisitType'))('%s of a visit type', async (name) => {
    const wished = name === 'description' ? 'wordDescriptionOfStay' : word(name);
    expect(await stays(wished)).toEqual(NOT_SEARCHED.includes(name) ? [] : [101]);
  });

  test.each(textsOf('Hotel'))('%s of a hotel', async (name) => {
    expect(await hotels(word(name))).toEqual(NOT_SEARCHED.includes(name) ? [] : [1]);
  });

  test.each([
    ['its name', 'aurora', [1]],
    ['its destination, in each language', 'karlsbad', [1]],
    ['an amenity', 'sauna', [1]],
    ['a chosen option of an amenity', 'parni', [1]],
    ['no option that it has not chosen', 'bylinkova', []],
    ['a remark on an amenity', 'wordnote', [1]],
    ['an indication', 'vii/4', [1]],
    ['no line of a channel', 'wordTagline', []],
  ])('of a hotel %s', async (_, wish, found) => {
    expect(await hotels(wish)).toEqual(found);
  });

  test('an inclusion of a visit type', async () => {
    expect(await stays('wordinclusion')).toEqual([101]);
  });
});

describe('all words must be there, in any order, as beginnings of words', () => {
  test.each<[string, string, number[]]>([
    ['words of a visit type and of its hotel together', 'sauna karlovy masaz', [106, 105, 104, 103, 102]],
    ['in several languages', 'массаж', []],
    ['of the place in Russian, of the stay in German', 'КАРЛОВЫ massage', [104]],
    ['with other accents and cases', 'MASAŽNI tyden', [105]],
    ['a word that is nowhere finds nothing', 'masaz nowhere', []],
    ['the middle of a word is not found', 'asaz', []],
    ['words of two hotels that sell the same are not together', 'aurora mramor', []],
    ['of one of them they are', 'mramor kloubu bolest masaz', [107, 102]],
    ['nothing is wished for: everything', ' – ', [101, 102, 103, 104, 105, 106, 107]],
  ])('%s: %s', async (_, wish, found) => {
    expect(await stays(wish)).toEqual(found);
  });

  test('the hotel of the words is the one that the filter is about', async () => {
    expect(await stays('masaz sauna', { filter: { hotel: '2' } })).toEqual([]);
    expect(await stays('masaz sauna', { filter: { destination: '1', occupancy: 2 } })).toEqual([
      106, 105, 104, 103, 102,
    ]);
    expect(await stays('mramor', { filter: { dateFrom: '2027-02-01', dateTo: '2027-02-02' } })).toEqual([102, 107]);
    expect(await stays('mramor', { filter: { starsMax: 3 } })).toEqual([]);
  });
});

describe('the order', () => {
  test('names come before services before descriptions, whole words before beginnings, then the order without a wish', async () => {
    expect(await stays('masáž')).toEqual([106, 107, 105, 104, 103, 102]);
    expect(await stays('mas')).toEqual([105, 106, 107, 103, 104, 102]);
    expect(await stays('karlovy')).toEqual([101, 102, 103, 104, 105, 106]);
  });

  test('an order that is asked for wins, and pages go on in the order of relevance', async () => {
    expect(await stays('masáž', { sort: 'PRIORITY' })).toEqual([102, 103, 104, 105, 106, 107]);
    const page = async (after: string | null) => {
      const { visitTypes } = await lists({ filter: { search: 'masáž' }, first: 2, after });
      return { numbers: numbers(visitTypes), ...visitTypes.pageInfo };
    };
    expect(await walk(page)).toEqual([106, 107, 105, 104, 103, 102]);
  });

  test('offers are selected, and keep the order of their prices', async () => {
    expect(await offered('masáž')).toEqual([
      [1, 102],
      [2, 102],
      [1, 103],
      [1, 104],
      [1, 105],
      [1, 106],
      [2, 107],
    ]);
    expect(await offered('bolest klouby masáž')).toEqual([]);
    expect(await offered('bolest kloubů masáž')).toEqual([
      [2, 102],
      [2, 107],
    ]);
  });
});

test('a hotel that the key does not see is no way to find anything', async () => {
  expect(await stays('mramor')).toEqual([102, 107]);
  expect(await stays('mramor', { key })).toEqual([]);
  expect(await stays('masáž', { key })).toEqual([106, 105, 104, 103, 102]);
  expect(await hotels('mramor', key)).toEqual([]);
});

describe('proposals while somebody types', () => {
  interface Proposal {
    kind: string;
    name: { text: string };
    destination: { number: number } | null;
    hotel: { number: number } | null;
    visitType: { number: number } | null;
  }
  async function proposed(search: string, { first = 8, key }: { first?: number; key?: string } = {}) {
    const { suggestions } = await gateway.ask<{ suggestions: Proposal[] }>(
      'query ($search: String!, $first: Int!) { suggestions(search: $search, first: $first) { kind name { text } destination { number } hotel { number } visitType { number } } }',
      { variables: { search, first }, headers: { 'accept-language': 'cs' }, ...(key ? { key } : {}) },
    );
    return suggestions.map(({ kind, name, destination, hotel, visitType }) =>
      [kind, name.text, (destination ?? hotel ?? visitType)?.number].filter((one) => one !== undefined),
    );
  }

  test('are destinations, hotels, amenities and stays whose names have the words, whole ones first', async () => {
    expect(await proposed('karl')).toEqual([['DESTINATION', 'Karlovy Vary', 1]]);
    expect(await proposed('ВАРЫ карл')).toEqual([['DESTINATION', 'Karlovy Vary', 1]]);
    expect(await proposed('au')).toEqual([['HOTEL', 'Hotel Aurora', 1]]);
    expect(await proposed('saun')).toEqual([['AMENITY', 'Sauna']]);
    expect(await proposed('m')).toEqual([
      ['DESTINATION', 'Mariánské Lázně', 2],
      ['HOTEL', 'Mramor', 2],
      ['VISIT_TYPE', 'Masážní týden', 105],
      ['VISIT_TYPE', 'Masáž zad', 106],
      ['VISIT_TYPE', 'Masáž', 107],
    ]);
    expect(await proposed('masaz', { first: 2 })).toEqual([
      ['VISIT_TYPE', 'Masáž zad', 106],
      ['VISIT_TYPE', 'Masáž', 107],
    ]);
    expect(await proposed('wordservices')).toEqual([]);
    expect(await proposed(' - ')).toEqual([]);
  });

  test('are the amenities with whole words first, however many others no hotel has', async () => {
    expect(await proposed('pool')).toEqual([
      ['AMENITY', 'Pool'],
      ['AMENITY', 'Poollandschaft'],
    ]);
    expect(await proposed('pool', { first: 1 })).toEqual([['AMENITY', 'Pool']]);
    expect(await proposed('pooll', { first: 1 })).toEqual([['AMENITY', 'Poollandschaft']]);
  });

  test('leave room for every kind, and none is of what the key does not see', async () => {
    expect(await proposed('m', { first: 3 })).toEqual([
      ['DESTINATION', 'Mariánské Lázně', 2],
      ['HOTEL', 'Mramor', 2],
      ['VISIT_TYPE', 'Masážní týden', 105],
    ]);
    expect(await proposed('m', { key })).toEqual([
      ['VISIT_TYPE', 'Masážní týden', 105],
      ['VISIT_TYPE', 'Masáž zad', 106],
    ]);
  });

  test('are 1 to 20', async () => {
    const { data, errors } = await gateway.graphql('{ suggestions(search: "m", first: 21) { kind } }');
    expect(data).toEqual({ suggestions: null });
    expect(errors![0]!.extensions).toMatchObject({ problems: [{ path: 'first', code: 'OUT_OF_RANGE' }] });
  });
});

test('more than eight words are refused', async () => {
  const refused = await gateway.graphql(
    '{ visitTypes(filter: { search: "1 2 3 4 5 6 7 8 9" }) { totalCount } hotels(filter: { search: "a b c d e f g h i" }) { totalCount } offers(filter: { arrival: "2027-03-01", nights: 2, currency: EUR, search: "1 2 3 4 5 6 7 8 9" }) { totalCount } }',
  );
  const problems = refused.errors!.flatMap(({ extensions }) => extensions?.problems as object[]);
  expect(problems).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ path: 'filter.search', code: 'TOO_LONG' })),
  );
});

test('on the embedded database a wish finds the same as on PostgreSQL, in the same order', async () => {
  const onServer = gateway;
  const wishes = [
    'masáž',
    'mas',
    'sauna karlovy masaz',
    'КАРЛОВЫ massage',
    'mramor kloubu bolest masaz',
    'vii/4',
    'asaz',
  ];
  const found = () =>
    Promise.all(wishes.map(async (wish) => [await stays(wish), await hotels(wish), await offered(wish)]));
  const expected = await found();
  expect(expected.map(([ofWish]) => ofWish!.length)).toEqual([6, 6, 5, 1, 2, 6, 0]);
  const database = Object.assign(await freshEmbedded(), { url: '' });
  gateway = await startGateway({ catalogue: CATALOGUE, today: TODAY, database });
  try {
    expect(await found()).toEqual(expected);
  } finally {
    await gateway.close();
    gateway = onServer;
  }
});

test('what is imported is found at once: texts of stays, hotels, places and amenities', async () => {
  const changed = structuredClone(CATALOGUE);
  changed.destinations![1]!.name = { cs_CZ: 'Jáchymov' };
  changed.hotels![1]!.name = 'Žula';
  changed.visitTypes![5]!.name = { cs_CZ: 'Klid' };
  changed.visitTypes!.push(stay(108, { name: { en: 'Quiet' } }));
  changed.amenityCategories![0]!.amenities![0]!.label = { de: 'Dampfbad' };
  const wishes = ['jachymov', 'zula', 'marianske', 'mramor', 'klid', 'zad', 'quiet', 'dampf', 'sauna'];
  const found = async () => Promise.all(wishes.map(async (wish) => [wish, await stays(wish), await hotels(wish)]));
  const all = [101, 102, 103, 104, 105, 106];
  expect(await found()).toEqual([
    ['jachymov', [], []],
    ['zula', [], []],
    ['marianske', [102, 107], [2]],
    ['mramor', [102, 107], [2]],
    ['klid', [], []],
    ['zad', [106], []],
    ['quiet', [], []],
    ['dampf', [], []],
    ['sauna', all, [1]],
  ]);
  await putInto(gateway.database, changed);
  gateway.epochs.observe(await readRaised(gateway.database));
  expect(await found()).toEqual([
    ['jachymov', [102, 107], [2]],
    ['zula', [102, 107], [2]],
    ['marianske', [], []],
    ['mramor', [], []],
    ['klid', [106], []],
    ['zad', [], []],
    ['quiet', [108], []],
    ['dampf', [...all, 108], [1]],
    ['sauna', [], []],
  ]);
});
