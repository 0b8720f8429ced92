/** Who gets a page with the demo key. The oracle splits hosts into parts; the rule uses regular expressions. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maySeeDemoKey } from '../../../src/server/demo/demo-visitors.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const PUBLIC = ['demo.example', '192.0.2.7', '[2001:db8::7]'];
const sees = (headers: Record<string, string | undefined>) => maySeeDemoKey(headers, PUBLIC);

describe('the demo key is shown', () => {
  test.each([
    'localhost',
    'localhost:4000',
    'LOCALHOST:4000',
    'shop.localhost:4000',
    '127.0.0.1:4000',
    '127.8.9.1',
    '[::1]:4000',
    '[::1]',
    'demo.example',
    'Demo.Example:8080',
    '192.0.2.7:80',
    '[2001:db8::7]:4000',
  ])('to visitors of this machine, or of a public host: %s', (host) => {
    expect(sees({ host })).toBe(true);
    expect(sees({ host, 'sec-fetch-site': 'none' })).toBe(true);
    expect(sees({ host, 'sec-fetch-site': 'same-origin', origin: new URL(`https://${host}`).origin })).toBe(true);
  });

  test.each([
    undefined,
    '',
    'evil.example',
    'evil.example:4000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example#localhost',
    'evil.example@localhost',
    'localhost@evil.example',
    'localhost/',
    'localhost:4000:80',
    'localhost, evil.example',
    'demo.example.evil.example',
    'notlocalhost',
    '.localhost.example',
    '1270.0.0.1',
    '128.0.0.1',
    '10.0.0.1:4000',
    '[::2]:4000',
    '::1',
    '0.0.0.0:4000',
  ])('not to a page whose name was rebound to this server: %s', (host) => {
    expect(sees({ host })).toBe(false);
  });

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none, cross-site' },
    { 'sec-fetch-site': '' },
    { origin: 'http://evil.example' },
    { origin: 'http://localhost:3000' },
    { origin: 'null' },
    { origin: '' },
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-host': 'localhost:4000, evil.example' },
  ])('not through a foreign page or proxy: %j', (headers) => {
    expect(sees({ host: 'localhost:4000' })).toBe(true);
    expect(sees({ host: 'localhost:4000', ...headers })).toBe(false);
  });

  test('to nobody under a random name that is neither', () => {
    const label = fc.stringMatching(/^[a-z0-9]{1,8}$/);
    const name = fc.array(fc.oneof(label, fc.constantFrom('localhost', '127', '0', '1', 'demo', 'example')), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(name, fc.option(fc.nat(65_535)), (labels, port) => {
        const isLoopback =
          labels.at(-1) === 'localhost' ||
          (labels.length === 4 && labels[0] === '127' && labels.every((one) => /^\d+$/.test(one) && one.length < 4));
        const isPublic = labels.join() === 'demo,example' || labels.join() === '192,0,2,7';
        const host = labels.join('.') + (port === null ? '' : `:${port}`);
        expect(sees({ host })).toBe(isLoopback || isPublic);
      }),
    );
  });
});

describe('a page of a gateway in demo mode', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      ...{ catalogue: SMALL_CATALOGUE, today: TODAY, demo: true },
      config: { publicHosts: ['demo.example'] },
    });
  });
  afterAll(() => gateway?.close());

  test.each(['/graphql', '/docs'])(
    'has the key for its own visitors only, and is whole without it: %s',
    async (url) => {
      const ask = (headers: Record<string, string>) =>
        gateway.inject({ url, headers: { accept: 'text/html', ...headers } });
      const own = await ask({ host: 'localhost:4000' });
      const others = [
        await ask({ host: 'evil.example:4000' }),
        await ask({ host: 'localhost:4000', 'sec-fetch-site': 'cross-site' }),
        // A visitor who has the page with the key must not get 304 for the one without.
        await ask({ host: 'evil.example:4000', 'if-none-match': String(own.headers.etag) }),
      ];
      for (const shown of [own, await ask({ host: 'demo.example' })]) {
        expect([shown.statusCode, shown.body.includes(gateway.demoKey!)]).toEqual([200, true]);
      }
      for (const shown of others) {
        expect([shown.statusCode, shown.body.includes(gateway.demoKey!)]).toEqual([200, false]);
        expect(shown.body).toContain('</html>');
        const vary = String(shown.headers.vary).split(', ');
        expect(vary).toEqual(expect.arrayContaining(['Origin', 'Sec-Fetch-Site']));
      }
    },
  );
});
