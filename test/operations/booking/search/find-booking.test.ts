/** S6, A6, A8: a booking is found by what a customer knows of it, and guesses are limited over all processes for whoever makes them. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newBookingReference } from '../../../../src/data/bookings.ts';
import { type Database, openDatabase } from '../../../../src/data/database/database.ts';
import { deleteExpiredUses } from '../../../../src/data/limits/recent-uses.ts';
import { formatReference } from '../../../../src/domain/booking/reference.ts';
import { dayInTimeZone } from '../../../../src/domain/time/civil-date.ts';
import { openBooking, sealBooking } from '../../../../src/operations/booking/search/booking-link.ts';
import { type BookingLookup, resolveLookup } from '../../../../src/operations/booking/search/find-booking.ts';
import { SLOWED_AT_ONCE, SLOWED_MS, SlowedLookups } from '../../../../src/operations/booking/search/lookup-limit.ts';
import { LimitCounts } from '../../../../src/operations/limit-counts.ts';
import { createCursorSigner } from '../../../../src/operations/search/cursors.ts';
import { BOOKING, CALLERS, fillScene, NOON, openScene } from '../../../support/booking/booking-scene.ts';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { freshEmbedded } from '../../../support/database/embedded-database.ts';
import { type FreshDatabase, freshDatabase } from '../../../support/database/fresh-database.ts';
import { statementsOf } from '../../../support/database/query-count.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';
import { until } from '../../../support/requests/until.ts';
import { manualScheduler } from '../../../support/subscriptions/manual-scheduler.ts';

const HOUR = 3_600_000;
const CURSORS = createCursorSigner('a secret of the installation');
const EMAIL = BOOKING.billedTo.email;
const [OWNER, STRANGER] = [CALLERS.everywhere, CALLERS.partner];
/** The key of the client's shop, which everybody has. */
const SHOP = { ...OWNER, isPublishable: true };
const WRONG = 'wrong@example.com';
const clock = {
  millis: NOON,
  now() {
    return this.millis;
  },
};

/** A process that looks bookings up. */
function lookingAt(database: Database) {
  const timers = manualScheduler();
  const limits = new LimitCounts();
  const services = { database, clock, limits, slowedLookups: new SlowedLookups(timers.schedule), cursors: CURSORS };
  const look = (
    lookup: BookingLookup,
    { caller = OWNER, network = null }: { caller?: typeof OWNER; network?: string | null } = {},
  ) => resolveLookup({ services, caller, network, today: dayInTimeZone(clock.millis, 'Europe/Prague') }, lookup);
  return { timers, look, counted: () => new Map(limits.entries()).get('lookups') };
}

const visitor = (number: number) => ({ caller: SHOP, network: `198.51.100.${number}` });

async function bookOne(database: Database): Promise<{ id: string; reference: string }> {
  const scene = await openScene(database);
  const made = await scene.book({ input: { kind: 'REQUEST', billedTo: BOOKING.billedTo } });
  await scene.close();
  if (made.kind !== 'created') throw new Error(made.kind);
  return database.prisma.booking.findUniqueOrThrow({ where: { id: made.bookingId } });
}

