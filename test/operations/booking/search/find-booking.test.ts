/** S6: a booking is found by reference and e-mail address, and guesses are limited over all processes. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newBookingReference } from '../../../../src/data/bookings.ts';
import { type Database, openDatabase } from '../../../../src/data/database/database.ts';
import { migrate } from '../../../../src/data/database/migrations.ts';
import { formatReference } from '../../../../src/domain/booking/reference.ts';
import { findByEmail } from '../../../../src/operations/booking/search/find-booking.ts';
import { deleteExpiredLookups } from '../../../../src/operations/booking/search/lookup-limit.ts';
import { BOOKING, CALLERS, fillScene, NOON, openScene } from '../../../support/booking/booking-scene.ts';
import { SMALL_CATALOGUE, TODAY } from '../../../support/catalogue/small-catalogue.ts';
import { type FreshDatabase, freshDatabase } from '../../../support/database/fresh-database.ts';
import { statementsOf } from '../../../support/database/query-count.ts';
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts';

const HOUR = 3_600_000;
const EMAIL = BOOKING.billedTo.email;
const [OWNER, STRANGER] = [CALLERS.everywhere, CALLERS.partner];
const clock = {
  millis: NOON,
  now() {
    return this.millis;
  },
};

async function bookOne(database: Database): Promise<{ id: string; reference: string }> {
  const scene = await openScene(database);
  const made = await scene.book({ input: { kind: 'REQUEST', billedTo: BOOKING.billedTo } });
  await scene.close();
  if (made.kind !== 'created') throw new Error(made.kind);
  return database.prisma.booking.findUniqueOrThrow({ where: { id: made.bookingId } });
}

describe.each(['postgresql', 'embedded'])('on %s, a pair of reference and e-mail address', (kind) => {
  let database: Database;
  let booking: { id: string; reference: string };
  beforeAll(async () => {
    database = kind === 'embedded' ? await openDatabase({ kind: 'memory' }) : await freshDatabase();
    if (kind === 'embedded') await migrate(database);
    await fillScene(database);
    booking = await bookOne(database);
  });
  beforeEach(async () => {
    clock.millis = NOON;
    await database.prisma.failedLookup.deleteMany();
  });
  afterAll(() => database.close());

  const look = (reference: string, email: string, caller = OWNER) =>
    findByEmail({ database, clock }, caller, { reference, email });

  test('that is right finds the booking of the client, in any spelling, and is not counted', async () => {
    for (let time = 0; time < 15; time++) {
      const spelled = time % 2 ? formatReference(booking.reference).toLowerCase() : booking.reference;
      expect(await look(spelled, time % 3 ? EMAIL.toUpperCase() : ` ${EMAIL} `)).toEqual({
        kind: 'found',
        id: booking.id,
      });
    }
    expect(await database.prisma.failedLookup.count()).toBe(0);
  });

  test('that is wrong ten times an hour limits the reference for every client, even the right pair, until the first is an hour old', async () => {
    for (let time = 0; time < 10; time++) {
      clock.millis = NOON + time * 1_000;
      expect(await look(booking.reference, 'wrong@example.com', time % 2 ? OWNER : STRANGER)).toEqual({ kind: 'none' });
    }
    const limited = { kind: 'limited', retryAfterSeconds: 3_591 };
    expect(await look(booking.reference, EMAIL)).toEqual(limited);
    expect(await look(booking.reference, EMAIL, STRANGER)).toEqual(limited);
    // Each client has failed five times only.
    expect(await look(newBookingReference(), EMAIL)).toEqual({ kind: 'none' });
    clock.millis = NOON + HOUR - 1;
    expect(await look(booking.reference, EMAIL)).toEqual({ kind: 'limited', retryAfterSeconds: 1 });
    clock.millis = NOON + HOUR;
    expect(await look(booking.reference, EMAIL)).toEqual({ kind: 'found', id: booking.id });
  });

  test('that is wrong ten times an hour limits the client for every reference, and no other client', async () => {
    for (let time = 0; time < 10; time++) expect(await look(newBookingReference(), EMAIL)).toEqual({ kind: 'none' });
    expect(await look(booking.reference, EMAIL)).toMatchObject({ kind: 'limited' });
    expect(await look(booking.reference, EMAIL, STRANGER)).toEqual({ kind: 'none' });
  });

  test('of another client, or of a booking that was erased, is wrong', async () => {
    expect(await look(booking.reference, EMAIL, STRANGER)).toEqual({ kind: 'none' });
    const { email } = await database.prisma.bookingContact.findUniqueOrThrow({ where: { bookingId: booking.id } });
    await database.prisma.bookingContact.update({ where: { bookingId: booking.id }, data: { email: '' } });
    expect(await look(booking.reference, '')).toEqual({ kind: 'none' });
    await database.prisma.bookingContact.update({ where: { bookingId: booking.id }, data: { email } });
  });

  test('leaves a count that the sweep deletes when it limits nothing any more, not before', async () => {
    await look(booking.reference, 'wrong@example.com');
    expect(await deleteExpiredLookups(database, NOON + HOUR - 1)).toBe(0);
    expect(await deleteExpiredLookups(database, NOON + HOUR)).toBe(2);
  });
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

  test.each(['one reference', 'one client'])('are ten, however many come, for %s', async (about) => {
    await first.prisma.failedLookup.deleteMany();
    const { reference } = await bookOne(first);
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        findByEmail(
          { database: index % 2 ? first : second, clock: { now: () => NOON } },
          about === 'one client' ? OWNER : Object.values(CALLERS)[index % 3]!,
          { reference: about === 'one client' ? newBookingReference() : reference, email: `guess${index}@example.com` },
        ),
      ),
    );
    expect(outcomes.filter(({ kind }) => kind === 'none')).toHaveLength(10);
    expect(outcomes.filter(({ kind }) => kind === 'limited')).toHaveLength(50);
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
      'an id beside others',
      { id: 'f'.repeat(24), reference: 'x', email: EMAIL },
      [
        ['reference', 'INVALID_VALUE'],
        ['email', 'INVALID_VALUE'],
      ],
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
