/** No-shows, cancellations by the hotel, and what takes them back, over GraphQL, feeds and mails (M4, M6). Issue 29, numbers 1 and 2. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { type MailServer, readMail, startMailServer } from '../../../support/mail/mail-server.ts';
import { until } from '../../../support/requests/until.ts';

const STAY = { visitType: 101, hotel: 1, roomType: 11, arrival: '2027-03-05', departure: '2027-03-09' };
const PERSON = { firstName: 'Anna', lastName: 'Nová' };
const ADDRESS = { street: 'Lázeňská', houseNumber: '1a', city: 'Aš', zipCode: '352 01', country: 'CZE' };

let mails: MailServer;
let gateway: TestGateway;
let shop: string;
let desk: string;
beforeAll(async () => {
  mails = await startMailServer();
  const mail = { url: mails.url, from: { name: 'Spa Stays', email: 'stays@gateway.example' }, templates: null };
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, config: { mail } });
  await gateway.database.prisma.hotel.update({
    ...{ where: { number: 1 }, data: { reservationEmail: 'hotel@example.net', reservationLanguage: 'en' } },
  });
  shop = await gateway.key({ client: 'shop', scopes: ['read', 'book', 'bookings'] });
  desk = await gateway.key({ client: 'Hotel Aurora', name: 'Anna, front desk', scopes: ['operate'] });
});
beforeEach(() => gateway.setToday(TODAY));
afterAll(async () => {
  await gateway.close();
  await mails.close();
});

async function book(): Promise<string> {
  const input = { ...STAY, kind: 'BINDING', currency: 'CZK', guests: [PERSON], language: 'EN' };
  const billedTo = { ...PERSON, email: 'anna@example.com', address: ADDRESS };
  const { createBooking } = await gateway.ask<{ createBooking: { id: string } }>(
    'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { ... on BookingCreated { id } ... on Problem { message } } }',
    { key: shop, variables: { input: { ...input, billedTo } } },
  );
  return createBooking.id;
}

const BOOKING = 'booking { status cancellationFee { amountMinor } history { type by cancelledBy messageToGuest } }';
const ANSWERS = {
  cancelBooking: `... on BookingCancelled { ${BOOKING} fee { amountMinor } }`,
  markNoShow: `... on NoShowMarked { ${BOOKING} fee { amountMinor } alreadyMarked }`,
  reinstateBooking: `... on BookingReinstated { ${BOOKING} alreadyReinstated } ... on NoCapacity { firstNight }`,
};

async function change(operation: keyof typeof ANSWERS, input: object, key = desk) {
  const type = operation.replace(/^./, (letter) => letter.toUpperCase());
  const answer = await gateway.graphql<Record<string, Record<string, unknown>>>(
    `mutation ($input: ${type}Input!) { ${operation}(input: $input) {
      __typename ... on Problem { code message } ... on InvalidInput { problems { path reason } } ${ANSWERS[operation]} } }`,
    { key, variables: { input } },
  );
  return answer.data?.[operation] ?? { code: answer.errors?.[0]?.extensions?.code };
}

const feed = async () => {
  const { body } = await gateway.inject({
    ...{ method: 'GET', url: '/api/v2/events?limit=500', headers: { authorization: `Bearer ${desk}` } },
  });
  return JSON.parse(body).data as { type: string; data: { bookingId: string; status: string } }[];
};

/** The mails to an address about a booking, in the order of its events. */
async function mailsAbout(id: string, to: string, count: number) {
  const events = await gateway.database.prisma.bookingEvent.findMany({
    where: { bookingId: id },
    orderBy: { sequence: 'asc' },
  });
  const found = await until(
    async () =>
      events.flatMap((event) =>
        mails.received.filter(
          ({ raw, to: sent }) => sent.includes(to) && readMail(raw).headers.get('message-id')!.includes(event.id),
        ),
      ),
    (sent) => sent.length === count,
  );
  return found.map(({ raw }) => readMail(raw).parts);
}

