/** POST /api/v1/booking: bookings and refusals (B1 to B6, I3, I4). */
import { beforeEach, describe, expect, test } from 'vitest';
import { bindingBody, requestBody } from '../../../support/booking/booking-body.ts';
import { OBJECT_IDS } from '../../../support/catalogue/small-catalogue.ts';
import { restClient } from '../../../support/requests/rest-client.ts';

interface Booked {
  _id: string;
  id: string;
}

const client = restClient();
beforeEach(() => client.forgetRequests());

/** The stored booking behind a 201. */
async function booked(body: unknown, asked = {}) {
  const answer = await client.book<Booked>(body, asked);
  expect([answer.status, answer.text]).toEqual([201, expect.stringMatching(/^\{"_id":"([0-9a-f]{24})","id":"\1"\}$/)]);
  return client.gateway.database.prisma.booking.findUniqueOrThrow({
    where: { id: answer.body.id },
    include: { billedTo: true, guests: { orderBy: { position: 'asc' } }, promotions: true, discounts: true },
  });
}

async function soldOn(night: string, roomTypeNumber: number): Promise<number> {
  const key = { roomTypeNumber, night: new Date(`${night}T00:00:00Z`) };
  const row = await client.gateway.database.prisma.inventoryNight.findUnique({ where: { roomTypeNumber_night: key } });
  return row?.sold ?? 0;
}

async function countBookings(): Promise<number> {
  return client.gateway.database.prisma.booking.count();
}

