/** A8: an id or a reference that others receive is no key to a person: with a publishable key the e-mail address belongs to it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bindingBody } from '../../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { untilWaiting } from '../../../support/database/rival-transactions.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { until } from '../../../support/requests/until.ts';
import { startReceiver } from '../../../support/webhooks/receiver.ts';

const EMAIL = 'anna@example.com';
const WRONG = 'bert@example.com';

const FIND = `query ($id: ID, $reference: String, $email: String) {
  booking(id: $id, reference: $reference, email: $email) { billedTo { email } } }`;
const CANCEL = `mutation ($input: CancelBookingInput!) { cancelBooking(input: $input) {
  __typename ... on BookingCancelled { booking { id status billedTo { email } } }
  ... on NotFound { subject reference } ... on InvalidInput { problems { path code message } } } }`;

let gateway: TestGateway;
/** The key in the pages of the shop, and the one of its server. */
let shop: string;
let server: string;
let booking: { id: string; reference: string };
beforeEach(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, config: { webhooksAllowPrivate: true } });
  shop = await gateway.key({ client: 'shop', isPublishable: true });
  server = await gateway.key({ client: 'shop' });
  booking = await book();
});
afterEach(() => gateway?.close());

async function book(): Promise<{ id: string; reference: string }> {
  const headers = { authorization: `Bearer ${shop}` };
  const made = await gateway.inject({ method: 'POST', url: '/api/v1/booking', headers, payload: bindingBody() });
  expect(made.statusCode).toBe(201);
  const { _id: id } = made.json() as { _id: string };
  return gateway.database.prisma.booking.findUniqueOrThrow({ where: { id }, select: { id: true, reference: true } });
}

const find = (key: string, variables: Record<string, unknown>) =>
  gateway.graphql<{ booking: { billedTo: { email: string } } | null }>(FIND, { key, variables });
const cancel = async (key: string, input: Record<string, unknown>) =>
  (await gateway.ask<{ cancelBooking: Record<string, unknown> }>(CANCEL, { key, variables: { input } })).cancelBooking;
const status = async () =>
  (await gateway.database.prisma.booking.findUniqueOrThrow({ where: { id: booking.id } })).status;

