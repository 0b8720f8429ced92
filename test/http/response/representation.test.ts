/** Answers in the encoding that the caller prefers: the same content, an entity tag for each encoding. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isEncodable, negotiateEncoding } from '../../../src/http/response/representation.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway } from '../../support/gateway/gateway.ts';

const LARGE = {
  status: 200,
  headers: { 'Content-Type': 'application/json; charset=utf-8', ETag: '"tag"' },
  bytes: Buffer.from(JSON.stringify('Lázně '.repeat(400))),
};
const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['deflate, gzip;q=0.5', 'gzip'],
  ['gzip;q=0.2, br;q=0.9', 'br'],
  ['br;q=0, *', 'gzip'],
] as const)(
  'a caller who accepts %s gets %s, with the same content and a tag of its own',
  async (accepted, encoding) => {
    const { headers, bytes, status } = await negotiateEncoding(accepted, LARGE);
    expect(headers).toEqual({ ...LARGE.headers, ETag: `"tag-${encoding}"`, 'Content-Encoding': encoding });
    expect([status, DECODERS[encoding](bytes as Buffer)]).toEqual([200, LARGE.bytes]);
    expect(bytes.length).toBeLessThan(LARGE.bytes.length);
  },
);

test.each([undefined, '', 'identity', 'deflate', 'zstd, compress', 'br;q=0, gzip;q=0', 'identity;q=0', ';;,=\u0001'])(
  'a caller who accepts %j gets the response unencoded',
  async (accepted) => expect(await negotiateEncoding(accepted, LARGE)).toBe(LARGE),
);

test('an answer is encoded once, however often it is wanted', async () => {
  const [first, second] = await Promise.all([negotiateEncoding('gzip', LARGE), negotiateEncoding('gzip', LARGE)]);
  expect(second.bytes).toBe(first.bytes);
  const third = negotiateEncoding('gzip', LARGE);
  expect([third instanceof Promise, (await third).bytes === first.bytes]).toEqual([false, true]);
});

test('answers of the same bytes are encoded once, and each keeps its own status and headers', async () => {
  const bytes = Buffer.from(LARGE.bytes);
  const { ETag: _, ...headers } = LARGE.headers;
  const missing = await negotiateEncoding('br', {
    status: 404,
    headers: { ...headers, 'Cache-Control': 'no-store' },
    bytes,
  });
  const found = await negotiateEncoding('br', { ...LARGE, bytes });
  expect(missing).toEqual({
    status: 404,
    headers: { ...headers, 'Cache-Control': 'no-store', 'Content-Encoding': 'br' },
    bytes: found.bytes,
  });
  expect(found).toMatchObject({ status: 200, headers: { ...LARGE.headers, ETag: '"tag-br"' } });
  expect(found.bytes).toBe(missing.bytes);
});

test('a small response is sent unencoded', async () => {
  const small = { ...LARGE, bytes: LARGE.bytes.subarray(0, 1_023) };
  expect([isEncodable(small), isEncodable(LARGE)]).toEqual([false, true]);
  expect(await negotiateEncoding('br', small)).toBe(small);
});

test('REST and GraphQL send what was wanted, REST varies by it, and a 304 goes to the tag of the encoding', async () => {
  const gateway = await startGateway({ catalogue: SMALL_CATALOGUE, today: TODAY });
  const authorization = `Bearer ${await gateway.key()}`;
  const get = (url: string, headers: Record<string, string>) =>
    gateway.inject({ url, headers: { authorization, ...headers } });
  for (const _ of ['made', 'kept']) {
    const plain = await get('/api/v1/visit-types', {});
    const packed = await get('/api/v1/visit-types', { 'accept-encoding': 'br' });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(packed.rawPayload.length),
    });
    expect(brotliDecompressSync(packed.rawPayload)).toEqual(plain.rawPayload);
    for (const { headers } of [plain, packed]) expect(headers.vary).toContain('Accept-Encoding');
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
    const again = await get('/api/v1/visit-types', {
      'accept-encoding': 'br',
      'if-none-match': String(packed.headers.etag),
    });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    const query = '/graphql?query={__schema{types{name description}}}';
    const accept = 'application/json';
    const graphql = await get(query, { accept, 'accept-encoding': 'gzip' });
    expect(gunzipSync(graphql.rawPayload)).toEqual((await get(query, { accept })).rawPayload);
  }
  await gateway.close();
});
