/** Y2, Y3: rooms that are booked and held together, on both databases. Issue 31, party. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import type { Caller } from '../../../src/data/keys/api-keys.ts';
import {
  BOOKING,
  type BookingScene,
  CALLERS,
  day,
  fillScene,
  openScene,
  soldNights,
} from '../../support/booking/booking-scene.ts';
import { freshEmbedded } from '../../support/database/embedded-database.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';

const [ONE] = BOOKING.guests;
const TWO = BOOKING.guests;
/** 5 rooms of type 11, 2 of type 12, 1 of type 13; a night costs 1,000.00 CZK. */
const [A, B, C] = ['11', '12', '13'];
const PUBLIC: Caller = { ...CALLERS.everywhere, isPublishable: true };

describe.each([
  ['PostgreSQL', freshDatabase],
  ['the embedded database', freshEmbedded],
])('rooms together on %s', (_, open: () => Promise<Database>) => {
  let database: Database;
  let scene: BookingScene;
  let nights = 0;
  beforeAll(async () => {
    database = await open();
    await fillScene(database);
    scene = await openScene(database);
  });
  afterAll(async () => {
    await scene.close();
    await database.close();
  });

  /** Two nights that no other test takes. */
  const stay = () => {
    nights += 2;
    return { arrival: day('2026-04-01') + nights, departure: day('2026-04-03') + nights };
  };
  const sold = async (dates: ReturnType<typeof stay>) =>
    Object.fromEntries(
      await Promise.all(
        [11, 12, 13].map(async (roomType) => [roomType, await soldNights(database, { roomType, ...dates })]),
      ),
    );
  const counts = () =>
    Promise.all([
      database.prisma.booking.count(),
      database.prisma.bookingParty.count(),
      database.prisma.bookingEvent.count(),
      database.prisma.bookingGuest.count(),
      database.prisma.stayHold.count(),
    ]);

  test('each room becomes a booking with its guests, price, reference and event; one event brings the mails of all', async () => {
    const dates = stay();
    const rooms = [{ roomType: A!, guests: TWO }, { roomType: B! }, { roomType: A! }];
    const ids = await scene.madeParty({ input: { ...dates, rooms } });
    const bookings = await database.prisma.booking.findMany({
      where: { id: { in: [...ids] } },
      orderBy: { partyRoom: 'asc' },
      include: { guests: true, billedTo: true, events: true },
    });
    expect(bookings.map(({ id }) => id)).toEqual(ids);
    expect(
      bookings.map(({ roomTypeNumber, guests, amountMinor }) => [roomTypeNumber, guests.length, amountMinor]),
    ).toEqual([
      [11, 2, 200_000n],
      [12, 1, 200_000n],
      [11, 1, 200_000n],
    ]);
    expect(new Set(bookings.map(({ partyId }) => partyId)).size).toBe(1);
    expect(new Set(bookings.map(({ reference }) => reference)).size).toBe(3);
    expect(bookings.every(({ billedTo }) => billedTo?.email === BOOKING.billedTo.email)).toBe(true);
    const events = bookings.map(({ events: [event] }) => event!);
    expect(events.map(({ type, mailedWith }) => [type, mailedWith])).toEqual([
      ['CONFIRMED', null],
      ['CONFIRMED', events[0]!.id],
      ['CONFIRMED', events[0]!.id],
    ]);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map(({ sequence }) => sequence).toSorted());
    expect(await sold(dates)).toEqual({ 11: [2, 2], 12: [1, 1], 13: [0, 0] });
  });

  test('one room is a booking by itself and no party', async () => {
    const [id] = await scene.madeParty({ input: { ...stay(), rooms: [{ roomType: A! }] } });
    expect(await database.prisma.booking.findUniqueOrThrow({ where: { id: id! } })).toMatchObject({
      partyId: null,
      partyRoom: null,
    });
  });

  test('all rooms or none: rooms of a type that are too few leave nothing behind', async () => {
    const dates = stay();
    const before = await counts();
    const rooms = [{ roomType: A! }, { roomType: C! }, { roomType: C! }];
    const noRoom = { kind: 'noCapacity', roomType: 13, firstNight: dates.arrival };
    expect(await scene.bookParty({ input: { ...dates, rooms, idempotencyKey: 'too many' } })).toEqual(noRoom);
    expect(
      await scene.holdParty({ input: { ...dates, rooms: rooms.map((room) => ({ ...room, programs: [] })) } }),
    ).toEqual(noRoom);
    expect(await counts()).toEqual(before);
    expect(await sold(dates)).toEqual({ 11: [0, 0], 12: [0, 0], 13: [0, 0] });
    expect(await database.prisma.idempotencyRecord.count({ where: { key: 'too many' } })).toBe(0);
  });

  test('the first room that cannot be booked is the reason, with paths of its place', async () => {
    const dates = stay();
    const book = (rooms: Parameters<typeof scene.bookParty>[0]['input']['rooms']) =>
      scene.bookParty({ input: { ...dates, rooms } });
    expect(await book([{ roomType: A! }, { roomType: C!, guests: TWO }])).toEqual({
      kind: 'guestCount',
      guests: 2,
      beds: 1,
    });
    expect(await book([{ roomType: A! }, { roomType: '99' }])).toEqual({
      kind: 'notFound',
      subject: 'ROOM_TYPE',
      id: '99',
    });
    expect(await book([{ roomType: A! }, { roomType: '21' }])).toMatchObject({ code: 'ROOM_TYPE_OF_OTHER_HOTEL' });
  });

  test('the expected total is that of all rooms, and a price that is another one says all of it', async () => {
    const dates = stay();
    const rooms = [
      { roomType: A!, guests: [{ ...ONE!, loyaltyProgram: '1' }] },
      { roomType: B!, guests: [ONE!, { ...ONE!, loyaltyProgram: '1' }] },
    ];
    const wrong = await scene.bookParty({ input: { ...dates, rooms, expectedTotal: 1 } });
    // Each takes 5 % off half of the price of the own room.
    expect(wrong).toMatchObject({ kind: 'priceChanged', amountMinor: 390_000, expectedMinor: 1 });
    expect(wrong).toMatchObject({
      quote: { baseMinor: 400_000, discounts: [{ guest: 1, amountMinor: 5_000 }, { guest: 3 }] },
    });
    expect(await scene.bookParty({ input: { ...dates, rooms, expectedTotal: 390_000 } })).toMatchObject({
      kind: 'created',
    });
  });

  test('a repetition under the idempotency key gets the bookings in their order; other rooms are another request', async () => {
    const dates = stay();
    const input = { ...dates, rooms: [{ roomType: B! }, { roomType: A! }], idempotencyKey: `party ${nights}` };
    const first = await scene.bookParty({ input });
    expect(await scene.bookParty({ input })).toEqual({ ...first, replayed: true });
    const other = { ...input, rooms: [{ roomType: A! }, { roomType: B! }] };
    expect(await scene.bookParty({ input: other })).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await sold(dates)).toEqual({ 11: [1, 1], 12: [1, 1], 13: [0, 0] });
  });

  test('a limit of an address counts rooms and their nights, one of an e-mail address the mail (A4, B8)', async () => {
    const billedTo = { ...BOOKING.billedTo, email: `rooms${nights}@example.com` };
    const at = { caller: PUBLIC, network: '203.0.113.1' };
    const book = (count: number, input: object = {}) =>
      scene.bookParty({ ...at, input: { ...stay(), billedTo, rooms: Array(count).fill({ roomType: A! }), ...input } });
    expect(await book(4)).toMatchObject({ kind: 'created' });
    expect(await book(3)).toMatchObject({ kind: 'tooManyRequests', limit: 'ADDRESS_BOOKINGS' });
    expect(await book(2)).toMatchObject({ kind: 'created' });
    // Two of three bookings of the e-mail address an hour.
    const elsewhere = { network: '203.0.113.2' };
    expect(
      await scene.bookParty({
        ...at,
        ...elsewhere,
        input: { ...stay(), billedTo, rooms: [{ roomType: A! }, { roomType: B! }] },
      }),
    ).toMatchObject({ kind: 'created' });
    expect(
      await scene.bookParty({ ...at, ...elsewhere, input: { ...stay(), billedTo, rooms: [{ roomType: A! }] } }),
    ).toMatchObject({ limit: 'EMAIL_BOOKINGS' });
    const long = { arrival: day('2026-09-01'), departure: day('2026-09-17') };
    expect(
      await scene.bookParty({
        ...at,
        network: '203.0.113.3',
        input: { ...long, rooms: [{ roomType: A! }, { roomType: B! }] },
      }),
    ).toMatchObject({ limit: 'ADDRESS_ROOM_NIGHTS' });
    const requests = (count: number) => book(count, { kind: 'REQUEST' });
    const email = { billedTo: { ...BOOKING.billedTo, email: `requests${nights}@example.com` } };
    const request = (count: number) =>
      scene.bookParty({ input: { ...stay(), ...email, kind: 'REQUEST', rooms: Array(count).fill({ roomType: A! }) } });
    expect(await requests(1)).toMatchObject({ kind: 'tooManyRequests' });
    expect(await request(6)).toMatchObject({ kind: 'created' });
    expect(await request(5)).toMatchObject({ kind: 'tooManyRequests', limit: 'HOTEL_REQUESTS' });
    expect(await request(4)).toMatchObject({ kind: 'created' });
  });

  describe('held together', () => {
    const held = async (dates: ReturnType<typeof stay>, roomTypes: readonly string[], input: object = {}) => {
      const rooms = roomTypes.map((roomType) => ({ roomType, programs: [] }));
      const outcome = await scene.holdParty({ input: { ...dates, rooms, ...input } });
      if (outcome.kind !== 'held') throw new Error(`not held: ${outcome.kind}`);
      return outcome;
    };
    const use = (hold: string, dates: ReturnType<typeof stay>, roomTypes: readonly string[]) =>
      scene.bookParty({ input: { ...dates, hold, rooms: roomTypes.map((roomType) => ({ roomType })) } });

    test('take all rooms at once, and are used up together at their prices, the last rooms too', async () => {
      const dates = stay();
      const { id, holds } = await held(dates, [B!, A!, B!]);
      expect(holds.map(({ roomTypeNumber }) => roomTypeNumber)).toEqual([12, 11, 12]);
      expect(await scene.book({ input: { ...dates, roomType: B! } })).toMatchObject({ kind: 'noCapacity' });
      expect(await use(id, dates, [B!, A!, B!])).toMatchObject({ kind: 'created' });
      expect(await sold(dates)).toEqual({ 11: [1, 1], 12: [2, 2], 13: [0, 0] });
      expect(await use(id, dates, [B!, A!, B!])).toEqual({ kind: 'notFound', subject: 'HOLD', id });
      expect(await scene.release(id)).toMatchObject({ kind: 'notFound' });
    });

    test('rooms that differ are refused at their places, in number at `rooms`; a single booking says `hold`', async () => {
      const dates = stay();
      const { id, holds } = await held(dates, [A!, B!]);
      const problemsOf = async (outcome: Promise<unknown>) =>
        ((await outcome) as { problems: { path: string }[] }).problems.map(({ path }) => path);
      expect(await problemsOf(use(id, dates, [A!, A!]))).toEqual(['rooms.1.roomType']);
      expect(await problemsOf(use(id, dates, [A!, B!, B!]))).toEqual(['rooms']);
      expect(await problemsOf(scene.book({ input: { ...dates, hold: id } }))).toEqual(['hold']);
      // Each is a hold of its own as well.
      expect(await scene.book({ input: { ...dates, hold: holds[0]!.id } })).toMatchObject({ kind: 'created' });
      expect(await problemsOf(use(id, dates, [A!, B!]))).toEqual(['rooms']);
      expect(await scene.release(id)).toEqual({ kind: 'released', id });
    });

    test('are released together, again with the same answer, and by nobody else', async () => {
      const dates = stay();
      const { id } = await held(dates, [B!, B!]);
      expect(await scene.release(id, CALLERS.partner)).toMatchObject({ kind: 'notFound' });
      expect(await scene.book({ input: { ...dates, roomType: B! } })).toMatchObject({ kind: 'noCapacity' });
      expect(await scene.release(id)).toEqual({ kind: 'released', id });
      expect(await scene.release(id)).toEqual({ kind: 'released', id });
      expect(await scene.book({ input: { ...dates, roomType: B! } })).toMatchObject({ kind: 'created' });
    });

    test('expire together', async () => {
      const dates = stay();
      const { id } = await held(dates, [A!, B!], { minutes: 1 });
      scene.clock.millis += 2 * 60_000;
      expect(await use(id, dates, [A!, B!])).toMatchObject({ kind: 'notFound', subject: 'HOLD' });
    });

    test('a repetition under the idempotency key gets the same holds', async () => {
      const dates = stay();
      const again = { idempotencyKey: `held ${nights}` };
      const first = await held(dates, [A!, B!], again);
      expect(await held(dates, [A!, B!], again)).toEqual({ ...first, replayed: true });
      await scene.release(first.id);
    });

    test('count as one hold and as many room nights as they have; guests need beds', async () => {
      const at = { caller: { ...CALLERS.partner, isPublishable: true }, network: '192.0.2.77' };
      const hold = (roomTypes: readonly string[]) => {
        const rooms = roomTypes.map((roomType) => ({ roomType, programs: [] }));
        return scene.holdParty({ ...at, input: { ...stay(), rooms } });
      };
      const outcomes: { kind: string; id?: string }[] = [];
      for (let index = 0; index < 6; index++) outcomes.push(await hold([A!, B!]));
      expect(outcomes.map(({ kind }) => kind)).toEqual([...Array(5).fill('held'), 'tooManyHolds']);
      expect(outcomes[5]).toMatchObject({ open: 5, oldest: { id: expect.any(String) } });
      const { oldest } = outcomes[5] as { oldest?: { id: string } };
      expect(outcomes.map(({ id }) => id)).toContain(oldest!.id);
      for (const { id } of outcomes.slice(0, 5)) await scene.release(id!, at.caller);
      // 5 times 2 rooms for 2 nights of 30 are used.
      expect(await hold([A!, A!, A!, A!, A!])).toMatchObject({ kind: 'held' });
      expect(await hold([A!])).toMatchObject({ kind: 'tooManyRequests', limit: 'ADDRESS_ROOM_NIGHTS' });
      const rooms = [{ roomType: C!, guests: 2, programs: [] }];
      expect(await scene.holdParty({ input: { ...stay(), rooms } })).toEqual({
        kind: 'guestCount',
        guests: 2,
        beds: 1,
      });
    });
  });
});