describe('26.8 (A8): with a publishable key', () => {
  test('an id or a reference without the e-mail address is refused by naming it, whether there is such a booking or not', async () => {
    for (const [named, lookups] of [
      ['id', [{ id: booking.id }, { id: 'f'.repeat(24) }, { id: 'none' }]],
      ['reference', [{ reference: booking.reference }, { reference: '0000-0000' }]],
    ] as const) {
      const answers = new Set<string>();
      for (const lookup of lookups) {
        const { errors } = await find(shop, lookup);
        const problem = { path: 'email', code: 'REQUIRED', message: expect.stringContaining(named) };
        expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', problems: [problem] } }]);
        const cancelled = await cancel(shop, lookup);
        expect(cancelled).toEqual({ __typename: 'InvalidInput', problems: [problem] });
        answers.add(JSON.stringify([errors, cancelled]));
      }
      expect(answers.size).toBe(1);
    }
    expect(await status()).toBe('CONFIRMED');
  });

  test('a wrong e-mail address reads as a booking that does not exist, shows nothing, changes nothing, and counts', async () => {
    const stored = await gateway.database.prisma.bookingEvent.count();
    for (const named of [{ id: booking.id }, { reference: booking.reference }, { id: 'f'.repeat(24) }]) {
      const { data, errors } = await find(shop, { ...named, email: WRONG });
      expect([data, errors]).toEqual([{ booking: null }, undefined]);
      expect(await cancel(shop, { ...named, email: WRONG })).toEqual({
        ...{ __typename: 'NotFound', subject: 'BOOKING', reference: Object.values(named)[0] },
      });
    }
    expect([await status(), await gateway.database.prisma.bookingEvent.count()]).toEqual(['CONFIRMED', stored]);
    for (let time = 6; time < 10; time++) await cancel(shop, { id: booking.id, email: WRONG });
    const { errors } = await gateway.graphql(CANCEL, {
      key: shop,
      variables: { input: { id: booking.id, email: EMAIL } },
    });
    expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
    expect((await find(shop, { id: booking.id, email: EMAIL })).errors).toMatchObject([
      { extensions: { code: 'RATE_LIMITED' } },
    ]);
    expect(await status()).toBe('CONFIRMED');
  });

  test.each(['id', 'reference'] as const)('its %s with the e-mail address shows and cancels it', async (name) => {
    const named = { [name]: booking[name], email: EMAIL.toUpperCase() };
    expect((await find(shop, named)).data.booking).toEqual({ billedTo: { email: EMAIL } });
    expect(await cancel(shop, named)).toMatchObject({
      ...{
        __typename: 'BookingCancelled',
        booking: { id: booking.id, status: 'CANCELLED', billedTo: { email: EMAIL } },
      },
    });
  });

  test('the answer to a booking shows it, and again to its idempotency key', async () => {
    const BOOK = `mutation ($input: CreateBookingInput!) { createBooking(input: $input) {
      ... on BookingCreated { replayed booking { billedTo { email } } } } }`;
    const person = { firstName: 'Anna', lastName: 'Nová' };
    const input = {
      ...{ kind: 'REQUEST', currency: 'CZK', visitType: 101, hotel: 1, roomType: 11, idempotencyKey: 'once' },
      ...{ arrival: '2027-04-05', departure: '2027-04-07', billedTo: { ...person, email: EMAIL }, guests: [person] },
    };
    for (const replayed of [false, true]) {
      const { createBooking } = await gateway.ask<{ createBooking: object }>(BOOK, { key: shop, variables: { input } });
      expect(createBooking).toEqual({ replayed, booking: { billedTo: { email: EMAIL } } });
    }
  });

  test('what a webhook and the feed publish of every client gets nothing: no booking is shown, and none is cancelled', async () => {
    const receiver = await startReceiver();
    const manage = await gateway.key({ client: 'hotel system', scopes: ['manage', 'operate'] });
    await gateway.ask(`mutation { createWebhook(input: { url: "${receiver.url}" }) { __typename } }`, { key: manage });
    await book();
    const [delivery] = await until(
      async () => receiver.received,
      (received) => received.length > 0,
    );
    await receiver.close();
    const feed = await gateway.inject({ url: '/api/v2/events', headers: { authorization: `Bearer ${manage}` } });
    const reported = [JSON.parse(delivery!.body), ...(feed.json() as { data: unknown[] }).data] as {
      data: { bookingId: string; reference: string };
    }[];
    expect(reported.length).toBeGreaterThan(2);
    for (const { bookingId: id, reference } of reported.map(({ data }) => data)) {
      for (const lookup of [{ id }, { reference }]) {
        expect((await find(shop, lookup)).data?.booking ?? null).toBeNull();
        expect(await cancel(shop, lookup)).toMatchObject({ __typename: 'InvalidInput' });
      }
      const { node } = await gateway.ask<{ node: null }>('query ($id: ID!) { node(id: $id) { id } }', {
        ...{ key: shop, variables: { id } },
      });
      expect(node).toBeNull();
    }
    expect(await gateway.database.prisma.booking.count({ where: { status: 'CANCELLED' } })).toBe(0);
  });
});

