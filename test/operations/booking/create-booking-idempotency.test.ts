import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IDEMPOTENCY_LIFETIME_MS } from '../../../src/domain/booking/idempotency.ts';
import { deleteExpiredIdempotencyRecords, hashRequest } from '../../../src/operations/booking/booking-idempotency.ts';
import { asParty, type BookingInput } from '../../../src/operations/booking/booking-input.ts';
import {
  BOOKING,
  CALLERS,
  day,
  type FreshScene,
  freshScene,
  NOON,
  openScene,
} from '../../support/booking/booking-scene.ts';
import { sentThrough } from '../../support/database/sent-through.ts';

let scene: FreshScene;
let database: FreshScene['database'];
beforeAll(async () => {
  scene = await freshScene();
  ({ database } = scene);
});
afterAll(() => scene?.close());

const replayOf = (outcome: object) => ({ ...outcome, replayed: true });

describe('a request repeated with its idempotency key', () => {
  test('gets the same booking and makes no other (B6)', async () => {
    const asked = { input: { idempotencyKey: 'again' } };
    const first = await scene.book(asked);
    expect(first).toMatchObject({ kind: 'created', replayed: false });
    expect(await scene.book(asked)).toEqual(replayOf(first));
    expect(await database.prisma.booking.count()).toBe(1);
  });

  test('gets it even if the room has sold out since', async () => {
    const stay = { arrival: day('2026-06-01'), departure: day('2026-06-02') };
    const asked = {
      input: { ...stay, roomType: '13', guests: BOOKING.guests.slice(0, 1), idempotencyKey: 'sold out' },
    };
    const first = await scene.book(asked);
    expect(await scene.book({ input: { ...asked.input, idempotencyKey: null } })).toMatchObject({ kind: 'noCapacity' });
    expect(await scene.book(asked)).toEqual(replayOf(first));
  });

  test('gets it even if the catalogue and the visibility of its key have changed since', async () => {
    const input = { hotel: '2', roomType: '21', idempotencyKey: 'changed' };
    const first = await scene.book({ input });
    await database.prisma.visitTypeHotel.deleteMany({ where: { visitTypeNumber: 100, hotelNumber: 2 } });
    const blind = { ...CALLERS.everywhere, destinations: new Set([1]) };
    expect(await scene.book({ input, caller: blind })).toEqual(replayOf(first));
  });

  test('gets it whatever total it expects now: that is not part of the booking', async () => {
    const input = { idempotencyKey: 'total', expectedTotal: 300_000 };
    const first = await scene.book({ input });
    expect(first).toMatchObject({ kind: 'created' });
    expect(await scene.book({ input: { ...input, expectedTotal: 1 } })).toEqual(replayOf(first));
  });
});

