/** Answers to requests over GraphQL: every outcome, and who may give them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { type KeyOptions, startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

const BOOKED = 'booking { id status price { total { amountMinor } } history { type client note } }';
const REFUSED =
  '... on Problem { code message } ... on NoCapacity { firstNight } ... on InvalidInput { problems { path code } }';
const CONFIRM = `mutation ($input: ConfirmBookingInput!) { answer: confirmBooking(input: $input) {
  __typename ... on BookingConfirmed { ${BOOKED} alreadyConfirmed } ${REFUSED} } }`;
const DECLINE = `mutation ($input: DeclineBookingInput!) { answer: declineBooking(input: $input) {
  __typename ... on BookingDeclined { ${BOOKED} alreadyDeclined } ${REFUSED.replace('... on NoCapacity { firstNight }', '')} } }`;
const PERSON = { firstName: 'Anna', lastName: 'Nová' };

let gateway: TestGateway;
let shop: string;
let hotel: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  shop = await gateway.key({ client: 'shop' });
  hotel = await gateway.key({ client: 'hotel', scopes: ['operate'] });
});
beforeEach(() => gateway.setToday(TODAY));
afterAll(() => gateway.close());

let requests = 0;
async function requested(arrival = '2027-03-05', departure = '2027-03-09'): Promise<string> {
  const billedTo = { ...PERSON, email: `anna${++requests}@example.com` };
  const stay = { kind: 'REQUEST', visitType: 101, hotel: 1, roomType: 11, arrival, departure };
  const input = { ...stay, currency: 'CZK', billedTo, guests: [PERSON] };
  const { createBooking } = await gateway.ask<{ createBooking: { id: string } }>(
    'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { ... on BookingCreated { id } ... on Problem { message } } }',
    { key: shop, variables: { input } },
  );
  return createBooking.id;
}

async function ask(query: string, input: object, key = hotel): Promise<Record<string, unknown>> {
  return (await gateway.ask<{ answer: Record<string, unknown> }>(query, { key, variables: { input } })).answer;
}

describe('confirmBooking and declineBooking (S11)', () => {
  test('confirm at the price of the request; asked again, the same answer', async () => {
    const id = await requested();
    const confirmed = await ask(CONFIRM, { id, note: 'Welcome' });
    expect(confirmed).toEqual({
      __typename: 'BookingConfirmed',
      booking: {
        id,
        status: 'CONFIRMED',
        price: { total: { amountMinor: expect.any(Number) } },
        history: [
          { type: 'REQUESTED', client: 'shop', note: null },
          { type: 'CONFIRMED', client: 'hotel', note: 'Welcome' },
        ],
      },
      alreadyConfirmed: false,
    });
    expect(await ask(CONFIRM, { id })).toEqual({ ...confirmed, alreadyConfirmed: true });
    expect(await ask(DECLINE, { id })).toEqual({
      __typename: 'NotDeclinable',
      code: 'CONFIRMED',
      message: 'The booking cannot be declined: it is confirmed.',
    });
  });

  test('decline; asked again, the same answer', async () => {
    const id = await requested();
    const declined = await ask(DECLINE, { id, reason: 'Full' });
    expect(declined).toMatchObject({
      __typename: 'BookingDeclined',
      booking: { status: 'DECLINED', history: [{}, { type: 'DECLINED', client: 'hotel', note: 'Full' }] },
      alreadyDeclined: false,
    });
    expect(await ask(DECLINE, { id })).toEqual({ ...declined, alreadyDeclined: true });
    expect(await ask(CONFIRM, { id })).toMatchObject({ __typename: 'NotConfirmable', code: 'DECLINED' });
  });

  test('NoCapacity names the first full night; with takeRooms false, and only then, capacity does not matter', async () => {
    const id = await requested('2027-02-09', '2027-02-12');
    const full = { __typename: 'NoCapacity', firstNight: '2027-02-10' };
    expect(await ask(CONFIRM, { id })).toMatchObject(full);
    expect(await ask(CONFIRM, { id, takeRooms: null })).toMatchObject(full);
    expect(await ask(CONFIRM, { id, takeRooms: false })).toMatchObject({ __typename: 'BookingConfirmed' });
  });

  test('an expired request reads so, is not answered, and is not there for ids of nothing', async () => {
    const id = await requested();
    gateway.setToday('2027-03-06');
    expect(await ask(CONFIRM, { id })).toMatchObject({ __typename: 'NotConfirmable', code: 'EXPIRED' });
    expect(await ask(DECLINE, { id })).toMatchObject({ __typename: 'NotDeclinable', code: 'EXPIRED' });
    const { booking } = await gateway.ask(`{ booking(id: "${id}") { status } }`, { key: hotel });
    expect(booking).toEqual({ status: 'EXPIRED' });
    for (const query of [CONFIRM, DECLINE]) {
      expect(await ask(query, { id: 'f'.repeat(24) })).toMatchObject({ __typename: 'NotFound' });
    }
  });

  test('InvalidInput names the field', async () => {
    const id = await requested();
    const long = 'x'.repeat(1_001);
    expect((await ask(CONFIRM, { id, note: long })).problems).toEqual([{ path: 'note', code: 'TOO_LONG' }]);
    expect((await ask(DECLINE, { id, reason: long })).problems).toEqual([{ path: 'reason', code: 'TOO_LONG' }]);
    expect(await ask(CONFIRM, { id, note: 'x'.repeat(1_000) })).toMatchObject({ __typename: 'BookingConfirmed' });
  });

  test.each<[KeyOptions]>([[{ scopes: ['read', 'book', 'bookings', 'manage'], client: 'shop' }]])(
    'a key without operate is refused, whatever else it may do: %o',
    async (options) => {
      const id = await requested();
      const key = await gateway.key(options);
      for (const query of [CONFIRM, DECLINE]) {
        const { errors } = await gateway.graphql(query, { key, variables: { input: { id } } });
        expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
      }
    },
  );

  test('a key for other destinations does not find it', async () => {
    const id = await requested();
    const key = await gateway.key({ scopes: ['operate'], destinations: [2] });
    expect(await ask(CONFIRM, { id }, key)).toMatchObject({ __typename: 'NotFound' });
  });
});
