/** From a search to the hold: `holdStay` takes the id of an offer (F4, S13). */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatOfferId } from '../../../../src/operations/search/offers/offer-id.ts';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

const OFFERS = `query ($filter: OfferFilter!) { offers(filter: $filter) { nodes { id visitType { number } hotel { number } roomType { number }
  arrival departure quote { currency total { amount } } } } }`;
const HOLD = `mutation ($input: HoldStayInput!) { holdStay(input: $input) { __typename
  ... on StayHeld { replayed hold { id visitTypeNumber hotelNumber roomTypeNumber arrival departure quote { currency total { amount } discounts { guest } } } }
  ... on NoCapacity { firstNight } ... on NotFound { subject }
  ... on InvalidInput { problems { path code reason message } } } }`;

const FILTER = { ...{ arrival: '2027-04-05', nights: 2, currency: 'CZK' }, visitType: '101', hotel: '1', guests: 1 };
/** The same stay, named field by field. */
const STAY = { ...{ visitType: 101, roomType: 12 }, arrival: '2027-04-05', departure: '2027-04-07', currency: 'CZK' };

interface Offer {
  readonly id: string;
  readonly roomType: { readonly number: number } | null;
  readonly quote: object;
}

let gateway: TestGateway;
let key: string;
beforeEach(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key({ client: 'shop' });
});
afterEach(() => gateway.close());

const offers = async () =>
  (await gateway.ask<{ offers: { nodes: Offer[] } }>(OFFERS, { key, variables: { filter: FILTER } })).offers.nodes;
const hold = async (input: object, presented = key) =>
  (await gateway.ask<{ holdStay: object }>(HOLD, { key: presented, variables: { input } })).holdStay;
const single = async () => (await offers()).find(({ roomType }) => roomType?.number === 12)!;

describe('F4: holdStay with an offer', () => {
  test('holds the stay that was found, at its price', async () => {
    const found = await single();
    const { id, quote } = found;
    expect(await hold({ offer: id })).toMatchObject({
      __typename: 'StayHeld',
      hold: {
        ...{ visitTypeNumber: 101, hotelNumber: 1, roomTypeNumber: 12 },
        ...{ arrival: STAY.arrival, departure: STAY.departure, quote },
      },
    });
    // Its only room is taken now, and the id binds nothing.
    expect(await hold({ offer: id })).toEqual({ __typename: 'NoCapacity', firstNight: '2027-04-05' });
  });

  test('is the same request as with the fields: under one idempotency key there is one hold', async () => {
    const { id } = await single();
    const first = await hold({ offer: id, idempotencyKey: 'one' });
    expect(await hold({ ...STAY, hotel: 1, idempotencyKey: 'one' })).toEqual({ ...first, replayed: true });
  });

  test('is priced again: loyalty programmes and what has become of prices count', async () => {
    const { id } = await single();
    const loyaltyPrograms = [{ guest: 1, program: 1 }];
    expect(await hold({ offer: id, loyaltyPrograms })).toMatchObject({
      hold: { quote: { discounts: [{ guest: 1 }] } },
    });
  });

  test('is refused beside fields of a stay, and with neither, each problem at its field', async () => {
    const { id } = await single();
    expect(await hold({ offer: id, arrival: '2027-02-30', roomType: 12, minutes: 31 })).toMatchObject({
      problems: [
        { path: 'arrival', code: 'NOT_A_DATE' },
        { path: 'roomType', reason: 'EXCLUDED', message: 'Must not be given beside offer.' },
        { path: 'minutes', code: 'OUT_OF_RANGE' },
      ],
    });
    expect(await hold({})).toMatchObject({ problems: [{ path: 'offer', reason: 'ONE_REQUIRED' }] });
    const { visitType: _, currency: __, ...rest } = STAY;
    expect(await hold(rest)).toMatchObject({
      problems: [
        { path: 'visitType', reason: 'REQUIRED' },
        { path: 'currency', reason: 'REQUIRED' },
      ],
    });
  });

  test('is good on the next day, and refused on the day after', async () => {
    const { id } = await single();
    gateway.setClock('2027-01-12T12:00:00Z');
    expect(await hold({ offer: id })).toMatchObject({
      problems: [
        { path: 'offer', reason: 'OFFER_EXPIRED', message: 'This offer was good until 2027-01-11; search again.' },
      ],
    });
    gateway.setClock('2027-01-11T12:00:00Z');
    expect(await hold({ offer: id })).toMatchObject({ __typename: 'StayHeld' });
  });

  test('that somebody has made up, or of several rooms, is refused', async () => {
    const { id } = await single();
    const [payload, signature] = id.split('.');
    const other = Buffer.from(Buffer.from(payload!, 'base64url').toString().replace('12', '11')).toString('base64url');
    for (const offer of [`${other}.${signature}`, 'x', '']) {
      expect(await hold({ offer })).toMatchObject({ problems: [{ path: 'offer', reason: 'NOT_AN_OFFER' }] });
    }
    const room = { roomTypeNumber: 12, guests: 1 };
    const stay = { visitTypeNumber: 101, hotelNumber: 1, arrival: 20_913, departure: 20_915, currency: 'CZK' as const };
    const { cursors } = gateway.services;
    const offer = formatOfferId({ ...stay, rooms: [room, room] }, { cursors, today: 20_828 });
    expect(await hold({ offer })).toMatchObject({ problems: [{ path: 'offer', reason: 'OFFER_OF_ROOMS' }] });
  });

  test('of a hotel that the key does not see finds nothing there', async () => {
    const { id } = await single();
    const elsewhere = await gateway.key({ destinations: [2] });
    expect(await hold({ offer: id }, elsewhere)).toMatchObject({ __typename: 'NotFound' });
  });
});
