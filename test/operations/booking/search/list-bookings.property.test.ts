/** S9, M9: whatever is asked for, a list is what a look at every booking selects, in order, page by page. */

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillSearchColumn } from '../../../../src/data/booking-search.ts';
import { newBookingReference } from '../../../../src/data/bookings.ts';
import type { Database } from '../../../../src/data/database/database.ts';
import type { Prisma } from '../../../../src/data/generated/prisma/client.ts';
import {
  EVERY_BOOKING,
  listedBookings,
  seesBooking,
  visibleBookings,
} from '../../../../src/operations/booking/booking-access.ts';
import type { BookingFilter } from '../../../../src/operations/booking/search/booking-filter.ts';
import type { BookingKey, BookingSort } from '../../../../src/operations/booking/search/booking-order.ts';
import { countBookings, listBookings } from '../../../../src/operations/booking/search/list-bookings.ts';
import { CALLERS, day, fillScene, objectId } from '../../../support/booking/booking-scene.ts';
import { newSeed } from '../../../support/catalogue/random/new-seed.ts';
import { freshEmbedded } from '../../../support/database/embedded-database.ts';
import { freshDatabase } from '../../../support/database/fresh-database.ts';

const MS_PER_DAY = 86_400_000;
const TODAY = day('2026-03-02');
const CLIENTS = [CALLERS.everywhere.clientId, CALLERS.firstDestination.clientId];
const EMAILS = ['anna@example.com', 'Anna@Example.com', 'bert@example.com', ''];
const DESTINATION_OF: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 1 };
const ROOM_OF: Readonly<Record<number, number>> = { 1: 11, 2: 21, 3: 31 };

interface Made {
  readonly id: string;
  readonly reference: string;
  readonly status: 'CONFIRMED' | 'REQUESTED' | 'DECLINED' | 'CANCELLED' | 'EXPIRED';
  readonly isTest: boolean;
  readonly client: string;
  readonly hotel: number;
  readonly visitType: number;
  readonly createdMs: number;
  readonly arrival: number;
  readonly departure: number;
  readonly channel: string;
  readonly email: string;
  readonly lastName: string;
  readonly guest: string;
}

const LAST_NAMES = ['Nováková', 'Novák', 'Šimek'];

const made: fc.Arbitrary<Omit<Made, 'id' | 'reference'>> = fc
  .record({
    status: fc.constantFrom('CONFIRMED', 'REQUESTED', 'DECLINED', 'CANCELLED', 'EXPIRED'),
    isTest: fc.boolean(),
    client: fc.constantFrom(...CLIENTS),
    hotel: fc.constantFrom(1, 2, 3),
    visitType: fc.constantFrom(100, 101),
    // Few values, so that many are equal.
    createdDay: fc.integer({ min: -20, max: 0 }),
    hour: fc.constantFrom(0, 12, 23.999),
    // Some are moved further ahead than any is made.
    ahead: fc.oneof(
      fc.integer({ min: 0, max: 15 }),
      fc.integer({ min: 16, max: 730 }),
      fc.integer({ min: 731, max: 1_600 }),
    ),
    nights: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 25, max: 60 })),
    channel: fc.constantFrom('public', 'partner'),
    email: fc.constantFrom(...EMAILS),
    lastName: fc.constantFrom(...LAST_NAMES),
    guest: fc.constantFrom('Nina', 'Simona', ''),
  })
  .map(({ createdDay, hour, ahead, nights, ...booking }) => ({
    ...booking,
    departure: TODAY + createdDay + ahead + nights,
    createdMs: (TODAY + createdDay) * MS_PER_DAY + Math.round(hour * 3_600_000),
    arrival: TODAY + createdDay + ahead,
  })) as never;