describe('201: a booking', () => {
  test('that is not binding is a request, for which an operator can contact the customer; it takes no capacity (B3)', async () => {
    const stored = await booked(requestBody());
    expect(stored.kind).toBe('REQUEST');
    expect(await soldOn('2027-04-05', 11)).toBe(0);
  });

  test('that is not binding needs neither capacity nor a visit type that is not on demand (B3)', async () => {
    await booked(requestBody({ room_type_id: 13 }));
    const onRequest = { visit_type_id: 103, currency: 'EUR', date_from: '2027-02-10', date_to: '2027-02-12' };
    expect((await booked(requestBody(onRequest))).amountMinor).toBe(24000n);
  });

  test('that is binding, with an address, takes one room on each of its nights (B3)', async () => {
    const stay = { date_from: '2027-06-07', date_to: '2027-06-09' };
    expect((await booked(bindingBody(stay))).kind).toBe('BINDING');
    expect([await soldOn('2027-06-07', 11), await soldOn('2027-06-08', 11), await soldOn('2027-06-09', 11)]).toEqual([
      1, 1, 0,
    ]);
  });

  test('costs what the server calculates from the price list; any price in the body is ignored (B5)', async () => {
    const prices = { price: 1, amount: 1, expectedTotal: 1, price_breakdown: { base_price: 1 } };
    const stored = await booked(requestBody({ ...prices, date_from: '2027-03-09', date_to: '2027-03-13' }));
    expect([stored.baseMinor, stored.amountMinor]).toEqual([800000n, 680000n]);
    expect(stored.promotions).toHaveLength(2);
  });

  test('costs the configured price of the room however many beds are occupied, per-person rates times the beds (P2)', async () => {
    const guest = { first_name: 'A', last_name: 'B' };
    for (const guests of [[guest], [guest, guest]]) {
      expect((await booked(requestBody({ guests }))).amountMinor).toBe(400000n);
    }
  });

  test('has at least 1 guest and at most as many as the room type has beds (B2)', async () => {
    const guest = { first_name: 'A', last_name: 'B' };
    const room = { visit_type_id: 101, room_type_id: 13 };
    expect((await booked(requestBody({ ...room, guests: [guest, guest, guest] }))).guests).toHaveLength(3);
    expect((await booked(requestBody({ ...room, guests: [guest] }))).guests).toHaveLength(1);
  });

  test.each([
    ['de;q=0.1, en', 'de'],
    ['fr, en-GB, cs', 'en'],
    ['ru', 'ru'],
    ['*', 'cs_CZ'],
    ['fr', 'cs_CZ'],
    ['de;q=0, en', 'en'],
    [undefined, 'cs_CZ'],
  ])('with Accept-Language %s has the e-mail language %s: the first value counts (L2)', async (header, language) => {
    const headers: Record<string, string> = header === undefined ? {} : { 'accept-language': header };
    expect((await booked(requestBody(), { headers })).language).toBe(language);
  });

  test('takes gender, currency and country in any case, and stores them in theirs', async () => {
    const address = { street: 'A', house_number: '1', city: 'B', zip_code: '2', country: 'deu' };
    const billed_to = { gender: 'FEMALE', first_name: 'Anna', last_name: 'Nová', email: 'anna@example.com', address };
    const guests = [{ gender: 'Male', first_name: 'Jan', last_name: 'Nový' }];
    const stored = await booked(requestBody({ currency: 'czk', billed_to, guests }));
    expect([stored.currency, stored.billedTo?.gender, stored.billedTo?.country, stored.guests[0]?.gender]).toEqual([
      ...['CZK', 'female', 'DEU', 'male'],
    ]);
  });

  test('stores everything that was sent, with its loyalty discounts', async () => {
    const billed_to = {
      ...{ gender: 'female', first_name: ' Anna ', last_name: 'Nová', email: 'anna@example.com', phone: '+420 1' },
      consent_marketing: true,
      address: { street: 'A', house_number: '1', city: 'B', zip_code: '2', country: 'DEU' },
    };
    const guests = [
      {
        gender: 'male',
        first_name: 'Jan',
        last_name: 'Nový',
        birth_date: '1950-02-28',
        loyalty_program_id: 1,
        loyalty_program_code: 'G1',
      },
      { first_name: 'Eva', last_name: 'Nová', loyalty_program_id: OBJECT_IDS.loyaltyProgram1 },
    ];
    const stored = await booked(
      requestBody({ billed_to, guests, customer_note: 'Pozdě\nvečer', affilUserName: 'anna' }),
    );
    expect(stored).toMatchObject({
      customerNote: 'Pozdě\nvečer',
      affiliate: 'anna',
      channelCode: 'public',
      billedTo: {
        gender: 'female',
        firstName: ' Anna ',
        phone: '+420 1',
        consentMarketing: true,
        street: 'A',
        country: 'DEU',
      },
      guests: [
        {
          position: 1,
          gender: 'male',
          firstName: 'Jan',
          birthDate: new Date('1950-02-28'),
          loyaltyProgramNumber: 1,
          loyaltyProgramCode: 'G1',
        },
        {
          position: 2,
          gender: null,
          firstName: 'Eva',
          birthDate: null,
          loyaltyProgramNumber: 1,
          loyaltyProgramCode: null,
        },
      ],
      amountMinor: 360000n,
    });
    expect(stored.discounts.map(({ amountMinor }) => amountMinor)).toEqual([20000n, 20000n]);
  });

  test('may have null for optional fields, and use ObjectIds', async () => {
    const nulls = { gender: null, phone: null, consent_marketing: null, address: null };
    const guest = { gender: null, birth_date: null, loyalty_program_id: null, loyalty_program_code: null };
    const stored = await booked({
      ...requestBody({ customer_note: null, affilUserName: null }),
      visit_type_id: OBJECT_IDS.visitType101,
      hotel_id: OBJECT_IDS.hotel1,
      room_type_id: OBJECT_IDS.roomType11,
      billed_to: { ...requestBody().billed_to, ...nulls },
      guests: [{ ...requestBody().guests[0], ...guest }],
    });
    expect(stored).toMatchObject({ visitTypeNumber: 101, hotelNumber: 1, roomTypeNumber: 11 });
  });
});