test('a cancellation by the hotel is mailed as one, and taken back with a newer calendar file (M6)', async () => {
  const id = await book();
  expect(await change('cancelBooking', { id, by: 'HOTEL', messageToGuest: 'A pipe has burst.' })).toMatchObject({
    __typename: 'BookingCancelled',
    fee: { amountMinor: 0 },
    booking: { status: 'CANCELLED', history: [{ cancelledBy: null }, { type: 'CANCELLED', cancelledBy: 'HOTEL' }] },
  });
  const reinstated = { __typename: 'BookingReinstated', alreadyReinstated: false };
  expect(await change('reinstateBooking', { id, messageToGuest: 'It is mended.' })).toMatchObject({
    ...reinstated,
    booking: {
      status: 'CONFIRMED',
      cancellationFee: null,
      history: [{}, {}, { type: 'REINSTATED', by: 'Anna, front desk' }],
    },
  });
  expect(await change('reinstateBooking', { id })).toMatchObject({ ...reinstated, alreadyReinstated: true });
  const toGuest = await mailsAbout(id, 'anna@example.com', 3);
  expect(toGuest[1]![0]!.text).toContain('The hotel has cancelled your stay');
  expect(toGuest[1]![0]!.text).toContain('A pipe has burst.');
  expect(toGuest[2]![0]!.text).toContain('Your stay is booked again');
  const files = toGuest.map((parts) => parts.find(({ type }) => type.includes('text/calendar'))!.text);
  expect(files.map((file) => [/METHOD:(\w+)/.exec(file)![1], Number(/SEQUENCE:(\d+)/.exec(file)![1])])).toEqual([
    ['PUBLISH', 0],
    ['CANCEL', 1],
    ['PUBLISH', 2],
  ]);
  expect(new Set(files.map((file) => /UID:(.*)/.exec(file)![1])).size).toBe(1);
  const toHotel = await mailsAbout(id, 'hotel@example.net', 3);
  expect(toHotel[2]![0]!.text).toContain('A stay is booked again');
  expect((await feed()).filter(({ data }) => data.bookingId === id)).toMatchObject([
    { type: 'booking.confirmed' },
    { type: 'booking.cancelled', data: { status: 'CANCELLED' } },
    { type: 'booking.reinstated', data: { status: 'CONFIRMED' } },
  ]);
});

test('a no-show is a state in answers, lists, filters and the feed, with its fee, and is mailed (M4)', async () => {
  const id = await book();
  // A later clock would send what is being sent once more.
  await mailsAbout(id, 'anna@example.com', 1);
  await mailsAbout(id, 'hotel@example.net', 1);
  expect(await change('markNoShow', { id })).toMatchObject({ __typename: 'NotMarkable', code: 'TOO_EARLY' });
  gateway.setToday('2027-03-06');
  expect(await change('markNoShow', { id, fee: -1 })).toMatchObject({
    problems: [{ path: 'fee', reason: 'OUT_OF_RANGE' }],
  });
  expect(await change('markNoShow', { id, fee: 500, messageToGuest: 'We missed you.' })).toMatchObject({
    __typename: 'NoShowMarked',
    ...{ fee: { amountMinor: 500 }, alreadyMarked: false },
    booking: { status: 'NO_SHOW', cancellationFee: { amountMinor: 500 }, history: [{}, { type: 'NO_SHOW' }] },
  });
  const { bookings } = await gateway.ask<{ bookings: { nodes: { id: string }[] } }>(
    '{ bookings(filter: { status: NO_SHOW }) { nodes { id } } }',
    { key: shop },
  );
  expect(bookings.nodes).toEqual([{ id }]);
  const [, missed] = await mailsAbout(id, 'anna@example.com', 2);
  expect(missed![0]!.text).toContain('You did not arrive');
  expect(missed![0]!.text).toContain('We missed you.');
  await mailsAbout(id, 'hotel@example.net', 2);
  expect((await feed()).filter(({ data }) => data.bookingId === id).at(-1)).toMatchObject({
    ...{ type: 'booking.no_show', data: { status: 'NO_SHOW' } },
  });
});

test('neither is for keys without OPERATE (M4, M6)', async () => {
  const id = await book();
  expect(await change('markNoShow', { id }, shop)).toEqual({ code: 'FORBIDDEN' });
  expect(await change('reinstateBooking', { id }, shop)).toEqual({ code: 'FORBIDDEN' });
  for (const [path, value] of Object.entries({ fee: 0, by: 'HOTEL' })) {
    expect(await change('cancelBooking', { id, [path]: value }, shop)).toMatchObject({
      ...{ __typename: 'InvalidInput', problems: [{ path, reason: 'ONLY_WITH_RIGHT' }] },
    });
  }
  expect(await change('cancelBooking', { id, by: 'GUEST' }, shop)).toMatchObject({ __typename: 'BookingCancelled' });
});
