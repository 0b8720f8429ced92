/** `figures` (M15): who sees them, what is refused, and how they are asked for. Issue 29, number 6. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindingBody } from '../../../support/booking/booking-body.ts';
import { OBJECT_IDS, SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

const FIGURES = `query ($hotel: ID!, $from: LocalDate!, $to: LocalDate!, $by: PeriodUnit!) {
  figures(hotel: $hotel, from: $from, to: $to, by: $by) {
    periods { ...all }
    total { ...all }
  }
}
fragment all on PeriodFigures {
  from to roomsForSale sold blocked occupancyBasisPoints
  revenue { amountMinor currency }
  byChannel { channel sold revenue { amountMinor currency } }
  byVisitType { visitType { number } sold revenue { amountMinor currency } }
  cancelled { bookings nights fees { amountMinor } }
  noShows { bookings nights fees { amountMinor } }
}`;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  const key = await gateway.key({ scopes: ['book'] });
  const headers = { authorization: `Bearer ${key}` };
  const made = await gateway.inject({ method: 'POST', url: '/api/v1/booking', headers, payload: bindingBody() });
  expect(made.statusCode).toBe(201);
});
afterAll(() => gateway?.close());

const YEAR = { hotel: '1', from: '2027-01-01', to: '2027-12-31', by: 'DAY' };

const asked = (key: string, changes: Partial<typeof YEAR> = {}) =>
  gateway.graphql<{ figures: { periods: unknown[]; total: Record<string, unknown> } | null }>(FIGURES, {
    key,
    variables: { ...YEAR, ...changes },
  });

test('a year by day with all fields is within the limits, and shows what was booked (M15)', async () => {
  const key = await gateway.key({ scopes: ['operate'] });
  const { data, errors } = await asked(key);
  expect(errors).toBeUndefined();
  expect(data.figures!.periods).toHaveLength(365);
  const { sold, revenue, byChannel, byVisitType } = data.figures!.total as Record<string, { revenue: unknown }[]>;
  expect([sold, revenue]).toEqual([2, [{ amountMinor: 400_000, currency: 'CZK' }]]);
  expect(byChannel).toEqual([{ channel: 'public', sold, revenue }]);
  expect(byVisitType).toEqual([{ visitType: { number: 101 }, sold, revenue }]);
  const byMonth = await asked(key, { by: 'MONTH', hotel: OBJECT_IDS.hotel1 });
  expect(byMonth.data.figures!.total).toEqual(data.figures!.total);
});

test('a hotel that the key does not operate does not exist for it, and a test key sees tests alone (M15)', async () => {
  const ofHotel = await gateway.database.prisma.hotel.findFirstOrThrow({ where: { number: 1 } });
  const others = await gateway.database.prisma.destination.findFirstOrThrow({
    where: { number: { not: ofHotel.destinationNumber } },
  });
  const elsewhere = await gateway.key({ scopes: ['read', 'bookings', 'operate'], destinations: [others.number] });
  const here = await gateway.key({ scopes: ['operate'], destinations: [ofHotel.destinationNumber] });
  expect((await asked(elsewhere)).data.figures).toBeNull();
  expect((await asked(elsewhere, { hotel: '999' })).data.figures).toBeNull();
  expect((await asked(here)).data.figures!.total).toMatchObject({ sold: 2 });
  const tests = await gateway.key({ scopes: ['operate'], isTest: true });
  expect((await asked(tests)).data.figures!.total).toMatchObject({ sold: 0, revenue: [] });
});

test.each([
  ['DATES_REVERSED', { from: '2027-05-02', to: '2027-05-01' }],
  ['TOO_MANY_DAYS', { from: '2027-01-01', to: '2028-02-05' }],
  ['TOO_MANY_DAYS', { from: '2027-01-01', to: '2037-01-08', by: 'MONTH' }],
])('%s: %j', async (code, changes) => {
  const key = await gateway.key({ scopes: ['operate'] });
  const { data, errors } = await asked(key, changes);
  expect(data.figures).toBeNull();
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', problems: [{ path: 'to', code }] } }]);
});

test('the longest ranges are answered (M15)', async () => {
  const key = await gateway.key({ scopes: ['operate'] });
  expect((await asked(key, { to: '2028-02-04' })).data.figures!.periods).toHaveLength(400);
  expect((await asked(key, { to: '2037-01-07', by: 'MONTH' })).data.figures!.periods).toHaveLength(121);
});

test('more rooms for sale than a GraphQL Int counts are answered (M15)', async () => {
  const key = await gateway.key({ scopes: ['operate'] });
  const nights = { roomType: { hotelNumber: 1 }, night: { gte: new Date('2027-06-01'), lte: new Date('2027-06-02') } };
  const { inventoryNight } = gateway.database.prisma;
  const { count } = await inventoryNight.updateMany({ where: nights, data: { units: 2_000_000_000, closed: true } });
  const rooms = count * 2_000_000_000;
  expect(rooms).toBeGreaterThan(2 ** 31);
  const total = { roomsForSale: rooms, blocked: rooms };
  const { data } = await asked(key, { from: '2027-06-01', to: '2027-06-02' });
  expect(data.figures!.total).toMatchObject(total);
  // Operations with literal dates are not compiled.
  const written = `{ figures(hotel: 1, from: "2027-06-01", to: "2027-06-02", by: DAY) { total { roomsForSale blocked } } }`;
  expect(await gateway.ask(written, { key })).toEqual({ figures: { total } });
});
