/**
 * At most ten booking requests a minute for each e-mail address and hotel: refused beyond, correct under races and
 * across processes, as fast with a million as with none.
 */

import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import { deleteExpiredUses } from '../../../src/data/limits/recent-uses.ts';
import type { SqlValue } from '../../../src/data/sql/column-types.ts';
import type { BookingInput } from '../../../src/operations/booking/booking-input.ts';
import type { BookingOutcome } from '../../../src/operations/booking/booking-outcome.ts';
import {
  type Asked,
  BOOKING,
  type BookingScene,
  CALLERS,
  day,
  fillScene,
  NOON,
  openScene,
} from '../../support/booking/booking-scene.ts';
import { freshEmbedded } from '../../support/database/embedded-database.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { raw } from '../../support/database/raw-sql.ts';
import { deadlocksOf, openRivalPool } from '../../support/database/rival-transactions.ts';
import { sentThrough } from '../../support/database/sent-through.ts';
import { messageOf } from '../../support/worded.ts';

const LIMIT = 10;
const WINDOW_MS = 60_000;

/** A guest's request at hotel 1 or 2. */
function asked(
  email: string,
  { hotel = 1, ...input }: { hotel?: 1 | 2 } & Partial<Omit<BookingInput, 'hotel'>> = {},
): Asked {
  const roomType = String(hotel * 10 + 1);
  const billedTo = { ...BOOKING.billedTo, email };
  return { input: { kind: 'REQUEST', hotel: String(hotel), roomType, ...input, billedTo } };
}

const kindsOf = (outcomes: readonly BookingOutcome[]) => outcomes.map(({ kind }) => kind);
const count = (outcomes: readonly BookingOutcome[], kind: BookingOutcome['kind']) =>
  kindsOf(outcomes).filter((one) => one === kind).length;

async function inTurn(scene: BookingScene, times: number, request: Asked): Promise<BookingOutcome[]> {
  const outcomes: BookingOutcome[] = [];
  for (let time = 0; time < times; time++) outcomes.push(await scene.book(request));
  return outcomes;
}

