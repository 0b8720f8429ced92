/**
 * Processes of a former release serve while those of the present one start beside them, migrate and take over, and again when these have gone. The
 * long run does it with real processes, whose programs are built from the history of this repository. The short one compares what a database of
 * release 0.2.0 has before and after: its statements name columns, and its client of Prisma reads no row with a value that an enum did not have.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { migrate } from '../../../src/data/database/migrations.ts';
import { MAILS } from '../../../src/data/deliveries/recipients.ts';
import { publishEvents } from '../../../src/data/events/publish-events.ts';
import { disagreementsOf } from '../../support/booking/booking-records.ts';
import { fillScene, openScene } from '../../support/booking/booking-scene.ts';
import { becomeSecondRelease, bookLikeFirstRelease, emptyDatabase } from '../../support/database/first-release.ts';
import { type FreshDatabase, freshDatabase } from '../../support/database/fresh-database.ts';
import { buildFormerRelease, type FormerRelease } from '../../support/gateway/former-release.ts';
import { buildProgram, type RunOptions, runCli, type Serving, startServing } from '../../support/gateway/run-cli.ts';
import { environmentFor, servedCatalogue, servedClient, servedKey } from '../../support/gateway/served-gateway.ts';
import { isSoak, say } from '../../support/gateway/soak.ts';
import {
  expectNoErrors,
  expectNothingLost,
  openLedger,
  type Sort,
  startLoad,
  UNITS,
} from '../../support/gateway/upgrade-load.ts';
import { until } from '../../support/requests/until.ts';

/** What each can be asked in the words of today. */
const FORMER: readonly { release: FormerRelease; sorts: readonly Sort[] }[] = isSoak
  ? [
      { release: '0.1.0', sorts: ['book', 'read'] },
      { release: '0.2.0', sorts: ['book', 'cancel', 'hold', 'book', 'release', 'price', 'read'] },
    ]
  : [];

let database: FreshDatabase;
let servers: Serving[] = [];
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  servers = [];
  await database?.close();
});

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  /** Whether a statement that does not name it can write a row. */
  readonly mayBeLeftOut: boolean;
}

/** The columns of all tables, and the labels of all enums. */
async function shapeOf({ prisma }: FreshDatabase) {
  const columns = await prisma.$queryRaw<Column[]>`
    SELECT relname AS table, attname AS column, format_type(atttypid, atttypmod) AS type, NOT attnotnull OR atthasdef AS "mayBeLeftOut"
    FROM pg_attribute JOIN pg_class AS c ON c.oid = attrelid AND relkind = 'r' AND relnamespace = 'public'::regnamespace
    WHERE attnum > 0 AND NOT attisdropped`;
  const labels = await prisma.$queryRaw<{ type: string; labels: string[] }[]>`
    SELECT format_type(enumtypid, NULL) AS type, array_agg(enumlabel::text) AS labels FROM pg_enum GROUP BY enumtypid`;
  return { columns, labels: new Map(labels.map(({ type, labels }) => [type, labels])) };
}

test('a migration keeps every column that release 0.2.0 has, adds none that it must write, and puts no value into its rows that it cannot read', async () => {
  database = await emptyDatabase();
  await becomeSecondRelease(database);
  await database.prisma.$executeRaw`UPDATE api_key SET scopes = '{read,book,bookings,operate,manage}'`;
  for (const kind of ['BINDING', 'REQUEST'] as const) await bookLikeFirstRelease(database.prisma, { kind });
  const before = await shapeOf(database);
  await migrate(database);
  const after = await shapeOf(database);
  const of = ({ table, column }: Column) => `${table}.${column}`;
  const known = new Map(before.columns.map((one) => [of(one), one]));
  const present = new Map(after.columns.map((one) => [of(one), one]));
  const changed = before.columns.filter((one) => present.get(of(one))?.type !== one.type);
  expect(changed).toEqual([]);
  const tables = new Set(before.columns.map(({ table }) => table));
  const owed = after.columns.filter((one) => tables.has(one.table) && !known.has(of(one)) && !one.mayBeLeftOut);
  expect(owed).toEqual([]);
  const unread: string[] = [];
  for (const { table, column, type } of before.columns) {
    const labels = before.labels.get(type.replace('[]', ''));
    if (!labels) continue;
    const rows = await database.prisma.$queryRawUnsafe<{ value: string }[]>(
      `SELECT DISTINCT unnest(ARRAY[${column}]${type.endsWith('[]') ? '' : '::text[]'})::text AS value FROM ${table} WHERE ${column} IS NOT NULL`,
    );
    unread.push(
      ...rows.filter(({ value }) => !labels.includes(value)).map(({ value }) => `${table}.${column}: ${value}`),
    );
  }
  expect(unread).toEqual([]);
});

test('a process of release 0.2.0 erases what the present one has changed, with the texts that it does not know (S19)', async () => {
  database = await emptyDatabase();
  await becomeSecondRelease(database);
  const ids = ['a', 'b'].map((letter) => letter.repeat(24));
  for (const id of ids) await bookLikeFirstRelease(database.prisma, { id, kind: 'BINDING' });
  await migrate(database);
  for (const id of ids) {
    await database.prisma.$executeRaw`
      INSERT INTO booking_event (id, booking_id, type, status, at, by, note, message_to_guest, former_email)
      VALUES (${`evt_${id}`}, ${id}, 'CHANGED', 'CONFIRMED', now(), 'Desk', 'A note', 'A message', 'former@example.com')`;
  }
  // Its statement, but for contacts and guests.
  await database.prisma.$executeRaw`
    WITH history AS (UPDATE booking_event SET note = NULL WHERE booking_id = ANY (${ids}) AND note IS NOT NULL),
    erased AS (UPDATE booking SET customer_note = NULL, erased_at = now() WHERE id = ANY (${ids}) RETURNING id)
    INSERT INTO booking_event (id, booking_id, type, at, client_id)
    SELECT 'evt_' || new_object_id(), id, 'ERASED', now(), NULL FROM erased`;
  const events = await database.prisma.$queryRaw`
    SELECT DISTINCT type::text, status::text, coalesce(note, message_to_guest, former_email) AS text FROM booking_event ORDER BY 1`;
  expect(events).toEqual([
    { type: 'CHANGED', status: 'CONFIRMED', text: null },
    { type: 'CONFIRMED', status: 'CONFIRMED', text: null },
    { type: 'ERASED', status: 'CONFIRMED', text: null },
  ]);
});

