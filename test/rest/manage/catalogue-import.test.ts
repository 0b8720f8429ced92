/** Catalogue files over HTTP: what an import answers, and that whatever is refused changes nothing. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { importCatalogue } from '../../../src/catalogue/import.ts';
import { readConfig } from '../../../src/server/config.ts';
import { sampleCatalogue } from '../../catalogue/sample-catalogue.ts';
import { snapshotOf } from '../../catalogue/snapshot.ts';
import { check } from '../../support/gateway/documented-gateway.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { type Answer, upload } from '../../support/requests/upload.ts';

const TODAY = '2026-11-22';
const LIMIT_MB = 2;
const MEGABYTE = 1024 * 1024;

let gateway: TestGateway;
let folder: string;
let url: string;
let key: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-manage-'));
  vi.stubEnv('TMPDIR', folder);
  gateway = await startGateway({
    catalogue: sampleCatalogue(),
    today: TODAY,
    config: readConfig({
      IMPORT_LIMIT_MB: String(LIMIT_MB),
      RATE_LIMIT_PER_MINUTE: '0',
      RATE_LIMIT_COST_PER_MINUTE: '0',
    }),
  });
  vi.unstubAllEnvs();
  url = `${await gateway.listen()}/manage/catalogue`;
  key = await gateway.key({ scopes: ['manage'] });
});
afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true });
});

const put = async (
  body: unknown,
  { query = '', headers = {}, as = key }: { query?: string; headers?: Record<string, string>; as?: string } = {},
) => {
  const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const answer = await upload(`${url}${query}`, bytes, { key: as, headers });
  const { status: statusCode, text, ...rest } = answer;
  expect(
    check.problemsOf({ method: 'PUT', url: `/manage/catalogue${query}`, statusCode, body: text, ...rest }),
  ).toEqual([]);
  return answer;
};
const json = ({ text }: Answer) => JSON.parse(text);
const gzipped = { 'content-encoding': 'gzip' };

/** The catalogue with another name and without a rate, which counts as removed. */
function changedCatalogue() {
  const changed = sampleCatalogue();
  changed.tags[0]!.name = { cs_CZ: 'Změna' } as never;
  changed.visitTypes[0]!.priceLists[0]!.rates.pop();
  return changed;
}

describe('an import over HTTP', () => {
  beforeEach(async () => {
    await importCatalogue({ database: gateway.database, source: sampleCatalogue(), replace: true });
  });

  test('a dry run answers what the import would, and changes not a row; the import answers and does it', async () => {
    const before = await snapshotOf(gateway.database, { rewritten: true });
    const dry = await put(changedCatalogue(), { query: '?mode=replace&dryRun=1' });
    expect(dry.status).toBe(200);
    expect(await snapshotOf(gateway.database, { rewritten: true })).toEqual(before);
    const done = await put(changedCatalogue(), { query: '?mode=replace' });
    expect(json(done)).toEqual(json(dry));
    expect(json(done)).toMatchObject({
      ...{ changed: true, kept: {}, revokedDemoKeys: [] },
      counts: { tags: { updated: 1 }, rates: { removed: 1 } },
    });
    expect(json(await put(changedCatalogue(), { query: '?mode=replace&dryRun=0' }))).toMatchObject({ changed: false });
  });

  test('answers the report of the command for the same file', async () => {
    const { changed, ...request } = { changed: changedCatalogue(), database: gateway.database, replace: true };
    const result = await importCatalogue({ ...request, source: changed, dryRun: true });
    expect(result).toMatchObject(json(await put(changed, { query: '?mode=replace' })));
  });

  test('the answer that follows shows it, in the same process', async () => {
    const reader = await gateway.key();
    const names = async () => {
      const answer = await gateway.inject({
        url: '/api/v1/destinations',
        headers: { authorization: `Bearer ${reader}` },
      });
      return answer.body;
    };
    expect(await names()).not.toContain('Přejmenováno');
    const renamed = sampleCatalogue();
    renamed.destinations[0]!.name = { cs_CZ: 'Přejmenováno' } as never;
    expect((await put(renamed)).status).toBe(200);
    expect(await names()).toContain('Přejmenováno');
  });

  test('merge leaves what the file does not name, replace removes it', async () => {
    const { format, tags } = changedCatalogue();
    expect(json(await put({ format, tags }))).toMatchObject({
      counts: { tags: { updated: 1 }, hotels: { removed: 0 } },
    });
    expect(await gateway.database.prisma.hotel.count()).toBe(2);
    const { channels } = sampleCatalogue();
    expect((await put({ format, channels }, { query: '?mode=replace' })).status).toBe(200);
    expect(await gateway.database.prisma.hotel.count()).toBe(0);
  });

  test('takes gzip, and a warning is in the report', async () => {
    const over = changedCatalogue();
    over.visitTypes[0]!.timeConstraints = [{ from: '2020-01-01', to: '2020-12-31' }] as never;
    const answer = await put(gzipSync(JSON.stringify(over)), { headers: gzipped });
    expect(answer.status).toBe(200);
    expect(json(answer).warnings).toContainEqual({
      path: '$.visitTypes[0].timeConstraints',
      code: 'PAST',
      message: expect.any(String),
    });
  });

  test('a file of exactly the limit is taken', async () => {
    const text = JSON.stringify(changedCatalogue());
    const padded = text + ' '.repeat(LIMIT_MB * MEGABYTE - Buffer.byteLength(text));
    expect((await put(padded)).status).toBe(200);
    expect((await put(gzipSync(padded), { headers: gzipped })).status).toBe(200);
  });
});

