/** A4 over GraphQL and REST: the key of the shop neither empties hotels nor mails strangers. Issue 26, number 4. */
import { afterEach, describe, expect, test } from 'vitest';
import { bindingBody, requestBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

let gateway: TestGateway;
afterEach(() => gateway.close());

const BOOK = `mutation ($input: CreateBookingInput!) { createBooking(input: $input) { __typename
  ... on BookingCreated { id } ... on Problem { code message }
  ... on TooManyRequests { limit most windowSeconds retryAfterSeconds hotelNumber } } }`;
const CANCEL = `mutation ($id: ID!, $email: String) { cancelBooking(input: { id: $id, email: $email, reason: "pay at https://evil.example" }) { __typename } }`;

/** Night `index` of room type 11, under an e-mail address of its own. */
function stay(index: number) {
  const day = (offset: number) => new Date(Date.UTC(2027, 3, 1 + index + offset)).toISOString().slice(0, 10);
  return {
    date_from: day(0),
    date_to: day(2),
    billed_to: { ...bindingBody().billed_to, email: `g${index}@example.com` },
  };
}

async function book(
  key: string,
  index: number,
  { remoteAddress = '198.51.100.1', body = bindingBody(stay(index)) } = {},
) {
  return gateway.inject({
    ...{ method: 'POST', url: '/api/v1/booking', remoteAddress },
    ...{ headers: { authorization: `Bearer ${key}` }, payload: body },
  });
}

async function ask(key: string, query: string, variables: object, remoteAddress = '198.51.100.1') {
  const response = await gateway.inject({
    ...{ method: 'POST', url: '/graphql', remoteAddress, headers: { authorization: `Bearer ${key}` } },
    payload: { query, variables },
  });
  return Object.values(response.json().data as Record<string, Record<string, unknown>>)[0]!;
}

const inputOf = (index: number) => {
  const { date_from: arrival, date_to: departure, billed_to } = stay(index);
  const person = { firstName: 'Anna', lastName: 'Nová' };
  return {
    ...{ kind: 'REQUEST', currency: 'CZK', visitType: 101, hotel: 1, roomType: 11, arrival, departure },
    ...{ billedTo: { ...person, email: billed_to.email }, guests: [person] },
  };
};

describe('with the key of the shop', () => {
  test('73 bookings of one address in a row are 6, over REST and GraphQL together, with the time to wait', async () => {
    gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
    const key = await gateway.key({ isPublishable: true });
    const made: number[] = [];
    for (let index = 0; index < 73; index++) {
      const isRest = index % 2 === 0;
      const isMade = isRest
        ? (await book(key, index)).statusCode === 201
        : (await ask(key, BOOK, { input: inputOf(index) })).__typename === 'BookingCreated';
      if (isMade) made.push(index);
    }
    expect(made).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await gateway.database.prisma.booking.count()).toBe(6);

    const refused = await book(key, 80);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({
      'retry-after': '3600',
      'ratelimit-limit': '6',
      'ratelimit-remaining': '0',
    });
    expect(refused.json()).toEqual({
      success: false,
      message:
        'From one internet connection at most 6 bookings and requests an hour are taken; try again in 60 minutes, or ask the hotel.',
    });
    expect(await ask(key, BOOK, { input: inputOf(80) })).toMatchObject({
      ...{ __typename: 'TooManyRequests', code: 'TOO_MANY_REQUESTS', limit: 'ADDRESS_BOOKINGS', most: 6 },
      ...{ windowSeconds: 3_600, retryAfterSeconds: 3_600, hotelNumber: null },
    });
    expect((await book(key, 80, { remoteAddress: '198.51.100.2' })).statusCode).toBe(201);
    expect((await book(await gateway.key(), 81)).statusCode).toBe(201);
    expect([...gateway.services.limits.entries()]).toContainEqual(['bookings', 69]);
  });

  test('an IPv6 network of 64 bits is one address', async () => {
    gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
    const key = await gateway.key({ isPublishable: true });
    const statuses = [];
    for (let index = 0; index < 8; index++) {
      statuses.push((await book(key, index, { remoteAddress: `2001:db8::${index + 1}` })).statusCode);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 429, 429]);
  });

  test('room nights and the e-mail address are limited over REST, too, and a request for a long stay goes on', async () => {
    gateway = await startGateway({
      ...{ catalogue: SMALL_CATALOGUE, today: TODAY },
      config: { publicLimits: { bookingsPerHour: 6, roomNightsPerDay: 5 } },
    });
    const key = await gateway.key({ isPublishable: true });
    expect((await book(key, 0)).statusCode).toBe(201);
    expect((await book(key, 2)).statusCode).toBe(201);
    const full = await book(key, 4);
    expect([full.statusCode, full.json().message]).toEqual([429, expect.stringContaining('5 nights a day')]);
    expect((await book(key, 4, { body: requestBody(stay(4)) })).statusCode).toBe(201);
    const statuses = [];
    for (let index = 10; index < 14; index++) {
      const body = requestBody({
        ...stay(index),
        billed_to: { ...requestBody().billed_to, email: 'third@person.example' },
      });
      statuses.push((await book(key, index, { body, remoteAddress: `203.0.113.${index}` })).statusCode);
    }
    expect(statuses).toEqual([201, 201, 201, 429]);
  });

  test('299 times booked and cancelled for a third person are 3 bookings, whatever addresses they come from', async () => {
    gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
    const key = await gateway.key({ isPublishable: true });
    let made = 0;
    for (let index = 0; index < 299; index++) {
      const body = bindingBody({
        ...stay(index % 60),
        billed_to: { ...bindingBody().billed_to, email: 'victim@example.org' },
      });
      const response = await book(key, index, { body, remoteAddress: `203.0.113.${index % 200}` });
      if (response.statusCode !== 201) continue;
      made++;
      expect(await ask(key, CANCEL, { id: response.json().id, email: 'victim@example.org' })).toEqual({
        __typename: 'BookingCancelled',
      });
    }
    expect(made).toBe(3);
    expect(await gateway.database.prisma.bookingEvent.count()).toBe(6);
  });

  test('PUBLIC_BOOKINGS_PER_HOUR=0 lifts the limit', async () => {
    gateway = await startGateway({
      ...{ catalogue: SMALL_CATALOGUE, today: TODAY },
      config: { publicLimits: { bookingsPerHour: 0, roomNightsPerDay: 0 } },
    });
    const key = await gateway.key({ isPublishable: true });
    for (let index = 0; index < 20; index++) expect((await book(key, index)).statusCode).toBe(201);
  });
});
