/** `holdStay`, `releaseHold` and bookings with a hold, as callers see them (S13), with the response cache on. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { statementsOf } from '../../../support/database/query-count.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { until } from '../../../support/requests/until.ts';
import { askCalendar, followCalendar } from '../../../support/subscriptions/followed-calendar.ts';
import { type ManualScheduler, manualScheduler } from '../../../support/subscriptions/manual-scheduler.ts';

const HOLD = `mutation ($input: HoldStayInput!) { holdStay(input: $input) { __typename
  ... on StayHeld { replayed hold { id expiresAt quote { nights total { amount currency } discounts { guest } } } }
  ... on Problem { code message } ... on TooManyHolds { most oldest { id expiresAt } } ... on NoCapacity { firstNight } ... on NotFound { subject }
  ... on InvalidInput { problems { path code } } } }`;
const RELEASE = `mutation ($id: ID!) { releaseHold(input: { id: $id }) { __typename ... on HoldReleased { id } ... on NotFound { subject } } }`;
const BOOK = `mutation ($input: CreateBookingInput!) { createBooking(input: $input) { __typename
  ... on BookingCreated { booking { price { total { amount } } } } ... on Problem { code message }
  ... on NotFound { subject } ... on InvalidInput { problems { path code message } } } }`;

/** The only room of type 12, one bed, 4,000 CZK. */
const STAY = {
  visitType: 101,
  hotel: 1,
  roomType: 12,
  arrival: '2027-04-05',
  departure: '2027-04-07',
  currency: 'CZK',
};
const PERSON = { firstName: 'Jana', lastName: 'Nováková' };
const ADDRESS = { street: 'Lázeňská', houseNumber: '1', city: 'Praha', zipCode: '110 00', country: 'CZE' };
const BOOKING = {
  ...{ ...STAY, kind: 'BINDING', guests: [PERSON] },
  billedTo: { ...PERSON, email: 'jana@example.com', address: ADDRESS },
};
const SPRING = { filter: { visitType: '101', hotel: '1', roomType: '12' }, from: '2027-04-01', to: '2027-04-30' };
/** Days of arrival of stays of two nights that are taken. */
const TAKEN = ['2027-04-04', '2027-04-05', '2027-04-06'];

let gateway: TestGateway;
/** Another process on the same database. */
let neighbour: TestGateway;
let timers: ManualScheduler;
let key: string;
beforeEach(async () => {
  timers = manualScheduler();
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, schedule: timers.schedule });
  neighbour = await startGateway({ today: TODAY, database: gateway.database });
  key = await gateway.key({ client: 'shop' });
});
afterEach(async () => {
  await neighbour.stop();
  await gateway.close();
});

interface Outcome extends Record<string, unknown> {
  readonly __typename: string;
  readonly hold?: { readonly id: string; readonly expiresAt: string };
}

const ask = async (query: string, variables: object, presented = key): Promise<Outcome> =>
  Object.values(
    await gateway.ask<Record<string, Outcome>>(query, {
      key: presented,
      variables: variables as Record<string, unknown>,
    }),
  )[0]!;
const hold = (changes: object = {}, presented = key) => ask(HOLD, { input: { ...STAY, ...changes } }, presented);
const book = (changes: object = {}) => ask(BOOK, { input: { ...BOOKING, ...changes } });

/** The days on which a stay of the shortest length is not to be had at once. */
async function takenDays(of: TestGateway): Promise<string[]> {
  const days = await askCalendar(of, SPRING, key);
  return days.filter(({ availability }) => availability !== 'AVAILABLE').map(({ date }) => date);
}

/** The time of both processes, so many minutes after the start. */
function setMinutes(minutes: number): void {
  const instant = new Date(Date.parse(`${TODAY}T12:00:00Z`) + minutes * 60_000).toISOString();
  for (const each of [gateway, neighbour]) each.setClock(instant);
}

