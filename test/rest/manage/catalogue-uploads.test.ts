/** Uploads that overlap, stall or break, over real connections: each ends cleanly, and the next one finds the way free. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LOCK_IMPORTS, SHARE_IMPORT_LOCK } from '../../../src/data/cache/raise-epochs.ts';
import { openDatabase } from '../../../src/data/database/database.ts';
import { migrate } from '../../../src/data/database/migrations.ts';
import { revokeKey } from '../../../src/data/keys/api-keys.ts';
import { query } from '../../../src/data/sql/statement.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { sampleCatalogue } from '../../catalogue/sample-catalogue.ts';
import { snapshotOf } from '../../catalogue/snapshot.ts';
import { startPostgres } from '../../support/database/postgres-server.ts';
import { readRaised } from '../../support/database/raised-epochs.ts';
import { latch, untilWaiting } from '../../support/database/rival-transactions.ts';
import { check } from '../../support/gateway/documented-gateway.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { readMetrics } from '../../support/gateway/read-metrics.ts';
import { soon, until } from '../../support/requests/until.ts';
import { type Answer, send, startUpload, upload } from '../../support/requests/upload.ts';

const TODAY = '2026-11-22';
const changed = sampleCatalogue();
changed.tags[0]!.name = { cs_CZ: 'Změna' } as never;
const FILE = Buffer.from(JSON.stringify(changed));
const HALF = FILE.length >> 1;
const LENGTH = { 'content-length': String(FILE.length) };

let gateway: TestGateway;
let folder: string;
let url: string;
let key: string;

async function start(options: { uploadIdleMs?: number } = {}): Promise<void> {
  gateway = await startGateway({ catalogue: sampleCatalogue(), today: TODAY, ...options });
  url = `${await gateway.listen()}/manage/catalogue`;
  key = await gateway.key({ scopes: ['manage'], client: 'Hotel Aurora, reception' });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-uploads-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  await gateway.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const state = () => snapshotOf(gateway.database, { rewritten: true });
const untilReceived = () =>
  until(
    async () => readdirSync(folder).length,
    (files) => files === 1,
  );
const untilClean = () =>
  until(
    async () => readdirSync(folder),
    (files) => files.length === 0,
  );
const undocumented = ({ status: statusCode, text: body, headers }: Answer) =>
  check.problemsOf({ method: 'PUT', url: '/manage/catalogue', statusCode, body, headers });
const put = () => upload(url, FILE, { key });

/** An upload of which half has been sent. */
async function halfAnUpload(headers: Record<string, string> = LENGTH) {
  const started = startUpload(url, { key, headers });
  await send(started, FILE.subarray(0, HALF));
  await untilReceived();
  return started;
}

test('a key that is revoked while its file comes changes nothing', async () => {
  await start();
  const before = await state();
  const started = await halfAnUpload();
  await revokeKey({ database: gateway.database, prefix: key.slice(0, 12), clock: systemClock });
  // The notification may still be in flight.
  gateway.epochs.observe(await readRaised(gateway.database));
  started.request.end(FILE.subarray(HALF));
  expect((await started.answer).status).toBe(401);
  const { epoch: _counted, api_key: _revoked, ...catalogue } = await state();
  expect(before).toMatchObject(catalogue);
  await untilClean();
});

describe('one import at a time:', () => {
  beforeEach(() => start());

  test('a second one gets the name of the client that holds the lock, and refused in any process before its body is sent, and can come when the first is done', async () => {
    const other = await startGateway({ database: gateway.database, today: TODAY });
    try {
      const first = await halfAnUpload();
      for (const place of [url, `${await other.listen()}/manage/catalogue`]) {
        const second = startUpload(place, { key, headers: { expect: '100-continue' } });
        let isAsked = false;
        second.request.on('continue', () => {
          isAsked = true;
        });
        second.request.flushHeaders();
        const { status, text, headers } = await second.answer;
        expect(undocumented({ status, text, headers })).toEqual([]);
        expect([status, isAsked]).toEqual([409, false]);
        expect(JSON.parse(text)).toEqual({
          success: false,
          message: 'Another import is running, of the client "Hotel Aurora, reception". Imports are one at a time.',
        });
      }
      first.request.end(FILE.subarray(HALF));
      expect((await first.answer).status).toBe(200);
      expect((await put()).status).toBe(200);
    } finally {
      await other.stop();
    }
  });

  test('of many at once, one wins or they take turns', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => put()));
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].every((status) => status === 200 || status === 409)).toBe(true);
    expect(statuses).toContain(200);
  });

  test('one of the command line counts, too, and none of many waits for it', async () => {
    const locked = latch();
    const release = latch();
    const command = gateway.database.prisma.$transaction(async (tx) => {
      await query(tx, LOCK_IMPORTS);
      locked.open();
      await release.opened;
    });
    await locked.opened;
    const answers = await soon('the refusals', Promise.all(Array.from({ length: 8 }, () => put())));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(409));
    release.open();
    await command;
    expect((await put()).status).toBe(200);
  });
});