const near = (min: number, max: number) => fc.option(fc.integer({ min, max }).map((ahead) => TODAY + ahead));
const filters: fc.Arbitrary<Omit<BookingFilter, 'reference'> & { named: number | null }> = fc.record({
  status: fc.option(fc.constantFrom('CONFIRMED', 'REQUESTED', 'DECLINED', 'CANCELLED', 'EXPIRED')),
  hotel: fc.option(fc.constantFrom(1, 2, 3, 9), { freq: 3 }),
  visitType: fc.option(fc.constantFrom(100, 101), { freq: 3 }),
  arrivalFrom: fc.oneof(near(-20, 20), near(700, 1_500)),
  arrivalTo: near(0, 1_600),
  createdFrom: near(-20, 0).map((one) => (one === null ? null : new Date(one * MS_PER_DAY + 1))),
  createdTo: near(-20, 0).map((one) => (one === null ? null : new Date(one * MS_PER_DAY + 43_200_000))),
  email: fc.option(fc.constantFrom('ANNA@example.com', ' bert@example.com'), { freq: 2 }),
  roomType: fc.option(fc.constantFrom(11, 21, 9), { freq: 2 }),
  channel: fc.option(fc.constantFrom('public', 'nobody'), { freq: 2 }),
  departureFrom: near(-20, 20),
  departureTo: near(20, 800),
  staysOn: near(-20, 40).filter((night) => night === null || night % 2 === 0),
  text: fc.option(fc.constantFrom('nov', 'SIM', 'n', 'nina novak', 'anna@e', 'nobody', 'x nov anna nina', 'n x y'), {
    freq: 2,
  }),
  isTest: fc.option(fc.boolean()),
  named: fc.option(fc.nat(), { freq: 2 }),
}) as never;

const callers = fc.record({
  clientId: fc.constantFrom(...CLIENTS),
  scopes: fc.subarray(['read', 'book', 'bookings', 'operate'] as const).map((scopes) => new Set(scopes)),
  destinations: fc.option(fc.subarray([1, 2]).map((numbers) => new Set(numbers))),
  hotels: fc.option(fc.subarray([1, 2, 3], { minLength: 1 }).map((numbers) => new Set(numbers))),
  isTest: fc.boolean(),
});
type ListingCaller = Parameters<typeof listedBookings>[0];

/** Written as S6, S9, M10 and A7 say it, one booking at a time. */
function isSelected(one: Made, filter: BookingFilter, caller: ListingCaller): boolean {
  const { clientId, scopes, destinations, hotels } = caller;
  const isOwn = scopes.has('bookings') && one.client === clientId;
  const isOperated = scopes.has('operate') && (destinations?.has(DESTINATION_OF[one.hotel]!) ?? true);
  const reads = one.status === 'REQUESTED' && one.arrival < TODAY ? 'EXPIRED' : one.status;
  const { status, hotel, visitType, arrivalFrom, arrivalTo, createdFrom, createdTo, reference, email, isTest } = filter;
  const { roomType, channel, departureFrom, departureTo, staysOn, text } = filter;
  const names = [one.lastName, one.guest, 'X', 'Y'].map((name) =>
    name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(),
  );
  const isSaid = (word: string) =>
    [...names, one.email.toLowerCase()].some((said) => said.startsWith(word.toLowerCase()));
  return (
    (isOwn || isOperated) &&
    (hotels?.has(one.hotel) ?? true) &&
    (status == null || reads === status) &&
    (hotel == null || one.hotel === hotel) &&
    (visitType == null || one.visitType === visitType) &&
    (arrivalFrom == null || one.arrival >= arrivalFrom) &&
    (arrivalTo == null || one.arrival <= arrivalTo) &&
    (createdFrom == null || one.createdMs >= createdFrom.getTime()) &&
    (createdTo == null || one.createdMs <= createdTo.getTime()) &&
    (roomType == null || ROOM_OF[one.hotel] === roomType) &&
    (channel == null || one.channel === channel) &&
    (departureFrom == null || one.departure >= departureFrom) &&
    (departureTo == null || one.departure <= departureTo) &&
    (staysOn == null || (reads === 'CONFIRMED' && one.arrival <= staysOn && one.departure > staysOn)) &&
    (text == null || text.split(' ').every(isSaid)) &&
    (reference == null || one.reference === reference) &&
    (email == null || one.email.toLowerCase() === email.trim().toLowerCase()) &&
    one.isTest === (caller.isTest || isTest === true) &&
    (isTest == null || one.isTest === isTest)
  );
}

