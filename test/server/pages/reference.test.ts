/** The reference page and its document: complete without other servers, open to everybody, and bound to this server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import { buildOpenApiDocument } from '../../../src/rest/openapi/openapi.ts';
import { PageAssets } from '../../../src/server/pages/page-assets.ts';
import { referenceEndpoints } from '../../../src/server/pages/reference.ts';
import { shownDemoKey } from '../../support/browser/shown-demo-key.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { open, type ServedEndpoints, serveEndpoints } from '../../support/serve-endpoints.ts';

const TODAY = '2026-11-21';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ today: TODAY, config: { rateLimitPerMinute: 1 } });
});
afterAll(() => gateway?.close());

const get = (url: string, headers: Record<string, string> = {}) => gateway.inject({ url, headers });

/** The resources that a page or style sheet makes a browser load. */
const LOADED = /(?:\b(?:src|href)=|\burl\(|@import\s+)["']?([^"')\s>]+)/g;
const loadedBy = (text: string) => [...text.matchAll(LOADED)].map(([, address]) => address!);

describe('/openapi.json', () => {
  test('is the document, for everybody, in the encoding that is wanted, and without a body for those who have it', async () => {
    const answer = await get('/openapi.json');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(JSON.parse(JSON.stringify(buildOpenApiDocument(parseDay(TODAY)!))));
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      vary: expect.stringContaining('Accept-Encoding'),
    });
    const packed = await get('/openapi.json', { 'accept-encoding': 'br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.rawPayload.length).toBeLessThan(answer.rawPayload.length / 4);
    for (const { headers } of [answer, packed]) {
      const again = await get('/openapi.json', {
        'if-none-match': String(headers.etag),
        'accept-encoding': String(headers['content-encoding'] ?? 'identity'),
      });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
  });

  test('may be read by the same origins as the rest', async () => {
    const everybody = await startGateway({ today: TODAY, config: { corsOrigins: ['*'] } });
    const { headers } = await everybody.inject({ url: '/openapi.json', headers: { origin: 'https://shop.example' } });
    expect(headers['access-control-allow-origin']).toBe('*');
    await everybody.close();
  });
});

describe('/docs', () => {
  test.each(['/docs', '/docs/'])('is a page of which every part comes from this server: %s', async (address) => {
    const page = await get(address);
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers['cache-control']).toBe('private, no-cache');
    const parts = loadedBy(page.body)
      .filter((part) => part !== 'data:,')
      .map((part) => new URL(part, `http://here${address}`));
    expect(parts.map(({ host }) => host)).toEqual(parts.map(() => 'here'));
    const types: Record<string, string> = {};
    for (const { pathname } of parts) {
      const part = await get(pathname);
      expect([pathname, part.statusCode]).toEqual([pathname, 200]);
      expect(part.headers['x-content-type-options']).toBe('nosniff');
      types[pathname.replace(/-[\w-]{16}(?=\.)/, '')] = String(part.headers['content-type']);
      if (pathname.endsWith('.css')) {
        expect(loadedBy(part.body).filter((one) => !one.startsWith('data:'))).toEqual([]);
      }
    }
    expect(types).toEqual({
      '/assets/reference-ui.css': 'text/css; charset=utf-8',
      '/assets/reference-ui.js': 'text/javascript; charset=utf-8',
      '/assets/reference-start.js': 'text/javascript; charset=utf-8',
      '/openapi.json': 'application/json; charset=utf-8',
    });
    expect(page.body).not.toMatch(/<script(?! type="application\/json")[^>]*>\s*[^\s<]|<style|\bon\w+=|\bstyle=/);
  });

  test('may load, run and call nothing but this server', async () => {
    const policy = String((await get('/docs')).headers['content-security-policy']);
    expect(policy.split(';')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  test('shows the document, which sends requests to this server', async () => {
    expect((await get('/openapi.json')).json().servers).toEqual([expect.objectContaining({ url: '/api' })]);
    const { shown } = await showReference(await get('/docs'));
    expect(shown).toMatchObject({ url: '/openapi.json', validatorUrl: null });
  });

  test('has nothing under other addresses', async () => {
    for (const url of ['/docs/nothing', '/docs/json', '/docs/static/index.html', '/assets/reference-nothing.js']) {
      expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
    }
  });
});

test('neither counts as a request', async () => {
  for (const url of [
    '/openapi.json',
    '/docs',
    '/docs/',
    ...loadedBy((await get('/docs')).body).filter((part) => part.startsWith('/assets/')),
    '/openapi.json',
  ]) {
    const { statusCode, headers } = await get(url);
    expect([url, statusCode]).toEqual([url, 200]);
    expect(headers).not.toHaveProperty('ratelimit-limit');
  }
});

describe('in demo mode', () => {
  test('the demo key is filled in for as long as it may be shown, by a script that is the same for everybody', async () => {
    let key: string | null = 'ssg_demo';
    const served = serving({ demoKey: () => key });
    const shown = await served.inject('/docs');
    expect((await showReference(shown, served)).authorized).toEqual([['bearer', 'ssg_demo']]);
    expect((await served.inject('/openapi.json')).body).not.toContain('ssg_demo');
    key = null;
    const ended = await served.inject('/docs');
    expect((await showReference(ended, served)).authorized).toEqual([]);
    expect(loadedBy(ended.body)).toEqual(loadedBy(shown.body));
    for (const part of loadedBy(shown.body)) expect((await served.inject(part)).body).not.toContain('ssg_demo');
  });
});

test('examples ask for future days, however long ago the server started', async () => {
  let today = TODAY;
  const served = serving({ today: () => today });
  for (const next of [TODAY, '2027-06-01', '2029-01-01']) {
    today = next;
    const document = (await served.inject('/openapi.json')).json();
    expect(document).toEqual(JSON.parse(JSON.stringify(buildOpenApiDocument(parseDay(next)!))));
  }
});

function serving({
  demoKey = () => null,
  today = () => TODAY,
}: {
  demoKey?: () => string | null;
  today?: () => string;
}): ServedEndpoints {
  const assets = new PageAssets();
  const endpoints = referenceEndpoints(open, {
    demoKey: shownDemoKey(demoKey),
    assets,
    today: () => parseDay(today())!,
  });
  return serveEndpoints([...endpoints, assets.endpoint(open)]);
}

/** Runs a page's script with stand-ins for a browser and for Swagger UI: what it shows, and which keys it fills in. */
async function showReference(
  page: { body: string },
  from: { inject(request: { url: string }): Promise<{ body: string }> } = gateway,
): Promise<{ shown: Record<string, unknown>; authorized: [string, string][] }> {
  const authorized: [string, string][] = [];
  let shown: Record<string, unknown> = {};
  const bundle = Object.assign(
    (options: Record<string, unknown>) => {
      shown = options;
      return { preauthorizeApiKey: (name: string, key: string) => authorized.push([name, key]) };
    },
    { presets: {} },
  );
  const textContent = /id="settings">(.*?)<\/script>/.exec(page.body)![1]!;
  const document = { querySelector: () => ({ textContent }), documentElement: { classList: { toggle: () => {} } } };
  const [start] = loadedBy(page.body).filter((part) => part.includes('reference-start'));
  const { body: script } = await from.inject({ url: start! });
  const matchMedia = () => ({ matches: false, onchange: null });
  new Function('document', 'SwaggerUIBundle', 'matchMedia', script)(document, bundle, matchMedia);
  (shown.onComplete as () => void)();
  return { shown, authorized };
}
