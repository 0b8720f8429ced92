/** Texts for programs: what search engines may read, and the schema. */
import { readFileSync } from 'node:fs';
import { buildClientSchema, buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { catalogEndpoints } from '../../../src/server/pages/programs/api-catalog.ts';
import { guideEndpoints } from '../../../src/server/pages/programs/guides.ts';
import { schemaEndpoints } from '../../../src/server/pages/programs/schema-endpoints.ts';
import { robotsEndpoint } from '../../../src/server/pages/robots.ts';
import { shownDemoKey } from '../../support/browser/shown-demo-key.ts';
import { open, serveEndpoints } from '../../support/serve-endpoints.ts';

const robots = robotsEndpoint(open, { pagesKey: shownDemoKey(() => 'ssg_pages'), publicHosts: ['spa.example'] });
const server = serveEndpoints([
  robots,
  ...schemaEndpoints(open),
  ...guideEndpoints(open),
  ...catalogEndpoints(open, { publicHosts: ['spa.example'] }),
]);

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

test('the schema as JSON says the same as the text', async () => {
  const { data } = (await server.inject('/schema.json')).json();
  const text = readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8');
  const [read, written] = [buildClientSchema(data), buildSchema(text)].map((one) =>
    printSchema(lexicographicSortSchema(one)),
  );
  expect(read).toBe(written);
});

test('/llms.txt leads to the schema, the reference, the rules and the tools, and what it leads to is there', async () => {
  const { headers, body } = await server.inject('/llms.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const linked = [...body.matchAll(/\]\((\/[^)]+)\)/g)].map(([, path]) => path!);
  expect(linked).toEqual(
    expect.arrayContaining([
      '/graphql',
      '/schema.graphql',
      '/schema.json',
      '/mcp',
      '/agents.md',
      '/openapi.json',
      '/rules.md',
    ]),
  );
});

const LINK = /\[([^[\]]+)\]\(([^)]+)\)/g;

test.each(['/agents.md', '/rules.md'])(
  '%s says what the document says, and every link of it within the gateway is answered',
  async (path) => {
    const { body } = await server.inject(path);
    const document = readFileSync(new URL(`../../../docs${path}`, import.meta.url), 'utf8');
    expect(body.replaceAll(LINK, '$1')).toBe(document.replaceAll(LINK, '$1'));
    const targets = [...body.matchAll(LINK)].map(([, , target]) => new URL(target!, `http://gateway${path}`));
    const within = targets.filter(({ host }) => host === 'gateway').map(({ pathname }) => pathname);
    expect(within).toContain('/rules.md');
    for (const address of new Set(within))
      expect([address, (await server.inject(address)).statusCode]).toEqual([address, 200]);
  },
);

test('the catalogue of interfaces is as RFC 9727 wants it: absolute addresses, each with its descriptions', async () => {
  const response = await server.inject('/.well-known/api-catalog');
  expect(response.headers).toMatchObject({
    'content-type': 'application/linkset+json;profile="https://www.rfc-editor.org/info/rfc9727"',
    link: '<https://spa.example/.well-known/api-catalog>; rel="api-catalog"',
  });
  const { linkset } = response.json();
  expect(linkset.map(({ anchor }: { anchor: string }) => anchor)).toEqual(
    ['/graphql', '/api', '/mcp'].map((path) => `https://spa.example${path}`),
  );
  expect(linkset[1]).toMatchObject({
    'service-desc': [{ href: 'https://spa.example/openapi.json', type: 'application/json' }],
    'service-doc': [{ href: 'https://spa.example/docs', type: 'text/html' }],
  });
  const head = await server.inject({ method: 'HEAD', url: '/.well-known/api-catalog' });
  expect(head.headers.link).toBe(response.headers.link);
});