describe('nothing changes and no file is left when an import is refused:', () => {
  const whole = JSON.stringify(changedCatalogue());
  const zipped = gzipSync(whole);
  const bomb = gzipSync(whole + ' '.repeat(LIMIT_MB * MEGABYTE));
  const chunked = { 'transfer-encoding': 'chunked' };
  const badChecksum = Buffer.from(zipped);
  badChecksum[badChecksum.length - 8]! ^= 0xff;

  test.each<[string, number, string | Buffer, Parameters<typeof put>[1]]>([
    ['an unknown mode', 400, whole, { query: '?mode=upsert' }],
    ['an empty mode', 400, whole, { query: '?mode=' }],
    ['a mode twice', 400, whole, { query: '?mode=merge&mode=replace' }],
    ['a wrong dryRun', 400, whole, { query: '?dryRun=true' }],
    ['an unknown parameter', 400, whole, { query: '?dry_run=1' }],
    ['another type', 415, whole, { headers: { 'content-type': 'text/csv' } }],
    ['another charset', 415, whole, { headers: { 'content-type': 'application/json; charset=latin1' } }],
    ['another encoding', 415, whole, { headers: { 'content-encoding': 'br' } }],
    ['a length over the limit', 413, whole + ' '.repeat(LIMIT_MB * MEGABYTE), {}],
    ['chunks over the limit', 413, whole + ' '.repeat(LIMIT_MB * MEGABYTE), { headers: chunked }],
    ['gzip that is small, but too large decompressed', 413, bomb, { headers: gzipped }],
    ['what is not gzip', 400, whole, { headers: gzipped }],
    ['half of a gzip file', 400, zipped.subarray(0, zipped.length / 2), { headers: gzipped }],
    ['gzip without its end', 400, zipped.subarray(0, -8), { headers: gzipped }],
    ['gzip with a wrong checksum', 400, badChecksum, { headers: gzipped }],
    ['half of a file', 400, whole.slice(0, whole.length / 2), {}],
    ['an empty body', 400, '', {}],
    ['a wrong value', 422, whole.replace('"color":"2f9e44"', '"color":"red"'), {}],
    ['a wrong reference', 422, whole.replace('"destinationId":1', '"destinationId":9'), {}],
  ])('%s gets %i', async (_, status, body, options) => {
    const before = await snapshotOf(gateway.database, { rewritten: true });
    const answer = await put(body, options);
    expect([answer.status, json(answer)]).toEqual([
      status,
      {
        success: false,
        message: expect.any(String),
        ...(status < 413 || status === 422 ? { errors: expect.anything() } : {}),
      },
    ]);
    expect(await snapshotOf(gateway.database, { rewritten: true })).toEqual(before);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a file full of problems gets as many as the command lists, 50 of them in 16 kB (26-15, A2)', async () => {
    const many = { format: 'spa-stay-catalogue/1', hotels: Array.from({ length: 20_000 }, () => ({})) };
    const answer = await put(many);
    expect(answer.status).toBe(422);
    const { errors } = json(answer);
    expect(errors).toHaveLength(51);
    expect(errors[0]).toEqual({ path: '$.hotels[0].id', code: 'REQUIRED', message: expect.any(String) });
    expect(errors.at(-1)).toMatchObject({ path: '$', code: 'MORE_PROBLEMS' });
    expect(answer.text.length).toBeLessThan(16 * 1024);
  });

  test('a key without the scope, one for some destinations, and no key', async () => {
    const [reader, limited] = await Promise.all([
      gateway.key({ scopes: ['read', 'book'] }),
      gateway.key({ scopes: ['read', 'book', 'manage'], destinations: [1] }),
    ]);
    const before = await snapshotOf(gateway.database, { rewritten: true });
    const refused = [];
    for (const as of [reader, limited, 'ssg_unknown']) {
      const imported = await put(whole, { as });
      const exported = await gateway.inject({ url: '/manage/catalogue', headers: { authorization: `Bearer ${as}` } });
      refused.push([imported.status, exported.statusCode, json(imported).message === exported.json().message]);
    }
    expect(refused).toEqual([
      [403, 403, true],
      [403, 403, true],
      [401, 401, true],
    ]);
    expect(json(await put(whole, { as: limited })).message).toContain('all destinations');
    expect(await snapshotOf(gateway.database, { rewritten: true })).toEqual(before);
  });

  test('another method, with those there are', async () => {
    const answer = await gateway.inject({ method: 'POST', url: '/manage/catalogue' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD, PUT']);
  });

  test('a key that has no requests left', async () => {
    const { database } = gateway;
    const limited = await startGateway({ database, today: TODAY, config: { rateLimitPerMinute: 1 } });
    try {
      const address = { url: '/manage/catalogue', headers: { authorization: `Bearer ${key}` } };
      expect((await limited.inject({ method: 'HEAD', ...address })).statusCode).toBe(200);
      for (const method of ['GET', 'PUT'] as const) {
        const { statusCode, headers, body } = await limited.inject({ method, ...address });
        expect(statusCode).toBe(429);
        expect(check.problemsOf({ method, url: address.url, statusCode, headers, body })).toEqual([]);
      }
    } finally {
      await limited.stop();
    }
  });
});
