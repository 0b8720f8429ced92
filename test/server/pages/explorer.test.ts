/** GraphiQL and the other pages are built once per process, for any number of visitors. */
import { createHook } from 'node:async_hooks';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { demoCatalogue } from '../../../src/demo/catalogue.ts';
import { parseDay } from '../../../src/domain/time/civil-date.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const TODAY = '2026-11-21';
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', host: 'localhost:4000' };

/** The resources that a page makes a browser load. */
const loadedBy = (html: string) => [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
const settingsOf = (html: string) => JSON.parse(/id="settings">(.*?)<\/script>/.exec(html)![1]!);

/** The number of compressions and threads that `work` starts, as reported by Node. */
async function countedWork(work: () => Promise<unknown>): Promise<{ compressions: number; threads: number }> {
  const counts = { compressions: 0, threads: 0 };
  const hook = createHook({
    init(_id, type) {
      if (type === 'ZLIB') counts.compressions++;
      if (type === 'WORKER') counts.threads++;
    },
  });
  hook.enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return counts;
}

describe('pages without a key', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ today: TODAY });
  });
  afterAll(() => gateway?.close());

  const get = (url: string, encoding?: string, headers: Record<string, string> = {}) =>
    gateway.inject({ url, headers: { ...HTML, ...(encoding ? { 'accept-encoding': encoding } : {}), ...headers } });

  test('a hundred requests for a page at once, and several for each of its assets, read and compress each of them once', async () => {
    const many = (url: string, encoding: string) =>
      Promise.all(Array.from({ length: url.startsWith('/assets') ? 5 : 50 }, () => get(url, encoding)));
    const addresses = new Set(['/graphql', '/docs', '/openapi.json']);
    const representations = new Set<string>();
    const ask = async (urls: Iterable<string>) => {
      for (const url of urls) {
        const answers = (await Promise.all(['br', 'gzip'].map((encoding) => many(url, encoding)))).flat();
        expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
        for (const { headers } of answers) {
          if (headers['content-encoding']) representations.add(`${url} ${headers.etag}`);
        }
        for (const path of loadedBy((await get(url)).body)) addresses.add(path);
      }
    };
    const first = await countedWork(() => ask(addresses));
    expect(addresses.size).toBe(8);
    expect(representations.size).toBe(12);
    expect(first).toEqual({ compressions: representations.size, threads: 1 });
    expect(await countedWork(() => ask(addresses))).toEqual({ compressions: 0, threads: 0 });
  });

  test('are small, and their scripts are files of their own that browsers keep for ever', async () => {
    const page = await get('/graphql');
    expect(page.rawPayload.length).toBeLessThan(10_000);
    const { workers } = settingsOf(page.body) as { workers: Record<string, string> };
    const parts = [...loadedBy(page.body), ...Object.values(workers)];
    expect(parts).toHaveLength(5);
    for (const path of parts) {
      const [plain, br, gzip] = [await get(path), await get(path, 'br'), await get(path, 'gzip')];
      expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
      for (const [encoding, { headers }] of [
        ['br', br],
        ['gzip', gzip],
        ['identity', plain],
      ] as const) {
        const again = await get(path, encoding, { 'if-none-match': String(headers.etag) });
        expect([again.statusCode, again.body]).toEqual([304, '']);
      }
    }
  });

  test.each(['/graphql', '/docs', '/'])('are 304 to visitors who have them already: %s', async (url) => {
    const { headers } = await get(url);
    const again = await get(url, undefined, { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('an asset that another process named is made by this one before any page of it was asked for', async () => {
    const another = await startGateway({ today: TODAY });
    for (const url of ['/graphql', '/docs']) {
      for (const path of loadedBy((await get(url)).body)) {
        expect((await another.inject({ url: path })).statusCode).toBe(200);
      }
    }
    expect((await another.inject({ url: '/assets/graphiql-main-0123456789abcdef.js' })).statusCode).toBe(404);
    await another.close();
  });

  test('GraphiQL opens with the example operations and without a key', async () => {
    const { options } = settingsOf((await get('/graphql')).body) as { options: { defaultTabs: { query: string }[] } };
    expect(options.defaultTabs.map(({ query }) => /(?:query|mutation) (\w+)/.exec(query)![1])).toEqual([
      'Browse',
      'HotelPage',
      'Calendar',
      'Quote',
      'Book',
    ]);
    expect((await get('/graphql')).body).not.toContain('ssg_');
  });
});

test('GRAPHIQL=0 leaves nothing of GraphiQL: no page, no asset, no link, no thread', async () => {
  const gateway = await startGateway({ today: TODAY, config: { graphiql: false } });
  const key = await startKey(gateway);
  const counted = await countedWork(async () => {
    for (const url of ['/graphql', '/graphql?query={viewer{today}}', '/assets/graphiql-main-0123456789abcdef.js']) {
      const answer = await gateway.inject({ url, headers: { ...HTML, authorization: `Bearer ${key}` } });
      expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([
        ...[url, 404, 'application/json; charset=utf-8'],
      ]);
    }
    expect((await gateway.inject({ url: '/', headers: HTML })).body).not.toContain('/graphql');
  });
  expect(counted).toEqual({ compressions: 0, threads: 0 });
  const asked = { url: '/graphql?query={viewer{today}}', headers: { authorization: `Bearer ${key}` } };
  expect((await gateway.inject(asked)).json()).toEqual(expect.objectContaining({ data: { viewer: { today: TODAY } } }));
  await gateway.close();
});

/** A key of a catalogue that is just large enough for one. */
async function startKey(gateway: TestGateway): Promise<string> {
  await gateway.database.prisma.channel.create({ data: { code: 'public', name: 'Public' } });
  return gateway.key();
}

test('in demo mode the page is rebuilt when its example stay may have been sold, and not before', async () => {
  const gateway = await startGateway({ today: TODAY, catalogue: demoCatalogue(parseDay(TODAY)!), demo: true });
  const opened = vi.spyOn(gateway.services, 'open');
  const page = async () => {
    opened.mockClear();
    const { body } = await gateway.inject({ url: '/graphql', headers: HTML });
    const contexts = await Promise.all(opened.mock.results.map(({ value }) => value));
    const looked = contexts.filter((context) => context.dependencies.recorded().size > 0).length;
    return { looked, tabs: settingsOf(body).options.defaultTabs as { query: string; headers: string }[] };
  };
  const first = await page();
  expect([first.looked, (await page()).looked]).toEqual([1, 0]);
  expect(await gateway.ask(first.tabs[4]!.query)).toMatchObject({ createBooking: { __typename: 'BookingCreated' } });
  expect([(await page()).looked, (await page()).looked]).toEqual([1, 0]);
  gateway.setToday('2026-11-23');
  const later = await page();
  expect([later.looked, later.tabs[3]!.query === first.tabs[3]!.query]).toEqual([1, false]);
  await gateway.close();
});
