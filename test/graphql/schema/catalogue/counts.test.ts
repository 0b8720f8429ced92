/** What destinations and visit types count, and show without their lists, is what the lists say, for whichever key. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Catalogue } from '../../../../src/catalogue/file/file-schema.ts';
import { dividedCatalogue, SIDES, TODAY } from '../../../support/catalogue/divided-catalogue.ts';
import { sentDuring } from '../../../support/database/query-count.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

const CATALOGUE = dividedCatalogue(SIDES);
const image = (name: string) => ({ url: `https://images.example/${name}.jpg` });
const hotel = (id: number, destinationId: number, pictures: readonly string[]) => ({
  ...{ id, code: `H${id}`, name: `House ${id}`, destinationId, stars: 3, images: pictures.map(image) },
});
/** In destination 4 the first two have no picture, in destination 5 none has, in destination 6 there are no hotels. */
const HOTELS: NonNullable<Catalogue['hotels']> = [
  ...CATALOGUE.hotels!,
  ...[hotel(41, 4, []), hotel(42, 4, []), hotel(43, 4, ['third', 'other']), hotel(44, 4, ['fourth'])],
  ...[hotel(51, 5, []), hotel(52, 5, [])],
];
const SOLD: Record<number, readonly number[]> = { 100: [41, 42, 43, 51], 101: [43, 44, 52], 102: [], 103: [44] };

let gateway: TestGateway;
beforeAll(async () => {
  const catalogue = {
    ...CATALOGUE,
    destinations: [...CATALOGUE.destinations!, ...[4, 5, 6].map((id) => ({ id, name: { en: `Place ${id}` } }))],
    hotels: HOTELS,
    visitTypes: CATALOGUE.visitTypes!.map((one) => ({ ...one, hotelIds: [...one.hotelIds!, ...SOLD[one.id]!] })),
  };
  gateway = await startGateway({ today: TODAY, catalogue });
});
afterAll(() => gateway?.close());

interface Destinations {
  readonly destinations: readonly {
    readonly number: number;
    readonly hotelCount: number;
    readonly visitTypeCount: number;
    readonly picture: { readonly url: string; readonly alt: object } | null;
    readonly hotels: readonly {
      readonly images: readonly { readonly url: string; readonly alt: object }[];
      readonly visitTypes: readonly { readonly number: number }[];
    }[];
  }[];
}

interface VisitTypes {
  readonly visitTypes: {
    readonly nodes: readonly {
      readonly hotelCount: number;
      readonly hotels: readonly object[];
      readonly one: readonly object[];
      readonly three: readonly object[];
    }[];
  };
}

interface Hotels {
  readonly hotels: { readonly nodes: readonly { readonly id: string; readonly number: number }[] };
}

interface Sold {
  readonly hotel: { readonly number: number };
}

interface SoldInNamed {
  readonly visitTypes: {
    readonly nodes: readonly { readonly hotels: readonly Sold[]; readonly named: readonly Sold[] }[];
  };
}

describe.each([
  ['all destinations', null],
  ['the places of a side', [1, 3]],
  ['hotels of which the first have no picture', [4, 6]],
  ['hotels without pictures', [2, 5]],
])('a key that sees %s', (_, destinations) => {
  const keyed = async () => ({ key: await gateway.key({ destinations }) });

  test('gets the hotels, the visit types and a picture of a destination as its hotels say them', async () => {
    const answer = await gateway.ask<Destinations>(
      `{ destinations { number hotelCount visitTypeCount picture { url alt { text } }
        hotels { images { url alt { text } } visitTypes { number } } } }`,
      await keyed(),
    );
    expect(answer.destinations.map(({ number }) => number)).toEqual(destinations ?? [1, 2, 3, 4, 5, 6]);
    for (const { hotels, ...told } of answer.destinations)
      expect(told).toMatchObject({
        hotelCount: hotels.length,
        visitTypeCount: new Set(hotels.flatMap(({ visitTypes }) => visitTypes.map(({ number }) => number))).size,
        picture: hotels.flatMap(({ images }) => images)[0] ?? null,
      });
  });

  test('gets the hotels of a visit type that it sees, and the first of them', async () => {
    const { visitTypes } = await gateway.ask<VisitTypes>(
      `{ visitTypes { nodes { hotelCount hotels { ...Sold } one: hotels(first: 1) { ...Sold } three: hotels(first: 3) { ...Sold } } } }
      fragment Sold on VisitTypeHotel { hotel { number } }`,
      await keyed(),
    );
    expect(visitTypes.nodes.length).toBeGreaterThan(1);
    for (const { hotelCount, hotels, one, three } of visitTypes.nodes)
      expect([hotelCount, one, three]).toEqual([hotels.length, hotels.slice(0, 1), hotels.slice(0, 3)]);
  });

  test('gets a named hotel of a visit type where its list has it, and else none, whether the hotel is hidden or missing', async () => {
    const own = await keyed();
    const { hotels } = await gateway.ask<Hotels>('{ hotels(first: 100) { nodes { id number } } }');
    const named = hotels.nodes.flatMap(({ id, number }) => [
      { hotel: id, number },
      { hotel: number, number },
    ]);
    for (const { hotel, number } of [...named, { hotel: 999, number: 999 }, { hotel: 'nonsense', number: 0 }]) {
      const { visitTypes } = await gateway.ask<SoldInNamed>(
        'query ($hotel: ID!) { visitTypes { nodes { hotels { ...Sold } named: hotels(hotel: $hotel) { ...Sold } } } } fragment Sold on VisitTypeHotel { hotel { number } }',
        { ...own, variables: { hotel } },
      );
      for (const { hotels, named } of visitTypes.nodes)
        expect(named).toEqual(hotels.filter((one) => one.hotel.number === number));
    }
  });
});

test('a named hotel of a visit type is found without reading the others that sell it', async () => {
  const cold = await startGateway({ today: TODAY, database: gateway.database });
  const key = await cold.key();
  const sent = await sentDuring(async () => {
    const named = await cold.ask('{ visitType(id: 100) { hotels(hotel: 43) { hotel { number } } } }', { key });
    expect(named).toEqual({ visitType: { hotels: [{ hotel: { number: 43 } }] } });
  });
  const values = sent.flatMap((statement) => statement.values).flat();
  expect(values).toContain(43);
  for (const other of [41, 42, 51]) expect(values).not.toContain(other);
  await cold.stop();
});

test.each([0, -1, 101])('%i first hotels of a visit type are refused, with the bounds', async (first) => {
  const response = await gateway.graphql(`{ visitType(id: 100) { hotels(first: ${first}) { hotel { number } } } }`);
  expect(response).toMatchObject({
    errors: [{ message: expect.stringContaining('1 to 100'), path: ['visitType', 'hotels'] }],
  });
});