test.each([
  ['cancelBooking', 'mutation', {}],
  ['changeBooking', 'mutation', { customerNote: 'Two pillows' }],
  ['quoteChange', 'query', { customerNote: 'Two pillows' }],
])(
  'A8: %s of a booking that gets another address after it was compared does nothing, as if there were none',
  async (field, operation, asked) => {
    const type = field === 'cancelBooking' ? 'CancelBookingInput' : 'ChangeBookingInput';
    const query = `${operation} ($input: ${type}!) { result: ${field}(input: $input) { __typename ... on NotFound { subject reference } } }`;
    const input = { reference: booking.reference, email: EMAIL, ...asked };
    let answer: Promise<unknown> | undefined;
    await gateway.database.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM booking WHERE id = ${booking.id} FOR UPDATE`;
      await tx.bookingContact.update({ where: { bookingId: booking.id }, data: { email: WRONG } });
      answer = gateway.ask(query, { key: shop, variables: { input } });
      await untilWaiting(gateway.database, 1, answer);
    });
    expect(await answer).toEqual({
      result: { __typename: 'NotFound', subject: 'BOOKING', reference: booking.reference },
    });
    expect(await status()).toBe('CONFIRMED');
  },
);

test('A8, Y3: a room of a party that got another address shows, and cancels, none of those under the first one', async () => {
  const person = { firstName: 'Anna', lastName: 'Nová' };
  const input = {
    ...{ kind: 'REQUEST', currency: 'CZK', visitType: 101, hotel: 1, arrival: '2027-04-05', departure: '2027-04-07' },
    ...{
      billedTo: { ...person, email: EMAIL },
      rooms: [11, 11].map((roomType) => ({ roomType, guests: [person] })),
    },
  };
  const BOOK = `mutation ($input: CreateBookingsInput!) { createBookings(input: $input) {
    __typename ... on BookingsCreated { bookings { reference party { bookings { reference } } } }
    ... on InvalidInput { problems { path code } } ... on Problem { code message } } }`;
  type Room = { reference: string; party: { bookings: { reference: string }[] } };
  const { createBookings } = await gateway.ask<{ createBookings: { bookings: [Room, Room] } }>(BOOK, {
    ...{ key: shop, variables: { input } },
  });
  expect(createBookings).toMatchObject({ __typename: 'BookingsCreated' });
  const [one, other] = createBookings.bookings;
  const both = [{ reference: one.reference }, { reference: other.reference }];
  expect([one.party.bookings, other.party.bookings]).toEqual([both, both]);
  const CHANGE = 'mutation ($input: ChangeBookingInput!) { changeBooking(input: $input) { __typename } }';
  await gateway.ask(CHANGE, {
    ...{ key: shop, variables: { input: { reference: other.reference, email: EMAIL, billedTo: { email: WRONG } } } },
  });

  const PARTY = `query ($reference: String!, $email: String!) { booking(reference: $reference, email: $email) {
    party { bookings { reference billedTo { email } party { bookings { reference } } } } } }`;
  const partyOf = async (key: string, { reference }: Room, email: string) => {
    const variables = { reference, email };
    const { booking } = await gateway.ask<{ booking: { party: { bookings: Room[] } } }>(PARTY, { key, variables });
    return booking.party.bookings;
  };
  for (const [room, email] of [
    [one, EMAIL],
    [other, WRONG],
  ] as const) {
    const own = { reference: room.reference };
    expect(await partyOf(shop, room, email)).toEqual([{ ...own, billedTo: { email }, party: { bookings: [own] } }]);
    expect(await partyOf(server, room, email)).toHaveLength(2);
  }
  expect(await cancel(shop, { reference: other.reference, email: WRONG, party: true })).toMatchObject({
    ...{ __typename: 'BookingCancelled', booking: { billedTo: { email: WRONG } } },
  });
  const stored = await gateway.database.prisma.booking.findMany({
    where: { partyId: { not: null } },
    orderBy: { partyRoom: 'asc' },
  });
  expect(stored.map(({ status }) => status)).toEqual(['REQUESTED', 'CANCELLED']);
});

test('26.8 (A8): other keys show and cancel by id alone as before, by reference as far as they may list, and by either with the e-mail address', async () => {
  expect((await find(server, { id: booking.id })).data.booking).not.toBeNull();
  expect((await find(server, { id: booking.id, email: WRONG })).data.booking).toBeNull();
  expect(await cancel(server, { reference: booking.reference })).toMatchObject({ problems: [{ path: 'email' }] });
  const lists = await gateway.key({ client: 'shop', scopes: ['bookings'] });
  expect((await find(lists, { id: booking.id, email: EMAIL })).data.booking).not.toBeNull();
  expect((await find(lists, { id: booking.id, email: WRONG })).data.booking).toBeNull();
  expect(await cancel(lists, { reference: booking.reference, email: WRONG })).toMatchObject({ __typename: 'NotFound' });
  expect(await cancel(lists, { reference: booking.reference })).toMatchObject({ __typename: 'BookingCancelled' });
  expect(await cancel(server, { id: booking.id })).toMatchObject({ __typename: 'BookingCancelled' });
});
