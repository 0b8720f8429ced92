import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cacheTag } from '../../../src/data/cache/cache-tags.ts';
import type { Database } from '../../../src/data/database/database.ts';
import { PARTY_ROOMS } from '../../../src/domain/booking/party.ts';
import type { BookingInput } from '../../../src/operations/booking/booking-input.ts';
import type { BookingOutcome } from '../../../src/operations/booking/booking-outcome.ts';
import {
  type Asked,
  BOOKING,
  type BookingScene,
  CALLERS,
  day,
  type FreshScene,
  freshScene,
  objectId,
  openScene,
  soldNights,
} from '../../support/booking/booking-scene.ts';
import { readBookings } from '../../support/booking/read-bookings.ts';
import { statementsOf, waitsDuring } from '../../support/database/query-count.ts';
import { sentThrough } from '../../support/database/sent-through.ts';
import { NEVER_MS } from '../../support/gateway/gateway.ts';

let scene: FreshScene;
let database: FreshScene['database'];
beforeAll(async () => {
  scene = await freshScene();
  ({ database } = scene);
});
afterAll(() => scene?.close());

async function made(asked?: Asked, { book }: Pick<BookingScene, 'book'> = scene) {
  const outcome: BookingOutcome = await book(asked);
  if (outcome.kind !== 'created') throw new Error(`not created: ${outcome.kind}`);
  const { apiKeyId } = asked?.caller ?? CALLERS.everywhere;
  return (await readBookings(database.prisma, [outcome.bookingId], apiKeyId)).get(outcome.bookingId)!;
}

