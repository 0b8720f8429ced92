/** What agents book, change and cancel (X6), on PostgreSQL and on the embedded database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TODAY } from '../support/catalogue/small-catalogue.ts';
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
    expect(refused).toMatchObject({ data: { refusal: { code: 'CANCELLATION_CHANGED', freeUntil: FREE_UNTIL } } });
    expect(await bookings()).toBe(before);
  });

  test('answers a request', async () => {
    const request = {
      ...BOOKING,
      kind: 'REQUEST',
      arrival: '2027-07-10',
      departure: '2027-07-12',
      expectedCancellation: '2027-06-25',
    };
    const requested = await agent.call('book_stay', request);
    expect(requested.text).toContain('It is not booked until the hotel confirms it.');
    const [{ id }] = (requested.data as unknown as { booked: { bookings: [{ id: string }] } }).booked.bookings;
    const listed = await agent.call('list_bookings', { filter: { status: 'REQUESTED' } });
    expect(listed).toMatchObject({ data: { bookings: { totalCount: 1, edges: [{ node: { id } }] } } });
    const confirmed = await agent.call('answer_request', { id, confirm: true });
    expect(confirmed).toMatchObject({ isError: false, text: 'The stay of 10 – 12 July 2027 is booked.' });
    const declined = await agent.call('answer_request', { id, confirm: false });
    expect(declined).toMatchObject({ isError: true, data: { refusal: { code: 'CONFIRMED' } } });
  });
});

interface Offer {
  readonly id: string;
  readonly total: { readonly amountMinor: number };
}
