/** Bookings as a CSV file (M15): whole, filtered as lists are, for those who operate the hotels, and at the pace of the reader. Issue 29, number 7. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatReference } from '../../../src/domain/booking/reference.ts';
import { BOOKING_COLUMNS } from '../../../src/operations/booking/search/export-bookings.ts';
import { bindingBody, requestBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { check } from '../../support/gateway/documented-gateway.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { readCsv } from '../../support/requests/csv-reader.ts';
import { connectIdle, connectionsOf } from '../../support/requests/idle-client.ts';
import { until } from '../../support/requests/until.ts';

const MANY = 1_203;

let gateway: TestGateway;
let key: string;
let operated: number;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY, readerStallMs: 300 });
  key = await gateway.key({ scopes: ['operate'] });
  operated = (await gateway.database.prisma.hotel.findFirstOrThrow({ where: { number: 1 } })).destinationNumber;
  const shop = { authorization: `Bearer ${await gateway.key({ scopes: ['book'], client: 'Shop, "the" best' })}` };
  const tests = { authorization: `Bearer ${await gateway.key({ scopes: ['book'], isTest: true })}` };
  const anna = bindingBody();
  const payloads = [
    {
      ...anna,
      billed_to: { ...anna.billed_to, phone: '+420602123456' },
      customer_note: '=HYPERLINK("http://x")\nplease',
    },
    requestBody({ date_from: '2027-05-01', date_to: '2027-05-04' }),
  ];
  for (const [headers, payload] of [
    [shop, payloads[0]],
    [shop, payloads[1]],
    [tests, payloads[1]],
  ] as const) {
    const made = await gateway.inject({ method: 'POST', url: '/api/v1/booking', headers, payload: payload! });
    expect(made.statusCode).toBe(201);
  }
});
afterAll(() => gateway?.close());

async function ask(
  query = '',
  { as = key, method = 'GET', headers = {} }: { as?: string; method?: string; headers?: object } = {},
) {
  const url = `/manage/bookings.csv${query}`;
  const answer = await gateway.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${as}`, ...headers },
  });
  const body = (answer.headers['content-encoding'] ? gunzipSync(answer.rawPayload) : answer.rawPayload).toString();
  if (method !== 'HEAD') {
    const { statusCode } = answer;
    expect(check.problemsOf({ method, url, statusCode, headers: answer.headers, body })).toEqual([]);
  }
  return { ...answer, statusCode: answer.statusCode, headers: answer.headers, body };
}

/** The bookings of an answer, by the names of the columns. */
async function bookings(query = '', as = key): Promise<Record<string, string>[]> {
  const { body, statusCode } = await ask(query, { as });
  expect(statusCode).toBe(200);
  const [names, ...rows] = readCsv(body);
  expect(names).toEqual(BOOKING_COLUMNS);
  return rows.map((row) => Object.fromEntries(row.map((cell, index) => [names![index], cell])));
}

