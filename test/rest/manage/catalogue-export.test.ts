/** The export over HTTP: the bytes of the command, whole, at the pace of the reader. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sampleCatalogue } from '../../catalogue/sample-catalogue.ts';
import { exportedText } from '../../catalogue/snapshot.ts';
import { check } from '../../support/gateway/documented-gateway.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { until } from '../../support/requests/until.ts';
import { upload } from '../../support/requests/upload.ts';

let gateway: TestGateway;
let folder: string;
let url: string;
let key: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-export-'));
  vi.stubEnv('TMPDIR', folder);
  gateway = await startGateway({ catalogue: sampleCatalogue(), today: '2026-11-22' });
  url = `${await gateway.listen()}/manage/catalogue`;
  key = await gateway.key({ scopes: ['manage'] });
});
afterAll(async () => {
  await gateway.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const ask = async (method: string, headers: Record<string, string> = {}) => {
  const url = '/manage/catalogue';
  const answer = await gateway.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  if (method === 'HEAD') return answer;
  const body = (answer.headers['content-encoding'] ? gunzipSync(answer.rawPayload) : answer.rawPayload).toString();
  expect(check.problemsOf({ method, url, statusCode: answer.statusCode, headers: answer.headers, body })).toEqual([]);
  return answer;
};

test('answers the bytes of the command, with their length, and they import without a change', async () => {
  const wanted = await exportedText(gateway.database);
  const answer = await ask('GET');
  expect(answer.body).toBe(wanted);
  expect([answer.statusCode, answer.headers['content-length'], answer.headers['content-type']]).toEqual([
    200,
    String(Buffer.byteLength(wanted)),
    'application/json; charset=utf-8',
  ]);
  const again = await upload(`${url}?mode=replace`, answer.rawPayload, { key });
  expect(JSON.parse(again.text)).toMatchObject({ changed: false });
  expect(readdirSync(folder)).toEqual([]);
});

test('is compressed for callers who accept gzip, and says what it depends on', async () => {
  const answer = await ask('GET', { 'accept-encoding': 'br, gzip' });
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(answer.headers['content-length']).toBeUndefined();
  expect(answer.headers.vary).toMatch(/Authorization.*Accept-Encoding/);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(gunzipSync(answer.rawPayload).toString()).toBe(await exportedText(gateway.database));
});

test('HEAD answers the head alone, and a parameter is refused', async () => {
  const head = await ask('HEAD');
  expect([head.statusCode, head.body]).toEqual([200, '']);
  const answer = await gateway.inject({
    url: '/manage/catalogue?mode=merge',
    headers: { authorization: `Bearer ${key}` },
  });
  expect(answer.statusCode).toBe(400);
});

test('a reader that leaves in the middle does no harm', async () => {
  await new Promise<void>((resolve, reject) => {
    const asked = request(url, { headers: { authorization: `Bearer ${key}` }, agent: false }, (response) => {
      response.destroy();
      resolve();
    });
    asked.on('error', reject);
    asked.end();
  });
  await until(
    async () => (await ask('GET')).statusCode,
    (status) => status === 200,
  );
  expect(readdirSync(folder)).toEqual([]);
});