describe.each(['postgresql', 'embedded'])('on %s, a pair of reference or id and e-mail address', (kind) => {
  let database: Database;
  let booking: { id: string; reference: string };
  let looking: ReturnType<typeof lookingAt>;
  let look: ReturnType<typeof lookingAt>['look'];
  let right: BookingLookup;
  beforeAll(async () => {
    database = kind === 'embedded' ? await freshEmbedded() : await freshDatabase();
    await fillScene(database);
    booking = await bookOne(database);
    right = { reference: booking.reference, email: EMAIL };
  });
  beforeEach(async () => {
    clock.millis = NOON;
    await database.prisma.recentUse.deleteMany();
    looking = lookingAt(database);
    ({ look } = looking);
  });
  afterAll(() => database.close());

  test('that is right finds the booking of the client, in any spelling, and is not counted', async () => {
    for (let time = 0; time < 15; time++) {
      const reference = time % 2 ? formatReference(booking.reference).toLowerCase() : booking.reference;
      const named = time % 4 ? { reference } : { id: booking.id };
      const email = time % 3 ? EMAIL.toUpperCase() : ` ${EMAIL} `;
      expect(await look({ ...named, email }, time % 5 ? visitor(1) : {})).toEqual({ kind: 'found', id: booking.id });
    }
    expect(await database.prisma.recentUse.count()).toBe(0);
  });

  test('26.5 (A6): that is wrong ten times an hour refuses that visitor everything, right pairs too, until the first is an hour old, and nobody else', async () => {
    for (let time = 0; time < 10; time++) {
      clock.millis = NOON + time * 1_000;
      const named = time % 2 ? { reference: booking.reference } : { id: booking.id };
      expect(await look({ ...named, email: WRONG }, visitor(1))).toEqual({ kind: 'none' });
    }
    const limited = { kind: 'limited', retryAfterSeconds: 3_591 };
    expect(await look(right, visitor(1))).toEqual(limited);
    expect(await look({ reference: newBookingReference(), email: EMAIL }, visitor(1))).toEqual(limited);
    expect(looking.counted()).toBe(2);
    // Another visitor of the shop, and the client's own server.
    expect(await look(right, visitor(2))).toEqual({ kind: 'found', id: booking.id });
    expect(await look(right)).toEqual({ kind: 'found', id: booking.id });
    clock.millis = NOON + HOUR - 1;
    expect(await look(right, visitor(1))).toEqual({ kind: 'limited', retryAfterSeconds: 1 });
    clock.millis = NOON + HOUR;
    expect(await look(right, visitor(1))).toEqual({ kind: 'found', id: booking.id });
  });

  test('26.5 (A6): that is wrong ten times an hour limits the client of a key that is not publishable, none of its visitors and no other client', async () => {
    for (let time = 0; time < 10; time++) {
      expect(await look({ reference: newBookingReference(), email: EMAIL })).toEqual({ kind: 'none' });
    }
    expect(await look(right)).toMatchObject({ kind: 'limited' });
    expect(await look(right, { caller: STRANGER })).toEqual({ kind: 'none' });
    expect(await look(right, visitor(1))).toEqual({ kind: 'found', id: booking.id });
  });

  test('26.5 (A6): that has failed fifty times from everywhere is answered after a second, right or wrong, and never refused', async () => {
    for (let time = 0; time < 50; time++) {
      expect(await look({ reference: booking.reference, email: WRONG }, visitor(Math.floor(time / 10)))).toEqual({
        kind: 'none',
      });
    }
    expect([looking.timers.count, looking.counted()]).toEqual([0, 0]);
    for (const [lookup, answer] of [
      [right, { kind: 'found', id: booking.id }],
      [{ reference: booking.reference, email: WRONG }, { kind: 'none' }],
    ] as const) {
      let isAnswered = false;
      const answered = look(lookup, visitor(9)).then((found) => {
        isAnswered = true;
        return found;
      });
      await until(
        async () => looking.timers.count,
        (count) => count === 1,
      );
      // Whoever waits holds no connection: the embedded database has one.
      expect(await database.prisma.booking.count()).toBe(1);
      expect(isAnswered).toBe(false);
      looking.timers.advance(999);
      for (let turns = 0; turns < 12; turns++) await new Promise(setImmediate);
      expect(isAnswered).toBe(false);
      looking.timers.advance(1);
      expect(await answered).toEqual(answer);
    }
    expect(looking.counted()).toBe(2);
    // By its id it has not failed yet, nor has another booking.
    expect(await look({ id: booking.id, email: EMAIL }, visitor(9))).toEqual({ kind: 'found', id: booking.id });
    clock.millis = NOON + HOUR;
    expect(await look(right, visitor(9))).toEqual({ kind: 'found', id: booking.id });
    expect(looking.counted()).toBe(2);
  });

  test('26.7 (A7): of a test is wrong for other keys, and of another booking for a test key', async () => {
    const tester = { ...SHOP, isTest: true };
    expect(await look(right, { ...visitor(1), caller: tester })).toEqual({ kind: 'none' });
    await database.prisma.booking.update({ where: { id: booking.id }, data: { isTest: true } });
    expect(await look(right, visitor(1))).toEqual({ kind: 'none' });
    expect(await look(right, { ...visitor(1), caller: tester })).toEqual({ kind: 'found', id: booking.id });
    await database.prisma.booking.update({ where: { id: booking.id }, data: { isTest: false } });
  });

  test('of another client, or of a booking that was erased, is wrong', async () => {
    expect(await look(right, { caller: STRANGER })).toEqual({ kind: 'none' });
    await database.prisma.bookingContact.update({ where: { bookingId: booking.id }, data: { email: '' } });
    expect(await look({ ...right, email: '' })).toEqual({ kind: 'none' });
    await database.prisma.bookingContact.update({ where: { bookingId: booking.id }, data: { email: EMAIL } });
  });

  test('leaves counts without the names of anybody, which the sweep deletes when they limit nothing any more, not before', async () => {
    await look({ reference: booking.reference, email: WRONG }, visitor(1));
    expect(
      await database.prisma.recentUse.findMany({ select: { kind: true, subjectHash: true }, orderBy: { kind: 'asc' } }),
    ).toEqual(
      ['failed_booking_lookup', 'failed_lookup'].map((counted) => ({
        kind: counted,
        subjectHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      })),
    );
    expect(await deleteExpiredUses(database, NOON + HOUR - 1)).toBe(0);
    expect(await deleteExpiredUses(database, NOON + HOUR)).toBe(2);
  });
});

