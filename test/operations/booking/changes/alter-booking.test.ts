/** Issue 29, number 1. Changes of what a booking is about (M1 to M4). */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cacheTag } from '../../../../src/data/cache/cache-tags.ts';
import type { Caller } from '../../../../src/data/keys/api-keys.ts';
import { DEFAULT_PUBLIC_LIMITS } from '../../../../src/domain/limits/public-limits.ts';
import type { ChangeInput } from '../../../../src/operations/booking/booking-input.ts';
import { ServiceUnavailable } from '../../../../src/operations/service-unavailable.ts';
import { disagreementsOf } from '../../../support/booking/booking-records.ts';
import {
  BOOKING,
  CALLERS,
  day,
  type FreshScene,
  freshScene,
  soldNights,
} from '../../../support/booking/booking-scene.ts';
import { latch, openRivalPool, untilWaiting } from '../../../support/database/rival-transactions.ts';

let scene: FreshScene;
beforeEach(async () => {
  scene = await freshScene();
});
afterEach(async () => {
  expect(await disagreementsOf(scene.database, null)).toEqual([]);
  await scene.close();
});

/** The client of `CALLERS.everywhere` with a key that lists its bookings. */
const CLIENT: Caller = { ...CALLERS.everywhere, scopes: new Set(['bookings']) };
/** A night from the 4th to the 13th of May. */
const MAY = { arrival: day('2026-05-04'), departure: day('2026-05-14') };
const soldOf = (roomType: number) => soldNights(scene.database, { ...MAY, roomType });
const storedOf = (id: string) =>
  scene.database.prisma.booking.findUniqueOrThrow({
    where: { id },
    include: {
      billedTo: true,
      guests: { orderBy: { position: 'asc' } },
      discounts: true,
      events: { orderBy: { sequence: 'asc' } },
    },
  });
const NIGHT = 100_000;
const later: Partial<ChangeInput> = { stay: { arrival: day('2026-05-06'), departure: day('2026-05-10') } as never };