const COMPARE: Record<BookingSort, (a: Made, b: Made) => number> = {
  NEWEST: (a, b) => b.createdMs - a.createdMs || (a.id < b.id ? 1 : -1),
  OLDEST: (a, b) => a.createdMs - b.createdMs || (a.id < b.id ? -1 : 1),
  ARRIVAL: (a, b) => a.arrival - b.arrival || (a.id < b.id ? -1 : 1),
};

async function store(database: Database, bookings: readonly Made[]): Promise<void> {
  await database.prisma.booking.createMany({
    data: bookings.map(
      (one): Prisma.BookingCreateManyInput => ({
        ...{ id: one.id, reference: one.reference, status: one.status, isTest: one.isTest, hasRooms: false },
        ...{ kind: 'REQUEST', clientId: one.client, apiKeyId: objectId('k', 1), channelCode: one.channel },
        ...{ visitTypeNumber: one.visitType, hotelNumber: one.hotel, roomTypeNumber: ROOM_OF[one.hotel]! },
        ...{ arrival: new Date(one.arrival * MS_PER_DAY), departure: new Date(one.departure * MS_PER_DAY) },
        ...{ currency: 'CZK', priceListKind: 'PER_NIGHT', baseMinor: 1, amountMinor: 1, language: 'en' },
        ...{ createdAt: new Date(one.createdMs), cancellationFeeMinor: one.status === 'CANCELLED' ? 0 : null },
      }),
    ),
  });
  await database.prisma.bookingContact.createMany({
    data: bookings.map(({ id, email, lastName }) => ({
      ...{ bookingId: id, email, firstName: 'X', lastName, consentMarketing: false },
    })),
  });
  await database.prisma.bookingGuest.createMany({
    data: bookings.map(({ id, guest }) => ({ bookingId: id, position: 1, firstName: guest, lastName: 'Y' })),
  });
  expect(await fillSearchColumn(database)).toBe(bookings.length);
}

async function walk(
  database: Database,
  asked: { reach: ReturnType<typeof listedBookings>; filter: BookingFilter; sort: BookingSort; first: number },
): Promise<string[]> {
  const ids: string[] = [];
  let after: BookingKey | null = null;
  for (;;) {
    const { keys, hasNextPage } = await listBookings(database, { ...asked, after, today: TODAY });
    ids.push(...keys.map(([, id]) => id));
    if (!hasNextPage) return ids;
    expect(keys).toHaveLength(asked.first);
    after = keys.at(-1)!;
  }
}

const databases: Record<string, Database> = {};
const bookings: Made[] = fc
  .sample(made, { numRuns: 300, seed: newSeed() })
  .map((one, index) => ({ ...one, id: objectId('b', (index * 7919) % 100_003), reference: newBookingReference() }));

beforeAll(async () => {
  databases.postgresql = await freshDatabase();
  databases.embedded = await freshEmbedded();
  for (const database of Object.values(databases)) {
    await fillScene(database);
    await store(database, bookings);
  }
});
afterAll(() => Promise.all(Object.values(databases).map((database) => database.close())));

