/**
 * GET /amenity-categories for callers who cache the dictionary: its entity tag, and `If-None-Match` in every form that
 * HTTP allows, and in invalid ones (V6).
 */
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { getV2, V2_CATALOGUE } from '../../../support/catalogue/v2-catalogue.ts';
import { type Answer, type Asked, restClient } from '../../../support/requests/rest-client.ts';

const client = restClient({ catalogue: V2_CATALOGUE });
const PATH = '/amenity-categories';
const VERSION = 'x-service-amenities-version';
const STRONG_TAG = /^"[\x21\x23-\x7e]{20,}"$/;

const ask = (asked?: Parameters<typeof getV2>[2], from = client) => getV2(from, PATH, asked);
const tagOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).headers.etag!;
const head = (headers: Record<string, string>) => client.send({ method: 'HEAD', url: `/api/v2${PATH}` }, { headers });

/** Every combination of languages. */
const CHOICES = Array.from({ length: 15 }, (_, index) =>
  ['cs', 'de', 'en', 'ru'].filter((_language, place) => (index + 1) & (1 << place)).join(', '),
);

describe('the entity tag', () => {
  test('is a strong one', async () => {
    expect(await tagOf()).toMatch(STRONG_TAG);
  });

  test('is equal for equal answers, for every caller and request', async () => {
    const tag = await tagOf();
    const other = await client.key({ channel: 'partner', destinations: [2] });
    const ways: Parameters<typeof getV2>[2][] = [
      {},
      { key: other },
      { key: null, query: { access_token: other } },
      { query: { expand: 'options', limit: 0 } },
      { headers: { 'accept-language': '*' } },
      { headers: { 'accept-language': 'ru,en;q=0.1,cs_CZ, de-AT' } },
      { headers: { 'accept-language': 'fr' } },
      { headers: { 'if-none-match': '"another"' } },
    ];
    for (const way of ways) expect(await tagOf(way)).toBe(tag);
    expect((await head({})).headers.etag).toBe(tag);
  });

  test('is another one for each choice of languages', async () => {
    const tags = new Set<string>();
    for (const choice of CHOICES) tags.add(await tagOf({ headers: { 'accept-language': choice } }));
    expect(tags.size).toBe(CHOICES.length);
  });

  test('belongs to the answer: no error has one', async () => {
    const answers = [
      await ask({ key: null, headers: { 'if-none-match': '*' } }),
      await ask({ key: await client.key({ scopes: ['book'] }), headers: { 'if-none-match': '*' } }),
      await client.send({ method: 'POST', url: `/api/v2${PATH}` }, { headers: { 'if-none-match': '*' } }),
      await getV2(client, `${PATH}/x`, { headers: { 'if-none-match': '*' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 405, 404]);
    for (const { headers } of answers) expect(headers.etag).toBeUndefined();
  });
});

describe('the entity tag of a dictionary that is empty', () => {
  const empty = restClient();

  test('is another one for each choice of languages, though the bytes are the same', async () => {
    const answers: Answer[] = [];
    for (const choice of CHOICES) answers.push(await ask({ headers: { 'accept-language': choice } }, empty));
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['{"data":[],"nextCursor":null}']));
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(CHOICES.length);
    expect(answers[0]!.headers[VERSION]).toMatch(/\S/);
  });
});

/** A 304 has all headers of the 200's representation, and none about a body. */
function expectNotModified(answer: Answer, whole: Answer): void {
  expect([answer.status, answer.text]).toEqual([304, '']);
  const { date: _1, 'content-type': _2, 'content-length': _3, 'x-request-id': _5, ...kept } = whole.headers;
  const { date: _4, 'x-request-id': _6, ...headers } = answer.headers;
  expect(headers).toEqual(kept);
  for (const name of ['etag', 'cache-control', VERSION, 'vary', 'content-language']) {
    expect(headers[name], name).toBeDefined();
  }
}

