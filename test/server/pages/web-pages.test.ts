/** The pages: for everybody, in their language, cached while it is valid, with the demo key only in the demo. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/http/exchange.ts';
import { RefusedRequest } from '../../../src/http/request/refused-request.ts';
import { PageAssets } from '../../../src/server/pages/page-assets.ts';
import type { RenderedPages } from '../../../src/server/pages/rendered/rendered-pages.ts';
import { webPageEndpoints } from '../../../src/server/pages/web-pages.ts';
import { shownDemoKey } from '../../support/browser/shown-demo-key.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { open, type ServedEndpoints, serveEndpoints } from '../../support/serve-endpoints.ts';

/** As long as pages are that are compressed. */
const documentNamed = (name: string) =>
  `<!doctype html><!--${'long '.repeat(250)}--><html lang="en"><meta name="description" content="In English."><title>${name}</title><script type="application/json" id="settings">{"key":null,"graphiql":true,"mail":false,"hasMail":false}</script><script src="/assets/page-1.js"></script></html>`;
const SCRIPT = `console.log(${JSON.stringify('long '.repeat(500))})`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-page-'));
  mkdirSync(join(folder, 'assets'));
  for (const name of ['index', 'developers', 'desk']) writeFileSync(join(folder, `${name}.html`), documentNamed(name));
  writeFileSync(join(folder, 'assets', 'page-1.js'), SCRIPT);
  writeFileSync(join(folder, 'assets', 'page-2.css'), 'p { color: red }');
  writeFileSync(join(folder, 'assets', 'icon-3.svg'), '<svg/>');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const DESK_KEY = 'ssg_desk';
/** Renders nothing, and refuses `/offers`. */
const NOTHING_LEFT_FOR_OFFERS = {
  async respond({ address }: Exchange) {
    if (address.url === '/offers') throw new RefusedRequest(429);
    return null;
  },
} as unknown as RenderedPages;

function serving(
  demoKey: string | null,
  { graphiql = true, hasMail = true, pagesKey = demoKey, rendered = null as RenderedPages | null } = {},
): ServedEndpoints {
  const assets = new PageAssets();
  const pages = webPageEndpoints(open, {
    demoKey: shownDemoKey(() => demoKey),
    deskKey: shownDemoKey(() => demoKey && DESK_KEY),
    pagesKey: shownDemoKey(() => pagesKey),
    ...{ assets, graphiql, mail: true, hasMail, folder, rendered },
  });
  return serveEndpoints([...pages, assets.endpoint(open)]);
}

const settingsOf = (html: string) => JSON.parse(/id="settings">(.*?)<\/script>/.exec(html)![1]!);