describe('requests for a hotel and an e-mail address', () => {
  let database: FreshDatabase;
  let scene: BookingScene;
  beforeAll(async () => {
    database = await freshDatabase({ poolSize: 20 });
    await fillScene(database);
    scene = await openScene(database);
  });
  afterAll(async () => {
    await scene.close();
    await database.close();
  });
  beforeEach(async () => {
    scene.clock.millis = NOON;
    await database.prisma.recentUse.deleteMany();
  });

  test('are limited to ten a minute: the eleventh is refused, writes nothing, and gets the time to retry but no address', async () => {
    const before = await database.prisma.booking.count();
    const outcomes: BookingOutcome[] = [];
    for (let second = 0; second < LIMIT; second++) {
      scene.clock.millis = NOON + second * 1_000;
      outcomes.push(await scene.book(asked('anna@example.com')));
    }
    expect(count(outcomes, 'created')).toBe(LIMIT);
    scene.clock.millis = NOON + 42_500;
    const refused = await scene.book(asked('anna@example.com'));
    expect(refused).toEqual({
      ...{ kind: 'tooManyRequests', limit: 'HOTEL_REQUESTS', most: LIMIT, windowSeconds: 60 },
      ...{ retryAfterSeconds: 18, hotel: 1 },
    });
    expect(messageOf(refused)).toBe(
      'No more requests a minute are taken for hotel 1 under this e-mail address; try again in 18 seconds.',
    );
    expect(await database.prisma.booking.count()).toBe(before + LIMIT);
    const stored = await database.prisma.$queryRaw<object[]>`SELECT recent_use::text FROM recent_use`;
    expect(JSON.stringify(stored)).not.toContain('anna');
  });

  test('are accepted again as earlier ones leave the minute, one for one', async () => {
    for (let second = 0; second < LIMIT; second++) {
      scene.clock.millis = NOON + second * 1_000;
      await scene.book(asked('anna@example.com'));
    }
    scene.clock.millis = NOON + WINDOW_MS - 1;
    expect(await scene.book(asked('anna@example.com'))).toMatchObject({
      kind: 'tooManyRequests',
      retryAfterSeconds: 1,
    });
    scene.clock.millis = NOON + WINDOW_MS;
    expect(kindsOf(await inTurn(scene, 2, asked('anna@example.com')))).toEqual(['created', 'tooManyRequests']);
    scene.clock.millis = NOON + WINDOW_MS + 2_000;
    expect(kindsOf(await inTurn(scene, 3, asked('anna@example.com')))).toEqual([
      'created',
      'created',
      'tooManyRequests',
    ]);
  });

  test('are counted together over all keys and letter cases, and separately for other hotels and addresses', async () => {
    const keys = [CALLERS.everywhere, CALLERS.partner, CALLERS.firstDestination];
    const spellings = ['anna@example.com', 'ANNA@example.com', 'Anna@Example.Com', ' anna@example.com'];
    for (let time = 0; time < LIMIT; time++) {
      const request = { ...asked(spellings[time % spellings.length]!), caller: keys[time % keys.length]! };
      expect(await scene.book(request)).toMatchObject({ kind: 'created' });
    }
    for (const spelling of spellings) {
      expect(await scene.book(asked(spelling))).toMatchObject({ kind: 'tooManyRequests' });
    }
    expect(await scene.book(asked('anna@example.com', { hotel: 2 }))).toMatchObject({ kind: 'created' });
    expect(await scene.book(asked('hanna@example.com'))).toMatchObject({ kind: 'created' });
  });

  test('count once under an idempotency key, and its repetitions are answered when the limit is reached', async () => {
    const first = asked('anna@example.com', { idempotencyKey: 'one' });
    const made = await scene.book(first);
    expect(new Set(kindsOf(await inTurn(scene, 20, first)))).toEqual(new Set(['created']));
    expect(count(await inTurn(scene, LIMIT + 2, asked('anna@example.com')), 'created')).toBe(LIMIT - 1);
    expect(await scene.book(first)).toEqual({ ...made, replayed: true });
    // A refusal leaves its key free for later.
    const refused = asked('anna@example.com', { idempotencyKey: 'two' });
    expect(await scene.book(refused)).toMatchObject({ kind: 'tooManyRequests' });
    scene.clock.millis += WINDOW_MS;
    expect(await scene.book(refused)).toMatchObject({ kind: 'created', replayed: false });
  });

  test('do not count when refused for another reason, which takes precedence', async () => {
    const impossible = asked('anna@example.com', { arrival: day('2020-01-01'), departure: day('2020-01-02') });
    await inTurn(scene, LIMIT + 1, impossible);
    expect(count(await inTurn(scene, LIMIT + 1, asked('anna@example.com')), 'created')).toBe(LIMIT);
    expect(await scene.book(impossible)).toMatchObject({ kind: 'stayNotAllowed' });
    const unknown = { ...asked('anna@example.com').input!, hotel: '999' };
    expect(await scene.book({ input: unknown })).toMatchObject({ kind: 'notFound' });
  });

  test('are not limited when they are binding bookings, which do not count either', async () => {
    const binding = asked('anna@example.com', {
      kind: 'BINDING',
      arrival: day('2026-08-01'),
      departure: day('2026-08-02'),
    });
    await inTurn(scene, 5, binding);
    expect(await database.prisma.recentUse.count()).toBe(0);
    expect(count(await inTurn(scene, LIMIT + 1, asked('anna@example.com')), 'created')).toBe(LIMIT);
    const later = { ...binding.input, arrival: day('2026-09-01'), departure: day('2026-09-02') };
    expect(await scene.book({ input: later })).toMatchObject({ kind: 'created' });
  });

  test('are limited to ten even if fifty reach several processes at once, beside bookings of the same room, without a deadlock', async () => {
    const rivals = await Promise.all([openRivalPool(database.url, 10), openRivalPool(database.url, 10)]);
    const scenes = await Promise.all(rivals.map((one) => openScene(one)));
    const before = await database.prisma.booking.count();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) => scenes[index % 2]!.book(asked('race@example.com'))).concat(
        Array.from({ length: 5 }, (_, index) =>
          scenes[index % 2]!.book(
            asked('race@example.com', { kind: 'BINDING', arrival: day('2026-10-01'), departure: day('2026-10-05') }),
          ),
        ),
      ),
    );
    for (const one of scenes) await one.close();
    for (const one of rivals) await one.close();
    expect(count(outcomes.slice(0, 50), 'created')).toBe(LIMIT);
    expect(count(outcomes.slice(0, 50), 'tooManyRequests')).toBe(40);
    expect(count(outcomes.slice(50), 'created')).toBe(5);
    expect(await database.prisma.booking.count()).toBe(before + LIMIT + 5);
    expect(await deadlocksOf(database)).toBe(0);
  });

  test('agree with a full count, whatever the clocks of the processes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 150_000 }), { minLength: 15, maxLength: 30 }),
        async (times) => {
          await database.prisma.recentUse.deleteMany();
          const made: number[] = [];
          for (const [index, time] of times.entries()) {
            // Most are in order, some from a process whose clock is slow.
            const at = NOON + (index % 4 === 0 ? time : Math.round((index / times.length) * 120_000));
            scene.clock.millis = at;
            const { kind } = await scene.book(asked('anna@example.com'));
            const isAllowed = made.filter((earlier) => earlier > at - WINDOW_MS).length < LIMIT;
            expect([at - NOON, kind]).toEqual([at - NOON, isAllowed ? 'created' : 'tooManyRequests']);
            if (isAllowed) made.push(at);
          }
        },
      ),
      { numRuns: 5 },
    );
  });

  test('are deleted by the sweep once they limit nothing', async () => {
    await scene.book(asked('anna@example.com'));
    scene.clock.millis = NOON + 30_000;
    await scene.book(asked('berta@example.com'));
    expect(await deleteExpiredUses(database, NOON + WINDOW_MS - 1)).toBe(0);
    expect(await deleteExpiredUses(database, NOON + WINDOW_MS)).toBe(1);
    expect(await deleteExpiredUses(database, NOON + 30_000 + WINDOW_MS)).toBe(1);
    expect(await database.prisma.recentUse.count()).toBe(0);
  });

  test('are counted with as few pages among 300,000 addresses as among none, and without reading bookings', async () => {
    const few = await workOfCounting(scene, database);
    await database.prisma.$executeRaw`
      INSERT INTO recent_use (kind, subject_hash, times, amounts, expires_at)
      SELECT 'request', encode(sha256(n::text::bytea), 'hex'), ARRAY[now()], ARRAY[1], now() FROM generate_series(1, 300000) AS n`;
    // Else the map of free space sends the statement to full pages before it finds one with room.
    await database.prisma.$executeRaw`VACUUM (ANALYZE) recent_use`;
    const many = await workOfCounting(scene, database);
    expect(many.plan).toContain('"Conflict Arbiter Indexes":["recent_use_pkey"]');
    expect(many.plan).toContain('"Index Name":"recent_use_pkey"');
    expect(many.plan).not.toMatch(/"Relation Name":"(?!recent_use")|Seq Scan/);
    // One or two more levels of the index, for reading and for writing.
    expect(many.pages).toBeLessThanOrEqual(few.pages + 12);
  });
});

