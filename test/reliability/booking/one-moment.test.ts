/** A booking is read as it was at one moment, whatever commits between the statements that read it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import { describeWholeBookings } from '../../../src/operations/booking/search/describe-bookings.ts';
import { loadBookingMail } from '../../../src/operations/mail/load-booking-mail.ts';
import { bindingBody } from '../../support/booking/booking-body.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { openRivalPool, untilWaiting } from '../../support/database/rival-transactions.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

let gateway: TestGateway;
let rival: Database;
let key: string;
let id: string;
beforeEach(async () => {
  gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  rival = await openRivalPool(gateway.database.url, 1);
  key = await gateway.key({ client: 'shop', scopes: ['read', 'book', 'bookings'] });
  const headers = { authorization: `Bearer ${key}` };
  const made = await gateway.inject({ method: 'POST', url: '/api/v1/booking', headers, payload: bindingBody() });
  id = (made.json() as { _id: string })._id;
});
afterEach(async () => {
  await rival?.close();
  await gateway?.close();
});

/** What is read of the booking by a reader that has read its row when a reduction of 100.00 commits, and not yet the lines of its price. */
async function readDuringChange<Read>(read: () => Promise<Read>): Promise<Read> {
  let reading: Promise<Read> | null = null;
  await rival.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE booking_promotion IN ACCESS EXCLUSIVE MODE`;
    reading = read();
    await untilWaiting(gateway.database, 1, reading);
    await tx.booking.update({ where: { id }, data: { amountMinor: { decrement: 10_000 } } });
    const line = { position: 9, name: {}, basisPoints: 100, nights: 1, amountMinor: 10_000 };
    await tx.bookingPromotion.create({ data: { bookingId: id, ...line, validFrom: new Date('2026-01-01') } });
  });
  return reading!;
}

/** What the total is above what the base and its reductions come to. */
function surplusOf(price: {
  readonly base: number;
  readonly total: number;
  readonly reductions: readonly number[];
}): number {
  return price.total - price.reductions.reduce((rest, reduction) => rest - reduction, price.base);
}

test('a mail that is written while the booking changes has one price, the one after its event (M7, S17)', async () => {
  const { sequence } = await gateway.database.prisma.bookingEvent.findFirstOrThrow({ where: { bookingId: id } });
  const before = await gateway.database.prisma.booking.findUniqueOrThrow({ where: { id } });
  const { addressed } = await readDuringChange(() =>
    loadBookingMail(gateway.database, {
      ...{ eventSequence: sequence, recipient: 'customer', isRepeated: false },
      ...{ businessTimeZone: 'Europe/Prague', linkTo: async () => null },
    }),
  );
  const { baseMinor, totalMinor, reductions } = addressed!.mail.booking;
  expect(totalMinor).toBe(Number(before.amountMinor));
  const amounts = reductions.map(({ amountMinor }) => amountMinor);
  expect(surplusOf({ base: baseMinor, total: totalMinor, reductions: amounts })).toBe(0);
});

test('a stored booking that is shown or exported while it changes has one price (S19, S20)', async () => {
  const [shown] = await readDuringChange(() =>
    describeWholeBookings(gateway.database, { ids: [id], today: parseDay(TODAY)! }),
  );
  const { baseMinor, amountMinor, promotions, discounts } = shown!.price;
  const reductions = [...promotions, ...discounts].map((line) => line.amountMinor);
  expect(surplusOf({ base: baseMinor, total: amountMinor, reductions })).toBe(0);
});

test('Booking.price that is read while the booking changes adds up: total = basePrice - promotions - discounts (B5)', async () => {
  interface Asked {
    readonly booking: {
      readonly price: Readonly<Record<'basePrice' | 'total', { readonly amount: string }>> &
        Readonly<Record<'promotions' | 'discounts', readonly { readonly amount: { readonly amount: string } }[]>>;
    };
  }
  const { booking } = await readDuringChange(() =>
    gateway.ask<Asked>(
      `query ($id: ID!) { booking(id: $id) { price {
        basePrice { amount } total { amount } promotions { amount { amount } } discounts { amount { amount } } } } }`,
      { key, variables: { id } },
    ),
  );
  const { basePrice, total, promotions, discounts } = booking.price;
  const reductions = [...promotions, ...discounts].map((line) => Math.round(100 * Number(line.amount.amount)));
  const [base, paid] = [basePrice, total].map(({ amount }) => Math.round(100 * Number(amount))) as [number, number];
  expect(surplusOf({ base, total: paid, reductions })).toBe(0);
});
