/** Terms of cancellation (S12) from the catalogue file to quotes, bookings and what a cancellation costs. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importCatalogue } from '../../../../src/catalogue/import.ts';
import { exportedCatalogue } from '../../../catalogue/snapshot.ts';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { readRaised } from '../../../support/database/raised-epochs.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

const TERMS = [
  { daysBeforeArrival: 3, percentage: 80 },
  { daysBeforeArrival: 14, percentage: 33.33 },
];
const STAY = { visitType: 101, roomType: 11, arrival: '2027-06-10', departure: '2027-06-12' };
const FEES = '{ from fee { amountMinor currency } }';
const PERSON = { firstName: 'Anna', lastName: 'Nová' };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ catalogue: withTerms(TERMS), today: TODAY });
});
beforeEach(() => gateway.setToday(TODAY));
afterAll(() => gateway.close());

/** The small catalogue, with terms for visit type 101. */
function withTerms(cancellationTerms: typeof TERMS) {
  const [first, ...others] = SMALL_CATALOGUE.visitTypes!;
  return { ...SMALL_CATALOGUE, visitTypes: [{ ...first!, cancellationTerms }, ...others] };
}

async function changeTerms(terms: typeof TERMS): Promise<void> {
  const outcome = await importCatalogue({ database: gateway.database, source: withTerms(terms) as never });
  expect(outcome).toMatchObject({ ok: true });
  gateway.epochs.observe(await readRaised(gateway.database));
}

async function quoted(stay = STAY): Promise<unknown> {
  const { quote } = await gateway.ask<{ quote: unknown }>(
    `query ($input: QuoteInput!) { quote(input: $input) { ... on StayQuotes { quotes { total { amountMinor } cancellation ${FEES} } } } }`,
    { variables: { input: stay } },
  );
  return quote;
}

async function book(kind: 'BINDING' | 'REQUEST' = 'BINDING') {
  const address = { street: 'Lázeňská', houseNumber: '1a', city: 'Aš', zipCode: '352 01', country: 'CZE' };
  const billedTo = { ...PERSON, email: 'anna@example.com', address };
  const input = { ...STAY, hotel: 1, kind, currency: 'CZK', billedTo, guests: [PERSON] };
  const { createBooking } = await gateway.ask<{ createBooking: { id: string } }>(
    'mutation ($input: CreateBookingInput!) { createBooking(input: $input) { ... on BookingCreated { id } ... on Problem { message } } }',
    { variables: { input } },
  );
  return createBooking.id;
}

const bookingOf = async (id: string) =>
  (
    await gateway.ask<{ booking: unknown }>(
      `query ($id: ID!) { booking(id: $id) { status cancellation ${FEES} cancellationFee { amountMinor } price { cancellation ${FEES} } } }`,
      { variables: { id } },
    )
  ).booking;

const cancel = async (id: string) =>
  (
    await gateway.ask<{ cancelBooking: Record<string, unknown> }>(
      'mutation ($id: ID!) { cancelBooking(input: { id: $id }) { ... on BookingCancelled { fee { amountMinor currency } alreadyCancelled } ... on Problem { code } } }',
      { variables: { id } },
    )
  ).cancelBooking;

const czk = (amountMinor: number) => ({ amountMinor, currency: 'CZK' });
/** The fees of a stay for 4,000.00 CZK: two beds at 1,000 a night, two nights. */
const EXPECTED = [
  { from: '2027-05-27', fee: czk(133_320) },
  { from: '2027-06-07', fee: czk(320_000) },
];

describe('terms of cancellation (S12)', () => {
  test('a visit type shows them, the earliest first; without any the list is empty', async () => {
    const { with: terms, without } = await gateway.ask<{ with: unknown; without: unknown }>(
      '{ with: visitType(id: 101) { cancellationTerms { daysBeforeArrival percentage } } without: visitType(id: 102) { cancellationTerms { percentage } } }',
    );
    expect(terms).toEqual({ cancellationTerms: TERMS.toReversed() });
    expect(without).toEqual({ cancellationTerms: [] });
  });

  test('a quote has them as dates and amounts of its total in each currency', async () => {
    expect(await quoted()).toEqual({
      quotes: [
        { total: { amountMinor: 400_000 }, cancellation: EXPECTED },
        {
          total: { amountMinor: 20_000 },
          cancellation: [
            { from: '2027-05-27', fee: { amountMinor: 6_666, currency: 'EUR' } },
            { from: '2027-06-07', fee: { amountMinor: 16_000, currency: 'EUR' } },
          ],
        },
      ],
    });
  });

  test('a booking keeps those it was made under, and quotes show new ones at once', async () => {
    const id = await book();
    const kept = {
      status: 'CONFIRMED',
      cancellation: EXPECTED,
      cancellationFee: null,
      price: { cancellation: EXPECTED },
    };
    expect(await bookingOf(id)).toEqual(kept);
    await changeTerms([{ daysBeforeArrival: 0, percentage: 100 }]);
    expect(await quoted()).toMatchObject({
      quotes: [{ cancellation: [{ from: STAY.arrival, fee: czk(400_000) }] }, {}],
    });
    await changeTerms([]);
    expect(await quoted()).toMatchObject({ quotes: [{ cancellation: [] }, { cancellation: [] }] });
    expect(await bookingOf(id)).toEqual(kept);
    gateway.setToday('2027-05-27');
    expect(await cancel(id)).toEqual({ fee: czk(133_320), alreadyCancelled: false });
    gateway.setToday('2027-06-08');
    expect(await cancel(id)).toEqual({ fee: czk(133_320), alreadyCancelled: true });
    expect(await bookingOf(id)).toEqual({
      ...kept,
      status: 'CANCELLED',
      cancellationFee: { amountMinor: 133_320 },
    });
    await changeTerms(TERMS);
  });

  test('a request costs nothing to cancel, whatever its terms', async () => {
    const id = await book('REQUEST');
    gateway.setToday('2027-06-09');
    expect(await cancel(id)).toEqual({ fee: czk(0), alreadyCancelled: false });
  });

  test('a changed price comes with its own', async () => {
    const input = `{ kind: REQUEST, currency: CZK, visitType: 101, hotel: 1, roomType: 11, arrival: "${STAY.arrival}",
      departure: "${STAY.departure}", expectedTotal: 1, billedTo: { firstName: "A", lastName: "B", email: "a@example.com" },
      guests: [{ firstName: "A", lastName: "B" }] }`;
    const { createBooking } = await gateway.ask<{ createBooking: unknown }>(
      `mutation { createBooking(input: ${input}) { ... on PriceChanged { quote { cancellation ${FEES} } } } }`,
    );
    expect(createBooking).toEqual({ quote: { cancellation: EXPECTED } });
  });

  test('an export has them, and importing it changes nothing', async () => {
    const exported = await exportedCatalogue(gateway.database);
    const [first, second] = exported.visitTypes!;
    expect([first!.cancellationTerms, second!.cancellationTerms]).toEqual([TERMS.toReversed(), []]);
    const again = await importCatalogue({ database: gateway.database, source: exported as never, replace: true });
    expect(again).toMatchObject({ ok: true, changed: false });
  });

  test('a file that leaves them out takes them away', async () => {
    const source = withTerms([]);
    delete (source.visitTypes[0] as { cancellationTerms?: unknown }).cancellationTerms;
    expect(await importCatalogue({ database: gateway.database, source: source as never })).toMatchObject({
      changed: true,
    });
    gateway.epochs.observe(await readRaised(gateway.database));
    expect(await quoted()).toMatchObject({ quotes: [{ cancellation: [] }, { cancellation: [] }] });
  });
});