describe('a binding booking', () => {
  test('is stored whole: stay, contact, guests, language, affiliate, channel and key (B5)', async () => {
    const booking = await made({ caller: CALLERS.partner, language: 'de' });
    const { loyaltyProgram: _reference, ...guest } = BOOKING.guests[1]!;
    expect(booking).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      kind: 'BINDING',
      apiKeyId: CALLERS.partner.apiKeyId,
      channelCode: 'partner',
      visitTypeNumber: 100,
      hotelNumber: 1,
      roomTypeNumber: 11,
      arrival: BOOKING.arrival,
      departure: BOOKING.departure,
      language: 'de',
      affiliate: 'spa-blog',
      customerNote: BOOKING.customerNote,
      createdAt: new Date(scene.clock.now()),
      billedTo: BOOKING.billedTo,
    });
    expect(booking.guests).toHaveLength(2);
    expect(booking.guests[1]).toEqual({ ...guest, loyaltyProgramNumber: null });
  });

  test('takes one room on every occupied night and none on the day of departure (B3)', async () => {
    const stay = { arrival: day('2026-06-01'), departure: day('2026-06-04') };
    await made({ input: stay });
    const around = { roomType: 11, arrival: stay.arrival - 1, departure: stay.departure + 1 };
    expect(await soldNights(database, around)).toEqual([0, 1, 1, 1, 0]);
  });

  test('is not made, nor any part of it, when a night turns out to be full that was not when it was locked', async () => {
    const stay = { arrival: day('2026-06-15'), departure: day('2026-06-18') };
    const full = { roomTypeNumber_night: { roomTypeNumber: 11, night: new Date('2026-06-16') } };
    await database.prisma.inventoryNight.update({ where: full, data: { sold: 5 } });
    const bookings = await database.prisma.booking.count();
    const nights = [0, 1, 2].map((place) => [11, stay.arrival + place, 1]);
    const misled = await openScene(
      sentThrough(database, (send) => async (...sent) => {
        const rows = await send(...sent);
        return sent[0].text.includes('FOR UPDATE')
          ? rows.map((row) => Object.assign(row as object, { nights }) as never)
          : rows;
      }),
    );
    await expect(misled.book({ input: stay })).rejects.toThrow('only 2 of 3 nights have a room');
    await misled.close();
    expect(await soldNights(database, { roomType: 11, ...stay })).toEqual([0, 5, 0]);
    expect(await database.prisma.booking.count()).toBe(bookings);
  });

  test('is made by a process of this version while a later one has added columns with defaults to its tables', async () => {
    await made();
    const tables = ['booking', 'booking_contact', 'booking_guest', 'booking_promotion', 'booking_discount'];
    for (const table of tables) {
      await database.prisma.$executeRawUnsafe(
        `ALTER TABLE ${table} ADD COLUMN later text NOT NULL DEFAULT 'as it was'`,
      );
    }
    try {
      const { id } = await made();
      const rows = await database.prisma.$queryRaw`
        SELECT b.later, c.later AS contact, g.later AS guest FROM booking AS b
        JOIN booking_contact AS c ON c.booking_id = b.id JOIN booking_guest AS g ON g.booking_id = b.id
        WHERE b.id = ${id}`;
      expect(rows).toContainEqual({ later: 'as it was', contact: 'as it was', guest: 'as it was' });
    } finally {
      for (const table of tables) await database.prisma.$executeRawUnsafe(`ALTER TABLE ${table} DROP COLUMN later`);
    }
  });

  test('raises the inventory epoch of its room type before the response, and writes one event that nobody has received yet', async () => {
    const scopes = [cacheTag('inventory', 1), cacheTag('hotelInventory', 1), cacheTag('roomTypeInventory', 12)];
    const room = cacheTag('roomTypeInventory', 11);
    const here = await openScene(database, { epochPollMs: NEVER_MS });
    const others = scopes.slice(1).map((scope) => here.epochs.of(scope));
    const [counter, epoch] = [here.epochs.of(scopes[0]!), here.epochs.of(room)];
    const input = { arrival: day('2026-06-10'), departure: day('2026-06-11') };
    const { id, roomTypeNumber } = await made({ input }, here);
    expect(roomTypeNumber).toBe(11);
    expect(here.epochs.of(scopes[0]!)).toBe(counter + 1);
    expect(here.epochs.of(room)).toBeGreaterThan(epoch);
    expect(scopes.slice(1).map((scope) => here.epochs.of(scope))).toEqual(others);
    await here.close();
    const events = await database.prisma.bookingEvent.findMany({ where: { bookingId: id } });
    expect(events).toMatchObject([{ type: 'CONFIRMED', clientId: CALLERS.everywhere.clientId, position: null }]);
    expect(events[0]!.id).toMatch(/^evt_[0-9a-f]{24}$/);
  });

  test('is known to its own process when it is answered, though no notification has come', async () => {
    const deaf: Database = {
      ...database,
      async listen(_channel, listener) {
        listener.onConnected(true);
        return async () => {};
      },
    };
    const here = await openScene(deaf);
    const before = here.epochs.of(cacheTag('inventory', 1));
    await here.book({ input: { arrival: day('2026-06-20'), departure: day('2026-06-21') } });
    expect(here.epochs.of(cacheTag('inventory', 1))).toBe(before + 1);
    await here.close();
  });

  test('may name everything by ObjectId, in either case', async () => {
    const references = {
      visitType: objectId('v', 100).toUpperCase(),
      hotel: objectId('h', 1),
      roomType: objectId('r', 11),
    };
    const booking = await made({ input: { ...references, arrival: day('2026-06-12'), departure: day('2026-06-13') } });
    expect(booking).toMatchObject({ visitTypeNumber: 100, hotelNumber: 1, roomTypeNumber: 11 });
  });
});

