/** `offers` as a caller meets it (F4): its input errors, its cursors, and everything that an offer shows. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OBJECT_IDS, SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { readOffers } from '../../../support/requests/read-offers.ts';

const FILTER = { arrival: '2027-03-15', nights: 3, currency: 'CZK', includeOnRequest: true };
const OFFERS = `query ($filter: OfferFilter!, $sort: OfferSort! = PRICE, $first: Int! = 20, $after: String) {
  offers(filter: $filter, sort: $sort, first: $first, after: $after) { nodes { nights } pageInfo { endCursor } }
}`;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
});
afterAll(() => gateway.close());

async function problemsOf(variables: Record<string, unknown>): Promise<unknown> {
  const { errors } = await gateway.graphql(OFFERS, { variables });
  expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['BAD_USER_INPUT']);
  const problems = errors![0]!.extensions!.problems as { path: string; code: string; message: string }[];
  return problems.map(({ path, code }) => `${path} ${code}`);
}

describe('input', () => {
  test('that is out of bounds is refused with every problem and the path of each', async () => {
    const filter = { ...FILTER, nights: 0, flexibleDays: 8, guests: 0, starsMin: 6, maxTotal: -1 };
    expect(await problemsOf({ filter, first: 101, after: 'x' })).toEqual([
      'filter.nights OUT_OF_RANGE',
      'filter.flexibleDays OUT_OF_RANGE',
      'filter.guests OUT_OF_RANGE',
      'filter.starsMin OUT_OF_RANGE',
      'filter.maxTotal OUT_OF_RANGE',
      'first OUT_OF_RANGE',
      'after MALFORMED',
    ]);
  });

  test('that refers to nothing finds nothing', async () => {
    for (const name of ['destination', 'hotel', 'visitType', 'category', 'tag']) {
      for (const reference of ['999', 'f00000000000000000000999', 'nothing']) {
        const page = await readOffers(gateway, { filter: { ...FILTER, [name]: reference } });
        expect([name, reference, page.totalCount, page.lowestTotal, page.byStars, page.nodes, page.none]).toEqual([
          ...[name, reference, 0, null, [], [], 'NOTHING_ON_SALE'],
        ]);
      }
    }
  });
});

describe('a cursor', () => {
  const cursorOf = async (asked: object = {}) =>
    (await readOffers(gateway, { filter: FILTER, first: 1, ...asked })).pageInfo.endCursor!;

  test.each<[string, object, () => Promise<string>, string]>([
    [
      'of another currency',
      {},
      () => cursorOf({ filter: { ...FILTER, currency: 'EUR' } }),
      'CURSOR_OF_ANOTHER_SORT_MODE',
    ],
    ['of another order', { sort: 'STARS_DESC' }, () => cursorOf(), 'CURSOR_OF_ANOTHER_SORT_MODE'],
    [
      'of another list',
      {},
      async () =>
        (
          await gateway.ask<{ hotels: { pageInfo: { endCursor: string } } }>(
            '{ hotels(first: 1) { pageInfo { endCursor } } }',
          )
        ).hotels.pageInfo.endCursor,
      'CURSOR_OF_ANOTHER_RESOURCE',
    ],
    ['that was changed', {}, async () => `e${await cursorOf()}`, 'CURSOR_CHANGED'],
  ])('%s is refused', async (_, asked, cursor, code) => {
    expect(await problemsOf({ filter: FILTER, ...asked, after: await cursor() })).toEqual([`after ${code}`]);
  });

  test('goes on after its offer when prices and pages have changed between', async () => {
    const whole = await readOffers(gateway, { filter: FILTER, first: 100 });
    expect(whole.totalCount).toBeGreaterThan(2);
    const after = await cursorOf({ first: 2 });
    const next = await readOffers(gateway, { filter: FILTER, first: 1, after });
    expect(next.nodes).toEqual(whole.nodes.slice(2, 3));
    expect(next.totalCount).toBe(whole.totalCount);
  });
});

describe('Y1: a party', () => {
  const PARTY = { ...FILTER, visitType: '101', hotel: '1' };
  const search = (filter: object) => readOffers(gateway, { filter: { ...PARTY, ...filter } });
  const roomsOf = ({ nodes }: Awaited<ReturnType<typeof search>>) =>
    nodes.map(({ rooms }) => rooms.map(({ guests, roomType }) => [guests, roomType.number]));

  test('has one offer in a hotel, with a room for each entry in the order of the search', async () => {
    expect(roomsOf(await search({ party: [1, 2] }))).toEqual([
      [
        [1, 12],
        [2, 11],
      ],
    ]);
    expect(roomsOf(await search({ party: [2, 1] }))).toEqual([
      [
        [2, 11],
        [1, 12],
      ],
    ]);
  });

  test('in several rooms costs what they cost together, and has no room type and quote of its own', async () => {
    const { nodes, lowestTotal } = await search({ party: [2, 1] });
    const [{ rooms, roomType, quote, total }] = nodes as [(typeof nodes)[number]];
    expect([roomType, quote]).toEqual([null, null]);
    const sum = rooms.reduce((whole, room) => whole + room.quote.total.amountMinor, 0);
    expect([total.amountMinor, lowestTotal?.amountMinor]).toEqual([sum, sum]);
    expect((await search({ party: [2, 1], maxTotal: sum })).totalCount).toBe(1);
    expect(await search({ party: [2, 1], maxTotal: sum - 1 })).toMatchObject({ totalCount: 0, none: 'OVER_BUDGET' });
  });

  test('in one room is an offer of one room', async () => {
    const [inOne] = (await search({ party: [2] })).nodes;
    expect(inOne).toMatchObject({ roomType: { number: 11 }, rooms: [{ guests: 2 }] });
    expect(inOne?.quote?.total).toEqual(inOne?.total);
  });

  test('is refused beside guests, and out of its bounds', async () => {
    expect(await problemsOf({ filter: { ...PARTY, guests: 2, party: [2, 0, 7] } })).toEqual([
      'filter.guests INVALID_VALUE',
      'filter.party.1 OUT_OF_RANGE',
      'filter.party.2 OUT_OF_RANGE',
    ]);
    expect(await problemsOf({ filter: { ...PARTY, party: [] } })).toEqual(['filter.party OUT_OF_RANGE']);
  });

  test('gets the reason why there is nothing, and how many guests a room holds', async () => {
    const whyOf = async (filter: object) => {
      const { none, mostGuestsInARoom } = await search(filter);
      return [none, mostGuestsInARoom];
    };
    expect(await whyOf({ party: [2, 1] })).toEqual([null, null]);
    expect(await whyOf({ party: [4] })).toEqual(['NO_ROOM_FOR_GUESTS', 3]);
    expect(await whyOf({ guests: 4 })).toEqual(['NO_ROOM_FOR_GUESTS', 3]);
    expect(await whyOf({ guests: 2, maxTotal: 1 })).toEqual(['OVER_BUDGET', 3]);
    expect(await whyOf({ party: [1, 1, 1, 1], includeOnRequest: false, arrival: '2027-04-05' })).toEqual([
      'SOLD_OUT',
      2,
    ]);
    expect(await whyOf({ arrival: '2026-04-05' })).toEqual(['NOTHING_ON_SALE', null]);
    expect(await whyOf({ visitType: 'nothing' })).toEqual(['NOTHING_ON_SALE', null]);
  });
});

test('of each hotel the first offer is listed when one asks, in the order of the whole list, with how many the hotel has', async () => {
  interface Listed {
    readonly offers: {
      readonly totalCount: number;
      readonly lowestTotal: { readonly amountMinor: number };
      readonly byStars: readonly { readonly count: number }[];
      readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
      readonly nodes: readonly {
        readonly id: string;
        readonly hotelOfferCount: number;
        readonly hotel: { readonly number: number };
      }[];
    };
  }
  const list = async (asked: { oneOfEachHotel?: boolean; first?: number; after?: string | null }) => {
    const { offers } = await gateway.ask<Listed>(
      `query ($filter: OfferFilter!, $oneOfEachHotel: Boolean! = false, $first: Int! = 100, $after: String) {
        offers(filter: $filter, oneOfEachHotel: $oneOfEachHotel, first: $first, after: $after) {
          totalCount lowestTotal { amountMinor } byStars { count } pageInfo { endCursor hasNextPage }
          nodes { id hotelOfferCount hotel { number } } } }`,
      { variables: { filter: FILTER, ...asked } },
    );
    return offers;
  };
  const whole = await list({});
  const grouped = await list({ oneOfEachHotel: true });
  const hotels = whole.nodes.map(({ hotel }) => hotel.number);
  expect(new Set(hotels).size).toBeGreaterThan(1);
  expect(grouped.nodes).toEqual(whole.nodes.filter((_, index) => hotels.indexOf(hotels[index]!) === index));
  expect(grouped.totalCount).toBe(grouped.nodes.length);
  expect([grouped.lowestTotal, grouped.byStars]).toEqual([whole.lowestTotal, whole.byStars]);
  for (const { hotelOfferCount, hotel } of grouped.nodes) {
    expect(hotelOfferCount).toBe(hotels.filter((number) => number === hotel.number).length);
  }
  const first = await list({ oneOfEachHotel: true, first: 1 });
  expect([first.totalCount, first.pageInfo.hasNextPage]).toEqual([grouped.totalCount, true]);
  const next = await list({ oneOfEachHotel: true, after: first.pageInfo.endCursor });
  expect([...first.nodes, ...next.nodes]).toEqual(grouped.nodes);
});

test('an offer shows its visit type, hotel and room type, and its price line by line', async () => {
  const filter = { ...FILTER, visitType: OBJECT_IDS.visitType101, hotel: OBJECT_IDS.hotel1, guests: 2, nights: 7 };
  const data = await gateway.ask(
    `query ($filter: OfferFilter!) { offers(filter: $filter, first: 1) { nodes {
      visitType { id name { en } } hotel { id stars } roomType { id beds } arrival departure nights availability
      quote { currency nights priceListKind basePrice { amountMinor } promotions { name { en } nights amount { amountMinor } } total { amountMinor } }
    } } }`,
    { variables: { filter } },
  );
  // 1,000 a night and bed; Aurora wins the nights of 15 to 20 March, Spring the last.
  expect(data).toEqual({
    offers: {
      nodes: [
        {
          visitType: { id: OBJECT_IDS.visitType101, name: { en: 'Classic' } },
          hotel: { id: OBJECT_IDS.hotel1, stars: SMALL_CATALOGUE.hotels![0]!.stars },
          roomType: { id: OBJECT_IDS.roomType11, beds: 2 },
          ...{ arrival: '2027-03-15', departure: '2027-03-22', nights: 7, availability: expect.any(String) },
          quote: {
            ...{ currency: 'CZK', nights: 7, priceListKind: 'PER_NIGHT', basePrice: { amountMinor: 1_400_000 } },
            promotions: [
              { name: { en: 'Aurora' }, nights: 6, amount: { amountMinor: 240_000 } },
              { name: { en: 'Spring' }, nights: 1, amount: { amountMinor: 20_000 } },
            ],
            total: { amountMinor: 1_140_000 },
          },
        },
      ],
    },
  });
});
