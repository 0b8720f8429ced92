/** Cancelling over GraphQL: every outcome, and what each scope may. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { type KeyOptions, startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

const CANCEL = `mutation ($input: CancelBookingInput!) {
  cancelBooking(input: $input) {
    __typename
    ... on BookingCancelled { booking { id status history { type client note } } fee { amount amountMinor currency } alreadyCancelled }
    ... on Problem { code message }
    ... on NotFound { subject reference }
    ... on InvalidInput { problems { path code } }
  }
}`;
const STAY = { visitType: 101, hotel: 1, roomType: 11, arrival: '2027-03-05', departure: '2027-03-09' };
const PERSON = { firstName: 'Anna', lastName: 'Nová' };
const ADDRESS = { street: 'Lázeňská', houseNumber: '1a', city: 'Aš', zipCode: '352 01', country: 'CZE' };

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  key = await gateway.key({ client: 'shop' });
  await gateway.database.prisma.inventoryNight.updateMany({ where: { roomTypeNumber: 11 }, data: { units: 100 } });
});
beforeEach(() => gateway.setToday(TODAY));
afterAll(() => gateway.close());

async function book(kind: 'BINDING' | 'REQUEST' = 'BINDING'): Promise<string> {
  const billedTo = { ...PERSON, email: 'anna@example.com', address: ADDRESS };
  const input = { ...STAY, kind, currency: 'CZK', billedTo, guests: [PERSON] };
  const { createBooking } = await gateway.ask<{ createBooking: { id: string } }>(
    'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { ... on BookingCreated { id } ... on Problem { message } } }',
    { key, variables: { input } },
  );
  return createBooking.id;
}

async function cancel(
  input: { id: string; reason?: string; fee?: unknown },
  presented = key,
): Promise<Record<string, unknown>> {
  const { cancelBooking } = await gateway.ask<{ cancelBooking: Record<string, unknown> }>(CANCEL, {
    key: presented,
    variables: { input },
  });
  return cancelBooking;
}

/** What the calendar says of the first day of the stay. */
async function availability(): Promise<string> {
  const { calendar } = await gateway.ask<{ calendar: { availability: string }[] }>(
    `{ calendar(dateFrom: "${STAY.arrival}", dateTo: "${STAY.arrival}", filter: { visitType: 101, roomType: 11 }) { availability } }`,
    { key },
  );
  return calendar[0]!.availability;
}

describe('cancelBooking (S10)', () => {
  test('answers with the booking, its history and the fee; asked again, with the same', async () => {
    const id = await book();
    const cancelled = await cancel({ id, reason: 'Ill' });
    expect(cancelled).toEqual({
      __typename: 'BookingCancelled',
      booking: {
        id,
        status: 'CANCELLED',
        history: [
          { type: 'CONFIRMED', client: 'shop', note: null },
          { type: 'CANCELLED', client: 'shop', note: null },
        ],
      },
      fee: { amount: 0, amountMinor: 0, currency: 'CZK' },
      alreadyCancelled: false,
    });
    expect(await cancel({ id, reason: 'Still ill' })).toEqual({ ...cancelled, alreadyCancelled: true });
  });

  test('NotCancellable says what was found', async () => {
    const id = await book();
    const request = await book('REQUEST');
    gateway.setToday(STAY.arrival);
    expect(await cancel({ id })).toEqual({
      __typename: 'NotCancellable',
      code: 'ARRIVED',
      message: 'The booking cannot be cancelled: the stay has begun.',
    });
    gateway.setToday(STAY.departure);
    expect(await cancel({ id: request })).toMatchObject({ __typename: 'NotCancellable', code: 'EXPIRED' });
    expect(await cancel({ id })).toMatchObject({ __typename: 'NotCancellable', code: 'DEPARTED' });
  });

  test('a fee may be as high as any total, and what is no amount is a problem beside the others (M6, F8)', async () => {
    const operator = await gateway.key({ scopes: ['operate'] });
    const id = await book();
    await gateway.database.prisma.booking.update({
      where: { id },
      data: { amountMinor: 3_000_000_000n, baseMinor: 3_000_000_000n },
    });
    expect(await cancel({ id, fee: 1.5, reason: 'a\u0007' }, operator)).toMatchObject({
      problems: [
        { path: 'fee', code: 'NOT_AN_INTEGER' },
        { path: 'reason', code: 'CONTROL_CHARACTER' },
      ],
    });
    expect(await cancel({ id, fee: 3_000_000_001 }, operator)).toMatchObject({
      problems: [{ path: 'fee', code: 'OUT_OF_RANGE' }],
    });
    expect(await cancel({ id, fee: 2_500_000_000 }, operator)).toMatchObject({ fee: { amountMinor: 2_500_000_000 } });
  });

  test('NotFound and InvalidInput', async () => {
    const id = 'f'.repeat(24);
    expect(await cancel({ id })).toEqual({
      __typename: 'NotFound',
      code: 'NOT_FOUND',
      message: 'There is no booking with this id.',
      subject: 'BOOKING',
      reference: id,
    });
    const invalid = async (reason: string) => (await cancel({ id, reason })).problems;
    expect(await invalid('x'.repeat(1_001))).toEqual([{ path: 'reason', code: 'TOO_LONG' }]);
    expect(await invalid('a\u0007')).toEqual([{ path: 'reason', code: 'CONTROL_CHARACTER' }]);
    expect(await invalid('\ud800')).toEqual([{ path: 'reason', code: 'MALFORMED' }]);
  });

  test.each<[string, string, KeyOptions]>([
    ['book, same client', 'BookingCancelled', { scopes: ['book'], client: 'shop' }],
    ['bookings, same client', 'BookingCancelled', { scopes: ['bookings'], client: 'shop' }],
    ['book, another client', 'NotFound', { scopes: ['book'] }],
    ['bookings, another client', 'NotFound', { scopes: ['bookings'] }],
    ['operate, everywhere', 'BookingCancelled', { scopes: ['operate'] }],
    ['operate, its destination', 'BookingCancelled', { scopes: ['operate'], destinations: [1] }],
    ['operate, another destination', 'NotFound', { scopes: ['operate'], destinations: [2] }],
  ])('a key with %s: %s (S10)', async (_, outcome, options) => {
    const id = await book();
    expect(await cancel({ id }, await gateway.key(options))).toMatchObject({ __typename: outcome });
  });

  test('a key that may only read or manage is refused', async () => {
    const id = await book();
    for (const scopes of [['read'], ['manage']] as const) {
      const { errors } = await gateway.graphql(CANCEL, {
        key: await gateway.key({ scopes }),
        variables: { input: { id } },
      });
      expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    }
  });

  test('the calendar shows the room free again with the next request', async () => {
    const { prisma } = gateway.database;
    await prisma.inventoryNight.updateMany({ where: { roomTypeNumber: 11 }, data: { units: 1, sold: 0 } });
    const id = await book();
    expect(await availability()).not.toBe('AVAILABLE');
    await cancel({ id });
    expect(await availability()).toBe('AVAILABLE');
  });
});
