/**
 * The two texts of the house on a booking (M5), and who did what (M8): where each is read, and where not. Issue 29, number 2.
 */
import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLObjectType, type GraphQLUnionType, getNamedType, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { type MailServer, readMail, startMailServer } from '../../../support/mail/mail-server.ts';
import { until } from '../../../support/requests/until.ts';

const STAY = { visitType: 101, hotel: 1, roomType: 11, arrival: '2027-03-05', departure: '2027-03-09' };
const PERSON = { firstName: 'Anna', lastName: 'Nová' };
const ADDRESS = { street: 'Lázeňská', houseNumber: '1a', city: 'Aš', zipCode: '352 01', country: 'CZE' };
const EMAIL = 'anna@example.com';

/** What the house does with a request, and the field of the answer. */
const OPERATIONS = ['confirmBooking', 'declineBooking', 'cancelBooking'] as const;
type Operation = (typeof OPERATIONS)[number];

let requests = 0;
let mails: MailServer;
let gateway: TestGateway;
let shop: string;
let desk: string;
beforeAll(async () => {
  mails = await startMailServer();
  const mail = { url: mails.url, from: { name: 'Spa Stays', email: 'stays@gateway.example' }, templates: null };
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, config: { mail } });
  await gateway.database.prisma.hotel.update({ where: { number: 1 }, data: { reservationEmail: 'hotel@example.net' } });
  await gateway.database.prisma.inventoryNight.updateMany({ where: { roomTypeNumber: 11 }, data: { units: 100 } });
  shop = await gateway.key({ client: 'shop', scopes: ['read', 'book', 'bookings'] });
  desk = await gateway.key({ client: 'Hotel Aurora', name: 'Anna, front desk', scopes: ['operate'] });
});
afterAll(async () => {
  await gateway.close();
  await mails.close();
});

/** Under an address of its own, because requests are limited by address. */
async function request(email = `anna${++requests}@example.com`): Promise<string> {
  const input = { ...STAY, kind: 'REQUEST', currency: 'CZK', guests: [PERSON] };
  const billedTo = { ...PERSON, email, address: ADDRESS };
  const { createBooking } = await gateway.ask<{ createBooking: { id: string } }>(
    'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { ... on BookingCreated { id } ... on Problem { message } } }',
    { key: shop, variables: { input: { ...input, billedTo } } },
  );
  return createBooking.id;
}

async function change(operation: Operation, input: object, key = desk) {
  const type = operation.replace(/^./, (letter) => letter.toUpperCase());
  const answer = await gateway.ask<Record<string, { __typename: string; problems?: unknown }>>(
    `mutation ($input: ${type}Input!) { ${operation}(input: $input) { __typename ... on InvalidInput { problems { path code reason } } } }`,
    { key, variables: { input } },
  );
  return answer[operation]!;
}

const historyOf = async (id: string, key: string) => {
  const { booking } = await gateway.ask<{ booking: { history: Record<string, unknown>[] } }>(
    'query ($id: ID!) { booking(id: $id) { history { type client by messageToGuest note } } }',
    { key, variables: { id } },
  );
  return booking.history;
};

const textsOf = (raw: string) => readMail(raw).parts.map(({ text }) => text);

describe.each(OPERATIONS)('%s (M5)', (operation) => {
  test('mails the message to the guest, and the note to nobody', async () => {
    const id = await request();
    const texts = { messageToGuest: `For you: ${operation}`, note: `For us: ${operation}` };
    expect(await change(operation, { id, ...texts })).toMatchObject({ __typename: expect.stringMatching(/^Booking/) });
    const event = await gateway.database.prisma.bookingEvent.findFirstOrThrow({
      where: { bookingId: id, messageToGuest: { not: null } },
    });
    const about = () => mails.received.filter(({ raw }) => readMail(raw).headers.get('message-id')?.includes(event.id));
    const expected = operation === 'declineBooking' ? 1 : 2;
    await until(
      async () => about(),
      (sent) => sent.length === expected,
    );
    for (const { raw } of about()) expect(textsOf(raw)[0]).toContain(texts.messageToGuest);
    expect(mails.received.flatMap(({ raw }) => textsOf(raw)).join()).not.toContain('For us');
  });

  test('leaves the note to those who operate the hotel, and the message to all who see the booking', async () => {
    const id = await request();
    const texts = { messageToGuest: 'Welcome', note: 'Room with a view' };
    await change(operation, { id, ...texts });
    const by = { client: 'Hotel Aurora', by: 'Anna, front desk' };
    expect((await historyOf(id, desk))[1]).toMatchObject({ ...by, ...texts });
    expect((await historyOf(id, shop))[1]).toMatchObject({ ...by, ...texts, note: null });
    const elsewhere = await gateway.key({ client: 'shop', scopes: ['bookings', 'operate'], destinations: [2] });
    expect((await historyOf(id, elsewhere))[1]).toMatchObject({ ...texts, note: null });
  });

  test('refuses a text of another form at its field', async () => {
    const id = await request();
    for (const path of ['messageToGuest', 'note']) {
      expect(await change(operation, { id, [path]: 'x'.repeat(1_001) })).toEqual({
        __typename: 'InvalidInput',
        problems: [{ path, code: 'TOO_LONG', reason: 'TOO_LONG' }],
      });
    }
    expect(await change(operation, { id, messageToGuest: ' ', note: '\n' })).toMatchObject({
      __typename: expect.stringMatching(/^Booking/),
    });
    expect((await historyOf(id, desk))[1]).toMatchObject({ messageToGuest: null, note: null });
  });
});