describe('the page', () => {
  test.each([
    ['cs-CZ,cs;q=0.9,en;q=0.8', 'cs'],
    ['de-AT', 'de'],
    ['en-US,en', 'en'],
    ['uk;q=0.9,ru;q=0.8', 'ru'],
    ['fr', 'en'],
    ['', 'en'],
  ])('is in the language that %j prefers: %s', async (acceptLanguage, language) => {
    const { body, headers } = await serving(null).inject({ url: '/', headers: { 'accept-language': acceptLanguage } });
    expect(body).toContain(`<html lang="${language}">`);
    expect(headers).toMatchObject({ 'content-language': language, vary: 'Accept-Language, Cookie, Accept-Encoding' });
  });

  test.each([
    ['/', 'index'],
    ['/offers', 'index'],
    ['/stays/101/1', 'index'],
    ['/hotels/1', 'index'],
    ['/book', 'index'],
    ['/book-party', 'index'],
    ['/booked', 'index'],
    ['/booking', 'index'],
    ['/developers', 'developers'],
    ['/desk', 'desk'],
    ['/desk/bookings/6a1f', 'desk'],
  ])('answers every address within it with its document: %s', async (url, name) => {
    const { statusCode, body } = await serving(null).inject(url);
    expect([statusCode, body]).toEqual([200, expect.stringContaining(`<title>${name}</title>`)]);
  });

  test('answers an address that there is not for a browser: 404, in its language, never as unchanged; programs get JSON', async () => {
    const page = serving(null);
    const browser = {
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'accept-language': 'de',
    };
    const { statusCode, body, headers } = await page.inject({ url: '/nonsense', headers: browser });
    expect([statusCode, body]).toEqual([404, expect.stringContaining('<html lang="de">')]);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept, Accept-Language, Cookie, Accept-Encoding',
    });
    expect(headers.etag).toBeUndefined();
    for (const accept of ['*/*', 'application/json', undefined]) {
      const answer = await page.inject({ url: '/nonsense', headers: accept ? { accept } : {} });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, expect.stringContaining('json')]);
    }
    expect(
      (await page.inject({ url: '/nonsense', method: 'POST', headers: browser })).headers['content-type'],
    ).toContain('json');
  });

  describe.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('compressed as %s', (encoding, decompress) => {
    const found = { '/booking': 200 };
    test.each<[string, Record<string, number>]>([
      ['asked for before an address that there is not', { ...found, '/nonsense': 404 }],
      ['asked for after an address that there is not', { '/nonsense': 404, ...found }],
      ['asked for before one that a visitor with nothing left gets', { ...found, '/offers': 429 }],
      ['asked for after one that a visitor with nothing left gets', { '/offers': 429, ...found }],
    ])('keeps its status, its tag and its caching, %s', async (_, asked) => {
      const page = serving(null, { rendered: NOTHING_LEFT_FOR_OFFERS });
      const headers = { accept: 'text/html', 'accept-encoding': encoding };
      const bodies = new Set<string>();
      for (const [url, status] of Object.entries(asked)) {
        const answer = await page.inject({ url, headers });
        expect([url, answer.statusCode]).toEqual([url, status]);
        expect(answer.headers).toMatchObject({ 'content-encoding': encoding, 'cache-control': 'private, no-cache' });
        const tag = status === 200 ? expect.stringMatching(new RegExp(`^"[^"]+-${encoding}"$`)) : undefined;
        expect(answer.headers.etag).toEqual(tag);
        bodies.add(decompress(answer.rawPayload).toString());
      }
      // They are of the same bytes.
      expect(bodies.size).toBe(1);
    });
  });

  test('is in the language that its address names, if it is one of its languages', async () => {
    const page = serving(null);
    const asked = async (lang: string) =>
      (await page.inject({ url: `/?lang=${lang}`, headers: { 'accept-language': 'cs' } })).headers['content-language'];
    expect([await asked('ru'), await asked('fr'), await asked('cs&lang=de')]).toEqual(['ru', 'cs', 'cs']);
  });

  test('is in the language that its visitor has chosen before, unless its address names another', async () => {
    const page = serving(null);
    const asked = async (url: string, cookie: string) =>
      (await page.inject({ url, headers: { 'accept-language': 'cs', cookie } })).headers['content-language'];
    expect(await asked('/', 'language=de')).toBe('de');
    expect(await asked('/stays/101/1', 'seen=1; language=ru')).toBe('ru');
    expect(await asked('/?lang=en', 'language=de')).toBe('en');
    for (const cookie of ['language=fr', 'language=', 'xlanguage=de', 'language=__proto__']) {
      expect([cookie, await asked('/', cookie)]).toEqual([cookie, 'cs']);
    }
  });

  test('is revalidated each time, and not sent again to visitors who have it', async () => {
    const page = serving('ssg_demo');
    const { headers, statusCode } = await page.inject('/');
    expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-cache']);
    const again = (url: string) => page.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect([(await again('/')).statusCode, (await again('/')).body]).toEqual([304, '']);
    expect((await again('/?lang=de')).statusCode).toBe(200);
  });

  test('has the demo key in it in demo mode only, and nothing in a key can end its element', async () => {
    expect(settingsOf((await serving('ssg_demo').inject('/')).body)).toEqual({
      key: 'ssg_demo',
      graphiql: true,
      mail: true,
      hasMail: true,
    });
    expect(settingsOf((await serving(null).inject('/')).body)).toEqual({
      ...{ key: null, graphiql: true, mail: false, hasMail: true },
    });
    const strange = '</script><script>alert(1)</script>$&';
    expect(settingsOf((await serving(strange).inject('/')).body)).toMatchObject({ key: strange });
  });

  test('for the desk has the key of the desk in it, on this machine only, and no other page has it', async () => {
    const keyShown = async (url: string, from: object = {}) =>
      settingsOf((await serving('ssg_demo').inject({ url, ...from })).body).key;
    expect(await keyShown('/desk')).toBe(DESK_KEY);
    expect(await keyShown('/desk/rooms', { remoteAddress: '::1' })).toBe(DESK_KEY);
    expect(await keyShown('/desk', { remoteAddress: '192.0.2.7' })).toBeNull();
    for (const name of ['x-forwarded-for', 'forwarded-for', 'forwarded', 'via', 'x-real-ip', 'cf-ray']) {
      expect([name, await keyShown('/desk', { headers: { [name]: '127.0.0.1' } })]).toEqual([name, null]);
    }
    expect(await keyShown('/desk', { headers: { host: 'demo.example' } })).toBeNull();
    for (const url of ['/', '/offers', '/developers']) expect(await keyShown(url)).toBe('ssg_demo');
  });

  test('of the shop has the key of the shop, which no other page has', async () => {
    const keyShown = async (url: string) =>
      settingsOf((await serving('ssg_demo', { pagesKey: 'ssg_pages' }).inject({ url })).body).key;
    for (const url of ['/', '/offers', '/stays/101/1', '/hotels/1']) expect(await keyShown(url)).toBe('ssg_pages');
    expect([await keyShown('/developers'), await keyShown('/desk')]).toEqual(['ssg_demo', DESK_KEY]);
  });

  test('knows when there is no GraphiQL to link to', async () => {
    const { body } = await serving(null, { graphiql: false }).inject('/');
    expect(settingsOf(body)).toMatchObject({ key: null, graphiql: false, mail: false });
  });

  test('knows when no mail goes out, so that it promises none (S17)', async () => {
    const { body } = await serving(null, { hasMail: false }).inject('/');
    expect(settingsOf(body)).toMatchObject({ hasMail: false });
  });

  test('may load and call nothing but this server, and run nothing inline', async () => {
    const policy = String((await serving(null).inject('/')).headers['content-security-policy']).split(';');
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]));
    expect(policy.filter((directive) => !directive.startsWith('img-src')).join()).not.toMatch(
      /unsafe|https?:|\*|data:/,
    );
  });

  test('shows pictures of this server only in the demo, and otherwise those of the catalogue, over HTTPS', async () => {
    const sources = async (demoKey: string | null) =>
      /img-src ([^;]*)/.exec(String((await serving(demoKey).inject('/')).headers['content-security-policy']))?.[1];
    expect([await sources('ssg_demo'), await sources(null)]).toEqual(["'self'", "'self' https:"]);
  });

  test.each([
    ['/', 'de', 'Kuraufenthalte'],
    ['/desk', 'cs', 'Recepce'],
    ['/developers', 'ru', 'GraphQL'],
  ])('describes itself to search engines in its language: %s in %s', async (url, language, says) => {
    const { body } = await serving(null).inject({ url, headers: { 'accept-language': language } });
    const [, description = ''] = /<meta name="description" content="([^"]*)">/.exec(body) ?? [];
    expect(description).toContain(says);
    expect(description.length).toBeLessThan(160);
  });

  test('is refused at the start when it was built without the places that are filled in', () => {
    const other = join(folder, 'other');
    mkdirSync(join(other, 'assets'), { recursive: true });
    writeFileSync(join(other, 'index.html'), '<html lang="en">');
    const parts = {
      demoKey: shownDemoKey(() => null),
      deskKey: shownDemoKey(() => null),
      pagesKey: shownDemoKey(() => null),
      assets: new PageAssets(),
      graphiql: true,
      mail: true,
      hasMail: true,
      folder: other,
    };
    expect(() => webPageEndpoints(open, parts)).toThrow(/key/);
  });
});

