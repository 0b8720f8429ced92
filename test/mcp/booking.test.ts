/** What agents book, change and cancel (X6), on PostgreSQL and on the embedded database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL_CATALOGUE, TODAY } from '../support/catalogue/small-catalogue.ts';
import { freshEmbedded } from '../support/database/embedded-database.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { type Agent, agentAt } from '../support/mcp/agent.ts';
import { BOOKING, FREE_UNTIL, STAY, TOTAL, WITH_TERMS } from '../support/mcp/stay-to-book.ts';

describe.each(['PostgreSQL', 'embedded'] as const)('an agent on a %s database', (kind) => {
  let gateway: TestGateway;
  let agent: Agent;
  beforeAll(async () => {
    const database = kind === 'embedded' ? { database: Object.assign(await freshEmbedded(), { url: '' }) } : {};
    gateway = await startGateway({ catalogue: WITH_TERMS, today: TODAY, ...database });
    agent = await agentAt(await gateway.listen(), {
      key: await gateway.key({ scopes: ['read', 'book', 'bookings', 'operate'] }),
    });
  });
  afterAll(async () => {
    await agent.close();
    await gateway.close();
  });

  const bookings = () => gateway.database.prisma.booking.count();

  test('finds a stay, holds it, is refused another price, books it once, changes it and cancels it', async () => {
    const found = await agent.call('find_stays', { arrival: STAY.arrival, nights: 2, currency: 'CZK', guests: 2 });
    const { node } = (found.data as unknown as { stays: { edges: [{ node: Offer }] } }).stays.edges[0];
    expect(node).toMatchObject({
      total: { amountMinor: TOTAL },
      rooms: [{ quote: { freeCancellationUntil: FREE_UNTIL } }],
    });
    const held = await agent.call('hold_stay', { offer: node.id });
    const { id: hold } = (held.data as unknown as { held: { id: string } }).held;

    const agreed = { ...BOOKING, hold, expectedTotal: node.total.amountMinor };
    const dearer = await agent.call('book_stay', { ...agreed, expectedTotal: TOTAL - 100 });
    expect(dearer).toMatchObject({
      isError: true,
      data: {
        refusal: { code: 'PRICE_CHANGED', quote: { total: { amountMinor: TOTAL }, freeCancellationUntil: FREE_UNTIL } },
        next: 'Show the guest what holds now, and book only if the guest agrees to it.',
      },
    });
    expect(await bookings()).toBe(0);

    const booked = await agent.call('book_stay', agreed);
    expect(booked.text).toBe(
      'The stay of 10 – 12 June 2027 is booked for CZK 4,000. Free cancellation up to and including 26 May 2027.',
    );
    const [{ id }] = (booked.data as unknown as { booked: { bookings: [{ id: string }] } }).booked.bookings;
    const again = await agent.call('book_stay', agreed);
    expect(again).toMatchObject({ isError: false, data: { booked: { replayed: true, bookings: [{ id }] } } });
    expect(await bookings()).toBe(1);

    const longer = { id, stay: { departure: '2027-06-13' } };
    const asked = await agent.call('change_booking', longer);
    expect(asked).toMatchObject({ isError: true, data: { refusal: { code: 'PRICE_CHANGED' } } });
    const { amountMinor } = (asked.data as unknown as { refusal: { quote: Offer } }).refusal.quote.total;
    const changed = await agent.call('change_booking', { ...longer, expectedTotal: amountMinor });
    expect(changed).toMatchObject({ isError: false, data: { changed: { booking: { departure: '2027-06-13' } } } });

    const cancelled = await agent.call('cancel_booking', { id });
    expect(cancelled).toMatchObject({ isError: false, text: 'It is cancelled. That costs CZK 0.' });
    const after = await agent.call('find_booking', { id });
    expect(after).toMatchObject({ data: { booking: { status: 'CANCELLED' } } });
    expect(after.text).toBe('The stay of 10 – 13 June 2027 is cancelled.');
  });

  test('books nothing without the price and the terms of cancelling that were shown', async () => {
    const before = await bookings();
    const { expectedTotal: _total, ...withoutTotal } = BOOKING;
    const { expectedCancellation: _terms, ...withoutTerms } = BOOKING;
    expect(await agent.call('book_stay', withoutTotal)).toMatchObject({ isError: true });
    expect(await agent.call('book_stay', withoutTerms)).toMatchObject({ isError: true });
    for (const expectedCancellation of [null, '2027-06-09', '2027-05-25', 'tomorrow']) {
      const refused = await agent.call('book_stay', { ...BOOKING, expectedCancellation });
      expect(refused.isError).toBe(true);
    }
    const refused = await agent.call('book_stay', { ...BOOKING, expectedCancellation: null });
    expect(refused).toMatchObject({
      data: { refusal: { code: 'CANCELLATION_CHANGED', freeCancellationUntil: FREE_UNTIL } },
    });
    expect(refused.text).toContain('the last day on which it costs nothing is 26 May 2027. Nothing was booked.');
    expect(await bookings()).toBe(before);
  });

  test('answers a request, of which nothing is said of cancelling: withdrawing it costs nothing (S12)', async () => {
    const request = {
      ...BOOKING,
      kind: 'REQUEST',
      arrival: '2027-07-10',
      departure: '2027-07-12',
      expectedCancellation: '2027-06-25',
    };
    const requested = await agent.call('book_stay', request);
    expect(requested.text).toBe(
      'The stay of 10 – 12 July 2027 is requested for CZK 4,000. It is not booked until the hotel confirms it.',
    );
    const [{ id }] = (requested.data as unknown as { booked: { bookings: [{ id: string }] } }).booked.bookings;
    const listed = await agent.call('list_bookings', { filter: { status: 'REQUESTED' } });
    expect(listed).toMatchObject({ data: { bookings: { totalCount: 1, edges: [{ node: { id } }] } } });
    const changed = await agent.call('change_booking', { id, customerNote: 'A quiet room.' });
    expect(changed).toMatchObject({ isError: false, text: 'It is changed and costs CZK 4,000 now.' });
    const confirmed = await agent.call('answer_request', { id, confirm: true });
    expect(confirmed).toMatchObject({ isError: false, text: 'The stay of 10 – 12 July 2027 is booked.' });
    const declined = await agent.call('answer_request', { id, confirm: false });
    expect(declined).toMatchObject({ isError: true, data: { refusal: { code: 'CONFIRMED' } } });
  });
});

test('a stay whose cancelling is no longer free has what it costs in the result, and the references of all rooms, within 8 kB', async () => {
  const [classic, ...others] = WITH_TERMS.visitTypes;
  const terms = Array.from({ length: 20 }, (_, term) => ({ daysBeforeArrival: 20 - term, percentage: 5 * term + 5 }));
  const catalogue = {
    ...WITH_TERMS,
    visitTypes: [{ ...classic!, cancellationTerms: terms }, ...others],
    inventory: [{ roomTypeId: 11, from: '2027-06-01', to: '2027-06-30', units: 6 }],
  };
  const gateway = await startGateway({ catalogue, today: '2027-06-05' });
  const agent = await agentAt(await gateway.listen(), { key: await gateway.key() });
  const { text, bytes, data } = await agent.call('book_stay', {
    ...BOOKING,
    rooms: Array.from({ length: 6 }, () => BOOKING.rooms[0]),
    expectedTotal: 6 * TOTAL,
    expectedCancellation: '2027-05-20',
  });
  expect(text).toBe(
    'The stay of 10 – 12 June 2027 is booked for CZK 24,000. Cancelling is no longer free; what it costs is in the result. Not everything fits into an answer: texts or lists end early.',
  );
  expect(bytes).toBeLessThanOrEqual(8_000);
  const { bookings, fees } = (data as unknown as { booked: Booked }).booked;
  expect(bookings.map(({ status }) => status)).toEqual(Array(6).fill('CONFIRMED'));
  expect(fees[0]!.reference).toBe(bookings[0]!.reference);
  expect(fees[0]!.cancellation).toHaveLength(20);
  expect(fees[0]!.cancellation[0]).toMatchObject({ from: '2027-05-21', fee: { amountMinor: TOTAL / 20 } });
  await agent.close();
  await gateway.close();
});

test('a change of the stay or of its price is made only with the total that was shown, also where guests leave early and their price stays', async () => {
  const gateway = await startGateway({ catalogue: WITH_TERMS, today: STAY.arrival });
  const agent = await agentAt(await gateway.listen(), { key: await gateway.key({ scopes: ['book', 'operate'] }) });
  const booked = await agent.call('book_stay', BOOKING);
  const [{ id }] = (booked.data as unknown as { booked: { bookings: [{ id: string }] } }).booked.bookings;
  const early = { id, stay: { departure: '2027-06-11' } };
  const asked = await agent.call('change_booking', early);
  const total = { amountMinor: TOTAL };
  expect(asked).toMatchObject({
    isError: true,
    text: 'The stay costs CZK 4,000, as before; nothing is changed yet. Show the guest what holds now, and book only if the guest agrees to it.',
    data: { refusal: { code: 'PRICE_CHANGED', expected: total, quote: { total } } },
  });
  expect(await agent.call('find_booking', { id })).toMatchObject({ data: { booking: { departure: STAY.departure } } });
  expect(await agent.call('change_booking', { ...early, expectedTotal: TOTAL })).toMatchObject({
    isError: false,
    data: { changed: { booking: { departure: '2027-06-11', price: { total } } } },
  });
  await agent.close();
  await gateway.close();
});

interface Booked {
  readonly bookings: readonly { readonly reference: string; readonly status: string }[];
  readonly fees: readonly {
    readonly reference: string;
    readonly cancellation: readonly { readonly from: string; readonly fee: { readonly amountMinor: number } }[];
  }[];
}

interface Offer {
  readonly id: string;
  readonly total: { readonly amountMinor: number };
}

test('a stay without terms of cancelling is free to cancel until the day before arrival, whichever tool says it, and from then on not at all (S10, S12)', async () => {
  const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  const agent = await agentAt(await gateway.listen(), {
    key: await gateway.key({ scopes: ['read', 'book', 'bookings'] }),
  });
  const free = 'Free cancellation up to and including 9 June 2027.';
  const rooms = [{ roomType: 11, guests: 1 }];
  const priced = await agent.call('quote', { ...STAY, roomType: 11, currencies: ['CZK'] });
  const held = await agent.call('hold_stay', { ...STAY, rooms, hotel: 1, currency: 'CZK' });
  const other = await agent.call('book_stay', BOOKING);
  expect(other.text).toContain('the last day on which it costs nothing is 9 June 2027. Nothing was booked.');
  const booked = await agent.call('book_stay', { ...BOOKING, expectedCancellation: null });
  const [{ id }] = (booked.data as unknown as { booked: { bookings: [{ id: string }] } }).booked.bookings;
  const changed = await agent.call('change_booking', { id, customerNote: 'A quiet room.' });
  const found = await agent.call('find_booking', { id });
  expect([priced, held, booked, changed, found].map(({ text }) => text.slice(-free.length))).toEqual(
    Array.from({ length: 5 }, () => free),
  );
  const tonight = { visitType: 101, roomType: 11, arrival: TODAY, departure: '2027-01-12', currencies: ['CZK'] };
  expect((await agent.call('quote', tonight)).text).toMatch(
    /From the day of arrival on it can no longer be cancelled\.$/,
  );
  await agent.close();
  await gateway.close();
});
