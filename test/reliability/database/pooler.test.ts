/**
 * The gateway behind PgBouncer in transaction mode, with two server connections, lent for a transaction at a time.
 * Where a lasting connection is needed (notifications, migrations), the gateway uses the direct address.
 */

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/data/database/database.ts';
import { findPendingMigrations, migrate, readMigrationNames } from '../../../src/data/database/migrations.ts';
import { revokeKey } from '../../../src/data/keys/api-keys.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { bindingBody } from '../../support/booking/booking-body.ts';
import { disagreementsOf, type EpochValues, epochsOf } from '../../support/booking/booking-records.ts';
import {
  askNumbered,
  importNumbered,
  NUMBERED_QUESTIONS,
  NUMBERED_TODAY,
  numbersOfPrice,
  priceOf,
} from '../../support/catalogue/numbered-catalogue.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { type ObservedDatabase, observe } from '../../support/database/observed-database.ts';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../../support/database/pgbouncer.ts';
import { readRaised } from '../../support/database/raised-epochs.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { runCli } from '../../support/gateway/run-cli.ts';
import { environmentFor } from '../../support/gateway/served-gateway.ts';
import { amount } from '../../support/gateway/soak.ts';
import { until } from '../../support/requests/until.ts';

const BOOKINGS = amount({ short: 200, long: 1_000 });
const NIGHT = { date_from: '2027-03-01', date_to: '2027-03-02' };