describe('another request with a used idempotency key is refused (B6)', () => {
  const others: [what: string, change: Partial<BookingInput>][] = [
    ['another kind', { kind: 'REQUEST' }],
    ['another night', { departure: day('2026-05-08') }],
    ['another guest', { guests: BOOKING.guests.slice(0, 1) }],
    ['another contact', { billedTo: { ...BOOKING.billedTo, phone: null } }],
    ['another note', { customerNote: null }],
  ];
  beforeAll(() => scene.book({ input: { idempotencyKey: 'used' } }));

  test.each(others)('%s', async (_what, change) => {
    const outcome = await scene.book({ input: { ...change, idempotencyKey: 'used' } });
    expect(outcome).toMatchObject({ kind: 'idempotency', code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  test('another language', async () => {
    const outcome = await scene.book({ input: { idempotencyKey: 'used' }, language: 'ru' });
    expect(outcome).toMatchObject({ kind: 'idempotency', code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  test('but the same key under another API key is a different one', async () => {
    const outcome = await scene.book({ input: { idempotencyKey: 'used' }, caller: CALLERS.partner, language: 'ru' });
    expect(outcome).toMatchObject({ kind: 'created', replayed: false });
  });
});

test('a request is the same in any order of its fields, but not as a test', () => {
  const live = { language: 'de', isTest: false } as const;
  const hashOf = (input: BookingInput, of: Parameters<typeof hashRequest>[1] = live) => hashRequest(asParty(input), of);
  const reversed = Object.fromEntries(Object.entries(BOOKING).reverse()) as unknown as BookingInput;
  expect(hashOf(reversed)).toBe(hashOf(BOOKING));
  // As every earlier release computes it.
  expect(hashOf(BOOKING)).toBe('696471df551cec1f39f28dd1ef2960a9f47da7d7065275bf45ae5a4e8eeee36b');
  expect(hashOf(BOOKING, { ...live, isTest: true })).not.toBe(hashOf(BOOKING));
  // Release 0.1.0 knows no such field; JSON has none either that is undefined.
  expect(hashOf(BOOKING)).toBe(hashOf({ ...BOOKING, hold: undefined as never }));
  expect(hashOf({ ...BOOKING, hold: 'a hold' })).not.toBe(hashOf(BOOKING));
});

test('while the first request runs, a second one is refused after its timeout, and nothing is lost (B6)', async () => {
  const { apiKeyId, clientId } = CALLERS.everywhere;
  const key = { apiKeyId, clientId, key: 'running' };
  const asked = { input: { idempotencyKey: key.key }, timeouts: { lockMs: 50 } };
  await database.prisma.$transaction(async (first) => {
    await first.idempotencyRecord.create({
      data: { ...key, requestHash: 'a'.repeat(64), expiresAt: new Date(NOON + IDEMPOTENCY_LIFETIME_MS) },
    });
    expect(await scene.book(asked)).toMatchObject({ kind: 'idempotency', code: 'IDEMPOTENCY_IN_PROGRESS' });
    await first.idempotencyRecord.deleteMany({ where: key });
  });
  expect(await scene.book(asked)).toMatchObject({ kind: 'created', replayed: false });
});

describe('an idempotency key', () => {
  const stay = { arrival: day('2026-09-07'), departure: day('2026-09-08') };

  test('is stored for 24 hours, and can be reused after that (B6)', async () => {
    const asked = { input: { ...stay, idempotencyKey: 'a day' } };
    const first = await scene.book(asked);
    scene.clock.millis = NOON + IDEMPOTENCY_LIFETIME_MS - 1;
    expect(await scene.book(asked)).toEqual(replayOf(first));
    scene.clock.millis = NOON + IDEMPOTENCY_LIFETIME_MS;
    const another = await scene.book({ ...asked, language: 'en' });
    expect(another).toMatchObject({ kind: 'created', replayed: false });
    expect(another).not.toMatchObject({ bookingId: (first as { bookingId: string }).bookingId });
    expect(await scene.book({ ...asked, language: 'en' })).toEqual(replayOf(another));
    scene.clock.millis = NOON;
  });

  test('is deleted by the sweep once it has expired, never before; bookings stay', async () => {
    const { prisma } = database;
    await prisma.idempotencyRecord.deleteMany();
    const first = await scene.book({ input: { ...stay, idempotencyKey: 'swept' } });
    const bookings = await prisma.booking.count();
    expect(await deleteExpiredIdempotencyRecords(database, NOON + IDEMPOTENCY_LIFETIME_MS - 1)).toBe(0);
    expect(await scene.book({ input: { ...stay, idempotencyKey: 'swept' } })).toEqual(replayOf(first));
    expect(await deleteExpiredIdempotencyRecords(database, NOON + IDEMPOTENCY_LIFETIME_MS)).toBe(1);
    expect(await prisma.booking.count()).toBe(bookings);
  });
});

test('a request that finds its key taken, by a record that is swept before it is read, is asked to come again, and then makes a booking', async () => {
  const stay = { arrival: day('2026-10-05'), departure: day('2026-10-06') };
  const asked = { input: { ...stay, idempotencyKey: 'swept' } };
  const first = await scene.book(asked);
  const sweep = () => deleteExpiredIdempotencyRecords(database, NOON + IDEMPOTENCY_LIFETIME_MS);
  const slow = await openScene(
    sentThrough(database, (send) => async (...sent) => {
      if (sent[0].text.includes('"requestHash"')) await sweep();
      return send(...sent);
    }),
  );
  expect(await slow.book(asked)).toMatchObject({ kind: 'idempotency', code: 'IDEMPOTENCY_IN_PROGRESS' });
  await slow.close();
  const again = await scene.book(asked);
  expect(again).toMatchObject({ kind: 'created', replayed: false });
  expect(again).not.toEqual(first);
});
