/** Capacity and prices as they are stored, for those who change them (U7). */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { updatesOf } from '../../../support/update/updates.ts';

let gateway: TestGateway;
let updates: ReturnType<typeof updatesOf>;
let desk: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  updates = updatesOf(gateway);
  desk = await gateway.key({ scopes: ['operate'] });
});
afterAll(() => gateway.close());

interface Night {
  date: string;
  units: number;
  sold: number;
  held: number;
  closed: boolean;
  roomsLeft: number;
}
type Inventory = { roomType: { number: number }; nights: Night[] }[] | null;
interface Rates {
  priceList: number;
  kind: string;
  currency: string;
  rates: { roomType: { number: number }; from: string; to: string; amountMinor: number }[];
}

const INVENTORY = `query ($hotel: ID!, $from: LocalDate!, $to: LocalDate!) { inventory(hotel: $hotel, from: $from, to: $to) {
  roomType { number } nights { date units sold held closed roomsLeft } } }`;
const RATES = `query ($visitType: ID!, $hotel: ID, $from: LocalDate!, $to: LocalDate!) {
  rates(visitType: $visitType, hotel: $hotel, from: $from, to: $to) {
    priceList kind currency rates { roomType { number } from to amountMinor } } }`;
const HOLD = `mutation ($input: HoldStayInput!) { holdStay(input: $input) { __typename ... on StayHeld { hold { id } } } }`;
const RELEASE = 'mutation ($id: ID!) { releaseHold(input: { id: $id }) { __typename } }';

async function inventory(
  from: string,
  to: string,
  { key = desk, hotel = 1 as number | string } = {},
): Promise<Inventory> {
  return (await gateway.ask<{ inventory: Inventory }>(INVENTORY, { key, variables: { hotel, from, to } })).inventory;
}

async function rates(variables: Record<string, unknown>, key = desk): Promise<Rates[] | null> {
  return (await gateway.ask<{ rates: Rates[] | null }>(RATES, { key, variables })).rates;
}

const nightsOf = (found: Inventory, roomType: number) => found!.find((one) => one.roomType.number === roomType)!.nights;

describe('U7: inventory', () => {
  test('has every room type of the hotel, with the nights that have a record, as an update has left them', async () => {
    await updates.inventory(
      { roomType: 11, from: '2027-05-01', to: '2027-05-03', units: 4 },
      { roomType: 11, from: '2027-05-02', to: '2027-05-02', closed: true },
    );
    const found = await inventory('2027-05-01', '2027-05-03');
    expect(found!.map(({ roomType }) => roomType.number)).toEqual([11, 12, 13]);
    const open = { units: 4, sold: 0, held: 0, closed: false, roomsLeft: 4 };
    expect(nightsOf(found, 11)).toEqual([
      { date: '2027-05-01', ...open },
      { date: '2027-05-02', ...open, closed: true, roomsLeft: 0 },
      { date: '2027-05-03', ...open },
    ]);
  });

  test('counts holds while they are open, and what is left with them', async () => {
    await updates.inventory({ roomType: 11, from: '2027-03-01', to: '2027-03-31', units: 3 });
    const stay = { visitType: 101, roomType: 11, currency: 'CZK', arrival: '2027-03-05', departure: '2027-03-08' };
    const key = await gateway.key();
    const { holdStay } = await gateway.ask<{ holdStay: { hold?: { id: string } } }>(HOLD, {
      key,
      variables: { input: stay },
    });
    const held = async () =>
      nightsOf(await inventory('2027-03-04', '2027-03-08'), 11).map((night) => [night.held, night.roomsLeft]);
    expect(await held()).toEqual([
      [0, 3],
      [1, 2],
      [1, 2],
      [1, 2],
      [0, 3],
    ]);
    await gateway.ask(RELEASE, { key, variables: { id: holdStay.hold!.id } });
    expect(await held()).toEqual(Array(5).fill([0, 3]));
  });

  test('agrees with the rows, whatever was stated and sold', async () => {
    const dates = Array.from({ length: 10 }, (_, index) => `2027-06-${String(index + 1).padStart(2, '0')}`);
    const state = fc.record({ units: fc.nat(5), sold: fc.nat(5), closed: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(state, { minLength: 10, maxLength: 10 }), async (states) => {
        for (const [index, { units, sold, closed }] of states.entries()) {
          const data = { units: Math.max(units, sold), sold, closed };
          const key = { roomTypeNumber: 11, night: new Date(dates[index]!) };
          await gateway.database.prisma.inventoryNight.upsert({
            where: { roomTypeNumber_night: key },
            create: { ...key, ...data },
            update: data,
          });
        }
        expect(nightsOf(await inventory(dates[0]!, dates.at(-1)!), 11)).toEqual(
          states.map(({ units, sold, closed }, index) => {
            const all = Math.max(units, sold);
            return { date: dates[index], units: all, sold, held: 0, closed, roomsLeft: closed ? 0 : all - sold };
          }),
        );
      }),
      { numRuns: 15 },
    );
  });

  test('does not exist for a key that does not see the hotel, nor for a hotel that is not there', async () => {
    const foreign = await gateway.key({ scopes: ['operate'], destinations: [2] });
    expect(await inventory('2027-05-01', '2027-05-03', { key: foreign })).toBeNull();
    expect(await inventory('2027-05-01', '2027-05-03', { hotel: 999 })).toBeNull();
    expect(await inventory('2027-05-01', '2027-05-03', { hotel: '0'.repeat(24) })).toBeNull();
  });

  test.each([
    ['2027-05-03', '2027-05-01', 'to'],
    ['2027-01-01', '2027-04-04', 'to'],
  ])('from %s to %s is refused, with the path', async (from, to, path) => {
    const asked = { query: INVENTORY, variables: { hotel: 1, from, to } };
    const { body } = await gateway.inject({
      method: 'POST',
      url: '/graphql',
      payload: asked,
      headers: { authorization: `Bearer ${desk}` },
    });
    const { data, errors } = JSON.parse(body);
    expect([data.inventory, errors[0].extensions.code, errors[0].extensions.problems[0].path]).toEqual([
      null,
      'BAD_USER_INPUT',
      path,
    ]);
  });
});

