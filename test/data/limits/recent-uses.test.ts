/**
 * Uses that all processes count together: never more than the limit however many come at once, no deadlocks whatever the order of the
 * subjects, nothing counted that is rolled back, and no subject in clear.
 */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/data/database/database.ts';
import {
  deleteExpiredUses,
  firstExceeded,
  lockUses,
  readUses,
  recordUses,
  type UseSubject,
} from '../../../src/data/limits/recent-uses.ts';
import { freshEmbedded } from '../../support/database/embedded-database.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { deadlocksOf, openRivalPool } from '../../support/database/rival-transactions.ts';

const NOON = Date.parse('2026-07-01T10:00:00Z');
const HOUR = 3_600_000;
const TIMEOUTS = { lockMs: 60_000, statementMs: 60_000, transactionMs: 60_000, connectionMs: 60_000 };

const of = (subject: string, most = 3): UseSubject => ({
  kind: 'request',
  subject,
  limits: [{ most, windowMs: HOUR }],
});

/** Uses all subjects once, or says until when it must wait. */
function use(database: Pick<Database, 'transact'>, subjects: readonly UseSubject[], { now = NOON, amount = 1 } = {}) {
  return database.transact(async (sql) => {
    const next = (await lockUses(sql, subjects)).map((one) => ({ ...one, amount }));
    const exceeded = firstExceeded(next, now);
    if (exceeded) return exceeded.until;
    await recordUses(sql, next, now);
    return null;
  }, TIMEOUTS);
}

describe.each(['postgresql', 'embedded'] as const)('on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    if (kind === 'postgresql') {
      database = await freshDatabase({ poolSize: 20 });
    } else {
      database = await freshEmbedded();
    }
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.prisma.recentUse.deleteMany();
  });

  test('uses are counted up to the limit, and the next one learns when it may', async () => {
    for (const minute of [0, 1, 2]) {
      expect(await use(database, [of('anna@example.com')], { now: NOON + minute * 60_000 })).toBeNull();
    }
    expect(await use(database, [of('anna@example.com')], { now: NOON + 300_000 })).toBe(NOON + HOUR);
    expect(await use(database, [of('berta@example.com')], { now: NOON + 300_000 })).toBeNull();
    expect(await use(database, [of('anna@example.com')], { now: NOON + HOUR })).toBeNull();
    const uses = await readUses(database, 'request', ['anna@example.com', 'nobody@example.com']);
    expect([...uses]).toEqual([
      ['anna@example.com', [NOON + HOUR, NOON + 120_000, NOON + 60_000].map((at) => new Date(at))],
    ]);
    const stored = await database.prisma.$queryRaw<object[]>`SELECT recent_use::text AS row FROM recent_use`;
    expect(JSON.stringify(stored)).not.toContain('anna');
  });

  test('amounts are summed, and an amount of nothing counts nothing', async () => {
    expect(await use(database, [of('nights', 30)], { amount: 14 })).toBeNull();
    expect(await use(database, [of('nights', 30)], { amount: 14, now: NOON + 1_000 })).toBeNull();
    expect(await use(database, [of('nights', 30)], { amount: 3, now: NOON + 2_000 })).toBe(NOON + HOUR);
    expect(await use(database, [of('nights', 30)], { amount: 2, now: NOON + 2_000 })).toBeNull();
    expect(await use(database, [of('other', 30)], { amount: 0 })).toBeNull();
    expect(await database.prisma.recentUse.count()).toBe(1);
  });

  test('if one subject is at its limit, nothing is counted of the others', async () => {
    for (let time = 0; time < 3; time++) await use(database, [of('full')]);
    expect(await use(database, [of('free'), of('full')])).toBe(NOON + HOUR);
    expect(await database.prisma.recentUse.count()).toBe(1);
  });

  test('what is rolled back does not count', async () => {
    const failing = database.transact(async (sql) => {
      const next = (await lockUses(sql, [of('anna')])).map((one) => ({ ...one, amount: 1 }));
      await recordUses(sql, next, NOON);
      throw new Error('refused');
    }, TIMEOUTS);
    await expect(failing).rejects.toThrow('refused');
    expect(await database.prisma.recentUse.count()).toBe(0);
  });

  test('what counts no more is swept', async () => {
    await use(database, [of('early')]);
    await use(database, [of('late')], { now: NOON + 60_000 });
    expect(await deleteExpiredUses(database, NOON + HOUR - 1)).toBe(0);
    expect(await deleteExpiredUses(database, NOON + HOUR)).toBe(1);
    expect(await deleteExpiredUses(database, NOON + HOUR + 60_000)).toBe(1);
  });
});

test('eighty transactions of two processes that use the same subjects in opposite orders neither deadlock nor exceed a limit', async () => {
  const database: FreshDatabase = await freshDatabase({ poolSize: 10 });
  const rival = await openRivalPool(database.url, 10);
  const subjects = ['a', 'b', 'c', 'd', 'e'].map((name) => of(name, 25));
  const outcomes = await Promise.all(
    Array.from({ length: 80 }, (_, index) =>
      use(index % 2 === 0 ? database : rival, index % 3 === 0 ? subjects : [...subjects].reverse()),
    ),
  );
  expect(outcomes.filter((one) => one === null)).toHaveLength(25);
  await rival.close();
  expect(await deadlocksOf(database)).toBe(0);
  await database.close();
});
