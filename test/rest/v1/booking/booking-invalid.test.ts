/** POST /api/v1/booking: bodies that are refused before any look-up (B2, B4, I5, I7). */
import { describe, expect, test } from 'vitest';
import { ADDRESS, bindingBody, requestBody } from '../../../support/booking/booking-body.ts';
import { restClient } from '../../../support/requests/rest-client.ts';

const client = restClient();

async function problemsOf(body: unknown, headers: Record<string, string> = {}): Promise<string[]> {
  const answer = await client.book<{ errors: { path: string; code: string; message: string }[] }>(body, { headers });
  expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['success', 'message', 'errors']]);
  for (const error of answer.body.errors) expect(Object.keys(error)).toEqual(['path', 'code', 'message']);
  return answer.body.errors.map(({ path, code }) => `${path} ${code}`);
}

describe('400: a booking', () => {
  test('that is binding without an address (B3)', async () => {
    const { billed_to } = requestBody();
    expect(await problemsOf(bindingBody({ billed_to }))).toEqual(['billed_to.address REQUIRED']);
  });

  test.each(Object.keys(ADDRESS))('that is binding with an address without %s (B3)', async (field) => {
    const { [field as keyof typeof ADDRESS]: _, ...address } = ADDRESS;
    const body = bindingBody({ billed_to: { ...requestBody().billed_to, address } });
    expect(await problemsOf(body)).toEqual([`billed_to.address.${field} REQUIRED`]);
  });

  test.each([
    'binding_booking',
    'currency',
    'visit_type_id',
    'hotel_id',
    'room_type_id',
    'date_from',
    'date_to',
    'billed_to',
    'guests',
  ])('without %s', async (field) => {
    const { [field]: _, ...body } = requestBody();
    expect(await problemsOf(body)).toEqual([`${field} REQUIRED`]);
    expect(await problemsOf({ ...body, [field]: null })).toEqual([`${field} REQUIRED`]);
  });

  test.each(['BINDING', 'REQUEST', 'true', '', 1])('with binding_booking %j, not true or false', async (kind) => {
    expect(await problemsOf(bindingBody({ binding_booking: kind }))).toEqual(['binding_booking INVALID_TYPE']);
  });

  test('without any field reports every required one', async () => {
    expect(await problemsOf({})).toEqual(
      [
        'binding_booking',
        'currency',
        'visit_type_id',
        'hotel_id',
        'room_type_id',
        'date_from',
        'date_to',
        'billed_to',
        'guests',
      ].map((field) => `${field} REQUIRED`),
    );
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['a kind in words', { binding_booking: 'true' }, 'binding_booking INVALID_TYPE'],
    ['a kind as a number', { binding_booking: 1 }, 'binding_booking INVALID_TYPE'],
    ['a currency in letters that are not ASCII', { currency: 'c\u017fk' }, 'currency INVALID_VALUE'],
    ['an id as the digits of an integer in a string', { hotel_id: '1' }, 'hotel_id NOT_AN_ID'],
    ['an id in fractions', { room_type_id: 1.5 }, 'room_type_id NOT_AN_ID'],
    ['a date that does not exist', { date_from: '2027-02-30' }, 'date_from NOT_A_DATE'],
    ['a date as the number of a day', { date_from: 20_850 }, 'date_from INVALID_TYPE'],
    ['a departure that is the arrival', { date_to: '2027-04-05' }, 'date_to DATES_REVERSED'],
    ['guests that are no list', { guests: { first_name: 'A' } }, 'guests INVALID_TYPE'],
    ['a note that is too long', { customer_note: 'x'.repeat(4001) }, 'customer_note TOO_LONG'],
    ['a note with NUL', { customer_note: '\0' }, 'customer_note CONTROL_CHARACTER'],
    ['an affiliate that is no text', { affilUserName: 5 }, 'affilUserName INVALID_TYPE'],
  ])('with %s', async (_, changes, problem) => {
    expect(await problemsOf(requestBody(changes))).toEqual([problem]);
  });

  test('gets all problems reported at once, under the names of the body', async () => {
    const body = bindingBody({
      billed_to: {
        first_name: ' ',
        email: 'anna',
        gender: 'x',
        consent_marketing: 'no',
        address: { ...ADDRESS, country: 'CZ' },
      },
      guests: [
        { first_name: 'A' },
        { first_name: 'A', last_name: 'B', birth_date: '2027-01-11', loyalty_program_id: 'gold' },
      ],
    });
    expect(await problemsOf(body)).toEqual([
      'billed_to.gender INVALID_VALUE',
      'billed_to.first_name BLANK',
      'billed_to.last_name REQUIRED',
      'billed_to.email NOT_AN_EMAIL',
      'billed_to.consent_marketing INVALID_TYPE',
      'billed_to.address.country NOT_A_COUNTRY',
      'guests.0.last_name REQUIRED',
      'guests.1.loyalty_program_id NOT_AN_ID',
      'guests.1.birth_date IN_THE_FUTURE',
    ]);
  });

  test.each(['', ' ', '{', '[1,', 'text', '{"a":1}}', '{"__proto__":{}}', '\ufeff'])(
    'with the body %j, which is not JSON',
    async (body) => {
      expect(await problemsOf(body)).toEqual([' MALFORMED']);
    },
  );

  test.each(['null', '[]', '7', '"text"', 'true'])('with the body %s, which is not an object', async (body) => {
    expect(await problemsOf(body)).toHaveLength(1);
  });

  test.each(['', 'a b', 'k'.repeat(256)])('with the Idempotency-Key %j', async (key) => {
    expect(await problemsOf(requestBody(), { 'idempotency-key': key })).toEqual([
      expect.stringMatching(/^Idempotency-Key (INVALID_VALUE|TOO_LONG)$/),
    ]);
  });
});

describe('413: a body', () => {
  test('that is too large, whatever its content', async () => {
    for (const body of [requestBody({ customer_note: 'x'.repeat(300_000) }), 'x'.repeat(1_000_000)]) {
      const answer = await client.book(body);
      expect([answer.status, answer.body]).toEqual([413, { success: false, message: expect.any(String) }]);
    }
  });
});

describe('415: a body', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])('of the type %s', async (type) => {
    const answer = await client.book(requestBody(), { headers: { 'content-type': type } });
    expect([answer.status, answer.body]).toEqual([415, { success: false, message: expect.any(String) }]);
  });

  test('without a type', async () => {
    const answer = await client.send({ method: 'POST', url: '/api/v1/booking' });
    expect([answer.status, answer.body]).toEqual([415, { success: false, message: expect.any(String) }]);
  });

  test('of the type application/json with a charset is fine', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect((await client.book(requestBody(), { headers })).status).toBe(201);
  });
});
