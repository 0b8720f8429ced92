/** Large pages are cached and sent as the bytes of their records, so that a page after a change has new ones only where it has changed. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { computeEntityTag } from '../../../src/http/response/entity-tag.ts';
import { type Bytes, Gap, SerializedJson, serializeJson } from '../../../src/operations/page/serialized-json.ts';
import { open, serveEndpoints } from '../../support/serve-endpoints.ts';

const partsOf = (bytes: Bytes): readonly Buffer[] => ('parts' in bytes ? bytes.parts : [bytes]);
const RECORDS = 30;
const record = (number: number, name = 'Lázně') =>
  new SerializedJson(number, { id: number, name, categories: new Gap([1, 2]), more: new Gap([]) });
const category = (number: number, text: string) => new SerializedJson(number, { id: number, text });
const plain = (id: number, texts: readonly string[], name = 'Lázně') => ({
  ...{ id, name, categories: texts.map((text, index) => ({ id: index + 1, text })), more: [] },
});

/** A page of records that all show the same categories. */
const pageOf = (records: readonly SerializedJson[], categories: readonly SerializedJson[]): Bytes =>
  serializeJson(records.map((one) => one.filled(({ numbers }) => numbers.map((number) => categories[number - 1]))));
const wholeOf = (page: Bytes) => Buffer.concat(partsOf(page));
const contentOf = (page: Bytes) => JSON.parse(wholeOf(page).toString());

const long = (text: string) => text.repeat(40_000);
const records = Array.from({ length: RECORDS }, (_, index) => record(index));
const categories = [category(1, long('a')), category(2, 'b')];

describe('a page of more than a megabyte', () => {
  test('has its records, with what they show in common, whatever was serialized of them before', () => {
    const texts = [long('a'), 'b'];
    const expected = records.map(({ number }) => plain(number, texts));
    const page = pageOf(records, categories);
    expect(page.length).toBe(wholeOf(page).length);
    expect(partsOf(page).length).toBeGreaterThan(RECORDS);
    expect(contentOf(page)).toEqual(expected);
    // As parts of a smaller page they are moved to its bytes, and back.
    expect(contentOf(pageOf(records.slice(0, 3), categories))).toEqual(expected.slice(0, 3));
    expect(contentOf(pageOf(records.toReversed(), categories))).toEqual(expected.toReversed());
  });

  test('lends the bytes of its records to the next one, but not of those that have changed, or show something that has', () => {
    const large = (page: Bytes) => partsOf(page).filter(({ length }) => length > 1_000);
    const before = large(pageOf(records, categories));
    expect(before).toHaveLength(RECORDS);
    const changed = records.with(7, record(7, 'Spa'));
    const after = large(pageOf(changed, categories));
    expect(after.flatMap((bytes, index) => (bytes === before[index] ? [] : [index]))).toEqual([7]);
    const anew = [categories[0]!, category(2, 'c')];
    const later = pageOf(changed, anew);
    expect(large(later).some((bytes) => after.includes(bytes))).toBe(false);
    const texts = [long('a'), 'c'];
    expect(contentOf(later)).toEqual(records.map(({ number }) => plain(number, texts, number === 7 ? 'Spa' : 'Lázně')));
  });

  test('has the entity tag of its bytes', () => {
    const page = pageOf(records, categories);
    expect(computeEntityTag(page, 'cs')).toBe(computeEntityTag(wholeOf(page), 'cs'));
  });
});

test('a smaller page is one value of bytes', () => {
  expect(pageOf(records.slice(0, 3), categories)).toBeInstanceOf(Buffer);
});

describe('a large page is sent', () => {
  const page = pageOf(records, categories);
  const headers = { ETag: computeEntityTag(page), 'Content-Type': 'application/json' };
  const { listener } = serveEndpoints([open('/', () => ({ status: 200, headers, bytes: page }))]);
  const server = createServer(listener);
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => void server.close());
  const ask = (more: Record<string, string>, method = 'GET') => fetch(url, { method, headers: more });

  test.each(['identity', 'gzip', 'br'])(
    'whole, and again on the same connection, with encoding %s',
    async (encoding) => {
      for (const _ of [1, 2]) {
        const answer = await ask({ 'accept-encoding': encoding });
        expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding);
        if (encoding === 'identity') expect(answer.headers.get('content-length')).toBe(String(page.length));
        expect(Buffer.from(await answer.arrayBuffer()).equals(wholeOf(page))).toBe(true);
      }
    },
  );

  test('without its body to HEAD, and not at all to who has it', async () => {
    const head = await ask({ 'accept-encoding': 'identity' }, 'HEAD');
    expect([head.headers.get('content-length'), await head.text()]).toEqual([String(page.length), '']);
    const known = await ask({ 'accept-encoding': 'identity', 'if-none-match': headers.ETag });
    expect([known.status, await known.text()]).toEqual([304, '']);
  });
});
