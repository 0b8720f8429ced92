/** Bookings that the desk takes by phone (M11): without an e-mail address, and in a channel of the catalogue. Issue 29, number 2. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { type MailServer, startMailServer } from '../../../support/mail/mail-server.ts';
import { until } from '../../../support/requests/until.ts';

const STAY = {
  visitType: 101,
  hotel: 1,
  roomType: 11,
  arrival: '2027-03-05',
  departure: '2027-03-09',
  currency: 'CZK',
};
const PERSON = { firstName: 'Anna', lastName: 'Nová' };
const ADDRESS = { street: 'Lázeňská', houseNumber: '1a', city: 'Aš', zipCode: '352 01', country: 'CZE' };
const CALLER = { ...PERSON, phone: '+420 601 234 567', address: ADDRESS };

let mails: MailServer;
let gateway: TestGateway;
let desk: string;
let shop: string;
beforeAll(async () => {
  mails = await startMailServer();
  const mail = { url: mails.url, from: { name: 'Spa Stays', email: 'stays@gateway.example' }, templates: null };
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, config: { mail } });
  await gateway.database.prisma.hotel.update({ where: { number: 1 }, data: { reservationEmail: 'hotel@example.net' } });
  await gateway.database.prisma.channel.create({ data: { code: 'phone', name: 'Telephone' } });
  await gateway.database.prisma.inventoryNight.updateMany({ where: { roomTypeNumber: 11 }, data: { units: 100 } });
  desk = await gateway.key({ scopes: ['read', 'book', 'operate'] });
  shop = await gateway.key({ scopes: ['read', 'book'] });
});
afterAll(async () => {
  await gateway.close();
  await mails.close();
});

interface Answer {
  readonly __typename: string;
  readonly problems?: unknown;
  readonly booking?: {
    readonly id: string;
    readonly billedTo: object;
    readonly price: { readonly total: { amountMinor: number } };
  };
}

async function book(changes: object, key = desk): Promise<Answer> {
  const input = { ...STAY, kind: 'BINDING', billedTo: CALLER, guests: [PERSON], ...changes };
  const { createBooking } = await gateway.ask<{ createBooking: Answer }>(
    `mutation ($input: CreateBookingInput!) { createBooking(input: $input) {
      __typename ... on InvalidInput { problems { path reason } }
      ... on BookingCreated { booking { id billedTo { email phone } price { total { amountMinor } } } } } }`,
    { key, variables: { input } },
  );
  return createBooking;
}

test('who has called books without an e-mail address, and the hotel alone gets a mail', async () => {
  const { booking } = await book({});
  expect(booking!.billedTo).toEqual({ email: '', phone: CALLER.phone });
  const deliveries = () =>
    gateway.database.prisma.delivery.findMany({ where: { kind: 'mail', event: { bookingId: booking!.id } } });
  const done = await until(deliveries, (found) => found.length === 2 && found.every(({ state }) => state === 'DONE'));
  expect(Object.fromEntries(done.map(({ recipient, outcome }) => [recipient, outcome]))).toEqual({
    ...{ customer: 'dropped', hotel: 'sent' },
  });
  expect(mails.received.map(({ to }) => to)).toEqual([['hotel@example.net']]);
});

test('an address or a telephone number is needed, and for other keys the address', async () => {
  const { phone: _, ...silent } = CALLER;
  for (const billedTo of [silent, { ...silent, phone: ' ' }]) {
    expect(await book({ billedTo })).toEqual({
      ...{ __typename: 'InvalidInput', problems: [{ path: 'billedTo.email', reason: 'ONE_REQUIRED' }] },
    });
  }
  expect(await book({}, shop)).toEqual({
    ...{ __typename: 'InvalidInput', problems: [{ path: 'billedTo.email', reason: 'REQUIRED' }] },
  });
  const { statusCode } = await gateway.inject({
    ...{ method: 'POST', url: '/api/v1/booking', headers: { authorization: `Bearer ${desk}` } },
    payload: { billed_to: { first_name: 'Anna', last_name: 'Nová', phone: CALLER.phone } },
  });
  expect(statusCode).toBe(400);
});

test('promotions of the named channel price the booking, and it has that channel', async () => {
  const own = await book({});
  const other = await book({ channel: 'phone' });
  const stored = ({ booking }: typeof own) =>
    gateway.database.prisma.booking.findUniqueOrThrow({
      where: { id: booking!.id },
      select: { channelCode: true, promotions: true, baseMinor: true, amountMinor: true },
    });
  const channels = [await stored(own), await stored(other)];
  expect(channels.map(({ channelCode, promotions }) => [channelCode, promotions.length])).toEqual([
    ['public', 1],
    ['phone', 0],
  ]);
  expect(other.booking!.price.total.amountMinor).toBe(Number(channels[1]!.baseMinor));
  expect(other.booking!.price.total.amountMinor).toBeGreaterThan(own.booking!.price.total.amountMinor);
});

test('a channel is one of the catalogue, goes with no hold, and is named by the desk alone', async () => {
  const refused = (reason: string) => ({ __typename: 'InvalidInput', problems: [{ path: 'channel', reason }] });
  expect(await book({ channel: 'nowhere' })).toEqual(refused('NOT_LISTED'));
  expect(await book({ channel: 'phone', hold: 'f'.repeat(24) })).toEqual(refused('EXCLUDED'));
  const billedTo = { ...CALLER, email: 'anna@example.com' };
  expect(await book({ channel: 'phone', billedTo }, shop)).toEqual(refused('ONLY_WITH_RIGHT'));
});

test('the same idempotency key with another channel is another request', async () => {
  const kind = async (changes: object) => (await book({ idempotencyKey: 'by-phone-1', ...changes })).__typename;
  expect(await kind({ channel: 'phone' })).toBe('BookingCreated');
  expect(await kind({ channel: 'phone' })).toBe('BookingCreated');
  expect(await kind({})).toBe('IdempotencyProblem');
});

test('a quote names the channel as a booking does, for the desk alone; each key knows the channels that it may name', async () => {
  const { hotel: _, currency, ...stay } = STAY;
  const quote = async (channel: string | null, key = desk) => {
    const { quote } = await gateway.ask<{ quote: { quotes?: [{ total: object }]; problems?: unknown } }>(
      `query ($input: QuoteInput!) { quote(input: $input) {
        ... on StayQuotes { quotes { total { amountMinor } } } ... on InvalidInput { problems { path reason } } } }`,
      { key, variables: { input: { ...stay, currencies: [currency], channel } } },
    );
    return quote.quotes?.[0].total ?? quote.problems;
  };
  const priceOf = async (changes: object) => (await book(changes)).booking!.price.total;
  expect(await quote('phone')).toEqual(await priceOf({ channel: 'phone' }));
  expect(await quote(null)).toEqual(await priceOf({}));
  expect(await quote('phone')).not.toEqual(await quote(null));
  // The answer that the desk got is nobody else's.
  expect(await quote('phone', shop)).toEqual([{ path: 'channel', reason: 'ONLY_WITH_RIGHT' }]);
  expect(await quote('nowhere')).toEqual([{ path: 'channel', reason: 'NOT_LISTED' }]);
  const channels = async (key: string) =>
    (await gateway.ask<{ viewer: object }>('{ viewer { channels { code name } } }', { key })).viewer;
  expect(await channels(desk)).toMatchObject({
    channels: [{ code: 'partner' }, { code: 'phone', name: 'Telephone' }, { code: 'public' }],
  });
  expect(await channels(shop)).toMatchObject({ channels: [{ code: 'public' }] });
});

test('what the desk says of a booking stands in its mail and history, the note for the house alone; nobody else may say it (M5)', async () => {
  const billedTo = { ...CALLER, email: 'jana@example.com' };
  const said = { messageToGuest: 'We keep the quiet room for you.', note: 'Her third call.' };
  const { booking } = await book({ billedTo, ...said });
  const { booking: shown } = await gateway.ask<{ booking: { history: object[] } }>(
    'query ($id: ID!) { booking(id: $id) { history { type messageToGuest note } } }',
    { key: desk, variables: { id: booking!.id } },
  );
  expect(shown.history).toEqual([{ type: 'CONFIRMED', ...said }]);
  const mail = await until(
    async () => mails.received.find(({ to }) => to.includes(billedTo.email)),
    (found) => found !== undefined,
  );
  // Quoted-printable: a line may break after each `=`.
  const text = mail!.raw.replaceAll('=\r\n', '');
  expect(text).toContain(said.messageToGuest);
  expect(text).not.toContain(said.note);
  expect(await book({ billedTo, ...said }, shop)).toEqual({
    __typename: 'InvalidInput',
    problems: ['messageToGuest', 'note'].map((path) => ({ path, reason: 'ONLY_WITH_RIGHT' })),
  });
});