describe('the price of a booking', () => {
  test('is the price list’s, whatever prices the request contains', async () => {
    const prices = { price: 1, amount: 1, total: 1, priceBreakdown: { basePrice: 1 } };
    const booking = await made({ input: { ...prices, arrival: day('2026-07-01'), departure: day('2026-07-03') } });
    expect(booking.price).toEqual({
      currency: 'CZK',
      priceListKind: 'PER_NIGHT',
      baseMinor: 200_000,
      promotions: [],
      discounts: [],
      amountMinor: 200_000,
    });
  });

  test('does not depend on how many guests sleep in the room', async () => {
    const stay = { arrival: day('2026-07-05'), departure: day('2026-07-06') };
    const alone = await made({ input: { ...stay, guests: BOOKING.guests.slice(0, 1) } });
    const together = await made({ input: stay });
    expect(alone.price).toEqual(together.price);
  });

  test('is stored with its lines as calculated, even if promotions and programs change afterwards (B5)', async () => {
    const at = { visitTypeNumber: 100, number: 1 };
    await database.prisma.promotion.create({
      data: {
        ...at,
        id: objectId('o', 1),
        name: { en: 'Early autumn', de: 'Frühherbst' },
        basisPoints: 1_500,
        validFrom: new Date('2026-09-01'),
        validTo: new Date('2026-09-03'),
        allHotels: false,
        hotels: { create: [{ hotelNumber: 1 }] },
        channels: { create: [{ channelCode: 'public' }] },
      },
    });
    const [first, second] = BOOKING.guests;
    const guests = [first!, { ...second!, loyaltyProgram: '1', loyaltyProgramCode: 'VIP-7' }];
    const stay = { arrival: day('2026-09-01'), departure: day('2026-09-04') };
    const { id, price } = await made({ input: { ...stay, guests, currency: 'EUR' } });
    await database.prisma.promotion.delete({ where: { visitTypeNumber_number: at } });
    await database.prisma.loyaltyProgram.update({ where: { number: 1 }, data: { basisPoints: 100, name: {} } });

    const kept = (await readBookings(database.prisma, [id], CALLERS.everywhere.apiKeyId)).get(id)!;
    expect(kept.price).toEqual(price);
    // 3 nights of 40.00; 15 % of two of them; 5 % of half of the remaining 108.00.
    expect(kept.price).toEqual({
      currency: 'EUR',
      priceListKind: 'PER_NIGHT',
      baseMinor: 12_000,
      promotions: [
        {
          name: { en: 'Early autumn', de: 'Frühherbst' },
          basisPoints: 1_500,
          nights: 2,
          amountMinor: 1_200,
          validFrom: day('2026-09-01'),
          validTo: day('2026-09-03'),
        },
      ],
      discounts: [{ guest: 2, programNumber: 1, name: { en: 'Regular guests' }, basisPoints: 500, amountMinor: 270 }],
      amountMinor: 10_530,
    });
    expect(kept.guests[1]).toMatchObject({ loyaltyProgramNumber: 1, loyaltyProgramCode: 'VIP-7' });
  });

  test('is a condition on request: the expected total books, another one returns the new quote (B7)', async () => {
    const stay = { arrival: day('2026-07-10'), departure: day('2026-07-12') };
    const refused = await scene.book({ input: { ...stay, expectedTotal: 199_999 } });
    expect(refused).toMatchObject({ kind: 'priceChanged', quote: { currency: 'CZK', amountMinor: 200_000 } });
    expect(await soldNights(database, { roomType: 11, ...stay })).toEqual([0, 0]);
    expect(await made({ input: { ...stay, expectedTotal: 200_000 } })).toMatchObject({
      price: { amountMinor: 200_000 },
    });
  });
});

describe('a booking that counts on free cancellation (B7)', () => {
  const stay = { arrival: day('2026-07-20'), departure: day('2026-07-22') };

  test('is made where it is free until that day, else nothing is booked and the answer says until when it is', async () => {
    const lost = await scene.book({
      input: { ...stay, expectedCancellation: { freeCancellationUntil: day('2026-07-01') } },
    });
    expect(lost).toMatchObject({
      ...{ kind: 'priceChanged', code: 'CANCELLATION_CHANGED', freeCancellationUntil: null },
      // A stay without terms is free to cancel for as long as it can be (S10).
      lastFreeDay: day('2026-07-19'),
    });
    expect(await soldNights(database, { roomType: 11, ...stay })).toEqual([0, 0]);
    expect(await made({ input: { ...stay, expectedCancellation: { freeCancellationUntil: null } } })).toMatchObject({
      kind: 'BINDING',
    });
  });

  test('is refused for its price first', async () => {
    const input = { ...stay, expectedTotal: 1, expectedCancellation: { freeCancellationUntil: day('2026-07-01') } };
    expect(await scene.book({ input })).toMatchObject({ kind: 'priceChanged', code: 'PRICE_CHANGED' });
  });
});