test('a process of release 0.2.0 that publishes a change makes the address of before forgotten, to which it sends no mail (M7)', async () => {
  database = await emptyDatabase();
  await becomeSecondRelease(database);
  const id = 'a'.repeat(24);
  await bookLikeFirstRelease(database.prisma, { id, kind: 'BINDING' });
  await migrate(database);
  const change = async (event: string) => {
    await database.prisma.$executeRaw`
      INSERT INTO booking_event (id, booking_id, type, status, at, by, former_email)
      VALUES (${event}, ${id}, 'CHANGED', 'CONFIRMED', now(), 'GUEST', 'former@example.com')`;
  };
  const kept = async () => {
    const found = await database.prisma.bookingEvent.findMany({ where: { formerEmail: { not: null } } });
    return found.map((event) => event.id);
  };
  await change('evt_former');
  // Its statement, but for deliveries.
  await database.prisma.$executeRaw`
    UPDATE booking_event SET position = 1000 + sequence WHERE position IS NULL`;
  expect(await kept()).toEqual([]);
  await change('evt_present');
  await publishEvents(database, { recipients: [MAILS], now: Date.now() });
  expect(await kept()).toEqual(['evt_present']);
});

test('a booking that a process of release 0.2.0 has cancelled is not made again what it was before an earlier cancellation (M6)', async () => {
  database = await freshDatabase();
  await fillScene(database);
  const scene = await openScene(database);
  const id = await scene.made({ input: { kind: 'REQUEST' } });
  await scene.cancel(id);
  await scene.reinstate(id);
  await scene.confirm(id);
  // Its statement, but for the nights.
  await database.prisma.$executeRaw`
    WITH changed AS (
      UPDATE booking SET status = 'CANCELLED', has_rooms = false, cancellation_fee_minor = 0 WHERE id = ${id} RETURNING *)
    INSERT INTO booking_event (id, booking_id, type, at, client_id, note)
    SELECT 'evt_' || new_object_id(), id, status::text::"BookingEventType", now(), NULL, NULL FROM changed`;
  expect(await scene.reinstate(id)).toEqual({ kind: 'notReinstatable', code: 'TOO_LATE' });
  await scene.close();
});

describe.each(FORMER)('$release', ({ release, sorts }) => {
  test('goes on booking while the present release migrates and serves beside it, and serves what that has left: nothing is sold twice or lost, and each event is told once', async () => {
    const options: RunOptions = { program: await buildFormerRelease(release) };
    database = await emptyDatabase();
    const env = environmentFor(database.url);
    const former = async (...args: string[]) => {
      const ended = await runCli(args, env, options);
      expect(ended, args.join(' ')).toMatchObject({ code: 0 });
      return ended.stdout;
    };
    await former('migrate');
    const file = join(inject('runFolder'), `rolling-${release}.json`);
    await writeFile(file, JSON.stringify(servedCatalogue({ units: UNITS })));
    await former('import', file);
    const scopes = release === '0.1.0' ? 'read,book' : 'read,book,operate,manage';
    const [key = ''] = /ssg_\w+/.exec(await former('keys', 'create', '--name', 'shop', '--scopes', scopes)) ?? [];
    const ledger = openLedger();
    const serve = async (which: RunOptions) => {
      const server = await startServing({ ...env, LOG_LEVEL: 'info' }, which);
      servers.push(server);
      return server;
    };
    const load = (who: string, { url }: Serving, isFormer: boolean) =>
      // An argument of 0.2.0 has another name since.
      startLoad(who, { url, key, sorts, isFormer: isFormer && release === '0.2.0', ledger });

    // Or the former release would book all nights while the present one is built.
    await buildProgram();
    const older = await serve(options);
    const olderLoad = load('former', older, true);
    await olderLoad.expectMore();
    // It migrates, and listens when it is done.
    const newer = await serve({});
    const newerLoad = load('present', newer, false);
    await until(
      () => fetch(`${newer.url}/ready`),
      ({ status }) => status === 200,
    );
    await Promise.all([olderLoad.expectMore(), newerLoad.expectMore()]);
    await olderLoad.stop();
    expect((await older.stop()).code).toBe(0);
    await newerLoad.expectMore();
    expect(await disagreementsOf(database, null)).toEqual([]);

    // Back again.
    const again = await serve(options);
    const againLoad = load('former, back', again, true);
    await Promise.all([againLoad.expectMore(), newerLoad.expectMore()]);
    await newerLoad.stop();
    expect((await newer.stop()).code).toBe(0);
    await againLoad.expectMore();
    await againLoad.stop();
    expect((await again.stop()).code).toBe(0);

    say('a rolling upgrade', { release, answers: Object.fromEntries(ledger.answers) });
    expectNoErrors(ledger);
    expect(await disagreementsOf(database, null)).toEqual([]);
    const { url } = await serve({});
    const operator = await servedKey(database, { scopes: ['read', 'operate'] });
    await expectNothingLost(ledger, { database, client: servedClient({ url, key: operator.key }) });
  });
});