describe.skipIf(!hasPgBouncer())('behind PgBouncer in transaction mode', () => {
  let direct: FreshDatabase;
  let pooler: PgBouncer;
  let pooled: Database;
  let observed: ObservedDatabase;
  let gateway: TestGateway;
  let key: string;
  let before: EpochValues;
  beforeEach(async () => {
    direct = await freshDatabase();
    // Sessions must not depend on the server's defaults.
    await direct.prisma.$executeRawUnsafe(`ALTER DATABASE ${nameOf(direct.url)} SET timezone = 'Asia/Tokyo'`);
    pooler = await startPgBouncer({ url: direct.url, serverConnections: 2 });
    pooled = await openDatabase(addressOf(direct.url, pooler));
    observed = observe(pooled);
    const database = { ...observed.database, url: pooler.url };
    await importNumbered(pooled, 1);
    gateway = await startGateway({ today: NUMBERED_TODAY, database });
    key = await gateway.key();
    before = await epochsOf(direct);
  });
  afterEach(async () => {
    await gateway?.close();
    await pooler?.stop();
    await direct?.close();
  });

  test('every question is answered as straight from the server, and instants mean the same', async () => {
    const straight = await startGateway({ today: NUMBERED_TODAY, database: { ...direct, close: async () => {} } });
    for (let round = 0; round < 3; round++) {
      await importNumbered(direct, round + 2);
      for (const one of [gateway, straight]) one.epochs.observe(await readRaised(direct));
      const ask = (one: TestGateway) => Promise.all(NUMBERED_QUESTIONS.map((url) => askNumbered(one, key, url)));
      const answers = await ask(gateway);
      expect(answers.map(({ status }) => status)).toEqual(NUMBERED_QUESTIONS.map(() => 200));
      expect(answers).toEqual(await ask(straight));
    }
    await straight.services.epochs.close();
    const zones = await Promise.all(
      Array.from({ length: 20 }, () => pooled.prisma.$queryRaw`SELECT current_setting('TimeZone') AS zone`),
    );
    expect(zones).toEqual(zones.map(() => [{ zone: 'UTC' }]));
  });

  test(`${BOOKINGS} bookings at once of 5 rooms sell 5, and sold is what the bookings say`, async () => {
    const answers = await Promise.all(Array.from({ length: BOOKINGS }, () => book()));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    // With too many requests some time out with 503, and others get their rooms.
    expect(statuses.filter((status) => ![201, 422, 503].includes(status))).toEqual([]);
    expect(await disagreementsOf(direct, before)).toEqual([]);
  });

  test('a booking sent again with its idempotency key is made once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => book('one-and-the-same')));
    const made = answers.filter(({ statusCode }) => statusCode === 201);
    // Requests during the first one are refused as such.
    expect(answers.filter(({ statusCode }) => ![201, 409].includes(statusCode))).toEqual([]);
    expect(new Set(made.map(({ body }) => body)).size).toBe(1);
    expect((await book('one-and-the-same')).body).toBe(made[0]!.body);
    expect(await direct.prisma.booking.count()).toBe(1);
  });

  test('a pooler that makes its clients wait for longer than a silent server is given is waited for', async () => {
    // What opens a connection of the pool waits for the pooler, too, and no longer than a caller waits for one: so all are open before.
    await Promise.all(Array.from({ length: 3 }, () => pooled.prisma.$executeRaw`SELECT pg_sleep(0.1)`));
    const busy = () => pooled.prisma.$executeRaw`SELECT pg_sleep(12)`;
    const work = [busy(), busy(), pooled.prisma.$executeRaw`SELECT 1`];
    expect((await Promise.allSettled(work)).map(({ status }) => status)).toEqual(work.map(() => 'fulfilled'));
  });

  test('notifications of imports, bookings and revoked keys arrive', async () => {
    await until(
      async () => gateway.epochs.isCurrent(),
      (current) => current,
    );
    const reported = async (expected: RegExp, change: () => Promise<unknown>) => {
      const before = observed.payloads.length;
      await change();
      await until(
        async () => observed.payloads.slice(before),
        (payloads) => payloads.some((payload) => expected.test(payload)),
      );
    };
    await reported(/^catalogue=/, () => importNumbered(direct, 7));
    await until(
      async () => numbersOfPrice((await askNumbered(gateway, key, priceOf(101))).body),
      ([number]) => number === 7,
    );
    await reported(/^inventory:1:\d+\.\.\d+\/\d+=/, () => book());
    const prefix = (await direct.prisma.apiKey.findFirstOrThrow()).prefix;
    await reported(/^keys=/, () => revokeKey({ database: direct, prefix, clock: systemClock }));
    await until(
      async () => (await askNumbered(gateway, key, priceOf(101))).status,
      (status) => status === 401,
    );
  });

  test('processes that start at once on an empty database migrate it once, past the pooler', async () => {
    const name = `empty_${randomUUID().replaceAll('-', '')}`;
    await direct.prisma.$executeRawUnsafe(`CREATE DATABASE ${name}`);
    const empty = `${inject('postgresAddress')}${name}`;
    const databases = await Promise.all([1, 2, 3].map(() => openDatabase(addressOf(empty, pooler))));
    const applied = await Promise.all(databases.map((database) => migrate(database)));
    expect(applied.flat().sort()).toEqual(await readMigrationNames());
    for (const database of databases) {
      expect(await findPendingMigrations(database)).toEqual([]);
      await database.close();
    }
  });

  test('the command line works on it, and reports a missing direct address', async () => {
    const url = `${pooler.url}?pgbouncer=true`;
    const environment = { ...environmentFor(url), DATABASE_DIRECT_URL: direct.url };
    expect(await runCli(['keys', 'list'], environment)).toMatchObject({ code: 0, stderr: '' });
    const { code, stderr } = await runCli(['keys', 'list'], environmentFor(url));
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/^[^\n]*DATABASE_DIRECT_URL must be set together with pgbouncer=true[^\n]*\n$/);
  });

  test('a pooler without a hint in its address is detected, and no other server is mistaken for one', async () => {
    const unaware = await openDatabase({ kind: 'postgresql', url: pooler.url, poolSize: 1 });
    expect(await unaware.hasUndeclaredPooler()).toBe(true);
    await unaware.close();
    expect(await pooled.hasUndeclaredPooler()).toBe(false);
    expect(await direct.hasUndeclaredPooler()).toBe(false);
  });

  function book(idempotencyKey?: string) {
    return gateway.inject({
      method: 'POST',
      url: '/api/v1/booking',
      headers: { authorization: `Bearer ${key}`, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) },
      payload: bindingBody(NIGHT),
    });
  }
});

/** The addresses of a database for a gateway: through the pooler, and direct. */
function addressOf(url: string, pooler: PgBouncer) {
  const through = new URL(pooler.url);
  through.pathname = `/${nameOf(url)}`;
  return { kind: 'postgresql', url: `${through.href}?pgbouncer=true`, directUrl: url } as const;
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