test('an update of prices or rooms under way is waited for, and refuses no import', async () => {
  await start();
  const locked = latch();
  const release = latch();
  const update = gateway.database.prisma.$transaction(async (tx) => {
    await query(tx, SHARE_IMPORT_LOCK);
    locked.open();
    await release.opened;
  });
  await locked.opened;
  const answer = put();
  await untilWaiting(gateway.database, 1, answer);
  release.open();
  await update;
  expect((await answer).status).toBe(200);
});

test('who asks first whether to send is asked for it, and the file is only for this user', async () => {
  await start();
  const started = startUpload(url, { key, headers: { expect: '100-continue', ...LENGTH } });
  started.request.flushHeaders();
  await soon('100 Continue', once(started.request, 'continue'));
  await send(started, FILE.subarray(0, HALF));
  await untilReceived();
  const [name] = readdirSync(folder);
  expect((statSync(join(folder, name!)).mode & 0o777).toString(8)).toBe('600');
  started.request.end(FILE.subarray(HALF));
  expect((await started.answer).status).toBe(200);
  await untilClean();
});

test('an upload that takes longer than other requests may, and makes progress, is not cut off', async () => {
  await start();
  gateway.server.headersTimeout = 1;
  gateway.server.requestTimeout = 1;
  const overdue = new Promise<void>((resolve) => {
    gateway.server.on('clientError', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') resolve();
    });
  });
  const slow = await halfAnUpload();
  await soon('the time of a request is over', overdue);
  slow.request.end(FILE.subarray(HALF));
  expect((await slow.answer).status).toBe(200);
});

test('an upload that stalls is refused, leaves nothing, and the next one is taken', async () => {
  await start({ uploadIdleMs: 1_000 });
  const before = await state();
  const stalled = await halfAnUpload();
  const { status, text, headers } = await soon('the refusal', stalled.answer);
  expect(undocumented({ status, text, headers })).toEqual([]);
  expect([status, headers.connection]).toEqual([408, 'close']);
  await untilClean();
  expect(await state()).toEqual(before);
  expect((await put()).status).toBe(200);
});

test('an upload that comes in drips holds the lock no longer than one that stalls', async () => {
  await start({ uploadIdleMs: 1_000 });
  const slow = startUpload(url, { key, headers: LENGTH });
  let at = 0;
  const drip = setInterval(() => slow.request.write(FILE.subarray(at, ++at)), 10);
  try {
    const { status, headers } = await soon('the refusal', slow.answer);
    expect([status, headers.connection]).toEqual([408, 'close']);
  } finally {
    clearInterval(drip);
  }
  slow.request.destroy();
  await untilClean();
  expect((await put()).status).toBe(200);
});

test.each([
  ['with its length stated', LENGTH],
  ['in chunks', { 'transfer-encoding': 'chunked' }],
])(
  'a connection that breaks in the middle of a body %s leaves nothing, and the next one is taken',
  async (_, headers: Record<string, string>) => {
    await start();
    const before = await state();
    const broken = await halfAnUpload(headers);
    broken.request.destroy();
    await untilClean();
    expect(await state()).toEqual(before);
    await until(put, ({ status }) => status === 200);
  },
);

test('an import whose client is gone is cancelled, and counts as no failure of ours', async () => {
  await start();
  const before = await state();
  const locked = latch();
  const release = latch();
  const rival = gateway.database.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE tag IN SHARE MODE`;
    locked.open();
    await release.opened;
  });
  await locked.opened;
  const { request, answer } = startUpload(url, { key });
  request.end(FILE);
  await untilWaiting(gateway.database, 1, answer);
  request.destroy();
  await until(
    () =>
      new Promise<number>((resolve, reject) =>
        gateway.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    (count) => count === 0,
  );
  release.open();
  await rival;
  await untilClean();
  expect(await state()).toEqual(before);
  expect((await put()).status).toBe(200);
  const { samples } = await readMetrics(gateway);
  const failures = samples.filter(({ name }) => name === 'gateway_failures_total');
  expect(failures.map(({ value }) => value)).toEqual(failures.map(() => 0));
  expect(failures.length).toBeGreaterThan(0);
});

test('the end of the server cancels an upload, and leaves nothing', async () => {
  await start();
  const before = await state();
  const cut = await halfAnUpload();
  const closed = gateway.stop();
  await untilClean();
  gateway.server.closeAllConnections();
  await closed;
  await cut.answer.catch(() => {});
  expect(await state()).toEqual(before);
});

test('while the database is away, files are neither taken nor given', async () => {
  vi.unstubAllEnvs();
  const server = await startPostgres();
  vi.stubEnv('TMPDIR', folder);
  const address = `${server.address}postgres`;
  const database = { ...(await openDatabase({ kind: 'postgresql', url: address })), url: address };
  await migrate(database);
  gateway = await startGateway({ catalogue: sampleCatalogue(), today: TODAY, database });
  url = `${await gateway.listen()}/manage/catalogue`;
  key = await gateway.key({ scopes: ['manage'] });
  expect((await put()).status).toBe(200);
  await server.stop();
  const refused = await put();
  expect([refused.status, undocumented(refused)]).toEqual([503, []]);
  const { statusCode } = await gateway.inject({
    url: '/manage/catalogue',
    headers: { authorization: `Bearer ${key}` },
  });
  expect(statusCode).toBe(503);
  expect(readdirSync(folder)).toEqual([]);
});