test.each([
  ['postgresql', 400],
  ['embedded', 60],
])(
  'a list of any filter, order and key on %s is what a look at each booking selects, whatever the size of its pages',
  async (kind, numRuns) => {
    await fc.assert(
      fc.asyncProperty(
        filters,
        callers,
        fc.constantFrom('NEWEST', 'OLDEST', 'ARRIVAL'),
        fc.integer({ min: 1, max: 100 }),
        async ({ named, ...others }, caller, sort, first) => {
          const filter = { ...others, reference: named === null ? null : bookings[named % bookings.length]!.reference };
          const expected = bookings.filter((one) => isSelected(one, filter, caller)).toSorted(COMPARE[sort]);
          const reach = listedBookings(caller, { asksForTests: filter.isTest === true });
          const found = await walk(databases[kind]!, { reach, filter, sort, first });
          expect(found).toEqual(expected.map(({ id }) => id));
          const counted = await countBookings(databases[kind]!, { reach, filter, today: TODAY });
          expect(counted).toEqual({ count: expected.length, isExact: true });
        },
      ),
      { numRuns },
    );
  },
);

test('a booking is seen by the keys whose scopes, destinations and hotels it is of, wherever that is asked (S6, M10, A7)', async () => {
  await fc.assert(
    fc.asyncProperty(callers, async (caller) => {
      const expected = bookings.filter((one) => {
        const isOwn = one.client === caller.clientId;
        const isNamed = isOwn && caller.scopes.has('book') && one.isTest === caller.isTest;
        return isNamed || isSelected(one, {}, caller);
      });
      const where = visibleBookings(caller);
      const found = await databases.postgresql!.prisma.booking.findMany({ where, select: { id: true } });
      expect(found.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
      const seen = bookings.filter(({ client: clientId, hotel: hotelNumber, isTest }) =>
        seesBooking(caller, { clientId, isTest, hotelNumber, destinationNumber: DESTINATION_OF[hotelNumber]! }),
      );
      expect(seen).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});

test('what is counted are the bookings of the list, however many are recorded in the same state', async () => {
  const database = await freshDatabase();
  await fillScene(database);
  const [expired] = bookings;
  await store(database, [
    { ...expired!, status: 'REQUESTED', isTest: false, arrival: TODAY - 1, departure: TODAY + 2 },
  ]);
  await database.prisma.$executeRawUnsafe(`
    INSERT INTO booking SELECT (b.copied).* FROM (
      SELECT jsonb_populate_record(o, jsonb_build_object('id', lpad(to_hex(i), 24, '0'), 'reference', lpad(i::text, 8, '0'),
        'arrival', o.arrival + 2)) AS copied FROM booking AS o, generate_series(1, 10001) AS i) AS b`);
  const count = (status: 'EXPIRED' | 'REQUESTED') =>
    countBookings(database, { reach: EVERY_BOOKING, filter: { status }, today: TODAY });
  expect(await count('EXPIRED')).toEqual({ count: 1, isExact: true });
  expect(await count('REQUESTED')).toEqual({ count: 10_000, isExact: false });
  await database.close();
});

test('the years that nobody books in are bounds like others', async () => {
  const reach = EVERY_BOOKING;
  const filter = {
    ...{ arrivalFrom: day('0001-01-01'), arrivalTo: day('9999-12-31') },
    ...{ createdFrom: new Date('0000-01-01T00:00:00Z'), createdTo: new Date('9999-12-31T23:59:59Z') },
  };
  for (const sort of ['NEWEST', 'OLDEST', 'ARRIVAL'] as const) {
    expect(await walk(databases.postgresql!, { reach, filter, sort, first: 100 })).toHaveLength(bookings.length);
    // Whoever has left by the first day came before it.
    for (const departed of [{ departureTo: day('0001-01-01') }, { ...filter, departureTo: day('0001-01-01') }])
      expect(await walk(databases.postgresql!, { reach, filter: departed, sort, first: 100 })).toEqual([]);
  }
  const counted = countBookings(databases.postgresql!, {
    reach,
    filter: { departureTo: day('0001-01-01') },
    today: TODAY,
  });
  expect(await counted).toEqual({ count: 0, isExact: true });
});