describe('S13: holdStay', () => {
  test('holds a stay for ten minutes by default, at the price that a booking with it has', async () => {
    const made = await hold();
    expect(made).toMatchObject({
      __typename: 'StayHeld',
      hold: {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        expiresAt: '2027-01-10T12:10:00.000Z',
        quote: { nights: 2, total: { currency: 'CZK' }, discounts: [] },
      },
    });
    expect(await hold()).toMatchObject({ __typename: 'NoCapacity', code: 'NO_CAPACITY', firstNight: '2027-04-05' });
    expect(await book()).toMatchObject({ __typename: 'NoCapacity' });
    const { id, quote } = made.hold as unknown as { id: string; quote: { total: { amount: string } } };
    const booked = { __typename: 'BookingCreated', booking: { price: { total: { amount: quote.total.amount } } } };
    expect(await book({ hold: id })).toEqual(booked);
    expect(await book({ hold: id })).toMatchObject({ __typename: 'NotFound', subject: 'HOLD' });
    expect(await ask(RELEASE, { id })).toEqual({ __typename: 'NotFound', subject: 'HOLD' });
  });

  test('says everything that is wrong with its input', async () => {
    const wrong = await hold({
      ...{ departure: '2027-04-05', minutes: 31 },
      loyaltyPrograms: [{ guest: 0, program: 1 }],
    });
    expect(wrong).toMatchObject({
      __typename: 'InvalidInput',
      problems: [
        { path: 'departure', code: 'DATES_REVERSED' },
        { path: 'loyaltyPrograms.0.guest', code: 'OUT_OF_RANGE' },
        { path: 'minutes', code: 'OUT_OF_RANGE' },
      ],
    });
    expect(await hold({ minutes: 0 })).toMatchObject({ problems: [{ path: 'minutes', code: 'OUT_OF_RANGE' }] });
    expect(await hold({ minutes: 30 })).toMatchObject({ hold: { expiresAt: '2027-01-10T12:30:00.000Z' } });
  });

  test('is undone by releaseHold, once and again; of another client there is nothing', async () => {
    const { id } = (await hold()).hold!;
    const stranger = await gateway.key();
    expect(await ask(RELEASE, { id }, stranger)).toEqual({ __typename: 'NotFound', subject: 'HOLD' });
    const released = { __typename: 'HoldReleased', id };
    expect([await ask(RELEASE, { id }), await ask(RELEASE, { id })]).toEqual([released, released]);
    expect(await hold()).toMatchObject({ __typename: 'StayHeld' });
  });

  test('can be used with another key of the client, and names what is not as held', async () => {
    const { id } = (await hold({}, await gateway.key({ client: 'shop' }))).hold!;
    expect(await book({ hold: id, arrival: '2027-04-04' })).toMatchObject({
      __typename: 'InvalidInput',
      code: 'INVALID_INPUT',
      problems: [{ path: 'arrival', code: 'NOT_AS_HELD', message: 'Must be 2027-04-05, as held.' }],
    });
    expect(await book({ hold: id })).toMatchObject({ __typename: 'BookingCreated' });
  });

  test('needs the scope `book`', async () => {
    const reader = await gateway.key({ scopes: ['read'] });
    for (const [query, variables] of [
      [HOLD, { input: STAY }],
      [RELEASE, { id: 'c00000000000000000000101' }],
    ] as const) {
      const { errors } = await gateway.graphql(query, { key: reader, variables });
      expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    }
  });

  test('with a publishable key holds 5 stays for an address, shows them there alone, and says which one can be released (A4)', async () => {
    const { prisma } = gateway.database;
    await prisma.apiKey.updateMany({ where: { client: { name: 'shop' } }, data: { isPublishable: true } });
    const post = async (remoteAddress: string, query: string, variables: object = {}) => {
      const response = await gateway.inject({
        ...{ method: 'POST', url: '/graphql', remoteAddress, headers: { authorization: `Bearer ${key}` } },
        payload: { query, variables },
      });
      return response.json().data;
    };
    const from = async (remoteAddress: string, day: number): Promise<Outcome> => {
      const dates = [day, day + 2].map((one) => `2027-05-${String(one).padStart(2, '0')}`);
      const input = { ...STAY, arrival: dates[0], departure: dates[1], minutes: 20 - day };
      return (await post(remoteAddress, HOLD, { input })).holdStay;
    };
    const held = [];
    for (const day of [1, 3, 5, 7, 9]) held.push((await from('2001:db8::1', day)).hold!);
    const last = held.at(-1)!;
    expect(await from('2001:db8::2', 11)).toMatchObject({
      ...{ __typename: 'TooManyHolds', code: 'TOO_MANY_HOLDS', most: 5 },
      oldest: { id: last.id, expiresAt: last.expiresAt },
    });
    expect((await from('2001:db8:0:1::1', 11)).__typename).toBe('StayHeld');

    const show = `query ($id: ID!) { holds { id } hold(id: $id) { id arrival departure roomTypeNumber quote { nights } } }`;
    const hold = {
      id: last.id,
      arrival: '2027-05-09',
      departure: '2027-05-11',
      roomTypeNumber: 12,
      quote: { nights: 2 },
    };
    expect(await post('2001:db8::3', show, { id: last.id })).toEqual({
      ...{ hold, holds: held.map(({ id }) => ({ id })).reverse() },
    });
    expect(await post('2001:db8:0:1::1', show, { id: last.id })).toMatchObject({ hold: null, holds: [{}] });
    await ask(RELEASE, { id: last.id });
    expect((await from('2001:db8::2', 13)).__typename).toBe('StayHeld');
    expect((await post('2001:db8::2', show, { id: last.id })).hold).toBeNull();
    expect([...gateway.services.limits.entries()]).toContainEqual(['holds', 1]);
  });

  test('is repeated under its idempotency key, and says what is wrong with one', async () => {
    const made = await hold({ idempotencyKey: 'lost-answer' });
    expect(made).toMatchObject({ __typename: 'StayHeld', replayed: false });
    expect(await hold({ idempotencyKey: 'lost-answer' })).toEqual({ ...made, replayed: true });
    expect(await hold({ idempotencyKey: 'lost-answer', currency: 'EUR' })).toMatchObject({
      ...{ __typename: 'IdempotencyProblem', code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    expect(await hold({ idempotencyKey: 'line\nbreak' })).toMatchObject({
      problems: [{ path: 'idempotencyKey', code: 'INVALID_VALUE' }],
    });
  });
});

describe('S13: an expired hold', () => {
  test('blocks no calendar, cached or not, and no sale, in no process, although nothing has run', async () => {
    const both = () => Promise.all([takenDays(gateway), takenDays(neighbour)]);
    expect(await both()).toEqual([[], []]);
    await hold({ minutes: 10 });
    // The other process is notified of it as of a booking.
    await until(
      () => takenDays(neighbour),
      (days) => days.length > 0,
    );
    expect(await both()).toEqual([TAKEN, TAKEN]);
    setMinutes(9.99);
    const cached = await statementsOf(async () => expect(await both()).toEqual([TAKEN, TAKEN]));
    expect(cached.filter((text) => text.includes('inventory_night'))).toEqual([]);
    setMinutes(10);
    expect(await both()).toEqual([[], []]);
    expect(await book()).toMatchObject({ __typename: 'BookingCreated' });
  });

  test('is forgotten one by one where several overlap', async () => {
    await hold({ minutes: 10 });
    await hold({ minutes: 20, arrival: '2027-04-10', departure: '2027-04-12' });
    expect(await takenDays(gateway)).toHaveLength(6);
    setMinutes(10);
    expect(await takenDays(gateway)).toEqual(['2027-04-09', '2027-04-10', '2027-04-11']);
    setMinutes(20);
    expect(await takenDays(gateway)).toEqual([]);
  });

  test('reaches those who follow the calendar, at that moment', async () => {
    const url = await gateway.listen();
    const calendar = await followCalendar({ url, key, variables: SPRING });
    await calendar.update();
    timers.advance(250);
    await hold({ minutes: 10 });
    expect((await calendar.update()).days.map(({ date, availability }) => [date, availability])).toEqual(
      TAKEN.map((date) => [date, 'ON_DEMAND']),
    );
    timers.advance(250);
    setMinutes(10);
    timers.advance(10 * 60_000);
    expect((await calendar.update()).days.map(({ date, availability }) => [date, availability])).toEqual(
      TAKEN.map((date) => [date, 'AVAILABLE']),
    );
    calendar.stream.close();
  });
});