/** The plans of the statements that count a request, and the fewest pages that they touched in three runs. */
async function workOfCounting(scene: BookingScene, database: Database): Promise<{ plan: string; pages: number }> {
  const sent: { text: string; values: readonly SqlValue[] }[] = [];
  const watching = await openScene(
    sentThrough(database, (send) => (one, ...values) => {
      sent.push({ text: one.text, values: one.encode(...values) });
      return send(one, ...values);
    }),
  );
  watching.clock.millis = scene.clock.millis;
  await watching.book(asked('worked@example.com'));
  await watching.close();
  const counting = sent.filter(({ text }) => text.includes('recent_use'));
  expect(counting).toHaveLength(2);
  const patience = { lockMs: 60_000, statementMs: 60_000, transactionMs: 60_000, connectionMs: undefined };
  const runs: { plan: string; pages: number }[] = [];
  for (let run = 0; run < 3; run++) {
    const plans = await database.transact(async (sql) => {
      const explained = counting.map(({ text, values }) =>
        sql.query(
          raw<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
            `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
            values,
          ),
        ),
      );
      return (await Promise.all(explained)).map(([row]) => row!['QUERY PLAN'][0]!.Plan);
    }, patience);
    const pages = plans.reduce((sum, plan) => sum + plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!, 0);
    runs.push({ plan: JSON.stringify(plans), pages });
  }
  // One run may extend the table or split a page of the index.
  return runs.reduce((least, run) => (run.pages < least.pages ? run : least));
}

test('the embedded database enforces the limit, too', async () => {
  const database = await freshEmbedded();
  await fillScene(database);
  const scene = await openScene(database);
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => scene.book(asked('anna@example.com'))));
  expect([count(outcomes, 'created'), count(outcomes, 'tooManyRequests')]).toEqual([LIMIT, 2]);
  expect(await deleteExpiredUses(database, NOON + WINDOW_MS)).toBe(1);
  await scene.close();
  await database.close();
});