test('has a line for each booking, the first made first, with what is known of it, and no formula (M15)', async () => {
  const found = await bookings();
  const made = await gateway.database.prisma.booking.findMany({
    where: { isTest: false },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  expect(found.map(({ reference }) => reference)).toEqual(made.map(({ reference }) => formatReference(reference)));
  const [binding, request] = found.toSorted((one, other) => one.arrival!.localeCompare(other.arrival!));
  expect(binding).toMatchObject({
    ...{ status: 'CONFIRMED', kind: 'BINDING', isTest: 'false', client: 'Shop, "the" best', channel: 'public' },
    ...{ hotel: '1', hotelName: 'Hotel Aurora', roomType: '11', visitType: '101' },
    ...{
      arrival: '2027-04-05',
      departure: '2027-04-07',
      nights: '2',
      currency: 'CZK',
      amount: '4000',
      cancellationFee: '',
    },
    ...{ firstName: 'Anna', lastName: 'Nová', email: 'anna@example.com', phone: "'+420602123456", city: 'Aš' },
    ...{ customerNote: `'=HYPERLINK("http://x")\nplease`, guests: '1', guestNames: 'Anna Nová' },
  });
  expect(request).toMatchObject({ status: 'REQUESTED', arrival: '2027-05-01' });
});

test('is a file of UTF-8 that nothing caches, compressed for those who accept it; HEAD has the head alone (M15)', async () => {
  const plain = await ask();
  expect(plain.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="bookings.csv"',
    'cache-control': 'no-store',
  });
  const packed = await ask('', { headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(packed.body).toBe(plain.body);
  expect(await ask('', { method: 'HEAD' })).toMatchObject({ statusCode: 200, body: '' });
  const posted = await gateway.inject({ method: 'POST', url: '/manage/bookings.csv' });
  expect([posted.statusCode, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
});

const createdFrom = new Date(Date.parse(`${TODAY}T12:00:00Z`)).toISOString();
const later = new Date(Date.parse(`${TODAY}T12:00:01Z`)).toISOString();

test.each([
  ['status=REQUESTED', 1],
  ['hotel=1', 2],
  ['hotel=999', 0],
  ['visitType=101', 2],
  ['roomType=12', 0],
  ['channel=partner', 0],
  ['text=nova%20anna', 2],
  ['text=karel', 0],
  ['staysOn=2027-04-06', 1],
  ['arrivalFrom=2027-04-06', 1],
  ['arrivalTo=2027-04-06', 1],
  ['departureFrom=2027-05-04&departureTo=2027-05-04', 1],
  [`createdFrom=${createdFrom}`, 2],
  [`createdFrom=${later}`, 0],
  [`createdTo=${later}`, 2],
  ['email=ANNA@example.com', 2],
  ['isTest=true', 1],
  ['isTest=false', 2],
])('%s selects as the filter of lists does: %d (M9, M15)', async (query, count) => {
  expect(await bookings(`?${query}`)).toHaveLength(count);
});

test.each([
  ['status=requested', 'status', 'INVALID_VALUE'],
  ['arrivalFrom=2027-02-30', 'arrivalFrom', 'NOT_A_DATE'],
  ['createdFrom=2027-02-30', 'createdFrom', 'INVALID_VALUE'],
  ['arrivalFrom=2027-05-02&arrivalTo=2027-05-01', 'arrivalTo', 'DATES_REVERSED'],
  ['hotel=x', 'hotel', 'NOT_AN_ID'],
  ['hotel=1&hotel=2', 'hotel', 'REPEATED'],
  ['arivalFrom=2027-05-01', '', 'INVALID_VALUE'],
])('%s is refused: else there would be other bookings than were asked for (M15)', async (query, path, code) => {
  const { statusCode, body } = await ask(`?${query}`);
  expect([statusCode, JSON.parse(body).errors]).toMatchObject([400, [{ path, code }]]);
});

test('a key of another destination gets none, one without operate is refused, a test key gets tests (M15, A7)', async () => {
  const others = await gateway.database.prisma.destination.findFirstOrThrow({ where: { number: { not: operated } } });
  expect(await bookings('', await gateway.key({ scopes: ['operate'], destinations: [others.number] }))).toEqual([]);
  expect(await bookings('', await gateway.key({ scopes: ['operate'], destinations: [operated] }))).toHaveLength(2);
  expect(await bookings('', await gateway.key({ scopes: ['operate'], isTest: true }))).toMatchObject([
    { isTest: 'true' },
  ]);
  const shop = await gateway.key({ scopes: ['read', 'book', 'bookings', 'manage'] });
  expect((await ask('', { as: shop })).statusCode).toBe(403);
  expect((await ask('', { as: 'ssg_nobody' })).statusCode).toBe(401);
});

test('however many there are, each is there once, and a reader that takes nothing is disconnected (M15, A3)', async () => {
  const { prisma } = gateway.database;
  await prisma.$executeRawUnsafe(`INSERT INTO booking (id, kind, reference, status, has_rooms, client_id, api_key_id, channel_code, visit_type_number,
      hotel_number, room_type_number, arrival, departure, currency, price_list_kind, base_minor, amount_minor, language, created_at, customer_note, cancellation_fee_minor)
    SELECT lpad(to_hex(i), 24, '0'), kind, lpad(i::text, 8, '0'), 'CANCELLED', false, client_id, api_key_id, channel_code, visit_type_number,
      hotel_number, room_type_number, arrival, departure, currency, price_list_kind, base_minor, amount_minor, language, created_at, repeat('x', 20000), 0
    FROM generate_series(1, ${MANY}) AS i, (SELECT * FROM booking WHERE NOT is_test LIMIT 1) AS b`);
  const found = await bookings('?status=CANCELLED');
  expect(new Set(found.map(({ id }) => id)).size).toBe(MANY);
  expect(found).toHaveLength(MANY);

  const url = await gateway.listen();
  const client = await connectIdle(
    url,
    `GET /manage/bookings.csv HTTP/1.1\r\nHost: gateway\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  );
  await until(
    async () => new Map(gateway.services.limits.entries()).get('unsent_bytes') ?? 0,
    (count) => count > 0,
  );
  await until(
    () => connectionsOf(gateway.server),
    (count) => count === 0,
  );
  client.socket.destroy();
});