describe('whoever does not operate the hotel', () => {
  test('may send neither text, and changes nothing with one', async () => {
    const id = await request(EMAIL);
    const elsewhere = await gateway.key({ client: 'shop', scopes: ['bookings', 'operate'], destinations: [2] });
    const guest = await gateway.key({ client: 'shop', isPublishable: true });
    for (const [key, beside] of [[shop], [elsewhere], [guest, { email: EMAIL }]] as const) {
      for (const path of ['messageToGuest', 'note']) {
        expect(await change('cancelBooking', { id, ...beside, [path]: 'Pay at evil.example' }, key)).toEqual({
          __typename: 'InvalidInput',
          problems: [{ path, code: 'INVALID_VALUE', reason: 'ONLY_WITH_RIGHT' }],
        });
      }
    }
    expect(await historyOf(id, desk)).toHaveLength(1);
  });

  test('still cancels with a reason, which is a note for the house, and is a guest by a publishable key', async () => {
    const id = await request(EMAIL);
    const guest = await gateway.key({ client: 'shop', isPublishable: true });
    expect(await change('cancelBooking', { id, email: EMAIL, reason: 'I am ill' }, guest)).toEqual({
      __typename: 'BookingCancelled',
    });
    const [made, cancelled] = await historyOf(id, desk);
    expect(made).toMatchObject({ type: 'REQUESTED', client: 'shop', by: 'test' });
    expect(cancelled).toEqual({
      type: 'CANCELLED',
      client: 'shop',
      by: 'GUEST',
      messageToGuest: null,
      note: 'I am ill',
    });
    expect((await historyOf(id, shop))[1]).toMatchObject({ note: null });
  });
});

test('a booking lists its mails, with what came of each and without addresses, and one that is sent again (M8)', async () => {
  const id = await request();
  const mailsOf = async (key: string) => {
    const { booking } = await gateway.ask<{ booking: { mails: { state: string }[] } }>(
      'query ($id: ID!) { booking(id: $id) { mails { kind to state at tries } } }',
      { key, variables: { id } },
    );
    return booking.mails;
  };
  const sent = (count: number) =>
    until(
      () => mailsOf(desk),
      (found) => found.length === count && found.every(({ state }) => state === 'SENT'),
    );
  const first = { kind: 'REQUESTED', state: 'SENT', tries: 1 };
  expect((await sent(2)).map(({ ...mail }) => mail)).toMatchObject([first, first]);
  await change('declineBooking', { id });
  await sent(3);
  await gateway.ask('mutation ($id: ID!) { resendConfirmation(input: { id: $id }) { __typename } }', {
    ...{ key: desk, variables: { id } },
  });
  const all = await sent(4);
  const again = { kind: 'DECLINED', to: 'GUEST', state: 'SENT', tries: 1 };
  expect(all).toMatchObject([first, first, again, again]);
  expect(
    all
      .slice(0, 2)
      .map((mail) => (mail as unknown as { to: string }).to)
      .sort(),
  ).toEqual(['GUEST', 'HOTEL']);
  expect(JSON.stringify(await mailsOf(shop))).not.toContain('@');
});

test('events and the feed of REST have neither text', async () => {
  const { body } = await gateway.inject({
    ...{ method: 'GET', url: '/api/v2/events?limit=500' },
    headers: { authorization: `Bearer ${desk}` },
  });
  expect(JSON.parse(body).data.length).toBeGreaterThan(10);
  expect(body).not.toMatch(/For you|For us|Welcome|Room with a view|I am ill|front desk/);
});

test('what the gateway does by itself is by SERVICE, and an event that does not say who it was is by its client (M8)', async () => {
  const id = await request();
  await gateway.database.prisma.bookingEvent.updateMany({ where: { bookingId: id }, data: { by: null } });
  expect(await historyOf(id, desk)).toMatchObject([{ by: 'shop' }]);
  await gateway.database.prisma.bookingEvent.updateMany({ where: { bookingId: id }, data: { clientId: null } });
  expect(await historyOf(id, desk)).toMatchObject([{ by: 'SERVICE', client: null }]);
});

test('every operation that makes or changes a booking takes both texts, and its rule names it (M5)', () => {
  const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
  const operations = Object.values(buildSchema(read('schema.graphql')).getMutationType()!.getFields());
  const hasBooking = (outcome: GraphQLObjectType) =>
    Object.values(outcome.getFields()).some(({ type }) => getNamedType(type).name === 'Booking');
  const ofBookings = operations.filter(({ type }) =>
    (getNamedType(type) as GraphQLUnionType).getTypes().some(hasBooking),
  );
  const taking = operations.filter(({ args: [input] }) => {
    const type = getNamedType(input!.type);
    const fields = isInputObjectType(type) ? type.getFields() : {};
    return 'messageToGuest' in fields && 'note' in fields;
  });
  const names = taking.map(({ name }) => name);
  // It repeats a mail, and changes nothing.
  expect(ofBookings.map(({ name }) => name).filter((name) => name !== 'resendConfirmation')).toEqual(names);
  expect(names).toContain('createBooking');
  const [rule] = /^### M5\.[\s\S]*?(?=^###)/m.exec(read('docs/rules.md'))!;
  expect(names.filter((name) => !rule.includes(`\`${name}\``))).toEqual([]);
});