describe('a booking request that is not binding', () => {
  const stay = { kind: 'REQUEST', arrival: day('2026-08-03'), departure: day('2026-08-04') } as const;

  test('takes no room and needs none, nor an address (B3)', async () => {
    const alone = { ...stay, roomType: '13', guests: BOOKING.guests.slice(0, 1) };
    await made({ input: { ...alone, kind: 'BINDING' } });
    const booking = await made({ input: { ...alone, billedTo: { ...BOOKING.billedTo, address: null } } });
    expect(booking).toMatchObject({ kind: 'REQUEST', billedTo: { address: null, lastName: 'Vonderbingen' } });
    expect(await soldNights(database, { roomType: 13, ...stay })).toEqual([1]);
  });

  test('is accepted for a visit type on demand (B3)', async () => {
    expect(await made({ input: { ...stay, visitType: '101' } })).toMatchObject({ visitTypeNumber: 101 });
  });

  test('still needs a price (B3)', async () => {
    const next = { arrival: day('2027-01-04'), departure: day('2027-01-05') };
    expect(await scene.book({ input: { ...stay, ...next } })).toMatchObject({ kind: 'notPriced' });
  });

  test('leaves the inventory epoch alone', async () => {
    const before = scene.epochs.of(cacheTag('inventory', 1));
    await made({ input: stay });
    expect(await database.prisma.epoch.findUnique({ where: { scope: 'inventory:1' } })).toMatchObject({
      value: BigInt(before),
    });
  });
});

test('bookings are read by the API key that made them and by no other', async () => {
  const { id } = await made({ input: { arrival: day('2026-10-01'), departure: day('2026-10-02') } });
  expect([...(await readBookings(database.prisma, [id], CALLERS.everywhere.apiKeyId)).keys()]).toEqual([id]);
  expect(await readBookings(database.prisma, [id], CALLERS.partner.apiKeyId)).toEqual(new Map());
  expect(await readBookings(database.prisma, [], CALLERS.everywhere.apiKeyId)).toEqual(new Map());
});

interface PlanNode {
  readonly 'Subplan Name'?: string;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly PlanNode[];
}

describe('what a booking sends to the database, while others wait for the same rooms,', () => {
  const stay = { arrival: day('2026-10-12'), departure: day('2026-10-19') };
  const sent = async (input: Partial<BookingInput>) => {
    const statements = await statementsOf(() => scene.book({ input: { ...stay, ...input } }));
    return statements.map((text) => text.trim().split(/\s+/, 2).join(' '));
  };
  const [lock, read, write] = ['WITH n', 'SELECT (SELECT', 'WITH together'];

  test('is three statements, however many nights, guests and price lines it has', async () => {
    const guests = BOOKING.guests.map((guest) => ({ ...guest, loyaltyProgram: '1' }));
    expect(await sent({})).toEqual([lock, read, write]);
    expect(await sent({ departure: stay.arrival + 28, guests })).toEqual([lock, read, write]);
  });

  test('are three more for a request, which is counted: its uses are locked, read and written', async () => {
    const uses = ['SELECT count(pg_advisory_xact_lock(735515,', 'SELECT w.place,', 'INSERT INTO'];
    expect(await sent({ kind: 'REQUEST' })).toEqual([lock, read, ...uses, write]);
  });

  test('are two more for an idempotency key, three in all for a repetition, and nothing is written for a refusal', async () => {
    expect(await sent({ idempotencyKey: 'few' })).toEqual([
      'SELECT pg_advisory_xact_lock(735514,',
      'INSERT INTO',
      lock,
      read,
      write,
    ]);
    expect(await sent({ idempotencyKey: 'few' })).toHaveLength(3);
    expect(await sent({ departure: stay.arrival + 31 })).toEqual([lock, read]);
  });

  test('is waited for twice: before it is decided and when it is written, the transaction and its end included', async () => {
    const later = { arrival: day('2026-10-21'), departure: day('2026-10-23') };
    expect(await waitsDuring(() => made({ input: later }))).toBe(2);
    expect(await waitsDuring(() => made({ input: { ...later, kind: 'REQUEST' } }))).toBe(2);
    expect(await waitsDuring(() => made({ input: { ...later, idempotencyKey: 'waits' } }))).toBe(3);
  });

  test('is planned for a few bookings: expecting a hundred, PostgreSQL would go through every night of a large inventory', async () => {
    const statements = await statementsOf(() => scene.book({ input: stay }));
    const writing = statements.find((text) => text.trim().startsWith(write))!;
    // On its own connection: EXPLAIN takes no parameters, which Prisma would send.
    const client = new pg.Client(database.url);
    await client.connect();
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${writing}`,
    );
    await client.end();
    const plan = rows[0]!['QUERY PLAN'][0].Plan;
    const booked = plan.Plans!.find((node) => node['Subplan Name'] === 'CTE booked')!;
    expect(booked['Plan Rows']).toBe(PARTY_ROOMS.max);
  });
});