describe('an asset', () => {
  test.each([
    ['page-1.js', 'text/javascript; charset=utf-8'],
    ['page-2.css', 'text/css; charset=utf-8'],
    ['icon-3.svg', 'image/svg+xml'],
  ])('has its media type, and may be cached for ever: %s', async (name, type) => {
    const { statusCode, headers } = await serving(null).inject(`/assets/${name}`);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' });
  });

  test('comes packed to those who can unpack it', async () => {
    const { rawPayload, headers } = await serving(null).inject({
      url: '/assets/page-1.js',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(rawPayload).toString()).toBe(SCRIPT);
  });

  test('has an entity tag for revalidation', async () => {
    const assets = serving(null);
    const { headers } = await assets.inject('/assets/page-1.js');
    const again = await assets.inject({ url: '/assets/page-1.js', headers: { 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('that is not there is not there', async () => {
    for (const name of ['nothing.js', '..%2Findex.html', '%2e%2e/index.html', '__proto__']) {
      expect((await serving(null).inject(`/assets/${name}`)).statusCode).toBe(404);
    }
  });
});

test('both answer HEAD', async () => {
  for (const url of ['/', '/assets/page-1.js']) {
    const head = await serving(null).inject({ method: 'HEAD', url });
    expect([head.statusCode, head.body, Number(head.headers['content-length']) > 0]).toEqual([200, '', true]);
  }
});

describe('where nothing was built', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ today: '2026-11-21', config: { rateLimitPerMinute: 1 } });
  });
  afterAll(() => gateway?.close());

  test('a plain page of links replaces it, which runs nothing and is not counted', async () => {
    for (let time = 0; time < 3; time++) {
      const { statusCode, headers, body } = await gateway.inject({ url: '/' });
      expect([statusCode, headers['ratelimit-limit']]).toEqual([200, undefined]);
      expect(headers['content-security-policy']).toContain("script-src 'none'");
      expect(body).toContain('href="/graphql"');
    }
    expect((await gateway.inject({ url: '/assets/page-1.js' })).statusCode).toBe(404);
  });
});