describe('a stay that changes (M1)', () => {
  test('is priced anew, gives back the nights that it leaves, takes the new ones, and keeps its id and its reference', async () => {
    const id = await scene.made();
    const { reference } = await storedOf(id);
    const outcome = await scene.alter(id, { ...later, expectedTotal: 4 * NIGHT });
    expect(outcome).toMatchObject({
      ...{ kind: 'bookingChanged', bookingId: id, replayed: false },
      ...{ before: { amountMinor: 3 * NIGHT, arrival: '2026-05-04' }, after: { amountMinor: 4 * NIGHT } },
    });
    expect(await soldOf(11)).toEqual([0, 0, 1, 1, 1, 1, 0, 0, 0, 0]);
    expect(await storedOf(id)).toMatchObject({
      ...{ reference, status: 'CONFIRMED', amountMinor: 400_000n, hasRooms: true },
      ...{ arrival: new Date('2026-05-06'), departure: new Date('2026-05-10'), customerNote: BOOKING.customerNote },
      events: [
        { type: 'CONFIRMED', data: { arrival: '2026-05-04' }, before: null },
        {
          type: 'CHANGED',
          data: { arrival: '2026-05-06', changed: ['stay', 'price'] },
          before: { baseMinor: 300_000 },
        },
      ],
    });
  });

  test('moves to another room type and another visit type; both room types are for sale anew at once', async () => {
    const id = await scene.made();
    // What is remembered of a room type is forgotten when either epoch rises: its own, or that of its hotel.
    const epoch = () =>
      [11, 12].map((roomType) => {
        const { of } = scene.epochs;
        return of(cacheTag('roomTypeInventory', roomType)) + of(cacheTag('hotelInventory', 1));
      });
    const before = epoch();
    const stay = { roomType: '12', visitType: '101' } as never;
    expect(await scene.alter(id, { stay, expectedTotal: 3 * NIGHT }, { caller: CALLERS.operator })).toMatchObject({
      kind: 'bookingChanged',
    });
    expect([await soldOf(11), await soldOf(12)]).toEqual([Array(10).fill(0), [1, 1, 1, ...Array(7).fill(0)]]);
    expect(epoch().every((value, index) => value !== before[index])).toBe(true);
    expect((await storedOf(id)).events.at(-1)).toMatchObject({ data: { changed: ['stay', 'room'], roomType: 12 } });
  });

  test('needs the price that the caller counts on; else nothing changes, and the answer has the price', async () => {
    const id = await scene.made();
    expect(await scene.alter(id, later)).toMatchObject({
      ...{ kind: 'priceChanged', amountMinor: 4 * NIGHT, expectedMinor: 3 * NIGHT },
      quote: { amountMinor: 4 * NIGHT, arrival: '2026-05-06' },
    });
    expect(await scene.alter(id, { ...later, expectedTotal: 1 })).toMatchObject({
      kind: 'priceChanged',
      expectedMinor: 1,
    });
    expect((await storedOf(id)).events).toHaveLength(1);
    expect(await soldOf(11)).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('finds no room where a new night is full, and needs none of the nights that it has', async () => {
    const input = { roomType: '13', guests: BOOKING.guests.slice(0, 1) };
    const id = await scene.made({ input });
    await scene.made({ input: { ...input, arrival: day('2026-05-08'), departure: day('2026-05-09') } });
    const until = (departure: string, total: number) =>
      scene.alter(id, { stay: { departure: day(departure) } as never, expectedTotal: total * NIGHT });
    expect(await until('2026-05-09', 5)).toMatchObject({
      kind: 'noCapacity',
      roomType: 13,
      firstNight: day('2026-05-08'),
    });
    expect(await until('2026-05-08', 4)).toMatchObject({ kind: 'bookingChanged' });
    expect(await soldOf(13)).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
  });

  test('obeys the rules of a booking: what is named exists in its hotel, guests have beds, the visit type allows the stay', async () => {
    const id = await scene.made();
    const move = (stay: object) => scene.alter(id, { stay: stay as never, expectedTotal: 3 * NIGHT });
    expect(await move({ roomType: '99' })).toMatchObject({ kind: 'notFound', subject: 'ROOM_TYPE' });
    expect(await move({ visitType: '999' })).toMatchObject({ kind: 'notFound', subject: 'VISIT_TYPE' });
    expect(await move({ roomType: '21' })).toMatchObject({ code: 'ROOM_TYPE_OF_OTHER_HOTEL' });
    expect(await move({ roomType: '13' })).toMatchObject({ kind: 'guestCount', beds: 1, guests: 2 });
    expect(await move({ visitType: '102' })).toMatchObject({ kind: 'stayNotAllowed' });
    expect(await move({ visitType: '101' })).toMatchObject({ kind: 'onDemandOnly' });
    expect(await move({ departure: day('2026-05-04') })).toMatchObject({
      ...{ kind: 'invalidInput', problems: [{ path: 'stay.departure', code: 'DATES_REVERSED' }] },
    });
    expect(await move({ arrival: day('2026-05-07') })).toMatchObject({ problems: [{ path: 'stay.arrival' }] });
    expect((await storedOf(id)).events).toHaveLength(1);
  });

  test('of a request takes no room; of a confirmed one without rooms neither', async () => {
    const request = await scene.made({ input: { kind: 'REQUEST' } });
    expect(await scene.alter(request, { ...later, expectedTotal: 4 * NIGHT })).toMatchObject({
      kind: 'bookingChanged',
    });
    await scene.confirm(request, { takeRooms: false });
    const stay = { departure: day('2026-05-11') } as never;
    expect(await scene.alter(request, { stay, expectedTotal: 5 * NIGHT })).toMatchObject({ kind: 'bookingChanged' });
    expect(await soldOf(11)).toEqual(Array(10).fill(0));
    expect(await storedOf(request)).toMatchObject({ amountMinor: 500_000n, hasRooms: false });
  });

  test.each([
    ['a guest', { ...CALLERS.everywhere, isPublishable: true }],
    ['the client', CLIENT],
  ])(
    'of a booking without rooms takes %s to no night that is full or closed, and to nothing on demand; an operator to any',
    async (_, caller: Caller) => {
      const id = await scene.made({ input: { kind: 'REQUEST' } });
      await scene.confirm(id, { takeRooms: false });
      const nights = (data: object) =>
        scene.database.prisma.inventoryNight.updateMany({ where: { roomTypeNumber: 11 }, data });
      const move = { ...later, expectedTotal: 4 * NIGHT };
      const onDemand = { stay: { visitType: '101' } as never, expectedTotal: 3 * NIGHT };
      const none = { kind: 'noCapacity', roomType: 11, firstNight: day('2026-05-07') };
      expect(await scene.alter(id, onDemand, { caller })).toMatchObject({ kind: 'onDemandOnly' });
      await nights({ closed: true });
      expect(await scene.alter(id, move, { caller })).toMatchObject(none);
      await nights({ closed: false, units: 0 });
      expect(await scene.alter(id, move, { caller })).toMatchObject(none);
      expect(await scene.quoteChange(id, later, { caller })).toMatchObject(none);
      const shorter = { stay: { arrival: day('2026-05-05') } as never, expectedTotal: 2 * NIGHT };
      expect(await scene.alter(id, shorter, { caller })).toMatchObject({ kind: 'bookingChanged' });
      for (const change of [move, { ...onDemand, expectedTotal: 4 * NIGHT }]) {
        expect(await scene.alter(id, change, { caller: CALLERS.operator })).toMatchObject({ kind: 'bookingChanged' });
      }
      expect(await soldOf(11)).toEqual(Array(10).fill(0));
    },
  );

  test('of a test takes no room, and finds none where a booking would not', async () => {
    const caller = { ...CALLERS.everywhere, isTest: true };
    const id = await scene.made({ caller });
    expect(await scene.alter(id, { ...later, expectedTotal: 4 * NIGHT }, { caller })).toMatchObject({
      kind: 'bookingChanged',
    });
    expect(await soldOf(11)).toEqual(Array(10).fill(0));
    await scene.database.prisma.inventoryNight.updateMany({ where: { roomTypeNumber: 11 }, data: { units: 0 } });
    const stay = { departure: day('2026-05-11') } as never;
    expect(await scene.alter(id, { stay, expectedTotal: 5 * NIGHT }, { caller })).toMatchObject({ kind: 'noCapacity' });
  });

  test('has the terms of cancelling of today, and the promotions of the channel that it was made through', async () => {
    const id = await scene.made({ caller: CALLERS.partner });
    await scene.database.prisma.visitType.update({
      where: { number: 100 },
      data: { cancellationTerms: [{ daysBeforeArrival: 5, basisPoints: 5_000 }] },
    });
    await scene.database.prisma.promotion.create({
      data: {
        ...{ visitTypeNumber: 100, number: 1, id: 'f'.repeat(24), name: { en: 'For partners' }, basisPoints: 1_000 },
        ...{ validFrom: new Date('2026-01-01'), allHotels: true, channels: { create: { channelCode: 'partner' } } },
      },
    });
    const outcome = await scene.alter(id, { ...later, expectedTotal: 3.6 * NIGHT }, { caller: CALLERS.operator });
    expect(outcome).toMatchObject({ kind: 'bookingChanged', after: { promotions: [{ amountMinor: 40_000 }] } });
    expect((await storedOf(id)).cancellationTerms).toEqual([{ daysBeforeArrival: 5, basisPoints: 5_000 }]);
  });
});

describe('guests and contact', () => {
  test('change without a price; what is not given stays, what is blank is removed', async () => {
    const id = await scene.made();
    const billedTo = { email: 'right@rupertsberg.example', phone: null } as never;
    expect(await scene.alter(id, { billedTo, customerNote: null })).toMatchObject({
      ...{ kind: 'bookingChanged', before: { amountMinor: 3 * NIGHT }, after: { amountMinor: 3 * NIGHT } },
    });
    expect(await storedOf(id)).toMatchObject({
      customerNote: null,
      billedTo: { email: 'right@rupertsberg.example', phone: null, firstName: 'Hildegard', city: 'Bingen' },
      events: [
        {},
        { type: 'CHANGED', formerEmail: BOOKING.billedTo.email, before: null, data: { changed: ['contact'] } },
      ],
    });
    const guests = [{ ...BOOKING.guests[0]!, firstName: 'Jutta' }];
    expect(await scene.alter(id, { guests })).toMatchObject({ kind: 'bookingChanged' });
    expect(await storedOf(id)).toMatchObject({
      guests: [{ position: 1, firstName: 'Jutta', birthDate: new Date('1958-09-17') }],
      events: [{}, {}, { data: { changed: ['guests'] }, formerEmail: null }],
    });
    expect(await scene.alter(id, { guests: [...BOOKING.guests, ...guests] })).toMatchObject({ kind: 'guestCount' });
  });

  test('are corrected also where their room type has fewer beds by now, but get no more', async () => {
    const id = await scene.made();
    await scene.database.prisma.roomType.update({ where: { number: 11 }, data: { beds: 1 } });
    const [first, second] = BOOKING.guests;
    const guests = [{ ...first!, firstName: 'Jutta' }, second!];
    expect(await scene.alter(id, { guests })).toMatchObject({
      ...{ kind: 'bookingChanged', after: { amountMinor: 3 * NIGHT } },
    });
    expect((await storedOf(id)).guests).toMatchObject([{ firstName: 'Jutta' }, {}]);
    for (const refused of [[], [...guests, first!]]) {
      expect(await scene.alter(id, { guests: refused })).toEqual({
        kind: 'guestCount',
        beds: 1,
        guests: refused.length,
      });
    }
  });

  test('have shares of the beds that were booked where their room type has fewer by now', async () => {
    const id = await scene.made();
    await scene.database.prisma.roomType.update({ where: { number: 11 }, data: { beds: 1 } });
    const [first, second] = BOOKING.guests.map((guest) => ({ ...guest, loyaltyProgram: '1' }));
    const plain = BOOKING.guests[0]!;
    expect(await scene.alter(id, { guests: [first!, BOOKING.guests[1]!] })).toMatchObject({
      after: { amountMinor: 292_500 },
    });
    expect(await scene.alter(id, { guests: [first!, second!] })).toMatchObject({ after: { amountMinor: 285_000 } });
    expect(await scene.alter(id, { guests: [plain, second!] })).toMatchObject({
      ...{ kind: 'bookingChanged', after: { amountMinor: 292_500 } },
    });
  });

  test('with another loyalty programme have another price', async () => {
    const id = await scene.made();
    const [first, second] = BOOKING.guests;
    const guests = [{ ...first!, loyaltyProgram: '1' }, second!];
    expect(await scene.alter(id, { guests })).toMatchObject({
      kind: 'bookingChanged',
      after: { amountMinor: 292_500 },
    });
    expect((await storedOf(id)).events.at(-1)).toMatchObject({ data: { changed: ['guests', 'price'] } });
    expect(await scene.alter(id, { guests: [first!, { ...second!, loyaltyProgram: '2' }] })).toMatchObject({
      ...{ kind: 'loyaltyNotApplicable', program: 2, guest: 2 },
    });
    expect(await scene.alter(id, { guests: BOOKING.guests as never })).toMatchObject({
      after: { amountMinor: 3 * NIGHT },
    });
    expect((await storedOf(id)).discounts).toEqual([]);
  });

  test('that are as they were change nothing, and no event says that they did', async () => {
    const id = await scene.made();
    const { address: _, ...contact } = BOOKING.billedTo;
    const stay = { arrival: BOOKING.arrival, roomType: '11' } as never;
    const same = { billedTo: contact as never, guests: BOOKING.guests as never, stay };
    expect(await scene.alter(id, same)).toMatchObject({ kind: 'bookingChanged', replayed: false });
    expect((await storedOf(id)).events).toHaveLength(1);
  });
});

describe('who may change, and until when (M3, M4)', () => {
  const terms = { cancellationTerms: [{ daysBeforeArrival: 14, basisPoints: 3_000 }] };
  const guests = BOOKING.guests.slice(0, 1) as never;
  const on = (date: string) => {
    scene.clock.millis = Date.parse(`${date}T10:00:00Z`);
  };

  test('nobody moves a stay to days that are over', async () => {
    const id = await scene.made();
    on('2026-05-03');
    const stay = { arrival: day('2026-05-02'), departure: day('2026-05-05') } as never;
    for (const caller of [CALLERS.everywhere, CLIENT, CALLERS.operator]) {
      expect(await scene.alter(id, { stay, expectedTotal: 3 * NIGHT }, { caller })).toMatchObject({
        ...{ kind: 'stayNotAllowed', code: 'IN_THE_PAST' },
      });
    }
  });

  test('a guest the stay as long as cancelling is free, the client and the operator longer', async () => {
    const id = await scene.made();
    await scene.database.prisma.booking.update({ where: { id }, data: terms });
    on('2026-04-20');
    expect(await scene.alter(id, { ...later, expectedTotal: 4 * NIGHT })).toEqual({
      ...{ kind: 'notChangeable', code: 'FEE_DUE', freeCancellationUntil: day('2026-04-19') },
    });
    expect(await scene.alter(id, { guests })).toMatchObject({ kind: 'bookingChanged' });
    expect(await scene.alter(id, { ...later, expectedTotal: 4 * NIGHT }, { caller: CLIENT })).toMatchObject({
      kind: 'bookingChanged',
    });
  });

  test('from arrival on a client guests and contact, an operator the departure; on the day of departure nobody', async () => {
    const id = await scene.made();
    on('2026-05-05');
    expect(await scene.alter(id, { guests })).toEqual({ kind: 'notChangeable', code: 'ARRIVED' });
    expect(await scene.alter(id, { guests }, { caller: CLIENT })).toMatchObject({ kind: 'bookingChanged' });
    const stay = { departure: day('2026-05-06') } as never;
    expect(await scene.alter(id, { stay }, { caller: CLIENT })).toEqual({ kind: 'notChangeable', code: 'ARRIVED' });
    const elsewhere = { roomType: '12' } as never;
    expect(await scene.alter(id, { stay: elsewhere, expectedTotal: 1 }, { caller: CALLERS.operator })).toEqual({
      ...{ kind: 'notChangeable', code: 'ARRIVED' },
    });
    on('2026-05-07');
    expect(await scene.alter(id, { guests }, { caller: CALLERS.operator })).toEqual({
      kind: 'notChangeable',
      code: 'DEPARTED',
    });
  });

  test('guests who leave early keep the price unless it is to be another one; the nights from then on are given back', async () => {
    const [kept, requoted] = [await scene.made(), await scene.made()];
    on('2026-05-05');
    const stay = { departure: day('2026-05-06') } as never;
    const caller = CALLERS.operator;
    expect(await scene.alter(kept, { stay }, { caller })).toMatchObject({ after: { amountMinor: 3 * NIGHT } });
    expect(await scene.alter(requoted, { stay, price: 'REQUOTE' }, { caller })).toMatchObject({
      ...{ kind: 'priceChanged', amountMinor: 2 * NIGHT },
    });
    expect(await scene.alter(requoted, { stay, price: 'REQUOTE', expectedTotal: 2 * NIGHT }, { caller })).toMatchObject(
      {
        after: { amountMinor: 2 * NIGHT, departure: '2026-05-06' },
      },
    );
    expect(await soldOf(11)).toEqual([2, 2, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect((await storedOf(kept)).events.at(-1)).toMatchObject({ data: { changed: ['stay'] } });
  });

  test('who wants to be asked is asked of every change of stay or price, also of one that keeps the price, and of nothing else', async () => {
    const id = await scene.made();
    on('2026-05-05');
    const ask = (input: Partial<ChangeInput>) =>
      scene.alter(id, { needsExpectedTotal: true, ...input }, { caller: CALLERS.operator });
    const stay = { departure: day('2026-05-06') } as never;
    const kept = { amountMinor: 3 * NIGHT, expectedMinor: 3 * NIGHT, quote: { departure: '2026-05-06' } };
    for (const price of [null, 'KEEP'] as const) {
      expect(await ask({ stay, price })).toMatchObject({ kind: 'priceChanged', ...kept });
    }
    const [first, second] = BOOKING.guests;
    const cheaper = { guests: [{ ...first!, loyaltyProgram: '1' }, second!] };
    expect(await ask(cheaper)).toMatchObject({ kind: 'priceChanged', expectedMinor: 3 * NIGHT });
    expect((await storedOf(id)).events).toHaveLength(1);

    const same = { arrival: MAY.arrival, departure: day('2026-05-07') } as never;
    expect(await ask({ stay: same, customerNote: 'A quiet room.' })).toMatchObject({ kind: 'bookingChanged' });
    expect(await ask({ stay, expectedTotal: 3 * NIGHT })).toMatchObject({ after: { departure: '2026-05-06' } });
    expect((await storedOf(id)).events).toHaveLength(3);
  });

  test('the same request again, with the price to be kept, changes nothing more', async () => {
    const id = await scene.made();
    on('2026-05-05');
    const early = { stay: { departure: day('2026-05-06') }, price: 'KEEP' } as never;
    const first = await scene.alter(id, early, { caller: CALLERS.operator });
    expect(await scene.alter(id, early, { caller: CALLERS.operator })).toMatchObject({
      ...{ kind: 'bookingChanged', after: (first as { after: object }).after },
    });
    expect((await storedOf(id)).events).toHaveLength(2);
  });

  test('the price is kept of nothing else', async () => {
    const id = await scene.made();
    expect(await scene.alter(id, { ...later, price: 'KEEP' }, { caller: CALLERS.operator })).toMatchObject({
      ...{ kind: 'invalidInput', problems: [{ path: 'price', code: 'INVALID_VALUE' }] },
    });
  });

  test('guests who stay longer pay for all nights at the prices of today', async () => {
    const id = await scene.made();
    on('2026-05-05');
    const stay = { departure: day('2026-05-09') } as never;
    expect(await scene.alter(id, { stay, expectedTotal: 5 * NIGHT }, { caller: CALLERS.operator })).toMatchObject({
      after: { amountMinor: 5 * NIGHT },
    });
    expect(await soldOf(11)).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
  });

  test('nobody a booking that is cancelled or erased, or that they do not reach', async () => {
    const id = await scene.made();
    expect(await scene.alter(id, { guests }, { caller: CALLERS.partner })).toMatchObject({
      kind: 'notFound',
      subject: 'BOOKING',
    });
    expect(await scene.alter('none', { guests })).toMatchObject({ kind: 'notFound' });
    await scene.database.prisma.booking.update({ where: { id }, data: { erasedAt: new Date() } });
    expect(await scene.alter(id, { guests }, { caller: CALLERS.operator })).toEqual({
      kind: 'notChangeable',
      code: 'ERASED',
    });
    await scene.cancel(id);
    expect(await scene.alter(id, { guests })).toEqual({ kind: 'notChangeable', code: 'CANCELLED' });
  });
});

describe('the same request', () => {
  test('under its key gets the same answer, whatever came later, and changes nothing more; another one is refused', async () => {
    const id = await scene.made();
    const asked = { ...later, expectedTotal: 4 * NIGHT, idempotencyKey: 'move' };
    const first = await scene.alter(id, asked);
    await scene.alter(id, { stay: { departure: day('2026-05-08') } as never, expectedTotal: 2 * NIGHT });
    expect(await scene.alter(id, { ...asked, expectedTotal: 1 })).toEqual({ ...first, replayed: true });
    expect(await scene.alter(id, { ...asked, customerNote: 'other' })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect((await storedOf(id)).events).toHaveLength(3);
  });

  test('that changed nothing keeps its key: it undoes nothing that came later, and another one is refused', async () => {
    const id = await scene.made();
    const asked = { billedTo: { phone: BOOKING.billedTo.phone } as never, idempotencyKey: 'phone' };
    const first = await scene.alter(id, asked);
    expect(first).toMatchObject({ kind: 'bookingChanged', replayed: false });
    await scene.alter(id, { billedTo: { phone: '+420 777 000 111' } as never });
    expect(await scene.alter(id, asked)).toEqual({ ...first, replayed: true });
    expect((await storedOf(id)).billedTo?.phone).toBe('+420 777 000 111');
    expect(await scene.alter(id, { ...asked, customerNote: 'other' })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect((await storedOf(id)).events).toHaveLength(2);
  });

  test('that changed nothing stores nothing with a publishable key, which no limit would count (A4)', async () => {
    const id = await scene.made();
    const caller: Caller = { ...CALLERS.everywhere, isPublishable: true };
    const asked = { billedTo: { phone: BOOKING.billedTo.phone } as never, idempotencyKey: 'phone' };
    for (let time = 0; time < 2; time++) {
      expect(await scene.alter(id, asked, { caller })).toMatchObject({ kind: 'bookingChanged', replayed: false });
    }
    expect(await scene.database.prisma.idempotencyRecord.count({ where: { key: 'phone' } })).toBe(0);
  });

  test('that was refused leaves its key free', async () => {
    const id = await scene.made();
    expect(await scene.alter(id, { ...later, idempotencyKey: 'move' })).toMatchObject({ kind: 'priceChanged' });
    expect(await scene.alter(id, { ...later, idempotencyKey: 'move', expectedTotal: 4 * NIGHT })).toMatchObject({
      ...{ kind: 'bookingChanged', replayed: false },
    });
  });
});

test('a change that waits for its booking is decided and written by the moment after that: what a hold had is free by then', async () => {
  const LAST_ROOM = { roomType: '13', guests: BOOKING.guests.slice(0, 1) };
  const id = await scene.made({ input: LAST_ROOM });
  const stay = { arrival: day('2026-05-10'), departure: day('2026-05-12') };
  expect(await scene.hold({ input: { ...stay, roomType: '13' } })).toMatchObject({ kind: 'held' });
  const rival = await openRivalPool(scene.database.url, 1);
  const [locked, expired] = [latch(), latch()];
  const waiting = rival.prisma.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT FROM booking WHERE id = ${id} FOR UPDATE`;
    locked.open();
    await expired.opened;
  });
  await locked.opened;
  const changed = scene.alter(id, { stay: stay as never, expectedTotal: 2 * NIGHT });
  await untilWaiting(scene.database, 1, changed);
  scene.clock.millis += 11 * 60_000;
  expired.open();
  await waiting;
  await rival.close();
  expect(await changed).toMatchObject({ kind: 'bookingChanged' });
  expect((await storedOf(id)).events.at(-1)).toMatchObject({ type: 'CHANGED', at: new Date(scene.clock.millis) });
});

test('a publishable key changes a booking a few times a day, and takes no more nights than an address may', async () => {
  const caller = { ...CALLERS.everywhere, isPublishable: true };
  const id = await scene.made({ caller });
  const note = (text: string) => scene.alter(id, { customerNote: text }, { caller });
  const kinds: string[] = [];
  for (let change = 0; change < 8; change++) kinds.push((await note(`${change}`)).kind);
  expect(kinds.slice(-1)).toEqual(['tooManyRequests']);
  const limits: string[] = [];
  while (!limits.includes('ADDRESS_ROOM_NIGHTS')) {
    const stay = { arrival: day('2026-06-01'), departure: day('2026-06-06') } as never;
    const outcome = await scene.alter(await scene.made(), { stay, expectedTotal: 5 * NIGHT }, { caller });
    limits.push('limit' in outcome ? String(outcome.limit) : outcome.kind);
    await scene.database.prisma.inventoryNight.updateMany({ where: { roomTypeNumber: 11 }, data: { units: 50 } });
  }
  // The booking itself took three.
  const nights = (changes: number) => 3 + 5 * changes;
  const { roomNightsPerDay } = DEFAULT_PUBLIC_LIMITS;
  expect(nights(limits.length - 1)).toBeLessThanOrEqual(roomNightsPerDay);
  expect(nights(limits.length)).toBeGreaterThan(roomNightsPerDay);
});

test('a publishable key gives an e-mail address no more bookings by changes than by booking (A4)', async () => {
  const caller = { ...CALLERS.everywhere, isPublishable: true };
  const billedTo = { email: 'victim@example.com' } as never;
  const limits: string[] = [];
  for (let made = 0; made < 4; made++) {
    const outcome = await scene.alter(await scene.made(), { billedTo }, { caller });
    limits.push('limit' in outcome ? String(outcome.limit) : outcome.kind);
  }
  expect(limits).toEqual([...Array(3).fill('bookingChanged'), 'EMAIL_BOOKINGS']);
  expect(await scene.alter(await scene.made(), { billedTo })).toMatchObject({ kind: 'bookingChanged' });
});

test('a contact without an e-mail address keeps a telephone number (M11)', async () => {
  const id = await scene.made();
  await scene.database.prisma.bookingContact.update({ where: { bookingId: id }, data: { email: '', phone: '604' } });
  const without = { billedTo: { phone: null } } as never;
  expect(await scene.alter(id, without, { caller: CALLERS.operator })).toMatchObject({
    ...{ kind: 'invalidInput', problems: [{ path: 'billedTo.phone', code: 'REQUIRED' }] },
  });
  expect(
    await scene.alter(id, { billedTo: { phone: null, email: 'a@example.com' } } as never, { caller: CALLERS.operator }),
  ).toMatchObject({ kind: 'bookingChanged' });
});

test('a quote of a change says what it would cost, and changes nothing (M2)', async () => {
  const id = await scene.made();
  expect(await scene.quoteChange(id, later)).toMatchObject({
    ...{ kind: 'changeQuoted', before: { amountMinor: 3 * NIGHT }, after: { amountMinor: 4 * NIGHT } },
  });
  expect(await scene.quoteChange(id, { stay: { roomType: '99' } as never })).toMatchObject({ kind: 'notFound' });
  expect((await storedOf(id)).events).toHaveLength(1);
  expect(await soldOf(11)).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
});

describe('a test key simulates (S8)', () => {
  const caller: Caller = { ...CALLERS.everywhere, isTest: true };

  test('a sold-out house and another price with the answers of the real cases; the change is not made', async () => {
    const id = await scene.made({ caller });
    const soldOut = await scene.alter(id, { ...later, expectedTotal: 1 }, { caller, simulation: 'no-capacity' });
    const total = 4 * NIGHT;
    const other = await scene.alter(id, { ...later, expectedTotal: total }, { caller, simulation: 'price-changed' });
    expect(other).toEqual(await scene.alter(id, { ...later, expectedTotal: total + 1 }, { caller }));
    await scene.database.prisma.inventoryNight.updateMany({ where: { roomTypeNumber: 11 }, data: { units: 0 } });
    expect(soldOut).toEqual(await scene.alter(id, { ...later, expectedTotal: 1 }, { caller }));
    expect((await storedOf(id)).events).toHaveLength(1);
  });

  test('neither of a change that takes no room and has no other price, nor of one that is refused anyway', async () => {
    const id = await scene.made({ caller });
    for (const simulation of ['no-capacity', 'price-changed'] as const) {
      const note = await scene.alter(id, { customerNote: simulation }, { caller, simulation });
      expect(note).toMatchObject({ kind: 'bookingChanged' });
      const stay = { roomType: '99' } as never;
      expect(await scene.alter(id, { stay }, { caller, simulation })).toMatchObject({ kind: 'notFound' });
    }
    await expect(scene.alter(id, {}, { caller, simulation: 'unavailable' })).rejects.toThrow(ServiceUnavailable);
  });

  test('another price of whatever compares it, also of other loyalty programmes, and of a price that is to be asked', async () => {
    const id = await scene.made({ caller });
    const [first, second] = BOOKING.guests;
    const guests = [{ ...first!, loyaltyProgram: '1' }, second!];
    const simulate = (input: Partial<ChangeInput>) =>
      scene.alter(id, { guests, ...input }, { caller, simulation: 'price-changed' });
    const total = 292_500;
    expect(await simulate({ expectedTotal: total })).toEqual(
      await scene.alter(id, { guests, expectedTotal: total + 1 }, { caller }),
    );
    expect(await simulate({ needsExpectedTotal: true })).toMatchObject({
      ...{ kind: 'priceChanged', amountMinor: total, expectedMinor: 3 * NIGHT },
    });
    expect((await storedOf(id)).events).toHaveLength(1);
    expect(await simulate({})).toMatchObject({ kind: 'bookingChanged', after: { amountMinor: total } });
  });

  test('neither under the idempotency key of another request, which is refused as ever, nor of a repetition', async () => {
    const id = await scene.made({ caller });
    const asked = { ...later, expectedTotal: 4 * NIGHT, idempotencyKey: 'move' };
    const made = await scene.alter(id, asked, { caller });
    const other = { ...asked, stay: { departure: day('2026-05-12') } as never };
    for (const simulation of ['no-capacity', 'price-changed'] as const) {
      expect(await scene.alter(id, other, { caller, simulation })).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
      expect(await scene.alter(id, asked, { caller, simulation })).toEqual({ ...made, replayed: true });
      const free = await scene.alter(id, { ...other, idempotencyKey: 'free' }, { caller, simulation });
      expect(['noCapacity', 'priceChanged']).toContain(free.kind);
    }
    expect(
      await scene.alter(id, { ...other, expectedTotal: 6 * NIGHT, idempotencyKey: 'free' }, { caller }),
    ).toMatchObject({
      ...{ kind: 'bookingChanged', replayed: false },
    });
  });
});