test('26.5 (A6): slowed answers of a process that wait are bounded; more come at once', async () => {
  const timers = manualScheduler();
  const slowed = new SlowedLookups(timers.schedule);
  const waiting = Array.from({ length: SLOWED_AT_ONCE }, () => slowed.wait());
  await slowed.wait();
  expect(timers.count).toBe(SLOWED_AT_ONCE);
  timers.advance(SLOWED_MS);
  await Promise.all(waiting);
  const next = slowed.wait();
  expect(timers.count).toBe(1);
  timers.advance(SLOWED_MS);
  await next;
});

describe('guesses of several processes at once', () => {
  let first: FreshDatabase;
  let second: Database;
  beforeAll(async () => {
    first = await freshDatabase();
    second = await openDatabase({ kind: 'postgresql', url: first.url, poolSize: 10 });
    await fillScene(first);
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });

  test.each([
    ['one booking', 'visitor'],
    ['many bookings', 'visitor'],
    ['many bookings', 'client'],
  ])('26.5 (A6): are ten, however many come, for %s and one %s', async (about, asker) => {
    clock.millis = NOON;
    await first.prisma.recentUse.deleteMany();
    const { reference } = await bookOne(first);
    const processes = [lookingAt(first), lookingAt(second)];
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        processes[index % 2]!.look(
          {
            reference: about === 'one booking' ? reference : newBookingReference(),
            email: `guess${index}@example.com`,
          },
          asker === 'visitor' ? visitor(1) : {},
        ),
      ),
    );
    expect(outcomes.filter(({ kind }) => kind === 'none')).toHaveLength(10);
    expect(outcomes.filter(({ kind }) => kind === 'limited')).toHaveLength(50);
  });

  test('26.5 (A6): of many visitors about one booking are all counted', async () => {
    clock.millis = NOON;
    await first.prisma.recentUse.deleteMany();
    const { reference } = await bookOne(first);
    const processes = [lookingAt(first), lookingAt(second)];
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => processes[index % 2]!.look({ reference, email: WRONG }, visitor(index))),
    );
    const { timers, look } = processes[0]!;
    const answer = look({ reference, email: EMAIL }, visitor(99));
    await until(
      async () => timers.count,
      (count) => count === 1,
    );
    timers.advance(SLOWED_MS);
    expect(await answer).toMatchObject({ kind: 'found' });
  });
});

