/** The pages of the shop while the database is away (F17). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/data/database/database.ts';
import { sourcePages } from '../../support/browser/source-pages.ts';
import { SMALL_CATALOGUE, TODAY } from '../../support/catalogue/small-catalogue.ts';
import { openPostgresProxy, type PostgresProxy } from '../../support/database/postgres-proxy.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';

const EVERYTHING = /./;

let main: TestGateway;
let proxy: PostgresProxy;
let gateway: TestGateway;
let pagesKey: string;
beforeAll(async () => {
  main = await startGateway({ today: TODAY, catalogue: SMALL_CATALOGUE });
  pagesKey = await main.key({ isPublishable: true });
  proxy = await openPostgresProxy(main.database.url);
  const database = { ...(await openDatabase({ kind: 'postgresql', url: proxy.url })), url: proxy.url };
  const config = { pagesKey, publicHosts: ['stays.example'] };
  gateway = await startGateway({ today: TODAY, database, pages: sourcePages(), config });
});
afterAll(async () => {
  proxy?.cutStatements(null);
  await gateway?.stop();
  await proxy?.close();
  await main?.close();
});

const open = (url: string) => gateway.inject({ url, headers: { accept: 'text/html' } });
const shownKey = (html: string) => JSON.parse(/id="settings">(.*?)<\/script>/.exec(html)![1]!).key as string | null;

test('a page that cannot be rendered is 503 with when to come back, and still has its key; so is the list of pages', async () => {
  proxy.cutStatements(EVERYTHING);
  const page = await open('/hotels/1');
  expect([page.statusCode, page.headers['retry-after'], shownKey(page.body)]).toEqual([503, '5', pagesKey]);
  expect(page.headers['content-type']).toMatch('text/html');
  const list = await open('/sitemap.xml');
  expect([list.statusCode, list.headers['retry-after']]).toEqual([503, '5']);
  expect((await open('/robots.txt')).body).toContain('Sitemap: ');
  proxy.cutStatements(null);
  await expect.poll(async () => (await open('/hotels/1')).statusCode).toBe(200);
  expect((await open('/sitemap.xml')).statusCode).toBe(200);
});
