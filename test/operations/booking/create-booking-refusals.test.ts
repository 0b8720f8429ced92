import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnOfDay } from '../../../src/data/sql/column-types.ts';
import type { BookingInput } from '../../../src/operations/booking/booking-input.ts';
import { type Asked, BOOKING, CALLERS, day, type FreshScene, freshScene } from '../../support/booking/booking-scene.ts';
import { messageOf } from '../../support/worded.ts';

let scene: FreshScene;
let database: FreshScene['database'];
beforeAll(async () => {
  scene = await freshScene();
  ({ database } = scene);
});
afterAll(() => scene?.close());

const withPrograms = (...programs: (string | null)[]): BookingInput['guests'] =>
  BOOKING.guests.map((guest, index) => ({ ...guest, loyaltyProgram: programs[index] ?? null }));

/** Everything that a refusal could leave behind. */
async function traces() {
  const { prisma } = database;
  return {
    bookings: await prisma.booking.count(),
    keys: await prisma.idempotencyRecord.count(),
    events: await prisma.bookingEvent.count(),
    sold: (await prisma.inventoryNight.aggregate({ _sum: { sold: true } }))._sum.sold,
    epochs: await prisma.epoch.findMany(),
  };
}

describe('a booking with everything wrong', () => {
  const full = { arrival: day('2026-05-11'), departure: day('2026-05-13') };
  // Each step fixes the reason of the previous refusal.
  const steps: [what: string, mended: Partial<BookingInput>, refusal: object][] = [
    [
      'a hidden visit type',
      {
        visitType: '104',
        hotel: '2',
        roomType: '21',
        guests: withPrograms('99'),
        arrival: day('2027-01-04'),
        departure: day('2027-01-06'),
        expectedTotal: 1,
        idempotencyKey: 'ladder',
      },
      { kind: 'notFound', subject: 'VISIT_TYPE', id: '104', message: 'There is no visit type 104.' },
    ],
    ['a hidden hotel', { visitType: '102' }, { kind: 'notFound', subject: 'HOTEL', id: '2' }],
    ['a hidden room type', { hotel: '3' }, { kind: 'notFound', subject: 'ROOM_TYPE', id: '21' }],
    ['an unknown loyalty program', { roomType: '11' }, { kind: 'notFound', subject: 'LOYALTY_PROGRAM', id: '99' }],
    [
      'a room type of another hotel',
      { guests: withPrograms('2') },
      {
        kind: 'stayNotAllowed',
        code: 'ROOM_TYPE_OF_OTHER_HOTEL',
        message: 'Room type 11 does not belong to hotel 3.',
      },
    ],
    [
      'a hotel that does not sell the visit type',
      { roomType: '31' },
      {
        kind: 'stayNotAllowed',
        code: 'NOT_SOLD_IN_HOTEL',
        message: 'Visit type 102 is not sold in hotel 3, to which room type 31 belongs.',
      },
    ],
    [
      'more guests than beds',
      { hotel: '1', roomType: '13' },
      { kind: 'guestCount', beds: 1, guests: 2, message: 'The room has beds for 1; 2 guests are named.' },
    ],
    [
      'a rule of the visit type',
      { roomType: '11' },
      { kind: 'stayNotAllowed', code: 'TOO_SHORT', message: 'The minimum is 7 nights; the stay has 2.' },
    ],
    [
      'a loyalty program that does not take part',
      { visitType: '101' },
      { kind: 'loyaltyNotApplicable', guest: 1, beds: 2, code: 'LOYALTY_NOT_APPLICABLE' },
    ],
    [
      'nights without a price',
      { guests: withPrograms() },
      {
        kind: 'notPriced',
        firstNight: day('2027-01-04'),
        message: 'No price in CZK: the night of 2027-01-04 has no price for room type 11.',
      },
    ],
    [
      'a visit type on demand',
      { ...full },
      { kind: 'onDemandOnly', message: 'Visit type 101 can only be requested; send a non-binding booking.' },
    ],
    [
      'a full night',
      { visitType: '100' },
      {
        kind: 'noCapacity',
        firstNight: day('2026-05-12'),
        message: 'Room type 11 has no room left on the night of 2026-05-12.',
      },
    ],
    [
      'another price than expected',
      { departure: full.departure - 1 },
      {
        kind: 'priceChanged',
        quote: { amountMinor: 100_000 },
        message: 'The price of the stay is another one: it costs 100000, expected were 1 minor units of CZK.',
      },
    ],
  ];

  test('is refused for one thing after another, 404 before 422, and leaves no trace until it is right (I4, B3, B6)', async () => {
    await database.prisma.inventoryNight.updateMany({
      where: { roomTypeNumber: 11, night: columnOfDay(day('2026-05-12')) },
      data: { sold: 5 },
    });
    const untouched = await traces();
    let input: Partial<BookingInput> = {};
    for (const [what, mended, refusal] of steps) {
      input = { ...input, ...mended };
      const outcome = await scene.book({ input, caller: CALLERS.firstDestination });
      const said = { ...outcome, message: messageOf(outcome) };
      expect(said, what).toMatchObject(refusal);
      expect(said, what).toHaveProperty('message', expect.stringMatching(/\.$/));
      expect(await traces(), what).toEqual(untouched);
    }
    const right = { ...input, expectedTotal: 100_000 };
    expect(await scene.book({ input: right, caller: CALLERS.firstDestination })).toMatchObject({ kind: 'created' });
  });

  test('reveals nothing about the people in it, whatever the reason', async () => {
    const { billedTo, guests } = BOOKING;
    const personal = [
      ...Object.values(billedTo.address!).filter((part) => part !== null),
      ...[billedTo, ...guests].flatMap(({ firstName, lastName }) => [firstName, lastName]),
      billedTo.email,
      billedTo.phone!,
      BOOKING.customerNote!,
    ].filter((text) => text.length > 1);
    let input: Partial<BookingInput> = {};
    for (const [, mended] of steps) {
      input = { ...input, ...mended };
      const answer = JSON.stringify(await scene.book({ input, caller: CALLERS.firstDestination }));
      expect(personal.filter((text) => answer.includes(text))).toEqual([]);
    }
  });
});

