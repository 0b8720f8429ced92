/** Texts for programs: what search engines may read, and the schema. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { robotsEndpoint } from '../../../src/server/pages/robots.ts';
import { schemaEndpoint } from '../../../src/server/pages/schema-endpoint.ts';
import { shownDemoKey } from '../../support/browser/shown-demo-key.ts';
import { open, serveEndpoints } from '../../support/serve-endpoints.ts';

const robots = robotsEndpoint(open, { pagesKey: shownDemoKey(() => 'ssg_pages'), publicHosts: ['spa.example'] });
const server = serveEndpoints([robots, schemaEndpoint(open)]);

test('search engines may read the shop and the page for developers, and nothing that takes a key or a name', async () => {
  const { headers, body } = await server.inject('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toMatch(/^Sitemap: https:\/\/spa\.example\/sitemap\.xml$/m);
  const refused = [...body.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path!);
  const mayRead = (address: string) => !refused.some((path) => address.startsWith(path));
  expect(
    ['/', '/offers', '/stays/101/1', '/hotels/1', '/sitemap.xml', '/developers', '/docs'].filter(
      (address) => !mayRead(address),
    ),
  ).toEqual([]);
  expect(
    ['/desk', '/desk/bookings', '/book', '/booked', '/booking', '/api/v2/hotels', '/graphql'].filter(mayRead),
  ).toEqual([]);
});

test('the schema is the one in the repository, and is revalidated', async () => {
  const { headers, body } = await server.inject('/schema.graphql');
  expect(body).toBe(readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'));
  const again = await server.inject({ url: '/schema.graphql', headers: { 'if-none-match': String(headers.etag) } });
  expect(again.statusCode).toBe(304);
});
