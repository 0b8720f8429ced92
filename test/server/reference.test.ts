/** The reference page and its document: whole without any other server, open to everybody, and tied to this server alone. */
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseDay } from '../../src/domain/civil-date.ts';
import { openApiDocument } from '../../src/rest/openapi.ts';
import { registerReference } from '../../src/server/reference.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';

const TODAY = '2026-11-21';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ today: TODAY, config: { rateLimitPerMinute: 1 } });
});
afterAll(() => gateway?.close());

const get = (url: string, headers: Record<string, string> = {}) => gateway.inject({ url, headers });

/** What a page or style sheet has a browser load. */
const LOADED = /(?:\b(?:src|href)=|\burl\(|@import\s+)["']?([^"')\s>]+)/g;
const loadedBy = (text: string) => [...text.matchAll(LOADED)].map(([, address]) => address!);

describe('/openapi.json', () => {
  test('is the document, for everybody, in the encoding that is wanted, and without a body for those who have it', async () => {
    const answer = await get('/openapi.json');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument(parseDay(TODAY)!))));
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

  test('says that other pages may read it where they may read the rest', async () => {
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
    expect(page.headers['cache-control']).toBe('private, no-store');
    const parts = loadedBy(page.body).map((part) => new URL(part, `http://here${address}`));
    expect(parts.map(({ host }) => host)).toEqual(parts.map(() => 'here'));
    const types: Record<string, string> = {};
    for (const { pathname } of parts) {
      const part = await get(pathname);
      expect([pathname, part.statusCode]).toEqual([pathname, 200]);
      expect(part.headers['x-content-type-options']).toBe('nosniff');
      types[pathname] = String(part.headers['content-type']);
      if (/css/.test(types[pathname])) {
        expect(loadedBy(part.body).filter((one) => !one.startsWith('data:'))).toEqual([]);
      }
    }
    expect(types).toMatchObject({
      '/docs/static/swagger-ui.css': 'text/css; charset=utf-8',
      '/docs/static/swagger-ui-bundle.js': 'application/javascript; charset=utf-8',
      '/docs/static/swagger-initializer.js': 'application/javascript; charset=utf-8',
    });
    expect(page.body).not.toMatch(/<script\b[^>]*>\s*[^\s<]|<style|\bon\w+=|\bstyle=/);
  });

  test('and its parts may load, run and call nothing but what this server gives', async () => {
    for (const url of ['/docs', '/docs/static/swagger-initializer.js', '/docs/static/swagger-ui.css', '/docs/json']) {
      const policy = String((await get(url)).headers['content-security-policy']);
      expect(policy.split(';').map((directive) => directive.trim())).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "connect-src 'self'",
          "frame-ancestors 'none'",
        ]),
      );
      expect(policy).not.toMatch(/unsafe-eval|https?:|\*|script-src[^;]*unsafe/);
    }
  });

  test('shows the document, and sends requests to this server', async () => {
    const shown = await get('/docs/json');
    expect(shown.json()).toEqual((await get('/openapi.json')).json());
    expect(shown.json().servers).toEqual([expect.objectContaining({ url: '/api' })]);
    const script = (await get('/docs/static/swagger-initializer.js')).body;
    expect(script).toContain("resolveUrl('./json')");
    expect(script).toContain('validatorUrl: null');
    expect(script).not.toMatch(/https?:\/\/(?!stackoverflow\.com)/);
  });

  test('has nothing under other addresses', async () => {
    for (const url of ['/docs/nothing', '/docs/static/nothing.js', '/docs/static/../../package.json']) {
      expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
    }
  });
});

test('neither counts as a request', async () => {
  for (const url of [
    '/openapi.json',
    '/docs',
    '/docs/',
    '/docs/json',
    '/docs/static/swagger-ui.css',
    '/openapi.json',
  ]) {
    const { statusCode, headers } = await get(url);
    expect([url, statusCode]).toEqual([url, 200]);
    expect(headers).not.toHaveProperty('ratelimit-limit');
  }
});

describe('in demo mode', () => {
  async function referenceOf(demoKey: string | null): Promise<FastifyInstance> {
    const fastify = Fastify();
    await registerReference(fastify, { demoKey, today: () => parseDay(TODAY)! });
    return fastify;
  }

  test('the demo key is filled in, by a script that nobody keeps', async () => {
    const fastify = await referenceOf('ssg_demo');
    const { body, headers } = await fastify.inject('/docs/static/swagger-initializer.js');
    expect(headers['cache-control']).toBe('private, no-store');
    const { authorized } = runInitializer(body);
    expect(authorized).toEqual([['bearer', 'ssg_demo']]);
    expect((await fastify.inject('/openapi.json')).body).not.toContain('ssg_demo');
    await fastify.close();
  });

  test('only', async () => {
    const fastify = await referenceOf(null);
    const { body } = await fastify.inject('/docs/static/swagger-initializer.js');
    expect(runInitializer(body).authorized).toEqual([]);
    await fastify.close();
  });

  test('examples ask for days to come, whatever day it has become since the start', async () => {
    const fastify = Fastify();
    let today = TODAY;
    await registerReference(fastify, { demoKey: null, today: () => parseDay(today)! });
    for (const next of [TODAY, '2027-06-01', '2029-01-01']) {
      today = next;
      for (const url of ['/openapi.json', '/docs/json']) {
        const document = (await fastify.inject(url)).json();
        expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument(parseDay(next)!))));
      }
    }
    await fastify.close();
  });
});

/** Runs the page's own script with stand-ins for a browser and for Swagger UI, and says which keys it fills in. */
function runInitializer(script: string): { authorized: [string, string][] } {
  const authorized: [string, string][] = [];
  const window: { onload?: () => void; location: { href: string } } = { location: { href: 'http://here/docs' } };
  const ui = { preauthorizeApiKey: (name: string, key: string) => authorized.push([name, key]), initOAuth() {} };
  let onComplete = () => {};
  const bundle = Object.assign(
    (config: { onComplete?: () => void }) => {
      onComplete = config.onComplete ?? onComplete;
      return ui;
    },
    { presets: {}, plugins: {} },
  );
  const document = { createElement: () => ({}) };
  const names = ['window', 'document', 'SwaggerUIBundle', 'SwaggerUIStandalonePreset'];
  new Function(...names, script)(window, document, bundle, {});
  window.onload!();
  onComplete();
  return { authorized };
}
