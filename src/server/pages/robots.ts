/** `/robots.txt`: search engines read the pages for everybody. What needs a key, and what a visitor entered, is none of theirs. */
import type { Endpoint } from '../../http/endpoint.ts';
import type { OpenEndpoint } from './open-endpoint.ts';

const PRIVATE = ['/api/', '/book', '/booked', '/booking', '/desk', '/graphql', '/mail', '/metrics'];
const TEXT = `User-agent: *\n${PRIVATE.map((path) => `Disallow: ${path}\n`).join('')}`;

export function robotsEndpoint(open: OpenEndpoint): Endpoint {
  return open('/robots.txt', () => ({
    status: 200,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
    bytes: Buffer.from(TEXT),
  }));
}