describe('U7: rates', () => {
  const may = { from: '2027-05-01', to: '2027-05-31' };

  test('are the price lists of the visit type, with what an update has just written', async () => {
    const before = (await rates({ visitType: 101, ...may }))!;
    const list = before.find(({ kind, currency }) => kind === 'PER_NIGHT' && currency === 'CZK')!;
    await updates.rates(
      { visitType: 101, priceList: list.priceList },
      { roomType: 11, from: '2027-05-10', to: '2027-05-12', amountMinor: 123_400 },
    );
    const after = (await rates({ visitType: 101, ...may }))!;
    expect(after.map(({ priceList }) => priceList)).toEqual(before.map(({ priceList }) => priceList));
    const written = after.find(({ priceList }) => priceList === list.priceList)!.rates;
    expect(written).toContainEqual({
      roomType: { number: 11 },
      from: '2027-05-10',
      to: '2027-05-12',
      amountMinor: 123_400,
    });
  });

  test('are those of one hotel if it is named, and none of one that is not there', async () => {
    const roomTypes = async (hotel: number | undefined) => [
      ...new Set(
        (await rates({ visitType: 101, hotel, ...may }))!.flatMap((list) =>
          list.rates.map((rate) => rate.roomType.number),
        ),
      ),
    ];
    expect(await roomTypes(1)).toEqual((await roomTypes(undefined)).filter((number) => number < 20));
    expect(await roomTypes(999)).toEqual([]);
  });

  test('leave out rooms of hotels that the key does not see', async () => {
    const roomTypes = async (key: string) => [
      ...new Set(
        (await rates({ visitType: 101, ...may }, key))!.flatMap((list) =>
          list.rates.map((rate) => rate.roomType.number),
        ),
      ),
    ];
    const ofSecond = await roomTypes(await gateway.key({ scopes: ['operate'], destinations: [2] }));
    expect(ofSecond).toEqual((await roomTypes(desk)).filter((number) => number > 20));
    expect(ofSecond.length).toBeGreaterThan(0);
  });

  test('do not exist for a key that does not see the visit type, nor for one that is not there', async () => {
    const foreign = await gateway.key({ scopes: ['manage'], destinations: [2] });
    expect(await rates({ visitType: 102, ...may })).not.toBeNull();
    expect(await rates({ visitType: 102, ...may }, foreign)).toBeNull();
    expect(await rates({ visitType: 999, ...may })).toBeNull();
  });
});