describe('If-None-Match', () => {
  test.each<[what: string, header: (tag: string) => string]>([
    ['the tag', (tag) => tag],
    ['the tag as a weak one', (tag) => `W/${tag}`],
    ['any tag', () => '*'],
    ['any tag, with spaces around', () => '  *  '],
    ['the tag, with spaces around', (tag) => `   ${tag} `],
    ['the tag first in a list', (tag) => `${tag}, "x"`],
    ['the tag last in a list', (tag) => `"x", W/"y", ${tag}`],
    ['the tag as a weak one in a list', (tag) => `W/"x",W/${tag},"y"`],
    ['the tag in a list without spaces', (tag) => `"x",${tag},"y"`],
    ['the tag in a list with many spaces', (tag) => `"x"   ,   ${tag}   ,   "y"`],
    ['the tag in a list with tabs', (tag) => `"x"\t,\t${tag}\t,\t"y"`],
    ['the tag in a list with empty elements', (tag) => `, ,"x",,${tag},`],
    ['the tag after one with a comma in it', (tag) => `"x,y", ${tag}`],
    ['the tag more than once', (tag) => `${tag}, ${tag}`],
    ['the tag in a very long list', (tag) => `${'"0123456789abcdef", '.repeat(300)}${tag}`],
  ])('304: that names %s', async (_, header) => {
    for (const language of ['*', 'de']) {
      const whole = await ask({ headers: { 'accept-language': language } });
      const headers = { 'accept-language': language, 'if-none-match': header(whole.headers.etag!) };
      expectNotModified(await ask({ headers }), whole);
      expect((await head(headers)).status).toBe(304);
    }
  });

  test('304: to HEAD is like that to GET, and does not say that the dictionary has no length', async () => {
    const whole = await ask();
    const { headers, ...answer } = await head({ 'if-none-match': whole.headers.etag! });
    const { 'content-length': length, ...others } = headers;
    expectNotModified({ ...answer, headers: others }, whole);
    expect([undefined, whole.headers['content-length']]).toContain(length);
  });

  test.each<[what: string, header: (tag: string) => string]>([
    ['another tag', () => '"x"'],
    ['other tags', () => '"x", W/"y", "z"'],
    ['nothing', () => ''],
    ['only commas', () => ' , ,'],
    ['the tag without quotes', (tag) => tag.slice(1, -1)],
    ['the tag with half its quotes', (tag) => tag.slice(0, -1)],
    ['the tag in single quotes', (tag) => `'${tag.slice(1, -1)}'`],
    ['the tag with more in it', (tag) => `"x${tag.slice(1)}`],
    ['the tag with less in it', (tag) => `"${tag.slice(2)}`],
    ['the tag with more after it', (tag) => `${tag}x`],
    ['the tag in another case', (tag) => tag.toUpperCase()],
    ['the tag behind a small w', (tag) => `w/${tag}`],
    ['the tag behind a W with a space', (tag) => `W/ ${tag}`],
    ['the tag behind two W', (tag) => `W/W/${tag}`],
    ['two stars', () => '**'],
    ['a star in quotes', () => '"*"'],
    ['the version', () => '"version"'],
    ['garbage', () => '\u00e9 ;;="\\'],
  ])('200: that names %s gives the dictionary', async (_, header) => {
    const whole = await ask();
    const headers = { 'if-none-match': header(whole.headers.etag!).replace('version', whole.headers[VERSION]!) };
    const answer = await ask({ headers });
    expect([answer.status, answer.text, answer.headers.etag]).toEqual([200, whole.text, whole.headers.etag]);
    const headed = await head(headers);
    expect([headed.status, headed.text, headed.headers.etag]).toEqual([200, '', whole.headers.etag]);
  });

  test('200: that names the tag of another choice of languages gives the dictionary', async () => {
    const german = await tagOf({ headers: { 'accept-language': 'de' } });
    for (const language of ['*', 'en', 'de, en']) {
      const { status } = await ask({ headers: { 'accept-language': language, 'if-none-match': german } });
      expect(status).toBe(200);
    }
  });

  test.each<[string, Record<string, string>]>([
    ['Cache-Control: no-cache', { 'cache-control': 'no-cache', pragma: 'no-cache' }],
    ['Cache-Control: max-age=0', { 'cache-control': 'max-age=0' }],
    ['an earlier If-Modified-Since', { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }],
  ])('decides alone, regardless of %s', async (_, others) => {
    const whole = await ask();
    expectNotModified(await ask({ headers: { ...others, 'if-none-match': whole.headers.etag! } }), whole);
    expect((await ask({ headers: { ...others, 'if-none-match': '"x"' } })).status).toBe(200);
    expect((await ask({ headers: others })).status).toBe(200);
  });

  test('401 and 403: does not spare anybody the key', async () => {
    const headers = { 'if-none-match': await tagOf() };
    const statuses: number[] = [];
    for (const key of [null, 'x', await client.key({ scopes: ['book'] })]) {
      const asked: Asked = { key, headers };
      const answer = await ask(asked);
      expect(answer.body).toMatchObject({ success: false });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([401, 401, 403]);
  });

  test('304: is understood by every list and lookup, and by v1 as well', async () => {
    for (const path of ['/api/v2/hotels', '/api/v2/hotels/1', '/api/v2/room-types', '/api/v1/visit-types']) {
      const { headers, status } = await client.send({ method: 'GET', url: path });
      expect(status).toBe(200);
      const again = await client.send({ method: 'GET', url: path }, { headers: { 'if-none-match': headers.etag! } });
      expect([path, again.status, again.text]).toEqual([path, 304, '']);
    }
  });
});

describe('over a real connection', () => {
  let url: string;
  let headers: Record<string, string>;
  beforeAll(async () => {
    await client.gateway.listen();
    const { port } = client.gateway.server.address() as AddressInfo;
    url = `http://127.0.0.1:${port}/api/v2${PATH}`;
    headers = { authorization: `Bearer ${await client.key()}` };
  });

  test("304: with Node's own fetch, which adds Cache-Control: no-cache to a request with If-None-Match", async () => {
    const whole = await fetch(url, { headers });
    const body = await whole.text();
    const tag = whole.headers.get('etag')!;
    const again = await fetch(url, { headers: { ...headers, 'if-none-match': tag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    for (const name of ['etag', 'cache-control', 'vary', 'content-language', VERSION]) {
      expect([name, again.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
    }
    for (const name of ['content-type', 'content-length']) expect(again.headers.has(name)).toBe(false);
    const changed = await fetch(url, { headers: { ...headers, 'if-none-match': '"x"' } });
    expect([changed.status, await changed.text()]).toEqual([200, body]);
  });

  test('304: when the header is repeated, and the tag is in one of them', async () => {
    const tag = await tagOf();
    const statusWith = (lines: string[]) =>
      new Promise<number | undefined>((resolve, reject) => {
        const asked = request(url, { headers }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        });
        for (const line of lines) asked.appendHeader('if-none-match', line);
        asked.on('error', reject).end();
      });
    expect(await statusWith(['"x"', tag])).toBe(304);
    expect(await statusWith([`W/${tag}`, '"x", "y"'])).toBe(304);
    expect(await statusWith(['"x"', '"y"'])).toBe(200);
  });
});