describe('what a caller may not see', () => {
  const ask = async (input: Partial<BookingInput>) => scene.book({ input, caller: CALLERS.firstDestination });

  test('is refused like what does not exist (I3)', async () => {
    for (const [field, hidden, missing] of [
      ['visitType', '104', '999'],
      ['hotel', '2', '999'],
      ['roomType', '21', '999'],
    ] as const) {
      const [one, other] = [await ask({ [field]: hidden }), await ask({ [field]: missing })];
      const asMissing = JSON.parse(JSON.stringify(one).replaceAll(hidden, missing));
      expect(asMissing).toEqual(other);
    }
  });

  test('hides only the hotels of a visit type that is also sold elsewhere (I2)', async () => {
    expect(await ask({ hotel: '2', roomType: '21' })).toMatchObject({ kind: 'notFound', subject: 'HOTEL' });
    expect(await ask({ roomType: '21' })).toMatchObject({ kind: 'notFound', subject: 'ROOM_TYPE' });
  });
});

describe('references that can name nothing', () => {
  test.each(['0', '-1', '2147483648', '99999999999999999999', 'f'.repeat(24)])('%s is not found', async (id) => {
    expect(await scene.book({ input: { visitType: id } })).toMatchObject({
      kind: 'notFound',
      subject: 'VISIT_TYPE',
      id,
    });
    expect(await scene.book({ input: { hotel: id } })).toMatchObject({ kind: 'notFound', subject: 'HOTEL', id });
    expect(await scene.book({ input: { roomType: id } })).toMatchObject({ kind: 'notFound', subject: 'ROOM_TYPE', id });
    expect(await scene.book({ input: { guests: withPrograms(id) } })).toMatchObject({
      kind: 'notFound',
      subject: 'LOYALTY_PROGRAM',
      id,
    });
  });
});

describe('a stay is refused', () => {
  const refused: [what: string, input: Partial<BookingInput>, refusal: object][] = [
    ['without guests (B2)', { guests: [] }, { kind: 'guestCount', beds: 2, guests: 0 }],
    ['in the past (I4)', { arrival: day('2026-03-01') }, { kind: 'stayNotAllowed', code: 'IN_THE_PAST' }],
    ['outside the selling period (P9)', { visitType: '103' }, { kind: 'stayNotAllowed', code: 'NOT_ON_SALE' }],
    [
      'with a night beyond 24 months (P8)',
      { arrival: day('2028-03-01'), departure: day('2028-03-04') },
      { kind: 'stayNotAllowed', code: 'BEYOND_HORIZON' },
    ],
    [
      'on a wrong starting day (K4)',
      { visitType: '102', arrival: day('2026-06-08'), departure: day('2026-06-15') },
      { kind: 'stayNotAllowed', code: 'STARTING_DAY' },
    ],
    [
      'of broken weeks (K4)',
      { visitType: '102', arrival: day('2026-06-07'), departure: day('2026-06-15') },
      { kind: 'stayNotAllowed', code: 'NOT_WHOLE_WEEKS' },
    ],
    [
      'when one night is not priced in the currency asked for (B3)',
      { arrival: day('2026-12-30'), departure: day('2027-01-02') },
      { kind: 'notPriced', firstNight: day('2027-01-01') },
    ],
    [
      'for a program of a guest whom no bed is left for, as too many guests (B2)',
      { roomType: '13', guests: withPrograms(null, '1') },
      { kind: 'guestCount' },
    ],
  ];
  test.each(refused)('%s', async (_what, input, refusal) => {
    expect(await scene.book({ input })).toMatchObject(refusal);
  });

  test('on a night without recorded capacity, naming that night (B3)', async () => {
    const stay = { arrival: day('2026-11-02'), departure: day('2026-11-05') };
    const unrecorded = day('2026-11-04');
    await database.prisma.inventoryNight.delete({
      where: { roomTypeNumber_night: { roomTypeNumber: 12, night: columnOfDay(unrecorded) } },
    });
    const asked: Asked = { input: { ...stay, roomType: '12' } };
    expect(await scene.book(asked)).toMatchObject({ kind: 'noCapacity', firstNight: unrecorded });
    const request: Asked = { input: { ...stay, roomType: '12', kind: 'REQUEST' } };
    expect(await scene.book(request)).toMatchObject({ kind: 'created' });
  });

  test('once the last room of a night is taken (B3)', async () => {
    const stay = { arrival: day('2026-04-06'), departure: day('2026-04-07') };
    const asked: Asked = { input: { ...stay, roomType: '13', guests: BOOKING.guests.slice(0, 1) } };
    expect(await scene.book(asked)).toMatchObject({ kind: 'created' });
    expect(await scene.book(asked)).toMatchObject({ kind: 'noCapacity', firstNight: stay.arrival });
  });
});