describe('201: a repetition with the same Idempotency-Key', () => {
  test('answers the same status and body and books nothing more', async () => {
    const asked = { headers: { 'idempotency-key': 'order-1' } };
    const stay = { date_from: '2027-07-05', date_to: '2027-07-07' };
    const first = await client.book(bindingBody(stay), asked);
    const count = await countBookings();
    const second = await client.book(bindingBody({ ...stay, price: 'ignored' }), asked);
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect(await countBookings()).toBe(count);
    expect(await soldOn('2027-07-05', 11)).toBe(1);
  });

  test('is scoped to the client of the API key', async () => {
    const headers = { 'idempotency-key': 'order-2' };
    const mine = await client.book<Booked>(requestBody(), { headers });
    const theirs = await client.book<Booked>(requestBody(), { headers, key: await client.key() });
    expect(theirs.status).toBe(201);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  test('of another request is 422, and a refused one is not stored', async () => {
    const asked = { headers: { 'idempotency-key': 'order-3' } };
    expect((await client.book(requestBody({ guests: [] }), asked)).status).toBe(422);
    expect((await client.book(requestBody(), asked)).status).toBe(201);
    const other = await client.book(requestBody({ customer_note: 'another' }), asked);
    expect(other.status).toBe(422);
    expect(other.body).toEqual({ success: false, message: expect.stringMatching(/idempotency/i) });
  });
});

describe('422: a booking', () => {
  const guest = { first_name: 'A', last_name: 'B' };
  test.each<[string, Record<string, unknown>, RegExp]>([
    ['without guests (B2)', { guests: [] }, /guest/i],
    ['with more guests than the room type has beds (B2)', { guests: [guest, guest, guest] }, /bed/i],
    ['of a room type of another hotel', { room_type_id: 31 }, /hotel/i],
    [
      'of a visit type that the hotel does not sell',
      { visit_type_id: 104, date_from: '2027-02-10', date_to: '2027-02-13' },
      /sold/i,
    ],
    ['that is too short', { date_to: '2027-04-06' }, /2/],
    [
      'from a wrong starting day',
      { visit_type_id: 102, date_from: '2027-04-05', date_to: '2027-04-12' },
      /SUN|Sunday/i,
    ],
    ['in the past', { date_from: '2027-01-08', date_to: '2027-01-12' }, /past|2027-01-08/],
    ['outside the selling period', { visit_type_id: 105 }, /2027-01-09|sale/],
    ['not priced in its currency', { room_type_id: 12, currency: 'EUR' }, /EUR/],
    [
      'with a loyalty program that the visit type does not list',
      { guests: [{ ...guest, loyalty_program_id: 3 }] },
      /program/i,
    ],
  ])('%s, binding or not', async (_, changes, message) => {
    const before = await countBookings();
    for (const body of [requestBody(changes), bindingBody(changes)]) {
      const answer = await client.book(body);
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual({ success: false, message: expect.stringMatching(message) });
    }
    expect(await countBookings()).toBe(before);
  });

  test('that is binding, of a visit type on demand', async () => {
    const onRequest = { visit_type_id: 103, currency: 'EUR', date_from: '2027-02-01', date_to: '2027-02-03' };
    const answer = await client.book(bindingBody(onRequest));
    expect([answer.status, answer.body]).toEqual([422, { success: false, message: expect.stringMatching(/request/i) }]);
  });

  test('that is binding, without capacity on every night: recorded, but none; never recorded; sold', async () => {
    const none = await client.book(bindingBody({ date_from: '2027-02-09', date_to: '2027-02-12' }));
    expect([none.status, none.body]).toEqual([422, { success: false, message: expect.stringMatching(/2027-02-10/) }]);
    expect(await soldOn('2027-02-09', 11)).toBe(0);
    expect((await client.book(bindingBody({ room_type_id: 13 }))).status).toBe(422);
    const single = { room_type_id: 12, date_from: '2027-08-02', date_to: '2027-08-04' };
    expect((await client.book(bindingBody(single))).status).toBe(201);
    expect((await client.book(bindingBody({ ...single, date_from: '2027-08-03', date_to: '2027-08-05' }))).status).toBe(
      422,
    );
    expect((await client.book(bindingBody({ ...single, date_from: '2027-08-04', date_to: '2027-08-06' }))).status).toBe(
      201,
    );
  });
});

describe('404: a booking names', () => {
  test.each<[string, Record<string, unknown>]>([
    ['a visit type that does not exist', { visit_type_id: 999 }],
    ['a hotel that does not exist', { hotel_id: 999 }],
    ['a room type that does not exist', { room_type_id: 999 }],
    ['an integer beyond any number', { hotel_id: 2 ** 53 }],
    ['an integer below any number', { hotel_id: -1 }],
    ['an ObjectId of another kind', { hotel_id: OBJECT_IDS.visitType101 }],
    [
      'a loyalty program that does not exist',
      { guests: [{ first_name: 'A', last_name: 'B', loyalty_program_id: 999 }] },
    ],
  ])('%s', async (_, changes) => {
    const answer = await client.book(requestBody(changes));
    expect([answer.status, answer.body]).toEqual([404, { success: false, message: expect.any(String) }]);
  });

  test('something hidden from the key, as if it did not exist', async () => {
    const key = await client.key({ destinations: [2] });
    const hidden = await client.book(requestBody(), { key });
    const missing = await client.book(requestBody({ hotel_id: 999 }), { key });
    expect(hidden.status).toBe(404);
    expect(hidden.text.replace('hotel 1', 'hotel #')).toBe(missing.text.replace('hotel 999', 'hotel #'));
  });
});

test('of several things that are wrong, 400 comes before 404, and 404 before 422', async () => {
  expect((await client.book(requestBody({ currency: 'USD', hotel_id: 999, guests: [] }))).status).toBe(400);
  expect((await client.book(requestBody({ hotel_id: 999, guests: [] }))).status).toBe(404);
  expect((await client.book(requestBody({ guests: [], date_to: '2027-04-06' }))).status).toBe(422);
});

test('403: a key without the scope book may not book, whatever its input', async () => {
  const key = await client.key({ scopes: ['read'] });
  for (const body of [requestBody(), 'no json', {}]) {
    const answer = await client.book(body, { key });
    expect([answer.status, answer.body]).toEqual([403, { success: false, message: expect.any(String) }]);
  }
});

test('a key with the scope book alone may book', async () => {
  const key = await client.key({ scopes: ['book'] });
  expect((await client.book(requestBody(), { key })).status).toBe(201);
  expect((await client.get('/destinations', {}, { key })).status).toBe(403);
});

test('429: the eleventh request in a minute for a hotel under an e-mail address, with Retry-After; a repetition does not count', async () => {
  const body = requestBody({ billed_to: { ...requestBody().billed_to, email: 'often@example.com' } });
  const once = { headers: { 'idempotency-key': 'often' } };
  const made = await client.book<Booked>(body, once);
  expect(made.status).toBe(201);
  for (let time = 0; time < 9; time++) expect((await client.book(body)).status).toBe(201);
  const before = await countBookings();
  const refused = await client.book(body);
  expect([refused.status, refused.headers['retry-after'], refused.body]).toEqual([
    429,
    '60',
    { success: false, message: expect.stringContaining('requests') },
  ]);
  expect(refused.headers).toMatchObject({
    'ratelimit-limit': '10',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '60',
  });
  expect(refused.text).not.toContain('often');
  expect((await client.book<Booked>(body, once)).body).toEqual(made.body);
  expect(
    (await client.book(bindingBody({ billed_to: { ...bindingBody().billed_to, email: 'often@example.com' } }))).status,
  ).toBe(201);
  expect(await countBookings()).toBe(before + 1);
});
