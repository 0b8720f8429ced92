/** For any input, the answer is a documented one in its shape, never a 5xx (I5, I7). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bindingBody, requestBody } from '../../support/booking/booking-body.ts';
import { type Answer, restClient } from '../../support/requests/rest-client.ts';

const client = restClient();

const NAMES = [
  ...[
    'max',
    'offset',
    'hotel_id',
    'destination_id',
    'visit_type_id',
    'room_type_id',
    'hotel_stars_min',
    'hotel_stars_max',
  ],
  ...['number_of_beds', 'date_from', 'date_to', 'nights_min', 'nights_max', 'guests', 'occupancy'],
  ...['loyalty_program_id_1', 'loyalty_program_id_2', 'access_token', '__proto__', 'constructor'],
];
const DATES = [
  '0001-01-01',
  '1969-12-31',
  '2027-01-10',
  '2027-02-10',
  '2027-02-28',
  '2028-02-29',
  '2029-01-10',
  '9999-12-31',
];
const VALUES = [
  '',
  '0',
  '1',
  '2',
  '3',
  '11',
  '101',
  '102',
  '-1',
  '2147483647',
  '2147483648',
  '9'.repeat(30),
  'f'.repeat(24),
  ...DATES,
];

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...VALUES) },
  fc.string({ unit: 'binary' }),
  fc.integer().map(String),
);
const date = fc.constantFrom(...DATES);
const language = fc.oneof(
  fc.constantFrom('de', 'cs, en;q=0', '*;q=0', ',,,', 'en-'.repeat(500)),
  fc.stringMatching(/^[\x20-\x7e]{0,40}$/),
);

/** An answer in one of the shapes of the interface. */
function expectKnown({ status, body, text }: Answer, statuses: readonly number[]): void {
  expect([statuses.includes(status), status, text.slice(0, 200)]).toEqual([true, status, text.slice(0, 200)]);
  if (status < 400) return;
  const keys = status === 400 ? ['success', 'message', 'errors'] : ['success', 'message'];
  expect([Object.keys(body as object), text]).toEqual([keys, text]);
}

test('no query gives a 5xx', async () => {
  const path = fc.constantFrom('/visit-types', '/price', '/calendar/dates', '/lowest-price', '/destinations');
  const query = fc.array(fc.tuple(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...NAMES) }, fc.string()), value), {
    maxLength: 7,
  });
  await fc.assert(
    fc.asyncProperty(path, query, language, async (to, pairs, acceptLanguage) => {
      const search = pairs.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`).join('&');
      const headers = { 'accept-language': acceptLanguage };
      const answer = await client.send({ method: 'GET', url: `/api/v1${to}?${search}` }, { headers });
      expectKnown(answer, [200, 400, 401, 404, 422]);
    }),
    { numRuns: 400 },
  );
});

test('no well-formed question about a stay gives a 5xx', async () => {
  const id = fc.constantFrom('101', '102', '103', '104', '105', '106', '107', '108', '999', 'f'.repeat(24));
  const room = fc.constantFrom('11', '12', '13', '21', '31', '41', '42', '999');
  const program = fc.option(fc.constantFrom('1', '2', '3', '999'), { nil: '' });
  await fc.assert(
    fc.asyncProperty(
      id,
      room,
      date,
      date,
      program,
      program,
      async (visit_type_id, room_type_id, date_from, date_to, first, second) => {
        const loyalty = { loyalty_program_id_1: first, loyalty_program_id_2: second };
        const stay = { visit_type_id, room_type_id, date_from, date_to, ...loyalty };
        expectKnown(await client.get('/price', stay), [200, 400, 404, 422]);
        expectKnown(await client.get('/calendar/dates', { visit_type_id, date_from, date_to }), [200, 400]);
        expectKnown(await client.get('/lowest-price', { room_type_id, date_from, date_to }), [200, 400]);
      },
    ),
    { numRuns: 150 },
  );
});

test('no booking gives a 5xx', async () => {
  const fields = [
    'binding_booking',
    'currency',
    'visit_type_id',
    'hotel_id',
    'room_type_id',
    'date_from',
    'date_to',
    'customer_note',
  ];
  const path = fc.oneof(
    fc.constantFrom(...[...fields, 'affilUserName', 'billed_to', 'guests'].map((field) => [field])),
    fc
      .constantFrom('gender', 'first_name', 'email', 'phone', 'consent_marketing', 'address')
      .map((field) => ['billed_to', field]),
    fc.constantFrom('street', 'country').map((field) => ['billed_to', 'address', field]),
    fc
      .constantFrom('first_name', 'birth_date', 'loyalty_program_id', 'loyalty_program_code')
      .map((field) => ['guests', '0', field]),
  );
  const anything = fc.oneof(
    fc.jsonValue({ stringUnit: 'binary' }),
    date,
    fc.integer(),
    fc.double(),
    fc.constantFrom('\ud800', '\0', 1e308, 101),
  );
  const key = fc.option(fc.oneof(fc.constantFrom('a', 'b'), fc.stringMatching(/^[\x20-\x7e]{0,300}$/)), {
    nil: undefined,
  });
  await client.gateway.database.prisma.inventoryNight.updateMany({ data: { units: 10_000 } });
  let booked = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(fc.tuple(path, anything), { maxLength: 3 }),
      key,
      async (binding, changes, idempotency) => {
        const body = structuredClone(binding ? bindingBody() : requestBody());
        for (const [at, change] of changes) set(body, at, change);
        const headers: Record<string, string> = idempotency === undefined ? {} : { 'idempotency-key': idempotency };
        await client.forgetRequests();
        const answer = await client.book(body, { headers });
        expectKnown(answer, [201, 400, 404, 422]);
        if (answer.status === 201) booked++;
      },
    ),
    { numRuns: 400 },
  );
  expect(booked).toBeGreaterThan(50);
});

test('no body that is not a booking gives a 5xx', async () => {
  const body = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.constantFrom('['.repeat(30_000), '{"a":'.repeat(10_000)),
  );
  await fc.assert(
    fc.asyncProperty(body, async (text) => expectKnown(await client.book(text), [400])),
    { numRuns: 150 },
  );
});

test('400: a body that is not UTF-8 is refused, and no mangled name is stored', async () => {
  const bookings = () => client.gateway.database.prisma.booking.count();
  await client.forgetRequests();
  const before = await bookings();
  const text = JSON.stringify({ ...requestBody(), customer_note: 'Nováková' });
  for (const [encoding, status] of [
    ['latin1', 400],
    ['utf16le', 400],
    ['utf8', 201],
  ] as const) {
    const payload = Buffer.from(text, encoding) as unknown as string;
    const headers = { 'content-type': 'application/json' };
    const answer = await client.send({ method: 'POST', url: '/api/v1/booking', payload }, { headers });
    expectKnown(answer, [status]);
  }
  expect(await bookings()).toBe(before + 1);
});

/** Sets a nested value, as far as the path exists. */
function set(target: unknown, [name, ...rest]: readonly string[], to: unknown): void {
  if (typeof target !== 'object' || target === null || name === undefined) return;
  const owner = target as Record<string, unknown>;
  if (rest.length === 0) owner[name] = to;
  else set(owner[name], rest, to);
}
