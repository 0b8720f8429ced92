/**
 * No space for a catalogue file, or on the database's disk: 507, which is no defect, and nothing is changed. The process may write no
 * large file, so it gets a real error of its file system without one that has to be filled.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../src/data/keys/api-keys.ts';
import { systemClock } from '../../../src/domain/time/clock.ts';
import { isDiskFull } from '../../../src/operations/service-unavailable.ts';
import { snapshotOf } from '../../catalogue/snapshot.ts';
import { type FreshDatabase, freshDatabase, putInto } from '../../support/database/fresh-database.ts';
import { check } from '../../support/gateway/documented-gateway.ts';
import { readPrometheusText } from '../../support/gateway/prometheus-text.ts';
import { type Serving, startServing } from '../../support/gateway/run-cli.ts';
import { environmentFor, PEPPER, servedCatalogue } from '../../support/gateway/served-gateway.ts';
import { until } from '../../support/requests/until.ts';
import { upload } from '../../support/requests/upload.ts';

/** Blocks of 512 or 1,024 bytes, as the shell has them. */
const LARGEST_FILE = 64;
const LARGE = 'x'.repeat(45_000);

let database: FreshDatabase;
let folder: string;
let server: Serving;
let key: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-full-'));
  database = await freshDatabase();
  await putInto(database, servedCatalogue({ units: 1 }));
  ({ key } = await createKey({
    ...{ database, pepper: PEPPER, name: 'test', channelCode: 'public', destinationNumbers: null, clock: systemClock },
    ...{ scopes: ['manage'], expiresAt: null },
  }));
  const env = { ...environmentFor(database.url), LOG_LEVEL: 'info', TMPDIR: folder };
  server = await startServing(env, { largestFile: LARGEST_FILE });
});
afterAll(async () => {
  await server?.stop();
  await database.close();
  rmSync(folder, { recursive: true });
});

const FULL = { success: false, message: 'A disk of the server is full. Nothing was changed.' };

/** Sends a request and checks the answer against the reference. */
async function ask(method: 'GET' | 'PUT', body = '') {
  const url = '/manage/catalogue';
  const { status, headers, text } = await upload(`${server.url}${url}`, body, { key, method });
  expect(check.problemsOf({ method, url, statusCode: status, headers, body: text })).toEqual([]);
  return { status, body: JSON.parse(text) };
}

async function failures() {
  const metrics = readPrometheusText(await (await fetch(`${server.url}/metrics`)).text());
  return ['unavailable', 'defect'].map((kind) => metrics.value('gateway_failures_total', { kind }));
}

/** The lines of the log about a request that fails. That of the metrics before it may come late. */
async function saidOf(act: () => Promise<unknown>) {
  const before = server.said.length;
  await act();
  return until(
    async () => {
      const lines = server.said.slice(before).map((line) => JSON.parse(line));
      return lines.filter(({ route }) => route !== '/metrics');
    },
    (lines) => lines.at(-1)?.msg === 'request',
  );
}

const catalogueWith = (description: string) => {
  const catalogue = servedCatalogue({ units: 1 });
  Object.assign(catalogue.visitTypes![0]!, { description: { de: description, en: description } });
  return catalogue;
};

test('a catalogue file that finds no space is 507, says nothing of the server, leaves nothing, and is no defect; the log says why', async () => {
  const before = await snapshotOf(database, { rewritten: true });
  const [, defects] = await failures();
  const said = await saidOf(async () => {
    expect(await ask('PUT', JSON.stringify(catalogueWith(LARGE)))).toEqual({ status: 507, body: FULL });
  });
  expect(said).toMatchObject([
    { level: 40, msg: 'unavailable', err: { cause: { code: 'EFBIG' } } },
    { status: 507, refusal: 'INSUFFICIENT_STORAGE' },
  ]);
  expect(await failures()).toEqual([1, defects]);
  expect(readdirSync(folder)).toEqual([]);
  expect(await snapshotOf(database, { rewritten: true })).toEqual(before);
  expect(await ask('PUT', JSON.stringify(catalogueWith('small')))).toMatchObject({ status: 200 });
});

test('so is an export that finds none', async () => {
  await putInto(database, catalogueWith(LARGE));
  const [unavailable, defects] = await failures();
  expect(await ask('GET')).toEqual({ status: 507, body: FULL });
  expect(await failures()).toEqual([unavailable! + 1, defects]);
  expect(readdirSync(folder)).toEqual([]);
});

test('so is an import that fills the disk of the database, which reports it with the SQLSTATE 53100', async () => {
  await database.prisma.$executeRawUnsafe(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`);
  await database.prisma.$executeRawUnsafe(
    'CREATE TRIGGER refused BEFORE INSERT OR UPDATE ON visit_type EXECUTE FUNCTION refuse()',
  );
  const [unavailable, defects] = await failures();
  const said = await saidOf(async () => {
    expect(await ask('PUT', JSON.stringify(catalogueWith('another')))).toEqual({ status: 507, body: FULL });
  });
  expect(said).toMatchObject([{ msg: 'unavailable', err: { sqlState: '53100' } }, { status: 507 }]);
  expect(await failures()).toEqual([unavailable! + 1, defects]);
});

test.runIf(process.platform === 'linux')('a full disk is known by the error of a real one', () => {
  let full: unknown;
  try {
    writeFileSync('/dev/full', 'x');
  } catch (error) {
    full = error;
  }
  expect([full, isDiskFull(full)]).toEqual([expect.objectContaining({ code: 'ENOSPC' }), true]);
});
