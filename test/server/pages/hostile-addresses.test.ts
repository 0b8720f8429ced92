/** Hosts and addresses that HTTP allows, and that a parser of addresses refuses or reads as another host: nobody gets 500, which alarms the operator. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sourcePages } from '../../support/browser/source-pages.ts';
import { DESCRIBED_CATALOGUE } from '../../support/catalogue/described-hotels.ts';
import { TODAY } from '../../support/catalogue/small-catalogue.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { answersIn, receive } from '../../support/requests/strict-http.ts';

let main: TestGateway;
let gateway: TestGateway;
let port: number;
beforeAll(async () => {
  main = await startGateway({ today: TODAY, catalogue: DESCRIBED_CATALOGUE });
  const pagesKey = await main.key({ isPublishable: true, destinations: [1] });
  const config = { pagesKey, publicHosts: [] };
  gateway = await startGateway({ today: TODAY, database: main.database, pages: sourcePages(), config });
  port = Number(new URL(await gateway.listen()).port);
});
afterAll(async () => {
  await gateway?.stop();
  await main?.close();
});

async function get(address: string, host = 'stays.example') {
  const lines = [`GET ${address} HTTP/1.1`, `Host: ${host}`, 'Accept: text/html', 'Connection: close'];
  const [answer] = answersIn(await receive(port, `${lines.join('\r\n')}\r\n\r\n`), ['GET']);
  return { status: answer!.status, body: answer!.body.toString() };
}

const PAGES = ['/', '/hotels/1', '/stays/101/1', '/nonsense'];
const TEXTS = ['/robots.txt', '/sitemap.xml', '/.well-known/api-catalog', '/llms.txt', '/graphql', '/docs'];

test.each(['a.1', '1.2.3.4.5', 'a%20b', '%00', '256.256.256.256', '0x1g.1', 'xn--a', '-', '*', 'a:0'])(
  'by the host %s every page and text is answered',
  async (host) => {
    for (const address of [...PAGES, ...TEXTS]) {
      const { status } = await get(address, host);
      expect([address, status]).toEqual([address, expect.toSatisfy((one: number) => one === 200 || one === 404)]);
    }
  },
);

test.each([
  ...['//', '///', '/\\', '//x', '//x/hotels/1', '/\\x/hotels/1', '//[/hotels/1', '//a:b@c:d', '/..//', '/.//hotels/1'],
  ...['*', 'ftp://x/', 'ftp://x/hotels/1', 'http://', 'https://x', '/%', '/hotels/%', '/hotels/%E0%A4%A'],
])('an address that names a host, or nothing, is answered, and is the page of no hotel: %s', async (address) => {
  const { status, body } = await get(address);
  expect(status).toBeOneOf([200, 400, 404]);
  expect(body).not.toContain('Hotel Aurora');
});
