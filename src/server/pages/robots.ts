/** `/robots.txt`: search engines read the pages for everybody. What needs a key, and what a visitor entered, is none of theirs. */
import type { Endpoint } from '../../http/endpoint.ts';
import type { ShownKey } from '../demo/demo-key.ts';
import type { OpenEndpoint } from './open-endpoint.ts';
import { pageOrigin } from './rendered/page-origin.ts';
import { SITEMAP_PATH } from './rendered/sitemap.ts';

const PRIVATE = ['/api/', '/book', '/desk', '/graphql', '/mail', '/metrics'];
const TEXT = `User-agent: *\n${PRIVATE.map((path) => `Disallow: ${path}\n`).join('')}`;

/** @param pagesKey where there is one, there is a list of pages */
export function robotsEndpoint(
  open: OpenEndpoint,
  { pagesKey, publicHosts }: { readonly pagesKey: ShownKey; readonly publicHosts: readonly string[] },
): Endpoint {
  return open('/robots.txt', async (exchange) => {
    const origin = pageOrigin(exchange, publicHosts);
    const hasList = origin !== null && (await pagesKey.visibleTo(exchange.headers)) !== null;
    return {
      status: 200,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
      bytes: Buffer.from(hasList ? `${TEXT}\nSitemap: ${origin}${SITEMAP_PATH}\n` : TEXT),
      vary: pagesKey.vary,
    };
  });
}