describe('over GraphQL', () => {
  const FIND =
    'query Find($id: ID, $reference: String, $email: String) { booking(id: $id, reference: $reference, email: $email) { id } }';
  let gateway: TestGateway;
  let booking: { id: string; reference: string };
  const keys: Record<string, string> = {};
  beforeAll(async () => {
    gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
    keys.shop = await gateway.key({ client: 'shop', scopes: ['book'] });
    keys.desk = await gateway.key({ client: 'shop', scopes: ['bookings'] });
    keys.hotel = await gateway.key({ client: 'hotel', scopes: ['operate'] });
    keys.elsewhere = await gateway.key({ client: 'shop', scopes: ['operate', 'book'], destinations: [2] });
    const person = { firstName: 'Anna', lastName: 'Nová' };
    const input = {
      ...{ kind: 'REQUEST', currency: 'CZK', visitType: 101, hotel: 1, roomType: 11 },
      ...{ arrival: '2027-04-05', departure: '2027-04-07', billedTo: { ...person, email: EMAIL }, guests: [person] },
    };
    const { createBooking } = await gateway.ask<{ createBooking: { booking: typeof booking } }>(
      'mutation Book($input: CreateBookingInput!) { createBooking(input: $input) { ... on BookingCreated { booking { id reference } } } }',
      { key: keys.shop, variables: { input } },
    );
    booking = createBooking.booking;
  });
  afterAll(() => gateway.close());

  const find = (key: string, variables: Record<string, unknown>) =>
    gateway.graphql<{ booking: { id: string } | null }>(FIND, { key, variables });
  const found = async (key: string, variables: Record<string, unknown>) =>
    (await find(key, variables)).data.booking?.id;

  test('each key finds it by what it may know: id, reference and e-mail address, or the reference alone', async () => {
    const { id, reference } = booking;
    for (const key of [keys.shop!, keys.desk!, keys.hotel!]) {
      expect(await found(key, { id })).toBe(id);
      expect(await found(key, { reference, email: EMAIL })).toBe(id);
    }
    expect(await found(keys.desk!, { reference })).toBe(id);
    expect(await found(keys.hotel!, { reference: reference.toLowerCase().replace('-', '') })).toBe(id);
    expect(await found(keys.hotel!, { reference, email: 'wrong@example.com' })).toBeUndefined();
    // Its own client's booking is outside its destinations, so it needs what a customer knows.
    expect(await found(keys.elsewhere!, { reference })).toBeUndefined();
    expect(await found(keys.elsewhere!, { reference, email: EMAIL })).toBe(id);
  });

  test.each([
    ['nothing', {}, [['id', 'REQUIRED']]],
    [
      'an id beside a reference',
      { id: 'f'.repeat(24), reference: 'x', email: EMAIL },
      [['reference', 'INVALID_VALUE']],
    ],
    ['an e-mail address alone', { email: EMAIL }, [['id', 'REQUIRED']]],
    ['a malformed e-mail address', { reference: '0000-0000', email: 'anna' }, [['email', 'NOT_AN_EMAIL']]],
    ['a reference alone', { reference: '0000-0000' }, [['email', 'REQUIRED']]],
  ])('%s is refused with what was expected', async (_, lookup, problems) => {
    const { errors } = await find(keys.shop!, lookup);
    const extensions = errors![0]!.extensions as { code: string; problems: { path: string; code: string }[] };
    expect(extensions.code).toBe('BAD_USER_INPUT');
    expect(extensions.problems.map(({ path, code }) => [path, code])).toEqual(problems);
  });

  test('a wrong check symbol is INVALID_REFERENCE, without a query of the database and uncounted', async () => {
    const wrong = booking.reference.replace(/.$/, (symbol) => (symbol === '0' ? '1' : '0'));
    await find(keys.shop!, { id: 'f'.repeat(24) });
    const statements = await statementsOf(async () => {
      for (let time = 0; time < 12; time++) {
        const { errors } = await find(keys.shop!, { reference: wrong, email: EMAIL });
        expect(errors).toMatchObject([
          { extensions: { code: 'INVALID_REFERENCE', problems: [{ path: 'reference' }] } },
        ]);
        expect(JSON.stringify(errors)).not.toContain(wrong);
      }
    });
    expect(statements).toEqual([]);
    expect(await found(keys.shop!, { reference: booking.reference, email: EMAIL })).toBe(booking.id);
  });

  test('the eleventh try within an hour is RATE_LIMITED: 429 with the seconds to wait, for the right pair, too', async () => {
    const reference = booking.reference;
    for (let time = 0; time < 10; time++) {
      expect((await find(keys.shop!, { reference, email: `guess${time}@example.com` })).data.booking).toBeNull();
    }
    const answer = await gateway.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${keys.shop}`, accept: 'application/graphql-response+json' },
      payload: { query: FIND, variables: { reference, email: EMAIL } },
    });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '3600']);
    expect(answer.json().errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
    // Keys that may list it do not have to guess.
    expect(await found(keys.desk!, { reference })).toBe(booking.id);
    expect(await found(keys.shop!, { id: booking.id })).toBe(booking.id);
  });
});

describe('A11: the secret of a link in a mail', () => {
  let database: Database;
  let booking: { id: string; departure: Date };
  beforeAll(async () => {
    database = await freshDatabase();
    await fillScene(database);
    const { id } = await bookOne(database);
    booking = await database.prisma.booking.findUniqueOrThrow({ where: { id } });
  });
  beforeEach(async () => {
    clock.millis = NOON;
    await database.prisma.recentUse.deleteMany();
  });
  afterAll(() => database.close());
  const sealed = (email = EMAIL) => sealBooking({ id: booking.id, email }, CURSORS);
  const found = () => ({ kind: 'found', id: booking.id });

  test('says neither the id nor the address, is the same each time, and cannot be changed or made by others', () => {
    expect(sealed()).toMatch(/^[\w-]{64}$/);
    expect(sealed()).toBe(sealed(EMAIL.toUpperCase()));
    expect(Buffer.from(sealed(), 'base64url').toString('hex')).not.toContain(booking.id);
    expect(openBooking(sealed(), CURSORS)).toMatchObject({ id: booking.id });
    for (const at of [0, 20, 40, 63]) {
      const other = sealed()[at] === 'A' ? 'B' : 'A';
      expect(openBooking(sealed().slice(0, at) + other + sealed().slice(at + 1), CURSORS)).toBeNull();
    }
    expect(openBooking(sealed(), createCursorSigner('another installation'))).toBeNull();
    expect(openBooking(booking.id, CURSORS)).toBeNull();
  });

  test('finds its booking for the shop, on the day of departure too, and no longer on the day after', async () => {
    const { look } = lookingAt(database);
    const secret = sealed();
    expect(await look({ secret }, visitor(1))).toEqual(found());
    expect(await look({ secret }, { caller: { ...STRANGER, isPublishable: true } })).toEqual({ kind: 'none' });
    expect(await look({ secret }, { caller: { ...SHOP, isTest: true } })).toEqual({ kind: 'none' });
    clock.millis = booking.departure.getTime() + 12 * HOUR;
    expect(await look({ secret }, visitor(1))).toEqual(found());
    clock.millis += 24 * HOUR;
    expect(await look({ secret }, visitor(1))).toEqual({ kind: 'none' });
  });

  test('is good only while the booking has the address that it was mailed to, and not once that is erased', async () => {
    const { look } = lookingAt(database);
    const contact = { where: { bookingId: booking.id } };
    await database.prisma.bookingContact.update({ ...contact, data: { email: 'new@example.com' } });
    expect(await look({ secret: sealed() }, visitor(1))).toEqual({ kind: 'none' });
    expect(await look({ secret: sealed('new@example.com') }, visitor(1))).toEqual(found());
    await database.prisma.bookingContact.update({ ...contact, data: { email: '' } });
    expect(await look({ secret: sealed('') }, visitor(1))).toEqual({ kind: 'none' });
    await database.prisma.bookingContact.update({ ...contact, data: { email: EMAIL } });
    expect(await look({ secret: sealed() }, visitor(1))).toEqual(found());
  });

  test('can be guessed as seldom as a pair, and guesses of one visitor refuse nobody else', async () => {
    const { look, counted } = lookingAt(database);
    for (let guess = 0; guess < 10; guess++) {
      expect(await look({ secret: 'A'.repeat(64) }, visitor(1))).toEqual({ kind: 'none' });
    }
    expect(await look({ secret: 'A'.repeat(64) }, visitor(1))).toMatchObject({ kind: 'limited' });
    expect(counted()).toBe(1);
    expect(await look({ secret: sealed() }, visitor(2))).toEqual(found());
  });
});
